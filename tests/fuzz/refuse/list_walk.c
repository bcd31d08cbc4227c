/* Refused: the loop follows pointers. */
#include <stdio.h>

#define N 100

static double a[N];

struct node {
    double x;
    struct node *next;
};
static struct node nodes[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    for (int i = 0; i < N; i++)
        nodes[i] = (struct node){a[i], i + 1 < N ? &nodes[i + 1] : 0};
#pragma tcr reduce(+ : sum)
    for (struct node *p = nodes; p; p = p->next)
        sum += p->x;
    printf("%.17g\n", sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
