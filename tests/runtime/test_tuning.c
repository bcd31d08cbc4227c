/* SPDX-License-Identifier: MIT */
/* The user's file of shapes: what it says counts, and a bad one is ignored as a whole,
 * with a message; and the blocks of rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "../../runtime/device/device.h"
#include "../../runtime/device/grid.h"
#include "suites.h"

static char directory[64], path[96];

/* The file, for a device of sm_90. */
static void write_file(const char *text)
{
    FILE *out;

    strcpy(directory, "/tmp/tcr-tuning-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(directory));
    setenv("XDG_CONFIG_HOME", directory, 1);
    ck_assert(tcr_tuning_path(path, sizeof path, ""));
    ck_assert_int_eq(mkdir(path, 0700), 0);
    ck_assert(tcr_tuning_path(path, sizeof path, "/shapes"));
    out = fopen(path, "w");
    ck_assert_ptr_nonnull(out);
    fputs(text, out);
    fclose(out);
    tcr_properties.arch = 90;
}

static void clean(void)
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
    rmdir(directory);
}

START_TEST(the_last_fitting_line_counts)
{
    write_file("# of a card\n\n"
               "sm_90 any threads=128 waves=2\n"
               "sm_80 f64 threads=64 waves=3\n"
               "sm_90 i16 threads=32 waves=64\n"
               " sm_90  f32 threads=1024 waves=4 # 4567 GB/s\n");
    ck_assert_uint_eq(tcr_tuning_of(TCR_F64).threads, 128);
    ck_assert_uint_eq(tcr_tuning_of(TCR_F64).waves, 2);
    ck_assert_uint_eq(tcr_tuning_of(TCR_F32).threads, 1024);
    ck_assert_uint_eq(tcr_tuning_of(TCR_F32).waves, 4);
    ck_assert_uint_eq(tcr_tuning_of(TCR_I16).threads, 32);
    ck_assert_uint_eq(tcr_tuning_of(TCR_U16).waves, 64);
    ck_assert_uint_eq(tcr_tuning_of(TCR_U8).waves, 2);
    tcr_properties.arch = 80;
    ck_assert_uint_eq(tcr_tuning_of(TCR_F64).threads, 64);
    clean();
}
END_TEST

static const struct {
    const char *text, *message;
} bad[] = {
    {"sm_90 any threads=128 waves=2\nfast\n", ":2: not an architecture such as sm_90"},
    {"sm_9x f64 threads=128 waves=2\n", ":1: not an architecture such as sm_90"},
    {"sm_90 f63 threads=128 waves=2\n", ":1: not a type such as f64, or any"},
    {"sm_90\n", ":1: not a type such as f64, or any"},
    {"sm_90 f64 threads=100 waves=2\n", ":1: not threads=N, N a multiple of 32 up to 1024"},
    {"sm_90 f64 threads=2048 waves=2\n", ":1: not threads=N, N a multiple of 32 up to 1024"},
    {"sm_90 f64 waves=2\n", ":1: not threads=N, N a multiple of 32 up to 1024"},
    {"sm_90 f64 threads=128\n", ":1: not waves=N, N from 1 to 64"},
    {"sm_90 f64 threads=128 waves=0\n", ":1: not waves=N, N from 1 to 64"},
    {"sm_90 f64 threads=128 waves=2 blocks=3\n", ":1: more than a line should have"},
};

START_TEST(a_bad_file_is_ignored)
{
    char text[300] = "", log[] = "/tmp/tcr-tuning-XXXXXX";
    int fd = mkstemp(log), kept = dup(STDERR_FILENO);
    struct tcr_tuning t;
    FILE *in;

    write_file(bad[_i].text);
    fflush(stderr);
    dup2(fd, STDERR_FILENO);
    t = tcr_tuning_of(TCR_F64);
    tcr_tuning_of(TCR_F64); /* one message */
    dup2(kept, STDERR_FILENO);
    ck_assert_uint_ne(t.threads, 128);
    in = fopen(log, "r");
    ck_assert_ptr_nonnull(in);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, in));
    ck_assert_ptr_nonnull(strstr(text, path));
    ck_assert_ptr_nonnull(strstr(text, bad[_i].message));
    ck_assert_ptr_nonnull(strstr(text, "; the file is ignored"));
    ck_assert_ptr_null(fgets(text, sizeof text, in));
    fclose(in);
    close(fd);
    unlink(log);
    clean();
}
END_TEST

START_TEST(a_directory_is_no_file)
{
    char text[300] = "";
    FILE *log = tmpfile();
    int kept = dup(STDERR_FILENO);

    write_file("");
    ck_assert_int_eq(unlink(path), 0);
    ck_assert_int_eq(mkdir(path, 0700), 0);
    fflush(stderr);
    dup2(fileno(log), STDERR_FILENO);
    tcr_tuning_of(TCR_F64);
    dup2(kept, STDERR_FILENO);
    rewind(log);
    ck_assert_ptr_nonnull(fgets(text, sizeof text, log));
    ck_assert_ptr_nonnull(strstr(text, "; the file is ignored"));
    fclose(log);
    rmdir(path);
    clean();
}
END_TEST

/* Threads of a block, where a loop's iterations have inner loops of so many trips. */
static unsigned threads_of(unsigned flags, long long n, long long trips)
{
    struct tcr_region region = {.team = TCR_TEAM_LOOP, .flags = flags};
    struct tcr_launch l = {.grid = {.n = n, .trips = trips}};

    tcr_properties.multiprocessors = 132;
    tcr_grid_teams(&l, &region, 256, 4, 0);
    ck_assert_uint_le(l.blocks, 132 * 1024 / l.threads);
    return l.threads;
}

/* Blocks where the kernel looks how long rows are, and adds them up. */
static unsigned blocks_of(unsigned flags, long long n)
{
    static const struct tcr_var sum = {.type = TCR_F64};
    const struct tcr_region region = {.team = TCR_TEAM_ASKED,
                                      .n_vars = 1,
                                      .vars = &sum,
                                      .ops_per_iteration = 1e6,
                                      .flags = flags};
    struct tcr_launch l = {.grid = {.n = n, .trips = TCR_TRIPS_ASKED}};

    tcr_properties.multiprocessors = 132;
    tcr_grid_teams(&l, &region, 256, 4, 0);
    return l.blocks;
}

START_TEST(rows_of_several_lengths_have_more_blocks)
{
    ck_assert_uint_eq(blocks_of(TCR_REGION_BY_ROWS, 54872), 4 * 4 * 132);
    ck_assert_uint_eq(blocks_of(TCR_REGION_BY_ROWS | TCR_REGION_PACKED, 54872), 6 * 4 * 132);
    ck_assert_uint_le(blocks_of(TCR_REGION_BY_ROWS | TCR_REGION_PACKED, 500), 4 * 132);
}
END_TEST

START_TEST(long_rows_have_small_blocks)
{
    ck_assert_uint_eq(threads_of(TCR_REGION_BY_ROWS, 4096, 65536), 256);
    ck_assert_uint_eq(threads_of(TCR_REGION_BY_ROWS, 16, 1 << 24), 256);
    /* one for each large block */
    ck_assert_uint_eq(threads_of(TCR_REGION_BY_ROWS, 128, 1 << 20), 1024);
    /* a warp's */
    ck_assert_uint_eq(threads_of(TCR_REGION_BY_ROWS, 4096, 8192), 1024);
    /* the more warps, the more of a column's threads */
    ck_assert_uint_eq(threads_of(0, 4096, 65536), 1024);
}
END_TEST

START_TEST(without_a_file)
{
    setenv("XDG_CONFIG_HOME", "/nowhere", 1);
    tcr_properties.arch = 75;
    ck_assert_uint_eq(tcr_tuning_of(TCR_F64).threads, 256);
    ck_assert_uint_eq(tcr_tuning_of(TCR_F64).waves, 1);
    setenv("XDG_CONFIG_HOME", "relative", 1);
    setenv("HOME", "/home/somebody", 1);
    ck_assert(tcr_tuning_path(path, sizeof path, "/shapes"));
    ck_assert_str_eq(path, "/home/somebody/.config/tcr/shapes");
}
END_TEST

Suite *suite_tuning(void)
{
    Suite *s = suite_create("tuning");
    TCase *c = tcase_create("file");

    tcase_add_test(c, the_last_fitting_line_counts);
    tcase_add_loop_test(c, a_bad_file_is_ignored, 0, (int)(sizeof bad / sizeof *bad));
    tcase_add_test(c, a_directory_is_no_file);
    tcase_add_test(c, rows_of_several_lengths_have_more_blocks);
    tcase_add_test(c, long_rows_have_small_blocks);
    tcase_add_test(c, without_a_file);
    suite_add_tcase(s, c);
    return s;
}
