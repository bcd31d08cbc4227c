/* SPDX-License-Identifier: MIT */
/* Bit-fields that a loop sets: layouts, widths, signs, values that do not fit, neighbours.
 * flags: -O1 -std=gnu17
 * refused: bit-field
 * device: 14
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1500 };
enum colour { RED, GREEN, BLUE };

struct p {
    int type;
    unsigned a : 1, b : 1;
    float e;
};
struct __attribute__((packed)) packed {
    unsigned a : 5;
    unsigned b : 11;
    int c : 9;
    unsigned d : 32;
    unsigned char e : 7;
};
struct mixed {
    char t;
    unsigned a : 3;
    int b : 29;
    _Bool c : 1;
    enum colour k : 2;
    unsigned short h : 9;
    short sh : 10;
    unsigned w : 32;
    long long ll : 20;
    unsigned long long ull : 31;
    unsigned : 0;
    unsigned z : 1;
    signed char tail;
};
union both {
    unsigned raw;
    struct {
        unsigned lo : 4, mid : 12;
        int hi : 16;
    };
};
struct nested {
    double v;
    struct {
        unsigned on : 1, level : 6;
    } state[3];
};
struct shared {
    char t;
    unsigned a : 3, b : 5, c : 20;
};
struct date {
    unsigned day : 5, month : 4;
    int year : 14;
};

static struct p p[N];
static struct packed packed[N];
static struct mixed m[N];
static union both both[N];
static struct nested nested[N];

static void mark(struct p *q, int on)
{
    q->a = (unsigned)on;
    q->b |= (unsigned)on;
}

static struct date after(struct date d)
{
    if (++d.day == 0) /* 32 does not fit */
        d.month++;
    d.year -= 1;
    return d;
}

static unsigned long sum(const void *of, size_t n)
{
    const unsigned char *c = of;
    unsigned long h = 1469598103934665603ul;
    for (size_t i = 0; i < n; i++)
        h = (h ^ c[i]) * 1099511628211ul;
    return h;
}

int main(void)
{
    long k = 0, s = 0;
    for (int i = 0; i < N; i++) {
        p[i].type = i % 3;
        p[i].b = (unsigned)i / 2;
    }
#pragma tcr reduce(+ : k)
    for (int i = 0; i < N; i++)
        if (p[i].type == 0) {
            p[i].a = 1;
            p[i].e += 2;
            k++;
        }
    printf("%ld %lx\n", k, sum(p, sizeof p));
    /* what does not fit; every operator; the value of an assignment */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        packed[i].a = (unsigned)i;
        packed[i].b = (unsigned)i * 7u;
        packed[i].c = i * 3;
        packed[i].d = (unsigned)i * 2654435761u;
        packed[i].e = (unsigned char)i;
        s += packed[i].c;
    }
    printf("%ld %lx\n", s, sum(packed, sizeof packed));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        packed[i].a += 9;
        packed[i].b ^= (unsigned)i;
        packed[i].c -= 5 * i;
        packed[i].d >>= 3;
        packed[i].e <<= 1;
        packed[i].a++;
        s += ++packed[i].a - (int)--packed[i].b + packed[i].e++ + (packed[i].c = (int)(i * 2.5)) + (packed[i].d & 7);
    }
    printf("%ld %lx\n", s, sum(packed, sizeof packed));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        m[i].t = (char)i;
        m[i].a = (unsigned)(i & 7);
        m[i].b = -i;
        m[i].c = i & 6; /* 1, if not 0 */
        m[i].k = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
        m[i].h = (unsigned short)(i * 3 & 511);
        m[i].sh = (short)(i % 1024 - 512);
        m[i].w = ~(unsigned)i;
        m[i].ll = i * 300L - 9;
        m[i].ull = (unsigned)i * 99991u & 0x7fffffffu;
        m[i].z = i & 1;
        m[i].tail = (signed char)-i;
        s += (m[i].a = 3) > -1;
    }
    printf("%ld %lx\n", s, sum(m, sizeof m));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        m[i].c++;
        s += m[i].c--;
        m[i].b /= 3;
        m[i].sh *= -1;
        m[i].ll += m[i].b;
        m[i].w++;
        m[i].ull -= 5;
        m[i].h |= 0x111;
        m[i].z &= m[i].c;
        m[i].k = m[i].k == BLUE ? RED : BLUE;
    }
    printf("%ld %lx\n", s, sum(m, sizeof m));
    /* unions, nested structures, a place that is computed */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        both[i].raw = (unsigned)i * 2654435761u;
        both[i].mid = 0xabc;
        both[i].hi += 1;
        s += both[i].raw >> 8;
    }
    printf("%ld %lx\n", s, sum(both, sizeof both));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 3; j++) {
            nested[i].state[j].on = (i >> j) & 1;
            nested[i].state[j].level += i + j;
            s += nested[i].state[j].level;
        }
    printf("%ld %lx\n", s, sum(nested, sizeof nested));
    /* by pointers, in functions, in locals with initial values, by value */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        mark(&p[i], i % 5 == 0);
        struct date d = {i % 31, .year = i}, e = {0};
        struct date f = after(d);
        e.month = f.month + 15;
        f = after(f);
        d = (struct date){.day = 3, .month = i % 12, .year = -i};
        e.day = f.day = (unsigned)i;
        s += f.day + f.month * 100 - f.year + e.month + e.day + d.day + d.month + d.year;
    }
    printf("%ld %lx\n", s, sum(p, sizeof p));
    /* one array into another, whole, and then parts of it */
    struct mixed *copy = malloc(N * sizeof *copy);
    memset(copy, 0, N * sizeof *copy);
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        copy[i] = m[i];
        copy[i].a = 6;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += copy[i].a + copy[i].b + copy[i].sh + copy[i].z + copy[i].tail;
    printf("%ld\n", s);
    /* the neighbours of what is set stay, in bytes that nobody else sets */
    memset(copy, 0x5a, N * sizeof *copy);
#pragma tcr loop
    for (int i = 0; i < N; i++)
        copy[i].h = 0;
#pragma tcr loop
    for (int i = 0; i < N; i += 2)
        copy[i].c = !copy[i].c;
    printf("%lx\n", sum(copy, N * sizeof *copy));
    /* each element once, at places that only the loop knows */
    int *where = malloc(N * sizeof *where);
    for (int i = 0; i < N; i++)
        where[i] = (i * 7) % N;
#pragma tcr reduce(+ : k)
    for (int i = 0; i < N; i++) {
        copy[where[i]].a = (unsigned)i & 7;
        copy[where[i]].b = i;
        k += copy[where[i]].a;
    }
    printf("%ld %lx\n", k, sum(copy, N * sizeof *copy));
    /* two iterations in one structure: the program's order */
#pragma tcr loop
    for (int i = 0; i < N; i++)
        if (i & 1)
            copy[i / 2].a = (unsigned)i;
        else
            copy[i / 2].b = i;
    printf("%lx\n", sum(copy, N * sizeof *copy));
    /* bytes that a set bit-field shares with what was just copied */
    struct shared *from = malloc(N * sizeof *from), *to = malloc(N * sizeof *to);
    memset(from, 0, N * sizeof *from);
    memset(to, 0, N * sizeof *to);
    for (int i = 0; i < N; i++)
        from[i] = (struct shared){(char)i, (unsigned)i & 7, (unsigned)i & 31, (unsigned)i * 77u & 0xfffff};
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        to[i] = from[i];
        to[i].a = 6;
    }
    for (int i = s = 0; i < N; i++)
        s += to[i].t + 7 * to[i].a + 11 * to[i].b + to[i].c;
    printf("%ld\n", s);
    free(from);
    free(to);
    /* compilers differ in the type of this value */
    int odd = 0;
#pragma tcr reduce(+ : odd)
    for (int i = 0; i < N; i++)
        odd += p[i].a++ == 1;
    printf("%d\n", odd);
    free(copy);
    free(where);
    return 0;
}
