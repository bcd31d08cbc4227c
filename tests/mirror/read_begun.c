/* SPDX-License-Identifier: MIT */
/* A thread is in read() before the first mirror is there; its buffer is in the block of an array.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N = 64000, LENGTH = 5000 };

static long *a; /* an array, and the buffer */
static int fd[2];

static void *reads(void *arg)
{
    ssize_t got = read(fd[0], a + N, LENGTH);

    (void)arg;
    if (got == -1)
        perror("read");
    return (void *)got;
}

static void add(int times)
{
    for (int k = 0; k < times; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            a[i] += k;
    }
}

int main(void)
{
    char text[LENGTH];
    pthread_t thread;
    void *got;
    long sum = 0;

    a = malloc((N + LENGTH) * sizeof *a);
    for (int i = 0; i < N; i++)
        a[i] = i;
    memset(text, 7, sizeof text);
    if (!a || pipe(fd) != 0)
        return 1;
    pthread_create(&thread, NULL, reads, NULL);
    usleep(200000);
    add(5);
    if (write(fd[1], text, sizeof text) != (ssize_t)sizeof text)
        return 1;
    close(fd[1]); /* should the other thread have read nothing */
    pthread_join(thread, &got);
    add(7); /* nobody is in the way any more */
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%ld %ld %d\n", (long)got, sum, ((char *)(a + N))[LENGTH - 1]);
    free(a);
    return 0;
}
