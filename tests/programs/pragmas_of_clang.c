/*
 * A pragma that lays structures out in another way for clang than for gcc, which ignores it:
 * the loops stay on the host.
 *
 * compiler: gcc
 * refused: unsupported-type
 * device: 0
 */
#include <stdio.h>
#include <stdlib.h>

#pragma ms_struct on
struct sample {
    char a : 3;
    int b : 5;
    short c : 4;
};
#pragma ms_struct reset

static long sum(const struct sample *x, int n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += 2 * x[i].b + x[i].c;
    return s;
}

int main(void)
{
    struct sample *x = calloc(100, sizeof *x);
    for (int i = 0; i < 100; i++) {
        x[i].b = i % 13;
        x[i].c = (short)(i % 7);
    }
    printf("%ld\n", sum(x, 100));
    free(x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
