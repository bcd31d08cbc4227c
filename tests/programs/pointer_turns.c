/*
 * Pointers that a turn of an inner loop leaves to the next one, or to what follows the loop, and
 * that lead elsewhere than before: into another array, or where a pointer in memory leads.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * refused: pointer-differs pointer-differs pointer-differs pointer-differs pointer-unknown pointer-unknown extent-unknown extent-unknown extent-unknown
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

enum { N = 30 };
static int a[3 * N], b[3 * N], c[3 * N], count;
static struct node nodes[N], *heads[N];

#define SUM _Pragma("omp parallel for reduction(+ : count)") for (int i = 0; i < N; i++)

static void show(const char *what)
{
    printf("%s %d\n", what, count);
    count = 0;
}

/* a + i in the first turn, then b + i, b + i + 1 */
static void another_array(void)
{
    SUM
    {
        int *p = a + i;
        for (int j = 0; j < 3; j++) {
            count += *p;
            if (j)
                p++;
            else
                p = b + i;
        }
    }
    show("another array");
}

static void swapped(int *x, int *y)
{
    SUM
    {
        int *p = x + i, *q = y;
        for (int j = 0; j < 3; j++) {
            int *t = p;
            count += p[N * (j > 0)];
            p = q;
            q = t;
        }
    }
    show("swapped");
}

static void written(int *x, int *y)
{
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        int *p = x + i, j = 0;
        while (j < 3) {
            *p += j + 1;
            p = y + i;
            j++;
        }
    }
    for (int i = 0; i < 3 * N; i++)
        count = count * 31 % 1000003 + x[i] * 3 + (i < 2 * N ? y[i] : 0);
    show("written");
}

static void jumps(void)
{
    SUM
    {
        int *p = a + i, k = 0;
    again:
        count += *p;
        p = b + i;
        if (k++ < 2)
            goto again;
    }
    show("jumps");
}

static int sum_of(const int *p, const int *q, int m)
{
    int s = 0;
    for (int j = 0; j < m; j++) {
        s += *p;
        p = q + j;
    }
    return s;
}

static void called(void)
{
    SUM count += sum_of(a + i, b + i, 3) + sum_of(b + i, c, 2);
    show("called");
}

/* p is still a + i if the loop has no turn, or ends in the first. */
static void left(int turns)
{
    SUM
    {
        int *p = a + i;
        for (int j = 0; j < turns; j++) {
            p = b + i;
            while (*p > 300)
                p--;
        }
        count += *p;
    }
    show("left");
    SUM
    {
        int *p = a + i;
        for (int j = 0; j < turns; j++) {
            if (i + j == 17) {
                p = c + i;
                while (*p > 50)
                    p++;
                break;
            }
            p = b + i;
        }
        count += *p;
    }
    show("left by break");
}

static void lists(void)
{
    SUM for (struct node *p = heads[i]; p; p = p->next) count += p->v;
    show("lists");
    SUM for (struct node *p = nodes + i; p; p = p->next) count += p->v;
    show("lists in an array");
    SUM
    {
        struct node *p = &nodes[i];
        while (p->next)
            p = p->next;
        count += p->v;
    }
    show("ends of lists");
}

/* All these are right on the device: what leads elsewhere is not read, or leads into one array. */
static void taken(int turns)
{
    SUM
    {
        int *p = a;
        for (int j = 0; j < turns; j++) {
            p = b + i * 2;
            for (int k = 0; k < 3; k++)
                count += *p++;
        }
    }
    show("set in each turn");
    SUM
    {
        int *p = a;
        for (int j = 0; j < turns; j++)
            count += *p++;
        p = c;
        for (int j = 0; j < turns; j++) {
            count += *p;
            p = c + j;
        }
    }
    show("two loops");
    SUM
    {
        int *p = b;
        for (p = a; p < a + 5; p++)
            count += *p;
        while (p < a + 10) {
            count += *p;
            p = p + 1;
        }
    }
    show("goes on");
    SUM
    {
        int *p = a;
        for (int j = 0; j < turns; j++)
            if (c[i] & 1)
                p = b;
        count += p[i];
    }
    show("one of two, after the loop");
}

int main(void)
{
    for (int i = 0; i < 3 * N; i++) {
        a[i] = i;
        b[i] = 100 * i % 531;
        c[i] = 7 * i * i % 101;
    }
    for (int i = 0; i < N; i++) {
        nodes[i].v = i;
        nodes[i].next = i < N - 1 ? nodes + i + 1 : NULL;
        heads[i] = nodes + i;
    }
    another_array();
    swapped(c, b);
    written(b, c + 3);
    jumps();
    called();
    left(0);
    left(3);
    lists();
    taken(0);
    taken(3);
    return 0;
}
/* SPDX-License-Identifier: MIT */
