/* SPDX-License-Identifier: MIT */
/* test_extent.c: how large is what a pointer points into, and the kernel's check. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "../../runtime/backend/backend.h"
#include "../../runtime/map/extent.h"
#include "../../include/tcr.h"
#include "../../runtime/map/heap.h"
#include "fake.h"
#include "suites.h"

static double data[1000];
static const double fixed[4] = {1, 2, 3, 4};
static double *pages; /* of these three only the second can be read */
static size_t page;

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    page = (size_t)sysconf(_SC_PAGESIZE);
    pages = mmap(NULL, 3 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect((char *)pages + page, page, PROT_READ | PROT_WRITE);
    for (int i = 0; i < 1000; i++)
        data[i] = i;
}

/* Does it find a range that holds all of the object, from any place in it? */
static enum tcr_extent around(const void *object, size_t size)
{
    enum tcr_extent extent = TCR_EXTENT_NONE, first = TCR_EXTENT_NONE;

    for (size_t at = 0; at < size; at += 8) {
        uintptr_t lo, hi;

        extent = tcr_extent_find((uintptr_t)object + at, &lo, &hi);
        ck_assert_int_ne(extent, TCR_EXTENT_NONE);
        ck_assert(lo <= (uintptr_t)object && (uintptr_t)object + size <= hi);
        first = at ? first : extent;
    }
    return first;
}

START_TEST(all_kinds_of_memory)
{
    double local[100], *small = malloc(200), *large = malloc(100000);
    uintptr_t lo, hi;

    ck_assert(around(data, sizeof data));
    ck_assert(around(fixed, sizeof fixed));
    ck_assert(around(local, sizeof local));
    ck_assert(around(small, 200));
    ck_assert(around(large, 100000));
    tcr_heap_add(large, 100000);
    ck_assert_int_eq(around(large, 100000), TCR_EXTENT_OBJECT);
    ck_assert_int_eq(tcr_extent_find((uintptr_t)(large + 7), &lo, &hi), TCR_EXTENT_OBJECT);
    ck_assert(lo == (uintptr_t)large && hi == (uintptr_t)large + 100000);
    tcr_heap_remove(large);
    ck_assert_int_eq(tcr_extent_find((uintptr_t)pages + page, &lo, &hi), TCR_EXTENT_AROUND);
    ck_assert(lo == (uintptr_t)pages + page && hi == lo + page);
    ck_assert_int_eq(tcr_extent_find((uintptr_t)(pages + 1), &lo, &hi), TCR_EXTENT_NONE);
    ck_assert_int_eq(tcr_extent_find((uintptr_t)pages + 2 * page, &lo, &hi), TCR_EXTENT_AROUND);
    ck_assert(lo == (uintptr_t)pages + page && hi == lo + page); /* one past its end */
    ck_assert_int_eq(tcr_extent_find((uintptr_t)pages + 2 * page + 1, &lo, &hi), TCR_EXTENT_NONE);
    ck_assert_int_eq(tcr_extent_find(8, &lo, &hi), TCR_EXTENT_NONE);
    free(small);
    free(large);
}
END_TEST

/* A block's size stands before it; what stands before other memory is no size. */
START_TEST(heads_of_blocks)
{
    size_t *head = (size_t *)(void *)((char *)pages + page);
    uintptr_t lo, hi, at = (uintptr_t)(head + 2);

    head[1] = 0x91; /* 144 bytes, and the block before in use */
    head[19] = 0x51;
    ck_assert_int_eq(tcr_extent_find(at, &lo, &hi), TCR_EXTENT_OBJECT);
    ck_assert(lo == at && hi == at + 0x88);
    head[19] = 0x50; /* it is free */
    ck_assert_int_eq(tcr_extent_find(at, &lo, &hi), TCR_EXTENT_AROUND);
    head[1] = ~(size_t)0x0e;
    ck_assert_int_eq(tcr_extent_find(at, &lo, &hi), TCR_EXTENT_AROUND);
    head[0] = 0;
    head[1] = page | 2; /* a mapping of its own */
    ck_assert_int_eq(tcr_extent_find(at, &lo, &hi), TCR_EXTENT_OBJECT);
    ck_assert(lo == at && hi == (uintptr_t)head + page);
}
END_TEST

START_TEST(variable_by_its_symbol)
{
    const uintptr_t first = (uintptr_t)data;
    uintptr_t lo, hi;
    void *on_device;

    /* no file is read before a device is open */
    ck_assert_int_eq(tcr_extent_find(first, &lo, &hi), TCR_EXTENT_AROUND);
    ck_assert_ptr_nonnull(on_device = tcr_malloc(8));
    tcr_free(on_device);
    for (size_t at = 0; at < sizeof data - 64; at += 24) {
        ck_assert_int_eq(tcr_extent_find(first + at, &lo, &hi), TCR_EXTENT_OBJECT);
        ck_assert(lo == first && hi == first + sizeof data);
    }
}
END_TEST

START_TEST(beside_what_is_present)
{
    uintptr_t lo, hi, first = (uintptr_t)data;

    ck_assert_int_eq(tcr_copyin(data + 100, 800), 0);
    ck_assert_int_eq(tcr_copyin(data + 300, 80), 0);
    ck_assert_int_eq(tcr_extent_find(first + 808, &lo, &hi), TCR_EXTENT_OBJECT);
    ck_assert(lo == first + 800 && hi == first + 1600);
    ck_assert_int_eq(tcr_extent_find(first + 1600, &lo, &hi), TCR_EXTENT_AROUND);
    ck_assert(lo == first + 1600 && hi == first + 2400);
    ck_assert_int_eq(tcr_extent_find(first + 792, &lo, &hi), TCR_EXTENT_AROUND);
    ck_assert(lo <= first && hi == first + 800);
    ck_assert_int_eq(tcr_delete(data + 100, 800), 0);
    ck_assert_int_eq(tcr_delete(data + 300, 80), 0);
}
END_TEST

/* ---- a region: the sum of x[idx[i]], with the check that generated code has ---- */

struct gather_args {
    const double *x;
    long long lo, room, astray, spare;
};

static const long long *order; /* of the kernel, which is the host's */
static const long long nowhere = LLONG_MIN;
static void *known; /* what the runtime keeps of the region from call to call */

static void gather_kernel(const void *args, const struct tcr_launch *l)
{
    const struct gather_args *a = args;
    double sum = 0;

    /* it says by itself that it is done: behind its result there is a slot for that, too */
    ck_assert_uint_ne(l->grid.tag, 0);
    ck_assert((const union tcr_slot *)a->astray >= l->grid.result + 2);
    for (long long i = 0; i < l->grid.n; i++) {
        unsigned long long at = (unsigned long long)(a->x + order[i]);
        unsigned long long room = (unsigned long long)a->room;

        if (order[i] == nowhere)
            continue;
        if (room < sizeof(double) || at - (unsigned long long)a->lo > room - sizeof(double)) {
            *(unsigned *)a->astray = 1;
            at = (unsigned long long)a->spare;
        } else if (a->room != -1) {
            ck_assert(fake_is_device((const void *)at, sizeof(double)));
        }
        sum += *(const double *)at;
    }
    l->grid.result[0].f = sum;
}

static int gather(double *x, const long long *idx, long long n, unsigned map, double *sum)
{
    static struct tcr_image image;
    static struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .n_images = 1, .images = &image};
    static const struct tcr_var var = {"s", TCR_ADD, TCR_F64};
    struct tcr_base base = {.name = "x",
                            .elem_size = 8,
                            .map = (unsigned char)map,
                            .flags = TCR_BASE_CHECKED,
                            .parent = -1,
                            .range_offset = offsetof(struct gather_args, lo)};
    struct tcr_region region = {.unit = &unit,
                                .kernel = "k",
                                .file = "g.c",
                                .line = map + 1,
                                .n_vars = 1,
                                .n_bases = 1,
                                .vars = &var,
                                .bases = &base,
                                .arg_size = sizeof(struct gather_args),
                                .state = known,
                                .astray_offset = offsetof(struct gather_args, astray)};
    struct gather_args args = {0};
    fake_kernel *kernel = gather_kernel;
    void *const address[] = {x};
    struct tcr_access access = {.flags = TCR_ACCESS_WHOLE};
    struct tcr_call call = {
        .n = n, .base = address, .args = &args, .n_accesses = 1, .accesses = &access};
    union tcr_slot slot = {.f = -1};
    int done;

    memcpy(&image.bytes, &kernel, sizeof kernel);
    unit.file = "g.c";
    order = idx;
    done = tcr_region_run(&region, &call, &slot);
    known = region.state;
    *sum = slot.f;
    return done;
}

START_TEST(gathers)
{
    const long long idx[] = {999, 0, 5}, back[] = {-1, -999, 0};
    double sum, *x = malloc(8000);

    memcpy(x, data, sizeof data);
    tcr_heap_add(x, 8000);
    ck_assert_int_eq(gather(x, idx, 3, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 1004);
    ck_assert_int_eq(gather(x + 999, back, 3, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 998 + 999);
    ck_assert_int_eq(gather(data, idx, 3, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 1004);
    ck_assert_int_eq(gather(data, idx, 3, TCR_MAP_PRESENT, &sum), 0);
    tcr_heap_remove(x);
    free(x);
    fake_check_released();
}
END_TEST

/* An extent that is wrong is found out. */
START_TEST(astray)
{
    const long long idx[] = {999, 0, 5};
    double sum, *x = malloc(8000);

    memcpy(x, data, sizeof data);
    tcr_heap_add(x, 7992);
    ck_assert_int_eq(gather(x, idx, 3, TCR_MAP_AUTO, &sum), 0);
    ck_assert_double_eq(sum, -1); /* no result is handed out */
    ck_assert_int_eq(gather(x, idx + 1, 2, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 5);
    tcr_heap_remove(x);
    free(x);
    fake_check_released();
}
END_TEST

/* The host's loop may then read anywhere: all that is newer comes back. */
START_TEST(astray_with_newer_data)
{
    const long long idx[] = {700, 0, 5};
    double sum, seven = 7;

    ck_assert_int_eq(tcr_copyin(data, 800), 0);
    ck_assert_int_eq(tcr_copyin(data + 600, 1600), 0);
    ck_assert_int_eq(tcr_memcpy_to_device(tcr_deviceptr(data + 700), &seven, 8), 0);
    ck_assert_int_eq(gather(data, idx, 3, TCR_MAP_AUTO, &sum), 0);
    ck_assert_double_eq(data[700], 7);
    ck_assert_int_eq(tcr_delete(data, 800), 0);
    ck_assert_int_eq(tcr_delete(data + 600, 1600), 0);
}
END_TEST

START_TEST(device_memory)
{
    const long long idx[] = {99, 0, 5};
    double sum, *d = tcr_malloc(800);

    ck_assert_int_eq(tcr_memcpy_to_device(d, data, 800), 0);
    ck_assert_int_eq(gather(d, idx, 3, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 104);
    tcr_free(d);
}
END_TEST

/* for i < 10: y[i] = x[any] */
static int in_order(double *x, double *y)
{
    static struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .file = "o"};
    static const struct tcr_base base[2] = {
        {.name = "x", .elem_size = 8, .parent = -1},
        {.name = "y", .elem_size = 8, .flags = TCR_BASE_WRITTEN, .parent = -1}};
    struct tcr_region region = {
        .unit = &unit, .file = "o.c", .flags = TCR_REGION_WRITES, .n_bases = 2, .bases = base};
    void *const address[] = {x, y};
    struct tcr_range loop = {.hi = {.c0 = 9}};
    struct tcr_access access[2] = {
        {.base = 0, .flags = TCR_ACCESS_WHOLE},
        {.base = 1, .flags = TCR_ACCESS_WRITE, .size = 8, .offset = {.c = {8}}}};
    struct tcr_call call = {.n = 10,
                            .base = address,
                            .n_loops = 1,
                            .n_accesses = 2,
                            .n_levels = 1,
                            .loops = &loop,
                            .accesses = access};

    return tcr_region_order(&region, &call);
}

START_TEST(read_anywhere_and_written)
{
    double *x = calloc(1000, 8), *y = calloc(1000, 8);

    tcr_heap_add(x, 8000);
    tcr_heap_add(y, 8000);
    ck_assert_int_eq(in_order(x, y), 0);
    ck_assert_int_eq(in_order(x + 500, y + 990), 0);
    ck_assert_int_eq(in_order(x, x), TCR_SEQUENTIAL);
    ck_assert_int_eq(in_order(x, x + 990), TCR_SEQUENTIAL);
    ck_assert_int_eq(in_order(x + 990, x), TCR_SEQUENTIAL);
    ck_assert_int_eq(in_order(data, y), 0);
    ck_assert_int_eq(in_order(data, data + 900), TCR_SEQUENTIAL);
    ck_assert_int_eq(in_order(pages + 1, y), TCR_SEQUENTIAL); /* nobody knows */
    tcr_heap_remove(x);
    ck_assert_int_eq(in_order(x, x), TCR_SEQUENTIAL); /* a head is not sure */
    tcr_heap_remove(y);
    free(x);
    free(y);
}
END_TEST

START_TEST(nothing_known)
{
    const long long idx[] = {0};
    double sum;

    ck_assert_int_eq(gather(pages, idx, 1, TCR_MAP_AUTO, &sum), 0);
    ck_assert_int_eq(gather(NULL, idx, 1, TCR_MAP_AUTO, &sum), 0);
}
END_TEST

/* A pointer that was never set is none of the loop's business as long as it does not use it; if it
 * does, the kernel says so, once. */
START_TEST(nothing_known_nor_used)
{
    static const uintptr_t garbage[] = {1, 0x5a5a5a5a5a5a5a5a, UINTPTR_MAX, UINTPTR_MAX - 7};
    const long long idx[] = {0};
    double sum;

    for (size_t k = 0; k < sizeof garbage / sizeof *garbage; k++) {
        ck_assert_int_eq(gather((double *)garbage[k], &nowhere, 1, TCR_MAP_AUTO, &sum), 1);
        ck_assert_double_eq(sum, 0);
    }
    for (int k = 0; k < 5; k++) {
        int launches = fake_launches;

        ck_assert_int_eq(gather(pages, idx, 1, TCR_MAP_AUTO, &sum), 0);
        ck_assert_double_eq(sum, -1);
/* a sanitizer has memory of its own around it: that is tried then */
#if defined ADDRESS_SANITIZER || defined THREAD_SANITIZER
        ck_assert_int_le(fake_launches - launches, 1);
#else
        ck_assert_int_eq(fake_launches - launches, k < 1);
#endif
    }
    fake_check_released();
}
END_TEST

/* What stderr gets of a call of tcr_heap_free. */
static void freed(const void *block, char *said, size_t room)
{
    FILE *file = tmpfile();
    int old = dup(STDERR_FILENO);

    dup2(fileno(file), STDERR_FILENO);
    tcr_heap_free(block);
    dup2(old, STDERR_FILENO);
    close(old);
    rewind(file);
    said[fread(said, 1, room - 1, file)] = '\0';
    fclose(file);
}

START_TEST(freed_while_present)
{
    double *x = calloc(1000, sizeof *x);
    char said[400];

    tcr_heap_add(x, 8000);
    freed(x, said, sizeof said);
    ck_assert_str_eq(said, "");
    tcr_heap_add(x, 8000);
    ck_assert_int_eq(tcr_copyin(x + 100, 80), 0);
    freed(x, said, sizeof said);
    ck_assert_ptr_nonnull(strstr(said, "a block of 8000 bytes"));
    ck_assert_ptr_nonnull(strstr(said, "while 80 bytes"));
    tcr_heap_add(x, 8000);
    freed(x, said, sizeof said); /* it is not there any longer */
    ck_assert_str_eq(said, "");
    free(x);
}
END_TEST

Suite *suite_extent(void)
{
    Suite *s = suite_create("extent");
    TCase *t = tcase_create("extent");

    tcase_add_checked_fixture(t, setup, NULL);
    tcase_add_test(t, all_kinds_of_memory);
    tcase_add_test(t, heads_of_blocks);
    tcase_add_test(t, variable_by_its_symbol);
    tcase_add_test(t, beside_what_is_present);
    tcase_add_test(t, gathers);
    tcase_add_test(t, astray);
    tcase_add_test(t, astray_with_newer_data);
    tcase_add_test(t, device_memory);
    tcase_add_test(t, read_anywhere_and_written);
    tcase_add_test(t, nothing_known);
    tcase_add_test(t, nothing_known_nor_used);
    tcase_add_test(t, freed_while_present);
    suite_add_tcase(s, t);
    return s;
}
