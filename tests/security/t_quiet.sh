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

# Here /dev/null stands for the driver's files, and is told to be one by the program itself.
test_files_of_the_driver_stay_open() {
    compiler
    cat >closes.c <<'EOF'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

void tcr_driver_files_are(const char *const *path, size_t n);

static int is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static int sum(void)
{
    int s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < 10; i++)
        s += i;
    return s;
}

int main(void)
{
    static const char *const path[] = {"/dev/null"};
    int drivers = open(path[0], O_RDWR), s = sum(), own[2], status, later;
    pid_t child;

    tcr_driver_files_are(path, 1);
    if (s != 45 || drivers != 3 || close(drivers) != -1 || errno != EBADF || !is_open(drivers))
        return 1;
    if (syscall(SYS_close, drivers) != -1 || !is_open(drivers))
        return 2;
    later = open(path[0], O_RDWR); /* the program's own */
    if (later < 0 || close(later) != 0 || is_open(later))
        return 10;
    errno = 7;
    if (pipe(own) != 0 || close(own[0]) != 0 || syscall(SYS_close, own[1]) != 0 || errno != 7 ||
        is_open(own[0]) || is_open(own[1]))
        return 3;
#if __GLIBC_PREREQ(2, 34)
    if (pipe(own) != 0 || close_range(3, ~0u, 0) != 0 || is_open(own[0]) || is_open(own[1]) ||
        !is_open(drivers))
        return 4;
    if (pipe(own) != 0)
        return 5;
    closefrom(3);
    if (is_open(own[0]) || is_open(own[1]) || !is_open(drivers))
        return 6;
    if (pipe(own) != 0 || close_range(own[1], own[1], CLOSE_RANGE_UNSHARE) != 0 || !is_open(own[0]) ||
        is_open(own[1]) || close_range(4, 3, 0) != -1 || errno != EINVAL)
        return 7;
#endif
    child = fork(); /* there they are nobody's */
    if (child == 0)
        _exit(close(drivers) == 0 ? 0 : 1);
    if (waitpid(child, &status, 0) != child || status != 0 || !is_open(drivers))
        return 8;
    if (sum() != 45)
        return 9;
    puts("done");
    return 0;
}
EOF
    tcr-cc -O2 --tcr-arch=none closes.c -o closes
    [ "$(./closes)" = done ]
    mkdir nvidia && cp closes nvidia/nvidia_closes
    [ "$(nvidia/nvidia_closes)" = done ]
    TCR_SUMMARY=1 simulated ./closes >out 2>err
    grep 'closes.c:[0-9]* *1 *1 ' err
    grep "1 x the program closes descriptors that the device's driver has" err
}

# A filter that allows no question about a descriptor; /dev/null stands for the driver's files.
test_closing_below_a_filter() {
    compiler
    cp "$HERE/shut.h" .
    cat >strict.c <<'EOF'
#include <fcntl.h>
#define SHUT_ALLOWED SYS_read, SYS_write, SYS_close, SYS_exit_group
#include "shut.h"

void tcr_driver_files_are(const char *const *path, size_t n);

int main(void)
{
    static const char *const path[] = {"/dev/null"};
    int drivers = open(path[0], O_RDWR), own[2], s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < 10; i++)
        s += i;
    tcr_driver_files_are(path, 1);
    if (s != 45 || drivers < 0 || pipe(own) != 0)
        return 1;
    if (shut_in("kill") != 0)
        return 77;
    if (close(own[0]) == 0 && syscall(SYS_close, own[1]) == 0 && close(drivers) == -1)
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
