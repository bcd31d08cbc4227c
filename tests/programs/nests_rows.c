/* SPDX-License-Identifier: MIT */
/* Inner loops along rows: what they fold, write and read, and statements between them.
 * flags: -O1 -std=gnu17
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int rows, width;
static double *a, *b, *y, *z, *w;
static int *at, *mask, *lengths, *perm;

static void *get(size_t n)
{
    void *p = calloc(n ? n : 1, 1);
    if (!p)
        exit(1);
    return p;
}

/* Multiples of 1/8, whose sums are the same in every order; many are alike. */
static void prepare(int n, int m)
{
    size_t all = (size_t)n * (size_t)m;
    rows = n;
    width = m;
    a = get(all * sizeof *a);
    b = get(all * sizeof *b);
    w = get(all * sizeof *w);
    y = get((size_t)n * sizeof *y);
    z = get((size_t)n * sizeof *z);
    at = get((size_t)n * sizeof *at);
    mask = get((size_t)n * sizeof *mask);
    perm = get((size_t)n * sizeof *perm);
    lengths = get((size_t)n * sizeof *lengths);
    for (size_t k = 0; k < all; k++) {
        a[k] = (double)(k * 7919 % 33) / 8 - 2;
        b[k] = (double)(k * 104729 % 17) / 4 - 1;
        w[k] = (double)(k % 5);
    }
    for (int i = 0; i < n; i++) {
        y[i] = i % 3;
        z[i] = 1;
        mask[i] = i * 5 % 3 != 0;
        perm[i] = n - 1 - i;
        lengths[i] = i % 4 == 1 ? 0 : i % 4 == 2 ? m : (i * 13) % (m + 1);
    }
}

static void drop(void)
{
    void *all[] = {a, b, w, y, z, at, mask, perm, lengths};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        free(all[k]);
}

static void show(const char *what)
{
    double s = 0, t = 0, u = 0;
    long p = 0;
    for (int i = 0; i < rows; i++) {
        s += y[i] * (i % 7 + 1);
        t += z[i] * (i % 5 + 1);
        p += (long)at[i] * (i % 11 + 1);
    }
    for (int k = 0; k < rows * width; k++)
        u += w[k] * (k % 13 + 1);
    printf("%s %d %d: %.10g %.10g %ld %.10g\n", what, rows, width, s, t, p, u);
}

static void row_sums(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = y[i], t = 0;
        for (int j = 0; j < width; j++) {
            s += a[i * width + j] * b[i * width + j];
            t -= a[i * width + j];
        }
        y[i] = s;
        z[i] += t;
    }
    show("sums");
}

/* Sums that are kept in memory, and one that is stored where a permutation says. */
static void in_memory(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0;
        for (int j = 0; j < width; j++)
            y[i] += a[i * width + j] * 2;
        for (int j = 0; j < width; j++)
            s += b[i * width + j];
        z[perm[i]] = s;
    }
    show("in memory");
}

/* Statements between two inner loops write what the second one reads, and read what the first one wrote. */
static void between(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0, t = 0;
        y[i] = i % 4 + 1;
        for (int j = 0; j < width; j++) {
            w[i * width + j] = a[i * width + j] * y[i];
            s += w[i * width + j];
        }
        z[i] = s > 0 ? 2 : -2;
        y[i] += z[i];
        if (width > 2) {
            w[i * width + 1] += z[i];
            w[i * width + width - 1] = y[i] - w[i * width];
        }
        for (int j = 0; j < width; j++)
            t += w[i * width + j] * y[i] + z[i];
        y[i] = t;
        at[i]++;
    }
    show("between");
}

/* Rows that an inner loop reads as the one before it has written them, by others' turns. */
static void mirrored(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double *row = w + i * width, s = 0;
        for (int j = 0; j < width; j++)
            row[j] = a[i * width + j] + j;
        for (int j = 0; j < width; j++)
            s += row[width - 1 - j] * (j & 3);
        y[i] = s;
        for (int j = 0; j < width; j++)
            row[j] = row[j] * 2 - 1;
    }
    show("mirrored");
}

/* The first of the largest, the last of the smallest, with what stands beside them. */
static void places(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double most = -DBL_MAX, least = DBL_MAX, beside = 0;
        int first = -1, last = -1, tied = 0;
        for (int j = 0; j < width; j++) {
            if (a[i * width + j] > most) {
                most = a[i * width + j];
                first = j;
                beside = b[i * width + j];
            }
            if (a[i * width + j] <= least) {
                least = a[i * width + j];
                last = j;
            }
        }
        for (int j = 0; j < width; j++)
            tied += a[i * width + j] == most;
        y[i] = width ? most - least : 0;
        z[i] = beside;
        at[i] = first * 10000 + last + tied * 7;
    }
    show("places");
}

/* All alike: the first, the last, and a start value that none improves on. */
static void ties(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        int first = -1, last = -1, none = -5;
        double up = 0, upto = 0, best = 1;
        for (int j = 0; j < width; j++) {
            double v = a[i * width + j] * 0 + 1;
            if (v > up) {
                up = v;
                first = j;
            }
            if (v >= upto) {
                upto = v;
                last = j;
            }
            if (v < best) {
                best = v;
                none = j;
            }
        }
        at[i] = first + 2000 * last + none;
    }
    show("ties");
}

/* The loop's variable behind it, of whole, shortened and empty rows. */
static void after(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        int j, k, n = 0;
        unsigned u;
        double s = 0;
        for (j = 0; j < lengths[i]; j++)
            s += a[i * width + j];
        for (k = lengths[i]; k > 0; k -= 3)
            s -= b[i * width + k - 1];
        for (u = 0; u < (unsigned)lengths[i]; u += 4)
            n++;
        y[i] = s + j;
        at[i] = j * 100 + k * 10 + (int)u + n;
    }
    show("after");
}

/* Neighbours differ in whether they have an inner loop, and in how long it is. */
static void sometimes(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double s = 0, t = 0;
        int n = -1;
        if (mask[i]) {
            for (int j = 0; j < lengths[i]; j++)
                s += a[i * width + j];
            n = lengths[i];
        } else if (lengths[i] > 2) {
            for (int j = lengths[i] - 1; j >= 1; j--)
                w[i * width + j] += j;
            t = 3;
        }
        if (s > 2)
            continue;
        for (int j = 0; j < lengths[i] / 2; j++) {
            if (b[i * width + j] < 0)
                continue;
            t += b[i * width + j];
        }
        y[i] = s + t;
        at[i] = n;
    }
    show("sometimes");
}

/* One ends early, one needs the turn before, one counts in an array of its own. */
static void in_order(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double sum = 0, run = y[i], before = 1;
        int bins[8] = {0}, found = -1, all = 0;
        for (int j = 0; j < width; j++) {
            sum += a[i * width + j] + 2;
            if (sum > 20) {
                found = j;
                break;
            }
        }
        for (int j = 0; j < width; j++) {
            run += b[i * width + j];
            w[i * width + j] = run - before;
            before = b[i * width + j];
        }
        for (int j = 0; j < width; j++)
            bins[(int)(a[i * width + j] + 2) & 7]++;
        for (int q = 0; q < 8; q++)
            all = all * 3 % 1009 + bins[q];
        y[i] = sum;
        z[i] = before;
        at[i] = found * 2000 + all;
    }
    show("in order");
}

/* The mean, then what is spread about it; the directive's own sums and extremes. */
static void spread(void)
{
    double total = 0, most = -1e30;
    long positive = 0;
    #pragma tcr reduce(+ : total, positive) reduce(max : most)
    for (int i = 0; i < rows; i++) {
        double s = 0, v = 0;
        for (int j = 0; j < width; j++)
            s += a[i * width + j];
        double mean = floor(s) / 4;
        for (int j = 0; j < width; j++) {
            double d = a[i * width + j] - mean;
            v += d * d;
            positive += d > 0;
            if (d > most)
                most = d;
        }
        y[i] = mean;
        total += v;
    }
    printf("%.17g %ld %.17g\n", total, positive, most);
    show("spread");
}

/* Largest, sum of exponentials, quotients: whole numbers and powers of two. */
static void softmax(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double most = -1e30, s = 0;
        for (int j = 0; j < width; j++)
            most = fmax(most, a[i * width + j]);
        for (int j = 0; j < width; j++) {
            w[i * width + j] = ldexp(1, (int)(a[i * width + j] - most));
            s += w[i * width + j];
        }
        for (int j = 0; j < width; j++)
            w[i * width + j] = floor(w[i * width + j] / s * 1024 + 0.5);
        y[i] = s;
    }
    show("softmax");
}

/* A loop of inner loops in the body, and flags. */
static void deeper(void)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double all = 0;
        unsigned bits = 0, any = 0, even = 1;
        for (int q = 0; q < 3; q++) {
            double s = 0;
            for (int j = q; j < width; j += q + 1)
                s += a[i * width + j] * (q + 1);
            all += q == 1 ? -s : s;
            for (int j = 0; j < width; j++) {
                bits ^= (unsigned)(b[i * width + j] * 4 + 8) << q;
                any = any || b[i * width + j] > 2.5;
                even = even && a[i * width + j] < 2;
            }
        }
        y[i] = all;
        at[i] = (int)(bits & 0xffff) + (int)any * 3 + (int)even;
    }
    show("deeper");
}

/* The clause has fewer elements than some rows would read, but those are empty. */
static void section(void)
{
    int part = rows / 2;
    double s = 0;
    #pragma tcr reduce(+ : s) copyin(a[0 : part * width])
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < (i < part ? width : 0); j++)
            s += a[i * width + j];
    y[0] = s;
    show("section");
}

int main(void)
{
    static const int sizes[][2] = {{1, 1},  {1, 1000}, {2, 33},  {5, 0},  {5, 100}, {33, 31},
                                   {33, 1}, {100, 3},  {40, 32}, {70, 8}, {3, 257}, {200, 7}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        prepare(sizes[k][0], sizes[k][1]);
        row_sums();
        in_memory();
        between();
        mirrored();
        places();
        ties();
        after();
        sometimes();
        in_order();
        spread();
        softmax();
        deeper();
        section();
        drop();
    }
    return 0;
}
