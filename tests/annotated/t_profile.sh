# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What profilers see: names of kernels, lines, ranges.

# loops FILE: a program with two loops in different functions; prints 285 and 45.
loops() {
    cat >"$1" <<'X'
#include <stdio.h>

static double square(double x)
{
    double y = x * x;
    return y;
}

int main(void)
{
    double a[10], sum = 0;
    int all = 0;

    for (int i = 0; i < 10; i++)
        a[i] = i;
#pragma tcr reduce(+:sum)
    for (int i = 0; i < 10; i++) {
        double t = square(a[i]);
        sum += t;
    }
#pragma tcr reduce(+:all)
    for (int i = 0; i < 10; i++)
        all += i;
    printf("%g %d\n", sum, all);
    return 0;
}
X
}
rewrite() { # rewrite OPTION... FILE: the device text
    "$BUILD/bin/tcr-rewrite" --tcr-dump=device "$@" -- "$REAL_CC"
}

test_kernels_are_named_after_their_place() {
    mkdir -p a/src b/src
    loops a/src/two-loops.c
    cp a/src/two-loops.c b/src
    (cd a && rewrite src/two-loops.c) >a.cu
    (cd b/src && rewrite "$PWD/two-loops.c") >b.cu
    for name in tcr_two_loops_c_16_0 tcr_two_loops_c_21_1; do
        grep "^TCR_KERNEL.*($name," a.cu
        grep "^TCR_KERNEL.*($name," b.cu # wherever it is
    done
    # two on one line, a file without a letter, a long name, a name that is not ASCII
    cat >1.c <<'X'
#define BOTH _Pragma("tcr reduce(+:s)") for (int i = 0; i < n; i++) s += i; _Pragma("tcr reduce(+:s)") for (int i = 0; i < n; i++) s += i;
long f(long s, int n) { BOTH return s; }
X
    long=$(printf 'x%.0s' 1 2 3 4 5 6 7 8 9 0)
    long=$long$long$long$long$long$long$long$long.c
    cp 1.c $long
    cp 1.c 'ä"b.c'
    for file in 1.c $long 'ä"b.c'; do
        rewrite "$file" | sed -n 's/^TCR_KERNEL[A-Z_]*(\([a-zA-Z0-9_]*\),.*/\1/p' >names
        [ "$(sort -u names | wc -l)" = 2 ]
        [ "$(grep -c '^tcr_[a-zA-Z0-9_]*_2_[01]$' names)" = 2 ]
        [ "$(awk '{ if (length > most) most = length } END { print most }' names)" -le 80 ]
    done
    # the simulated device finds them
    for file in 1.c 'ä"b.c'; do
        echo 'long f(long, int); int main(void) { return f(0, 5) != 20; }' >main.c
        wrapped "$file" main.c -o program
        on_device ./program
    done
}

test_lines_are_those_of_the_source() {
    mkdir src
    loops src/loops.c
    rewrite src/loops.c >without
    not grep '#line' without
    rewrite --tcr-lineinfo src/loops.c >with
    sed '/^#line/d' with | diff - without
    # follows TEXT LINE: the statement comes behind such a #line
    follows() {
        grep -B1 -F -e "$1" with | grep -x "#line $2 \"src/loops.c\""
    }
    follows 'double y = x * x;' 5
    follows 'return y;' 6
    follows 'double t = ' 18
    follows 'sum += t;' 19
    grep -B1 '^TCR_KERNEL' with | grep '^#line 1 "tcr_loops_c_16_0"' # the rest is nobody's
    wrapped --tcr-lineinfo -O1 src/loops.c -o program
    [ "$(on_device ./program)" = '285 45' ]
}

test_images_have_names_and_lines() {
    needs strings
    loops loops.c
    export TCR_CACHE=off
    "$WRAPPER" --tcr-doctor >found || :
    grep '^NVRTC .*libnvrtc' found || skip "no CUDA Toolkit"
    wrapped --tcr-arch=sm_80,ptx -c loops.c -o plain.o
    wrapped --tcr-arch=sm_80,ptx --tcr-lineinfo -c loops.c -o lines.o
    for o in plain lines; do
        for name in tcr_loops_c_16_0 tcr_loops_c_21_1; do
            grep -a -q "^\.visible \.entry $name(" $o.o  # in the PTX
            strings -a $o.o | grep -x "\.text\.$name" # in the machine code
        done
    done
    strings -a lines.o | grep '\.debug_line'
    grep -a '\.file.*/loops\.c"' lines.o
    not grep -a '\.debug_line' plain.o
    not grep -a -F "$PWD" plain.o
}

test_ranges() {
    "$REAL_CC" -shared -fPIC "$HERE/profiler.c" -o profiler.so
    loops loops.c
    wrapped -O1 loops.c -o loops
    export NVTX_INJECTION64_PATH="$PWD/profiler.so"
    [ "$(TCR_TARGET=host ./loops 2>said)" = '285 45' ]
    printf '> tcr loops.c:%s host\n<\n' 16 21 | diff - said
    [ "$(on_device ./loops 2>said)" = '285 45' ]
    printf '> tcr loops.c:%s\n<\n' 16 21 | diff - said
    # a device that fails: both sides have a range
    [ "$(TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_CXX=/nowhere ./loops 2>said)" = '285 45' ]
    grep -v '^tcr: ' said >ranges
    printf '> tcr loops.c:%s\n<\n> tcr loops.c:%s host\n<\n' 16 16 21 21 | diff - ranges
    for wrong in nowhere.so loops.c ''; do
        [ "$(NVTX_INJECTION64_PATH=$wrong TCR_TARGET=host ./loops 2>said)" = '285 45' ]
        [ ! -s said ]
    done
    # NVIDIA's own header, where it is, finds the library and says the same numbers
    for home in "${CUDA_HOME-}" /usr/local/cuda; do
        [ -e "$home/include/nvtx3/nvToolsExt.h" ] || continue
        "$REAL_CC" -DNUMBERS -fsyntax-only -isystem "$home/include" "$HERE/profiler.c"
        cat >theirs.c <<'X'
#include <nvtx3/nvToolsExt.h>
int main(void) { nvtxRangePushA("theirs"); nvtxRangePop(); return 0; }
X
        "$REAL_CC" -isystem "$home/include" theirs.c -o theirs -ldl
        ./theirs 2>said
        printf '> theirs\n<\n' | diff - said
    done
}

# One thread loads the profiler's library while another runs a constructor, for which the loader
# keeps the first one waiting.
test_ranges_beside_a_constructor() {
    [ -e "$BUILD/lib/libtcr.so" ] || skip "no shared runtime"
    cat >begins.c <<'X'
#include <stdio.h>
#include <unistd.h>
extern volatile int begun;
__attribute__((constructor)) static void begin(void)
{
    long s = 0;
    begun = 1;
    usleep(300000);
#pragma tcr reduce(+:s)
    for (int i = 0; i < 1000; i++)
        s += 2 * i;
    printf("constructor %ld\n", s);
}
X
    cat >main.c <<'X'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <tcr.h>
#include <unistd.h>
volatile int begun;
static void *run(void *unused)
{
    long s = 0;
    while (!begun)
        usleep(1000);
#pragma tcr reduce(+:s)
    for (int i = 0; i < 1000; i++)
        s += i;
    printf("thread %ld\n", s);
    return unused;
}
int main(void)
{
    pthread_t t;
    tcr_is_present(&t, sizeof t); /* the rest of the runtime has opened what it needs */
    pthread_create(&t, 0, run, 0);
    puts(dlopen("./begins.so", RTLD_NOW) ? "opened" : dlerror());
    return pthread_join(t, 0);
}
X
    "$REAL_CC" -shared -fPIC "$HERE/profiler.c" -o profiler.so
    wrapped -O1 -fPIC -shared begins.c -o begins.so
    wrapped -O1 -I"$ROOT/include" -c main.c -o main.o
    # the runtime must be one for both
    "$REAL_CC" -rdynamic main.o -L"$BUILD/lib" -Wl,-rpath,"$BUILD/lib" -ltcr -fopenmp -lpthread -ldl -o main
    NVTX_INJECTION64_PATH="$PWD/profiler.so" TCR_TARGET=host timeout 100 ./main 2>err | sort >said
    printf 'constructor 999000\nopened\nthread 499500\n' | diff - said
}
