/* Reductions of every kind with little optimisation, where clang before 16 lost lanes of vectors.
 * flags: -Og -fopenmp
 */
#include <stdio.h>

#define N 1003

static double f64[N];
static float f32[N];
static int i32[N];
static unsigned char u8[N];

static void sums(int n)
{
    double d = 0, product = 1;
    float f = 0;
    long long whole = 0;
    unsigned bits = 0, all = ~0u;

#pragma tcr reduce(+ : d, f, whole) reduce(* : product) reduce(| : bits) reduce(& : all)
    for (int i = 0; i < n; i++) {
        d += f64[i];
        f += f32[i];
        whole += i32[i];
        product *= u8[i] > 250 ? 2 : 1;
        bits |= (unsigned)i32[i];
        all &= (unsigned)u8[i] | 64u;
    }
    printf("%g %g %lld %g %u %u\n", d, f, whole, product, bits, all);
}

static void extremes(int n)
{
    double least = 1e9, most = -1e9;
    int low = 1 << 30;

#pragma tcr reduce(min : least, low) reduce(max : most)
    for (int i = 0; i < n; i++) {
        if (f64[i] < least)
            least = f64[i];
        most = f64[i] > most ? f64[i] : most;
        low = i32[i] < low ? i32[i] : low;
    }
    printf("%g %g %d\n", least, most, low);
}

static void conditions_and_nests(int n)
{
    double some = 0, grid = 0;
    int count = 0;

#pragma tcr reduce(+ : some, count)
    for (int i = 0; i < n; i++)
        if (u8[i] & 1) {
            some += f64[i];
            count++;
        }
#pragma tcr reduce(+ : grid) collapse(2)
    for (int i = 0; i < 17; i++)
        for (int k = 0; k < 59; k++)
            grid += f64[59 * i + k];
    printf("%g %d %g\n", some, count, grid);
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        f64[i] = (i * 37) % 101 - 50;
        f32[i] = (float)(i % 13);
        i32[i] = (i * 29) % 997 + 3;
        u8[i] = (unsigned char)(i * 7);
    }
    sums(N);
    extremes(N);
    conditions_and_nests(N);
    return 0;
}
/* SPDX-License-Identifier: MIT */
