/*
 * Loops on some paths of which the program ends: assert(), exit() behind a message,
 * functions of the program that never return, in the body and in what it calls.  Not
 * taken, the loops run on the device; taken, in a process of its own, the program ends
 * as the plain one does, with what it has printed before.
 *
 * device: 11
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { N = 600, CELLS = 40, MOST = 16 };

struct cell {
    int n;
    double v[MOST];
};

static double a[N], b[N];
static int kind[N];
static struct cell cell[CELLS];
static const char *what = "nothing";

static void fail(const char *why, int i)
{
    printf("%s: %d of %s\n", why, i, what);
    fflush(stdout);
    exit(3);
}

__attribute__((noreturn)) static void stop(int status)
{
    fflush(stdout);
    _exit(status);
}

static double root_of(double x)
{
    double y = x, z = 0;
    if (x < 0) {
        printf("negative %g\n", x);
        fflush(stdout);
        abort();
    }
    while (y - z > 1e-9 || z - y > 1e-9) {
        z = y;
        y = 0.5 * (y + x / y);
    }
    return y;
}

static inline int checked(int i, int n)
{
    assert(i >= 0 && i < n);
    return i;
}

static const double *row_of(const struct cell *c, int k)
{
    if (k >= CELLS)
        fail("row", k);
    return c[k].v;
}

static int sign_of(double x)
{
    if (x > 0)
        return 1;
    else if (x < 0)
        return -1;
    fail("zero", 0);
    return 0;
}

static void fill(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = 1 + i % 7 * 0.25;
        b[i] = 0;
        kind[i] = i % 3;
    }
    for (int k = 0; k < CELLS; k++) {
        cell[k].n = 3 + k % 5;
        for (int i = 0; i < MOST; i++)
            cell[k].v[i] = k + i * 0.5;
    }
}

/* ---- the loops ---- */

static double messages(int n)
{
    double s = 0, last = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (a[i] < 0) {
            last = s; /* of the plain loop's order */
            printf("element %d is %g, the sum %g\n", i, a[i], last);
            fflush(stdout);
            exit(7);
        }
        s += a[i];
    }
    return s;
}

static double asserted(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        assert(kind[i] < 5);
        s += a[i] * kind[i];
    }
    return s;
}

static double choices(int n)
{
    double s = 0;
    int w = 0;
#pragma tcr reduce(+ : s, w)
    for (int i = 0; i < n; i++) {
        double t;
        switch (kind[i]) {
        case 0:
            t = 1;
            break;
        case 1:
            t = a[i];
            w++;
            break;
        case 2:
            t = -a[i];
            break;
        default:
            printf("kind %d\n", kind[i]);
            fail("kind", i);
        }
        s += t; /* set wherever the loop goes on */
        b[i] = t;
    }
    return s + w + b[n / 2];
}

static double called(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += root_of(a[i]) * a[checked(i + kind[i] / 5 * N, N)];
    return s;
}

static double pointers(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += row_of(cell, i % CELLS + kind[i] / 5 * CELLS)[kind[i]];
    return s;
}

static double conditions(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int k = 0;
        if (sign_of(a[i]) > 0 && kind[i] < 2)
            s += a[i];
        else
            s -= 0.5;
        while (k < 3 && sign_of(a[i]) + k < 3)
            k++;
        for (int j = checked(kind[i], 5); j < checked(4, 5 + i); j++)
            k += j;
        switch (sign_of(a[i]) + kind[i]) {
        case 1:
            s += k;
            break;
        case 3:
            s -= k;
        }
        s += kind[i] == 2 ? a[i] : (double)checked(i, N);
    }
    return s;
}

static double cells(void)
{
    double s = 0;
    int k, j;
#pragma tcr reduce(+ : s)
    for (k = 0; k < CELLS; k++)
        for (j = 0; j < cell[k].n; j++) {
            if (j >= MOST) {
                fprintf(stdout, "cell %d is full\n", k);
                stop(4);
            }
            s += cell[k].v[j];
        }
    return s;
}

static double updates(int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        if (!(a[i] > 0))
            fail("not positive", i);
        a[i] = 2 * a[i] + b[i];
        b[checked(i, n)] += 1;
    }
    return a[n / 3] + b[n / 4];
}

/* The first element that ends the program is the last one that there is. */
static double up_to(const double *v, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (v[i] < 0)
            fail("end", i);
        s += v[i];
    }
    return s;
}

static double none(const struct cell *c)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (!c) {
            printf("no cell\n");
            stop(5);
        }
        s += c->v[0] + c->n;
    }
    return s;
}

static double all(void)
{
    return messages(N) + asserted(N) + choices(N) + called(N) + pointers(N) + conditions(N) +
           cells() + updates(N) + up_to(a, N) + none(cell);
}

/* ---- each in a process of its own ---- */

static void spoil(int which)
{
    what = "something";
    switch (which) {
    case 1:
        a[401] = -1.5;
        messages(N);
        break;
    case 2:
        kind[77] = 6;
        asserted(N);
        break;
    case 3:
        kind[300] = 9;
        choices(N);
        break;
    case 4:
        kind[599] = 5;
        called(N);
        break;
    case 5:
        a[3] = -2;
        called(N);
        break;
    case 6:
        kind[59] = 7;
        pointers(N);
        break;
    case 7:
        a[5] = 0;
        conditions(N);
        break;
    case 8:
        cell[17].n = MOST + 1;
        cells();
        break;
    case 9:
        a[123] = 0;
        updates(N);
        break;
    case 10: {
        double *v = malloc(N * sizeof *v);
        memcpy(v, a, N * sizeof *v);
        v[N - 1] = -1;
        up_to(v, 1 << 28);
        break;
    }
    case 11:
        none(NULL);
        break;
#ifdef __GNUC__
    case 12: {
        double *u = a;
#pragma tcr enter data copyin(u [0:N])
        updates(N);
#pragma tcr update self(u [0:N])
        a[17] = -3;
#pragma tcr update device(u [17:1])
        updates(N);
        break;
    }
#endif
    default:
        printf("%.10g\n", all());
        printf("%.10g\n", all());
    }
}

static void at_end(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 5) + b[i];
    printf("at the end %.10g\n", sum);
}

int main(void)
{
    for (int which = 0; which <= 12; which++) {
        int status;
        printf("%d:\n", which);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            if (which == 2 || which == 4) /* what assert() says names the program */
                close(2);
            fill();
            atexit(at_end);
            spoil(which);
            exit(0);
        }
        waitpid(child, &status, 0);
        printf("%s %d\n", WIFEXITED(status) ? "exit" : "signal",
               WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
