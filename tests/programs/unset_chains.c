/*
 * Pointers behind null pointers that a condition asks about, and those that only one way leads to.
 *
 *     device: 6
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int n;
    int *at;
    struct node *next;
};

#define F __attribute__((noinline)) static

/* the right operand of && is a pointer */
F long asked(int n, const int *a, struct node *x)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (x && x->next && x->next->next)
            s += a[x->next->n + i % 3] + x->next->next->n;
        else
            s += a[i];
    return s;
}

F long asked_not(int n, const int *a, struct node *x)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (!x || !x->next || !x->next->at)
            s += a[i];
        else
            s += x->next->at[i % 7];
    return s;
}

/* used where both ways have met */
F long chosen(int n, int *a, struct node *x, int c)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int *p = c ? x->next->at : a;
        s += p[i % 7];
    }
    return s;
}

F long joined(int n, int *a, struct node *x, int c)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int *p = a;
        if (c)
            p = x->at;
        s += p[i % 7];
    }
    return s;
}

/* an inner loop that need not run */
F long looped(int n, int *a, struct node *x, int m)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int *p = a;
        for (int k = 0; k < m; k++)
            p = x->at;
        s += p[i % 7];
    }
    return s;
}

/* the address of a member */
F long member(int n, int *a, struct node *x, int c)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int *p = c ? &x->next->n : a;
        s += *p;
    }
    return s;
}

int main(void)
{
    enum { N = 3000 };
    int *a = malloc(N * sizeof *a), w[7] = {9, 8, 7, 6, 5, 4, 3};
    for (int i = 0; i < N; i++)
        a[i] = i % 17;
    struct node last = {2, w, NULL}, middle = {5, NULL, &last}, first = {3, w, &middle}, other = {4, NULL, &last};
    struct node *heads[] = {NULL, &last, &middle, &first, &other};
    for (int k = 0; k < 5; k++) {
        struct node *x = heads[k];
        int next = x && x->next, at = x && x->at;
        printf("%ld ", asked(N, a, x));
        fflush(stdout);
        printf("%ld ", asked_not(N, a, x));
        fflush(stdout);
        printf("%ld ", chosen(N, a, x, next && x->next->at));
        fflush(stdout);
        printf("%ld ", joined(N, a, x, at));
        fflush(stdout);
        printf("%ld ", looped(N, a, x, at));
        fflush(stdout);
        printf("%ld\n", member(N, a, x, next));
        fflush(stdout);
    }
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
