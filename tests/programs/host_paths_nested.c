/*
 * What only the host does, where it is hard to see: two functions down, in conditions and
 * operands, in loops that end in the middle; what it changes is read by other iterations.
 *
 * accept: omp,acc
 * refused: goto
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 400 };
static double a[N];
static int k[N];
static int told, calls;
static double table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static void memory_report(int i);
static void memory_report(int i)
{
    calls++;
    printf("memory %d\n", i);
}
/* nested functions with output two levels down; globals written */
static double inner(double x, int i)
{
    if (x > 90) {
        if (told++ < 3)
            printf("x %g at %d\n", x, i);
        x = 90;
    }
    return x;
}
static double middle(double x, int i)
{
    double y = inner(x, i);
    if (y < -50) {
        memory_report(i);
        y = -50;
    }
    return 2 * y;
}
static double two_down(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += middle(a[i], i) + table[k[i] & 7];
    return s;
}
/* rare path writes the table that others read, and the bound's variable */
static double changes(int n)
{
    double s = 0;
    int m = 5;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (k[i] == 100) {
            puts("change");
            table[0] += 1;
            m = 7;
        }
        for (int j = 0; j < m; j++)
            s += table[j];
    }
    table[0] = 1;
    return s + m;
}
/* conditional operator chains, comma, && as statements */
static int logit(int i)
{
    return printf("log %d\n", i);
}
static double chains(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        k[i] == 100 && logit(i);
        k[i] != 100 || printf("or %d\n", i);
        if (k[i] == 100 ? logit(i) > 0 : a[i] > 90)
            s += 1, putchar('.');
        s += (k[i] == 100 && logit(-i) > 3) ? 5 : a[i];
        switch (k[i] == 100 ? logit(i) : 0) {
        case 0:
            s += 1;
            break;
        default:
            s += 2;
        }
    }
    return s;
}
/* labels into an if of all */
static double into(int n)
{
    double s = 0;
    int bad = 0;
#pragma tcr reduce(+ : s, bad)
    for (int i = 0; i < n; i++) {
        int t = 0;
        if (k[i] == 100) {
            if (++bad < 3) {
                printf("bad\n");
            back:
                t++;
            }
            if (t < 3)
                goto back;
        }
        s += t + a[i];
    }
    return s + bad;
}
/* min with location & output */
static double loc(int n)
{
    double m = 1e9;
    int at = -1;
#pragma tcr reduce(min : m)
    for (int i = 0; i < n; i++) {
        double d = a[i] * a[i];
        m = d < m ? d : m;
        if (d > 8000) {
            printf("d %g, m %g\n", d, m);
            at = i;
        }
    }
    return m + at;
}
/* logical */
static int logic(int n)
{
    int any = 0, all = 1;
#pragma tcr reduce(|| : any) reduce(&& : all)
    for (int i = 0; i < n; i++) {
        if (a[i] > 3)
            any = 1;
        if (k[i] == 100) {
            printf("any %d all %d\n", any, all);
            all = 0;
        }
        all = all && k[i] < 1000;
    }
    return any + 10 * all;
}
/* stack arrays and files */
static double files(int n)
{
    double s = 0;
    FILE *log = NULL;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        char name[32];
        if (k[i] == 100) {
            if (!log)
                log = stdout;
            snprintf(name, sizeof name, "entry %d", i);
            fprintf(log, "%s %zu\n", name, strlen(name));
        }
        s += a[i];
    }
    return s;
}
/* 2-d, collapse with output between */
static double grid(int n)
{
    static double g[20][20];
    double s = 0;
#pragma omp parallel for collapse(2) reduction(+ : s)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++) {
            g[i][j] = a[i * 20 + j];
            if (g[i][j] > 90) {
                if (n < 0)
                    printf("never\n");
                g[i][j] = 0;
            }
            s += g[i][j];
        }
    return s + g[3][4];
}
/* pointers in while */
static double lists(int n)
{
    struct cell {
        double v;
        int next;
    } c[N];
    double s = 0;
    for (int i = 0; i < n; i++) {
        c[i].v = a[i];
        c[i].next = i % 5 ? i - 1 : -1;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int p = i, steps = 0;
        while (p >= 0) {
            if (++steps > 100 || p >= n) {
                fprintf(stdout, "broken %d\n", i);
                break;
            }
            s += c[p].v;
            p = c[p].next;
        }
    }
    return s;
}
static void fill(int bad)
{
    told = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i % 13 - 4;
        k[i] = i % 9;
    }
    if (bad) {
        a[5] = 95;
        a[77] = -60;
        a[200] = 99;
        a[201] = 91;
        k[30] = 100;
        k[333] = 100;
    }
}
int main(void)
{
    double (*f[])(int) = {two_down, changes, chains, into, loc, files, grid, lists};
    for (int t = 0; t < 6; t++) {
        for (int j = 0; j < 8; j++) {
            fill(t & 1);
            printf("%d %.10g\n", j, f[j](N));
        }
        fill(t & 1);
        printf("%d %d\n", logic(N), calls);
    }
}
/* SPDX-License-Identifier: MIT */
