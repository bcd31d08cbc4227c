/* SPDX-License-Identifier: MIT */
/* Sums, maxima, places of maxima, moments and softmax of rows of equal length. */
#include "calls.h"
#include "measure.h"
#include "nests.h"
#include "peers.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "tcr.h"

enum {
    SUM_LENGTHS = 16,
    LOOKED_AT = 1 << 24 /* elements, of large arrays, whose rows are computed on the host */
};

static struct {
    long rows, length;
    void *a, *y, *z;
    void *w;      /* results of 8 bytes */
    int *offsets; /* of segments */
    enum fold fold;
} s;

static size_t bytes; /* of a; half of them for _Float16 */

/* Calls check(i) for the first and the last row and some between, all of them if they are few. */
static int some_row(int (*check)(long))
{
    long enough = LOOKED_AT / s.length + 1, step = s.rows > enough ? s.rows / enough | 1 : 1;
    for (long i = 0; i < s.rows; i += step)
        if (check(i))
            return 1;
    return check(s.rows - 1);
}

static float exact_f32(long i)
{
    const float *row = (const float *)s.a + i * s.length;
    double sum = 0;
    for (long k = 0; k < s.length; k++)
        sum += row[k];
    return (float)sum;
}

static int sum_f32_differs(long i)
{
    return ((float *)s.y)[i] != exact_f32(i);
}

static int sum_f64_differs(long i)
{
    const double *row = (const double *)s.a + i * s.length;
    double sum = 0;
    for (long k = 0; k < s.length; k++)
        sum += row[k];
    return ((double *)s.y)[i] != sum;
}

static int sum_i32_differs(long i)
{
    const int *row = (const int *)s.a + i * s.length;
    long sum = 0;
    for (long k = 0; k < s.length; k++)
        sum += row[k];
    return ((int *)s.y)[i] != sum;
}

static int sum_f16_differs(long i)
{
#if NESTS_F16
    const half_t *row = (const half_t *)s.a + i * s.length;
    double sum = 0;
    for (long k = 0; k < s.length; k++)
        sum += row[k];
    return ((float *)s.y)[i] != (float)sum;
#else
    return (void)i, 1;
#endif
}

static long largest(long i)
{
    const float *row = (const float *)s.a + i * s.length;
    long at = 0;
    for (long k = 1; k < s.length; k++)
        if (row[k] > row[at])
            at = k;
    return at;
}

static int max_differs(long i)
{
    return ((float *)s.y)[i] != ((float *)s.a)[i * s.length + largest(i)];
}

static int argmax_differs(long i)
{
    return ((int *)s.y)[i] != largest(i);
}

static int moments_differ(long i)
{
    const float *row = (const float *)s.a + i * s.length;
    double sum = 0, squares = 0;
    for (long k = 0; k < s.length; k++)
        sum += row[k];
    for (long k = 0; k < s.length; k++)
        squares += (row[k] - sum / (double)s.length) * (row[k] - sum / (double)s.length);
    squares /= (double)s.length;
    return !(fabs(((float *)s.y)[i] - sum / (double)s.length) <= 1e-5) ||
           !(fabs(((float *)s.z)[i] - squares) <= 1e-4 * squares);
}

static int softmax_differs(long i)
{
    const float *row = (const float *)s.a + i * s.length, *y = (const float *)s.y + i * s.length;
    double most = row[largest(i)], sum = 0;
    for (long k = 0; k < s.length; k++)
        sum += exp(row[k] - most);
    for (long k = 0; k < s.length; k++)
        if (!(fabs(y[k] - exp(row[k] - most) / sum) <= 1e-4 * exp(row[k] - most) / sum + 1e-30))
            return 1;
    return 0;
}

/* The types of elements and results, in the order of enum fold. */
static const struct {
    const char *name;
    size_t element, result;
    int (*differs)(long);
} folds[] = {{"row sums f32", 4, 4, sum_f32_differs}, {"row sums f64", 8, 8, sum_f64_differs},
             {"row sums i32", 4, 4, sum_i32_differs}, {"row sums f16", 2, 4, sum_f16_differs},
             {"row max f32", 4, 4, max_differs},      {"row argmax f32", 4, 4, argmax_differs}};

static long elements(enum fold fold)
{
    return (long)(fold == SUM_F16 ? bytes / 4 : bytes / folds[fold].element);
}

static int call_fold(void)
{
    switch (s.fold) {
    case SUM_F32:
        row_sums_f32(s.rows, s.length, s.a, s.y);
        break;
    case SUM_F64:
        row_sums_f64(s.rows, s.length, s.a, s.y);
        break;
    case SUM_I32:
        row_sums_i32(s.rows, s.length, s.a, s.y);
        break;
    case SUM_F16:
#if NESTS_F16
        row_sums_f16(s.rows, s.length, s.a, s.y);
#endif
        break;
    case MAX_F32:
        row_max_f32(s.rows, s.length, s.a, s.y);
        break;
    case ARGMAX_F32:
        row_argmax_f32(s.rows, s.length, s.a, s.y);
        break;
    }
    return 0;
}

static int by_cub(int fixed)
{
    return peer_cub.segments ? peer_cub.segments(s.fold, fixed, s.rows, s.length,
                                                 tcr_deviceptr(s.a), tcr_deviceptr(s.y))
                             : -1;
}

static int has_fixed;

static int by_cub_fixed(void)
{
    has_fixed = by_cub(1) == 0;
    return has_fixed ? 0 : -1;
}

/* A block for each segment: of very short ones the other is much faster, where there is one. */
static int by_cub_offsets(void)
{
    return has_fixed && s.length < 16 ? -1 : by_cub(0);
}

static void spoil_results(void)
{
    spoil(s.y, (size_t)s.rows * folds[s.fold].result);
}

static int wrong_results(void)
{
    to_host(s.y, (size_t)s.rows * folds[s.fold].result);
    return some_row(folds[s.fold].differs);
}

/* The sums of half precision: the conversion is slow, and there are 256 values. */
static void fill_f16(size_t n)
{
#if NESTS_F16
    half_t values[256], *a = s.a;
    for (int k = 0; k < 256; k++)
        values[k] = (half_t)((k - 128) / 16.0);
    for (size_t i = 0; i < n; i++)
        a[i] = values[noise(i) >> 24];
#else
    (void)n;
#endif
}

/* Fills a for a fold: elements whose sums are exact, or, for maxima, with many different values. */
static void fill(enum fold fold)
{
    size_t n = (size_t)elements(fold);
    if (fold == SUM_F16)
        fill_f16(n);
    for (size_t i = 0; i < n && fold != SUM_F16; i++)
        switch (fold) {
        case SUM_F64:
            ((double *)s.a)[i] = sixteenths(i);
            break;
        case SUM_I32:
            ((int *)s.a)[i] = (int)(noise(i) >> 24) - 128;
            break;
        case SUM_F16:
            break;
        case SUM_F32:
            ((float *)s.a)[i] = (float)sixteenths(i);
            break;
        case MAX_F32:
        case ARGMAX_F32:
            ((float *)s.a)[i] = (float)(noise(i) >> 8) * 0x1p-22f - 2;
        }
    to_device(s.a, bytes);
}

static int one_fold(enum fold fold, long length)
{
    struct line line = {.pattern = folds[fold].name,
                        .limit = LIMIT_READ,
                        .reset = spoil_results,
                        .call = call_fold,
                        .wrong = wrong_results,
                        .rivals_unchecked = fold == ARGMAX_F32,
                        .rivals = {{"CUB fixed", by_cub_fixed}, {"CUB offsets", by_cub_offsets}}};
    s.fold = fold;
    s.length = length;
    s.rows = elements(fold) / length;
    if (s.rows == 0)
        return 0;
    snprintf(line.size, sizeof line.size, "%ld x %ld", s.rows, length);
    line.work = (double)s.rows *
                ((double)length * (double)folds[fold].element + (double)folds[fold].result);
    return measure(&line);
}

/* ---- the C API ---- */

static int call_api(void)
{
    return call_rows(s.fold, s.rows, s.length, s.a, s.w);
}

static double element(long i)
{
    switch (s.fold) {
    case SUM_F64:
        return ((const double *)s.a)[i];
    case SUM_I32:
        return ((const int *)s.a)[i];
    case SUM_F16:
#if NESTS_F16
        return (double)((const half_t *)s.a)[i];
#endif
    default:
        return ((const float *)s.a)[i];
    }
}

static int api_differs(long i)
{
    double sum = 0;
    if (s.fold == ARGMAX_F32)
        return ((const long long *)s.w)[i] != largest(i);
    if (s.fold == MAX_F32)
        return ((const double *)s.w)[i] != (double)((const float *)s.a)[i * s.length + largest(i)];
    for (long k = 0; k < s.length; k++)
        sum += element(i * s.length + k);
    return s.fold == SUM_I32 ? (double)((const long long *)s.w)[i] != sum
                             : ((const double *)s.w)[i] != sum;
}

static void spoil_api(void)
{
    spoil(s.w, (size_t)s.rows * 8);
}

static int wrong_api(void)
{
    to_host(s.w, (size_t)s.rows * 8);
    return some_row(api_differs);
}

static int one_api_fold(enum fold fold, long length)
{
    static const char *const names[] = {"C API row sums f32", "C API row sums f64",
                                        "C API row sums i32", "C API row sums f16",
                                        "C API row max f32",  "C API row argmax f32"};
    struct line line = {.pattern = names[fold],
                        .limit = LIMIT_READ,
                        .reset = spoil_api,
                        .call = call_api,
                        .wrong = wrong_api,
                        .rivals_unchecked = 1,
                        .rivals = {{"CUB fixed", by_cub_fixed}, {"CUB offsets", by_cub_offsets}}};
    s.fold = fold;
    s.length = length;
    s.rows = elements(fold) / length;
    if (s.rows == 0)
        return 0;
    snprintf(line.size, sizeof line.size, "%ld x %ld", s.rows, length);
    line.work = (double)s.rows * ((double)length * (double)folds[fold].element + 8);
    return measure(&line);
}

static int api_folds(enum fold fold)
{
    static const long lengths[] = {8, 16, 17, 100, 1000, 65536, 1 << 24, 1 << 28};
    int bad = 0;
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++)
        bad += one_api_fold(fold, lengths[k]);
    return bad;
}

static int call_api_segments(void)
{
    return call_segments(s.rows, s.offsets, s.offsets[s.rows], s.a, s.w);
}

static int wrong_segments(void)
{
    to_host(s.w, (size_t)s.rows * 8);
    for (long i = 0; i < s.rows; i++) {
        double sum = 0;
        for (long k = s.offsets[i]; k < s.offsets[i + 1]; k++)
            sum += ((const float *)s.a)[k];
        if (((const double *)s.w)[i] != sum)
            return 1;
    }
    return 0;
}

/* Of 0 to 32 elements, and with `huge` all others in one in the middle. */
static int api_segments(int huge)
{
    long size = elements(SUM_F32);
    struct line line = {.pattern = huge ? "C API segments, a huge" : "C API segments f32",
                        .limit = LIMIT_READ,
                        .reset = spoil_api,
                        .call = call_api_segments,
                        .wrong = wrong_segments};
    s.rows = size / (huge ? 64 : 16);
    s.offsets[0] = 0;
    for (long i = 0; i < s.rows; i++) {
        long left = size - s.offsets[i], length = (long)(noise((unsigned long)i) % 33);
        if (huge && i == s.rows / 2)
            length = size / 2;
        s.offsets[i + 1] = s.offsets[i] + (int)(length < left ? length : left);
    }
    to_device(s.offsets, (size_t)(s.rows + 1) * sizeof *s.offsets);
    snprintf(line.size, sizeof line.size, "%ld of %d", s.rows, s.offsets[s.rows]);
    line.work = 4.0 * (double)s.offsets[s.rows] + 12.0 * (double)s.rows;
    return measure(&line);
}

/* ---- several steps ---- */

static int call_moments(void)
{
    row_moments_f32(s.rows, s.length, s.a, s.y, s.z);
    return 0;
}

static void spoil_moments(void)
{
    spoil(s.y, (size_t)s.rows * sizeof(float));
    spoil(s.z, (size_t)s.rows * sizeof(float));
}

static int wrong_moments(void)
{
    to_host(s.y, (size_t)s.rows * sizeof(float));
    to_host(s.z, (size_t)s.rows * sizeof(float));
    return some_row(moments_differ);
}

static int call_softmax(void)
{
    row_softmax_f32(s.rows, s.length, s.a, s.y);
    return 0;
}

static void spoil_softmax(void)
{
    spoil(s.y, (size_t)(s.rows * s.length) * sizeof(float));
}

static int wrong_softmax(void)
{
    to_host(s.y, (size_t)(s.rows * s.length) * sizeof(float));
    return some_row(softmax_differs);
}

static int of_several_steps(void)
{
    struct line moments = {.pattern = "row mean, variance f32",
                           .limit = LIMIT_READ,
                           .reset = spoil_moments,
                           .call = call_moments,
                           .wrong = wrong_moments};
    struct line softmax = {.pattern = "row softmax f32",
                           .limit = LIMIT_COPY,
                           .reset = spoil_softmax,
                           .call = call_softmax,
                           .wrong = wrong_softmax};
    s.length = 1024;
    s.rows = (long)(bytes / sizeof(float)) / s.length;
    if (s.rows == 0)
        return 0;
    snprintf(moments.size, sizeof moments.size, "%ld x %ld", s.rows, s.length);
    memcpy(softmax.size, moments.size, sizeof softmax.size);
    moments.work = (double)s.rows * (4.0 * (double)s.length + 8);
    softmax.work = (double)s.rows * 8.0 * (double)s.length;
    return measure(&moments) + measure(&softmax);
}

int rows(long divisor)
{
    static const long sums[SUM_LENGTHS] = {1,   3,   8,    16,   17,   32,    64,      100,
                                           128, 256, 1000, 1024, 4096, 65536, 1 << 20, 1 << 24};
    static const long maxima[] = {32, 1000, 1024, 65536};
    int bad = 0;
    bytes = ((size_t)1 << 30) / (size_t)divisor / 8 * 8;
    s.a = resident(bytes);
    s.y = resident(bytes);
    s.z = resident(bytes / 1024 + 8);
    s.w = resident(bytes / 2 + 8);
    s.offsets = resident(bytes / 16 + sizeof *s.offsets);
    for (enum fold fold = SUM_F32; fold <= (NESTS_F16 ? SUM_F16 : SUM_I32); fold++) {
        fill(fold);
        for (int k = 0; k < SUM_LENGTHS; k++)
            bad += one_fold(fold, sums[k]);
        bad += api_folds(fold);
        if (fold == SUM_F32)
            bad += api_segments(0) + api_segments(1);
    }
    fill(MAX_F32);
    for (enum fold fold = MAX_F32; fold <= ARGMAX_F32; fold++)
        for (size_t k = 0; k < sizeof maxima / sizeof *maxima; k++)
            bad += one_fold(fold, maxima[k]);
    bad += api_folds(MAX_F32) + api_folds(ARGMAX_F32);
    bad += of_several_steps();
    gone(s.a);
    gone(s.y);
    gone(s.z);
    gone(s.w);
    gone(s.offsets);
    return bad;
}
