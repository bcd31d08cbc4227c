/* SPDX-License-Identifier: MIT */
/*
 * Unions that are initialised: by their first member, by another one, as a part of a structure, and
 * as a compound literal; what is not set has the zeros that gcc gives it.
 *
 * device: 6
 */
#include <stdint.h>
#include <stdio.h>

#define N 1000

union number {
    float f;
    uint32_t u;
    unsigned char byte[8];
};

union narrow {
    unsigned char low;
    uint32_t all;
    struct {
        short a, b;
    } halves;
};

struct tagged {
    int tag;
    union number value;
};

static float inverse_root(float x)
{
    union number v = {x};
    v.u = 0x5f3759dfu - (v.u >> 1);
    v.f *= 1.5f - .5f * x * v.f * v.f;
    return v.f;
}

static uint32_t bits(float x)
{
    return (union number){.f = x}.u;
}

static double weight(struct tagged t)
{
    return t.tag ? t.value.f : t.value.u;
}

int main(void)
{
    static float x[N];
    double roots = 0, weights = 0;
    uint64_t sum = 0, lows = 0, zeros = 0, others = 0;

    for (int i = 0; i < N; i++)
        x[i] = 1 + i * 0.25f;
#pragma tcr reduce(+ : roots)
    for (int i = 0; i < N; i++)
        roots += (int)(inverse_root(x[i]) * 1048576);
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++)
        sum += bits(x[i]);
#pragma tcr reduce(+ : weights)
    for (int i = 0; i < N; i++) {
        struct tagged a = {1, {x[i]}}, b = {.value.u = (uint32_t)i};
        weights += weight(a) + 2 * weight(b);
    }
#pragma tcr reduce(+ : lows)
    for (int i = 0; i < N; i++) {
        union narrow v = {(unsigned char)i};
        lows += v.all;
    }
#pragma tcr reduce(+ : zeros)
    for (int i = 0; i < N; i++) {
        union number v = {0}, w = {.u = i % 2};
        zeros += v.u + w.byte[0] + w.byte[7];
    }
#pragma tcr reduce(+ : others)
    for (int i = 0; i < N; i++)
        others += (union narrow){.all = (uint32_t)i * 257}.low;
    printf("%.0f %llu %.10g %llu %llu %llu\n", roots, (unsigned long long)sum, weights,
           (unsigned long long)lows, (unsigned long long)zeros, (unsigned long long)others);
    return 0;
}
