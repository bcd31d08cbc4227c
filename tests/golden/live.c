// options: -std=gnu99
// What may be read after the loop: t is set in some iterations only, so the loop is refused where
// its value from before, or from the loop, is used afterwards.  The names of the functions say it.
#include <setjmp.h>
#include <stdlib.h>

#define REGION                                                                                     \
    _Pragma("tcr reduce(+ : s)") for (i = 0; i < n; i++) if (a[i] > 1)                             \
    {                                                                                              \
        t = a[i] * 2;                                                                              \
        s += t;                                                                                    \
    }
#define BEGIN                                                                                      \
    double s = 0, t = 0;                                                                           \
    int i;

/* ---- gotos: the order is that of the graph, not of the text ---- */

double goto_dead(const double *a, int n)
{
    BEGIN
    goto start;
end:
    t = 1;
    return s + t;
start:
    REGION
    goto end;
}

double goto_used(const double *a, int n)
{
    BEGIN
again:
    s += t;
    if (s > 100)
        return s;
    REGION
    goto again;
}

double computed_dead(const double *a, int n, int k)
{
    static void *const to[] = {&&one, &&two};
    BEGIN
    REGION
    goto *to[k];
one:
    t = 1;
    return s + t;
two:
    t = 2;
    return s * t;
}

double computed_used(const double *a, int n, int k)
{
    static void *const to[] = {&&one, &&two};
    BEGIN
two:
    s += t;
    REGION
    goto *to[k];
one:
    return s;
}

/* ---- switches and loops ---- */

double switch_dead(const double *a, int n, int k)
{
    BEGIN
    REGION
    switch (k) {
    case 1:
        t = 1;
        break;
    default:
        t = 2;
    }
    return s + t;
}

double switch_used(const double *a, int n, int k)
{
    BEGIN
    REGION
    switch (k) {
    case 1:
        t = 1;
        break;
    case 2:
        t = 2;
    }
    return s + t;
}

double duff_used(const double *a, int n, int k)
{
    BEGIN
    int turns = (k + 1) / 2;
    switch (k % 2) {
    case 0:
        do {
            s += 1;
    case 1:
            s += t;
            REGION
        } while (--turns > 0 && k < 7);
    }
    return s;
}

double turn_dead(const double *a, int n, int k)
{
    BEGIN
    while (k--) {
        t = 3;
        s += t;
        REGION
        if (s > 5)
            continue;
        if (s > 4)
            break;
    }
    return s;
}

double turn_used(const double *a, int n, int k)
{
    BEGIN
    while (k--) {
        if (s > 2)
            t = 3;
        s += t;
        REGION
    }
    return s;
}

double endless_dead(const double *a, int n, int k)
{
    BEGIN
    REGION
    while (1) {
        t = k--;
        if (t < s)
            break;
    }
    return t;
}

/* ---- ends ---- */

static void __attribute__((noreturn)) die(double x)
{
    exit(x > 1);
}

double end_dead(const double *a, int n)
{
    BEGIN
    REGION
    if (s > 1) {
        t = 2;
    } else {
        die(s);
        s += t;
    }
    return t;
}

double end_used(const double *a, int n)
{
    BEGIN
    REGION
    if (s > 1)
        die(t);
    return s;
}

static jmp_buf place;
void work(void);

double jump_dead(const double *a, int n)
{
    BEGIN
    if (setjmp(place) > 3)
        return s;
    REGION
    work();
    return s;
}

double jump_used(const double *a, int n)
{
    BEGIN
    if (setjmp(place) > 3)
        return t;
    REGION
    work();
    return s;
}

/* ---- expressions ---- */

double both_dead(const double *a, int n)
{
    BEGIN
    REGION
    return s > 1 && (t = s) > 2 ? t : s;
}

double either_used(const double *a, int n)
{
    BEGIN
    REGION
    return s > 1 || (t = s) > 2 ? t : s;
}

double statement_dead(const double *a, int n)
{
    BEGIN
    REGION
    return ({
        t = s;
        for (i = 0; i < 3; i++)
            t /= 2;
        t;
    });
}

double statement_used(const double *a, int n)
{
    BEGIN
    REGION
    return ({
        if (s > 2)
            t = s;
        t;
    });
}

double assembly_used(const double *a, int n)
{
    BEGIN
    REGION
    __asm__("" : : "m"(t));
    return s;
}

unsigned long size_dead(const double *a, int n)
{
    BEGIN
    REGION
    return sizeof t;
}

unsigned long extent_used(const double *a, int n)
{
    BEGIN
    REGION
    return sizeof(char[(int)t]);
}

double cast_used(const double *a, int n)
{
    BEGIN
    REGION
    return (*(double (*)[2][(int)t])a)[1][0];
}

double typedef_used(const double *a, int n)
{
    BEGIN
    REGION
    typedef char row[(int)t];
    t = 1;
    return t + sizeof(row *);
}

/* ---- addresses ---- */

void show(const double *);

static double own(const double *p)
{
    const double *q = p;
    return *q;
}

double handed_dead(const double *a, int n)
{
    BEGIN
    s = own(&t);
    REGION
    return s;
}

double handed_used(const double *a, int n)
{
    BEGIN
    REGION
    return own(&t);
}

double unknown_used(const double *a, int n)
{
    BEGIN
    show(&t);
    REGION
    show(NULL);
    return s;
}

double cleanup_used(const double *a, int n)
{
    double s = 0, t __attribute__((cleanup(own))) = 0;
    int i;
    REGION
    return s;
}

double punned_used(const double *a, int n)
{
    BEGIN
    REGION
    *(int *)&t = 1;
    return t;
}

double volatile_used(const double *a, int n)
{
    BEGIN
    REGION
    return *(volatile double *)&t;
}

double set_dead(const double *a, int n)
{
    BEGIN
    REGION
    *&t = 1;
    return t;
}
