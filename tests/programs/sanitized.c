/* Under the sanitizers: nothing that the program does not touch is touched.
 * flags: -O1 -g -std=c99 -fsanitize=address,undefined -fno-sanitize-recover
 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    double *a = malloc(50 * sizeof *a), **m = malloc(5 * sizeof *m), s = 0;
    if (!a || !m)
        return 1;
    for (int i = 0; i < 50; i++)
        a[i] = i;
    for (int i = 0; i < 5; i++)
        m[i] = a + 10 * i;
#pragma tcr reduce(+ : s)
    for (int i = 1; i < 49; i++)
        s += a[i - 1] - 2 * a[i] + a[i + 1];
#pragma tcr reduce(+ : s)
    for (int i = 49; i >= 0; i -= 7)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++)
        if (i < 50)
            s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 10; j++)
            s += m[i][j];
    int most = 2147483647 - 50, last;
#pragma tcr reduce(+ : most)
    for (int i = 0; i < 50; i++) { /* the last iteration again would be too much */
        last = a[i] < 0 ? 0 : 1;
        most += last;
    }
    printf("%d %d\n", most, last);
    printf("%g\n", s);
    free(m);
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
