/* SPDX-License-Identifier: MIT */
/*
 * doctor.h: what tcr-cc says about itself.
 */
#ifndef TCR_DOCTOR_H
#define TCR_DOCTOR_H

#include "compiler/compiler.h"

/* --tcr-doctor: print what was found and what to do about what is missing.
 * Returns the exit status: 0 if programs can be compiled and linked. */
int doctor_run(const struct compiler *cc);

/* --tcr-help and --tcr-version. */
void doctor_help(void);
void doctor_version(const struct compiler *cc);

/* A line of the report; what to do where `found` is NULL.  And what else is to be said. */
void doctor_line(const char *what, const char *found, const char *advice);
void doctor_advise(const char *advice);

#endif
