/* SPDX-License-Identifier: MIT */
/* one.h: a region of one base and one access, with the kernel, map kind and offset of
 * the test's choice, on the fake device. */
#ifndef TCR_TEST_ONE_H
#define TCR_TEST_ONE_H

#include "../../runtime/backend/backend.h"
#include "fake.h"

struct one {
    struct tcr_image image;
    struct tcr_unit unit;
    struct tcr_var var;
    struct tcr_base base;
    struct tcr_region region;
    struct sum_args args;
    void *address;
    struct tcr_range loop;
    struct tcr_access access[2];
    struct tcr_call call;
};

/* n elements of 8 bytes from `address` on. */
void one_init(struct one *o, fake_kernel *kernel, void *address, long long n);
/* As tcr_region_run() has it. */
int one_run(struct one *o, double *result);
/* The sum of the n numbers at the base, whatever the section. */
void one_sum(const void *args, const struct tcr_launch *l);

#endif
