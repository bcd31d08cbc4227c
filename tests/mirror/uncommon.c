/* SPDX-License-Identifier: MIT */
/* Functions of the C library that few programs call, and that hand memory to the system as it is.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
enum { N = 800000, FAR = 400000 }; /* apart: what one access brings back is not enough */
static char bytes[N];
static char *const near = bytes + N / 4, *const far = bytes + N / 4 + FAR;
static void on_the_device(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        bytes[i] = (char)(bytes[i] ^ 0);
}
static void says(const char *name, long result)
{
    printf("%s: %s\n", name, result < 0 ? strerror(errno) : "done");
}
#define CALL(call)                                                                                 \
    on_the_device();                                                                               \
    errno = 0;                                                                                     \
    says(#call, (long)(call));
static void descriptors(void)
{
    int event = eventfd(5, 0), poll = epoll_create1(0);
    struct epoll_event in = {.events = EPOLLIN};
    struct timespec little = {0, 1000000};
    eventfd_t *number = (eventfd_t *)far;
    epoll_ctl(poll, EPOLL_CTL_ADD, event, &in);
    memcpy(near, &little, sizeof little);
#if __GLIBC_PREREQ(2, 35)
    CALL(epoll_pwait2(poll, (struct epoll_event *)far, 1, (struct timespec *)near, NULL))
#endif
    CALL(eventfd_read(event, number))
    printf("%d\n", (int)*number);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    CALL(thrd_sleep((struct timespec *)near, NULL))
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("slept: %d\n", after.tv_sec > before.tv_sec || after.tv_nsec > before.tv_nsec + 900000);
}
static void names(void)
{
    struct file_handle *handle = (struct file_handle *)far;
    struct mq_attr most = {.mq_maxmsg = 4, .mq_msgsize = 100};
    strcpy(near, "/");
    handle->handle_bytes = MAX_HANDLE_SZ;
    CALL(name_to_handle_at(AT_FDCWD, near, handle, (int *)(far - 4096), 0))
    strcpy(near, "/nowhere");
    strcpy(far, "/nowhere/else");
    CALL(mount(near, far, "tmpfs", 0, NULL))
    CALL(umount(far))
    CALL(umount2(near, MNT_DETACH))
    snprintf(near, 100, "/tcr-mirror-%d", (int)getpid());
    memcpy(far, &most, sizeof most);
    CALL(mq_open(near, O_RDWR | O_CREAT, 0600, (struct mq_attr *)far))
    CALL(mq_unlink(near))
}
int main(void)
{
    descriptors();
    names();
    fflush(stdout);
#if __GLIBC_PREREQ(2, 34)
    char **words = (char **)far;
    strcpy(near, "/bin/echo");
    strcpy(near + 100, "an argument");
    words[0] = near;
    words[1] = near + 100;
    words[2] = NULL;
    on_the_device();
    execveat(AT_FDCWD, near, words, words + 2, 0);
    perror("execveat");
#endif
    return 0;
}
