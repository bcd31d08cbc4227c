/* SPDX-License-Identifier: MIT */
/* Addresses of parts of elements that the device does not have, of which nothing is read: pointers
 * into structures at places behind a section, or in an array whose extent nobody knows.
 * flags: -O1 -std=gnu11
 * device: 5
 */
#include <stdio.h>

#define N 300
#define ALL 4000

struct inner {
    int w[4];
};
struct cell {
    unsigned v[5];
    struct inner in[3];
    double d;
};

static struct cell cells[ALL];
static int places[N], out[N];

static void fill(void)
{
    for (int k = 0; k < N; k++)
        places[k] = k * 97 % ALL;
    for (int k = 0; k < ALL; k++) {
        for (int c = 0; c < 5; c++)
            cells[k].v[c] = (unsigned)(k * 7 + c) & 127;
        for (int c = 0; c < 12; c++)
            cells[k].in[c / 4].w[c % 4] = (k * 3 + c) & 63;
        cells[k].d = k;
    }
}

static long added(const int *p, int n)
{
    long sum = 0;
    for (int k = 0; k < n; k++)
        sum += p[k];
    return sum;
}

/* Only the first N cells are there. */
static long chosen(const int *x, const struct cell *a)
{
    long sum = 0;
#pragma tcr reduce(+ : sum) copyin(a [0:N])
    for (int i = 0; i < N; i++) {
        const unsigned *p = &a[x[i]].v[1];
        if (x[i] < N)
            sum += *p + p[2];
    }
    return sum;
}

static long by_pointer(const int *x, const struct cell *a)
{
    long sum = 0;
#pragma tcr reduce(+ : sum) copyin(a [0:N])
    for (int i = 0; i < N; i++) {
        const struct cell *q = a + x[i];
        const double *d = &q->d;
        const struct inner *in = &(*q).in[1];
        const int *w = &in[x[i] & 1].w[2];
        if (x[i] < N)
            sum += (long)*d + *w + in->w[3];
    }
    return sum;
}

static long by_call(const int *x, const struct cell *a)
{
    long sum = 0;
#pragma tcr reduce(+ : sum) copyin(a [0:N])
    for (int i = 0; i < N; i++)
        sum += added(a[x[i]].in[i % 3].w, x[i] < N ? 4 : 0);
    return sum;
}

static void into_array(const int *x, const struct cell *a, int *to)
{
#pragma tcr loop copyin(a [0:N])
    for (int i = 0; i < N; i++) {
        const unsigned *p = a[x[i]].v;
        int t = i;
        for (int k = 0; k < 5 && x[i] < N; k++, p++)
            if (*p > 82)
                t += (int)*p;
        to[i] = t;
    }
}

/* What is changed is in the section, too. */
static void changed(const int *x, struct cell *a)
{
#pragma tcr loop copy(a [0:N])
    for (int i = 0; i < N; i++) {
        int *w = &a[x[i]].in[2].w[1];
        if (x[i] < N)
            *w = i;
    }
}

/* Nobody says how many cells there are: the device may leave the loop to the host. */
static void unknown(const int *x, const struct cell *a, int *to)
{
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        const unsigned *p = &a[x[i]].v[0];
        int t = 0;
        for (int k = 0; k < 5; k++, p++)
            if (*p > 82)
                t += (int)*p;
        to[i] = t;
    }
}

static long sum_of(const int *a)
{
    long sum = 0;
    for (int k = 0; k < N; k++)
        sum = (sum * 3 + a[k]) & 0xffffff;
    return sum;
}

int main(void)
{
    fill();
    printf("%ld %ld\n", chosen(places, cells), by_pointer(places, cells));
    printf("%ld\n", by_call(places, cells));
    into_array(places, cells, out);
    printf("%ld\n", sum_of(out));
    changed(places, cells);
    for (int k = 0; k < N; k++)
        out[k] = cells[k].in[2].w[1];
    printf("%ld\n", sum_of(out));
    unknown(places, cells, out);
    printf("%ld\n", sum_of(out));
    return 0;
}
