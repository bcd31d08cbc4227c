/* Updates of reduction variables in the forms that programs have.
 * flags: -O1 -std=gnu17
 * device: 10 (that of all_nan starts from NaN)
 * refused: reduction-misuse reduction-misuse reduction-misuse reduction-misuse
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define N 600
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX_ONCE(x, y)                                                                             \
    ({                                                                                             \
        __typeof__(x) max_x = (x);                                                                 \
        __typeof__(y) max_y = (y);                                                                 \
        max_x > max_y ? max_x : max_y;                                                             \
    })

struct stats {
    struct {
        double sum;
        long count;
    } part;
    double v[4];
};

static double a[N], b[N], odd[N]; /* odd: with NaN, infinities and zeros of both signs */
static float f[N];
static int k[N], l[N];
static short h[N];
static unsigned char c[N];

static double larger(double x, double y)
{
    return x > y ? x : y;
}

static int ilarger(int x, int y)
{
    return x > y ? x : y;
}

static void fill(void)
{
    static const double special[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 1e-310, -1e300};
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 % 601 - 300) * 0.25;
        b[i] = (i * 91 % 599 - 290) * 0.5;
        f[i] = (float)((i * 17) % 499) * 0.125f - 9;
        k[i] = (i * 53) % 577 - 250;
        l[i] = (i * 29) % 571 - 300;
        h[i] = (short)((i * 7919) % 30011 - 15000);
        c[i] = (unsigned char)(i * 31);
        odd[i] = i % 5 == 2 ? special[i % 7] : a[i];
    }
}

static void nested(int n, double start, double low)
{
    double m[8], w = low;
    int x = k[0], y = k[0], z = k[0];
    float g = -1e30f;
    unsigned char u = 0;
    for (int i = 0; i < 8; i++)
        m[i] = start;
#pragma tcr reduce(max : m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7])
    for (int i = 0; i < n; i++) {
        m[0] = fmax(fmax(m[0], a[i]), b[i]);
        m[1] = fmax(a[i], fmax(m[1], b[i]));
        m[2] = MAX(MAX(m[2], a[i]), b[i]);
        m[3] = MAX(a[i], MAX(b[i], m[3]));
        m[4] = MAX_ONCE(MAX_ONCE(m[4], a[i]), b[i]);
        m[5] = larger(larger(m[5], a[i]), k[i]);
        m[6] = fmax(larger(b[i], m[6]), f[i]);
        m[7] = k[i] > 0 ? MAX(m[7], a[i]) : m[7];
    }
#pragma tcr reduce(min : w) reduce(max : x, y, z, g, u)
    for (int i = 0; i < n; i++) {
        w = fmin(MIN(w, a[i]), fmin(b[i], f[i]));
        x = ilarger(ilarger(x, k[i]), l[i]);
        y = MAX(MAX(y, k[i]), (int)c[i]);
        z = MAX((long)z, (long)k[i]);
        g = fmaxf(fmaxf(g, f[i]), (float)a[i]);
        u = MAX(MAX(u, c[i]), (unsigned char)k[i]);
    }
    for (int i = 0; i < 8; i++)
        printf("%.17g ", m[i]);
    printf("%.17g %d %d %d %.9g %d\n", w, x, y, z, g, u);
}

/* Where a NaN, of the data or from before, must not make a difference. */
static void specials(int n, double start)
{
    double m = start, w = start, p = start, q = start, s = start, t;
#pragma tcr reduce(max : m, p, s) reduce(min : w, q)
    for (int i = 0; i < n; i++) {
        m = fmax(fmax(m, odd[i]), a[i]);
        w = fmin(w, fmin(odd[i], a[i]));
        if ((t = odd[i]) > p)
            p = t;
        q = !(odd[i] < q) ? q : odd[i];
        s = odd[i] > s && odd[i] < 50 ? odd[i] : s;
    }
    printf("%.17g %.17g %.17g %.17g %.17g\n", m, w, p, q, s);
}

static void all_nan(int n)
{
    double m = NAN, w = NAN, x = NAN;
#pragma tcr reduce(max : m, x) reduce(min : w)
    for (int i = 0; i < n; i++) {
        m = fmax(m, odd[i] == odd[i] ? NAN : odd[i]);
        if (a[i] > 1e9)
            w = fmin(w, a[i]);
        x = MAX(x, a[i]);
    }
    printf("%g %g %g\n", m, w, x);
}

static void assigned_in_comparison(int n)
{
    double t, m = 0, w = 0, p = -1;
    int it, x = -1000;
    float g = 0;
#pragma tcr reduce(max : m, x, p, g) reduce(min : w)
    for (int i = 0; i < n; i++) {
        double z;
        short s;
        if ((t = fabs(a[i])) > m)
            m = t;
        if (w > (t = b[i])) {
            w = t;
        }
        x = (it = k[i] - l[i]) > x ? it : x;
        if (i % 3 && (z = sqrt(fabs(b[i]))) > p)
            p = z;
        if ((s = h[i]) > g)
            g = s;
    }
    printf("%.17g %.17g %d %.17g %.9g\n", m, w, x, p, g);
}

static void conditional_sums(int n)
{
    double s = 1, t = -2, u = 0.5, v = 0, product = 1;
    int count = 3, none = 7, sign = 1;
    unsigned bits = 0xffffu, any = 0, parity = 5;
    unsigned char wraps = 250;
    float g = 0;
#pragma tcr reduce(+ : s, t, u, v, count, none, wraps, g)
    for (int i = 0; i < n; i++) {
        s = a[i] > 0 ? s + a[i] : s;
        t = a[i] > 0 ? t : t + b[i];
        u = a[i] > 0 ? a[i] + u : b[i] > 0 ? u - b[i] : u;
        v = (k[i] & 1 ? v + a[i] : v - a[i]) + 1;
        count = k[i] > 10 ? count + 1 : count;
        none = k[i] > 100000 ? none + 1 : none;
        wraps = k[i] > 0 ? wraps + 3 : wraps;
        g = f[i] > 20 ? g + f[i] : g;
    }
#pragma tcr reduce(* : product, sign) reduce(& : bits) reduce(| : any) reduce(^ : parity)
    for (int i = 0; i < n; i++) {
        product = i % 50 == 7 ? product * 2 * 0.25 : i % 50 == 9 ? -product : product;
        sign = k[i] & 1 ? -sign : sign;
        bits = i % 100 == 3 ? bits & ~(1u << i % 16) : bits;
        any = k[i] > 200 ? any | (unsigned)c[i] : any;
        parity = k[i] > 0 ? parity : parity ^ (unsigned)l[i];
    }
    printf("%.17g %.17g %.17g %.17g %d %d %d %.9g\n", s, t, u, v, count, none, wraps, g);
    printf("%.17g %d %u %u %u\n", product, sign, bits, any, parity);
}

static void spellings(int n)
{
    double m = -1e9, p = -1e9, q = -1e9, r = -1e9;
    int x = -1000, y = 1000, z = -1000;
    float g = -1e9f;
    long w = -1000;
#pragma tcr reduce(max : m, p, q, r, x, z, g, w) reduce(min : y)
    for (int i = 0; i < n; i++) {
        a[i] > m ? (m = a[i]) : m;
        a[i] > p &&(p = a[i]);
        if ((b[i]) > (q) && a[i] < 10)
            q = (b[i]);
        r = !(a[i] > r) ? r : a[i];
        x = !(k[i] <= x) ? k[i] : x;
        if (!(y <= k[i]))
            y = k[i];
        if (h[i] > w)
            w = h[i];
        g = (double)a[i] > (double)g ? (double)a[i] : (double)g;
        z = c[i] > z ? c[i] : z;
    }
    printf("%.17g %.17g %.17g %.17g %d %d %d %.9g %ld\n", m, p, q, r, x, y, z, g, w);
}

static void logic(int n, int limit, int start)
{
    int ok = start, all = start, any = start, seen = start, both = start, hit = start, odd1 = start;
    bool every = start, some = start;
#pragma tcr reduce(&& : ok, all, every, both) reduce(|| : any, seen, some, hit, odd1)
    for (int i = 0; i < n; i++) {
        ok = k[i] > 0 ? ok && k[i] < limit : ok;
        all &= k[i] < limit;
        any |= k[i] > limit;
        every = every ? k[i] > -limit : 0;
        seen = k[i] == limit ? 1 : seen;
        some = some | (k[i] > limit);
        if (both && k[i] > limit)
            both = 0;
        if (!hit)
            hit = k[i] > limit;
        if (odd1 == 0 && k[i] > limit && (k[i] & 1))
            odd1 = 1;
    }
    printf("%d %d %d %d %d %d %d %d %d\n", ok, all, any, every, seen, some, both, hit, odd1);
}

static void places(double *sum, struct stats *p, int n)
{
    struct stats s = {{0, 0}, {0}};
    double t = 0;
#pragma tcr reduce(+ : *sum, p->part.sum, p->part.count, s.v[2], t) reduce(max : p->v[1])
    for (int i = 0; i < n; i++) {
        *sum += a[i];
        p->part.sum = k[i] > 0 ? p->part.sum + b[i] : p->part.sum;
        s.v[2] += a[i] + b[i], p->part.count++;
        t = fma(a[i], b[i], t);
        p->v[1] = fmax(fmax(p->v[1], a[i]), b[i]);
    }
#pragma tcr reduce(+ : sum[0])
    for (int i = 0; i < n; i++)
        sum[0] = a[i] + (sum[0] - b[i]);
    printf("%.17g %.17g %ld %.17g %.17g %.17g\n", *sum, p->part.sum, p->part.count, s.v[2], t, p->v[1]);
}

/* What depends on the order of the iterations. */
static void left_alone(int n)
{
    double m = -1e9, p = -1e9, w = 1e9, q = -1e9, s = 1;
#pragma tcr reduce(max : m) reduce(min : w)
    for (int i = 0; i < n; i++)
        if (a[i] > m)
            m = a[i];
        else if (a[i] < w)
            w = a[i];
#pragma tcr reduce(max : p)
    for (int i = 0; i < n; i++)
        p = a[i] > p ? a[i] : b[i] > p ? b[i] : p;
#pragma tcr reduce(max : q)
    for (int i = 0; i < n; i++)
        if (!(odd[i] <= q))
            q = odd[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s = s < 100 ? s + fabs(a[i]) : s;
    printf("%.17g %.17g %.17g %.17g %.17g\n", m, w, p, q, s);
}

int main(void)
{
    fill();
    for (int n = N; n >= 0; n -= N / 2) {
        double sum = 0.25;
        struct stats s = {{1, 2}, {0, -1e9}};
        nested(n, -1e300, 1e300);
        nested(n, 1e9, -1e9);
        specials(n, -5);
        specials(n, NAN);
        specials(n, INFINITY);
        specials(n, -0.0);
        all_nan(n);
        assigned_in_comparison(n);
        conditional_sums(n);
        spellings(n);
        for (int start = 0; start < 3; start++) {
            logic(n, 200, start);
            logic(n, 1000, start);
        }
        places(&sum, &s, n);
        left_alone(n);
    }
    return 0;
}
/* SPDX-License-Identifier: MIT */
