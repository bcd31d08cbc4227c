/* SPDX-License-Identifier: MIT */
/*
 * decide.c: host or device, by a roofline: the prior, until calls have been measured (model.h).
 *
 * The device's time is a launch, the copies and the larger of memory and
 * arithmetic; the host's is the larger of memory and arithmetic.  The figures
 * are deliberately plain: they need to tell 1 from 10, not 1.0 from 1.1.
 */
#include "../../spec/contract.h"
#include "decide.h"

/* Measured on one H200 and its 16-core host (figures of the project's
 * numerics notes); the arithmetic rates are assumptions on the careful side. */
static const struct {
    double launch;          /* s: launch, result in mapped memory, synchronize: 10.5 µs */
    double context;         /* s: cuInit 128 ms + primary context 112 ms */
    double copy;            /* B/s: plain pageable copy, 9.6 GB/s */
    double device_memory;   /* B/s: half the read-only ceiling of 4555 GB/s */
    double device_rate;     /* operations/s: FP64 of a middling card, not MMA */
    double host_memory;     /* B/s of one thread: 140 GB/s over 16 */
    double host_memory_max; /* B/s of all: 140 GB/s */
    double host_rate;       /* operations/s of one thread */
    double update;          /* s: one update of a thread's copy, which the next one waits
                               for; an assumption: the latency of device memory */
    double updates;         /* updates/s of one copy in the device's memory; an assumption: the
                               least that a section of 65,536 numbers has */
    double access;          /* s of one thread's accesses, of which some are on their way at a time;
                               an assumption: a twentieth of what memory takes for one */
} figure = {10.5e-6, 0.240, 9.6e9, 2.2e12, 5e11, 8.75e9, 140e9, 2e9, 1e-6, 2e10, 30e-9};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

bool tcr_decide(const struct tcr_estimate *e, double *host_seconds, double *device_seconds)
{
    double threads = e->threads > 0 ? e->threads : 1;
    double bandwidth = threads * figure.host_memory;

    if (bandwidth > figure.host_memory_max)
        bandwidth = figure.host_memory_max;
    *host_seconds = larger(e->bytes / bandwidth, e->operations / (threads * figure.host_rate));
    *device_seconds =
        figure.launch + (e->context ? 0 : figure.context) + tcr_move_seconds(e->move) + e->updates +
        larger(e->serial * figure.access,
               larger(e->bytes / figure.device_memory, e->operations / figure.device_rate));
    return *device_seconds < *host_seconds;
}

/* Bounds, which no machine that we know of reaches: a launch whose results are waited for is
 * 6.3 µs on the H200, the bus 55 GB/s, memory 4.6 TB/s. */
static const struct {
    double launch, copy, device_memory, device_rate;
    double host_memory, host_rate; /* of one thread; memory: of all, too */
} best = {6e-6, 60e9, 5e12, 5e13, 500e9, 3e10};

void tcr_decide_best(const struct tcr_estimate *e, double *host_seconds, double *device_seconds)
{
    double threads = e->threads > 0 ? e->threads : 1;

    *host_seconds = larger(e->bytes / best.host_memory, e->operations / (threads * best.host_rate));
    *device_seconds = best.launch + e->move / best.copy +
                      larger(e->bytes / best.device_memory, e->operations / best.device_rate);
}

double tcr_move_seconds(double bytes)
{
    return bytes / figure.copy;
}

double tcr_start_seconds(void)
{
    return figure.context;
}

/* Copies are written once and read once; the updates of one thread wait for
 * each other. */
double tcr_copies_seconds(double n, double bytes, double threads)
{
    return n / threads * figure.update + 2 * threads * bytes / figure.device_memory;
}

double tcr_updates_seconds(double n, double results)
{
    return n / figure.updates + results * sizeof(union tcr_slot) / figure.copy;
}

/* A power of two for which that is least. */
double tcr_copies_threads(double n, double bytes)
{
    double threads = 32;

    while (threads < 1 << 24 &&
           tcr_copies_seconds(n, bytes, 2 * threads) < tcr_copies_seconds(n, bytes, threads))
        threads *= 2;
    return threads;
}
