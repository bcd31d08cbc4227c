/* SPDX-License-Identifier: MIT */
/* env.h: the runtime's environment variables. */
#ifndef TCR_ENV_H
#define TCR_ENV_H

#include <stdbool.h>
#include <stdio.h>

#pragma GCC visibility push(hidden)

enum tcr_target { TCR_TARGET_AUTO, TCR_TARGET_DEVICE, TCR_TARGET_HOST, TCR_TARGET_REQUIRED };
/* Which reasons for the host end the program (strict.c). */
enum tcr_strictness { TCR_STRICT_DEFAULT, TCR_STRICT_OFF, TCR_STRICT_ON };
/* What is measured is kept for the program's next run; AUTO: once a real device has been open. */
enum tcr_learning { TCR_LEARN_OFF, TCR_LEARN_ON, TCR_LEARN_AUTO };
/* Arrays that stay on the device without directives; AUTO: those that are used again. */
enum tcr_mirroring { TCR_MIRROR_OFF, TCR_MIRROR_ON, TCR_MIRROR_AUTO };
enum tcr_choice { TCR_CHOICE_AUTO, TCR_CHOICE_CUDA, TCR_CHOICE_SIM, TCR_CHOICE_HOST };

/* May products of matrices be the vendor's library's? */
enum tcr_blas { TCR_BLAS_AUTO, TCR_BLAS_OFF, TCR_BLAS_ON };

/* Kinds of device calls that can be made to fail. */
enum tcr_fault {
    TCR_FAULT_INIT,
    TCR_FAULT_ALLOC,
    TCR_FAULT_COPY,
    TCR_FAULT_MODULE,
    TCR_FAULT_LAUNCH,
    TCR_FAULT_SYNC,
    TCR_FAULT_LOST,  /* counts every call; the device is lost from the n-th on */
    TCR_FAULT_WRONG, /* nothing fails: a result that comes from the device is altered */
    TCR_FAULT_KINDS
};

struct tcr_config {
    enum tcr_target target;
    enum tcr_choice backend;
    int trace;                  /* 0, 1, 2 */
    bool summary, summary_said; /* said: by TCR_SUMMARY itself */
    bool summary_json;          /* for programs to read */
    bool noted;                 /* every call: for the table, or for TCR_ADVISE's page */
    enum tcr_strictness strict;
    enum tcr_blas blas;
    enum tcr_mirroring mirror;
    bool compare; /* every loop runs on both sides */
    enum tcr_learning learn;
    char *summary_file;                   /* NULL: stderr; a copy, the caller's to free */
    char *advise;                         /* the same, of TCR_ADVISE's file */
    unsigned long fault[TCR_FAULT_KINDS]; /* the n-th call fails; 0: none */
    bool faults;                          /* any of them set */
};

/* The process's; constant once it has been read (tcr_device_setup). */
extern struct tcr_config tcr_config;

/* Read the variables in `environment` (NAME=value strings, NULL at the end).
 * An unknown value, or an unknown TCR_ name, gives one line on `out` with the
 * nearest known one, and leaves the default.  In a program with more rights than its user
 * (base/env_get.h) everything is as by default, and nothing is said. */
void tcr_env_read(struct tcr_config *config, char *const *environment, FILE *out);

/* What TCR_DEVICE is where it is not set. */
#define TCR_DEVICE_BY_RANK (~0ull)

/* The value of a numeric variable (TCR_DEVICE, TCR_SIM_SMS, ...), or its default where that is
 * not set or was warned of. */
unsigned long long tcr_env_number(const char *name);

#pragma GCC visibility pop

#endif
