/* SPDX-License-Identifier: MIT */
/*
 * Numbers of an iteration that its inner loops change through a pointer to them, and members that
 * such loops keep in registers: bounds and subscripts are read anew in each of their iterations,
 * and no team shares such a loop.
 * device: 13
 */
#include <stdio.h>

static int count[64], at[64];
static double out[64], a[4096];

static void show(const char *name)
{
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += out[i];
    printf("%s %g\n", name, sum);
}

static void bound(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int k = at[i], *pk = &k;
        for (int b = 0; b < count[k] - k; b++) {
            s += b;
            *pk = 3;
        }
        out[i] = s;
    }
    show("bound");
}

static void subscript(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int k = at[i], *pk = &k;
        for (int b = 0; b < 10; b++) {
            s += a[k + b];
            *pk = 3;
        }
        out[i] = s;
    }
    show("subscript");
}

static void product(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int k = at[i], *pk = &k;
        for (int b = 0; b < 10; b++) {
            s += a[k * 7 + b];
            if (b == 4)
                (*pk)++;
        }
        out[i] = s;
    }
    show("product");
}

static void temporary(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int k = at[i], *pk = &k;
        for (int b = 0; b < 10; b++) {
            int j = k + b;
            s += a[j];
            *pk += 2;
        }
        out[i] = s;
    }
    show("temporary");
}

static void statement(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int k = at[i], *pk = &k;
        s += a[k];
        *pk = 3;
        s += a[k];
        out[i] = s;
    }
    show("statement");
}

static void end(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int m = at[i], k = m, *pk = &k;
        for (int b = 0; b < k; b++) {
            s += a[b + m];
            pk[0]--;
        }
        out[i] = s;
    }
    show("end");
}

static void variable(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0;
        int b, *pb = &b;
        for (b = 0; b < 40; b++) {
            s += a[b];
            if (b == 4)
                *pb = 20;
        }
        out[i] = s;
    }
    show("variable");
}

static void sum(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double s = 0, *ps = &s;
        for (int b = 0; b < 64; b++)
            *ps += a[i + b];
        out[i] = s;
    }
    show("sum");
}

static void filled(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        double u[64], *p = u;
        for (int b = 0; b < 64; b++)
            p[b] = a[i + b];
        out[i] = u[7] + u[63];
    }
    show("filled");
}

static double halves(int m)
{
    double s = 0;
    int k = m, *pk = &k;
    for (int b = 0; b < count[m] - k; b++) {
        s = s * 0.5 + b;
        *pk = 4;
    }
    return s;
}

static void called(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++)
        out[i] = halves(at[i]);
    show("called");
}

static struct cell {
    int n, m;
} cells[64];
static int far_values[64], *far = far_values; /* whose places the device checks */
static union {
    int n;
    unsigned char part[4];
} parts[64];

/* A member that the inner loop changes and ends by, also one of an inner loop of that. */
static void member(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        cells[i].n = at[i] * 3;
        for (int b = 0; b < (cells[i].n & 15); b++)
            cells[i].n -= b + 1;
    }
#pragma tcr loop copyin(far [0:64])
    for (int i = 0; i < 64; i++) {
        cells[i].m = i;
        for (int k = 0; k < at[i] % 4; k++) {
            cells[i].m += k;
            for (int b = 0; b < (cells[i].m & 7) + count[i]; b++)
                cells[i].m ^= b + k + far[at[b]];
        }
    }
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        parts[i].n = at[i];
        for (int b = 0; b < (parts[i].part[0] & 15); b++)
            parts[i].n += b + 3;
    }
    for (int i = 0; i < 64; i++)
        out[i] = cells[i].n + 100 * cells[i].m + 1000 * parts[i].n;
    show("member");
}

int main(void)
{
    for (int i = 0; i < 4096; i++)
        a[i] = i % 97;
    for (int i = 0; i < 64; i++) {
        count[i] = 10;
        at[i] = 63 - i;
        far[i] = i * i;
    }
    bound();
    subscript();
    product();
    temporary();
    statement();
    end();
    variable();
    sum();
    filled();
    called();
    member();
    return 0;
}
