// options: -std=gnu17
// What device code cannot have stands around a loop: it only says less of the variables.
#include <stdarg.h>
#include <stdlib.h>

typedef float v4 __attribute__((vector_size(16)));
struct record {
    int a : 3, b;
    union {
        int x;
        float y;
    };
    int tail[];
};
struct pair {
    int *p;
    int q;
};
static int g;
void anything(void *, ...);

double around(const double *a, int n, int k, ...)
{
    double s = 0, t, dead;
    int i, row[n], (*whole)[n] = &row;
    va_list ap;
    va_start(ap, k);
    int *q = va_arg(ap, int *), z = _Generic(s, double : 1, default : 2);
    va_end(ap);
    v4 v = {1, 2, 3, 4};
    v += v;
    v[1] = 3;
    struct record *p = malloc(sizeof *p + 12);
    p->x = 3;
    p->tail[1] = 2;
    p->a++;
    typedef int wide[n + 1];
    wide w;
    w[0] = (int)sizeof(wide);
    int y = k ?: 3, u = __builtin_choose_expr(1, k, 2);
    _Complex double c = 1.0;
    __real__ c = 2;
    int des[4] = {[1] = 2, [2 ... 3] = k};
    struct pair named = {.p = &i, .q = 3};
    long double wider = k;
    volatile int seen = k;
    if (z)
        anything(&z);
    for (;;) {
        if (k--)
            break;
    }
    do {
        if (k)
            continue;
    } while (k-- > seen);
    switch (k) {
        int inner;
    case 1 ... 3:
        inner = 2;
        anything(&inner);
        break;
    default:;
    }
again:
    __asm__ volatile("nop" : "=r"(i), "+m"(g) : "r"(k) : "memory");
    __typeof__(({
        int e = 3;
        e;
    })) te = 3;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        t = a[i] * 2;
        if (t > 1)
            dead = t;
        s += t;
    }
    ({
        if (k)
            goto out;
        3;
    });
    while (({
        int r = k--;
        r > 0;
    })) {
        if (k == 7)
            break;
        if (k == 6)
            goto again;
    }
    (void)(*whole)[0], (void)q, (void)named, (void)te, (void)des, (void)y, (void)u, (void)w;
    (k ? anything : anything)(&s, (struct pair){&k, 1}, __func__, "x"
                                                                  "y",
                              sizeof(int[k]), __alignof__(t), __builtin_offsetof(struct record, b));
    wider += *(k > 2 ? &wider : &wider) + (&a[1])[2] + 2 [a] + v[0];
out:
    return s + (double)wider;
}

int old_style(n, b) int n;
double *b;
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += b[i];
    return (int)s;
}
