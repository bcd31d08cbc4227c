/* SPDX-License-Identifier: MIT */
/* Of a function that the C library has in several versions, the next one behind the program is that
 * which programs of today are linked with, from version 2.36 on: so the runtime takes it (wrap/seen.c).
 * And threads that wait for each other get on.
 * flags: -O1 -pthread -ldl
 * sanitize: no
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <gnu/libc-version.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int whose;
static double x[100];

static int is_newest(const char *name)
{
    Dl_info from;
    void *next = dlsym(RTLD_NEXT, name), *library;

    if (!next || !dladdr(next, &from))
        return 0;
    library = dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return library && dlsym(library, name) == next;
}

static void *other(void *unused)
{
    pthread_mutex_lock(&lock);
    for (int k = 0; k < 1000; k++) {
        while (whose != 1)
            pthread_cond_wait(&turn, &lock);
        whose = 0;
        pthread_cond_broadcast(&turn);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    static const char *const name[] = {"pthread_cond_wait",      "pthread_cond_timedwait", "pthread_cond_signal",
                                       "pthread_cond_broadcast", "posix_spawn",            "posix_spawnp",
                                       "timer_settime",          "sched_getaffinity",      "pthread_getaffinity_np"};
    double sum = 0;
    pthread_t thread;

    if (atof(gnu_get_libc_version()) >= 2.36)
        for (unsigned k = 0; k < sizeof name / sizeof *name; k++)
            if (!is_newest(name[k]))
                printf("%s has another version\n", name[k]);
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&lock);
    for (int k = 0; k < 1000; k++) {
        whose = 1;
        pthread_cond_signal(&turn);
        while (whose != 0)
            pthread_cond_wait(&turn, &lock);
    }
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += x[i] + 1;
    printf("%g %d\n", sum, whose);
    return 0;
}
