/* SPDX-License-Identifier: MIT */
/* Device memory: bounds, poison, protection, exhaustion. */
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "sim_tests.h"

START_TEST(placement)
{
    test_memory();
    for (size_t size = 1; size < 20000; size += 373) {
        char *at = tcr_sim_memory_alloc(size);
        ck_assert_ptr_nonnull(at);
        ck_assert_uint_eq((uintptr_t)at % 256, 0);
        /* Less than one alignment before the guard page. */
        ck_assert_uint_lt(-((uintptr_t)at + size) % (uintptr_t)sysconf(_SC_PAGESIZE), 256);
        ck_assert(tcr_sim_memory_owns(at));
        ck_assert(tcr_sim_memory_free(at));
        ck_assert(!tcr_sim_memory_free(at));
    }
    ck_assert(!tcr_sim_memory_owns(&(int){0}));
}
END_TEST

START_TEST(copies)
{
    char text[100] = "device", back[100] = "";
    test_memory();
    char *at = test_device(text, sizeof text);

    ck_assert(tcr_sim_memory_read(back, at, sizeof back));
    ck_assert_str_eq(back, "device");
    ck_assert(tcr_sim_memory_fill(at + 1, 'x', 3));
    ck_assert(tcr_sim_memory_read(back, at, sizeof back));
    ck_assert_str_eq(back, "dxxxce");
    ck_assert(!tcr_sim_memory_read(back, at + 1, sizeof back));
    ck_assert(!tcr_sim_memory_write(at - 1, text, 2));
    ck_assert(!tcr_sim_memory_write(at + 100, text, 1));
    ck_assert(!tcr_sim_memory_fill(back, 0, 1));
    ck_assert(tcr_sim_memory_free(at));
    ck_assert(!tcr_sim_memory_read(back, at, 1));
}
END_TEST

START_TEST(poisoned)
{
    double d[3];
    test_memory();
    void *at = test_device(NULL, sizeof d);
    ck_assert(tcr_sim_memory_read(d, at, sizeof d));
    for (int i = 0; i < 3; ++i)
        ck_assert(d[i] != d[i]);
}
END_TEST

/* A copy on the device hands on which bytes were never written; one from the host has none. */
START_TEST(copies_keep_marks)
{
    char text[32] = "x";
    test_memory();
    char *from = test_device(NULL, 32), *to = test_device(NULL, 64);

    ck_assert(tcr_sim_memory_write(from + 5, text, 3));
    ck_assert(tcr_sim_memory_copy(to + 16, from, 32));
    for (int i = 0; i < 64; ++i) {
        bool written = i >= 16 + 5 && i < 16 + 8;
        const char *wrong = tcr_sim_memory_access((uintptr_t)to + (uintptr_t)i, 1, TCR_SIM_READ);
        ck_assert_msg(!wrong == written, "byte %d", i);
        ck_assert_ptr_null(tcr_sim_memory_access((uintptr_t)to + (uintptr_t)i, 1, TCR_SIM_PLACE));
    }
    ck_assert(tcr_sim_memory_fill(from, 0, 32));
    ck_assert(tcr_sim_memory_copy(to, from, 32));
    ck_assert_ptr_null(tcr_sim_memory_access((uintptr_t)to, 32, TCR_SIM_READ));
    ck_assert_ptr_nonnull(tcr_sim_memory_access((uintptr_t)to, 33, TCR_SIM_READ));
    ck_assert_ptr_null(tcr_sim_memory_access((uintptr_t)to, 33, TCR_SIM_COPY));
    ck_assert_ptr_nonnull(tcr_sim_memory_access((uintptr_t)to + 32, 8, TCR_SIM_COPY));
}
END_TEST

START_TEST(exhaustion)
{
    void *at[64];
    test_memory();
    ck_assert_ptr_null(tcr_sim_memory_alloc(((size_t)1 << 30) + 1));
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 64; ++i)
            at[i] = test_device(NULL, (size_t)1 << 24);
        ck_assert_ptr_null(tcr_sim_memory_alloc(1));
        for (int i = 0; i < 64; ++i)
            ck_assert(tcr_sim_memory_free(at[(i * 37 + round) % 64]));
    }
}
END_TEST

/* A child that touches the address; true: it died of that. */
static bool touching_kills(volatile char *at)
{
    int status;
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, 2); /* a sanitizer's report */
        *at = 1;
        _exit(0);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

START_TEST(protection)
{
    test_memory();
    char *at = test_device("abc", 4);
    ck_assert(touching_kills(at));
    tcr_sim_memory_show();
    ck_assert(!touching_kills(at));
    ck_assert(touching_kills(at + 256)); /* the guard page */
    tcr_sim_memory_hide();
    ck_assert(touching_kills(at));
}
END_TEST

START_TEST(accesses)
{
    const char bytes[64] = {0};
    test_memory();
    char *at = test_device(NULL, 300);
    uintptr_t a = (uintptr_t)at;

    ck_assert(tcr_sim_memory_write(at + 3, bytes, 64));
    ck_assert_ptr_null(tcr_sim_memory_access(a + 3, 64, TCR_SIM_READ));
    ck_assert_str_eq(tcr_sim_memory_access(a + 2, 8, TCR_SIM_READ),
                     "bytes that were never written");
    ck_assert_ptr_nonnull(tcr_sim_memory_access(a + 60, 8, TCR_SIM_READ));
    ck_assert_ptr_null(tcr_sim_memory_access(a + 67, 4, TCR_SIM_WRITE));
    ck_assert_ptr_null(tcr_sim_memory_access(a + 60, 11, TCR_SIM_READ));
    ck_assert_str_eq(tcr_sim_memory_access(a + 296, 8, TCR_SIM_WRITE),
                     "0 bytes beyond the end of an allocation of 300 bytes");
    ck_assert_ptr_null(tcr_sim_memory_access(a + 296, 8, TCR_SIM_TOUCH));
    ck_assert_ptr_null(tcr_sim_memory_access(a - 4, 8, TCR_SIM_TOUCH));
    ck_assert_str_eq(tcr_sim_memory_access(a - 8, 8, TCR_SIM_TOUCH),
                     "8 bytes before an allocation of 300 bytes");
    ck_assert_str_eq(tcr_sim_memory_access((uintptr_t)bytes, 1, TCR_SIM_READ), "not device memory");
    ck_assert_str_eq(tcr_sim_memory_access(8, 8, TCR_SIM_READ), "a null pointer");
    ck_assert(tcr_sim_memory_fill(at, 0, 300));
    ck_assert_ptr_null(tcr_sim_memory_access(a, 300, TCR_SIM_READ));
    ck_assert(tcr_sim_memory_free(at));
    ck_assert_str_eq(tcr_sim_memory_access(a, 8, TCR_SIM_READ),
                     "device memory that is not allocated");
}
END_TEST

Suite *memory_suite(void)
{
    Suite *s = suite_create("memory");
    TCase *t = tcase_create("memory");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, placement);
    tcase_add_test(t, copies);
    tcase_add_test(t, poisoned);
    tcase_add_test(t, copies_keep_marks);
    tcase_add_test(t, exhaustion);
    tcase_add_test(t, protection);
    tcase_add_test(t, accesses);
    suite_add_tcase(s, t);
    return s;
}
