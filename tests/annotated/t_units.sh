# SPDX-License-Identifier: MIT
# Several units, libraries, threads, processes: regions anywhere.

test_units_equal_names() { # static functions, file names, static libraries
    mkdir a b
    for d in a b; do
        cat >$d/part.c <<EOF
#include "sum.h"
static double total(const double *v, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i] * ${#d};
    return s;
}
double ${d}_part(const double *v, int n) { return total(v, n) + header_sum(v, n) + plain_sum(v, n); }
EOF
    done
    cat >sum.h <<'EOF'
#ifndef SUM_H
#define SUM_H
static inline double header_sum(const double *v, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
inline double plain_sum(const double *v, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}
#endif
EOF
    cat >main.c <<'EOF'
#include <stdio.h>
#include "sum.h"
extern double plain_sum(const double *v, int n);
double a_part(const double *, int), b_part(const double *, int);
int main(void)
{
    double v[100];
    for (int i = 0; i < 100; i++)
        v[i] = i;
    printf("%g %g %g\n", a_part(v, 100), b_part(v, 100), header_sum(v, 100));
    return 0;
}
EOF
    for level in -O0 -O2; do
        wrapped $level -I. -c a/part.c -o a/part.o
        wrapped $level -I. -c b/part.c -o b/part.o
        wrapped $level -c main.c
        rm -f liba.a libb.a
        ar rc liba.a a/part.o
        ar rc libb.a b/part.o
        wrapped main.o -L. -la -lb -o one
        wrapped $level -I. main.c a/part.c b/part.c -o two # one command, equal base names
        wrapped $level -r a/part.o b/part.o -o both.o
        wrapped main.o both.o -o three
        for program in one two three; do
            [ "$(./$program)" = "14850 14850 4950" ]
            [ "$(on_device ./$program)" = "14850 14850 4950" ]
        done
    done
    TCR_SUMMARY=1 on_device ./one 2>said
    cat said
    [ "$(grep -c '^tcr: [ab]/part.c:5 ' said)" = 2 ]
    [ "$(grep -c '^tcr: [./]*sum.h:6 ' said)" -ge 1 ]
    # nothing of ours is visible of a unit but what it calls
    nm -g --defined-only a/part.o | not grep tcr_
}
test_units_libraries_opened_and_closed() {
    cat >part.c <<'EOF'
static double v[1000];
double PART(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i] + 1;
    return s;
}
EOF
    cat >main.c <<'EOF'
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static double own(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
int main(int argc, char **argv)
{
    for (int turn = 0; turn < 4; turn++)
        for (int k = 1; k < argc; k++) {
            void *lib = dlopen(argv[k], RTLD_NOW);
            double (*part)(int) = 0;
            if (!lib) {
                fprintf(stderr, "%s\n", dlerror());
                return 1;
            }
            *(void **)&part = dlsym(lib, "part");
            if (part(1000) != 1000 || own(10) != 45)
                return 2;
            dlclose(lib);
            free(malloc(100000)); /* something else where the library was */
        }
    printf("closed %g\n", own(100));
    return 0;
}
EOF
    wrapped -O1 -fPIC -DPART=part -c part.c
    for how in "" --tcr-static; do
        wrapped $how -shared part.o -o libone.so
        wrapped $how -shared part.o -o libtwo.so
        for main in "" -rdynamic; do
            wrapped -O1 main.c $main -o main -ldl
            for target in host device; do
                TCR_BACKEND=sim TCR_TARGET=$target TCR_SUMMARY=1 ./main ./libone.so ./libtwo.so \
                    >out 2>said || { cat out said; return 1; }
                cat out said
                grep -x 'closed 4950' out
                grep 'tcr: main.c:7 ' said
            done
            # the libraries' own text is what a summary at the exit must not read
            TCR_TRACE=2 ./main ./libone.so ./libtwo.so 2>said
            [ "$(grep -c '^tcr: part.c:5: host: n = 1000' said)" = 8 ]
        done
        wrapped -DPART=own_part -O1 -c part.c -o own_part.o
        echo 'double part(int), own_part(int);
int main(void) { return part(1000) + own_part(1000) != 2000; }' >both.c
        wrapped both.c own_part.o -L. -lone -ltwo -Wl,-rpath,"$PWD" -o both
        ./both
        on_device ./both
    done
}
test_units_closed_with_threads() { # the OpenMP runtime's wait in code that nothing else keeps
    cat >part.c <<'EOF'
double sum(const double *x, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[i];
    return s;
}
EOF
    cat >main.c <<'EOF'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 100000, TURNS = 12, THREADS = 3 };
static double x[N];
static const char *file;
static int wrong;
static void *turns(void *unused)
{
    for (int i = 0; i < TURNS; i++) {
        void *library = dlopen(file, RTLD_NOW);
        double (*sum)(const double *, int);
        *(void **)&sum = dlsym(library, "sum");
        if (sum(x, N) != N)
            wrong = 1;
        dlclose(library);
    }
    return unused;
}
int main(int argc, char **argv)
{
    pthread_t thread[THREADS];
    int status = 0;
    file = argv[argc - 1];
    for (int i = 0; i < N; i++)
        x[i] = 1;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, turns, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    pid_t child = fork();
    if (child == 0) {
        turns(NULL);
        _exit(wrong);
    }
    turns(NULL);
    waitpid(child, &status, 0);
    printf("%d %d\n", wrong, status);
    return 0;
}
EOF
    # not by tcr-cc: what the plugin needs comes with it, and goes with it
    "$REAL_CC" main.c -o main -ldl -pthread
    for how in "" --tcr-static; do
        wrapped $how -O2 -fPIC -shared part.c -o libpart.so
        [ "$(TCR_TARGET=host OMP_NUM_THREADS=4 ./main ./libpart.so)" = "0 0" ]
    done
    wrapped -O2 -fPIC -shared part.c -o libpart.so
    [ "$(TCR_BACKEND=sim TCR_TARGET=device TCR_SUMMARY=1 TCR_TRACE=2 ./main ./libpart.so 2>said)" = "0 0" ]
    # known again: loaded once, and one line for the 48 calls
    [ "$(grep -c 'part.c: device code loaded' said)" = 1 ]
    grep '^tcr: part.c:4  *0  *48 ' said
}
test_units_processes_and_ends() { # constructors, fork, atexit, weak symbols, aliases
    cat >ends.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int total(int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
int aliased(int n) __attribute__((weak, alias("aliased_body")));
int aliased_body(int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += 2 * i;
    return s;
}
__attribute__((weak)) int replaced(int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += 3 * i;
    return s;
}
static int early;
__attribute__((constructor)) static void first(void) { early = total(100); }
static void at_exit(void) { printf("exit %d\n", total(50)); fflush(stdout); }
__attribute__((destructor)) static void last(void) { printf("last %d\n", total(40)); fflush(stdout); }
int main(void)
{
    int status = 1;
    atexit(at_exit);
    printf("%d %d %d %d\n", early, total(10), aliased(10), replaced(10));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(total(20) == 190 ? 7 : 8);
    waitpid(child, &status, 0);
    printf("child %d\n", WEXITSTATUS(status));
    fflush(stdout);
    child = fork();
    if (child == 0)
        exit(9);
    waitpid(child, &status, 0);
    printf("parent %d\n", total(30));
    return 0;
}
EOF
    cat >strong.c <<'EOF'
int replaced(int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += 4 * i;
    return s;
}
EOF
    printf '%s\n' '4950 45 90 180' 'child 7' 'exit 1225' 'last 780' 'parent 435' 'exit 1225' \
        'last 780' >want
    for level in -O0 -O2; do
        wrapped $level ends.c strong.c -o ends
        for threads in 1 2; do
            OMP_NUM_THREADS=$threads timeout 60 ./ends >got
            diff want got
        done
        TCR_SUMMARY=1 on_device timeout 60 ./ends >got 2>said
        diff want got
        cat said
        grep -c '^tcr: ends.c:8 ' said # the table of the parent, after its last loop
    done
}
test_units_children_of_threads() { # a child of fork has not got the threads of its parent's loops
    cat >child.c <<'EOF'
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 60000 };
static long x[N];
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] + i % 3;
}
static long sum(void)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
int main(void)
{
    for (int k = 0; k < 5; k++)
        step();
    printf("%ld\n", sum());
    fflush(stdout);
    if (fork() == 0) {
        step();
        printf("child %ld\n", sum());
        fflush(stdout);
        if (fork() == 0) {
            step();
            printf("its child %ld\n", sum());
            return 0;
        }
        wait(NULL);
        return 0;
    }
    wait(NULL);
    step();
    printf("parent %ld\n", sum());
    return 0;
}
EOF
    printf '%s\n' 300000 'child 360000' 'its child 420000' 'parent 360000' >want
    for how in "" -fopenmp -static; do
        [ "$how" != -static ] || links -static -lm || continue
        wrapped -O1 $how child.c -o child
        for target in auto host; do
            TCR_TARGET=$target OMP_NUM_THREADS=3 timeout -k 1 60 ./child >got
            diff want got
        done
        on_device timeout -k 1 60 ./child >got
        diff want got
    done
}
test_units_children_have_threads() { # of their own: what their parent's loops had has ended before
    cat >members.c <<'EOF'
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 600000 };
static double x[N];
static double sum(void)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static void count(const char *who)
{
    FILE *f = fopen("/proc/self/status", "r");
    char line[200];
    double s = sum() + sum();
    int n = 0;
    while (f && fgets(line, sizeof line, f) && sscanf(line, "Threads: %d", &n) != 1)
        ;
    printf("%s %g, %d threads\n", who, s, n);
    fflush(stdout);
}
int main(void)
{
    count("parent");
    if (fork() == 0) {
        count("child");
        if (fork() == 0) {
            count("its child");
            return 0;
        }
        wait(NULL);
        count("child");
        return 0;
    }
    wait(NULL);
    count("parent");
    return 0;
}
EOF
    for who in parent child 'its child' child parent; do echo "$who 0, 3 threads"; done >want
    for how in "" -fopenmp; do
        wrapped -O1 $how members.c -o members
        for target in auto host; do
            TCR_TARGET=$target OMP_NUM_THREADS=3 timeout -k 1 60 ./members >got
            diff want got
        done
    done
}
# a_driver: a libcuda.so.1 here, whose cuInit takes $STARTS milliseconds and finds no device
a_driver() {
    {
        cat <<'EOF'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
static volatile int within;
static void take_down(void)
{
    printf("taken down%s\n", within ? " at work" : "");
}
static void begin(void) __attribute__((constructor));
static void begin(void)
{
    atexit(take_down);
}
int cuInit(unsigned flags)
{
    long ms = atol(getenv("STARTS"));
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    within = 1;
    atexit(take_down);
    close(open("started", O_CREAT | O_WRONLY, 0666));
    nanosleep(&t, NULL);
    within = 0;
    close(open("ended", O_CREAT | O_WRONLY, 0666));
    return 100 + (int)flags;
}
EOF
        sed -n 's/^ *X([a-z_]*, "\(cu[A-Za-z_0-9]*\)".*/int \1(void) { return 999; }/p' "$ROOT/runtime/cuda/backend_cuda.c" |
            grep -v cuInit
    } >driver.c
    $TCR_CC -shared -fPIC -Wl,-soname,libcuda.so.1 driver.c -o libcuda.so.1
}
test_units_ends_beside_a_start() { # the driver is not taken down while it starts, and nobody waits
    a_driver
    cat >ends.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { N = 1 << 20 };
static double x[N];
static void step(void)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1 / (1 + x[i]);
}
static void late(void)
{
    step();
    printf("late\n");
}
int main(int argc, char **argv)
{
    atexit(late);
    while (access(argv[1], F_OK) != 0)
        step();
    if (argc > 2) { /* what the thread has yet to do */
        sleep(1);
        step();
    }
    printf("end\n");
    return 0;
}
EOF
    wrapped -O1 ends.c -o ends "-Wl,-rpath,$PWD"
    printf '%s\n' end late >want
    STARTS=100000 TCR_LEARN=0 timeout -k 1 60 ./ends started >got
    diff want got
    [ ! -e ended ]
    printf '%s\n' end 'taken down' 'taken down' late >want
    rm started
    STARTS=10 TCR_LEARN=0 timeout -k 1 60 ./ends ended and >got
    diff want got
}
test_units_threads() { # regions of several threads at once, with variables of their own
    cat >threads.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
enum { THREADS = 6, N = 3000 };
static _Thread_local int total;
static __thread double table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static _Thread_local struct { long n, sum; } state;
static int shared[N];
static void *work(void *arg)
{
    long id = (long)arg;
    static int wrong[THREADS];
    double s = 0;
    total = (int)id;
    table[0] = (double)id;
    for (int turn = 0; turn < 20; turn++) {
        total = (int)id;
        s = 0;
        state.sum = 0;
#pragma tcr reduce(+ : total)
        for (int i = 0; i < N; i++)
            total += shared[i];
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 8; i++)
            s += table[i];
#pragma tcr reduce(+ : state.sum)
        for (int i = 0; i < 10 + (int)id; i++)
            state.sum += i;
        if (total != N + id || s != 35 + (double)id || state.sum != (10 + id) * (9 + id) / 2)
            wrong[id] = 1;
    }
    return &wrong[id];
}
int main(void)
{
    pthread_t thread[THREADS];
    int bad = 0;
    for (int i = 0; i < N; i++)
        shared[i] = 1;
    for (long k = 0; k < THREADS; k++)
        pthread_create(&thread[k], 0, work, (void *)k);
    for (int k = 0; k < THREADS; k++) {
        void *wrong;
        pthread_join(thread[k], &wrong);
        bad |= *(int *)wrong;
    }
    printf("%d %d\n", bad, total);
    return bad;
}
EOF
    for flags in -O0 -O2 "-O2 -fopenmp" "-O1 -fPIC -ftls-model=global-dynamic"; do
        # shellcheck disable=SC2086
        wrapped -Wall -Wextra $flags -pthread threads.c -o threads 2>said
        # thread-local reduction variables are the host's, and nothing else is said
        [ "$(grep -c 'warning: ' said)" = "$(grep -c '\[thread-local\]' said)" ]
        TCR_SUMMARY=1 on_device ./threads 2>&1 | grep -E '^tcr: threads.c:22 +0 '
        [ "$(OMP_NUM_THREADS=2 timeout 60 ./threads)" = "0 0" ]
        [ "$(OMP_NUM_THREADS=1 on_device timeout 100 ./threads)" = "0 0" ]
    done
}
