/* SPDX-License-Identifier: MIT */
/*
 * team.c: see team.h.
 *
 * They are those of the OpenMP runtime that the program has, so that one set of threads
 * serves its loops and these: GOMP_parallel, which is what a compiler makes of `#pragma omp
 * parallel` (libgomp's manual, "The libgomp ABI") and which LLVM's libomp has, too.  If
 * there is none to be had, or not after a fork, which OpenMP runtimes do not survive, threads are
 * started for the call.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>
#include "cpu.h"
#include "team.h"
#include "thread_data.h"

#ifdef __SANITIZE_THREAD__ /* which knows nothing of an OpenMP runtime's synchronisation */
enum { MOST_THREADS = 256, USE_OPENMP = 0 };
#else
enum { MOST_THREADS = 256, USE_OPENMP = 1 };
#endif

static struct tcr_openmp openmp;
static pthread_once_t openmp_once = PTHREAD_ONCE_INIT;
static pid_t openmp_process;

enum {
    LEAST_TEAM = 4,
    LARGE_TEAM = 12
}; /* a smaller one loses more by one thread, or three, less */

/* Those that the program is linked with, statically or not. */
extern void GOMP_parallel(void (*)(void *), void *, unsigned, unsigned) __attribute__((weak));
extern int omp_get_thread_num(void) __attribute__((weak));
extern int omp_get_num_threads(void) __attribute__((weak));
extern int omp_get_max_threads(void) __attribute__((weak));
extern int omp_get_num_procs(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));
extern int omp_get_proc_bind(void) __attribute__((weak));
extern void omp_set_num_threads(int) __attribute__((weak));
extern int omp_get_num_places(void) __attribute__((weak));
extern int omp_get_place_num_procs(int) __attribute__((weak));
extern void omp_get_place_proc_ids(int, int *) __attribute__((weak));
extern int omp_pause_resource_all(int) __attribute__((weak)); /* OpenMP 5.0 */
extern int omp_get_cancellation(void) __attribute__((weak));
extern void __kmpc_fork_call(void) __attribute__((weak)); /* libomp's only */

_Thread_local bool tcr_team_had;
TCR_THREAD_DATA(tcr_team_had);

/* None is looked for: a program that is not linked with OpenMP has no teams. */
static struct tcr_openmp program = {
    GOMP_parallel,       omp_get_thread_num,      omp_get_num_threads,    omp_get_max_threads,
    omp_get_num_procs,   omp_get_level,           omp_get_proc_bind,      omp_set_num_threads,
    omp_get_num_places,  omp_get_place_num_procs, omp_get_place_proc_ids, omp_pause_resource_all,
    omp_get_cancellation};
static bool is_child; /* of a fork */

static bool take_linked(void)
{
    openmp = program;
    return openmp.parallel && openmp.member && openmp.members;
}

static bool take_symbols(void *library)
{
    *(void **)&openmp.parallel = dlsym(library, "GOMP_parallel");
    *(void **)&openmp.member = dlsym(library, "omp_get_thread_num");
    *(void **)&openmp.members = dlsym(library, "omp_get_num_threads");
    return openmp.parallel && openmp.member && openmp.members;
}

static void find_openmp(void)
{
    static const char *const names[] = {"libgomp.so.1", "libomp.so.5", "libomp.so"};
    /* What a static program opens comes with a C library of its own, whose threads it has not got.
     */
    const bool may_open = USE_OPENMP && getauxval(AT_BASE) != 0;
    bool found = USE_OPENMP && (take_linked() || (may_open && take_symbols(RTLD_DEFAULT)));

    for (size_t k = 0; may_open && k < sizeof names / sizeof *names && !found; k++) {
        void *library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);

        found = library && take_symbols(library);
    }
    if (!found)
        openmp = (struct tcr_openmp){0};
    openmp_process = getpid();
}

bool tcr_team_may_be_left(void)
{
    const struct tcr_openmp *o = tcr_team_openmp();

    return !o->cancellation || o->cancellation();
}

struct team {
    tcr_team_work *work;
    void *ctx;
};

static void openmp_member(void *data)
{
    const struct team *team = data;

    team->work(team->ctx, (unsigned)openmp.member(), (unsigned)openmp.members());
}

struct member {
    const struct team *team;
    unsigned number, members;
    pthread_t thread;
};

static void *member_run(void *data)
{
    const struct member *m = data;

    m->team->work(m->team->ctx, m->number, m->members);
    return NULL;
}

/* What no thread can be had for, the caller does. */
static void run_threads(const struct team *team)
{
    int wanted = tcr_host_threads();
    unsigned members = wanted < MOST_THREADS ? (unsigned)wanted : MOST_THREADS, started;
    struct member *member = calloc(members, sizeof *member);

    for (started = 1; started < members && member; started++) {
        member[started] = (struct member){.team = team, .number = started, .members = members};
        if (pthread_create(&member[started].thread, NULL, member_run, &member[started]))
            break;
    }
    team->work(team->ctx, 0, members);
    for (unsigned k = started; k < members; k++)
        team->work(team->ctx, k, members);
    while (--started > 0)
        pthread_join(member[started].thread, NULL);
    free(member);
}

struct tcr_openmp *tcr_team_openmp(void)
{
    return &program;
}

void tcr_team_run(tcr_team_work *work, void *ctx)
{
    struct team team = {work, ctx};

    tcr_team_had = true;
    pthread_once(&openmp_once, find_openmp);
    if (openmp.parallel && openmp_process == getpid())
        openmp.parallel(openmp_member, &team, 0, 0);
    else
        run_threads(&team);
}

/* ---- how many ---- */

/* The driver's own threads and the system's want some, too: on a host of 16, beside loops that use
 * memory, its start took up to twice as long with one. */
static int fewer(int threads)
{
    return threads < LARGE_TEAM ? threads - 1 : threads - 3;
}

int tcr_team_narrow(void)
{
    const struct tcr_openmp *o = &program;
    int most;

    if (is_child || !o->parallel || !o->most || !o->processors || !o->level || !o->set ||
        o->level() > 0)
        return 0;
    most = o->most();
    if (most < LEAST_TEAM || most != o->processors() || tcr_program_has_thread_data())
        return 0;
    o->set(fewer(most));
    return most;
}

/* In the child of a fork tcr_team_child has the last word, and the program has it if it has set
 * another number meanwhile. */
void tcr_team_widen(int before)
{
    if (!is_child && program.most() == fewer(before))
        program.set(before);
}

void tcr_team_unbind(void)
{
    const struct tcr_openmp *o = &program;
    cpu_set_t all;
    int *processor;

    if (!o->bound || !o->places || !o->place_size || !o->place || o->bound() == 0)
        return;
    CPU_ZERO(&all);
    for (int k = 0; k < o->places(); k++) {
        const int n = o->place_size(k);

        processor = n > 0 ? calloc((size_t)n, sizeof *processor) : NULL;
        if (!processor)
            continue;
        o->place(k, processor);
        for (int j = 0; j < n; j++)
            if (processor[j] >= 0 && processor[j] < CPU_SETSIZE)
                CPU_SET(processor[j], &all);
        free(processor);
    }
    if (CPU_COUNT(&all) > 0)
        pthread_setaffinity_np(pthread_self(), sizeof all, &all);
}

static _Thread_local bool ended; /* the team's threads, for a fork */
TCR_THREAD_DATA(ended);

void tcr_team_fork(bool outside)
{
    const struct tcr_openmp *o = &program;
    const int hard = 2; /* omp_pause_hard */

    ended = outside && tcr_team_had && !__kmpc_fork_call && o->pause && o->level &&
            o->level() == 0 && !tcr_program_has_thread_data() && o->pause(hard) == 0;
}

void tcr_team_child(void)
{
    is_child = true;
    if (ended)
        openmp_process = getpid();
    else if (tcr_team_had && program.set && !__kmpc_fork_call)
        program.set(1);
}
