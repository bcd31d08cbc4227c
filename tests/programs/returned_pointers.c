/* Functions that return pointers to an iteration's own variables.
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#define N 30000
static int a[N];
struct item {
    int x, y[3];
};

static int *pick(int *p, int *q, int first)
{
    return first ? p : q;
}
static struct item *middle(struct item *q, int n)
{
    return q + n / 2;
}
static int *element(struct item *q, int i)
{
    return &q->y[i];
}
static const int *of_both(const int *p, int i)
{
    return p + i;
}

int main(void)
{
    long s = 0;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7919 + 13) % 1009 - 500;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int u = i, v = 2 * i;
        *pick(&u, &v, i & 1) = 7;
        int *w = pick(&u, &v, a[i] > 0);
        *w += 3;
        s += u - v;
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct item q[4] = {{1, {2, 3, 4}}}, *r;
        middle(q, 4)->x = a[i];
        *element(middle(q, 2), 1) = i;
        (r = middle(q, 3))->y[2] = 5;
        (a[i] > 0 ? &q[0] : &q[1])->x = 8;
        (i & 1 ? element(q, 1) : element(q, 2))[0]++;
        s += q[0].x + q[1].x + q[2].x + q[0].y[1] + q[0].y[2] + q[1].y[1] + r->y[2];
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N - 2; i++) {
        int b[3] = {a[i], 2, i};
        s += *of_both(b, 2) - *of_both(a + i, 1);
    }
    printf("%ld\n", s);
    return 0;
}
/* SPDX-License-Identifier: MIT */
