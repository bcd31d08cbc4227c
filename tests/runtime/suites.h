/* SPDX-License-Identifier: MIT */
/* suites.h: the runtime's test suites, one a file. */
#ifndef SUITES_H
#define SUITES_H

#include "../check_marks.h"
#include "../sanitized.h"

Suite *suite_affine(void);
Suite *suite_checked(void);
Suite *suite_decide(void);
Suite *suite_end(void);
Suite *suite_model(void);
Suite *suite_model(void);
Suite *suite_env(void);
Suite *suite_exact(void);
Suite *suite_extent(void);
Suite *suite_fault(void);
Suite *suite_fork(void);
Suite *suite_start(void);
Suite *suite_team(void);
Suite *suite_settled(void);
Suite *suite_trusted(void);
Suite *suite_quiet(void);
Suite *suite_order(void);
Suite *suite_recall(void);
Suite *suite_agree(void);
Suite *suite_team_counts(void);
Suite *suite_heap(void);
Suite *suite_inside(void);
Suite *suite_library(void);
Suite *suite_library_stream(void);
Suite *suite_local_rank(void);
Suite *suite_matrix(void);
Suite *suite_gemm(void);
Suite *suite_prefixes(void);
Suite *suite_pages(void);
Suite *suite_pool(void);
Suite *suite_present(void);
Suite *suite_product(void);
Suite *suite_region(void);
Suite *suite_pointers(void);
Suite *suite_residency(void);
Suite *suite_data(void);
Suite *suite_data_errors(void);
Suite *suite_newer(void);
Suite *suite_rows(void);
Suite *suite_segments(void);
Suite *suite_learnt(void);
Suite *suite_summary(void);
Suite *suite_thread(void);
Suite *suite_tuning(void);

#endif
