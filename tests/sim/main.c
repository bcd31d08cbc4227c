/* SPDX-License-Identifier: MIT */
/* Tests of the simulated device. */
#include <stdlib.h>
#include <string.h>
#include "sim_tests.h"

const unsigned test_archs[N_ARCHS] = {75, 80, 90, 100, 120};

uint64_t test_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

void test_memory(void)
{
    ck_assert_int_eq(tcr_sim_memory_init((size_t)1 << 30, true), 0);
}

void *test_device(const void *host, size_t size)
{
    void *device = tcr_sim_memory_alloc(size);
    ck_assert_ptr_nonnull(device);
    if (host)
        ck_assert(tcr_sim_memory_write(device, host, size));
    return device;
}

struct tcr_sim_module test_compile(const char *text, unsigned arch)
{
    struct tcr_unit unit = {.abi = TCR_ABI_VERSION,
                            .file = "test.c",
                            .device_text = text,
                            .device_flags = "-fmad=false"};
    struct tcr_sim_module module;
    char message[TCR_SIM_MESSAGE] = "";
    int error = tcr_sim_module_load(&module, &unit, arch, message);
    ck_assert_msg(error == 0, "%s", message);
    return module;
}

bool test_launch(const struct tcr_sim_job *how, const char *kernel, long long n, unsigned n_vars,
                 union tcr_slot *slots, char message[TCR_SIM_MESSAGE])
{
    return test_launch_copies(how, kernel, n, n_vars, NULL, slots, message);
}

bool test_launch_copies(const struct tcr_sim_job *how, const char *kernel, long long n,
                        unsigned n_vars, const struct test_copies *copies, union tcr_slot *slots,
                        char message[TCR_SIM_MESSAGE])
{
    struct tcr_sim_job job = *how;
    const unsigned zero = 0;
    struct tcr_grid grid = {
        .n = n,
        .partial = test_device(NULL, (size_t)job.blocks * n_vars * TCR_PARTIAL_BYTES),
        .ticket = test_device(&zero, sizeof zero),
        .result = test_device(NULL, n_vars * sizeof *slots),
    };
    if (copies) {
        memcpy(grid.count, copies->count, sizeof grid.count);
        grid.plain = copies->plain;
        grid.shared_copies = copies->shared_copies;
        size_t size = copies->words + (size_t)job.blocks * job.threads * copies->bytes + 1;
        grid.copies = test_device(NULL, size);
        ck_assert(!copies->words || tcr_sim_memory_fill(grid.copies, 0, copies->words));
    }
    void *entry = tcr_sim_module_kernel(job.module, kernel);

    ck_assert_msg(entry != NULL, "no kernel %s", kernel);
    memcpy(&job.kernel, &entry, sizeof entry);
    job.grid = &grid;
    bool ok = tcr_sim_run(&job, message);
    if (ok) {
        unsigned ticket;
        ck_assert(tcr_sim_memory_read(slots, grid.result, n_vars * sizeof *slots));
        ck_assert(tcr_sim_memory_read(&ticket, grid.ticket, sizeof ticket));
        ck_assert_uint_eq(ticket, 0);
    }
    ck_assert(!copies || tcr_sim_memory_free(grid.copies));
    ck_assert(tcr_sim_memory_free(grid.partial));
    ck_assert(tcr_sim_memory_free(grid.ticket));
    ck_assert(tcr_sim_memory_free(grid.result));
    return ok;
}

int main(void)
{
    SRunner *runner = srunner_create(mma_suite());
    srunner_add_suite(runner, accuracy_suite());
    srunner_add_suite(runner, memory_suite());
    srunner_add_suite(runner, run_suite());
    srunner_add_suite(runner, pointer_suite());
    srunner_add_suite(runner, kernel_suite());
    srunner_add_suite(runner, array_suite());
    srunner_add_suite(runner, update_suite());
    srunner_add_suite(runner, owned_suite());
    srunner_add_suite(runner, backend_suite());
    srunner_add_suite(runner, variant_suite());
    srunner_run_all(runner, CK_ENV);
    int failures = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
