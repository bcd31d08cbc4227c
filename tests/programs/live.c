/* Temporaries of a loop whose value is read afterwards, by paths and names of all kinds.
 * flags: -O1 -std=gnu99
 */
#include <search.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 1000

static double a[N];
static long *kept;

struct holder {
    long *at;
};

/* t = what the last iteration computes */
#define REGION                                                                                     \
    _Pragma("tcr reduce(+ : s)") for (i = 0; i < N; i++)                                           \
    {                                                                                              \
        t = (long)a[i] + i;                                                                        \
        s += a[i] * t;                                                                             \
    }

/* Read at a label that stands before the loop. */
static long by_goto(int n)
{
    double s = 0;
    long t = 7, sum = 0;
    int i;
again:
    sum += t;
    if (sum > 3000)
        goto out;
    REGION
    if (n-- > 0)
        goto again;
    t = 250;
    goto again;
out:
    return sum + (long)s % 1000;
}

static long by_computed_goto(int which)
{
    void *const to[] = {&&first, &&second, &&third};
    double s = 0;
    long t = 3;
    int i;
    goto start;
first:
    return t;
start:
    REGION
    goto *to[which];
second:
    t = 5;
third:
    return 2 * t + (long)s % 10;
}

static void jump_back(jmp_buf env)
{
    longjmp(env, 1);
}

/* The value from before the call of setjmp() is there when it returns again. */
static long by_longjmp(void)
{
    jmp_buf env;
    double s = 0;
    long t = 0, r;
    int i;
    REGION
    if (setjmp(env)) {
        r = t;
        return r + 1;
    }
    jump_back(env);
    return 0;
}

/* Duff's device around the loop. */
static long by_switch(int n)
{
    double s = 0;
    long t = 9, sum = 0;
    int i, turns = (n + 2) / 3;
    switch (n % 3) {
    case 0:
        do {
            REGION
    case 2:
            sum += t;
    case 1:
            sum += 1;
        } while (--turns > 0);
    }
    return sum;
}

static long by_next_turn(void)
{
    double s = 0;
    long t = 2, sum = 0;
    int i, k;
    for (k = 0; k < 3; k++) {
        sum = sum * 2 + t;
        REGION
    }
    return sum;
}

static long by_early_return(int n)
{
    double s = 0;
    long t;
    int i;
    REGION
    if (n == 1)
        return (long)s;
    if (n == 2)
        return t;
    t = 4;
    return t;
}

static void __attribute__((noreturn)) leave(int status)
{
    exit(status);
}

static long by_end(int n)
{
    double s = 0;
    long t;
    int i;
    REGION
    if (n) {
        t = 8;
        if (n > 100)
            leave((int)t);
    }
    return t;
}

static long by_structure(void)
{
    double s = 0;
    long t = 0;
    struct holder h = {&t};
    int i;
    REGION
    return *h.at;
}

static long by_global(void)
{
    double s = 0;
    long t = 0;
    int i;
    kept = &t;
    REGION
    return *kept;
}

static void keep(long *p)
{
    long *q = p;
    kept = q;
}

static long by_function(void)
{
    double s = 0;
    long t = 0;
    int i;
    keep(&t);
    REGION
    return *kept;
}

static int compare(const void *x, const void *y)
{
    return (*(const long *)x > *(const long *)y) - (*(const long *)x < *(const long *)y);
}

/* A function of the C library keeps the address. */
static long by_library(void)
{
    void *root = NULL, *found;
    double s = 0;
    long t = 0, r;
    int i;
    found = tsearch(&t, &root, compare);
    REGION
    r = **(long **)found;
    tdelete(&t, &root, compare);
    return r;
}

static long twice(const long *p)
{
    return 2 * *p;
}

static long by_argument(void)
{
    double s = 0;
    long t;
    int i;
    REGION
    return twice(&t);
}

static long by_returned(void)
{
    double s = 0;
    long t = 0, *p;
    int i;
    p = (long *)(void *)&t;
    REGION
    return *p;
}

static long by_number(void)
{
    double s = 0;
    long t = 0;
    unsigned long where = (unsigned long)&t + 8;
    int i;
    REGION
    return *(long *)(where - 8);
}

#define CLAMP(x, most)                                                                             \
    ({                                                                                             \
        long c_ = (x);                                                                             \
        c_ > (most) ? (most) : c_;                                                                 \
    })

static long by_statement_expression(void)
{
    double s = 0;
    long t, r;
    int i, k = 0;
    REGION
    while (({
        k++;
        r = CLAMP(t, 900);
        k < 3;
    }))
        t = 17 * k;
    return r;
}

static long at_end;

static void note(long *p)
{
    at_end += *p;
}

static long by_cleanup(void)
{
    {
        double s = 0;
        long t __attribute__((cleanup(note))) = 0;
        int i;
        REGION
    }
    return at_end;
}

static long by_assembly(void)
{
    double s = 0;
    long t;
    int i;
    REGION
    __asm__ volatile("" : "+r"(t));
    return t;
}

static long by_assembly_goto(int n)
{
    double s = 0;
    long t;
    int i;
    REGION
    if (n) {
        __asm__ goto("" : : : : other);
        t = 3;
    }
    return t;
other:
    return t + 1;
}

/* A choice, && and a comma: not all of them assign it. */
static long by_choice(int n)
{
    double s = 0;
    long t, u = 1;
    int i;
    REGION
    if (n > 1 && (t = n) > 5)
        u = t;
    n > 7 ? (t = 6) : (u += 2);
    return u + t;
}

static long by_size(int n)
{
    double s = 0;
    long t;
    int i;
    REGION
    if (n < 0)
        return (long)sizeof t;
    char room[t + 1];
    return (long)sizeof room;
}

struct pair {
    long x, y;
};

static long by_member(void)
{
    double s = 0;
    struct pair t = {1, 2};
    int i;
#pragma tcr reduce(+ : s)
    for (i = 0; i < N; i++) {
        struct pair p = {i, 2 * i};
        t = p;
        s += a[i] * t.x;
    }
    t.x = 1;
    return t.x + t.y;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    printf("%ld %ld\n", by_goto(1), by_goto(0));
    printf("%ld %ld %ld\n", by_computed_goto(0), by_computed_goto(1), by_computed_goto(2));
    printf("%ld\n", by_longjmp());
    printf("%ld %ld %ld\n", by_switch(6), by_switch(7), by_switch(8));
    printf("%ld\n", by_next_turn());
    printf("%ld %ld %ld\n", by_early_return(1), by_early_return(2), by_early_return(3));
    printf("%ld %ld\n", by_end(0), by_end(1));
    printf("%ld %ld %ld %ld\n", by_structure(), by_global(), by_function(), by_library());
    printf("%ld %ld %ld\n", by_argument(), by_returned(), by_number());
    printf("%ld %ld\n", by_statement_expression(), by_cleanup());
    printf("%ld %ld %ld\n", by_assembly(), by_assembly_goto(0), by_assembly_goto(1));
    printf("%ld %ld %ld\n", by_choice(0), by_choice(3), by_choice(9));
    printf("%ld %ld %ld\n", by_size(-1), by_size(0), by_member());
    return 0;
}
/* SPDX-License-Identifier: MIT */
