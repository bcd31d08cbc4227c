/* SPDX-License-Identifier: MIT */
/* data_calls.c: see data_calls.h. */
#define _POSIX_C_SOURCE 200809L
#include "../../runtime/present/present_action.h"
#include "../../runtime/present/present_table.h"
#include "data_calls.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

double a[100], m[6][8];
static struct tcr_data_item item[1];
struct tcr_data data = {"dir/f.c", 7, TCR_DATA_REGION, 0, 1, item};

void data_setup(void)
{
    setenv("TCR_TARGET", "device", 1);
    fake_use();
    for (int i = 0; i < 100; i++)
        a[i] = i;
    for (int i = 0; i < 48; i++)
        m[i / 8][i % 8] = i;
}

const struct tcr_data *directive(unsigned kind, unsigned verb)
{
    data.kind = kind;
    data.flags = 0;
    data.n_items = 1;
    item[0] = (struct tcr_data_item){"a[lo:n]", verb};
    return &data;
}

struct tcr_data_part section(long long lo, long long length)
{
    return (struct tcr_data_part){a, sizeof *a, 1, {{lo, length, 100}}, NULL};
}

struct tcr_data_part rows(long long lo0, long long n0, long long lo1, long long n1)
{
    return (struct tcr_data_part){m, sizeof **m, 2, {{lo0, n0, 6}, {lo1, n1, 8}}, NULL};
}

void enter(unsigned verb, long long lo, long long length)
{
    struct tcr_data_part p = section(lo, length);

    tcr_data_enter(directive(TCR_DATA_ENTER, verb), &p);
}

void leave(unsigned verb, long long lo, long long length, unsigned flags)
{
    struct tcr_data_part p = section(lo, length);

    directive(TCR_DATA_EXIT, verb);
    data.flags = flags;
    tcr_data_exit(&data, &p);
}

void update(unsigned verb, long long lo, long long length)
{
    struct tcr_data_part p = section(lo, length);

    tcr_data_update(directive(TCR_DATA_UPDATE, verb), &p);
}

struct tcr_present *entry(void)
{
    struct tcr_present *e = tcr_present_next((uintptr_t)a, sizeof a);

    ck_assert_ptr_nonnull(e);
    return e;
}

double *device_at(int k)
{
    return (double *)entry()->device + k;
}

/* ---- errors ---- */

static FILE *said;
static const char *expected;

/* The test passes by ending with status 0 here. */
static void on_abort(int signal)
{
    char text[1024] = {0};

    (void)signal;
    fflush(stderr);
    rewind(said);
    _exit(fread(text, 1, sizeof text - 1, said) > 0 && strstr(text, expected) ? 0 : 1);
}

void data_expect(const char *message)
{
    said = tmpfile();
    ck_assert_ptr_nonnull(said);
    fflush(stderr);
    dup2(fileno(said), STDERR_FILENO);
    expected = message;
    signal(SIGABRT, on_abort);
}
