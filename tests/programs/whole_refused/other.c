#include <stdlib.h>
#include <time.h>

struct point {
    double x, y;
};
struct handle {
    const double *values;
    double by;
};

extern double total;

static double factor __asm__("a_factor") = 2; /* and set below: no constant */
int calls;

void set_factor(double f)
{
    factor = f;
}

double point_norm(const struct point *p)
{
    return p->x + p->y;
}

double widened(double x)
{
    return x;
}

double with_state(double x)
{
    return x * factor;
}

double counting(double x)
{
    calls++;
    return x;
}

double store(double *to, double x)
{
    *to = x;
    return x;
}

double deep(double x)
{
    return difftime((time_t)x, 1);
}

double faculty(int n)
{
    return n < 2 ? 1 : n * faculty(n - 1);
}

static double twice(double x)
{
    return 2 * x;
}

static double half(double x)
{
    return x / 2;
}

double through(int which, double x)
{
    double (*const f[])(double) = {twice, half};
    return f[which](x);
}

double reads_total(double x)
{
    return x + total * 0;
}

struct handle *open_handle(const double *v)
{
    struct handle *h = malloc(sizeof *h);
    h->values = v;
    h->by = 3;
    return h;
}

double handle_value(const struct handle *h, int i)
{
    return h->values[i] * h->by;
}

struct open {
    int n;
    struct handle *handle;
};

double open_value(const struct open *o, int i)
{
    return o->handle->by * (i < o->n);
}

double fine(double x)
{
    return x + 1;
}
/* SPDX-License-Identifier: MIT */
