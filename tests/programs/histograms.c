/* Sections of integers, which all threads update: types, operators, lengths, shapes, keys.
 * device: 44
 * compared: no
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 16500, MOST = 65536 }; /* 8 iterations for each of 2000 elements */

static int key[N];
static long long w[N];

static unsigned long long digest(const void *at, size_t size)
{
    unsigned long long sum = 14695981039346656037u;
    for (size_t k = 0; k < size; k++)
        sum = (sum ^ ((const unsigned char *)at)[k]) * 1099511628211u;
    return sum;
}

static void keys(int bins, int kind)
{
    unsigned x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        key[i] = kind == 0   ? (int)((x >> 8) % (unsigned)bins)
                 : kind == 1 ? bins - 1
                             : (int)((unsigned)i / 64 % (unsigned)bins);
        w[i] = (long long)(x >> 4) * (long long)(i - N / 2) * 65537;
    }
}

#define ALL(T, name)                                                                               \
    static T name##_h[MOST], name##_o[MOST];                                                       \
    static void name##_fill(int bins)                                                              \
    {                                                                                              \
        for (int k = 0; k < bins; k++)                                                             \
            name##_h[k] = (T)(k * 7), name##_o[k] = (T)(k * 5 - 3);                                \
    }                                                                                              \
    static void name(int bins)                                                                     \
    {                                                                                              \
        T *h = name##_h, *o = name##_o;                                                            \
        unsigned long long all = 0;                                                                \
        name##_fill(bins);                                                                         \
        _Pragma("tcr reduce(+ : h[0:bins])") for (int i = 0; i < N; i++) h[key[i]]++;              \
        all = all * 31 + digest(h, sizeof(T) * (size_t)bins);                                      \
        _Pragma("tcr reduce(+ : h[0:bins])") for (int i = 0; i < N; i++) h[key[i]] -= (T)w[i];     \
        all = all * 31 + digest(h, sizeof(T) * (size_t)bins);                                      \
        _Pragma("tcr reduce(min : h[0:bins]) reduce(max : o[0:bins])") for (int i = 0; i < N; i++) \
        {                                                                                          \
            if ((T)w[i] < h[key[i]])                                                               \
                h[key[i]] = (T)w[i];                                                               \
            o[key[i]] = o[key[i]] > (T)w[i] ? o[key[i]] : (T)w[i];                                 \
        }                                                                                          \
        all = all * 31 + digest(h, sizeof(T) * (size_t)bins);                                      \
        all = all * 31 + digest(o, sizeof(T) * (size_t)bins);                                      \
        name##_fill(bins);                                                                         \
        _Pragma("tcr reduce(& : h[0:bins]) reduce(| : o[0:bins])") for (int i = 0; i < N; i++)     \
        {                                                                                          \
            h[key[i]] &= (T)(w[i] | w[N - 1 - i]);                                                 \
            o[key[i]] = o[key[i]] | (T)(w[i] & w[N - 1 - i]);                                      \
        }                                                                                          \
        all = all * 31 + digest(h, sizeof(T) * (size_t)bins);                                      \
        all = all * 31 + digest(o, sizeof(T) * (size_t)bins);                                      \
        _Pragma("tcr reduce(^ : h[0:bins])") for (int i = 0; i < N; i++) h[key[i]] ^= (T)w[i];     \
        all = all * 31 + digest(h, sizeof(T) * (size_t)bins);                                      \
        printf(" %llx", all);                                                                      \
    }

ALL(signed char, i8)
ALL(unsigned char, u8)
ALL(short, i16)
ALL(unsigned short, u16)
ALL(int, i32)
ALL(unsigned, u32)
ALL(long, i64)
ALL(unsigned long long, u64)

/* More than one update of an iteration, some of them on a condition. */
static long mixed(int rows, int columns, int f[rows][columns], long *least, unsigned char *seen)
{
    long odd = 0;
#pragma tcr reduce(+ : f[0:rows][0:columns], odd) reduce(min : least[1:3]) reduce(| : seen[0:256])
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < key[i] % 4; k++)
            f[key[i] % rows][k % columns] += k + 1;
        if (w[i] & 1) {
            f[0][key[i] % columns]--;
            odd++;
        }
        if (least[1 + key[i] % 3] > w[i])
            least[1 + key[i] % 3] = w[i];
        seen[key[i] & 255] |= (unsigned char)(1 << (i & 7));
        seen[w[i] & 255] |= 128;
    }
    return odd;
}

/* Keys that leave the section: the host's loop writes there. */
static void beyond(int *h, int bins)
{
#pragma tcr reduce(+ : h [0:bins])
    for (int i = 0; i < N; i++)
        h[key[i]]++;
}

static void beside_floats(double *s, int *h, int bins)
{
#pragma tcr reduce(+ : s [0:bins], h [0:bins])
    for (int i = 0; i < N; i++) {
        s[key[i]] += (double)(w[i] & 7);
        h[key[i]]++;
    }
}

/* Iterations enough for copies in more shared memory than every device has. */
static void many(void)
{
    enum { MANY = 80000, BINS = 9000 };
    static int at[MANY], h[BINS];
    static long g[BINS];
    int bins = BINS;
    unsigned x = 7;
    for (int i = 0; i < MANY; i++) {
        x = x * 1664525u + 1013904223u;
        at[i] = (int)((x >> 8) % BINS);
    }
#pragma tcr reduce(+ : h [0:bins])
    for (int i = 0; i < MANY; i++)
        h[at[i]] += i;
#pragma tcr reduce(max : g [0:bins])
    for (int i = 0; i < MANY; i++)
        if (g[at[i]] < (long)i * i)
            g[at[i]] = (long)i * i;
    printf("%llx %llx\n", digest(h, sizeof h), digest(g, sizeof g));
}

int main(void)
{
    static const int sizes[] = {1, 16, 257, 2000, 4096, 8192, 8193, MOST};
    static int f[12], h[MOST];
    static double s[300];
    static long least[5] = {9, 9, 9, 9, 9};
    static unsigned char seen[256];

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int kind = 0; kind < 3; kind++) {
            keys(sizes[k], kind);
            printf("%d, %d:", sizes[k], kind);
            switch ((k + (size_t)kind) % 4) { /* every width gets each of the lengths */
            case 0:
                i8(sizes[k]), u16(sizes[k]);
                break;
            case 1:
                u32(sizes[k]), i64(sizes[k]);
                break;
            case 2:
                u8(sizes[k]), i16(sizes[k]);
                break;
            default:
                i32(sizes[k]), u64(sizes[k]);
            }
            printf("\n");
        }
    keys(300, 0);
    printf("%ld", mixed(3, 4, (int(*)[4])f, least, seen));
    printf(" %llx %llx %llx\n", digest(f, sizeof f), digest(least, sizeof least),
           digest(seen, sizeof seen));
    beside_floats(s, h, 300);
    printf("%llx %llx\n", digest(s, sizeof s), digest(h, sizeof h));
    many();
    beyond(h, 299);
    printf("%llx\n", digest(h, sizeof h));
    return 0;
}
/* SPDX-License-Identifier: MIT */
