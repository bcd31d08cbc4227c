/* Bit-fields: what is read of them is what the compiler reads.
 * flags: -O1 -std=gnu17
 * refused: bit-field
 */
#include <stdio.h>
enum col { R, G, B };
enum { N = 3000 };
struct __attribute__((packed)) pk {
    unsigned a : 5;
    unsigned b : 11;
    int c : 9;
    unsigned d : 32;
    unsigned char e : 7;
};
struct fl {
    char t;
    unsigned a : 3;
    int b : 29;
    _Bool c : 1;
    enum col k : 2;
    unsigned short h : 9;
    short sh : 10;
    unsigned w : 32;
    long long ll : 20;
    unsigned long long ull : 31;
    unsigned : 0;
    unsigned z : 1;
};
struct last {
    double v;
    unsigned char q;
    unsigned f : 2;
};
union un {
    unsigned raw;
    struct {
        unsigned lo : 4;
        unsigned hi : 28;
    };
};
static struct pk pk[N];
static struct fl p[N];
static struct last l[N];
static union un un[N];
static struct {
    unsigned on : 1;
    int lim : 7;
} cfg = {1, -5};
static struct fl get(const struct fl *f, int i)
{
    return f[i];
}
static long sum(struct fl f)
{
    return f.a + f.b - f.c + f.k + f.h + f.sh;
}
int main(void)
{
    long s = 0;
    double d = 0;
    for (int i = 0; i < N; i++) {
        pk[i].a = i;
        pk[i].b = i * 7;
        pk[i].c = i * 3;
        pk[i].d = i * 2654435761u;
        pk[i].e = i;
        p[i].t = i;
        p[i].a = i;
        p[i].b = i * 99991;
        p[i].c = i & 1;
        p[i].k = i % 3;
        p[i].h = i;
        p[i].sh = i * 3;
        p[i].w = i * 2654435761u;
        p[i].ll = i * 7919;
        p[i].ull = i * 2654435761u;
        p[i].z = i;
        l[i].v = i;
        l[i].f = i;
        un[i].raw = i * 2654435761u;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += pk[i].a - 7 + pk[i].b + (pk[i].c < 0) + pk[i].c + pk[i].e;
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += pk[i].d + 1 + (pk[i].d - 5u > 7);
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += p[i].a * -1 + p[i].b / 3 + p[i].c + (p[i].k == B) + p[i].h + p[i].sh + p[i].z - 2;
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += (p[i].w >> 3) + p[i].w + p[i].ll - 3;
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += p[i].ull - 100;
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        struct fl f = p[i];
        s += f.a + f.b;
        s += get(p, i).h - 600;
        s += sum(f);
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++)
        if (l[i].f)
            d += l[i].v * l[i].f;
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++)
        d += un[i].lo - 8 + (un[i].hi & 15) - (un[i].raw >> 28);
    printf("%.17g\n", d);
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++)
        if (cfg.on && p[i].h > cfg.lim)
            d += cfg.lim - p[i].a;
    printf("%.17g\n", d);
    const struct fl *q = p + 3;
    const struct last *ql = &l[4];
    int w[8] = {1, 2, 3, 4, 5, 6, 7, 8};
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++)
        d += i * ql->f + q->b - (q->a - 9) + w[p[i].a] + (p[i].c ? 1 : 2) + ~p[i].a +
             (-p[i].a < 0) + (unsigned)p[i].a + (p[i].a < -1);
    printf("%.17g\n", d);
    _Bool any = 0;
    unsigned mx = 0;
#pragma tcr reduce(|| : any) reduce(max : mx)
    for (int i = 0; i < N; i++) {
        any = any || p[i].z;
        if (p[i].h > mx)
            mx = p[i].h;
    }
    printf("%d %u\n", any, mx);
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++) {
        struct fl f = p[i];
        f.a++;
        d += f.a;
    }
    printf("%.17g\n", d);
    struct {
        unsigned c : 9;
    } cnt = {0};
#pragma tcr reduce(+ : cnt.c)
    for (int i = 0; i < N; i++)
        cnt.c += w[i & 7];
    printf("%d\n", cnt.c);
    struct fl o;
#pragma tcr reduce(+ : d)
    for (int i = 0; i < N; i++) {
        o = p[i];
        d += o.a + o.sh;
    }
    printf("%.17g\n", d);
}
/* SPDX-License-Identifier: MIT */
