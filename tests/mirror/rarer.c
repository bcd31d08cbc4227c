/* SPDX-License-Identifier: MIT */
/* Calls of the system that are rarer than those of calls.c, with memory beside what a loop writes.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <utime.h>
enum { N = 3000 };
struct item {
    double x;
    union {
        char path[200];
        char bytes[1000];
        struct stat stat;
        struct statvfs vfs;
        struct flock lock;
        struct rlimit limit[2];
        struct timespec time[2];
        struct itimerspec timer[2];
        struct timex clock;
        struct sched_param parameter;
        struct utimbuf change;
        struct timeval clocks[2];
        struct msqid_ds queue;
        struct semid_ds set;
        struct shmid_ds memory;
        struct mq_attr attributes;
        stack_t stack[2];
        sigset_t signals[2];
        uid_t users[4];
        gid_t groups[64];
        off_t offset[2];
        int number[8];
        cpu_set_t cpus;
        pid_t child;
        pthread_mutex_t mutex;
        pthread_cond_t condition;
        pthread_rwlock_t rwlock;
        pthread_once_t once;
        ucontext_t context;
    } u;
    double y;
};
static struct item *s;
static int bad;
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        s[i].x = s[i].x * 0.5 + 1, s[i].y += 1;
}
static struct item *next(void)
{
    static int k = 100;

    k += 12;
    return &s[k];
}
/* Twice, on one page each: the host has no access, and then it may read, as a rule. */
#define CALL(what, ...)                                                                            \
    for (int again = 0; again < 2; again++) {                                                      \
        struct item *p = next(), *q = p + 4;                                                       \
        (void)q;                                                                                   \
        __VA_ARGS__;                                                                               \
        step();                                                                                    \
        if (again)                                                                                 \
            touched += p->u.bytes[500] + q->u.bytes[500];                                          \
        if (!(what))                                                                               \
            bad++, printf("%d, %d: %s\n", __LINE__, again, #what);                                 \
    }
static volatile int touched;
static void files(void)
{
    char path[] = "/tmp/tcr-mirror-XXXXXX", other[64];
    int fd = mkstemp(path), out = open("/dev/null", O_WRONLY), pair[2], e = inotify_init();
    snprintf(other, sizeof other, "%s-b", path);
    (void)!write(fd, path, sizeof path);
    (void)!pipe(pair);
    CALL(statvfs(p->u.path, &q->u.vfs) == 0 && q->u.vfs.f_bsize, strcpy(p->u.path, path))
    CALL(fstatvfs(fd, &p->u.vfs) == 0 && p->u.vfs.f_bsize)
    CALL(linkat(AT_FDCWD, p->u.path, AT_FDCWD, q->u.path, 0) == 0 && unlink(other) == 0,
         strcpy(p->u.path, path), strcpy(q->u.path, other))
    CALL(symlinkat(p->u.path, AT_FDCWD, q->u.path) == 0 && unlink(other) == 0,
         strcpy(p->u.path, path), strcpy(q->u.path, other))
    CALL(renameat2(AT_FDCWD, p->u.path, AT_FDCWD, q->u.path, 0) == 0 && rename(other, path) == 0,
         strcpy(p->u.path, path), strcpy(q->u.path, other))
    CALL(mkfifo(p->u.path, 0600) == 0 && unlink(other) == 0, strcpy(p->u.path, other))
    CALL(mkfifoat(AT_FDCWD, p->u.path, 0600) == 0 && unlink(other) == 0, strcpy(p->u.path, other))
    CALL(mknod(p->u.path, S_IFIFO | 0600, 0) == 0 && unlink(other) == 0, strcpy(p->u.path, other))
    CALL(mknodat(AT_FDCWD, p->u.path, S_IFIFO | 0600, 0) == 0 && unlink(other) == 0,
         strcpy(p->u.path, other))
    CALL(fchmodat(AT_FDCWD, p->u.path, 0600, 0) == 0, strcpy(p->u.path, path))
    CALL(fchownat(AT_FDCWD, p->u.path, -1, -1, 0) == 0, strcpy(p->u.path, path))
    CALL(eaccess(p->u.path, R_OK) == 0, strcpy(p->u.path, path))
    CALL(pathconf(p->u.path, _PC_NAME_MAX) > 0, strcpy(p->u.path, path))
    CALL(utime(p->u.path, &q->u.change) == 0, strcpy(p->u.path, path),
         q->u.change = (struct utimbuf){1, 2})
    CALL(lutimes(p->u.path, q->u.clocks) == 0, strcpy(p->u.path, path),
         memset(&q->u, 0, sizeof q->u))
    CALL(futimens(fd, p->u.time) == 0, memset(&p->u, 0, sizeof p->u))
    CALL(futimes(fd, p->u.clocks) == 0, memset(&p->u, 0, sizeof p->u))
    CALL(inotify_add_watch(e, p->u.path, IN_OPEN) >= 0, strcpy(p->u.path, path))
    CALL(listxattr(p->u.path, q->u.bytes, 100) >= 0, strcpy(p->u.path, path))
    CALL(flistxattr(fd, p->u.bytes, 100) >= 0)
    CALL((out = memfd_create(p->u.path, 0)) >= 0, close(out), strcpy(p->u.path, "name"))
    CALL(fcntl(fd, F_GETLK, &p->u.lock) == 0 && p->u.lock.l_type == F_UNLCK,
         p->u.lock = (struct flock){.l_type = F_WRLCK})
    CALL(fcntl(fd, F_SETLK, &p->u.lock) == 0, p->u.lock = (struct flock){.l_type = F_WRLCK})
    CALL(sendfile(out, fd, p->u.offset, 5) == 5 && p->u.offset[0] == 5, p->u.offset[0] = 0)
    CALL(copy_file_range(fd, p->u.offset, fd, q->u.offset, 5, 0) == 5, p->u.offset[0] = 0,
         q->u.offset[0] = 10)
    CALL(splice(fd, p->u.offset, pair[1], NULL, 5, 0) == 5 && p->u.offset[0] == 6,
         p->u.offset[0] = 1)
    int directory = open("/proc/self", O_RDONLY);
    CALL(lseek(directory, 0, SEEK_SET) == 0 && getdents64(directory, p->u.bytes, 1000) > 0)
    struct dirent **list;
    int n;
    CALL((n = scandir(p->u.path, &list, NULL, NULL)) > 0, strcpy(p->u.path, "/proc/self"))
    while (n-- > 0)
        free(list[n]);
    unlink(path);
}
static void processes(void)
{
    char *const argv[] = {"true", NULL};
    int fd = -1;
    CALL(posix_spawn(&p->u.child, "/bin/true", NULL, NULL, argv, NULL) == 0 &&
         waitpid(p->u.child, NULL, 0) == p->u.child)
    CALL(posix_spawnp(&p->u.child, "true", NULL, NULL, argv, NULL) == 0 &&
         waitpid(p->u.child, NULL, 0) == p->u.child)
    CALL(prlimit(0, RLIMIT_CORE, NULL, p->u.limit) == 0)
    CALL(prlimit(0, RLIMIT_CORE, p->u.limit, q->u.limit) == 0, getrlimit(RLIMIT_CORE, p->u.limit))
    CALL(getresuid(p->u.users, p->u.users + 1, p->u.users + 2) == 0)
    CALL(getresgid(p->u.users, p->u.users + 1, p->u.users + 2) == 0)
    CALL(sched_getparam(0, &p->u.parameter) == 0)
    CALL(sched_setparam(0, &p->u.parameter) == 0, p->u.parameter.sched_priority = 0)
    CALL(sched_setscheduler(0, SCHED_OTHER, &p->u.parameter) == 0,
         p->u.parameter.sched_priority = 0)
    CALL(sched_rr_get_interval(0, p->u.time) == 0)
    CALL(pthread_getaffinity_np(pthread_self(), sizeof p->u.cpus, &p->u.cpus) == 0)
    CALL(pthread_setaffinity_np(pthread_self(), sizeof p->u.cpus, &p->u.cpus) == 0,
         pthread_getaffinity_np(pthread_self(), sizeof p->u.cpus, &p->u.cpus))
    CALL(pthread_setschedparam(pthread_self(), SCHED_OTHER, &p->u.parameter) == 0,
         p->u.parameter.sched_priority = 0)
    CALL(pthread_getname_np(pthread_self(), p->u.bytes, 100) == 0 && p->u.bytes[0])
    CALL(adjtimex(&p->u.clock) >= 0, memset(&p->u, 0, sizeof p->u))
    CALL(sigaltstack(NULL, p->u.stack) == 0)
    CALL(sigprocmask(SIG_BLOCK, NULL, p->u.signals) == 0)
    CALL(sigprocmask(SIG_BLOCK, p->u.signals, q->u.signals) == 0, sigemptyset(p->u.signals))
    CALL(pthread_sigmask(SIG_UNBLOCK, p->u.signals, q->u.signals) == 0, sigemptyset(p->u.signals))
    CALL((fd = signalfd(-1, p->u.signals, 0)) >= 0, close(fd), sigemptyset(p->u.signals))
    CALL(sigwait(p->u.signals, q->u.number) == 0 && q->u.number[0] == SIGUSR2,
         sigemptyset(p->u.signals), sigaddset(p->u.signals, SIGUSR2),
         sigprocmask(SIG_BLOCK, p->u.signals, NULL), raise(SIGUSR2))
    CALL(mincore((void *)((uintptr_t)s & -4096), 4096 * 8, (unsigned char *)p->u.bytes) == 0)
    CALL((arc4random_buf(p->u.bytes, 1000), 1))
    timer_t timer;
    struct sigevent none = {.sigev_notify = SIGEV_NONE};
    timer_create(CLOCK_MONOTONIC, &none, &timer);
    CALL(timer_settime(timer, 0, p->u.timer, q->u.timer) == 0, memset(&p->u, 0, sizeof p->u))
    CALL(timer_gettime(timer, p->u.timer) == 0)
    timer_delete(timer);
}
static void queues(void)
{
    int queue = msgget(IPC_PRIVATE, 0600), set = semget(IPC_PRIVATE, 1, 0600),
        memory = shmget(IPC_PRIVATE, 4096, 0600);
    CALL(queue < 0 || msgctl(queue, IPC_STAT, &p->u.queue) == 0)
    CALL(set < 0 || semctl(set, 0, IPC_STAT, &p->u.set) == 0)
    CALL(set < 0 || semctl(set, 0, SETVAL, 7) == 0)
    CALL(memory < 0 || shmctl(memory, IPC_STAT, &p->u.memory) == 0)
    msgctl(queue, IPC_RMID, NULL);
    semctl(set, 0, IPC_RMID);
    shmctl(memory, IPC_RMID, NULL);
    char name[32];
    snprintf(name, sizeof name, "/tcr-mirror-%d", (int)getpid());
    mqd_t q0 =
        mq_open(name, O_RDWR | O_CREAT, 0600, &(struct mq_attr){.mq_maxmsg = 4, .mq_msgsize = 100});
    mq_unlink(name);
    CALL(q0 < 0 || mq_getattr(q0, &p->u.attributes) == 0)
    CALL(q0 < 0 || mq_send(q0, p->u.bytes, 10, 0) == 0, p->u.bytes[3] = 3)
    CALL(q0 < 0 ||
         (mq_receive(q0, p->u.bytes, 100, (unsigned *)q->u.number) == 10 && p->u.bytes[3] == 3))
}
/* What waits in other ways. */
static struct item *at;
static void begins(void)
{
    usleep(100000);
}
static void *once(void *unused)
{
    pthread_once(&at->u.once, begins);
    return unused;
}
static void *turn(void *unused)
{
    pthread_mutex_lock(&at[0].u.mutex);
    while (touched != -1)
        pthread_cond_wait(&at[4].u.condition, &at[0].u.mutex);
    pthread_mutex_unlock(&at[0].u.mutex);
    return unused;
}
static void waits(void)
{
    pthread_t t[4];
    at = next();
    at->u.once = PTHREAD_ONCE_INIT;
    for (int k = 0; k < 4; k++)
        pthread_create(&t[k], NULL, once, NULL);
    for (int k = 0; k < 4; k++)
        pthread_join(t[k], NULL);
    at = next();
    touched = 0;
    pthread_mutex_init(&at[0].u.mutex, NULL);
    pthread_cond_init(&at[4].u.condition, NULL);
    for (int k = 0; k < 4; k++)
        pthread_create(&t[k], NULL, turn, NULL);
    usleep(10000);
    for (int k = 0; k < 10; k++) {
        step();
        pthread_cond_broadcast(&at[4].u.condition);
    }
    pthread_mutex_lock(&at[0].u.mutex);
    touched = -1;
    step();
    pthread_cond_broadcast(&at[4].u.condition);
    pthread_mutex_unlock(&at[0].u.mutex);
    for (int k = 0; k < 4; k++)
        pthread_join(t[k], NULL);
    step();
    pthread_cond_destroy(&at[4].u.condition);
    at = next();
    pthread_rwlock_init(&at->u.rwlock, NULL);
    pthread_rwlock_wrlock(&at->u.rwlock);
    step();
    struct timespec soon;
    clock_gettime(CLOCK_MONOTONIC, &soon);
    soon.tv_nsec = (soon.tv_nsec + 10000000) % 1000000000;
    bad += pthread_rwlock_clockrdlock(&at->u.rwlock, CLOCK_MONOTONIC, &soon) == 0;
}
/* A coroutine whose contexts lie in the array. */
static struct item *back, *there;
static int turns;
static void coroutine(void)
{
    for (;;) {
        turns++;
        step();
        swapcontext(&there->u.context, &back->u.context);
    }
}
static void contexts(void)
{
    static char stack[1 << 17];
    back = next();
    there = next();
    getcontext(&there->u.context);
    there->u.context.uc_stack.ss_sp = stack;
    there->u.context.uc_stack.ss_size = sizeof stack;
    makecontext(&there->u.context, coroutine, 0);
    for (int k = 0; k < 5; k++) {
        step();
        bad += swapcontext(&back->u.context, &there->u.context) != 0;
    }
}
/* The handler of the system itself. */
static volatile int faults;
static void *page;
static void own(int signal)
{
    faults++;
    if (faults > 3)
        _exit(9);
    (void)signal;
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}
static void by_number(void)
{
    struct {
        void (*handler)(int);
        unsigned long flags;
        void (*restorer)(void);
        unsigned long mask;
    } action, old;
    CALL(syscall(SYS_getcwd, p->u.bytes, 1000) > 0)
    CALL(syscall(SYS_rt_sigprocmask, -1, 8, NULL, 8) == -1)
    CALL(syscall(SYS_rt_sigprocmask, SIG_BLOCK, p->u.signals, q->u.signals, 8) == 0,
         sigemptyset(p->u.signals))
    CALL(syscall(SYS_mprotect, (uintptr_t)p & -4096, 4096, PROT_READ | PROT_WRITE) == 0)
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    step();
    bad += syscall(SYS_rt_sigaction, SIGSEGV, NULL, &action, 8) != 0;
    struct sigaction known;
    sigaction(SIGSEGV, NULL, &known);
    known.sa_handler = own;
    known.sa_flags = 0;
    struct sigaction kept;
    sigaction(SIGUSR1, &known, &kept);
    bad += syscall(SYS_rt_sigaction, SIGUSR1, NULL, &action, 8) != 0;
    bad += syscall(SYS_rt_sigaction, SIGSEGV, &action, &old, 8) != 0;
    *(volatile char *)page = 1;
    s[7].x += 1;
    step();
    s[N - 7].x += 1;
}
int main(void)
{
    s = calloc(N, sizeof *s);
    step();
    files();
    processes();
    queues();
    waits();
    contexts();
    by_number();
    double t = 0;
    for (int i = 0; i < N; i++)
        t += s[i].y == s[0].y;
    printf("%d %d %d %g\n", bad, turns, faults, t);
    return 0;
}
