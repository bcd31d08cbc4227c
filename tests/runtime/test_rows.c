/* test_rows.c: arrays of row pointers, of every origin. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "fake.h"
#include "suites.h"

enum { ROWS = 40, COLUMNS = 7 };

struct args {
    double *const *a;
};

static double block[ROWS * COLUMNS], *row[ROWS];

/* for i < ROWS, j < COLUMNS: s += a[i][j], all on the device. */
static void kernel(const void *args, const struct tcr_launch *l)
{
    double *const *a = ((const struct args *)args)->a;
    double s = 0;

    for (int i = 0; i < l->grid.n; i++) {
        ck_assert(fake_is_device(&a[i], sizeof a[i]));
        for (int j = 0; a[i] && j < COLUMNS; j++) {
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
    struct tcr_base base[2] = {{"a", sizeof(double *), 0, map, TCR_BASE_ROWS, -1},
                               {"a[]", sizeof(double), 0, map, TCR_BASE_CHILD, 0}};
    struct tcr_region region = {.unit = &unit,
                                .kernel = "k",
                                .file = "r.c",
                                .n_vars = 1,
                                .n_bases = 2,
                                .vars = &var,
                                .bases = base,
                                .arg_size = sizeof(struct args)};
    struct tcr_range loop[2] = {{.hi = {.c0 = ROWS - 1}}, {.hi = {.c0 = COLUMNS - 1}}};
    struct tcr_access access[2] = {{.base = 0, .size = sizeof(double *), .offset = {.c = {8}}},
                                   {.base = 1, .size = sizeof(double), .offset = {.c = {0, 8}}}};
    struct args args = {NULL};
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
    tcase_add_test(c, device_rows);
    suite_add_tcase(s, c);
    return s;
}
