/* SPDX-License-Identifier: MIT */
/* Sparse matrix times vector: rows of equal and of very unequal length. */
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tcr.h"

enum { BAND = 27 };

static struct {
    int rows, columns, entries, ell;
    int *first, *column;
    double *value, *x, *y, *expected;
    int algorithm; /* of cuSPARSE that is open; -1: none */
} s = {.algorithm = -1};

/* ---- lengths of rows ---- */

static int banded(int i)
{
    return (void)i, BAND;
}

static int scattered(int i)
{
    return 2 + (int)(noise((unsigned long)i) % 3999);
}

/* Nothing, or next to it. */
static int sparing(int i)
{
    return (int)(noise((unsigned long)i) % 4);
}

/* A few rows have most entries: P(length > l) falls as l^(-1.4). */
static int power_law(int i)
{
    double u = (noise((unsigned long)i) + 1.0) / 4294967296.0, l = 8 * pow(u, -1 / 1.4);
    return l < 100000 ? (int)l : 100000;
}

static int huge; /* the length of the one */

static int one_huge(int i)
{
    return i == s.rows / 3 ? huge : 16;
}

static void make_matrix(int n, int columns, int (*length)(int))
{
    s.rows = n;
    s.columns = columns;
    s.first = resident(((size_t)n + 1) * sizeof(int));
    for (int i = 0; i < n; i++) {
        int l = length(i);
        s.first[i + 1] = s.first[i] + (l < columns ? l : columns);
    }
    s.entries = s.first[n];
    s.column = resident((size_t)s.entries * sizeof(int));
    s.value = resident((size_t)s.entries * sizeof(double));
    s.x = resident((size_t)columns * sizeof(double));
    s.y = resident((size_t)n * sizeof(double));
    s.expected = resident((size_t)n * sizeof(double));
    for (int j = 0; j < columns; j++)
        s.x[j] = sixteenths((unsigned long)j);
}

/* Columns of a row rise: beside the diagonal for the band, else one of each of equal stretches. */
static int column_of(int i, long k, long length)
{
    if (length == BAND) {
        long at = (long)i * s.columns / s.rows - BAND / 2 + k;
        return (int)(at < 0 ? at + BAND : at >= s.columns ? at - BAND : at);
    }
    long step = s.columns / length;
    return (int)(k * step + (long)noise((unsigned long)(s.first[i] + k)) % step);
}

static void fill(void)
{
    for (int i = 0; i < s.rows; i++)
        for (int at = s.first[i]; at < s.first[i + 1]; at++) {
            s.column[at] = column_of(i, at - s.first[i], s.first[i + 1] - s.first[i]);
            s.value[at] = sixteenths(1ul << 40 | (unsigned long)at);
            s.expected[i] += s.value[at] * s.x[s.column[at]];
        }
    to_device(s.first, ((size_t)s.rows + 1) * sizeof(int));
    to_device(s.column, (size_t)s.entries * sizeof(int));
    to_device(s.value, (size_t)s.entries * sizeof(double));
    to_device(s.x, (size_t)s.columns * sizeof(double));
}

/* The same entries in ELLPACK's order. */
static void turn_to_ell(void)
{
    int *column = resident((size_t)s.entries * sizeof(int));
    double *value = resident((size_t)s.entries * sizeof(double));
    for (int i = 0; i < s.rows; i++)
        for (int k = 0; k < BAND; k++) {
            column[k * s.rows + i] = s.column[i * BAND + k];
            value[k * s.rows + i] = s.value[i * BAND + k];
        }
    gone(s.column);
    gone(s.value);
    s.column = column;
    s.value = value;
    to_device(column, (size_t)s.entries * sizeof(int));
    to_device(value, (size_t)s.entries * sizeof(double));
}

static void drop(void)
{
    if (s.algorithm >= 0)
        peer_libraries.csr_close();
    s.algorithm = -1;
    gone(s.first);
    gone(s.column);
    gone(s.value);
    gone(s.x);
    gone(s.y);
    gone(s.expected);
}

/* ---- calls ---- */

static int call(void)
{
    if (s.ell)
        ell_vector(s.rows, BAND, s.column, s.value, s.x, s.y);
    else
        csr_vector(s.rows, s.first, s.column, s.value, s.x, s.y);
    return 0;
}

/* The first call prepares: it is not counted. */
static int by_cusparse(int algorithm)
{
    if (!peer_libraries.csr_open)
        return -1;
    if (s.algorithm != algorithm) {
        if (s.algorithm >= 0)
            peer_libraries.csr_close();
        s.algorithm = -1;
        if (peer_libraries.csr_open(algorithm, s.rows, s.columns, s.entries, tcr_deviceptr(s.first),
                                    tcr_deviceptr(s.column), tcr_deviceptr(s.value),
                                    tcr_deviceptr(s.x), tcr_deviceptr(s.y)) != 0) {
            peer_libraries.csr_close();
            return -1;
        }
        s.algorithm = algorithm;
    }
    return peer_libraries.csr_run();
}

static int by_default(void)
{
    return by_cusparse(0);
}

static int by_first(void)
{
    return by_cusparse(1);
}

static int by_second(void)
{
    return by_cusparse(2);
}

static void reset(void)
{
    spoil(s.y, (size_t)s.rows * sizeof *s.y);
}

static int wrong(void)
{
    to_host(s.y, (size_t)s.rows * sizeof *s.y);
    return memcmp(s.y, s.expected, (size_t)s.rows * sizeof *s.y) != 0;
}

static int one(const char *pattern)
{
    struct line line = {
        .pattern = pattern, .limit = LIMIT_READ, .reset = reset, .call = call, .wrong = wrong};
    static const struct rival cusparse[] = {
        {"cuSPARSE", by_default}, {"cuSPARSE alg 1", by_first}, {"cuSPARSE alg 2", by_second}};
    if (!s.ell)
        memcpy(line.rivals, cusparse, sizeof cusparse);
    line.work = 12.0 * s.entries + (s.ell ? 8.0 : 12.0) * s.rows + 8.0 * s.columns;
    snprintf(line.size, sizeof line.size, "%d, %.3g", s.rows, (double)s.entries);
    return measure(&line);
}

static int one_matrix(const char *pattern, long n, long columns, int (*length)(int))
{
    make_matrix((int)(n > 3 ? n : 3), (int)(columns > 64 ? columns : 64), length);
    fill();
    int bad = one(pattern);
    drop();
    return bad;
}

int sparse(long divisor)
{
    long columns = (1 << 20) / divisor, n = (1 << 18) / divisor;
    int bad = one_matrix("CSR, 27 a row", (1 << 20) / divisor, columns, banded);
    bad += one_matrix("CSR, 2 to 4000 a row", (1 << 14) / divisor, columns, scattered);
    bad += one_matrix("CSR, 0 to 3 a row", (1 << 22) / divisor, columns, sparing);
    bad += one_matrix("CSR, power law", n, columns, power_law);
    huge = (int)((1 << 24) / divisor);
    bad += one_matrix("CSR, one huge row", n, huge, one_huge);
    make_matrix((int)(columns > 64 ? columns : 64), (int)(columns > 64 ? columns : 64), banded);
    fill();
    turn_to_ell();
    s.ell = 1;
    bad += one("ELL, 27 a row");
    s.ell = 0;
    drop();
    return bad;
}
