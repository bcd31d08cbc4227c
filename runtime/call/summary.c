/* SPDX-License-Identifier: MIT */
/* summary.c: what each region has done, and what is said of it at exit. */
#define _GNU_SOURCE /* open_memstream */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../base/trusted_file.h"
#include "../device/code.h"
#include "../device/device.h"
#include "../device/stats.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/trace.h"
#include "advise.h"
#include "learn.h"
#include "model.h"
#include "summary.h"
#include "table.h"

enum { MOST_REASONS = 8 };

static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tcr_stats *all_stats; /* under the lock */
static double since;                /* tcr_now() when the first of them was made */

static struct tcr_stats *stats_new(const struct tcr_region *region, const void *code)
{
    struct tcr_stats *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->file = strdup(region->file);
    s->kernel = strdup(region->kernel ? region->kernel : "");
    if (!s->file || !s->kernel) {
        free(s->file);
        free(s->kernel);
        free(s);
        return NULL;
    }
    if (!all_stats)
        since = tcr_now();
    s->line = region->line;
    s->block = region->block;
    s->number = region->number;
    s->code = code;
    s->n_bases = region->n_bases;
    tcr_learn_region(s);
    s->next = all_stats;
    all_stats = s;
    return s;
}

/* Of a library that was here before. */
static struct tcr_stats *find_again(const struct tcr_region *region, const void *code)
{
    const char *kernel = region->kernel ? region->kernel : "";
    struct tcr_stats *s = code ? all_stats : NULL;

    while (s && (s->code != code || s->line != region->line || s->block != region->block ||
                 strcmp(s->kernel, kernel) != 0 || strcmp(s->file, region->file) != 0))
        s = s->next;
    return s;
}

struct tcr_stats *tcr_stats_of(struct tcr_region *region)
{
    void *known = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
    const void *code;

    if (known)
        return known;
    tcr_device_setup(); /* what is kept of earlier runs is asked for by a variable */
    tcr_keep_openmp();  /* the region's library may have brought one */
    code = tcr_code_identity(region->unit);
    pthread_mutex_lock(&stats_lock);
    known = __atomic_load_n(&region->state, __ATOMIC_RELAXED);
    if (!known) {
        known = find_again(region, code);
        if (!known)
            known = stats_new(region, code);
        if (known)
            __atomic_store_n(&region->state, known, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&stats_lock);
    return known;
}

/* Times differ in their figures from call to call: those that begin alike ("estimate", "measured")
 * are one reason. */
static bool same_reason(const struct tcr_reason *r, enum tcr_reason_kind kind, const char *text)
{
    if (r->kind != kind)
        return false;
    return kind == TCR_REASON_TIMES ? r->text[0] == text[0] : strcmp(r->text, text) == 0;
}

/* Its place in the list, or where a new one goes; NULL: out of memory. */
static struct tcr_reason *find_reason(struct tcr_stats *stats, enum tcr_reason_kind kind,
                                      const char *text)
{
    struct tcr_reason **at = &stats->reasons;
    unsigned n = 0;

    for (; *at; at = &(*at)->next, n++)
        if (same_reason(*at, kind, text) || n == MOST_REASONS)
            return *at;
    *at = calloc(1, sizeof **at);
    if (!*at)
        return NULL;
    (*at)->kind = n == MOST_REASONS ? TCR_REASON_HINDERED : kind;
    snprintf((*at)->text, sizeof(*at)->text, "%s", n == MOST_REASONS ? "others" : text);
    return *at;
}

static bool count_reason(struct tcr_stats *stats, enum tcr_reason_kind kind, const char *text,
                         unsigned times)
{
    struct tcr_reason *reason;
    bool fresh = true;

    pthread_mutex_lock(&stats_lock);
    reason = find_reason(stats, kind, text);
    if (reason) {
        fresh = reason->count == 0;
        reason->count += times;
        if (same_reason(reason, kind, text)) /* the last one's figures */
            snprintf(reason->text, sizeof reason->text, "%s", text);
    }
    pthread_mutex_unlock(&stats_lock);
    return fresh;
}

bool tcr_stats_reason(struct tcr_stats *stats, enum tcr_reason_kind kind, const char *text)
{
    return !stats || count_reason(stats, kind, text, 1);
}

void tcr_stats_waited(struct tcr_stats *stats, unsigned calls)
{
    const double each = atomic_load_explicit(&stats->host_seconds, memory_order_relaxed);

    atomic_fetch_add_explicit(&stats->host_calls, calls, memory_order_relaxed);
    atomic_fetch_add_explicit(&stats->host_nanoseconds, (unsigned long long)(calls * each * 1e9),
                              memory_order_relaxed);
    count_reason(stats, TCR_REASON_TIMES, TCR_TOO_LONG, calls);
}

void tcr_stats_forget_device(void)
{
    pthread_mutex_lock(&stats_lock);
    for (struct tcr_stats *s = all_stats; s; s = s->next)
        for (unsigned k = 0; k < TCR_KINDS; k++)
            s->model.kind[k].n = 0;
    pthread_mutex_unlock(&stats_lock);
}

void tcr_stats_learn(void)
{
    pthread_mutex_lock(&stats_lock);
    tcr_learn_regions(all_stats);
    pthread_mutex_unlock(&stats_lock);
}

void tcr_stats_clear(void)
{
    struct tcr_exploration *x = &tcr_exploration;

    x->all = x->known_there = x->known_here = x->once = 0;
    for (struct tcr_stats *s = all_stats; s; s = s->next) {
        s->host_calls = s->device_calls = s->host_nanoseconds = s->nanoseconds = 0;
        s->bytes_to = s->bytes_from = s->interrupted = 0;
        s->first_calls = s->first_nanoseconds = 0;
        for (struct tcr_reason *r = s->reasons; r; r = r->next)
            r->count = 0;
    }
}

void tcr_stats_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&stats_lock);
    else
        pthread_mutex_unlock(&stats_lock);
}

/* ---- the table ---- */

static bool has_run(const struct tcr_stats *s)
{
    return s->host_calls + s->device_calls > 0;
}

/* The longest time first; equal ones by file and line. */
static int by_time(const void *x, const void *y)
{
    const struct tcr_stats *a = *(const struct tcr_stats *const *)x;
    const struct tcr_stats *b = *(const struct tcr_stats *const *)y;
    unsigned long long time_a = a->host_nanoseconds + a->nanoseconds;
    unsigned long long time_b = b->host_nanoseconds + b->nanoseconds;
    int order = strcmp(a->file, b->file);

    if (time_a != time_b)
        return time_a < time_b ? 1 : -1;
    if (order)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Those that have run, sorted; NULL: none, or out of memory.  Under the lock. */
static struct tcr_stats **sorted(size_t *n)
{
    struct tcr_stats **list;

    *n = 0;
    for (const struct tcr_stats *s = all_stats; s; s = s->next)
        *n += has_run(s);
    list = *n ? malloc(*n * sizeof *list) : NULL;
    if (!list)
        return NULL;
    *n = 0;
    for (struct tcr_stats *s = all_stats; s; s = s->next)
        if (has_run(s))
            list[(*n)++] = s;
    qsort(list, *n, sizeof *list, by_time);
    return list;
}

/* To a file, in one write: to the end of that of TCR_SUMMARY_FILE, which the ranks of a parallel
 * program may share; or in place of what was there, unless that is one of this process's streams
 * (/dev/stdout). */
static bool put(const char *name, const char *file, int how, const char *text, size_t size)
{
    const bool stream = strncmp(file, "/dev/", 5) == 0 || strncmp(file, "/proc/", 6) == 0;

    how = stream ? O_APPEND : how;
    /* a FIFO that nobody reads is an error, but one that somebody reads slowly is none */
    int fd = tcr_fd_above_streams(
        open(file, O_WRONLY | O_CREAT | how | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
    bool good = fd >= 0 && fcntl(fd, F_SETFL, how & O_APPEND) == 0;
    ssize_t n = good ? write(fd, text, size) : -1;
    const char *cause = n < 0 ? strerror(errno) : "it does not take all of the table";

    good = n == (ssize_t)size;
    if (!good)
        fprintf(stderr, "tcr: warning: %s=%s cannot be written: %s\n", name, file, cause);
    if (fd >= 0)
        close(fd);
    return good;
}

static bool ends_in(const char *text, const char *end)
{
    size_t n = strlen(text), m = strlen(end);

    return n >= m && strcmp(text + n - m, end) == 0;
}

/* The table, or the page, as one text; NULL: there is none. */
static char *text_of(struct tcr_stats *const *list, size_t n, bool page, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);

    if (!out)
        return NULL;
    if (page)
        tcr_advise(out, ends_in(tcr_config.advise, ".html"), list, n, tcr_now() - since);
    else if (tcr_config.summary_json)
        tcr_table_json(out, list, n);
    else
        tcr_table_print(out, list, n, tcr_learn_not_kept());
    fclose(out);
    return text;
}

static void say_all(void)
{
    struct tcr_stats **list;
    char *table = NULL, *page = NULL;
    size_t n, table_size = 0, page_size = 0;

    tcr_learn_keep(all_stats);
    list = tcr_config.noted ? sorted(&n) : NULL;
    if (list && tcr_config.summary)
        table = text_of(list, n, false, &table_size);
    if (list && tcr_config.advise)
        page = text_of(list, n, true, &page_size);
    free(list);
    pthread_mutex_unlock(&stats_lock);
    if (table && !(tcr_config.summary_file &&
                   put("TCR_SUMMARY_FILE", tcr_config.summary_file, O_APPEND, table, table_size)))
        tcr_write(stderr, table, table_size);
    if (page)
        put("TCR_ADVISE", tcr_config.advise, O_TRUNC, page, page_size);
    free(table);
    free(page);
}

/* What is said, and kept, at exit.  A destructor, not atexit: it also comes in time
 * when the library itself is unloaded.  What has run nothing, such as a second
 * copy of the library in the process, says nothing.  Handlers of signals may still have loops. */
__attribute__((destructor)) static void summary(void)
{
    bool came;

    if (!tcr_config.noted && !tcr_config.learn)
        return;
    came = tcr_come_in();
    if (pthread_mutex_trylock(&stats_lock) != 0) {
        if (!came) { /* exit() in a signal handler: this very thread may have the lock */
            tcr_learn_hindered();
            return;
        }
        pthread_mutex_lock(&stats_lock);
    }
    say_all();
    if (came)
        tcr_go_out();
}
