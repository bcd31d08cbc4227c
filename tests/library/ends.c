/* SPDX-License-Identifier: MIT */
/*
 * ends.c: rows and segments whose arrays end where an allocation does.
 *
 * Kernels read elements 16 bytes at a time, by teams of lanes, of segments that warps and blocks
 * share: each length around those, with each small number of segments, has ends of its own.
 */
#include "cases.h"

#include <stdio.h>

enum {
    SHORT = 40, /* of which all lengths are there */
    FEW = 32,   /* and of segments all numbers */
    MOST_ELEMENTS = 400000,
    STEP = 40009 /* from case to case: cases beside each other have little in common */
};
static const long long longer[] = {64, 100, 255, 256, 257, 1000, 4096};
enum {
    LENGTHS = SHORT + sizeof longer / sizeof *longer,
    COUNTS = FEW + 2,
    TYPES = TCR_F64 - TCR_I8 + 1,
    CASES = LENGTHS * COUNTS * TYPES * N_SHAPES
};
_Static_assert(CASES % 2 == 0 && CASES % 3 == 0 && CASES % 5 == 0 && CASES % 17 == 0 &&
                   CASES % 47 == 0 && CASES / (2 * 2 * 2 * 3 * 5 * 17 * 47) == 1,
               "STEP has no factor of it");

static struct segments_case case_of(const struct test_case *of, long number)
{
    const long k = (long)((long long)number * STEP % CASES);
    const long length = k % LENGTHS, count = k / LENGTHS % COUNTS;
    struct segments_case c = {.of = *of,
                              .shape = (enum shape)(k / LENGTHS / COUNTS % N_SHAPES),
                              .wide = number / 2 % 2,
                              .n = count <= FEW ? count : 1000,
                              .length = length < SHORT ? length + 1 : longer[length - SHORT],
                              .gap = number % 3 * 3};

    c.of.type = (enum tcr_type)(TCR_I8 + k / LENGTHS / COUNTS / N_SHAPES);
    c.of.offset = (unsigned)number % 5;
    c.of.pattern = (enum pattern)(number / 5 % N_PATTERNS);
    c.of.place = number % 4 ? PLACE_DEVICE : PLACE_STREAM_DEVICE;
    return c;
}

int check_ends(const struct test_case *of, long first, long cases, bool (*go_on)(void))
{
    int bad = 0;
    long done = 0;

    for (long k = first; k < first + cases && k < CASES && bad < 20 && go_on(); k++) {
        const struct segments_case c = case_of(of, k);

        if (c.n * c.length > MOST_ELEMENTS)
            continue;
        bad += check_segments(&c);
        done++;
    }
    printf("ends: %ld cases, %d wrong\n", done, bad);
    return bad + (done == 0); /* which has shown nothing */
}

int check_whole_rows(const struct test_case *of, bool small, bool (*go_on)(void))
{
    /* in whole granules of 16 bytes, one to eight for each of 32 lanes; and others */
    static const struct {
        enum tcr_type type;
        unsigned offset;
        long long length, gap;
    } rows[] = {{TCR_F32, 0, 8, 0},   {TCR_F64, 0, 2, 0},   {TCR_I8, 0, 16, 0},
                {TCR_F16, 0, 24, 8},  {TCR_F32, 0, 8, 4},   {TCR_I32, 0, 20, 0},
                {TCR_F32, 1, 8, 0},   {TCR_F32, 0, 9, 0},   {TCR_F64, 1, 3, 1},
                {TCR_F32, 0, 100, 0}, {TCR_F64, 0, 66, 0},  {TCR_F16, 0, 264, 8},
                {TCR_F32, 0, 33, 0},  {TCR_F64, 0, 130, 0}, {TCR_F64, 0, 258, 0}};
    enum { ROWS = sizeof rows / sizeof *rows, MANY = 140000, MOST_OF_SMALL = 3000000 };
    int bad = 0, done = 0;

    for (int k = 0; k < ROWS && bad < 20 && go_on(); k++) {
        struct segments_case c = {.of = *of,
                                  .shape = SHAPE_ROWS,
                                  .n = MANY + k,
                                  .length = rows[k].length,
                                  .gap = rows[k].gap};

        if (small && c.n * c.length > MOST_OF_SMALL)
            continue;
        c.of.type = rows[k].type;
        c.of.offset = rows[k].offset;
        c.of.pattern = k % 2 ? PATTERN_NAN : PATTERN_WIDE;
        c.of.place = PLACE_DEVICE;
        bad += check_segments(&c);
        done++;
    }
    printf("whole rows: %d cases, %d wrong\n", done, bad);
    return bad + (done == 0);
}
