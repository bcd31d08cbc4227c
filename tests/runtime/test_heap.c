/* SPDX-License-Identifier: MIT */
/* test_heap.c: notes of the program's blocks. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/ground/driver_here.h"
#include "../../runtime/map/heap.h"
#include "../../runtime/map/huge.h"
#include "suites.h"

#define AT(address) ((const void *)(uintptr_t)(address))

static bool finds(uintptr_t address, uintptr_t lo, uintptr_t hi)
{
    uintptr_t from = 1, to = 1;

    return tcr_heap_find(address, &from, &to) && from == lo && to == hi;
}

static bool finds_nothing(uintptr_t address)
{
    uintptr_t from, to;

    return !tcr_heap_find(address, &from, &to);
}

START_TEST(blocks_around_addresses)
{
    ck_assert(finds_nothing(0x100000));
    tcr_heap_add(AT(0x100000), 0x8000);
    tcr_heap_add(AT(0x108010), 0x5000);
    tcr_heap_add(NULL, 0x5000);
    ck_assert(finds(0x100000, 0x100000, 0x108000));
    ck_assert(finds(0x104321, 0x100000, 0x108000));
    ck_assert(finds(0x107fff, 0x100000, 0x108000));
    ck_assert(finds(0x108000, 0x100000, 0x108000)); /* one past the end */
    ck_assert(finds_nothing(0x108001));
    ck_assert(finds(0x108010, 0x108010, 0x10d010));
    ck_assert(finds_nothing(0xfffff));
    ck_assert_uint_eq(tcr_heap_remove(AT(0x104000)), 0);
    ck_assert_uint_eq(tcr_heap_remove(AT(0x100000)), 0x8000);
    ck_assert_uint_eq(tcr_heap_remove(AT(0x100000)), 0);
    ck_assert(finds_nothing(0x104321));
    ck_assert(finds(0x109000, 0x108010, 0x10d010));
}
END_TEST

/* Where one block ends another may begin. */
START_TEST(neighbours)
{
    for (uintptr_t k = 0; k < 64; k++)
        tcr_heap_add(AT(0x200000 + k * 0x1000), 0x1000);
    for (uintptr_t k = 0; k < 64; k++)
        ck_assert(finds(0x200000 + k * 0x1000, 0x200000 + k * 0x1000, 0x200000 + (k + 1) * 0x1000));
    ck_assert(finds(0x240000, 0x23f000, 0x240000));
}
END_TEST

/* What a library has freed is replaced by the next block there. */
START_TEST(out_of_date)
{
    tcr_heap_add(AT(0x100000), 0x8000);
    tcr_heap_add(AT(0x100000), 0x2000);
    ck_assert(finds(0x101000, 0x100000, 0x102000));
    ck_assert(finds_nothing(0x103000));
    ck_assert_uint_eq(tcr_heap_remove(AT(0x100000)), 0x2000);
    ck_assert_uint_eq(tcr_heap_remove(AT(0x100000)), 0);
}
END_TEST

START_TEST(small_ones)
{
    tcr_heap_add(AT(0x100000), TCR_HEAP_LEAST - 1);
    ck_assert(finds_nothing(0x100000));
    ck_assert_uint_eq(tcr_heap_remove(AT(0x100000)), 0);
}
END_TEST

START_TEST(many)
{
    const uintptr_t n = 100000;

    for (int again = 0; again < 2; again++) {
        for (uintptr_t k = 1; k <= n; k++)
            tcr_heap_add(AT(k << 20), 0x10000 + k);
        for (uintptr_t k = 1; k <= n; k += 1009)
            ck_assert(finds((k << 20) + 5, k << 20, (k << 20) + 0x10000 + k));
        for (uintptr_t k = n; k > 0; k--)
            ck_assert_uint_eq(tcr_heap_remove(AT(k << 20)), 0x10000 + k);
        ck_assert(finds_nothing(5 << 20));
    }
}
END_TEST

static void *churn(void *which)
{
    uintptr_t own = (uintptr_t)which << 40, lo, hi;

    for (uintptr_t k = 0; k < 20000; k++) {
        tcr_heap_add(AT(own + (k % 100 << 16)), 0x4000 + k);
        tcr_heap_find(own + 0x1234, &lo, &hi);
        if (k % 3 == 0)
            tcr_heap_remove(AT(own + (k * 7 % 100 << 16)));
    }
    for (uintptr_t k = 0; k < 100; k++)
        tcr_heap_remove(AT(own + (k << 16)));
    return NULL;
}

START_TEST(threads)
{
    pthread_t thread[4];

    for (uintptr_t k = 0; k < 4; k++)
        pthread_create(&thread[k], NULL, churn, (void *)(k + 1));
    for (int k = 0; k < 4; k++)
        pthread_join(thread[k], NULL);
    for (uintptr_t k = 1; k <= 4; k++)
        ck_assert(finds_nothing(k << 40));
}
END_TEST

/* Is memory to be had in huge pages there?  As the system says. */
static bool is_huge(const void *at)
{
    FILE *maps = fopen("/proc/self/smaps", "r");
    char line[256];
    unsigned long lo, hi;
    bool here = false, huge = false;

    while (maps && fgets(line, sizeof line, maps)) {
        if (sscanf(line, "%lx-%lx ", &lo, &hi) == 2)
            here = lo <= (uintptr_t)at && (uintptr_t)at < hi;
        else if (here && strncmp(line, "VmFlags:", 8) == 0)
            huge = strstr(line, " hg") != NULL;
    }
    if (maps)
        fclose(maps);
    return huge;
}

/* Of large blocks, where there is a driver and the program may have mirrors. */
START_TEST(huge_pages)
{
    static const struct {
        bool driver;
        const char *name, *value;
        bool asks;
    } kind[] = {{true, "TCR_TEST_X", "0", true},
                {false, "TCR_TEST_X", "0", false},
                {true, "TCR_MIRROR", "0", false},
                {true, "TCR_TARGET", "host", false}};
    const size_t size = 4 * TCR_HUGE_LEAST;
    char *at = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert(at != MAP_FAILED);
    if (madvise(at + size, size, MADV_HUGEPAGE) != 0)
        return; /* the system has none */
    if (tcr_driver_here && _i > 1)
        return; /* the variables have been read before the program began */
    setenv(kind[_i].name, kind[_i].value, 1);
    tcr_driver_here = kind[_i].driver;
    tcr_heap_add(at, TCR_HUGE_LEAST / 2);
    ck_assert(!is_huge(at + size / 2));
    tcr_heap_add(at, size);
    ck_assert(is_huge(at + size / 2) == kind[_i].asks);
    ck_assert(tcr_huge_wanted() == kind[_i].asks);
}
END_TEST

#if !defined ADDRESS_SANITIZER && !defined THREAD_SANITIZER /* whose realloc() copies */
static long faults(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

/* A block that grows is moved, not copied: its new pages are not touched meanwhile. */
START_TEST(huge_pages_move)
{
    static const size_t more[] = {0, 8, 16, 24, 4096 - 24, 4096 - 16, 4096 - 8};
    const size_t size = 5 * TCR_HUGE_LEAST + more[_i];
    char *block = malloc(size), *moved;
    long before;

    if (block)
        memset(block, 1, size);
    ck_assert(block);
    tcr_driver_here = true;
    tcr_heap_add(block, size);
    ck_assert(is_huge(block + size / 2) == tcr_huge_wanted());
    before = faults();
    moved = realloc(block, 2 * size);
    ck_assert_int_lt(faults() - before, 10);
    ck_assert(moved && moved[size - 1] == 1);
}
END_TEST
#endif

enum { STEP = 1 << 20, STEPS = 6, WAYS = 5 };

/* A block of each way: aligned or not, and with a locked page where the system lets it have one. */
static unsigned char *first_block(unsigned way, size_t *size)
{
    void *block = NULL;

    *size = TCR_HUGE_LEAST + 100 * way;
    if (way % 2)
        ck_assert_int_eq(posix_memalign(&block, (size_t)4096 << way, *size), 0);
    else
        block = malloc(*size);
    ck_assert_ptr_nonnull(block);
    tcr_heap_add(block, *size);
    if (way / 2 % 2)
        mlock((char *)block + *size / 2, 4096);
    memset(block, (int)way, *size);
    return block;
}

/* It grows step by step, as the program's realloc does it: is all in it that was? */
static bool grows(unsigned char *block, size_t size, unsigned way)
{
    bool good = true;

    for (unsigned k = 0; good && k < STEPS; k++, size += STEP) {
        tcr_heap_move(block);
        block = realloc(block, size + STEP);
        if (!block)
            return false;
        tcr_heap_add(block, size + STEP);
        for (size_t at = 0; at < size; at += 1021)
            good = good && block[at] == way;
        good = good && block[size - 1] == way;
        memset(block + size, (int)way, STEP);
    }
    tcr_heap_free(block);
    free(block);
    return good;
}

static void *grows_in_a_thread(void *number)
{
    const unsigned way = (unsigned)(uintptr_t)number;
    size_t size;
    unsigned char *block = first_block(way, &size);

    return grows(block, size, way) ? number : NULL;
}

/* Blocks beside each other, in threads; one of them is another process's, too, which goes on with
 * it meanwhile. */
START_TEST(huge_pages_side_by_side)
{
    pthread_t thread[WAYS];
    unsigned char *both;
    int status = -1;
    size_t size;
    pid_t child;
    void *good;

    tcr_driver_here = true;
    both = first_block(WAYS, &size);
    for (uintptr_t k = 1; k < WAYS; k++)
        pthread_create(&thread[k], NULL, grows_in_a_thread, (void *)k);
    child = fork();
    if (child == 0)
        _exit(grows(both, size, WAYS) ? 0 : 1);
    ck_assert(grows(both, size, WAYS));
    for (uintptr_t k = 1; k < WAYS; k++) {
        pthread_join(thread[k], &good);
        ck_assert_ptr_eq(good, (void *)k);
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_int_eq(status, 0);
}
END_TEST

/* What lies beside a block may be nothing at all: then errno is what it was. */
START_TEST(huge_pages_alone)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = TCR_HUGE_LEAST;
    char *at =
        mmap(NULL, size + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    ck_assert(at != MAP_FAILED);
    ck_assert_int_eq(munmap(at, page), 0);
    ck_assert_int_eq(munmap(at + page + size, page), 0);
    tcr_driver_here = true;
    errno = 123;
    tcr_heap_add(at + page, size);
    ck_assert_int_eq(errno, 123);
    memset(at + page, 1, size);
}
END_TEST

Suite *suite_heap(void)
{
    Suite *s = suite_create("heap");
    TCase *t = tcase_create("heap");

    tcase_add_test(t, blocks_around_addresses);
    tcase_add_test(t, neighbours);
    tcase_add_test(t, out_of_date);
    tcase_add_test(t, small_ones);
    tcase_add_test(t, many);
    tcase_add_test(t, threads);
    tcase_add_loop_test(t, huge_pages, 0, 4);
#if !defined ADDRESS_SANITIZER && !defined THREAD_SANITIZER
    tcase_add_loop_test(t, huge_pages_move, 0, 7);
#endif
    tcase_add_test(t, huge_pages_side_by_side);
    tcase_add_test(t, huge_pages_alone);
    tcase_set_timeout(t, 60);
    suite_add_tcase(s, t);
    return s;
}
