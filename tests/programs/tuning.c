/* chain and block in all sizes, on sums that are exact in any order; collapse with a constant.
 * flags: -O2
 */
#include <stdio.h>

enum { N = 3001, ROWS = 17, DEPTH = 2, WARP = 32 };
static float f[N];
static double d[N], table[ROWS][N / ROWS];
static int i32[N];
static long i64[N];
static short i16[N];
static signed char i8[N];
static unsigned char u8[N];

#define PRAGMA(text) _Pragma(#text)
#define SUMS(name, R, B)                                                                           \
    static void name(void)                                                                         \
    {                                                                                              \
        float a = 1, q = 0;                                                                        \
        double b = 2, most = -1;                                                                   \
        int c = 3;                                                                                 \
        long e = 4;                                                                                \
        short g = 5;                                                                               \
        signed char h = 6;                                                                         \
        unsigned long u = 7;                                                                       \
        PRAGMA(tcr reduce(+ : a) chain(R) block(B))                                                \
        for (int i = 0; i < N; i++)                                                                \
            a += f[i];                                                                             \
        PRAGMA(tcr reduce(+ : q, b, c, e, g, h, u) reduce(max : most) chain(R) block(B))           \
        for (int i = 0; i < N; i++) {                                                              \
            q += f[i] * 2;                                                                         \
            b += d[i];                                                                             \
            c += i32[i];                                                                           \
            e += i64[i];                                                                           \
            g = (short)(g + i16[i]);                                                               \
            h = (signed char)(h + i8[i]);                                                          \
            u += u8[i];                                                                            \
            most = d[i] > most ? d[i] : most;                                                      \
        }                                                                                          \
        printf("%d %d: %g %g %g %d %ld %d %d %lu %g\n", R, B, a, q, b, c, e, g, h, u, most);       \
    }

SUMS(chain_1, 1, WARP)
SUMS(chain_2, DEPTH, 2 * WARP)
SUMS(chain_3, 3, 96)
SUMS(chain_5, 5, 256)
SUMS(chain_8, 4 * DEPTH, 512)
SUMS(chain_16, 16, 1024)

/* A long body takes one iteration of a lane at a time. */
static void heavy(void)
{
    float s = 0;
#pragma tcr reduce(+ : s) chain(3)
    for (int i = 0; i < N; i++) {
        float x = 0;
        for (int k = 0; k < 30; k++)
            x += f[(i + k * 7) % N] * (float)(k % 3);
        s += x;
    }
    printf("heavy %g\n", s);
}

int main(void)
{
    double t = 0, part[3] = {0, 0, 0};
    for (int i = 0; i < N; i++) {
        f[i] = (float)(i * 37 % 33 - 16) * 0.5f;
        d[i] = (i * 53 % 101 - 50) * 0.25;
        i32[i] = i * 301 - 100000;
        i64[i] = (long)i * 1000000000039L;
        i16[i] = (short)(i * 31);
        i8[i] = (signed char)(i * 7);
        u8[i] = (unsigned char)(i * 11);
    }
    for (int i = 0; i < ROWS * (N / ROWS); i++)
        table[i / (N / ROWS)][i % (N / ROWS)] = i % 9;
    chain_1();
    chain_2();
    chain_3();
    chain_5();
    chain_8();
    chain_16();
    heavy();
#pragma tcr reduce(+ : t) collapse(DEPTH) chain(2)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < N / ROWS; j++)
            t += table[i][j];
#pragma tcr reduce(+ : part[0:3]) chain(sizeof(int) * 2) block(sizeof(table) > 0 ? 64 : 32)
    for (int i = 0; i < N; i++)
        part[i % 3] += d[i];
    printf("%g %g %g %g\n", t, part[0], part[1], part[2]);
    return 0;
}
/* SPDX-License-Identifier: MIT */
