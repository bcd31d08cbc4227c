/* SPDX-License-Identifier: MIT */
/* Histograms; the counts come back to the host. */
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <stdio.h>
#include <string.h>
#include "tcr.h"

enum { MOST_BINS = 65536 };

static struct {
    long n;
    int bins, *key;
    int counts[MOST_BINS], expected[MOST_BINS];
} s;

static void reset(void)
{
    memset(s.counts, 0, sizeof s.counts);
}

/* The counts start from nothing in each call, as CUB's do. */
static int call(void)
{
    memset(s.counts, 0, (size_t)s.bins * sizeof *s.counts);
    histogram(s.n, s.key, s.bins, s.counts);
    return 0;
}

static int by_cub(void)
{
    return peer_cub.histogram ? peer_cub.histogram(s.n, tcr_deviceptr(s.key), s.bins, s.counts)
                              : -1;
}

static int wrong(void)
{
    return memcmp(s.counts, s.expected, sizeof s.counts) != 0;
}

static void fill(int one_bin)
{
    memset(s.expected, 0, sizeof s.expected);
    for (long i = 0; i < s.n; i++) {
        s.key[i] = one_bin ? s.bins / 2 : (int)(noise((unsigned long)i) % (unsigned)s.bins);
        s.expected[s.key[i]]++;
    }
    to_device(s.key, (size_t)s.n * sizeof *s.key);
}

int bins(long divisor)
{
    static const int numbers[] = {16, 256, 4096, MOST_BINS};
    int bad = 0;
    s.n = (1l << 26) / divisor;
    s.key = resident((size_t)s.n * sizeof *s.key);
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
        for (int one_bin = 0; one_bin < 2; one_bin++) {
            struct line line = {.pattern = one_bin ? "histogram, one full" : "histogram",
                                .work = 4.0 * (double)s.n,
                                .limit = LIMIT_READ,
                                .reset = reset,
                                .call = call,
                                .wrong = wrong,
                                .rivals = {{"CUB", by_cub}}};
            s.bins = numbers[k];
            snprintf(line.size, sizeof line.size, "%ld, %d", s.n, s.bins);
            fill(one_bin);
            bad += measure(&line);
        }
    gone(s.key);
    return bad;
}
