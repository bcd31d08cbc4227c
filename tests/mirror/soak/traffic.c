/* SPDX-License-Identifier: MIT */
/* Arrays that go through sockets, pipes and files in memory, between two loops on either side. */
#define _GNU_SOURCE
#include "soak.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
static bool all_of(ssize_t (*move)(int, const struct iovec *, int), int fd, long *x, size_t n)
{
    for (size_t done = 0; done < n * sizeof *x;) {
        const size_t left = n * sizeof *x - done, half = left / 2;
        const struct iovec parts[] = {{(char *)x + done, half},
                                      {(char *)x + done + half, left - half}};
        const ssize_t now = move(fd, parts, 2);
        if (now <= 0)
            return false;
        done += (size_t)now;
    }
    return true;
}
struct end {
    int in, out, n;
};
/* What comes in goes out after a step; its length goes before. */
static void *answer(void *arg)
{
    const struct end *e = arg;
    long *x = calloc((size_t)e->n, sizeof *x);
    while (all_of(readv, e->in, x, (size_t)e->n)) {
        step(x, e->n, 5);
        if (!all_of(writev, e->out, x, (size_t)e->n))
            break;
    }
    free(x);
    return NULL;
}
static bool there_and_back(long w, const struct end *mine, unsigned *r)
{
    const int n = mine->n;
    long *x = malloc((size_t)n * sizeof *x), *y = malloc((size_t)n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = y[i] = (long)(next(r) % 1000);
    for (int k = 0; k < 8; k++) {
        step(x, n, k);
        step_host(y, n, k);
        bad[w] += !all_of(writev, mine->out, x, (size_t)n);
        step(x, n, 1); /* goes on with the array, not with what was sent */
        bad[w] += !all_of(readv, mine->in, x, (size_t)n);
        step_host(y, n, 5);
        bad[w] += sum(x, n) != sum_host(y, n);
        turns[w]++;
    }
    const bool same = memcmp(x, y, (size_t)n * sizeof *x) == 0;
    free(x);
    free(y);
    return same;
}
/* A file in memory that is mapped shared and read by pread. */
static void mapped(long w, unsigned *r)
{
    const size_t size = N * sizeof(long);
    const int fd = memfd_create("soak", 0);
    if (fd < 0)
        return;
    bad[w] += ftruncate(fd, (off_t)size) != 0;
    long *x = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0),
         *y = calloc(N, sizeof *y);
    for (int k = 0; k < 3; k++) {
        step(x, N, k);
        step(x, N, (long)(*r % 9));
        step(y, N, 0); /* other memory than the mapping's */
        bad[w] += pread(fd, y, size, 0) != (ssize_t)size || memcmp(x, y, size) != 0;
        bad[w] += sum(y, N) != sum_host(x, N);
    }
    munmap(x, size);
    close(fd);
    free(y);
}
void *traffic(void *arg)
{
    const long w = (long)arg;
    unsigned r = 4711;
    while (!stop) {
        int there[2], back[2];
        pthread_t t;
        const int n = 9000 + (int)(next(&r) % 20000);
        const bool sockets = next(&r) & 1;
        if (sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, there) : pipe(there))
            break;
        if (sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, back) : pipe(back))
            break;
        struct end mine = {back[0], there[1], n}, other = {there[0], back[1], n};
        if (pthread_create(&t, NULL, answer, &other))
            break;
        bad[w] += !there_and_back(w, &mine, &r);
        close(there[1]);
        pthread_join(t, NULL);
        close(there[0]);
        close(back[0]);
        close(back[1]);
        mapped(w, &r);
    }
    return NULL;
}
