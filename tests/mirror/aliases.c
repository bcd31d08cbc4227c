/* SPDX-License-Identifier: MIT */
/* Parts of blocks and variables in whose place the program maps memory that has a second address:
 * what is written there is not seen.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>
enum { N = 65536, SIZE = N * sizeof(long) };
static long fixed[N] __attribute__((aligned(4096))), moved[N] __attribute__((aligned(4096))),
    attached[N] __attribute__((aligned(4096)));
static void step(long *x, long k)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 3 + k;
}
static long sum(const long *x)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
/* A shared file of so many bytes, whose second address it returns. */
static long *file(size_t size, int *fd)
{
    *fd = memfd_create("alias", 0);
    if (*fd < 0 || ftruncate(*fd, (off_t)size))
        exit(1);
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
}
static void by_turns(long *x, long *alias, const char *what)
{
    for (long k = 0; k < 4; k++) {
        step(x, k);
        step(x, 1);
        printf("%s %ld", what, alias[77]);
        alias[77] = k;
        printf(" %ld\n", sum(x));
    }
}
int main(void)
{
    const int rights = PROT_READ | PROT_WRITE;
    int fd, id;
    long *alias = file(SIZE / 2, &fd), *block, *other;
    if (posix_memalign((void **)&block, 4096, SIZE))
        return 1;
    memset(block, 0, SIZE);
    if (mmap(block + N / 4, SIZE / 2, rights, MAP_SHARED | MAP_FIXED, fd, 0) != block + N / 4)
        return 1;
    by_turns(block, alias, "block");

    alias = file(SIZE, &fd);
    step(fixed, 3);
    step(fixed, 3);
    if (mmap(fixed, SIZE, rights, MAP_SHARED | MAP_FIXED, fd, 0) != fixed)
        return 1;
    by_turns(fixed, alias, "variable");

    alias = file(SIZE, &fd);
    other = mmap(NULL, SIZE, rights, MAP_SHARED, fd, 0);
    step(moved, 3);
    step(moved, 3);
    if (mremap(other, SIZE, SIZE, MREMAP_MAYMOVE | MREMAP_FIXED, moved) != moved)
        return 1;
    by_turns(moved, alias, "moved");

    id = shmget(IPC_PRIVATE, SIZE, IPC_CREAT | 0600);
    alias = id < 0 ? attached : shmat(id, NULL, 0);
    step(attached, 3);
    step(attached, 3);
    if (id < 0) /* a system without them */
        memset(attached, 0, SIZE);
    else if (shmat(id, attached, SHM_REMAP) != (void *)attached || shmctl(id, IPC_RMID, NULL))
        return 1;
    by_turns(attached, alias, "attached");
    return 0;
}
