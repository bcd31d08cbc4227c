# SPDX-License-Identifier: MIT
# A program does not notice the runtime where little is allowed, or little is there.

# loops: the program `loops`, by tcr-cc and, as `plain`, with OpenMP's directives, by the compiler.
loops() {
    cp "$HERE/loops.c" "$HERE/shut.h" .
    tcr-cc -O2 --tcr-arch=none loops.c -o loops
    sed 's/#pragma tcr reduce/#pragma omp parallel for reduction/' loops.c >plain.c
    $TCR_CC -O2 -fopenmp plain.c -o plain
}

# alike ARGUMENT...: both print the same and succeed.
alike() {
    ./plain "$@" >expected
    ./loops "$@" >out 2>err
    cmp expected out
    [ ! -s err ]
}

test_filters_of_system_calls() {
    loops
    [ ! -e /proc/driver/nvidia ] || skip "a driver is there, and makes calls of its own"
    if status 77 ./plain kill; then
        left_out "filters of system calls: the system has none"
        return 0
    fi
    # a filter that could not fail would let this through
    cat >opens.c <<'EOF'
#include <fcntl.h>
#include "shut.h"

int main(void)
{
    return shut_in("kill") == 0 && open("/dev/null", O_RDONLY) >= 0 ? 0 : 1;
}
EOF
    $TCR_CC opens.c -o opens
    not ./opens
    for threads in 1 2; do
        for n in 10 1000 100000 3000000; do
            for how in kill refuse; do
                OMP_NUM_THREADS=$threads alike $how $n
            done
        done
        TCR_TARGET=host OMP_NUM_THREADS=$threads alike kill 1000
    done
    unset OMP_NUM_THREADS
    alike kill 1000
}

# Whatever a device would need is left alone from then on; here it is the simulated one's compiler.
test_filters_keep_the_device_closed() {
    loops
    compiler
    if status 77 ./plain kill; then
        left_out "filters of system calls: the system has none"
        return 0
    fi
    ./plain free >expected
    for how in kill number seccomp; do
        simulated ./loops $how >out 2>err
        cmp expected out
        grep 'no device: the program filters its system calls' err
    done
    status 1 env TCR_BACKEND=sim TCR_TARGET=required ./loops kill >out 2>err
    grep '(TCR_TARGET=required)$' err
    grep '^tcr: no device is used below a filter: ' err
    simulated ./loops free >out 2>err
    cmp expected out
    [ ! -s err ]
    compiled 1
}

# A device that is open already is not asked any more.
test_filters_leave_an_open_device_alone() {
    compiler
    cp "$HERE/shut.h" .
    cat >late.c <<'EOF'
#include <stdio.h>
#include "shut.h"

static double x[1000];

static double sweep(void)
{
    double s = 0;

#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < 1000; i++) {
        x[i] += i;
        s += x[i];
    }
    return s;
}

int main(int argc, char **argv)
{
    double s = sweep();

    if (argc < 2 || shut_in(argv[1]) != 0)
        return 77;
    s -= 0.5 * sweep();
    printf("%g %g\n", s, x[999]);
    return 0;
}
EOF
    tcr-cc -O2 --tcr-arch=none --tcr-accept=omp -fopenmp late.c -o late
    $TCR_CC -O2 -fopenmp late.c -o plain
    if status 77 ./plain kill; then
        left_out "filters of system calls: the system has none"
        return 0
    fi
    ./plain free >expected
    for how in kill number seccomp; do
        TCR_SUMMARY=1 simulated ./late $how >out 2>err
        cmp expected out
        grep '1 x the program filters its system calls' err
        grep 'late.c:10 *1 *1 ' err
    done
    compiled 3
}

# driver_h: /dev/null stands for the driver's file, which the program itself opens as the runtime does,
# with two ends of a pipe.
driver_h() {
    cat >driver.h <<'EOF'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern _Thread_local volatile sig_atomic_t tcr_inside;
void tcr_driver_files_look(void);
void tcr_driver_files_are(const char *const *path, size_t n);

static int drivers, ends[2];

/* `meanwhile`: what the program does at the same time. */
static int open_driver(void (*meanwhile)(void))
{
    static const char *const path[] = {"/dev/null"};
    int done;

    tcr_driver_files_look();
    tcr_inside = 1;
    done = pipe(ends);
    drivers = open(path[0], O_RDWR);
    tcr_inside = 0;
    if (meanwhile)
        meanwhile();
    tcr_driver_files_are(path, 1);
    return done == 0 && drivers >= 0;
}

static int is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static int all_open(void)
{
    return is_open(drivers) && is_open(ends[0]) && is_open(ends[1]);
}

/* on the device, as long as there is one */
static int sum(void)
{
    int s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < 10; i++)
        s += i;
    return s;
}
EOF
}

test_files_of_the_driver_stay_open() {
    compiler
    driver_h
    cat >closes.c <<'EOF'
#include "driver.h"

static void on_alarm(int number)
{
    (void)number;
    for (int fd = 1023; fd > 2; fd--)
        close(fd);
}

int main(void)
{
    int own[2], earlier = open("/dev/null", O_RDWR), later, status;
    pid_t child;

    if (sum() != 45 || !open_driver(NULL))
        return 1;
    if (close(earlier) != 0 || is_open(earlier)) /* the program's, as one that comes later */
        return 2;
    later = open("/dev/null", O_RDWR);
    if (later < 0 || close(later) != 0 || is_open(later))
        return 3;
    if (close(drivers) != -1 || errno != EBADF || syscall(SYS_close, ends[1]) != -1 || !all_open())
        return 4;
    errno = 7;
    if (pipe(own) != 0 || close(own[0]) != 0 || syscall(SYS_close, own[1]) != 0 || errno != 7 ||
        is_open(own[0]) || is_open(own[1]))
        return 5;
#if __GLIBC_PREREQ(2, 34)
    if (pipe(own) != 0 || close_range(3, ~0u, 0) != 0 || is_open(own[0]) || is_open(own[1]) ||
        !all_open())
        return 6;
    if (pipe(own) != 0)
        return 7;
    closefrom(3);
    if (is_open(own[0]) || is_open(own[1]) || !all_open())
        return 8;
    if (pipe(own) != 0 || close_range(own[1], own[1], CLOSE_RANGE_UNSHARE) != 0 || !is_open(own[0]) ||
        is_open(own[1]) || close_range(4, 3, 0) != -1 || errno != EINVAL)
        return 9;
#endif
    child = fork(); /* there they are nobody's */
    if (child == 0)
        _exit(close(drivers) == 0 ? 0 : 1);
    if (waitpid(child, &status, 0) != child || status != 0 || !all_open())
        return 10;
    signal(SIGALRM, on_alarm); /* a handler that interrupts the runtime */
    tcr_inside = 1;
    raise(SIGALRM);
    tcr_inside = 0;
    raise(SIGALRM);
    if (!all_open() || sum() != 45)
        return 11;
    puts("done");
    return 0;
}
EOF
    tcr-cc -O2 --tcr-arch=none closes.c -o closes
    [ "$(./closes)" = done ]
    mkdir nvidia && cp closes nvidia/nvidia_closes
    [ "$(nvidia/nvidia_closes)" = done ]
    # the device goes on
    TCR_SUMMARY=1 simulated ./closes >out 2>err
    grep 'driver.h:[0-9]* *0 *2 ' err
}

# What another thread makes while the driver is opened is the program's, as is what a message brings.
test_files_that_come_with_the_driver() {
    compiler
    driver_h
    cat >comes.c <<'EOF'
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include "driver.h"

enum { MOST = 16 };
static int own[MOST], n_own;

static void take(int fd)
{
    own[n_own++] = fd;
}

/* The descriptor, sent by one end and taken from the other. */
static int brought(const int two[2], int fd)
{
    union {
        char bytes[CMSG_SPACE(sizeof(int))];
        struct cmsghdr head;
    } room = {.head = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
    char byte = 0;
    struct iovec one = {&byte, 1};
    struct msghdr m = {.msg_iov = &one, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};

    memcpy(CMSG_DATA(&room.head), &fd, sizeof fd);
    if (sendmsg(two[0], &m, 0) != 1 || recvmsg(two[1], &m, 0) != 1)
        return -1;
    memcpy(&fd, CMSG_DATA(&room.head), sizeof fd);
    return fd;
}

static void make(void)
{
    int two[2];
    FILE *out = popen("true", "r");

    if (!out || pclose(out) != 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, two) != 0)
        _exit(20);
    take(two[0]), take(two[1]), take(brought(two, two[0]));
    if (syscall(SYS_pipe2, two, 0) != 0)
        _exit(21);
    take(two[0]), take(two[1]);
    if (pipe(two) != 0)
        _exit(22);
    take(two[0]), take(two[1]);
    take(socket(AF_UNIX, SOCK_STREAM, 0)), take((int)syscall(SYS_dup, two[0]));
    take(epoll_create1(0)), take(timerfd_create(CLOCK_MONOTONIC, 0)), take(eventfd(0, 0));
}

/* Numbers far from all of the driver's. */
static int far(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    limit.rlim_cur = limit.rlim_max < 9000 ? limit.rlim_max : 9000;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    for (int fd = 4096; fd < (int)limit.rlim_cur; fd++)
        if (fcntl(ends[0], F_DUPFD, fd) != fd)
            return 0;
    return 1;
}

int main(void)
{
    if (sum() != 45 || !open_driver(make))
        return 1;
    for (int k = 0; k < n_own; k++)
        if (own[k] < 0 || close(own[k]) != 0 || is_open(own[k]))
            return 2 + k;
    if (!far() || close(drivers) != -1 || close(ends[0]) != -1 || close(ends[1]) != -1 || !all_open())
        return 50;
    for (int fd = 3; fd < 9000; fd++)
        close(fd);
    return all_open() && sum() == 45 ? 0 : 51;
}
EOF
    tcr-cc -O2 --tcr-arch=none comes.c -o comes
    TCR_TRACE=1 TCR_SUMMARY=1 simulated ./comes 2>err
    grep 'driver.h:[0-9]* *0 *2 ' err
    status 1 grep 'closing descriptors' err
}

# Whose some of them are is not known, or another file takes the place of one.
test_files_that_the_driver_loses() {
    compiler
    driver_h
    cat >loses.c <<'EOF'
#include <sys/inotify.h>
#include "driver.h"

static int own;

static void make(void)
{
    own = inotify_init1(0); /* of a kind that no driver is known to have, and no call tells */
    if (own < 0)
        _exit(20);
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    const int null = open("/dev/null", O_RDWR), third = strcmp(way, "dup3") == 0;
    const int doubt = strcmp(way, "own") == 0 || strcmp(way, "driver") == 0;

    if (sum() != 45 || !open_driver(doubt ? make : NULL))
        return 1;
    if (strcmp(way, "own") == 0 && (close(own) != 0 || is_open(own)))
        return 2; /* it may have been the program's, and was */
    if (strcmp(way, "driver") == 0 && (close(drivers) != -1 || !is_open(drivers)))
        return 3;
    if (strcmp(way, "dup2") == 0 && dup2(null, drivers) != drivers)
        return 4;
    if (third && dup3(null, ends[0], 0) != ends[0])
        return 5;
    if (strcmp(way, "syscall") == 0 && syscall(SYS_dup3, null, drivers, 0) != drivers)
        return 6;
    if (!doubt && close(third ? ends[0] : drivers) != 0) /* the program's now */
        return 7;
    return sum() == 45 ? 0 : 8;
}
EOF
    # In a handler, whatever it interrupts, what the device has comes back before.
    cat >handler.c <<'EOF'
#include <stdbool.h>
#include <stdint.h>
#include "driver.h"

enum { N = 60000 };
static long x[N];
static int null, done;
bool tcr_mirror_hides(uintptr_t at);

static void on_alarm(int number)
{
    (void)number;
    done = dup2(null, drivers);
}

int main(void)
{
    null = open("/dev/null", O_RDWR);
    for (int k = 0; k < 3; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            x[i] += i;
    }
    if (!open_driver(NULL) || !tcr_mirror_hides((uintptr_t)&x[N / 2]))
        return 1;
    signal(SIGALRM, on_alarm);
    tcr_inside = 1;
    raise(SIGALRM);
    tcr_inside = 0;
    if (done != drivers || tcr_mirror_hides((uintptr_t)&x[N / 2]) || x[N / 2] != 3 * (N / 2))
        return 2;
    return sum() == 45 ? 0 : 3;
}
EOF
    tcr-cc -O2 --tcr-arch=none handler.c -o handler
    TCR_MIRROR=1 TCR_SUMMARY=1 simulated ./handler 2>err
    grep "1 x the program closes descriptors that the device's driver has" err
    tcr-cc -O2 --tcr-arch=none loses.c -o loses
    for way in own driver dup2 dup3 syscall; do
        TCR_SUMMARY=1 simulated ./loses $way 2>err
        grep 'driver.h:[0-9]* *1 *1 ' err
        grep "1 x the program closes descriptors that the device's driver has" err
    done
    # a run that has lost its device says nothing of the next one
    TCR_SUMMARY=1 TCR_TRACE=1 TCR_LEARN=1 XDG_CACHE_HOME=$PWD simulated ./loses own 2>err
    [ "$(grep -c 'TCR_LEARN: nothing of this run is kept: the program closes descriptors' err)" = 2 ]
    [ ! -e tcr ]
    status 1 env TCR_BACKEND=sim TCR_TARGET=required ./loses dup2 2>err
    grep "the device has not run the loop: the program closes descriptors" err
    grep '^tcr: close or replace descriptors .* before its first loop$' err
}

# A filter that allows no question about a descriptor.
test_closing_below_a_filter() {
    compiler
    cp "$HERE/shut.h" .
    driver_h
    cat >strict.c <<'EOF'
#define SHUT_ALLOWED SYS_read, SYS_write, SYS_close, SYS_dup3, SYS_exit_group
#include "driver.h"
#include "shut.h"

int main(void)
{
    int own[2];

    if (sum() != 45 || !open_driver(NULL) || pipe(own) != 0)
        return 1;
    if (shut_in("kill") != 0)
        return 77;
    if (close(own[0]) == 0 && syscall(SYS_close, own[1]) == 0 && close(drivers) == -1 &&
        dup3(1, drivers, 0) == drivers && close(drivers) == 0 && close(ends[0]) == -1)
        (void)!write(1, "done\n", 5);
    _exit(0);
}
EOF
    tcr-cc -O2 --tcr-arch=none strict.c -o strict
    ./strict >out || [ $? != 77 ] || skip "there are no filters of system calls here"
    [ "$(cat out)" = done ]
}

# Only what the plain program calls, too, from its start on; but for what the filter allows.
test_system_calls() {
    loops
    needs strace
    [ ! -e /proc/driver/nvidia ] || skip "a driver is there, and makes calls of its own"
    export OMP_NUM_THREADS=2
    strace -f -o plain.calls ./plain free 1000000 || skip "strace is not permitted"
    strace -f -o tcr.calls ./loops free 1000000
    for file in plain.calls tcr.calls; do
        sed -n 's/^[0-9]* *\([a-z0-9_]*\)(.*/\1/p' $file | sort -u >$file.names
    done
    comm -13 plain.calls.names tcr.calls.names | grep -vx sched_getaffinity >more || :
    [ ! -s more ]
    # and the same files are opened
    for file in plain.calls tcr.calls; do
        sed -n 's/^[0-9]* *open[a-z0-9]*([^"]*"\([^"]*\)".*/\1/p' $file | sort -u >$file.files
    done
    comm -13 plain.calls.files tcr.calls.files >more
    grep -v '/lib[^/]*\.so[.0-9]*$' more >other || :
    [ ! -s other ]
}

test_closed_streams() {
    loops
    ./plain free >expected
    ./loops free <&- >out
    cmp expected out
    ./loops free <&- >out 2>&-
    cmp expected out
    cat >closed.c <<'EOF'
/* Its own files get the numbers of the streams that are closed. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

int main(void)
{
    int file[3], s = 0;

    for (int k = 0; k < 3; k++)
        file[k] = open("data", O_RDWR | O_CREAT | O_APPEND, 0644);
#pragma tcr reduce(+:s)
    for (int i = 0; i <= 1000; i++)
        s += i;
    if (file[2] != 2 || write(file[2], "own\n", 4) != 4)
        return 2;
    return s == 500500 ? 0 : 1;
}
EOF
    tcr-cc -O2 --tcr-arch=none closed.c -o closed
    compiler
    mkdir cache
    for k in 1 2 3; do
        rm -f data
        TCR_SIM_CACHE=$PWD/cache simulated ./closed <&- >&- 2>&-
        [ "$(cat data)" = own ]
    done
    compiled 1
    # the table goes to the file, though stderr is closed
    rm -f data
    TCR_SUMMARY_FILE=table ./closed <&- >&- 2>&-
    [ "$(cat data)" = own ]
    grep closed.c table
}

# On the host and on the simulated device.
test_limits() {
    loops
    compiler
    ./plain free >expected
    needs prlimit
    for limit in nofile=4 stack=262144 as=200000000 data=200000000 core=0 memlock=0 locks=0; do
        prlimit --$limit ./plain free >/dev/null || {
            left_out "limit $limit: the plain program does not run, either"
            continue
        }
        for backend in auto sim; do
            target=auto
            [ $backend = auto ] || target=device
            TCR_BACKEND=$backend TCR_TARGET=$target TCR_SIM_CXX=$PWD/cxx \
                prlimit --$limit ./loops free >out
            cmp expected out
        done
    done
    can_be_other || return 0
    export OMP_NUM_THREADS=1
    as_other prlimit --nproc=0 ./loops free >out
    cmp expected out
    simulated as_other prlimit --nproc=0 ./loops free >out
    cmp expected out
}

# A root directory with the program and its libraries, and nothing else: no /proc, no /tmp, no /dev.
test_an_empty_root() {
    loops
    ./plain free >expected
    [ "$(id -u)" = 0 ] || { left_out "an empty root: not root"; return 0; }
    needs ldd chroot
    mkdir root
    for library in $(ldd loops | sed -n 's/[^/]*\(\/[^ ]*\).*/\1/p'); do
        mkdir -p "root${library%/*}"
        cp "$library" "root$library"
    done
    cp loops root
    chroot root /loops free >out 2>err || { grep -i 'not permitted' err && left_out "chroot" && return 0; }
    cmp expected out
    TCR_BACKEND=sim TCR_TARGET=device chroot root /loops free >out
    cmp expected out
    HOME=/ XDG_CONFIG_HOME=/ TCR_SIM_CACHE=/ TCR_SUMMARY=1 TCR_SUMMARY_FILE=/no/table \
        TCR_BACKEND=sim TCR_TARGET=device chroot root /loops free >out 2>err
    cmp expected out
    grep 'TCR_SUMMARY_FILE=/no/table cannot be written' err
}

test_a_file_system_without_room() {
    loops
    compiler
    ./plain free >expected
    mkdir mount
    if ! unshare -m sh -c 'mount -t tmpfs -o ro tmpfs mount' 2>/dev/null; then
        left_out "a read-only file system: mounting is not permitted"
        return 0
    fi
    for options in ro size=4k; do
        unshare -m sh -c 'mount -t tmpfs -o '$options' tmpfs mount
            TCR_BACKEND=sim TCR_TARGET=device TMPDIR=$PWD/mount TCR_SIM_CXX=$PWD/cxx ./loops free >out &&
            TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_CACHE=$PWD/mount TCR_SIM_CXX=$PWD/cxx \
                ./loops free >cached 2>err'
        cmp expected out
        cmp expected cached
    done
}
