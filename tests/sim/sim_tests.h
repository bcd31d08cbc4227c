/* SPDX-License-Identifier: MIT */
/* sim_tests.h: the suites of the simulated device, and what they share. */
#ifndef SIM_TESTS_H
#define SIM_TESTS_H

#include "../check_marks.h"
#include "runtime/backend/backend.h"
#include "runtime/sim/backend_sim.h"
#include "runtime/sim/sim.h"

Suite *mma_suite(void);
Suite *accuracy_suite(void);
Suite *memory_suite(void);
Suite *run_suite(void);
Suite *pointer_suite(void);
Suite *kernel_suite(void);
Suite *array_suite(void);
Suite *update_suite(void);
Suite *owned_suite(void);
Suite *backend_suite(void);
Suite *variant_suite(void);

/* The architectures that there are images for. */
enum { N_ARCHS = 5 };
extern const unsigned test_archs[N_ARCHS];

/* splitmix64 */
uint64_t test_random(uint64_t *state);

/* Device memory (1 GiB), once in a process. */
void test_memory(void);
/* `size` bytes of device memory with a copy of `host`, or not written yet (NULL). */
void *test_device(const void *host, size_t size);

/* Compile a device text for an architecture; fails the test if that fails. */
struct tcr_sim_module test_compile(const char *text, unsigned arch);
/* Run its kernel for n iterations, with a grid of its own; slots[n_vars] is filled. */
bool test_launch(const struct tcr_sim_job *how, const char *kernel, long long n, unsigned n_vars,
                 union tcr_slot *slots, char message[TCR_SIM_MESSAGE]);
/* The same with copies of sections; n_vars counts all of their numbers, too. */
struct test_copies {
    long long count[TCR_MAX_SECTIONS];
    size_t bytes; /* of one thread's copies */
    unsigned plain;
    size_t words;            /* bytes of the only copy of sections that all threads share, */
    long long shared_copies; /* and its copies in shared memory */
};
bool test_launch_copies(const struct tcr_sim_job *how, const char *kernel, long long n,
                        unsigned n_vars, const struct test_copies *copies, union tcr_slot *slots,
                        char message[TCR_SIM_MESSAGE]);

#endif
