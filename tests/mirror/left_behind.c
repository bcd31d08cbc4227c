/* SPDX-License-Identifier: MIT */
/* What is used behind a call, beside the arrays of loops: control blocks of asynchronous input, in
 * which a thread of the C library says what has become of it, and locks that the system looks at
 * when a thread ends.
 *
 * flags: -O1 -pthread
 */
#define _GNU_SOURCE
#include <aio.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
enum { N = 40000 };
static struct {
    double x[N];
    struct aiocb read, listed, sync;
    pthread_mutex_t lock;
    double y[N];
} s;
static char got[2][16];
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++) {
        s.x[i] = s.x[i] * 0.5 + 1;
        s.y[i] += s.x[i];
    }
}
static void await(const char *name, struct aiocb *control)
{
    const struct aiocb *list[1] = {control};
    while (aio_error(control) == EINPROGRESS)
        aio_suspend(list, 1, NULL);
    printf("%s: %zd, error %d\n", name, aio_return(control), aio_error(control));
}
static void prepare(struct aiocb *control, int fd, char *buffer, size_t size)
{
    memset(control, 0, sizeof *control);
    control->aio_fildes = fd;
    control->aio_buf = buffer;
    control->aio_nbytes = size;
    control->aio_lio_opcode = LIO_READ;
}
static void asynchronous(void)
{
    const struct timespec moment = {0, 20000000};
    struct aiocb *list[1] = {&s.listed};
    FILE *file = tmpfile();
    int ends[2][2];
    if (pipe(ends[0]) || pipe(ends[1]) || !file)
        return;
    prepare(&s.read, ends[0][0], got[0], 5);
    prepare(&s.listed, ends[1][0], got[1], 6);
    prepare(&s.sync, fileno(file), NULL, 0);
    step();
    if (aio_read(&s.read) || lio_listio(LIO_NOWAIT, list, 1, NULL) || aio_fsync(O_SYNC, &s.sync))
        perror("beginning");
    step();
    if (write(ends[0][1], "first", 5) != 5 || write(ends[1][1], "second", 6) != 6)
        perror("write");
    nanosleep(&moment, NULL);
    step();
    await("read", &s.read);
    await("listed", &s.listed);
    await("synchronised", &s.sync);
    printf("%s %s\n", got[0], got[1]);
}
static void *leaves(void *unused)
{
    pthread_mutex_lock(&s.lock);
    step();
    return unused;
}
static void robust(void)
{
    pthread_mutexattr_t how;
    struct timespec until;
    pthread_t t;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&s.lock, &how);
    step();
    pthread_create(&t, NULL, leaves, NULL);
    pthread_join(t, NULL);
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 10;
    printf("%s\n", strerror(pthread_mutex_timedlock(&s.lock, &until)));
    printf("%d %d\n", pthread_mutex_consistent(&s.lock), pthread_mutex_unlock(&s.lock));
}
int main(void)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        step();
    asynchronous();
    robust();
    for (int i = 0; i < N; i++)
        sum += s.x[i] + s.y[i];
    printf("%g\n", sum);
    return 0;
}
