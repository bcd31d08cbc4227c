/* A message of the loader's outlives what the program's heap is asked for while it is made.
 * flags: -O2 -std=gnu11 -pthread
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The heap of a thread is looked through when the thread ends. */
static void *ask(void *said)
{
    const char *why = dlopen("no-such-library-anywhere.so", RTLD_NOW) ? NULL : dlerror();

    *(bool *)said = why && strstr(why, "no-such-library-anywhere.so");
    return NULL;
}

int main(void)
{
    void *volatile block = malloc(100);
    pthread_t thread;
    bool said = false;
    double s = 0.0;
    int n = 1000;

    free(block);
    if (pthread_create(&thread, NULL, ask, &said) || pthread_join(thread, NULL))
        return 1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i;
    printf("%g, %s\n", s, said ? "said" : "not said");
    return 0;
}
/* SPDX-License-Identifier: MIT */
