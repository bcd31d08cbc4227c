/*
 * doctor.h: what tcr-cc says about itself.
 */
#ifndef TCR_DOCTOR_H
#define TCR_DOCTOR_H

#include "compiler.h"

/* --tcr-doctor: print what was found and what to do about what is missing.
 * Returns the exit status: 0 if programs can be compiled and linked. */
int doctor_run(const struct compiler *cc);

/* --tcr-help and --tcr-version. */
void doctor_help(void);
void doctor_version(const struct compiler *cc);

#endif
