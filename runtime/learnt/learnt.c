/* SPDX-License-Identifier: MIT */
/* learnt.c: see learnt.h. */
#define _GNU_SOURCE /* open_memstream */
#include "learnt.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../base/fnv.h"

static const char head[] = "tcr-learnt 4";
static const double least_factor = 1e-9, most_factor = 1e9, most_seconds = 1e9;

/* ---- regions ---- */

uint64_t tcr_learnt_hash(const char *file, unsigned line, unsigned block, const char *kernel)
{
    uint64_t hash = tcr_fnv1a(TCR_FNV_START, file, strlen(file) + 1);

    hash = tcr_fnv1a(hash, &line, sizeof line);
    hash = tcr_fnv1a(hash, &block, sizeof block);
    return tcr_fnv1a(hash, kernel, strlen(kernel));
}

static bool is_factor(double x)
{
    return x >= least_factor && x <= most_factor;
}

/* ((class of iterations) * 256 + (class of bytes) * 2 + 1), as model.c has it. */
static bool is_kind(uint64_t key)
{
    return (key & 1) && key >> 8 < TCR_CLASSES && (key & 0xff) >> 1 < TCR_CLASSES;
}

bool tcr_learnt_of(struct tcr_learnt_region *r, uint64_t hash, const struct tcr_model *m)
{
    memset(r, 0, sizeof *r);
    r->hash = hash;
    for (unsigned k = 0; k < TCR_CLASSES; k++)
        if (m->host_n[k] > 0 && is_factor(m->host[k])) {
            r->host[r->n_host].key = k;
            r->host[r->n_host++].factor = m->host[k];
        }
    for (unsigned k = 0; k < TCR_KINDS; k++)
        if (m->kind[k].n > 0 && is_factor(m->kind[k].device) && is_kind(m->kind[k].key)) {
            r->kind[r->n_kinds].key = m->kind[k].key;
            r->kind[r->n_kinds++].factor = m->kind[k].device;
        }
    return r->n_host + r->n_kinds > 0;
}

/* Of a kind of which nothing is known yet. */
static void take_kind(struct tcr_model *m, unsigned key, double factor)
{
    struct tcr_kind *k = tcr_kind_place(m, key);

    if (k && k->n == 0) {
        k->device = factor;
        k->n = 1;
    }
}

void tcr_learnt_into(struct tcr_model *m, const struct tcr_learnt_region *r, bool device)
{
    for (unsigned k = 0; k < r->n_host; k++)
        if (m->host_n[r->host[k].key] == 0) {
            m->host[r->host[k].key] = r->host[k].factor;
            m->host_n[r->host[k].key] = 1;
        }
    for (unsigned k = 0; k < r->n_kinds && device; k++)
        take_kind(m, r->kind[k].key, r->kind[k].factor);
}

const struct tcr_learnt_region *tcr_learnt_find(const struct tcr_learnt *l, uint64_t hash)
{
    for (size_t k = 0; k < l->n; k++)
        if (l->region[k].hash == hash)
            return &l->region[k];
    return NULL;
}

/* ---- whole runs ---- */

static const double most_lost = 0.5;  /* s, to find out */
static const double start_lost = 0.4; /* s: what waiting for a start may save */
static const double better = 0.97;    /* of what is known, in parts, to be chosen or tried */

/* Of the kinds that are known; TCR_RUN_OTHER: none is.  A device is to be better than the host. */
static enum tcr_run best_known(const struct tcr_learnt *l)
{
    enum tcr_run best = TCR_RUN_OTHER;

    for (unsigned k = 0; k < TCR_RUNS; k++)
        if (l->took[k] > 0 && (best == TCR_RUN_OTHER ||
                               l->took[k] < (best == TCR_RUN_HOST ? better : 1) * l->took[best]))
            best = (enum tcr_run)k;
    return best;
}

/* What the device saves, beyond the part for which it is worth while. */
static double over(const struct tcr_learnt *l, double saved)
{
    return saved - 0.1 * l->all;
}

/* Is the host alone to be tried?  Where the device's gain is slight. */
static bool try_host(const struct tcr_learnt *l)
{
    const double unsure = 0.4 * l->all;

    return l->took[TCR_RUN_HOST] <= 0 &&
           over(l, l->gain) < (unsure < most_lost ? unsure : most_lost);
}

/* Is a device to be tried, beside the loops, or with them waiting for it? */
static bool try_beside(const struct tcr_learnt *l)
{
    return l->took[TCR_RUN_BESIDE] <= 0 && over(l, l->hope) > 0 && l->gain > -most_lost;
}

static bool try_awaited(const struct tcr_learnt *l, enum tcr_run best)
{
    const double beside = l->took[TCR_RUN_BESIDE];

    return l->took[TCR_RUN_AWAITED] <= 0 && beside > 0 && l->gain > -most_lost &&
           beside - start_lost < better * l->took[best];
}

enum tcr_run tcr_learnt_next(const struct tcr_learnt *l)
{
    const enum tcr_run best = best_known(l);

    if (best == TCR_RUN_OTHER)
        return over(l, l->gain) > 0 ? TCR_RUN_BESIDE : TCR_RUN_HOST;
    if (try_host(l))
        return TCR_RUN_HOST;
    if (try_beside(l))
        return TCR_RUN_BESIDE;
    return try_awaited(l, best) ? TCR_RUN_AWAITED : best;
}

void tcr_learnt_took(struct tcr_learnt *l, const struct tcr_learnt *before, double all,
                     enum tcr_run run, double seconds)
{
    const double times = 2;
    const double older = 1.02; /* what is long past says less: more may be expected, */
    const double again = 0.99; /* and of the other kinds, where they are near, less */
    const double near = 1.5;
    const bool alike = before->all <= 0 || (all * times > before->all && all < times * before->all);

    for (unsigned k = 0; k < TCR_RUNS; k++) {
        const double took = alike ? before->took[k] : 0;

        if (run == TCR_RUN_OTHER)
            l->took[k] = took;
        else if (k != run)
            l->took[k] = took < near * seconds ? again * took : took;
        else
            l->took[k] = took > 0 && older * took < seconds ? older * took : seconds;
    }
}

/* ---- as a text ---- */

static uint64_t bits_of(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

char *tcr_learnt_print(const struct tcr_learnt *l, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);

    if (!out)
        return NULL;
    fprintf(out, "%s\ncard %.*s\ndevice %" PRIx64 " %" PRIx64 " %x %" PRIx64 "\nruns", head,
            (int)strcspn(l->card, "\n"), l->card, bits_of(l->gain), bits_of(l->hope), l->side,
            bits_of(l->all));
    for (unsigned k = 0; k < TCR_RUNS; k++)
        fprintf(out, " %" PRIx64, bits_of(l->took[k]));
    fputc('\n', out);
    for (const struct tcr_learnt_region *r = l->region; r < l->region + l->n; r++) {
        fprintf(out, "region %" PRIx64 "\n", r->hash);
        for (unsigned k = 0; k < r->n_host; k++)
            fprintf(out, "host %x %" PRIx64 "\n", r->host[k].key, bits_of(r->host[k].factor));
        for (unsigned k = 0; k < r->n_kinds; k++)
            fprintf(out, "kind %x %" PRIx64 "\n", r->kind[k].key, bits_of(r->kind[k].factor));
    }
    if (fclose(out) != 0 || *size > TCR_LEARNT_MOST) {
        free(text);
        return NULL;
    }
    return text;
}

/* ---- and back ---- */

/* Where the reading is; it stops at what is wrong. */
struct reader {
    const char *at, *end;
};

static bool take_word(struct reader *in, const char *word)
{
    const size_t n = strlen(word);

    if ((size_t)(in->end - in->at) < n || memcmp(in->at, word, n) != 0)
        return false;
    in->at += n;
    return true;
}

static bool take_number(struct reader *in, uint64_t *x)
{
    static const char digits[] = "0123456789abcdef";
    const char *begin = in->at, *digit;

    for (*x = 0; in->at < in->end && *in->at && (digit = strchr(digits, *in->at)); in->at++) {
        if (*x >> 60)
            return false;
        *x = *x << 4 | (uint64_t)(digit - digits);
    }
    return in->at > begin;
}

static bool take_double(struct reader *in, double *x)
{
    uint64_t bits;

    if (!take_number(in, &bits))
        return false;
    memcpy(x, &bits, sizeof *x);
    return true;
}

static bool take_card(struct reader *in, char card[TCR_LEARNT_CARD])
{
    const char *end = memchr(in->at, '\n', (size_t)(in->end - in->at));

    if (!end || end - in->at >= TCR_LEARNT_CARD || memchr(in->at, '\0', (size_t)(end - in->at)))
        return false;
    memcpy(card, in->at, (size_t)(end - in->at));
    card[end - in->at] = '\0';
    in->at = end + 1;
    return true;
}

/* A line behind "host " or "kind ". */
static bool take_factor(struct reader *in, uint64_t *key, double *factor)
{
    return take_number(in, key) && take_word(in, " ") && take_double(in, factor) &&
           take_word(in, "\n") && is_factor(*factor);
}

static bool take_region(struct reader *in, struct tcr_learnt_region *r)
{
    uint64_t key;
    double factor;

    memset(r, 0, sizeof *r);
    if (!take_number(in, &r->hash) || !take_word(in, "\n"))
        return false;
    while (take_word(in, "host ")) {
        if (r->n_host == TCR_CLASSES || !take_factor(in, &key, &factor) || key >= TCR_CLASSES)
            return false;
        r->host[r->n_host].key = (unsigned)key;
        r->host[r->n_host++].factor = factor;
    }
    while (take_word(in, "kind ")) {
        if (r->n_kinds == TCR_KINDS || !take_factor(in, &key, &factor) || !is_kind(key))
            return false;
        r->kind[r->n_kinds].key = (unsigned)key;
        r->kind[r->n_kinds++].factor = factor;
    }
    return true;
}

static bool take_regions(struct reader *in, struct tcr_learnt *l)
{
    while (take_word(in, "region ")) {
        struct tcr_learnt_region *more;

        if (l->n == TCR_LEARNT_REGIONS)
            return false;
        more = realloc(l->region, (l->n + 1) * sizeof *more);
        if (!more)
            return false;
        l->region = more;
        if (!take_region(in, &l->region[l->n++]))
            return false;
    }
    return in->at == in->end;
}

static bool is_seconds(double x)
{
    return x >= 0 && x <= most_seconds;
}

static bool is_saved(double x)
{
    return x >= -most_seconds && x <= most_seconds;
}

static bool take_runs(struct reader *in, double took[TCR_RUNS])
{
    if (!take_word(in, "runs"))
        return false;
    for (unsigned k = 0; k < TCR_RUNS; k++)
        if (!take_word(in, " ") || !take_double(in, &took[k]) || !is_seconds(took[k]))
            return false;
    return take_word(in, "\n");
}

bool tcr_learnt_parse(struct tcr_learnt *l, const char *text, size_t size)
{
    struct reader in = {text, text + size};
    uint64_t side = 0;
    bool good;

    memset(l, 0, sizeof *l);
    good = take_word(&in, head) && take_word(&in, "\ncard ") && take_card(&in, l->card) &&
           take_word(&in, "device ") && take_double(&in, &l->gain) && take_word(&in, " ") &&
           take_double(&in, &l->hope) && take_word(&in, " ") && take_number(&in, &side) &&
           take_word(&in, " ") && take_double(&in, &l->all) && take_word(&in, "\n") &&
           side <= TCR_SIDE_DEVICE && is_saved(l->gain) && is_saved(l->hope) &&
           is_seconds(l->all) && take_runs(&in, l->took);
    l->side = (unsigned)side;
    good = good && take_regions(&in, l);
    if (!good) {
        free(l->region);
        memset(l, 0, sizeof *l);
    }
    return good;
}
