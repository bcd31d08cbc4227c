/* SPDX-License-Identifier: MIT */
/*
 * model.h: which side takes a call, from what earlier calls of the region have taken.
 *
 * The roofline of decide.h is only the prior: what is kept is by which factor calls have taken
 * longer than it says.  The host's factor depends on the iterations, the device's on the bytes
 * to be copied, too: data that stays there makes another kind of call.  No clock is read here,
 * and there is no lock: numbers are atomic, and what two threads lose of each other is one
 * measurement of many.
 */
#ifndef TCR_MODEL_H
#define TCR_MODEL_H

#include <stdbool.h>
#include "../device/stats.h"

#pragma GCC visibility push(hidden)

/* One call, as the estimate sees it; seconds. */
struct tcr_question {
    double iterations, move; /* of the nest; bytes to be copied, */
    bool stays;              /* some of its data may stay on the device, */
    bool soon;               /* or will from the next call on: a trial would copy it in vain */
    double host, device;     /* the prior; the device's with copies, without its start; */
    double later;            /* without copies of what stays there */
    double best_host, best;  /* what either side needs at the very least: below it, no measurement
                                can bring the other way */
    double start;            /* of the device; 0: it is open */
    double waited;           /* so far, by the host, for data that stays there to come back, */
    double within;           /* and in the call itself, when it has been made */
};

struct tcr_answer {
    double host, device; /* seconds, the device's with its start */
    bool host_measured, device_measured;
    bool on_device;
    bool trial; /* on the side that is expected to be the slower one, to find out */
    bool begin; /* the device should be started meanwhile: it may pay */
};

/* What looking for the better side has cost, in all regions; zero at the start. */
struct tcr_exploration {
    _Atomic double regret; /* what the host has taken beyond the best that a device could do */
    _Atomic double spent;  /* on the host, in calls that could be faster on the device */
    _Atomic double wasted; /* on the device, in trials that were slower */
    _Atomic double due;    /* of `spent`: when the next round of trials begins */
    _Atomic unsigned round;
    /* of loops whose data stays: the side that has them all; since it has, what they have taken,
     * and would have on the other one */
    _Atomic unsigned side;
    _Atomic double host_took, host_could, device_took, device_could;
    _Atomic double waited;   /* what the question said of the host when the device got them */
    _Atomic double together; /* all that they took on the host before */
    _Atomic double filled;   /* in which new mirrors were filled */
    _Atomic double rest;     /* that the host has to lose more than usual, */
    _Atomic double rested;   /* and that it had to, after the last attempt */
    /* of all that the device may be better at: what the host takes, or would; and of calls whose
     * times on either side are known, what they took there, and would have on the host; to load
     * kernels, and to bring data that stays */
    _Atomic double all, known_there, known_here, once;
    /* by the prior alone: what the host's calls would have taken there, at the very least, and to
     * bring such data */
    _Atomic double guess_there, guess_best, guess_once;
    /* what an earlier run says of the device's start (learn.c) */
    _Atomic unsigned expected; /* enum tcr_expected */
    _Atomic double patience;   /* TCR_EXPECTED_LOSS: of `spent`, until it is thought of at all */
};

enum tcr_expected {
    TCR_EXPECTED_NOTHING,
    TCR_EXPECTED_GAIN, /* with the first call of a kind that was known then, after a moment, */
    TCR_EXPECTED_WAIT, /* which waits for it */
    TCR_EXPECTED_LOSS
};

extern struct tcr_exploration tcr_exploration; /* the process's */

/* What all trials may lose, and one whose outcome is known from before, in parts of `spent`. */
#define TCR_TRIAL_SHARE 0.04
#define TCR_AGAIN_SHARE 0.01
/* What the first call on the host may lose, in parts of what such calls have taken on the device.
 */
#define TCR_FIRST_SHARE 0.2
/* How many times as long as by its prior the device is believed to take, where a run has not come
 * to use it, and the next one may find out. */
#define TCR_GUESS_TIMES 2
/* How many times as long as at the very least the device will need, where its start is at stake. */
#define TCR_BEST_TIMES 2
/* What a start in vain costs a program that ends meanwhile, in seconds: on an H100 it waits for a
 * call of the driver's for up to 0.1 s, and then ends later (TCR_END_SECONDS, at the most). */
#define TCR_VAIN_SECONDS 0.15
/* What loops lose that leave its start a processor, in parts of the start. */
#define TCR_BESIDE_SHARE 0.2
/* Of a call that nobody has measured: the host is believed to take this part of its prior, where
 * the device's start is at stake. */
#define TCR_SURE 0.25
/* s: a run that takes no more in its loops is too short for the device, whatever others were. */
#define TCR_EXPECTED_LEAST 0.005
/* A call that is to wait for the device's start must be done, with it, in this part of the host's
 * time. */
#define TCR_WAIT 0.5
/* How much better the other side must be, once one has been chosen. */
#define TCR_HYSTERESIS 0.1

/* Do loops whose data stays go to the device, or will with the next call of one? */
bool tcr_model_together(const struct tcr_exploration *x);
void tcr_model_ask(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                   struct tcr_answer *a);
/* A call has taken so long; on the host, it stands for `calls` of its kind. */
void tcr_model_host(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                    double seconds, double calls);
/* `first`: with the device's start, or the loading of the kernel, so that it says nothing of the
 * next ones.  once: what of the seconds has brought data there that stays. */
void tcr_model_device(struct tcr_model *m, struct tcr_exploration *x, const struct tcr_question *q,
                      const struct tcr_answer *a, double seconds, double once, bool first);
/* What a run like this one gains if the device is started with its first call, which takes `start`
 * seconds, and `end` at the program's end, beside loops that lose a part of it; below 0: it loses.
 * Where too little has been measured there, by the prior. */
double tcr_model_gain(const struct tcr_exploration *x, double start, double end);
/* And at the most: no data is brought, and what was not measured is as fast as can be. */
double tcr_model_hope(const struct tcr_exploration *x, double start, double end);
/* The device was tried, and has not taken the call. */
void tcr_model_failed(struct tcr_exploration *x, const struct tcr_answer *a, double seconds);

#pragma GCC visibility pop

#endif
