/* SPDX-License-Identifier: MIT */
/*
 * possible.c: may there be mirrors in this process?
 *
 * They need every access of the host to be noticed.  Where something is in the process that touches
 * memory in a way that is not known here, they are off.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "../backend/backend.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/env.h"
#include "../ground/trace.h"
#include "mirror_private.h"

enum { UNDECIDED, ON, OFF };
static _Atomic int decided = UNDECIDED;
static pthread_mutex_t deciding = PTHREAD_MUTEX_INITIALIZER;
static _Atomic bool live;
static _Atomic unsigned long long loads; /* libraries that have been loaded, when last asked */

/* Defined where a program's system calls are seen (runtime/wrap/), which tcr-cc links. */
extern const char tcr_mirror_wraps __attribute__((weak));

/* The same, where they are linked statically. */
extern int MPI_Init(int *, char ***) __attribute__((weak));
extern int cudaMalloc(void **, size_t) __attribute__((weak));
extern int cuInit(unsigned) __attribute__((weak));
extern int io_uring_queue_init(unsigned, void *, unsigned) __attribute__((weak));
extern int io_submit(void *, long, void **) __attribute__((weak));

/* Symbols of what touches memory in other ways, or notices faults by itself. */
static const struct {
    const char *symbol, *why;
} strangers[] = {
    {"MPI_Init", "the program uses MPI"},
    {"__asan_init", "a sanitizer is in the program"},
    {"__tsan_init", "a sanitizer is in the program"},
    {"__msan_init", "a sanitizer is in the program"},
    {"__hwasan_init", "a sanitizer is in the program"},
    {"__ubsan_handle_add_overflow", "a sanitizer is in the program"},
    {"cudaMalloc", "the program uses the device by itself"},
    {"cuInit", "the program uses the device by itself"},
    {"io_uring_queue_init", "the program uses io_uring"},
    {"io_submit", "the program uses asynchronous input and output"},
    {"ibv_reg_mr", "the program uses RDMA"},
    {"fi_getinfo", "the program uses RDMA"},
    {"ucp_init_version", "the program uses RDMA"},
    {"shmem_init", "the program uses OpenSHMEM"},
    {"gaspi_proc_init", "the program uses GASPI"},
    {"xpmem_make", "the program shares its memory with other processes"},
    {"clGetPlatformIDs", "the program uses OpenCL"},
    {"hipMalloc", "the program uses the device by itself"},
    {"zeInit", "the program uses the device by itself"},
};

static const char *stranger(void)
{
    if (&MPI_Init)
        return "the program uses MPI";
    if (&cudaMalloc || &cuInit)
        return "the program uses the device by itself";
    if (&io_uring_queue_init || &io_submit)
        return "the program uses io_uring, or asynchronous input and output";
    for (size_t k = 0; k < sizeof strangers / sizeof *strangers; k++)
        if (dlsym(RTLD_DEFAULT, strangers[k].symbol))
            return strangers[k].why;
    return NULL;
}

/* Is malloc() the program's own?  It may hold its lock while it touches memory that loops use, in
 * the same variable; who answers the fault may need memory, too. */
static bool own_malloc(void)
{
    const ElfW(Sym) *symbol = NULL;
    Dl_info it, program;
    void *at = dlsym(RTLD_DEFAULT, "malloc");

    return at && dladdr1(at, &it, (void **)&symbol, RTLD_DL_SYMENT) && symbol &&
           symbol->st_shndx != SHN_UNDEF && dladdr(&tcr_mirror_wraps, &program) &&
           it.dli_fbase == program.dli_fbase;
}

struct walk {
    unsigned long long loads;
    bool valgrind;
};

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    struct walk *w = data;

    (void)size;
    w->loads = info->dlpi_adds;
    w->valgrind = w->valgrind || (info->dlpi_name && strstr(info->dlpi_name, "/vgpreload_"));
    return 0;
}

/* Does some thread not take the signal?  Its mask as the system shows it. */
static bool blocks(const char *task)
{
    char path[300], line[256];
    unsigned long long mask = 0;
    FILE *status;

    snprintf(path, sizeof path, "/proc/self/task/%s/status", task);
    status = fopen(path, "re");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "SigBlk:", 7) == 0)
            mask = strtoull(line + 7, NULL, 16);
    if (status)
        fclose(status);
    return mask >> (SIGSEGV - 1) & 1;
}

static bool any_blocks(void)
{
    DIR *tasks = opendir("/proc/self/task");
    const struct dirent *task;
    bool some = tasks == NULL;

    while (tasks && !some && (task = readdir(tasks)) != NULL)
        some = task->d_name[0] != '.' && blocks(task->d_name);
    if (tasks)
        closedir(tasks);
    return some;
}

/* A thread that is just being made blocks all, for a moment. */
static bool some_block(void)
{
    enum { TRIES = 50, NANOSECONDS = 200000 };
    const struct timespec moment = {.tv_nsec = NANOSECONDS};

    for (int k = 0; k < TRIES; k++) {
        if (!any_blocks())
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

/* Debuggers stop at each fault unless they are told not to, and do not see what the device has. */
static bool is_traced(void)
{
    FILE *status = fopen("/proc/self/status", "re");
    char line[256];
    long tracer = 0;

    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "TracerPid:", 10) == 0)
            tracer = strtol(line + 10, NULL, 10);
    if (status)
        fclose(status);
    return tracer != 0;
}

static void at_exit(void)
{
    tcr_mirror_all_to_host(true);
}

static const char *obstacle(void)
{
    struct walk w = {.valgrind = false};
    const char *why = stranger();

    dl_iterate_phdr(look, &w);
    loads = w.loads;
    if (why)
        return why;
    if (!&tcr_mirror_wraps)
        return "the program was not linked by tcr-cc, or statically";
    if (own_malloc())
        return "the program has a malloc of its own";
    if (w.valgrind)
        return "the program runs below valgrind";
    if (tcr_config.compare)
        return "TCR_COMPARE=1";
    if (tcr_config.mirror == TCR_MIRROR_AUTO && is_traced())
        return "a debugger has the program";
    if (tcr_device_shared())
        return "the program uses the device by itself";
    if (some_block())
        return "a thread blocks SIGSEGV";
    tcr_pages_start();
    if (!tcr_force_start())
        return "the system does not let /proc/self/mem be written";
    if (!tcr_handler_install())
        return "there is no handler for SIGSEGV";
    if (!tcr_service_start())
        return "there is no thread for it";
    tcr_pool_more = tcr_mirror_evict;
    tcr_unreadable = tcr_mirror_peek;
    /* after the device's own: it is called before that */
    return atexit(at_exit) == 0 ? NULL : "nothing can be done at exit";
}

static int decide(void)
{
    int undecided = UNDECIDED;
    const char *why;

    pthread_mutex_lock(&deciding);
    if (decided == UNDECIDED) {
        why = obstacle();
        live = !why;
        /* another thread may have stopped them meanwhile (tcr_mirror_stop), and has said why */
        if (!atomic_compare_exchange_strong(&decided, &undecided, why ? OFF : ON))
            live = false;
        else if (why)
            tcr_trace(1, "TCR_MIRROR: off: %s", why);
    }
    pthread_mutex_unlock(&deciding);
    return decided;
}

/* A library that has come since may be one of those. */
static void look_again(void)
{
    struct walk w = {.valgrind = false};
    const char *why;

    dl_iterate_phdr(look, &w);
    if (w.loads == loads)
        return;
    loads = w.loads;
    why = stranger();
    if (why)
        tcr_mirror_off(why);
}

void tcr_mirror_off(const char *why)
{
    int on = ON;

    if (!atomic_compare_exchange_strong(&decided, &on, OFF))
        return;
    tcr_trace(1, "TCR_MIRROR: off from now on: %s", why);
    tcr_mirror_all_to_host(true);
}

void tcr_mirror_stop(const char *why)
{
    int undecided = UNDECIDED;

    if (!atomic_compare_exchange_strong(&decided, &undecided, OFF))
        tcr_mirror_off(why);
    else
        tcr_trace(1, "TCR_MIRROR: off: %s", why);
}

bool tcr_mirror_stop_here(void)
{
    const double longest = 20; /* s: for the calls of other threads, and all that a device has */

    atomic_store(&decided, OFF);
    return !tcr_mirror_live() || tcr_service_is_me() || tcr_service_ask_all(longest);
}

bool tcr_mirror_is_on(void)
{
    return decided == ON;
}

bool tcr_mirror_is_off(void)
{
    return decided == OFF;
}

bool tcr_mirror_possible(void)
{
    if (tcr_config.mirror == TCR_MIRROR_OFF || decided == OFF || (live && !tcr_handler_alive()))
        return false;
    if (decided == UNDECIDED && decide() != ON)
        return false;
    look_again();
    if (decided == ON && !tcr_handler_stands())
        tcr_mirror_off("the program has put another handler of SIGSEGV in place of ours");
    return decided == ON;
}

bool tcr_mirror_live(void)
{
    return atomic_load_explicit(&live, memory_order_relaxed) && tcr_handler_alive();
}

void tcr_mirror_child(void)
{
    if (!live)
        return;
    live = false;
    decided = OFF;
    tcr_service_child();
    for (size_t k = 0; k < tcr_mirror_number(); k++) {
        const struct tcr_mirror *m = tcr_mirror_get(k);

        if (m->device)
            tcr_stretch_child(m->first, m->last);
    }
}
