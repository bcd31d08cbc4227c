/* SPDX-License-Identifier: MIT */
/* data_calls.h: data directives with one item, on arrays of the tests. */
#ifndef DATA_CALLS_H
#define DATA_CALLS_H

#include "../../runtime/present/present_table.h"
#include "../../runtime/present/present.h"
#include "fake.h"
#include "suites.h"

extern double a[100], m[6][8]; /* a[i] is i, m counts, too */
extern struct tcr_data data;   /* what directive() returns, with room for flags */

/* The fake device, TCR_TARGET=device. */
void data_setup(void);

/* Line 7 of dir/f.c, with the item a[lo:n]. */
const struct tcr_data *directive(unsigned kind, unsigned verb);
/* `length` elements of a from lo on; the same of m in both dimensions. */
struct tcr_data_part section(long long lo, long long length);
struct tcr_data_part rows(long long lo0, long long n0, long long lo1, long long n1);

/* enter data, exit data and update with a section of a. */
void enter(unsigned verb, long long lo, long long length);
void leave(unsigned verb, long long lo, long long length, unsigned flags);
void update(unsigned verb, long long lo, long long length);

/* The process is to end with this message and abort(): then with status 0, and the caller with
 * another one where it does not. */
void data_expect(const char *message);

/* The entry of a, and what the device has at a[k]. */
struct tcr_present *entry(void);
double *device_at(int k);

#endif
