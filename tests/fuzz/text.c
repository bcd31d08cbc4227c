/* SPDX-License-Identifier: MIT */
/*
 * text.c: growing text, the random source, types.
 */
#include "gen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_reserve(struct text *t, size_t more)
{
    if (t->n + more + 1 <= t->cap)
        return;
    t->cap = (t->n + more + 1) * 2;
    t->s = realloc(t->s, t->cap);
    if (!t->s)
        abort();
}

void add(struct text *t, const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    size_t n = (size_t)vsnprintf(NULL, 0, format, ap);
    text_reserve(t, n);
    vsnprintf(t->s + t->n, n + 1, format, again);
    t->n += n;
    va_end(again);
    va_end(ap);
}

void text_free(struct text *t)
{
    free(t->s);
    *t = (struct text){0};
}

struct piece {
    struct piece *next;
    char s[];
};
static struct piece *pieces;

const char *fmt(const char *format, ...)
{
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    size_t n = (size_t)vsnprintf(NULL, 0, format, ap);
    struct piece *p = malloc(sizeof *p + n + 1);
    if (!p)
        abort();
    vsnprintf(p->s, n + 1, format, again);
    va_end(again);
    va_end(ap);
    p->next = pieces;
    pieces = p;
    return p->s;
}

void fmt_free_all(void)
{
    while (pieces) {
        struct piece *next = pieces->next;
        free(pieces);
        pieces = next;
    }
}

/* splitmix64, Steele, Lea and Flood, OOPSLA 2014. */
uint64_t rnd_state;

int rnd(int n)
{
    uint64_t z = rnd_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (int)((z ^ (z >> 31)) % (uint64_t)n);
}

int rnd_in(int lo, int hi)
{
    return lo + rnd(hi - lo + 1);
}

bool chance(int percent)
{
    return rnd(100) < percent;
}

const struct type_info types[N_TYPES] = {
    [T_BOOL] = {"_Bool", "bool", 1, false, false},
    [T_CHAR] = {"char", "char", 8, true, false},
    [T_SCHAR] = {"signed char", "int8_t", 8, true, false},
    [T_UCHAR] = {"unsigned char", "uint8_t", 8, false, false},
    [T_SHORT] = {"short", "int16_t", 16, true, false},
    [T_USHORT] = {"unsigned short", "uint16_t", 16, false, false},
    [T_INT] = {"int", "index_t", 32, true, false},
    [T_UINT] = {"unsigned", "uint32_t", 32, false, false},
    [T_LONG] = {"long", "count_t", 64, true, false},
    [T_ULONG] = {"unsigned long", "size_t", 64, false, false},
    [T_LLONG] = {"long long", "long long int", 64, true, false},
    [T_ULLONG] = {"unsigned long long", "unsigned long long", 64, false, false},
    [T_HALF] = {"half_t", "half_t", 11, true, true},
    [T_FLOAT] = {"float", "real32", 24, true, true},
    [T_DOUBLE] = {"double", "scalar_t", 53, true, true},
};

const char *spell(enum type t)
{
    return chance(75) ? types[t].name : types[t].alias;
}

/* Weighted as real codes are: mostly double and int. */
enum type random_type(bool floating)
{
    if (floating)
        return chance(65) ? T_DOUBLE : chance(70) ? T_FLOAT : T_HALF;
    return chance(35) ? T_INT : (enum type)rnd(T_ULLONG + 1);
}

static enum type at_least_int(enum type t)
{
    return t < T_INT ? T_INT : t;
}

enum type promoted(enum type a, enum type b)
{
    a = at_least_int(a);
    b = at_least_int(b);
    return a > b ? a : b;
}

int log2_ceil(long v)
{
    int h = 0;
    while (h < 62 && (1L << h) < v)
        h++;
    return h;
}

/* Names that mean something in C++ or in device code, but nothing in C. */
static const char *const awkward[MAX_AWKWARD] = {
    "class",     "new",       "this",     "template", "delete",   "operator", "it",      "v",
    "A",         "G",         "T",        "value",    "args",     "run",      "vars",    "and",
    "namespace", "threadIdx", "blockDim", "virtual",  "typename", "try",      "nullptr", "result",
};

const char *fresh(struct loop *L, const char *stem)
{
    int k = rnd(8 * MAX_AWKWARD);
    if (k < MAX_AWKWARD && !L->awkward_used[k]) {
        L->awkward_used[k] = true;
        return awkward[k];
    }
    return fmt("%s%d", stem, L->names++);
}

void line(struct loop *L, const char *format, ...)
{
    va_list ap;
    char buffer[4096];
    va_start(ap, format);
    vsnprintf(buffer, sizeof buffer, format, ap);
    va_end(ap);
    add(&L->code, "%*s%s\n", 4 * L->indent, "", buffer);
}

void set_by_loop(struct loop *L, const char *name, bool listed)
{
    if (listed)
        add(&L->privates, "%s%s", L->privates.n ? ", " : "", name);
    add(&L->assigned, "%s%s", L->assigned.n ? ", " : "", name);
}

enum place place_of_var(const struct loop *L, int near)
{
    enum place p = chance(near) ? P_LOCAL : (enum place)rnd(4);
    return p == P_MEMBER && L->origin == FROM_OMP ? P_LOCAL : p; /* no list item there */
}

const char *member(struct loop *L, const char *field)
{
    return fmt("%s%s", L->by_pointer ? "p->" : "s.", field);
}
