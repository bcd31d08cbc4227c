/*
 * Packed structures whose members lie at multiples of their sizes, while the structures do not.
 *
 * refused: packed packed
 * device: 0
 */
#include <stdio.h>
#include <stdlib.h>

struct sample {
    int id, count;
    double value;
} __attribute__((packed, aligned(4)));

#pragma pack(push, 2)
struct pair {
    int first;
    short second;
};
#pragma pack(pop)

static double weight(const struct sample *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i].value * x[i].count;
    return s;
}

static int firsts(const struct pair *x, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i].first;
    return s;
}

int main(void)
{
    struct sample *x = malloc(100 * sizeof *x);
    struct pair y[100];
    for (int i = 0; i < 100; i++) {
        x[i] = (struct sample){i, i % 3, 0.5 * i};
        y[i].first = i * i;
    }
    printf("%g %d\n", weight(x, 100), firsts(y, 100));
    free(x);
    return 0;
}
/* SPDX-License-Identifier: MIT */
