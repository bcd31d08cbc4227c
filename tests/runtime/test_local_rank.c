/* SPDX-License-Identifier: MIT */
/* test_local_rank.c: which device of several a process takes. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../runtime/backend/local_rank.h"
#include "suites.h"

static const char *const rank_names[] = {"OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID",
                                         "MV2_COMM_WORLD_LOCAL_RANK",  "PMI_LOCAL_RANK",
                                         "PALS_LOCAL_RANKID",          "JSM_NAMESPACE_LOCAL_RANK",
                                         "FLUX_TASK_LOCAL_ID",         "SLURM_LOCALID"};
enum { RANK_NAMES = sizeof rank_names / sizeof *rank_names };

/* The tests themselves may be run by a launcher. */
static void setup(void)
{
    for (int k = 0; k < RANK_NAMES; k++)
        unsetenv(rank_names[k]);
    unsetenv("TCR_DEVICE");
}

START_TEST(without_a_launcher)
{
    ck_assert_int_eq(tcr_device_ordinal(1), 0);
    ck_assert_int_eq(tcr_device_ordinal(8), 0);
}
END_TEST

START_TEST(each_launcher)
{
    for (int k = 0; k < RANK_NAMES; k++) {
        setenv(rank_names[k], "2", 1);
        ck_assert_msg(tcr_device_ordinal(4) == 2, "%s", rank_names[k]);
        unsetenv(rank_names[k]);
    }
}
END_TEST

START_TEST(more_ranks_than_devices)
{
    setenv("MPI_LOCALRANKID", "7", 1);
    ck_assert_int_eq(tcr_device_ordinal(1), 0);
    ck_assert_int_eq(tcr_device_ordinal(2), 1);
    ck_assert_int_eq(tcr_device_ordinal(3), 1);
    ck_assert_int_eq(tcr_device_ordinal(8), 7);
}
END_TEST

/* A job's shell has Slurm's number, which is that of the shell and not of the rank. */
START_TEST(mpi_before_slurm)
{
    setenv("SLURM_LOCALID", "0", 1);
    setenv("OMPI_COMM_WORLD_LOCAL_RANK", "3", 1);
    ck_assert_int_eq(tcr_device_ordinal(4), 3);
}
END_TEST

START_TEST(not_a_number)
{
    static const char *const bad[] = {"", "-1", "x", "1x", " 1", "99999999999999999999"};

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        setenv("OMPI_COMM_WORLD_LOCAL_RANK", bad[k], 1);
        ck_assert_msg(tcr_device_ordinal(4) == 0, "'%s'", bad[k]);
    }
    setenv("SLURM_LOCALID", "3", 1); /* the next one that is */
    ck_assert_int_eq(tcr_device_ordinal(4), 3);
}
END_TEST

START_TEST(the_user_first)
{
    setenv("OMPI_COMM_WORLD_LOCAL_RANK", "3", 1);
    setenv("TCR_DEVICE", "1", 1);
    ck_assert_int_eq(tcr_device_ordinal(4), 1);
    ck_assert_int_eq(tcr_device_ordinal(1), -1); /* no other one in its place */
    setenv("TCR_DEVICE", "010", 1);
    ck_assert_int_eq(tcr_device_ordinal(16), 10);
    setenv("TCR_DEVICE", "09", 1);
    ck_assert_int_eq(tcr_device_ordinal(16), 9);
    setenv("TCR_DEVICE", "first", 1);
    ck_assert_int_eq(tcr_device_ordinal(4), 3);
}
END_TEST

START_TEST(simulated)
{
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_SIM_DEVICES", "4", 1);
    setenv("MPI_LOCALRANKID", "6", 1);
    ck_assert_int_eq(tcr_device_count(), 1);
    ck_assert_str_eq(tcr_device_name(), "simulated device 2 of 4 (sm_90)");
}
END_TEST

START_TEST(simulated_not_there)
{
    setenv("TCR_BACKEND", "sim", 1);
    setenv("TCR_DEVICE", "1", 1);
    ck_assert_int_eq(tcr_device_count(), 0);
}
END_TEST

Suite *suite_local_rank(void)
{
    Suite *s = suite_create("local_rank");
    TCase *c = tcase_create("local_rank");

    tcase_add_checked_fixture(c, setup, NULL);
    tcase_add_test(c, without_a_launcher);
    tcase_add_test(c, each_launcher);
    tcase_add_test(c, more_ranks_than_devices);
    tcase_add_test(c, mpi_before_slurm);
    tcase_add_test(c, not_a_number);
    tcase_add_test(c, the_user_first);
    tcase_add_test(c, simulated);
    tcase_add_test(c, simulated_not_there);
    suite_add_tcase(s, c);
    return s;
}
