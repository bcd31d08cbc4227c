/* SPDX-License-Identifier: MIT */
/* A program that closes all descriptors, and gives their numbers to files of its own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
enum { N = 60000 };
static double x[N];
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2 + 1;
}
static void show(int fd)
{
    struct stat st = {0};
    for (int i = 0; i < N; i += 20000)
        printf("%g ", x[i + 5000]);
    if (fd >= 0)
        fstat(fd, &st);
    printf("%lld\n", (long long)st.st_size);
}
int main(void)
{
    char name[] = "/tmp/tcr-mirror-XXXXXX";
    for (int i = 0; i < N; i++)
        x[i] = i % 5;
    step();
    step();
    for (int fd = 3; fd < 2000; fd++)
        close(fd);
    int fd = mkstemp(name);
    unlink(name);
    for (int n = fd + 1; n < 2000; n++)
        dup2(fd, n);
    show(fd); /* no number is free, and all are this file's */
    step();
    for (int n = fd + 1; n < 2000; n++)
        close(n);
    show(fd);
    step();
    if (chroot("/tmp") == 0 && chdir("/") == 0) /* no other way to the memory, then */
        closefrom(3);
    show(-1);
    step();
    show(-1);
    return 0;
}
