/* SPDX-License-Identifier: MIT */
/* Loops that are nothing but the prefix sums of an array, which have kernels of their own: small
 * arrays and long ones, from any element on, onto any place, in place, exclusive, downwards, with a
 * variable that is not 0 before.  All values are such that no sum is rounded.
 * flags: -O1
 * device: 13
 */
#include <stdio.h>
#include <stdlib.h>

enum { START = 3 };

static int value(long i)
{
    return (int)(i * 7919 % 17) - 8;
}

#define LOOPS(T, name)                                                                             \
    static T in_##name(const T *restrict a, T *restrict out, long from, long n)                    \
    {                                                                                              \
        T s = START;                                                                               \
        _Pragma("tcr reduce(inscan, +:s)") for (long i = from; i < n; i++)                         \
        {                                                                                          \
            s += a[i];                                                                             \
            _Pragma("tcr scan inclusive(s)") out[i] = s;                                           \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    static T ex_##name(const T *restrict a, T *restrict out, long from, long n)                    \
    {                                                                                              \
        T s = START;                                                                               \
        _Pragma("tcr reduce(inscan, +:s)") for (long i = from; i < n; i++)                         \
        {                                                                                          \
            out[i] = s;                                                                            \
            _Pragma("tcr scan exclusive(s)") s += a[i];                                            \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    static T here_##name(T *a, long from, long n)                                                  \
    {                                                                                              \
        T s = START;                                                                               \
        _Pragma("tcr reduce(inscan, +:s)") for (long i = from; i < n; i++)                         \
        {                                                                                          \
            s += a[i];                                                                             \
            _Pragma("tcr scan inclusive(s)") a[i] = s;                                             \
        }                                                                                          \
        return s;                                                                                  \
    }                                                                                              \
    static int wrong_##name(const T *out, T all, long from, long n, int exclusive)                 \
    {                                                                                              \
        T s = START;                                                                               \
        for (long i = from; i < n; i++) {                                                          \
            const T before = s;                                                                    \
            s += (T)value(i);                                                                      \
            if (out[i] != (exclusive ? before : s))                                                \
                return 1;                                                                          \
        }                                                                                          \
        return all != s;                                                                           \
    }                                                                                              \
    /* Nothing is written in front of the first element, and behind the last. */                   \
    static void put_##name(T *a, T *out, long n)                                                   \
    {                                                                                              \
        for (long i = 0; i < n; i++)                                                               \
            a[i] = (T)value(i);                                                                    \
        for (long i = 0; i <= n; i++)                                                              \
            out[i] = 77;                                                                           \
    }                                                                                              \
    static int left_##name(const T *out, long from, long n)                                        \
    {                                                                                              \
        int left = out[n] == 77;                                                                   \
        for (long i = 0; i < from; i++)                                                            \
            left &= out[i] == 77;                                                                  \
        return left;                                                                               \
    }                                                                                              \
    static void test_##name(long from, long n, int x_at, int y_at)                                 \
    {                                                                                              \
        T *rooms[2] = {malloc((size_t)(n + 9) * sizeof(T)), malloc((size_t)(n + 9) * sizeof(T))};  \
        T *a = rooms[0] + x_at, *out = rooms[1] + y_at;                                            \
        put_##name(a, out, n);                                                                     \
        T all = in_##name(a, out, from, n);                                                        \
        int bad = wrong_##name(out, all, from, n, 0) || !left_##name(out, from, n);                \
        put_##name(a, out, n);                                                                     \
        all = ex_##name(a, out, from, n);                                                          \
        bad |= (wrong_##name(out, all, from, n, 1) || !left_##name(out, from, n)) << 1;            \
        all = here_##name(a, from, n);                                                             \
        bad |= wrong_##name(a, all, from, n, 0) << 2;                                              \
        printf(#name " %ld %ld %d %d: %s\n", from, n, x_at, y_at, bad ? "wrong" : "right");        \
        free(rooms[0]);                                                                            \
        free(rooms[1]);                                                                            \
    }
LOOPS(float, f32)
LOOPS(double, f64)
LOOPS(int, i32)
LOOPS(unsigned long, u64)

static double down(const double *a, double *restrict out, long n)
{
    double s = START;
#pragma tcr reduce(inscan, + : s)
    for (long i = n - 1; i >= 0; i--) {
        s += a[i];
#pragma tcr scan inclusive(s)
        out[i] = s;
    }
    return s;
}

static void test_down(long n)
{
    double *a = malloc((size_t)n * sizeof *a), *out = malloc((size_t)n * sizeof *out), s = START;
    int bad = 0;
    for (long i = 0; i < n; i++)
        a[i] = value(i);
    const double all = down(a, out, n);
    for (long i = n - 1; i >= 0; i--) {
        s += value(i);
        bad |= out[i] != s;
    }
    printf("down: %s\n", bad || all != s ? "wrong" : "right");
    free(a);
    free(out);
}

int main(void)
{
    for (int at = 0; at < 3; at++) {
        test_f32(0, 1, at, 0);
        test_f32(at, 5000, at, at);
        test_f64(1, 4097, at & 1, at & 1);
        test_i32(2, 9000, at, at + 4);
        test_u64(0, 5100, 0, at & 1);
    }
    test_f64(0, 70001, 1, 1); /* more than the simulated device's blocks hold at once */
    test_u64(7, 90000, 0, 0);
    test_f32(3, 140000, 1, 1);
    test_down(3000);
    return 0;
}
