/* SPDX-License-Identifier: MIT */
/* The simulated device through the backend's table. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sim_tests.h"

static const struct tcr_backend *const sim = &tcr_backend_sim;

static const char text[] =
    "#include \"tcr_device.cuh\"\n"
    "struct tcr_args_0 { tcr_ptr<const double> a; };\n"
    "typedef tcr_vars<tcr_sum<double> > tcr_vars_0;\n"
    "struct tcr_body_0 {\n"
    "    TCR_DEVICE static void run(const tcr_args_0 &A, long long it, tcr_vars_0::value &v)\n"
    "    {\n"
    "        tcr_get<0>(v) += A.a[it];\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL(tcr_region_0, tcr_args_0, tcr_vars_0, tcr_body_0)\n";
static const struct tcr_unit unit = {.file = "test.c", .device_text = text, .device_flags = ""};

static void open_device(void)
{
    struct tcr_properties p;
    ck_assert_int_eq(sim->init(), 0);
    ck_assert_int_eq(sim->bind(), 0);
    ck_assert_int_eq(sim->properties(&p), 0);
    ck_assert_str_eq(p.name, "simulated device (sm_90)");
    ck_assert_uint_eq(p.arch, 90);
    ck_assert_uint_eq(p.multiprocessors, 4);
    ck_assert_uint_eq(p.memory, (size_t)64 << 20);
}

static void *module;
static void *load(void)
{
    void *function;
    ck_assert_msg(sim->module_load(&module, &unit) == 0, "%s", sim->error_name());
    ck_assert_int_eq(sim->function(&function, module, "tcr_region_0"), 0);
    return function;
}

/* Sum `n` doubles at `a` on the device. */
static int sum_on_device(void *function, void *a, long long n, double *sum)
{
    struct tcr_launch l = {.function = function,
                           .blocks = 4,
                           .threads = 64,
                           .args = &a,
                           .arg_size = sizeof a,
                           .grid = {.n = n}};
    void *ticket, *host, *result;
    int error;

    ck_assert_int_eq(sim->alloc(&l.grid.partial, 4 * TCR_PARTIAL_BYTES), 0);
    ck_assert_int_eq(sim->alloc(&ticket, 4), 0);
    ck_assert_int_eq(sim->host_alloc(&host, &result, sizeof(union tcr_slot)), 0);
    ck_assert_int_eq(sim->stream_create(&l.stream), 0);
    l.grid.ticket = ticket;
    l.grid.result = result;
    error = sim->fill(ticket, 0, 4, l.stream);
    if (!error)
        error = sim->launch(&l);
    if (!error)
        error = sim->sync(l.stream);
    *sum = ((union tcr_slot *)host)->f;
    sim->stream_destroy(l.stream);
    sim->host_free(host);
    sim->free(ticket);
    sim->free(l.grid.partial);
    return error;
}

static void *copy_of(const double *a, size_t size)
{
    void *device;
    ck_assert_int_eq(sim->alloc(&device, size), 0);
    ck_assert_int_eq(sim->copy_to(device, a, size, NULL), 0);
    return device;
}

START_TEST(round_trip)
{
    double a[1000], back[1000], sum;
    void *big;

    open_device();
    for (int i = 0; i < 1000; ++i)
        a[i] = i;
    void *device = copy_of(a, sizeof a);
    ck_assert_int_eq(sim->pointer(device), TCR_POINTER_DEVICE);
    ck_assert_int_eq(sim->pointer(a), TCR_POINTER_HOST);
    ck_assert_int_eq(sum_on_device(load(), device, 1000, &sum), 0);
    ck_assert(sum == 499500);
    ck_assert_int_eq(sim->copy_from(back, device, sizeof back, NULL), 0);
    ck_assert_mem_eq(a, back, sizeof a);
    ck_assert_int_eq(sim->copy_from(back, (char *)device + 8, sizeof back, NULL), TCR_E_COPY);
    ck_assert_str_eq(sim->error_name(), "simulated device: copy_from: not inside one allocation");
    ck_assert_int_eq(sim->alloc(&big, (size_t)65 << 20), TCR_E_NO_MEMORY);
    ck_assert(!sim->lost());
    ck_assert_int_eq(sim->free(device), 0);
    ck_assert_int_eq(sim->free(device), TCR_E_INVALID);
}
END_TEST

/* As late as the contract allows: a host buffer used again too early shows. */
START_TEST(copies_wait_for_sync)
{
    double a = 1, back = 0;
    void *stream;

    open_device();
    load();
    void *device = copy_of(&a, sizeof a);
    ck_assert_int_eq(sim->stream_create(&stream), 0);
    a = 2;
    ck_assert_int_eq(sim->copy_to(device, &a, sizeof a, stream), 0);
    a = 3;
    ck_assert_int_eq(sim->copy_from(&back, device, sizeof back, stream), 0);
    ck_assert(back == 0);
    ck_assert_int_eq(sim->sync(stream), 0);
    ck_assert(back == 3);
    ck_assert_int_eq(sim->stream_destroy(stream), 0);
    ck_assert_int_eq(sim->free(device), 0);
}
END_TEST

START_TEST(lost_context)
{
    double a[10] = {0}, sum;
    void *more;

    open_device();
    void *device = copy_of(a, sizeof a), *function = load();
    const struct tcr_launch odd = {.function = function, .blocks = 1, .threads = 33};
    ck_assert_int_eq(sim->launch(&odd), TCR_E_LAUNCH);
    ck_assert(!sim->lost()); /* nothing has run */
    ck_assert_int_eq(sum_on_device(function, device, 11, &sum), TCR_E_LAUNCH);
    ck_assert_ptr_nonnull(strstr(sim->error_name(), "context was lost"));
    ck_assert(sim->lost());
    ck_assert_int_eq(sim->alloc(&more, 8), TCR_E_LOST);
    ck_assert_int_eq(sim->copy_from(a, device, 8, NULL), TCR_E_LOST);
    ck_assert_int_eq(sim->bind(), TCR_E_LOST);
}
END_TEST

static void *function_for_all;
static void *worker(void *failures)
{
    double a[300], sum;
    for (int round = 0; round < 20; ++round) {
        for (int i = 0; i < 300; ++i)
            a[i] = i + round;
        void *device = copy_of(a, sizeof a);
        int error = sum_on_device(function_for_all, device, 300, &sum);
        *(int *)failures += error || sum != 44850 + 300 * round;
        sim->free(device);
    }
    return NULL;
}

START_TEST(many_threads)
{
    pthread_t threads[4];
    int failures[4] = {0};

    open_device();
    function_for_all = load();
    for (int i = 0; i < 4; ++i)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, worker, &failures[i]), 0);
    for (int i = 0; i < 4; ++i) {
        pthread_join(threads[i], NULL);
        ck_assert_int_eq(failures[i], 0);
    }
}
END_TEST

static int count_files(const char *directory)
{
    DIR *d = opendir(directory);
    int n = 0;
    ck_assert_ptr_nonnull(d);
    for (struct dirent *e; (e = readdir(d));)
        n += e->d_name[0] != '.';
    closedir(d);
    return n;
}

/* What one process has compiled, another only loads; the kernel headers stay beside it. */
START_TEST(cache)
{
    char directory[] = "/tmp/test-sim-XXXXXX", command[64], message[TCR_SIM_MESSAGE];
    double a[4] = {1, 2, 3, 4}, sum;
    struct tcr_sim_module loaded;
    int status;

    ck_assert_ptr_nonnull(mkdtemp(directory));
    ck_assert_int_eq(setenv("TCR_SIM_CACHE", directory, 1), 0);
    ck_assert_int_eq(unsetenv("TCR_SIM_CXX"),
                     0); /* tests/sim_cxx.sh keeps files of its own there */
    pid_t child = fork();
    if (child == 0)
        _exit(tcr_sim_module_load(&loaded, &unit, 90, message) != 0);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
    ck_assert_int_eq(count_files(directory), 2);

    open_device();
    ck_assert_int_eq(setenv("TMPDIR", "/nowhere", 1), 0); /* the compiler's own files */
    ck_assert_int_eq(sum_on_device(load(), copy_of(a, sizeof a), 4, &sum), 0);
    ck_assert(sum == 10);
    ck_assert_int_eq(count_files(directory), 2);
    snprintf(command, sizeof command, "rm -r %s", directory);
    ck_assert_int_eq(system(command), 0);
}
END_TEST

static void settings(void)
{
    setenv("TCR_SIM_MEMORY", "64M", 1);
}

static void unload(void)
{
    ck_assert_int_eq(sim->module_unload(module), 0);
}

Suite *backend_suite(void)
{
    Suite *s = suite_create("backend");
    TCase *t = tcase_create("backend");
    tcase_add_checked_fixture(t, settings, unload);
    tcase_set_timeout(t, 120);
    tcase_add_test(t, round_trip);
    tcase_add_test(t, copies_wait_for_sync);
    tcase_add_test(t, lost_context);
    tcase_add_test(t, many_threads);
    tcase_add_test(t, cache);
    suite_add_tcase(s, t);
    return s;
}
