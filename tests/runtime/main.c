/* SPDX-License-Identifier: MIT */
/* main.c: runs all suites.  Each test has a process of its own (Check's fork
 * mode), for the runtime reads its environment once. */
#include <stdlib.h>
#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(suite_affine());
    int failed;

    setenv("TCR_LEARN", "0", 0); /* a fake device's times are no user's */
    srunner_add_suite(r, suite_checked());
    srunner_add_suite(r, suite_decide());
    srunner_add_suite(r, suite_end());
    srunner_add_suite(r, suite_model());
    srunner_add_suite(r, suite_learnt());
    srunner_add_suite(r, suite_env());
    srunner_add_suite(r, suite_order());
    srunner_add_suite(r, suite_pages());
    srunner_add_suite(r, suite_recall());
    srunner_add_suite(r, suite_agree());
    srunner_add_suite(r, suite_team_counts());
    srunner_add_suite(r, suite_pool());
    srunner_add_suite(r, suite_present());
    srunner_add_suite(r, suite_product());
    srunner_add_suite(r, suite_residency());
    srunner_add_suite(r, suite_data());
    srunner_add_suite(r, suite_data_errors());
    srunner_add_suite(r, suite_newer());
    srunner_add_suite(r, suite_region());
    srunner_add_suite(r, suite_pointers());
    srunner_add_suite(r, suite_exact());
    srunner_add_suite(r, suite_extent());
    srunner_add_suite(r, suite_heap());
    srunner_add_suite(r, suite_inside());
    srunner_add_suite(r, suite_library());
    srunner_add_suite(r, suite_library_stream());
    srunner_add_suite(r, suite_segments());
    srunner_add_suite(r, suite_matrix());
    srunner_add_suite(r, suite_gemm());
    srunner_add_suite(r, suite_prefixes());
    srunner_add_suite(r, suite_local_rank());
    srunner_add_suite(r, suite_rows());
    srunner_add_suite(r, suite_fault());
    srunner_add_suite(r, suite_thread());
    srunner_add_suite(r, suite_tuning());
    srunner_add_suite(r, suite_trusted());
    srunner_add_suite(r, suite_quiet());
    srunner_add_suite(r, suite_fork());
    srunner_add_suite(r, suite_start());
    srunner_add_suite(r, suite_team());
    srunner_add_suite(r, suite_settled());
    srunner_add_suite(r, suite_summary());
    srunner_run_all(r, CK_NORMAL);
    failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
