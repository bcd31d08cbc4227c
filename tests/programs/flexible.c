/* Structures that end in an array without a size: their other members are read on the
 * device, and the array, too.
 * device: 3
 */
#include <stdio.h>
#include <stdlib.h>

struct block {
    int n;
    double weight;
    double value[];
};

static struct block head[50];

int main(void)
{
    double sum = 0, weights = 0, first = 0;
    struct block *b = malloc(sizeof *b + 100 * sizeof(double));

    b->n = 100;
    b->weight = 2;
    for (int i = 0; i < 100; i++)
        b->value[i] = i;
    for (int i = 0; i < 50; i++)
        head[i].weight = 0.5 * i;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < b->n; i++)
        sum += b->weight * b->value[i];
#pragma tcr reduce(+ : weights)
    for (int i = 0; i < 50; i++)
        weights += head[i].weight;
#pragma tcr reduce(+ : first)
    for (int i = 0; i < 49; i++) {
        const struct block *q = &head[i];
        first += q->value[1] + b->weight; /* the next one's weight */
    }
    printf("%g %g %g\n", sum, weights, first);
    free(b);
    return 0;
}
/* SPDX-License-Identifier: MIT */
