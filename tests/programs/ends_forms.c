/*
 * The end of the program in every place that a loop has: in values, conditions, steps,
 * declarations, functions that return structures and pointers, beside sections, places
 * that come out of memory, last values.
 *
 * flags: -O2 -std=gnu11
 * device: 12
 */
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 500 };

struct pair {
    double a, b;
};

static double x[N], y[N];
static int idx[N], where[N];
static struct pair pairs[N];

_Noreturn static void stop(const char *why)
{
    printf("stop: %s\n", why);
    fflush(stdout);
    exit(9);
}

static int sure(int i)
{
    if (i < 0 || i >= N)
        stop("place");
    return i;
}

static struct pair pair_of(double v)
{
    struct pair p = {v, -v};
    if (v < -100)
        stop("pair");
    p.a += 1;
    return p;
}

static double complex turned(double v)
{
    if (v < -100)
        stop("turned");
    return v + 2 * I * v;
}

static struct pair *entry(struct pair *p, int k)
{
    return k >= 0 && k < N ? p + k : (stop("entry"), (struct pair *)0);
}

static float *local(float *list, int k)
{
    if (k > 3)
        stop("local");
    return list + k;
}

static void check(const struct pair *p)
{
    for (int i = 0; i < 3; i++) {
        if (p->a > 1e6)
            stop("large");
        if (p->b > 1e6)
            return;
    }
}

static int next_of(int k)
{
    int turns = 0;
again:
    if (++turns > 50)
        stop("turns");
    k = (k * 7 + 3) % 101;
    if (k > 90)
        goto again;
    return k;
}

static double values(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double v = idx[i] < N ? x[i] : (stop("value"), 0.0);
        struct pair p = pair_of(v), q = pair_of(p.b);
        double complex z = turned(v) * turned(p.a);
        s += p.a * q.b + creal(z) - cimag(z) + (idx[i] >= 0 || (stop("or"), 0)) * 0.5;
    }
    return s;
}

static double places(void)
{
    double s = 0;
    int k;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += x[sure(idx[i])] + x[k = sure(i)] * y[k];
        s += entry(pairs, where[i])->a - pairs[sure(where[i])].b;
        s += x[sure(sure(idx[i]) - 0)];
    }
    return s;
}

static double locals(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        float list[4] = {1, 2, 3, 4};
        *local(list, i % 4) += idx[i] & 3;
        list[sure(i % 4)] *= 2;
        for (float *p = local(list, 0); p < local(list, 3); p++)
            s += *p;
        check(&pairs[i]);
        check(entry(pairs, i));
    }
    return s;
}

static double headers(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int k = next_of(i), more = 3;
        for (int j = sure(0), l = sure(k); j < sure(3); j += sure(1), l--)
            s += x[j] * l;
        while (sure(more) > 0)
            more -= sure(1);
        do
            more++;
        while (sure(more) < 2);
        if (sure(more) == 2)
            s += 1;
        else if (sure(more) > 2)
            s += 2;
        switch (sure(k % 4)) {
        case 0:
        case 1:
            s += next_of(more);
            break;
        case 2: {
            int t = sure(more);
            s += t;
            break;
        }
        default:
            s -= 1;
        }
        if (sure(k) > 40)
            continue;
        s += sure(k) ? x[k] : 1;
    }
    return s;
}

static double sections(double *h, int bins)
{
    double s = 0, part[3] = {0, 0, 0}, sum = 0;
#pragma tcr reduce(+ : h [0:bins], part [0:3], s)
    for (int i = 0; i < N; i++) {
        h[sure(idx[i]) % 16] += x[i];
        part[1] += pair_of(x[i]).a;
        if (where[i] > N)
            stop("sections");
        s += 1;
    }
    for (int k = 0; k < bins; k++)
        sum += h[k] * k;
    return sum + s + part[1];
}

static double scattered(double *to)
{
    double most = 0, last = -1;
#pragma tcr reduce(max : most)
    for (int i = 0; i < N; i++) {
        struct pair p = pair_of(x[i]);
        to[sure(where[i])] = p.a;
        pairs[where[i]].b = to[where[i]] + p.b;
        most = p.a > most ? p.a : most;
    }
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (to[i] < -1000)
            stop("last");
        last = to[i] * 2;
        s += last;
    }
    return s + most + last;
}

static double bounds(const double *v, int n)
{
    double s = 0;
    const double *p = v;
    int k = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (k > 3 * N)
            stop("k");
        s += *p++ * k;
        k += 2;
    }
    return s + k + (p - v);
}

static double outer(double *m)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 25; j++) {
            if (m[i * 25 + j] > 1e9)
                stop("m");
            m[i * 25 + j] += x[sure(i * 25 + j)];
        }
    return m[77];
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 13 - 3;
        y[i] = i % 7;
        idx[i] = i * 31 % N;
        where[i] = (int)(i * 37L % N);
        pairs[i] = (struct pair){i, -i};
    }
}

static double all(void)
{
    static double h[16], m[N];
    double *to = calloc(N, sizeof *to);
    double s = values() + places() + locals() + headers();
    printf("%.12g\n", s);
    s += sections(h, 16) + scattered(to) + bounds(x, N) + outer(m);
    printf("%.12g\n", s);
    free(to);
    return s;
}

/* One thing after the other is spoilt, each in a process of its own. */
static void spoil(int which)
{
    switch (which) {
    case 1:
        idx[400] = N;
        break;
    case 2:
        x[100] = -200;
        break;
    case 3:
        where[499] = -1;
        break;
    case 4:
        pairs[5].a = 2e6;
        break;
    case 5:
        idx[77] = -5;
        break;
    }
}

int main(void)
{
    for (int which = 0; which <= 5; which++) {
        int status;
        printf("%d:\n", which);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            fill();
            spoil(which);
            printf("%.12g\n", all());
            exit(0);
        }
        waitpid(child, &status, 0);
        printf("%d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status));
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
