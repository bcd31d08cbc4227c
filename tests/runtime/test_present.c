/* SPDX-License-Identifier: MIT */
/* test_present.c: the sorted table against a map of every byte. */
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../../runtime/present/present_table.h"
#include "suites.h"

#define SPACE 256

static unsigned long long seed = 42;

static unsigned below(unsigned n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(seed >> 33) % n;
}

static struct tcr_present *owner[SPACE]; /* the model */

/* What find should answer. */
static int model_find(unsigned host, unsigned size, struct tcr_present **found)
{
    *found = NULL;
    for (unsigned k = 0; k < size; k++)
        if (owner[host + k] && !*found)
            *found = owner[host + k];
    if (!*found)
        return 0;
    for (unsigned k = 0; k < size; k++)
        if (owner[host + k] != *found)
            return TCR_E_PARTIAL;
    return 1;
}

static void set_owner(const struct tcr_present *e, struct tcr_present *to)
{
    for (size_t k = 0; k < e->size; k++)
        owner[e->host + k] = to;
}

START_TEST(random_operations)
{
    struct tcr_table table = {0};

    for (int round = 0; round < 20000; round++) {
        unsigned host = 1 + below(SPACE - 24), size = 1 + below(20);
        struct tcr_present *want, *got = NULL;
        int state = model_find(host, size, &want);

        ck_assert_int_eq(tcr_table_find(&table, host, size, &got), state);
        ck_assert_ptr_eq(got, want);
        if (state == 0 && below(3) == 0) {
            struct tcr_present *e = calloc(1, sizeof *e);

            ck_assert_ptr_nonnull(e);
            e->host = host;
            e->size = size;
            ck_assert_int_eq(tcr_table_insert(&table, e), 0);
            set_owner(e, e);
        } else if (state == 1 && below(2) == 0) {
            tcr_table_remove(&table, want);
            set_owner(want, NULL);
            free(want);
        }
    }
    for (size_t k = 0; k < table.n; k++)
        free(table.entry[k]);
    free(table.entry);
}
END_TEST

Suite *suite_present(void)
{
    Suite *s = suite_create("present");
    TCase *c = tcase_create("present");

    tcase_add_test(c, random_operations);
    suite_add_tcase(s, c);
    return s;
}
