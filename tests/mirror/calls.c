/* SPDX-License-Identifier: MIT */
/* One structure holds the arrays of a loop and what the system reads and fills beside them.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
enum { N = 3000 };
/* what the loop writes on both sides, so that all between is on the pages that it writes */
struct item {
    double x;
    union {
        char path[200];
        struct stat stat;
        struct statfs *none;
        struct utsname name;
        struct sysinfo info;
        struct timespec time[2];
        struct timeval clock[2];
        struct itimerval timer;
        struct rusage usage;
        struct rlimit limit;
        struct tms tms;
        int number[8];
        struct pollfd poll[2];
        fd_set set[2];
        struct sockaddr_storage address;
        struct message {
            long type;
            char text[32];
        } message;
        struct sembuf change;
        sigset_t signals;
        siginfo_t signal;
        cpu_set_t cpus;
        gid_t groups[64];
        pthread_mutex_t mutex;
        sem_t semaphore;
        pthread_barrier_t barrier;
        struct msghdr header;
        struct iovec piece[2];
        unsigned char bytes[600];
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
/* Each call has an item of its own, whose pages are the device's by then. */
static struct item *next(void)
{
    static int k = 100;

    k += 25;
    return &s[k];
}
#define CALL(what, ...)                                                                            \
    {                                                                                              \
        struct item *p = next(), *q = p + 5;                                                       \
        (void)q;                                                                                   \
        __VA_ARGS__;                                                                               \
        step();                                                                                    \
        if (!(what))                                                                               \
            bad++, printf("%d: %s\n", __LINE__, #what);                                            \
    }
static void files(void)
{
    char path[] = "/tmp/tcr-mirror-XXXXXX", other[64];
    int fd = mkstemp(path);
    snprintf(other, sizeof other, "%s-b", path);
    CALL(fstat(fd, &p->u.stat) == 0 && p->u.stat.st_nlink == 1)
    CALL(stat(p->u.path, &q->u.stat) == 0 && q->u.stat.st_size == 0, strcpy(p->u.path, path))
    CALL(lstat(p->u.path, &q->u.stat) == 0, strcpy(p->u.path, path))
    CALL(access(p->u.path, R_OK) == 0, strcpy(p->u.path, path))
    CALL(close(open(p->u.path, O_RDONLY)) == 0, strcpy(p->u.path, path))
    CALL(close(openat(AT_FDCWD, p->u.path, O_RDONLY)) == 0, strcpy(p->u.path, path))
    CALL(fclose(fopen(p->u.path, "r")) == 0, strcpy(p->u.path, path))
    CALL(truncate(p->u.path, 5) == 0, strcpy(p->u.path, path))
    CALL(chmod(p->u.path, 0600) == 0, strcpy(p->u.path, path))
    CALL(symlink(p->u.path, q->u.path) == 0, strcpy(p->u.path, path), strcpy(q->u.path, other))
    CALL(readlink(p->u.path, q->u.path, 100) == (ssize_t)strlen(path), strcpy(p->u.path, other))
    CALL(unlink(p->u.path) == 0, strcpy(p->u.path, other))
    CALL(rename(p->u.path, q->u.path) == 0, strcpy(p->u.path, path), strcpy(q->u.path, other))
    CALL(remove(p->u.path) == 0, strcpy(p->u.path, other))
    CALL(mkdir(p->u.path, 0700) == 0, strcpy(p->u.path, other))
    CALL(rmdir(p->u.path) == 0, strcpy(p->u.path, other))
    CALL(getcwd((char *)p->u.bytes, sizeof p->u.bytes) != NULL)
    CALL(pwrite(fd, p->u.bytes, 600, 0) == 600, p->u.bytes[7] = 7)
    CALL(pread(fd, p->u.bytes, 600, 0) == 600 && p->u.bytes[7] == 7)
    CALL(mlock(p, sizeof *p) == 0)
    close(fd);
}
static void structures(void)
{
    CALL(uname(&p->u.name) == 0 && p->u.name.sysname[0])
    CALL(sysinfo(&p->u.info) == 0 && p->u.info.totalram)
    CALL(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, p->u.time) == 0)
    CALL(clock_gettime(CLOCK_MONOTONIC, p->u.time) == 0)
    CALL(gettimeofday(p->u.clock, NULL) == 0)
    CALL(times(&p->u.tms) != (clock_t)-1)
    CALL(getrusage(RUSAGE_SELF, &p->u.usage) == 0)
    CALL(getrlimit(RLIMIT_STACK, &p->u.limit) == 0 && p->u.limit.rlim_cur)
    CALL(nanosleep(p->u.time, p->u.time + 1) == 0, memset(&p->u, 0, sizeof p->u))
    CALL(setitimer(ITIMER_VIRTUAL, &p->u.timer, &q->u.timer) == 0, memset(&p->u, 0, sizeof p->u))
    CALL(sched_getaffinity(0, sizeof p->u.cpus, &p->u.cpus) == 0)
    CALL(getgroups(64, p->u.groups) >= 0)
    CALL(sigpending(&p->u.signals) == 0)
    CALL(prctl(PR_GET_NAME, (unsigned long)p->u.bytes) == 0 && p->u.bytes[0])
    CALL(syscall(SYS_uname, &p->u.name) == 0)
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(3);
    CALL(waitpid(child, p->u.number, 0) == child && WEXITSTATUS(p->u.number[0]) == 3)
}
static void sockets(void)
{
    int fd = socket(AF_INET, SOCK_STREAM, 0), pair[2], e = epoll_create1(0);
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    CALL(pipe(p->u.number) == 0 && close(p->u.number[0]) == 0 && close(p->u.number[1]) == 0)
    CALL(socketpair(AF_UNIX, SOCK_DGRAM, 0, p->u.number) == 0 &&
         (pair[0] = p->u.number[0], pair[1] = p->u.number[1]) > 0)
    CALL(bind(fd, (void *)&p->u.address, sizeof any) == 0, memcpy(&p->u, &any, sizeof any))
    CALL(getsockname(fd, (void *)&p->u.address, (socklen_t *)&q->u.number) == 0 &&
             q->u.number[0] == sizeof any,
         q->u.number[0] = sizeof p->u.address)
    CALL(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, p->u.number, sizeof(int)) == 0,
         p->u.number[0] = 1)
    CALL(getsockopt(fd, SOL_SOCKET, SO_REUSEADDR, p->u.number, (socklen_t *)(p->u.number + 4)) == 0,
         p->u.number[4] = sizeof(int))
    CALL(send(pair[0], p->u.bytes, 10, 0) == 10, p->u.bytes[9] = 9)
    CALL(poll(p->u.poll, 1, 0) == 1 && p->u.poll[0].revents == POLLIN,
         p->u.poll[0] = (struct pollfd){pair[1], POLLIN, 0})
    CALL(select(pair[1] + 1, p->u.set, NULL, NULL, (struct timeval *)&q->u) == 1,
         memset(q, 0, sizeof *q), FD_SET(pair[1], p->u.set))
    CALL(epoll_ctl(e, EPOLL_CTL_ADD, pair[1], (void *)p->u.bytes) == 0,
         memcpy(p->u.bytes, &(uint32_t){EPOLLIN}, 4))
    CALL(epoll_wait(e, (void *)p->u.bytes, 2, 0) == 1)
    CALL(recvfrom(pair[1], p->u.bytes, 600, 0, (void *)&q->u.address,
                  (socklen_t *)(p[1].u.number)) == 10 &&
             p->u.bytes[9] == 9,
         p[1].u.number[0] = 100)
    CALL(sendmsg(pair[0], &p->u.header, 0) == 8, memset(&p->u, 0, sizeof p->u),
         p->u.header.msg_iov = q->u.piece, p->u.header.msg_iovlen = 1,
         q->u.piece[0] = (struct iovec){&p[1].y, 8})
    CALL(recvmsg(pair[1], &p->u.header, 0) == 8, memset(&p->u, 0, sizeof p->u),
         p->u.header.msg_iov = q->u.piece, p->u.header.msg_iovlen = 1,
         q->u.piece[0] = (struct iovec){p[2].u.bytes, 600})
    CALL(ioctl(pair[0], FIONREAD, p->u.number) == 0)
    int queue = msgget(IPC_PRIVATE, 0600), set = semget(IPC_PRIVATE, 1, 0600);
    CALL(queue < 0 || msgsnd(queue, &p->u.message, 32, 0) == 0, p->u.message.type = 1)
    CALL(queue < 0 || msgrcv(queue, &p->u.message, 32, 0, 0) == 32)
    CALL(set < 0 || semop(set, &p->u.change, 1) == 0, p->u.change = (struct sembuf){0, 1, 0})
    msgctl(queue, IPC_RMID, NULL);
    semctl(set, 0, IPC_RMID);
}
/* A lock beside what loops write: the one thread waits, the other one loops. */
static struct item *lock;
static volatile int turns;
static void *waits(void *unused)
{
    (void)unused;
    for (int k = 0; k < 300; k++) {
        pthread_mutex_lock(&lock[0].u.mutex);
        turns++;
        sched_yield();
        pthread_mutex_unlock(&lock[0].u.mutex);
        sem_wait(&lock[1].u.semaphore);
        pthread_barrier_wait(&lock[2].u.barrier);
    }
    return NULL;
}
static void locks(void)
{
    pthread_t t;
    lock = next();
    pthread_mutex_init(&lock[0].u.mutex, NULL);
    sem_init(&lock[1].u.semaphore, 0, 0);
    pthread_barrier_init(&lock[2].u.barrier, NULL, 2);
    pthread_create(&t, NULL, waits, NULL);
    for (int k = 0; k < 300; k++) {
        pthread_mutex_lock(&lock[0].u.mutex);
        turns++;
        pthread_mutex_unlock(&lock[0].u.mutex);
        if (k % 30 == 0)
            step();
        sem_post(&lock[1].u.semaphore);
        pthread_barrier_wait(&lock[2].u.barrier);
    }
    pthread_join(t, NULL);
}
int main(void)
{
    s = calloc(N, sizeof *s);
    step();
    files();
    structures();
    sockets();
    locks();
    double t = 0;
    for (int i = 0; i < N; i++)
        t += s[i].y == s[0].y;
    printf("%d %d\n", bad, turns);
    return 0;
}
