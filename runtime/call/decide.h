/* SPDX-License-Identifier: MIT */
/* decide.h: host or device, by a roofline: before anything has been measured. */
#ifndef TCR_DECIDE_H
#define TCR_DECIDE_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

struct tcr_estimate {
    double bytes; /* that the loop reads, each once */
    double move;  /* of them, to be copied to the device */
    double operations;
    int threads;    /* of the host loop */
    bool context;   /* the device is open already */
    double updates; /* seconds that the device needs for threads' copies, if any */
    double serial;  /* accesses that one thread makes, each after the other */
};

/* Roofline seconds of both ways; true: the device is the faster. */
bool tcr_decide(const struct tcr_estimate *e, double *host_seconds, double *device_seconds);
/* The seconds of either way on the best of machines, the device's data being there but for `move`:
 * if the other way is faster than that, there is nothing to be found out. */
void tcr_decide_best(const struct tcr_estimate *e, double *host_seconds, double *device_seconds);
/* What so many bytes of `move` add to the device's. */
double tcr_move_seconds(double bytes);
/* What the device's start takes, as assumed. */
double tcr_start_seconds(void);
/* How many of the device's threads should have copies of `bytes` of sections
 * for n iterations, and the seconds that this takes beside the loop itself. */
double tcr_copies_threads(double n, double bytes);
double tcr_copies_seconds(double n, double bytes, double threads);
/* Seconds that n updates of one copy of sections take, and so many results. */
double tcr_updates_seconds(double n, double results);

#pragma GCC visibility pop

#endif
