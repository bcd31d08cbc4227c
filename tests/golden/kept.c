// options: -std=gnu99
// Does a pointer hold the address of s?  Then the loop may read s through p, and is refused.
#include <stddef.h>

#define REGION                                                                                     \
    _Pragma("tcr reduce(+ : s)") for (int i = 0; i < n; i++) s += p[i];

struct place {
    double *at;
};

double *global;
struct place there;
void unknown(double *);

static void keeps(double *x)
{
    double *y = x + 1;
    global = y - 1;
}

static double looks(const double *x)
{
    const double *y = x;
    return *y;
}

static double *gives(double *x)
{
    return x;
}

static void hands_on(double *x)
{
    if (x)
        keeps(x);
}

static double goes_round(double *x, int n)
{
    return n ? goes_round(x, n - 1) : *x;
}

double by_local(double *p, int n)
{
    double s = 0, *q = &s;
    REGION
    return *q;
}

double by_global(double *p, int n)
{
    double s = 0;
    global = &s;
    REGION
    return s;
}

double by_structure(double *p, int n)
{
    double s = 0;
    there = (struct place){&s};
    REGION
    return s;
}

double by_function(double *p, int n)
{
    double s = 0;
    keeps(&s);
    REGION
    return s;
}

double by_two_functions(double *p, int n)
{
    double s = 0;
    hands_on(&s);
    REGION
    return s;
}

double by_result(double *p, int n)
{
    double s = 0;
    global = gives(&s);
    REGION
    return s;
}

double by_choice(double *p, int n)
{
    double s = 0;
    global = n > 3 ? (n++, &s) : p;
    REGION
    return s;
}

double by_assembly(double *p, int n)
{
    double s = 0;
    __asm__ volatile("" : : "r"(&s) : "memory");
    REGION
    return s;
}

static double outside;
static double *const fixed = &outside;

double by_initial(double *p, int n)
{
#define s outside
    REGION
#undef s
    return *fixed;
}

/* Nobody keeps it. */

double not_by_looking(double *p, int n)
{
    double s = 0;
    s = looks(&s) + *gives(&s) + goes_round(&s, n);
    REGION
    return s;
}

double not_by_unknown(double *p, int n)
{
    double s = 0;
    unknown(&s);
    REGION
    unknown(&s);
    return s;
}

double not_by_comparing(double *p, int n)
{
    double s = 0;
    if (p == &s || !&s)
        return 1;
    __atomic_fetch_add((long *)&s, 0, __ATOMIC_RELAXED);
    REGION
    return s;
}

static double nowhere;

double not_by_name(double *p, int n)
{
#define s nowhere
    REGION
#undef s
    return nowhere;
}
