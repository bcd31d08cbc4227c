# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What ends a program that has not asked for it (TCR_STRICT), or has (TCR_TARGET=required), and
# loops that run on both sides (TCR_COMPARE).

wrapped() {
    TCR_CC=${REAL_CC%% *} "$WRAPPER" "$@"
}

# sums NAME: a program with a loop that anybody can run, and one (argument 1) whose arrays overlap.
sums() {
    cat >"$1" <<'END'
#include <stdio.h>
#include <string.h>
double a[1001];
static void shift(double *to, const double *from, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        to[i] = from[i] + 1;
}
int main(int argc, char **argv)
{
    long sum = 0;
#pragma tcr reduce(+:sum) if(argc < 3)
    for (int i = 1; i <= 1000; i++)
        sum += i;
    if (argc == 2 && !strcmp(argv[1], "overlap"))
        shift(a + 1, a, 1000);
    printf("%ld %g\n", sum, a[1000]);
    return 0;
}
END
}

# device COMMAND...: on the simulated one.
device() {
    env TCR_BACKEND=sim TCR_TARGET=device "$@"
}

# Bytes that nobody has written: of an element, of a member, where the loop writes the array, too.
# A structure with padding is copied, and what is only written is no fault.
test_build_strict_never_written() {
    cat >never.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#define N 200
struct p { char tag; double x; short k; };
double made[N], to[N];
struct p r[N];
int main(int argc, char **argv)
{
    int kind = argc > 1 ? atoi(argv[1]) : 0;
    long s = 0;
#pragma tcr data create(made[0:N]) create(r[0:N])
    {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            if (kind != 2 || i != 77)
                made[i] = i;
#pragma tcr loop
        for (int i = 0; i < N; i++)
            r[i].x = i;
        if (kind == 0 || kind == 2) {
#pragma tcr loop
            for (int i = 0; i < N; i++)
                to[i] = made[i] + r[i].x;
        }
        if (kind == 1) {
#pragma tcr loop
            for (int i = 0; i < N; i++) {
                struct p v = r[i];
                to[i] = 2 * v.x;
            }
        }
        if (kind == 3) {
#pragma tcr loop
            for (int i = 0; i < N; i++)
                to[i] = r[i].k;
        }
        if (kind == 4) {
#pragma tcr reduce(+:s)
            for (int i = 0; i < N; i++)
                s += r[i].k;
        }
        if (kind == 5) {
#pragma tcr loop
            for (int i = 0; i < N; i++)
                r[i].k += 2;
        }
    }
    printf("%g %d\n", to[3], s != 1);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none never.c -o never
    for kind in 0 1; do
        [ "$(TCR_STRICT=1 device ./never $kind)" = "6 1" ]
    done
    for kind in 2 3 4 5; do
        status 134 device ./never $kind >out 2>said
        grep '^tcr: never.c:[0-9]*: the device has not run the loop: .*: bytes that were never written (found by the simulated device' said
        [ ! -s out ]
        TCR_SIM_CHECK=0 device ./never $kind >out
        grep ' 1$' out
    done
}

# Where the host has the data, TCR_STRICT=0 has it go on.
test_build_strict_off() {
    cat >made.c <<'END'
#include <stdio.h>
int a[100];
int main(void)
{
    int sum = 0;
#pragma tcr data create(a[0:100])
    {
#pragma tcr reduce(+:sum)
        for (int i = 0; i < 100; i++)
            sum += a[i] + 1;
    }
    printf("%d\n", sum);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none made.c -o made
    status 134 device ./made
    TCR_STRICT=1 status 134 device ./made
    [ "$(TCR_STRICT=0 device ./made)" = 100 ]
}

# A kernel outside of what is mapped: here the program's own fault.
test_build_strict_out_of_bounds() {
    cat >out.c <<'END'
#include <stdio.h>
#include <tcr.h>
int main(void)
{
    double sum = 0, *p = tcr_malloc(80 * sizeof *p);
#pragma tcr loop deviceptr(p)
    for (int i = 0; i < 80; i++)
        p[i] = 1;
#pragma tcr reduce(+:sum) deviceptr(p)
    for (int i = 0; i < 81; i++)
        sum += p[i];
    printf("%g\n", sum);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none out.c -o out
    status 134 device ./out 2>said
    grep '^tcr: out.c:9: the device has not run the loop: .*0 bytes beyond the end of an allocation of 640 bytes' said
}

# With TCR_STRICT=1, what nobody has asked for ends the program; what somebody has asked for, or the
# documents say, does not.
test_build_strict_reasons() {
    sums sums.c
    wrapped -O1 --tcr-arch=none sums.c -o sums
    TCR_SIM_CXX=/nowhere/c++ device ./sums
    TCR_STRICT=1 TCR_SIM_CXX=/nowhere/c++ status 134 device ./sums 2>said
    grep '^tcr: sums.c:13: the device has not run the loop: no code for this device: .* (TCR_STRICT=1)' said
    TCR_STRICT=1
    export TCR_STRICT
    [ "$(device ./sums overlap)" = "500500 1000" ]
    [ "$(device ./sums no device)" = "500500 0" ]
    for words in TCR_TARGET=host TCR_TARGET=auto TCR_BACKEND=host \
        TCR_FAULT=alloc:1 TCR_FAULT=copy:1 TCR_FAULT=launch:1 TCR_FAULT=module:1 TCR_FAULT=sync:1 \
        TCR_FAULT=lost:1 TCR_FAULT=lost:9 TCR_FAULT=init:1; do
        [ "$(device env "$words" ./sums)" = "500500 0" ]
    done
}

test_build_strict_required() {
    sums sums.c
    wrapped -O1 --tcr-arch=none sums.c -o sums
    TCR_BACKEND=sim TCR_TARGET=required
    export TCR_BACKEND TCR_TARGET
    [ "$(./sums 2>said)" = "500500 0" ]
    [ ! -s said ]
    [ "$(./sums not this)" = "500500 0" ]
    status 1 ./sums overlap 2>said
    grep "^tcr: sums.c:6: the device has not run the loop: .* (TCR_TARGET=required)$" said
    status 1 env TCR_BACKEND=host ./sums 2>said
    grep '^tcr: sums.c:13: the device has not run the loop: TCR_BACKEND=host (TCR_TARGET=required)$' said
    for fault in init lost launch alloc; do
        status 1 env TCR_FAULT=$fault:1 ./sums 2>said
        grep 'injected .*(TCR_TARGET=required)$' said
    done
    cat >api.c <<'END'
#include <tcr.h>
int main(void) { return tcr_malloc(8) == 0; }
END
    wrapped --tcr-arch=none api.c -o api
    ./api
    status 1 env TCR_FAULT=init:1 ./api 2>said
    grep '^tcr: no device: .*(TCR_TARGET=required)$' said
}

# Who asks for a device in so many words hears that there is none, once.
test_build_strict_no_device() {
    sums sums.c
    wrapped -O1 --tcr-arch=none sums.c -o sums
    TCR_FAULT=init:1 device ./sums overlap 2>said
    [ "$(grep tcr: said)" = "tcr: TCR_TARGET=device: no device: injected failure (init); everything runs on the host" ]
    [ "$(TCR_BACKEND=sim TCR_FAULT=init:1 ./sums 2>&1)" = "500500 0" ]
}

# both COMMAND...: compared.
both() {
    env TCR_COMPARE=1 TCR_BACKEND=sim TCR_STRICT=1 "$@"
}

test_build_compare() {
    cat >all.c <<'END'
#include <math.h>
#include <stdio.h>
struct p { char tag; double x; short k; float f[2]; };
#define N 2000
double x[N], y[N], m[8];
int z[N], hist[16];
struct p r[N];
int main(void)
{
    double sum = 1, most = 0, again = 0.5;
    int count = 0;
    for (int i = 0; i < N; i++)
        x[i] = sin(i), z[i] = i;
#pragma tcr reduce(+:sum,count) reduce(max:most)
    for (int i = 0; i < N; i++) {
        sum += x[i] * x[i];
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
        count += x[i] > 0;
    }
#pragma tcr loop
    for (int i = 0; i < N; i++)
        y[i] = exp(x[i]) + 1;
#pragma tcr loop
    for (int i = 1; i < N; i += 2) {
        r[i].x = x[i] * 3;
        r[i].k = (short)i;
        r[i].f[1] = (float)x[i];
    }
#pragma tcr reduce(+:hist[0:16])
    for (int i = 0; i < N; i++)
        hist[z[i] & 15] += 2;
#pragma tcr reduce(+:m[0:8])
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            m[j] += x[i] * x[i] * j;
#pragma tcr data copy(x[0:N])
    {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            x[i] = x[i] * 2 + 1;
#pragma tcr reduce(+:again) reproducible
        for (int i = 0; i < N; i++)
            again += x[i];
    }
    printf("%.9g %.9g %d %.9g %.9g %.9g %d %.9g\n", sum, most, count, y[100], r[101].x, again, hist[3], m[7]);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none all.c -o all -lm
    TCR_TARGET=host ./all >host
    both ./all >out 2>said
    diff host out
    [ "$(grep -c tcr: said)" = 1 ]
    grep '^tcr: compare: 7 calls, 16021 values, of which 0 differ; 0 calls not compared$' said
    # every loop's results, altered on their way from the device
    set -- '14: compare: count: host 999, device [0-9-]*$' \
        '20: compare: y\[1000\]: host ' '23: compare: r\[1000\]' \
        '29: compare: hist\[0:16\], element [0-9]*: host 250, device ' '32: compare: m\[0:8\], element [0-9]*: host ' \
        '38: compare: x\[1000\]: host ' '41: compare: again: host [0-9.e+-]*, device [0-9.e+-]*, may differ by [0-9.e-]*, and by more where its terms cancel$'
    turn=0
    for line; do
        turn=$((turn + 1))
        both env TCR_FAULT=wrong:$turn ./all >out 2>said
        diff host out
        grep "^tcr: all.c:$line" said
        grep 'compare: 7 calls, .* of which [1-9][0-9]* differ' said
    done
}

# Twenty lines, five for a call; all are counted.
test_build_compare_lines() {
    cat >many.c <<'END'
double a[100];
int main(void)
{
    for (int k = 0; k < 6; k++) {
#pragma tcr loop
        for (int i = 0; i < 100; i++)
            a[i] = (double)1 / (i + k + 1) - TCR_DEVICE_IS_OTHER;
    }
    return 0;
}
END
    # the device has another program: its text is changed in the object
    sed 's/TCR_DEVICE_IS_OTHER/1.0625/' many.c >same.c
    wrapped -O1 --tcr-arch=none -S same.c -o same.s
    sed 's/1\.0625)\{0,1\};/1.0325;/' same.s >other.s
    cmp same.s other.s >/dev/null && return 1
    wrapped other.s -o other 2>/dev/null || wrapped --tcr-static other.s -o other
    both ./other 2>said
    [ "$(grep -c 'same.c:5: compare: a\[' said)" = 20 ]
    grep 'compare: 6 calls, 600 values, of which 600 differ; 0 calls' said
}

# What cannot be compared runs as without, and says so once.
test_build_compare_left() {
    cat >left.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double *rows[10], sum = 0;
    for (int i = 0; i < 10; i++)
        rows[i] = calloc(10, sizeof(double));
    for (int k = 0; k < 3; k++) {
#pragma tcr loop
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++)
                rows[i][j] += i + j;
    }
#pragma tcr reduce(+:sum)
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++)
            sum += rows[i][j];
    printf("%g\n", sum);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none left.c -o left
    [ "$(both ./left 2>said)" = 2700 ]
    [ "$(grep -c 'left.c:9: compare: not compared: it writes rows' said)" = 1 ]
    grep 'compare: 1 calls, 1 values, of which 0 differ; 3 calls not compared' said
}
test_build_strict_compare_declared() { # an operator of the program's; a place; an own one beside a last value
    cat >declared.c <<'END'
#include <stdio.h>
struct most {
    int value, n;
};
static void join(struct most *out, const struct most *in)
{
    out->value = in->value > out->value ? in->value : out->value;
    out->n += in->n;
}
#pragma omp declare reduction(join : struct most : join(&omp_out, &omp_in)) initializer(omp_priv = {-1, 0})
int main(void)
{
    struct most m = {3, 10};
    int last = 0, x[100], best = -1, at = -1;
    for (int i = 0; i < 100; i++)
        x[i] = i % 37;
#pragma omp parallel for reduction(join : m)
    for (int i = 0; i < 100; i++) {
        m.value = x[i];
        m.n++;
    }
#pragma omp parallel for reduction(join : m) lastprivate(last)
    for (int i = 0; i < 100; i++) {
        m.n++;
        last = 3 * i;
    }
#pragma tcr reduce(max : best)
    for (int i = 0; i < 100; i++)
        if (x[i] > best) {
            best = x[i];
            at = i;
        }
    printf("%d %d %d %d %d\n", m.value, m.n, last, best, at);
    return 0;
}
END
    wrapped -O1 -fopenmp --tcr-accept=omp --tcr-arch=none declared.c -o declared
    [ "$(both ./declared 2>said)" = '36 210 297 36 36' ]
    grep 'declared.c:17: compare: not compared: it reduces with an operator of the program' said
    grep 'declared.c:22: compare: not compared: it reduces with an operator of the program' said
    grep 'declared.c:27: compare: not compared: it finds a place' said
}
test_build_strict_compare_without_a_device() { # it counts, and says once why
    cat >off.c <<'END'
#include <stdio.h>
int main(void)
{
    double sum = 0;
    for (int k = 0; k < 3; k++) {
#pragma tcr reduce(+:sum)
        for (int i = 0; i < 10; i++)
            sum += i;
    }
#pragma tcr reduce(+:sum)
    for (int i = 0; i < 10; i++)
        sum += i;
    printf("%g\n", sum);
    return 0;
}
END
    wrapped -O1 --tcr-arch=none off.c -o off
    for how in TCR_BACKEND=host TCR_TARGET=host; do
        [ "$(env "$how" TCR_COMPARE=1 ./off 2>said)" = 180 ]
        [ "$(grep -c "compare: no loop is compared from here on: $how" said)" = 1 ]
        grep 'compare: 0 calls, 0 values, of which 0 differ; 4 calls not compared' said
    done
}
test_build_strict_number_of_the_device() {
    sums one.c
    wrapped -O1 --tcr-arch=none one.c -o one
    TCR_BACKEND=sim TCR_TARGET=device TCR_DEVICE=7 ./one 2>said
    grep 'TCR_DEVICE=7, but the process sees 1 device, number 0; everything runs on the host' said
    TCR_BACKEND=sim TCR_SIM_DEVICES=3 TCR_TARGET=device TCR_DEVICE=3 ./one 2>said
    grep 'TCR_DEVICE=3, but the process sees 3 devices, numbers 0 to 2; everything runs' said
}

# Room for an iteration's own memory that the device has not is no path of the host's.
test_build_strict_room() {
    cat >room.c <<'END'
#include <stdio.h>
#include <stdlib.h>
static double x[100];
int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 1;
    for (int k = 0; k < 4; k++)
#pragma omp parallel for
        for (int i = 0; i < 100; i++) {
            double *t = malloc(m * sizeof *t);
            for (int j = 0; j < m; j++)
                t[j] = i + j;
            x[i] = t[m - 1];
            free(t);
        }
    printf("%g\n", x[99]);
    return 0;
}
END
    wrapped --tcr-accept=omp -fopenmp -O1 --tcr-arch=none room.c -o room
    TCR_SUMMARY=1 device ./room 1000 2>said
    ! grep 'needs more memory' said
    TCR_SUMMARY=1 device ./room 2000 2>said
    grep '3 x an iteration needs more memory of its own than the device has for each' said
    grep '1 x iterations have needed more memory of their own than the device has for each' said
}

# What is said of data whose extent nobody knows, and of a section that is too small for what is
# written.
test_build_reasons_of_extents() {
    cat >extent.c <<'END'
#include <stdio.h>
static double x[100], y[100];
static int idx[100];
__attribute__((noinline)) static void gather(int n, double *to, const double *from, const int *at,
                                             const double *more)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        to[i] = from[at[i]];
        if (more)
            to[i] += more[at[i]];
    }
}
__attribute__((noinline)) static void fill(int n, double *to)
{
#pragma tcr loop copy(to[0:n / 2])
    for (int i = 0; i < n; i++)
        to[i] = i;
}
int main(void)
{
    gather(100, y, x, idx, NULL);
    fill(100, x);
    printf("%g\n", y[5] + x[99]);
    return 0;
}
END
    wrapped --tcr-arch=none extent.c -o extent
    TCR_STRICT=0 TCR_TRACE=1 device ./extent >out 2>err
    grep '^99$' out
    grep "the loop reads 'from', whose extent is not known: write copyin(from\[lower:length\])" err
    grep "section of 'to' is smaller than what the loop uses: bytes 0 to 400 of 0 to 800" err
}
