/* SPDX-License-Identifier: MIT */
/* test_rows.c: arrays of row pointers, of every origin. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "../../runtime/backend/backend.h"
#include "../../runtime/map/heap.h"
#include "fake.h"
#include "suites.h"

enum { ROWS = 40, COLUMNS = 7 };

struct args {
    double *const *a;
    long long lo, room, astray, spare; /* of the rows, if their length is not known */
};

static double block[ROWS * COLUMNS], *row[ROWS];
static bool unknown;
static int columns = COLUMNS;

/* for i < ROWS, j < COLUMNS: s += a[i][j], all on the device. */
static void kernel(const void *args, const struct tcr_launch *l)
{
    double *const *a = ((const struct args *)args)->a;
    double s = 0;

    for (int i = 0; i < l->grid.n; i++) {
        ck_assert(fake_is_device(&a[i], sizeof a[i]));
        for (int j = 0; a[i] && j < columns; j++) {
            const struct args *p = args;
            unsigned long long at = (unsigned long long)&a[i][j] - (unsigned long long)p->lo;

            if (unknown && at + 8 > (unsigned long long)p->room) {
                *(unsigned *)p->astray = 2;
                return;
            }
            ck_assert(fake_is_device(&a[i][j], sizeof(double)));
            s += a[i][j];
        }
    }
    l->grid.result[0].f = s;
}

static int run(double **table, unsigned char map, double *sum)
{
    struct tcr_image image = {0};
    struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .n_images = 1, .file = "r", .images = &image};
    struct tcr_var var = {"s", TCR_ADD, TCR_F64};
    struct tcr_base base[2] = {
        {"a", sizeof(double *), 0, map, TCR_BASE_ROWS, -1, 0, 0},
        {"a[]", sizeof(double), 0, map, TCR_BASE_CHILD, 0, 0, offsetof(struct args, lo)}};
    struct tcr_region region = {.unit = &unit,
                                .kernel = "k",
                                .file = "r.c",
                                .n_vars = 1,
                                .n_bases = 2,
                                .vars = &var,
                                .bases = base,
                                .arg_size = sizeof(struct args),
                                .astray_offset = offsetof(struct args, astray)};
    struct tcr_range loop[2] = {{.hi = {.c0 = ROWS - 1}}, {.hi = {.c0 = COLUMNS - 1}}};
    struct tcr_access access[2] = {{.base = 0, .size = sizeof(double *), .offset = {.c = {8}}},
                                   {.base = 1, .size = sizeof(double), .offset = {.c = {0, 8}}}};
    struct args args = {.a = NULL};
    void *bases[2] = {table, NULL};
    struct tcr_call call = {.n = ROWS,
                            .base = bases,
                            .args = &args,
                            .n_loops = 2,
                            .n_accesses = 2,
                            .loops = loop,
                            .accesses = access};
    union tcr_slot slot = {.f = 0};
    fake_kernel *k = kernel;
    int done;

    if (unknown) {
        access[1] = (struct tcr_access){.base = 1, .flags = TCR_ACCESS_WHOLE};
        base[1].flags |= TCR_BASE_CHECKED;
    }
    memcpy(&image.bytes, &k, sizeof k);
    done = tcr_region_run(&region, &call, &slot);
    *sum = slot.f;
    return done;
}

static double expected, sum;

static void setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    expected = 0;
    for (int i = 0; i < ROWS * COLUMNS; i++)
        expected += block[i] = i * 0.5;
    for (int i = 0; i < ROWS; i++)
        row[i] = block + i * COLUMNS;
}

START_TEST(one_block)
{
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    fake_check_released();
}
END_TEST

START_TEST(rows_of_their_own)
{
    double *own[ROWS];

    for (int i = 0; i < ROWS; i++) {
        own[i] = malloc(COLUMNS * sizeof(double) + (size_t)i * 300);
        memcpy(own[i], row[i], COLUMNS * sizeof(double));
    }
    ck_assert_int_eq(run(own, TCR_MAP_COPYIN, &sum), 1);
    ck_assert_double_eq(sum, expected);
    ck_assert_int_eq(run(own, TCR_MAP_COPY, &sum), 0);
    for (int i = 0; i < ROWS; i++)
        free(own[i]);
    fake_check_released();
}
END_TEST

START_TEST(null_and_repeated_rows)
{
    row[3] = NULL;
    row[8] = row[9];
    for (int j = 0; j < COLUMNS; j++)
        expected += block[9 * COLUMNS + j] - block[8 * COLUMNS + j] - block[3 * COLUMNS + j];
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    fake_check_released();
}
END_TEST

START_TEST(unreadable_row)
{
    row[5] = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 0);
    fake_check_released();
}
END_TEST

START_TEST(present_block)
{
    ck_assert_int_eq(tcr_copyin(block, sizeof block), 0);
    block[0] = 1e9;
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 1);
    ck_assert_double_eq(sum, expected);
    ck_assert_int_eq(tcr_delete(block, sizeof block), 0);
    fake_check_released();
}
END_TEST

START_TEST(some_rows_present)
{
    ck_assert_int_eq(tcr_copyin(row[2], COLUMNS * sizeof(double)), 0);
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 0);
    ck_assert_int_eq(tcr_copyin(row[4], 8), 0);
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 0); /* row 4 in part */
    ck_assert_int_eq(tcr_delete(row[4], 8), 0);
    ck_assert_int_eq(tcr_delete(row[2], 8), 0);
    fake_check_released();
}
END_TEST

/* Neighbours share a section's pin: it is given back as often as it was taken, also where rows of
 * two sections take turns. */
START_TEST(rows_of_two_sections)
{
    enum { HALF = ROWS / 2 };
    double *const other = row[HALF];
    const size_t size = (size_t)HALF * COLUMNS * sizeof(double), rest = sizeof block - size;

    ck_assert_int_eq(tcr_copyin(block, size), 0);
    ck_assert_int_eq(tcr_copyin(other, rest), 0);
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 1);
    ck_assert_double_eq(sum, expected);
    for (int i = 1; i < HALF; i += 2) {
        double *const here = row[i];
        row[i] = row[HALF + i];
        row[HALF + i] = here;
    }
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 1);
    ck_assert_double_eq(sum, expected);
    row[3] = row[HALF] - 1; /* in both */
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 0);
    ck_assert_int_eq(tcr_delete(other, rest), 0);
    ck_assert_int_eq(tcr_delete(block, size), 0);
    fake_check_released();
}
END_TEST

START_TEST(device_rows)
{
    double *d = tcr_malloc(sizeof block), **table;

    ck_assert_int_eq(tcr_memcpy_to_device(d, block, sizeof block), 0);
    for (int i = 0; i < ROWS; i++)
        row[i] = d + i * COLUMNS;
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    table = tcr_malloc(sizeof row);
    ck_assert_int_eq(tcr_memcpy_to_device(table, row, sizeof row), 0);
    ck_assert_int_eq(run(table, TCR_MAP_DEVICEPTR, &sum), 1);
    ck_assert_double_eq(sum, expected);
    ck_assert_int_eq(run(table, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    tcr_free(table);
    tcr_free(d);
    fake_check_released();
}
END_TEST

/* ---- structures that hold pointers, and pointers to pointers ---- */

enum { CELLS = 6, DEEP_ROWS = 4, DEEP_COLUMNS = 3 };

struct cell {
    double h;
    double **rows;
    const double *v;
};

struct deep_args {
    const struct cell *cells;
};

static struct cell cells[CELLS];

/* s += h + v[k] + rows[j][k], all on the device */
static void deep_kernel(const void *args, const struct tcr_launch *l)
{
    const struct cell *c = ((const struct deep_args *)args)->cells;
    double s = 0;

    for (int i = 0; i < l->grid.n; i++) {
        ck_assert(fake_is_device(&c[i], sizeof c[i]));
        s += c[i].h;
        for (int k = 0; k < DEEP_COLUMNS; k++) {
            ck_assert(fake_is_device(&c[i].v[k], sizeof(double)));
            s += c[i].v[k];
        }
        for (int j = 0; c[i].rows && j < DEEP_ROWS; j++) {
            ck_assert(fake_is_device(&c[i].rows[j], sizeof(double *)));
            for (int k = 0; c[i].rows[j] && k < DEEP_COLUMNS; k++) {
                ck_assert(fake_is_device(&c[i].rows[j][k], sizeof(double)));
                s += c[i].rows[j][k];
            }
        }
    }
    l->grid.result[0].f = s;
}

static int deep_run(double *result)
{
    enum { TABLE = TCR_BASE_ROWS, INNER = TCR_BASE_ROWS | TCR_BASE_CHILD, ROW = TCR_BASE_CHILD };
    struct tcr_image image = {0};
    struct tcr_unit unit = {.abi = TCR_ABI_VERSION, .n_images = 1, .file = "d", .images = &image};
    struct tcr_var var = {"s", TCR_ADD, TCR_F64};
    struct tcr_base base[4] = {
        {"cells", sizeof(struct cell), 0, TCR_MAP_AUTO, TABLE, -1, 0, 0},
        {"cells[].rows", 8, 0, TCR_MAP_AUTO, INNER, 0, offsetof(struct cell, rows), 0},
        {"cells[].rows[]", 8, 0, TCR_MAP_AUTO, ROW, 1, 0, 0},
        {"cells[].v", 8, 0, TCR_MAP_AUTO, ROW, 0, offsetof(struct cell, v), 0}};
    struct tcr_region region = {.unit = &unit,
                                .kernel = "k",
                                .file = "d.c",
                                .n_vars = 1,
                                .n_bases = 4,
                                .vars = &var,
                                .bases = base,
                                .arg_size = sizeof(struct deep_args)};
    struct tcr_range loop[3] = {
        {.hi = {.c0 = CELLS - 1}}, {.hi = {.c0 = DEEP_ROWS - 1}}, {.hi = {.c0 = DEEP_COLUMNS - 1}}};
    struct tcr_access access[4] = {
        {.base = 0, .size = sizeof(struct cell), .offset = {.c = {sizeof(struct cell)}}},
        {.base = 1, .size = 8, .offset = {.c = {0, 8}}},
        {.base = 2, .size = 8, .offset = {.c = {0, 0, 8}}},
        {.base = 3, .size = 8, .offset = {.c = {0, 0, 8}}}};
    struct deep_args args = {NULL};
    void *bases[4] = {cells, NULL, NULL, NULL};
    struct tcr_call call = {.n = CELLS,
                            .base = bases,
                            .args = &args,
                            .n_loops = 3,
                            .n_accesses = 4,
                            .loops = loop,
                            .accesses = access};
    union tcr_slot slot = {.f = 0};
    fake_kernel *k = deep_kernel;
    int done;

    memcpy(&image.bytes, &k, sizeof k);
    done = tcr_region_run(&region, &call, &slot);
    *result = slot.f;
    return done;
}

static double *deep_row[CELLS][DEEP_ROWS], deep_data[CELLS * (DEEP_ROWS + 1) * DEEP_COLUMNS];

static double fill_cells(void)
{
    double all = 0, *next = deep_data;

    for (int i = 0; i < CELLS; i++) {
        all += cells[i].h = 1000 * i;
        cells[i].v = next;
        cells[i].rows = deep_row[i];
        for (int j = 0; j <= DEEP_ROWS; j++) {
            if (j)
                deep_row[i][j - 1] = next;
            for (int k = 0; k < DEEP_COLUMNS; k++)
                all += *next++ = i * 50 + j * 7 + k;
        }
    }
    return all;
}

START_TEST(structures_with_pointers)
{
    double all = fill_cells();

    ck_assert_int_eq(deep_run(&sum), 1);
    ck_assert_double_eq(sum, all);
    ck_assert_ptr_eq(cells[2].v, deep_data + 2 * (DEEP_ROWS + 1) * DEEP_COLUMNS);
    for (int k = 0; k < DEEP_COLUMNS; k++) /* null, a table twice, a row twice */
        all += cells[1].rows[0][k] - cells[3].rows[2][k];
    for (int j = 0; j < DEEP_ROWS; j++)
        for (int k = 0; k < DEEP_COLUMNS; k++)
            all -= cells[5].rows[j][k];
    deep_row[3][2] = deep_row[1][0];
    cells[5].rows = NULL;
    ck_assert_int_eq(deep_run(&sum), 1);
    ck_assert_double_eq(sum, all);
    fake_check_released();
}
END_TEST

START_TEST(structures_with_bad_pointers)
{
    fill_cells();
    deep_row[4][1] = (double *)64;
    ck_assert_int_eq(deep_run(&sum), 0);
    cells[4].rows = (double **)64;
    ck_assert_int_eq(deep_run(&sum), 0);
    fake_check_released();
}
END_TEST

/* What is newer on the device: rows are taken there, structures are not. */
START_TEST(structures_present)
{
    double all = fill_cells(), *d;
    struct cell *c;

    ck_assert_int_eq(tcr_copyin(deep_row[2][1], DEEP_COLUMNS * sizeof(double)), 0);
    d = tcr_deviceptr(deep_row[2][1]);
    d[1] += 5;
    ck_assert_int_eq(deep_run(&sum), 1);
    ck_assert_double_eq(sum, all + 5);
    ck_assert_int_eq(tcr_copyin(cells, sizeof cells), 0);
    c = tcr_deviceptr(cells);
    c[3].h += 9;
    ck_assert_int_eq(deep_run(&sum), 0); /* the host's loop gets both */
    ck_assert_double_eq(cells[3].h, 3009);
    ck_assert_double_eq(deep_row[2][1][1], 100 + 14 + 1 + 5);
    tcr_delete(cells, sizeof cells);
    tcr_delete(deep_row[2][1], 8);
    fake_check_released();
}
END_TEST

/* A block for row i, whose extent can be found.  The sanitizers' blocks have
 * no heads of the C library's, and sizes far apart are far apart in memory. */
static double *new_row(int i)
{
#if defined ADDRESS_SANITIZER || defined THREAD_SANITIZER
    double *new = calloc(1, TCR_HEAP_LEAST);

    tcr_heap_add(new, TCR_HEAP_LEAST);
#else
    double *new = malloc(COLUMNS * sizeof(double) + (size_t)i * 300);
#endif
    memcpy(new, row[i], COLUMNS * sizeof(double));
    return new;
}

/* Rows of unknown length: what they lie in is copied in one piece. */
START_TEST(rows_of_unknown_length)
{
    double *own[ROWS], *block_of[ROWS];

    unknown = true;
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    for (int i = 0; i < ROWS; i++)
        own[i] = block_of[i] = new_row(i);
    own[3] = NULL;
    own[5] = row[5];
    for (int j = 0; j < COLUMNS; j++)
        expected -= row[3][j];
    ck_assert_int_eq(run(own, TCR_MAP_PRESENT, &sum), 0);
    own[5] = own[6]; /* else they may be far apart */
    for (int j = 0; j < COLUMNS; j++)
        expected += row[6][j] - row[5][j];
    ck_assert_int_eq(run(own, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, expected);
    own[7] = (double *)0x1000; /* no memory */
    ck_assert_int_eq(run(own, TCR_MAP_AUTO, &sum), 0);
    memset(own, 0, sizeof own);
    ck_assert_int_eq(run(own, TCR_MAP_AUTO, &sum), 1);
    ck_assert_double_eq(sum, 0);
    for (int i = 0; i < ROWS; i++) {
        tcr_heap_remove(block_of[i]);
        free(block_of[i]);
    }
    fake_check_released();
}
END_TEST

START_TEST(rows_of_unknown_length_present)
{
    unknown = true;
    ck_assert_int_eq(tcr_copyin(block, sizeof block), 0);
    block[0] = 1e9; /* the device's copy counts */
    ck_assert_int_eq(run(row, TCR_MAP_PRESENT, &sum), 1);
    ck_assert_double_eq(sum, expected);
    columns = COLUMNS + 1; /* beyond the last row's end: past what is present */
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 0);
    columns = COLUMNS;
    ck_assert_int_eq(tcr_delete(block, sizeof block), 0);
    ck_assert_int_eq(tcr_copyin(block, sizeof block / 2), 0);
    ck_assert_int_eq(run(row, TCR_MAP_AUTO, &sum), 0); /* in part */
    ck_assert_int_eq(tcr_delete(block, sizeof block / 2), 0);
    fake_check_released();
}
END_TEST

Suite *suite_rows(void)
{
    Suite *s = suite_create("rows");
    TCase *c = tcase_create("rows");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, one_block);
    tcase_add_test(c, rows_of_their_own);
    tcase_add_test(c, null_and_repeated_rows);
    tcase_add_test(c, unreadable_row);
    tcase_add_test(c, present_block);
    tcase_add_test(c, some_rows_present);
    tcase_add_test(c, rows_of_two_sections);
    tcase_add_test(c, device_rows);
    tcase_add_test(c, structures_with_pointers);
    tcase_add_test(c, structures_with_bad_pointers);
    tcase_add_test(c, structures_present);
    tcase_add_test(c, rows_of_unknown_length);
    tcase_add_test(c, rows_of_unknown_length_present);
    suite_add_tcase(s, c);
    return s;
}
