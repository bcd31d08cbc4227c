/* SPDX-License-Identifier: MIT */
/* main.c: the rewriter's unit tests. */
#include <stdlib.h>

#include "suites.h"

int main(void)
{
    SRunner *r = srunner_create(text_suite());
    srunner_add_suite(r, source_suite());
    srunner_add_suite(r, symbol_suite());
    srunner_add_suite(r, dependence_suite());
    srunner_add_suite(r, directive_suite());
    srunner_add_suite(r, diag_suite());
    srunner_add_suite(r, tables_suite());
    srunner_add_suite(r, cfg_suite());
    srunner_add_suite(r, ssa_suite());
    srunner_add_suite(r, moves_suite());
    srunner_add_suite(r, options_suite());
    srunner_run_all(r, CK_ENV);
    int failed = srunner_ntests_failed(r);
    srunner_free(r);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
