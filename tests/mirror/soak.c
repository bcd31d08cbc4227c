/* SPDX-License-Identifier: MIT */
/* All at once, for a while: loops, the host's accesses, system calls, forks, the heap and signals
 * in several threads.  Each result is compared with the host's own; in a longer soak, mappings,
 * descriptors, threads and memory must not grow; a watchdog ends a program in which a thread does
 * not get on.
 *
 * flags: -O1 -pthread
 * folder: soak
 *
 * SOAK_SECONDS=SECONDS says for how long; run.sh --soak=SECONDS runs nothing else.
 * The workers besides those of this file, and the ways in which a soak runs, are in soak/.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "soak/soak.h"
enum { STUCK = 60 };
volatile int stop;
volatile long turns[WORKERS], bad[WORKERS];
static volatile double seen;
static long fixed[N], fixed_host[N];
static double *signalled;
static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + 1e-9 * t.tv_nsec;
}
unsigned next(unsigned *r)
{
    *r ^= *r << 13;
    *r ^= *r >> 17;
    return *r ^= *r << 5;
}
void step(long *x, int n, long k)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 3 + k;
}
void step_host(long *x, int n, long k)
{
    for (int i = 0; i < n; i++)
        x[i] = x[i] * 3 + k;
}
long sum(const long *x, int n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
long sum_host(const long *x, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
/* What the host does to an array and its copy between two loops. */
static int touch(long *x, long *y, int n, unsigned *r)
{
    const int at = next(r) % n, size = next(r) % (n - at) + 1;
    switch (next(r) % 7) {
    case 0:
        x[at] = y[at] = (long)*r;
        return 0;
    case 1:
        return x[at] != y[at];
    case 2:
        return memcmp(x + at, y + at, size * sizeof *x) != 0;
    case 3:
        memset(x + at, 5, size * sizeof *x);
        memset(y + at, 5, size * sizeof *y);
        return 0;
    case 4:
        for (int i = at; i < n; i += 1500)
            x[i] = y[i] = i;
        return 0;
    case 5:
        return sum(x + at, size) != sum_host(y + at, size);
    default:
        return 0;
    }
}
static void work_on(long w, long *x, long *y, int n, unsigned *r)
{
    const long k = next(r) % 100;
    step(x, n, k);
    step_host(y, n, k);
    bad[w] += touch(x, y, n, r);
    turns[w]++;
}
/* Blocks that come, move and go. */
static void *blocks(void *arg)
{
    unsigned r = 77;
    long w = (long)arg;
    while (!stop) {
        int n = 9000 + next(&r) % 15000, more = n + next(&r) % 20000;
        long *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
        for (int i = 0; i < n; i++)
            x[i] = y[i] = i;
        for (int k = next(&r) % 6; k > 0; k--)
            work_on(w, x, y, n, &r);
        if (next(&r) % 2) {
            x = realloc(x, more * sizeof *x);
            y = realloc(y, more * sizeof *y);
            for (int i = n; i < more; i++)
                x[i] = y[i] = 1;
            work_on(w, x, y, more, &r);
            n = more;
        }
        bad[w] += memcmp(x, y, n * sizeof *x) != 0;
        free(x);
        free(y);
    }
    return NULL;
}
/* A variable, and files. */
static void *files(void *arg)
{
    unsigned r = 99;
    long w = (long)arg;
    FILE *f = tmpfile();
    while (!stop) {
        const int at = next(&r) % (N / 2), size = next(&r) % (N / 2) + 1;
        work_on(w, fixed, fixed_host, N, &r);
        bad[w] += pwrite(fileno(f), fixed + at, size * 8, 0) != size * 8;
        work_on(w, fixed, fixed_host, N, &r);
        if (next(&r) % 2) {
            bad[w] += pread(fileno(f), fixed + at, size * 8, 0) != size * 8;
            (void)!pread(fileno(f), fixed_host + at, size * 8, 0);
        }
        rewind(f);
        bad[w] += fwrite(fixed, 8, N, f) != N;
        bad[w] += memcmp(fixed, fixed_host, sizeof fixed) != 0;
    }
    fclose(f);
    return NULL;
}
/* Processes that have a copy; advice and protection of the program's own. */
static void *processes(void *arg)
{
    unsigned r = 1234;
    long w = (long)arg, *x, *y = calloc(N, sizeof *y);
    int state;
    if (posix_memalign((void **)&x, 4096, N * sizeof *x))
        return NULL;
    memset(x, 0, N * sizeof *x);
    while (!stop) {
        work_on(w, x, y, N, &r);
        if (next(&r) % 8 == 0) {
            pid_t p = fork();
            if (p == 0)
                _exit(memcmp(x, y, N * sizeof *x) != 0);
            bad[w] += waitpid(p, &state, 0) != p || state != 0;
        }
        if (next(&r) % 8 == 0) {
            madvise(x + 1024, 8192, MADV_DONTNEED);
            memset(y + 1024, 0, 8192);
        }
        if (next(&r) % 32 == 0) { /* protected once, a block has no mirror until it is freed */
            mprotect(x + 5120, 4096, PROT_READ);
            bad[w] += sum(x, N) != sum_host(y, N);
            mprotect(x + 5120, 4096, PROT_READ | PROT_WRITE);
            free(x);
            if (posix_memalign((void **)&x, 4096, N * sizeof *x))
                return NULL;
            memcpy(x, y, N * sizeof *x);
        }
    }
    free(x);
    free(y);
    return NULL;
}
/* Two threads share an array: the one has loops, the other looks at what they do not write. */
static struct pair {
    long loops, other;
} shared[N];
static void *sharing(void *arg)
{
    long w = (long)arg, k = 0;
    while (!stop) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            shared[i].loops += i & 3;
        k++;
        for (int i = 0; i < N; i += 999)
            bad[w] += shared[i].loops != k * (i & 3);
        turns[w]++;
    }
    return NULL;
}
static void *looking(void *arg)
{
    long w = (long)arg, k = 0;
    unsigned r = 5;
    while (!stop) {
        int at = next(&r) % N;
        k++;
        shared[at].other = k;
        usleep(200);
        bad[w] += shared[at].other != k;
        turns[w]++;
    }
    return NULL;
}
static void on_alarm(int s)
{
    (void)s;
    seen += signalled[N / 2];
}
/* Until it is time; notes now and then what there is of it all. */
static void watch(double seconds, bool wanted)
{
    const double start = now();
    double since[WORKERS], noted = start, told = start;
    long last[WORKERS] = {0};
    for (int w = 0; w < WORKERS; w++)
        since[w] = start;
    while (now() - start < seconds) {
        usleep(20000);
        for (int w = 0; w < WORKERS; w++) {
            if (turns[w] != last[w] || now() - since[w] < STUCK) {
                since[w] = turns[w] != last[w] ? now() : since[w];
                last[w] = turns[w];
                continue;
            }
            fprintf(stderr, "soak: thread %d does not get on\n", w);
            kill(getpid(), SIGKILL);
        }
        if (wanted && now() - noted > 0.5) {
            const bool tell = now() - told > 20;
            noted = now();
            told = tell ? noted : told;
            growth_note(noted - start, tell);
        }
    }
}
int main(void)
{
    static void *(*const works[WORKERS])(void *) = {blocks, files,   processes, sharing, looking,
                                                    shapes, traffic, lives,     various, large};
    const char *wanted = getenv("SOAK_SECONDS");
    struct itimerval often = {{0, 4000}, {0, 4000}}, never = {0};
    pthread_t t[WORKERS];
    long all = 0;
    signalled = calloc(N, sizeof *signalled);
    signal(SIGPIPE, SIG_IGN);
    struct sigaction act = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &act, NULL);
    for (long w = 0; w < WORKERS; w++)
        pthread_create(&t[w], NULL, works[w], (void *)w);
    setitimer(ITIMER_REAL, &often, NULL);
    watch(wanted ? atof(wanted) : 0.4, wanted != NULL);
    stop = 1;
    for (int w = 0; w < WORKERS; w++)
        pthread_join(t[w], NULL);
    setitimer(ITIMER_REAL, &never, NULL);
    for (int w = 0; w < WORKERS; w++) {
        all += bad[w];
        if (wanted)
            fprintf(stderr, "soak: thread %d: %ld turns, %ld wrong\n", w, turns[w], bad[w]);
    }
    printf("%ld %d\n", all, growth_none());
    return all != 0;
}
