/* SPDX-License-Identifier: MIT */
/* The states of pages, against a plain array of them: no memory of these addresses is touched. */
#include "../check_marks.h"
#include <stdlib.h>
#include "../../runtime/mirror/pages.h"
#include "suites.h"

enum { PAGES = 3000, ROUNDS = 3000 };

static unsigned char model[PAGES];
/* Half of it lies before a multiple of 4 GiB, where one leaf of the table ends. */
static const uintptr_t page = 4096, low = ((uintptr_t)7 << 32) - PAGES / 2 * 4096;

static unsigned pick(unsigned n)
{
    static unsigned long long state = 12345;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

static void set(unsigned from, unsigned to, enum tcr_page state)
{
    tcr_pages_set(low + from * page, low + to * page, state);
    for (unsigned k = from; k < to; k++)
        model[k] = (unsigned char)state;
}

static unsigned run(unsigned from, unsigned to)
{
    unsigned k = from;

    while (k < to && model[k] == model[from])
        k++;
    return k;
}

static unsigned run_back(unsigned from, unsigned to)
{
    unsigned k = to;

    while (k > from && model[k - 1] == model[to - 1])
        k--;
    return k;
}

static bool is_open(unsigned from, unsigned to, bool write)
{
    for (unsigned k = from; k < to; k++)
        if (model[k] > (write ? TCR_PAGE_HOST : TCR_PAGE_SAME))
            return false;
    return true;
}

START_TEST(as_a_plain_array)
{
    /* short and long stretches, whole blocks among them */
    static const unsigned longest[] = {1, 8, 300, PAGES};

    ck_assert(tcr_pages_reserve(low, low + PAGES * page));
    for (unsigned k = 0; k < ROUNDS; k++) {
        unsigned from = pick(PAGES), to = from + 1 + pick(longest[pick(4)]);

        if (pick(4) == 0)
            from -= from % 256;
        set(from, to < PAGES ? to : PAGES, (enum tcr_page)pick(4));
        from = pick(PAGES);
        to = from + 1 + pick(PAGES - from);
        ck_assert_uint_eq(tcr_pages_state(low + from * page), model[from]);
        ck_assert_uint_eq(tcr_pages_run(low + from * page, low + to * page),
                          low + run(from, to) * page);
        ck_assert_uint_eq(tcr_pages_run_back(low + from * page, low + to * page),
                          low + run_back(from, to) * page);
        for (int write = 0; write < 2; write++)
            ck_assert_int_eq(tcr_pages_open(low + from * page, low + to * page, write),
                             is_open(from, to, write));
    }
}
END_TEST

/* Ends within pages: the run ends there. */
START_TEST(within_a_page)
{
    ck_assert(tcr_pages_reserve(low, low + PAGES * page));
    set(0, PAGES, TCR_PAGE_SAME);
    set(700, 701, TCR_PAGE_DEVICE);
    ck_assert_uint_eq(tcr_pages_run(low + 5, low + 77), low + 77);
    ck_assert_uint_eq(tcr_pages_run(low + 5, low + 699 * page + 1), low + 699 * page + 1);
    ck_assert_uint_eq(tcr_pages_run(low + 5, low + 800 * page + 1), low + 700 * page);
    ck_assert(tcr_pages_open(low + 5, low + 700 * page, false));
    ck_assert(!tcr_pages_open(low + 5, low + 700 * page + 1, false));
    ck_assert(!tcr_pages_open(low + 5, low + 6, true));
    ck_assert(tcr_pages_open(low + 5, low + 5, true));
}
END_TEST

/* Where there is no mirror at all, there is no table either. */
START_TEST(without_a_table)
{
    const uintptr_t none = (uintptr_t)9 << 32, far = (uintptr_t)5 << 40;

    ck_assert(tcr_pages_open(none, none + far, true));
    ck_assert_uint_eq(tcr_pages_run(none, none + far), none + far);
}
END_TEST

Suite *suite_pages(void)
{
    Suite *s = suite_create("pages");
    TCase *t = tcase_create("pages");

    tcase_add_test(t, as_a_plain_array);
    tcase_add_test(t, within_a_page);
    tcase_add_test(t, without_a_table);
    suite_add_tcase(s, t);
    return s;
}
