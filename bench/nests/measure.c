/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "measure.h"
#include "peers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "tcr.h"

enum { MOST_CALLS = 15, LEAST_CALLS = 7 };

static const double SLOW = 0.3, ENOUGH = 0.1; /* seconds: of a call, of all of them */
static double ceiling[3];                     /* GB/s, by limit; 0: not known */
int only_check;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct timing {
    double median, spread; /* seconds; half the distance of the quartiles, in percent */
};

/* Times calls after a first one, which is not counted: of slow ones, one. */
static int take_time(int (*call)(void), struct timing *timing)
{
    double time[MOST_CALLS], begin = now();
    int n = 0;
    do {
        double start = now();
        if (call() != 0)
            return -1;
        time[n++] = now() - start;
    } while (n < MOST_CALLS && time[n - 1] <= SLOW && (n < LEAST_CALLS || now() - begin < ENOUGH));
    qsort(time, (size_t)n, sizeof *time, ascending);
    timing->median = time[n / 2];
    timing->spread = 50 * (time[n - 1 - n / 4] - time[n / 4]) / time[n / 2];
    return 0;
}

/* The first call: -1: there is no such function, 1: its result is wrong. */
static int first_call(const struct line *line, int (*call)(void), int checked)
{
    if (checked && line->reset)
        line->reset();
    if (call() != 0)
        return -1;
    return checked && line->wrong();
}

/* The fastest of the rivals that are there; NULL: none.  *wrong: one computes something else. */
static const char *best_rival(const struct line *line, struct timing *best, int *wrong)
{
    const char *name = NULL;
    for (const struct rival *r = line->rivals; r->name; r++) {
        struct timing t;
        int outcome = first_call(line, r->call, !line->rivals_unchecked);
        if (outcome > 0) {
            fprintf(stderr, "%s, %s: the result of %s is wrong\n", line->pattern, line->size,
                    r->name);
            *wrong = 1;
        }
        if (outcome == 0 && take_time(r->call, &t) == 0 && (!name || t.median < best->median)) {
            name = r->name;
            *best = t;
        }
    }
    return name;
}

/* The peer's columns, and the ratio to it. */
static void print_rival(const struct line *line, double rate)
{
    struct timing best;
    int wrong = 0;
    const char *rival = best_rival(line, &best, &wrong);
    if (rival) {
        double other = 1e-9 * line->work / best.median;
        printf("  %-14s %8.1f %4.1f%% %7.3f", rival, other, best.spread, rate / other);
    } else {
        printf("  %-14s %8s %5s %7s", wrong ? "peer is wrong" : "-", "", "", "");
    }
}

int measure(const struct line *line)
{
    struct timing own;
    int bad = first_call(line, line->call, 1);
    printf("%-22s %-17s", line->pattern, line->size);
    if (only_check) {
        printf(" %s\n", bad ? "FAILED: wrong result" : "right");
        return bad;
    }
    take_time(line->call, &own);
    double rate = 1e-9 * line->work / own.median;
    printf(" %8.1f %-7s %4.1f%%", rate, line->flops ? "GFLOP/s" : "GB/s", own.spread);
    print_rival(line, rate);
    if (ceiling[line->limit] > 0)
        printf(" %5.1f%% %s", 100 * rate / ceiling[line->limit],
               line->limit == LIMIT_READ ? "read" : "copy");
    printf("%s\n", bad ? "  FAILED: wrong result" : "");
    fflush(stdout);
    return bad;
}

/* ---- what the device can do ---- */

static char *stretch;
static size_t stretch_size;

static int read_all(void)
{
    return peer_kernels.read ? peer_kernels.read(tcr_deviceptr(stretch), stretch_size) : -1;
}

static int copy_half(void)
{
    char *to = tcr_deviceptr(stretch);
    size_t half = stretch_size / 2;
    return peer_kernels.copy ? peer_kernels.copy(to, to + half, half) : -1;
}

void begin_table(int divisor)
{
    struct timing t;
    stretch_size = ((size_t)2 << 30) / (size_t)divisor / 4096 * 4096;
    if (peer_kernels.read && stretch_size != 0) {
        stretch = resident(stretch_size);
        to_device(stretch, stretch_size);
        if (read_all() == 0 && take_time(read_all, &t) == 0)
            ceiling[LIMIT_READ] = 1e-9 * (double)stretch_size / t.median;
        if (copy_half() == 0 && take_time(copy_half, &t) == 0)
            ceiling[LIMIT_COPY] = 1e-9 * (double)stretch_size / t.median;
        if (ceiling[LIMIT_READ] > 0 && ceiling[LIMIT_COPY] > 0)
            printf(
                "of %zu MiB: a kernel that only reads %.1f GB/s, a copy on the device %.1f GB/s\n",
                stretch_size >> 20, ceiling[LIMIT_READ], ceiling[LIMIT_COPY]);
        gone(stretch);
    }
    printf("%-22s %-17s %8s %-7s %5s  %-14s %8s %5s %7s %s\n", "pattern", "size", "tcr", "", "+-",
           "fastest peer", "", "+-", "ratio", "share of the limit");
}

/* ---- memory ---- */

static size_t *header(void *memory)
{
    return (size_t *)memory - 32;
}

void *resident(size_t size)
{
    size_t *block = aligned_alloc(256, (size + 256 + 255) / 256 * 256);
    if (!block || tcr_create(block + 32, size) != TCR_OK) {
        fprintf(stderr, "%zu bytes do not fit into memory\n", size);
        exit(2);
    }
    *block = size;
    return memset(block + 32, 0, size);
}

void gone(void *memory)
{
    if (!memory)
        return;
    tcr_delete(memory, *header(memory));
    free(header(memory));
}

static void must(int error, const char *what)
{
    if (error == TCR_OK)
        return;
    fprintf(stderr, "%s: %s\n", what, tcr_strerror(error));
    exit(2);
}

void to_device(const void *memory, size_t size)
{
    must(tcr_update_device(memory, size), "copy to the device");
}

void to_host(void *memory, size_t size)
{
    must(tcr_update_host(memory, size), "copy from the device");
}

void spoil(void *memory, size_t size)
{
    memset(memory, 0xff, size);
    to_device(memory, size);
}
