/* trace.c: reasons, the trace, and the summary at exit. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "runtime.h"

struct tcr_config tcr_config;

static pthread_mutex_t trace_lock = PTHREAD_MUTEX_INITIALIZER;
static struct tcr_stats *all_stats; /* under the lock */

double tcr_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

int tcr_refuse(struct tcr_why *why, int error, const char *fmt, ...)
{
    why->error = error;
    if (why->wanted) {
        va_list ap;

        va_start(ap, fmt);
        vsnprintf(why->text, sizeof why->text, fmt, ap);
        va_end(ap);
    }
    return error;
}

int tcr_refuse_device(struct tcr_why *why, int error, const char *what)
{
    tcr_refuse(why, error, "%s: %s: %s", what, tcr_strerror(error), tcr_backend->error_name());
    tcr_device_check();
    return error;
}

void tcr_trace(int level, const char *fmt, ...)
{
    char line[512];
    va_list ap;

    if (tcr_config.trace < level)
        return;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    fprintf(stderr, "tcr: %s\n", line);
}

static struct tcr_stats *stats_new(const struct tcr_region *region)
{
    struct tcr_stats *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    s->file = strdup(region->file);
    if (!s->file) {
        free(s);
        return NULL;
    }
    s->line = region->line;
    return s;
}

struct tcr_stats *tcr_stats_of(struct tcr_region *region)
{
    void *known = __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);

    if (known)
        return known;
    pthread_mutex_lock(&trace_lock);
    known = __atomic_load_n(&region->state, __ATOMIC_RELAXED);
    if (!known) {
        struct tcr_stats *s = stats_new(region);

        if (s) {
            s->next = all_stats;
            all_stats = s;
            __atomic_store_n(&region->state, s, __ATOMIC_RELEASE);
        }
        known = s;
    }
    pthread_mutex_unlock(&trace_lock);
    return known;
}

/* Estimates differ in their figures from call to call: one is enough. */
static bool same_reason(const char *a, const char *b)
{
    static const char estimate[] = "estimate:";
    size_t n = sizeof estimate - 1;

    return strcmp(a, b) == 0 || (strncmp(a, estimate, n) == 0 && strncmp(b, estimate, n) == 0);
}

void tcr_trace_host(const struct tcr_region *region, struct tcr_stats *stats, const char *text)
{
    bool fresh = true;

    if (tcr_config.trace == 0 && !tcr_config.summary)
        return;
    if (stats) {
        pthread_mutex_lock(&trace_lock);
        fresh = !same_reason(stats->reason, text);
        if (fresh)
            snprintf(stats->reason, sizeof stats->reason, "%s", text);
        pthread_mutex_unlock(&trace_lock);
    }
    tcr_trace(fresh ? 1 : 2, "%s:%u: host: %s", region->file, region->line, text);
}

void tcr_stats_clear(void)
{
    for (struct tcr_stats *s = all_stats; s; s = s->next) {
        s->host_calls = s->device_calls = s->nanoseconds = 0;
        s->bytes_to = s->bytes_from = 0;
        s->reason[0] = '\0';
    }
}

void tcr_trace_fork(bool before)
{
    if (before)
        pthread_mutex_lock(&trace_lock);
    else
        pthread_mutex_unlock(&trace_lock);
}

static bool has_run(const struct tcr_stats *s)
{
    return s->host_calls + s->device_calls > 0;
}

/* By file and line; equal ones in the order of their first call. */
static bool comes_after(const struct tcr_stats *a, const struct tcr_stats *b)
{
    int order = strcmp(a->file, b->file);

    return order ? order > 0 : a->line > b->line;
}

/* The list, newest first, in the table's order.  Under the lock. */
static void sort_stats(void)
{
    struct tcr_stats *sorted = NULL, *s;

    while ((s = all_stats) != NULL) {
        struct tcr_stats **at = &sorted;

        while (*at && comes_after(s, *at))
            at = &(*at)->next;
        all_stats = s->next;
        s->next = *at;
        *at = s;
    }
    all_stats = sorted;
}

static void summary_line(const struct tcr_stats *s)
{
    char place[40];
    double seconds = (double)s->nanoseconds * 1e-9;
    double moved = (double)(s->bytes_to + s->bytes_from);
    size_t length = strlen(s->file);

    /* the end of a long path says more than its beginning */
    snprintf(place, sizeof place, "%.28s:%u", s->file + (length > 28 ? length - 28 : 0), s->line);
    fprintf(stderr, "tcr: %-34s %10llu %10llu %12.6f %14llu %14llu %8.2f  %s\n", place,
            (unsigned long long)s->host_calls, (unsigned long long)s->device_calls, seconds,
            (unsigned long long)s->bytes_to, (unsigned long long)s->bytes_from,
            seconds > 0 ? moved * 1e-9 / seconds : 0.0, s->reason);
}

/* The table of TCR_SUMMARY.  A destructor, not atexit: it also comes in time
 * when the library itself is unloaded.  What has run nothing, such as a second
 * copy of the library in the process, says nothing. */
__attribute__((destructor)) static void summary(void)
{
    bool head = false;

    if (!tcr_config.summary)
        return;
    pthread_mutex_lock(&trace_lock);
    sort_stats();
    for (const struct tcr_stats *s = all_stats; s; s = s->next) {
        if (!has_run(s))
            continue;
        if (!head)
            fprintf(stderr, "tcr: %-34s %10s %10s %12s %14s %14s %8s  %s\n", "region", "host",
                    "device", "device s", "bytes to", "bytes from", "GB/s",
                    "last reason for the host");
        head = true;
        summary_line(s);
    }
    pthread_mutex_unlock(&trace_lock);
}
