/* SPDX-License-Identifier: MIT */
/* Functions of the C library that few programs call, and that hand memory to the system as it is.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/klog.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/quota.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
enum { N = 800000, FAR = 400000 }; /* apart: what one access brings back is not enough */
static union {
    char bytes[N];
    long words[N / sizeof(long)]; /* the loop has an eighth of the turns */
} all;
static char *const near = all.bytes + N / 4, *const far = all.bytes + N / 4 + FAR;
static void on_the_device(void)
{
#pragma tcr loop
    for (int i = 0; i < (int)(N / sizeof(long)); i++)
        all.words[i] ^= 0;
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
    CALL(swapon(near, 0))
    CALL(swapoff(near))
    CALL(quotactl(QCMD(Q_GETQUOTA, USRQUOTA), near, 0, far))
    CALL(fanotify_mark(-1, FAN_MARK_ADD, FAN_OPEN, AT_FDCWD, near))
    CALL(ftok(near, 3))
    strcpy(near, "/");
    CALL(ftok(near, 3) == -1 ? -1 : 0)
    snprintf(near, 100, "/tcr-mirror-%d", (int)getpid());
    memcpy(far, &most, sizeof most);
    CALL(mq_open(near, O_RDWR | O_CREAT, 0600, (struct mq_attr *)far))
    CALL(mq_unlink(near))
}
static void terminals(void)
{
    const struct winsize size = {11, 22, 0, 0};
    struct winsize got = {0};
    int ends[2];
    memcpy(far, &size, sizeof size);
    CALL(openpty(&ends[0], &ends[1], NULL, NULL, (struct winsize *)far))
    ioctl(ends[1], TIOCGWINSZ, &got);
    printf("%d %d\n", got.ws_row, got.ws_col);
}
/* All that the system has said, if it tells that; a host's name that is too long for it. */
static void about_the_system(void)
{
    CALL(klogctl(3, far, 1000) < 0 ? -1 : 0)
    CALL(sethostname(near, 100))
    CALL(setdomainname(near, 100))
}
static void times(void)
{
    const struct timeval both[2] = {{1000, 0}, {2000, 0}};
    struct timeval *now = (struct timeval *)far;
    struct stat stat = {0};
    char name[] = "/tmp/tcr-uncommon.XXXXXX";
    int fd = mkstemp(name);
    strcpy(near, name);
    memcpy(far, both, sizeof both);
    CALL(futimesat(AT_FDCWD, near, (struct timeval *)far))
    fstat(fd, &stat);
    printf("%d\n", (int)stat.st_mtime);
    unlink(name);
    CALL(gettimeofday(now, NULL))
    printf("%d\n", now->tv_sec > 1000000000);
    on_the_device();
    printf("%d\n", time((time_t *)far) > 1000000000);
}
/* Of a child that has stopped. */
static void traced(void)
{
    pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        raise(SIGSTOP);
        _exit(7);
    }
    waitpid(child, NULL, 0);
    memset(far, 0, sizeof(siginfo_t));
    CALL(ptrace(PTRACE_GETSIGINFO, child, NULL, far))
    printf("%d\n", ((siginfo_t *)far)->si_signo);
    ptrace(PTRACE_CONT, child, NULL, NULL);
    waitpid(child, NULL, 0);
}
int main(void)
{
    descriptors();
    names();
    terminals();
    about_the_system();
    times();
    traced();
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
