/* SPDX-License-Identifier: MIT */
/* test_quiet.c: may memory be read?  Asked without unusual system calls. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/device/quiet.h"
#include "../../runtime/device/transfer.h"
#include "../../runtime/ground/why.h"
#include "fake.h"
#include "suites.h"

/* A page that can be read between two that cannot. */
static char *island(size_t *page)
{
    char *at;

    *page = (size_t)sysconf(_SC_PAGESIZE);
    at = mmap(NULL, 3 * *page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_ptr_ne(at, MAP_FAILED);
    ck_assert_int_eq(mprotect(at + *page, *page, PROT_READ | PROT_WRITE), 0);
    return at + *page;
}

/* The same answers as where the kernel reads the memory itself. */
START_TEST(readable)
{
    size_t page;
    char *at = island(&page), byte[24];
    sigset_t before = {0}, after = {0};

    tcr_device_setup();
    ck_assert(tcr_mode != TCR_MODE_READY);
    if (!tcr_quiet())
        return; /* below valgrind */
    memset(at, 7, page);
    sigprocmask(SIG_SETMASK, NULL, &before);
    for (long from = -20; from < 20; from++)
        for (size_t size = 0; size < 24; size++) {
            bool first = size == 0 || from >= 0, last = size == 0 || (long)size - 20 + from <= 0;

            ck_assert_int_eq(tcr_quiet_readable((uintptr_t)at + (uintptr_t)from, size), first);
            ck_assert_int_eq(tcr_peek(byte, (uintptr_t)at + (uintptr_t)from, size), first);
            ck_assert_int_eq(tcr_quiet_readable((uintptr_t)at + page - 20 + (uintptr_t)from, size),
                             last);
        }
    ck_assert(tcr_quiet_readable((uintptr_t)at, page));
    ck_assert(!tcr_quiet_readable((uintptr_t)at, page + 1));
    ck_assert(!tcr_quiet_readable((uintptr_t)at, 3 * page));
    ck_assert(!tcr_quiet_readable(0, 1) && !tcr_quiet_readable(8, 8));
    ck_assert(!tcr_quiet_readable(UINTPTR_MAX, 1) && !tcr_quiet_readable(UINTPTR_MAX - 1, 8));
    ck_assert(!tcr_quiet_readable((uintptr_t)at, SIZE_MAX));
    sigprocmask(SIG_SETMASK, NULL, &after);
    ck_assert_mem_eq(&before, &after, sizeof before);
    errno = 33;
    ck_assert_int_eq(tcr_readable(at - 1, 1), 0);
    ck_assert_int_eq(tcr_readable(at, 1), 1);
    ck_assert_int_eq(errno, 33);
    ck_assert(tcr_peek(byte, (uintptr_t)at + page - 3, 3));
    ck_assert_int_eq(byte[2], 7);
}
END_TEST

/* Once there is a device, the kernel reads. */
START_TEST(with_a_device)
{
    size_t page;
    char *at = island(&page), byte;

    setenv("TCR_TARGET", "device", 1);
    fake_use();
    ck_assert_int_eq(tcr_device_open(&(struct tcr_why){.wanted = false}), 0);
    ck_assert(!tcr_quiet());
    ck_assert(tcr_peek(&byte, (uintptr_t)at, 1) && !tcr_peek(&byte, (uintptr_t)at - 1, 1));
}
END_TEST

Suite *suite_quiet(void)
{
    Suite *s = suite_create("quiet");
    TCase *c = tcase_create("quiet");

    tcase_add_test(c, readable);
    tcase_add_test(c, with_a_device);
    suite_add_tcase(s, c);
    return s;
}
