/* SPDX-License-Identifier: MIT */
#include "accuracy.h"
#include "exact.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const char *const draw_names[N_DRAWS] = {
    "uniform [0,1)",  "normal",     "condition 1e4",    "condition 1e8", "condition 1e12",
    "condition 1e16", "huge, tiny", "H, t, -H, t",      "subnormal",     "zeros",
    "infinities",     "NaN",        "partial overflow", "+-greatest"};

/* Digits of the significand; exponents of the greatest and the least number. */
static int digits(enum tcr_type type)
{
    return type == TCR_F16 ? 11 : type == TCR_BF16 ? 8 : type == TCR_F32 ? 24 : 53;
}
static int highest(enum tcr_type type)
{
    return type == TCR_F16 ? 15 : type == TCR_F64 ? 1023 : 127;
}
static int lowest(enum tcr_type type)
{
    return type == TCR_F16 ? -24 : type == TCR_BF16 ? -133 : type == TCR_F32 ? -149 : -1074;
}
static double greatest(enum tcr_type type)
{
    return ldexp(2 - ldexp(1, 1 - digits(type)), highest(type));
}

/* Binary16 holds no sums of a greater condition. */
bool draw_exists(enum tcr_type type, enum draw_class kind)
{
    return type != TCR_F16 || (kind != DRAW_CONDITION_12 && kind != DRAW_CONDITION_16);
}

static uint64_t next_random(uint64_t *seed) /* splitmix64 */
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static double uniform(uint64_t *seed)
{
    return (double)(next_random(seed) >> 11) * 0x1p-53;
}

static double either_sign(double x, uint64_t *seed)
{
    return next_random(seed) >> 63 ? -x : x;
}

/* The float x rounded to binary16 or bfloat16, to nearest even. */
static float round_short(enum tcr_type type, float x)
{
    const unsigned drop = type == TCR_F16 ? 13 : 16;
    uint32_t bits;

    if (!isfinite(x))
        return x;
    if (type == TCR_F16 && fabsf(x) < 0x1p-14f) {
        const volatile float shifted = fabsf(x) + 0.75f; /* units of 2^-24 */
        return copysignf(shifted - 0.75f, x);
    }
    memcpy(&bits, &x, sizeof bits);
    bits += ((1u << (drop - 1)) - 1) + (bits >> drop & 1);
    bits &= ~((1u << drop) - 1);
    memcpy(&x, &bits, sizeof x);
    return type == TCR_F16 && fabsf(x) >= 0x1p16f ? copysignf(INFINITY, x) : x;
}

static double round_to(enum tcr_type type, double x)
{
    return type == TCR_F64   ? x
           : type == TCR_F32 ? (double)(float)x
                             : (double)round_short(type, (float)x);
}

/* Store x, a value of the type. */
static void put(enum tcr_type type, void *elements, size_t i, double x)
{
    const float f = (float)x;
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    if (type == TCR_F64) {
        ((double *)elements)[i] = x;
    } else if (type == TCR_F32) {
        ((float *)elements)[i] = f;
    } else if (type == TCR_BF16) {
        ((uint16_t *)elements)[i] = (uint16_t)(bits >> 16);
    } else {
        const uint32_t sign = bits >> 16 & 0x8000;
        const uint32_t magnitude = !isfinite(f) ? (isnan(f) ? 0x7e00 : 0x7c00)
                                   : fabsf(f) < 0x1p-14f
                                       ? (uint32_t)(fabsf(f) * 0x1p24f)
                                       : ((bits & 0x7fffffff) >> 13) - (112u << 10);
        ((uint16_t *)elements)[i] = (uint16_t)(sign | magnitude);
    }
}

/* Elements of very different size first, then some that cancel what there is, down
 * to a sum of about 1; then all shuffled (Ogita, Rump, Oishi, SIAM J. Sci. Comput.
 * 26 (2005), Algorithm 6.1, for sums). */
static void ill_conditioned(enum tcr_type type, double condition, double *x, size_t n,
                            uint64_t *seed)
{
    const int range = (int)(log2(condition) + 1), base = type == TCR_F16 ? -range / 2 - 2 : 0;
    const size_t cancelling = n < 80 ? (n + 1) / 2 : 40;
    struct exact sum = {{0}, 0};

    for (size_t i = 0; i < n; i++) {
        const size_t left = n - i;
        double e = i == 0 ? range : floor(uniform(seed) * range);
        double part = 0;
        if (left <= cancelling) {
            part = -exact_value(&sum);
            e = floor((double)range * (double)(left - 1) / (double)cancelling);
        }
        part += ldexp(either_sign(uniform(seed), seed), (int)e + base);
        x[i] = round_to(type, fmin(fmax(part, -greatest(type)), greatest(type)));
        exact_add(&sum, x[i]);
    }
    for (size_t i = n - 1; i > 0; i--) {
        const size_t j = next_random(seed) % (i + 1);
        const double swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}

static double draw_one(enum tcr_type type, enum draw_class kind, const double *x, size_t i,
                       size_t n, uint64_t *seed)
{
    const double u = uniform(seed);
    int gap = digits(type) + 4; /* binary places between a huge and a tiny number */

    if (type != TCR_F16 && (kind == DRAW_ALTERNATING || kind == DRAW_CANCELLING))
        gap += (int)(next_random(seed) % 16);
    switch (kind) {
    case DRAW_UNIFORM:
        return u;
    case DRAW_NORMAL:
        return sqrt(-2 * log(1 - u)) * cos(6.283185307179586 * uniform(seed));
    case DRAW_ALTERNATING:
        return either_sign(ldexp(1 + u, i % 2 ? -gap / 2 : gap / 2), seed);
    case DRAW_CANCELLING: /* H, t, -H, t; what is left over at the end is small */
        if (i % 2 || i / 4 * 4 + 2 >= n)
            return either_sign(u, seed);
        return i % 4 ? -x[i - 2] : either_sign(ldexp(1 + u, gap - 2), seed);
    case DRAW_SUBNORMAL:
        return either_sign(ldexp(floor(ldexp(u, digits(type) - 1)), lowest(type)), seed);
    case DRAW_ZEROS:
        return either_sign(0, seed);
    case DRAW_OVERFLOW: /* the second half mirrors the first, a little smaller */
        if (i < n / 2)
            return greatest(type) * (0.75 + u / 4);
        return i == n / 2 && n % 2 ? u : -x[n - 1 - i] * (1 - u / 4 / (double)n);
    case DRAW_ALTERNATING_LARGE:
        return greatest(type) * (0.75 + u / 4) * (i % 2 ? -1 : 1);
    default:
        return u - 0.5;
    }
}

static void draw(enum tcr_type type, enum draw_class kind, double *x, size_t n, uint64_t seed)
{
    if (kind >= DRAW_CONDITION_4 && kind <= DRAW_CONDITION_16) {
        ill_conditioned(type, pow(10, 4 * (kind - DRAW_CONDITION_4 + 1)), x, n, &seed);
        return;
    }
    for (size_t i = 0; i < n; i++)
        x[i] = round_to(type, draw_one(type, kind, x, i, n, &seed));
    const bool both = next_random(&seed) % 3 == 0;
    if (kind == DRAW_INFINITIES || kind == DRAW_NAN)
        x[next_random(&seed) % n] = kind == DRAW_NAN ? (double)NAN : either_sign(INFINITY, &seed);
    if (kind == DRAW_INFINITIES && both)
        x[next_random(&seed) % n] = either_sign(INFINITY, &seed);
}

/* One draw, and what the exact sum and the loop make of it. */
struct facts {
    struct exact sum;
    double magnitudes, loop, special; /* special: the sum if it is not finite, else 0 */
};

/* a + b in the type's own arithmetic */
static double add_in(enum tcr_type type, double a, double b)
{
    return type == TCR_F64   ? a + b
           : type == TCR_F32 ? (double)((float)a + (float)b)
                             : (double)round_short(type, (float)a + (float)b);
}

static void sum_up(enum tcr_type type, const double *x, size_t n, struct facts *f)
{
    struct exact magnitudes = {{0}, 0};
    double loop = 0;

    memset(f, 0, sizeof *f);
    for (size_t i = 0; i < n; i++) {
        loop = add_in(type, loop, x[i]);
        if (isfinite(x[i])) {
            exact_add(&f->sum, x[i]);
            exact_add(&magnitudes, fabs(x[i]));
        } else {
            f->special += x[i];
        }
    }
    f->loop = loop;
    f->magnitudes = exact_value(&magnitudes);
}

/* Relative error of a result, rounded to the type; of a sum that is 0: 0 or infinite. */
static double error_of(enum tcr_type type, const struct facts *f, double result)
{
    const double exact = exact_value(&f->sum);

    result = round_to(type, result);
    if (f->special != 0)
        return (isnan(f->special) ? isnan(result) : result == f->special) ? 0 : (double)INFINITY;
    if (!isfinite(result)) /* a sum beyond the type's range */
        return fabs(round_to(type, exact)) > greatest(type) && !isnan(result) ? 0
                                                                              : (double)INFINITY;
    const double distance = exact_distance(&f->sum, result);
    return distance > 0 ? distance / fabs(exact) : 0;
}

struct job {
    enum tcr_type type;
    enum draw_class kind;
    size_t n;
    int first, last; /* draws */
    void *elements;
    struct facts *facts;
};

static void *draw_some(void *context)
{
    struct job *job = context;
    const size_t size = region_types[job->type].size;
    double *x = malloc(job->n * sizeof *x);

    if (!x)
        abort();
    for (int d = job->first; d < job->last; d++) {
        char *to = (char *)job->elements + (size_t)d * job->n * size;
        draw(job->type, job->kind, x, job->n,
             (uint64_t)d * 0x9e3779b97f4a7c15u + job->n * 31 + (uint64_t)job->kind);
        sum_up(job->type, x, job->n, &job->facts[d]);
        for (size_t i = 0; i < job->n; i++)
            put(job->type, to, i, x[i]);
    }
    free(x);
    return NULL;
}

static void draw_all(struct job job, int draws, int threads)
{
    struct job jobs[16];
    pthread_t thread[16];

    for (int t = 0; t < threads; t++) {
        jobs[t] = job;
        jobs[t].first = (int)((long)draws * t / threads);
        jobs[t].last = (int)((long)draws * (t + 1) / threads);
        if (pthread_create(&thread[t], NULL, draw_some, &jobs[t]))
            abort();
    }
    for (int t = 0; t < threads; t++)
        pthread_join(thread[t], NULL);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void accuracy_measure(enum tcr_type type, enum draw_class kind, size_t n, int draws, int threads,
                      struct accuracy_device device, accuracy_sums *sums, void *context,
                      struct accuracy *out)
{
    void *elements = malloc((size_t)draws * n * region_types[type].size);
    struct facts *facts = malloc((size_t)draws * sizeof *facts);
    double *results = malloc(3 * (size_t)draws * sizeof *results);
    if (!elements || !facts || !results)
        abort();
    double *errors = results + draws, *loops = errors + draws;

    draw_all((struct job){type, kind, n, 0, 0, elements, facts}, draws, threads);
    sums(context, type, elements, n, draws, results);
    memset(out, 0, sizeof *out);
    for (int d = 0; d < draws; d++) {
        errors[d] = error_of(type, &facts[d], results[d]);
        loops[d] = error_of(type, &facts[d], facts[d].loop);
        out->worse += errors[d] > loops[d];
        if (facts[d].special == 0 && isfinite(results[d])) {
            const double bound =
                accuracy_bound(type, device, n, exact_value(&facts[d].sum), facts[d].magnitudes);
            const double distance = exact_distance(&facts[d].sum, results[d]);
            out->beyond += distance > bound;
            if (bound > 0)
                out->worst_share = fmax(out->worst_share, distance / bound);
        }
    }
    qsort(errors, (size_t)draws, sizeof *errors, by_value);
    qsort(loops, (size_t)draws, sizeof *loops, by_value);
    out->median = errors[draws / 2];
    out->greatest = errors[draws - 1];
    out->loop_median = loops[draws / 2];
    out->loop_greatest = loops[draws - 1];
    free(elements);
    free(facts);
    free(results);
}

double accuracy_bound(enum tcr_type type, struct accuracy_device device, size_t n, double sum,
                      double magnitudes)
{
    const double u = 0x1p-53;
    /* additions that one element may go through: those of a row of four lanes, and
     * the tree of lanes, warps and blocks */
    const double depth = 4 * ((double)n / device.threads + 1) + 512;
    const double pairs = u * fabs(sum) + 2 * depth * depth * u * u * magnitudes;
    /* an MMA: truncation of its terms and of their sum; 8 of them a chain, and, of
     * float, twice as many of the other slices, which are 2^-7 of the number at most */
    const double mma = device.arch >= 90 ? 3 * 0x1p-25 + 0x1p-23 : 2 * (2 * 0x1p-24 + 0x1p-23);
    const double chain = 8 * mma * (1 + 0x1p-5);

    if (type == TCR_F64 || (type == TCR_F32 && device.arch == 90))
        return pairs;
    return pairs + (depth * u + chain) * magnitudes;
}

void accuracy_long(enum tcr_type type, enum draw_class kind, size_t n, void *elements,
                   struct exact *sum, double *magnitudes, double *loop)
{
    uint64_t seed = n * 7 + (uint64_t)kind;
    double x[1024];

    memset(sum, 0, sizeof *sum);
    *magnitudes = 0; /* to a few digits */
    *loop = 0;
    for (size_t i = 0; i < n; i += 1024) {
        const size_t m = n - i < 1024 ? n - i : 1024;
        for (size_t k = 0; k < m; k++) {
            x[k] = round_to(type, draw_one(type, kind, x, k, m, &seed));
            put(type, elements, i + k, x[k]);
            exact_add(sum, x[k]);
            *magnitudes += fabs(x[k]);
            *loop = add_in(type, *loop, x[k]);
        }
    }
}
