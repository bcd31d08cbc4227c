# SPDX-License-Identifier: MIT
# Sanitizers: silent on what is right, and told of the user's line on what is wrong.

sanitizer() { # sanitizer OPTION...: skip without it
    links "$@" || skip "$REAL_CC has no $*"
}
# frames: the stack that a sanitizer has put into `said`, as "#N FUNCTION FILE:LINE".
frames() {
    sed -n 's/^ *\(#[0-9]*\) \(0x[0-9a-f]* in \)*\([^ ]* [^ ]*:[0-9][0-9:]*\).*/\1 \3/p' said >stack
    [ ! -s stack ] || { cat stack && return; }
    # no symbolizer of this compiler's
    sed -n 's/^ *\(#[0-9]*\) .*(\([^ ]*\)+\(0x[0-9a-f]*\)).*/\1 \2 \3/p' said |
        while read -r number file address; do
            echo "$number $(addr2line -f -e "$file" "$address" | tr '\n' ' ')"
        done
}
test_sanitizers_are_silent() {
    program p.c
    for kind in address undefined address,undefined leak thread; do
        links -fsanitize=$kind || { leave_out "$REAL_CC has no -fsanitize=$kind" && continue; }
        for level in -O0 -O2; do
            # what the runtime keeps until the end is reachable: leaks are the user's
            clean wrapped -Wall -Wextra -g $level -fsanitize=$kind -fno-sanitize-recover=all p.c -o p
            [ "$(TSAN_OPTIONS=halt_on_error=1 ./p 2>&1)" = ok ]
        done
        echo "$kind" >>done
    done
    [ "$(wc -l <done)" -ge 3 ]
}
test_sanitizers_with_the_device() { # the runtime's own way, sanitized units around it
    program p.c
    sanitizer -fsanitize=address,undefined
    wrapped -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all p.c -o p
    [ "$(on_device ./p 2>&1)" = ok ]
}
test_sanitizers_address_tells_the_line() {
    sanitizer -fsanitize=address
    cat >out.c <<'EOF'
#include <stdlib.h>
double total(const double *a, int n);
double total(const double *a, int n)
{
    double s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i <= n; i++) {
        int k = i;

        s += a[k];
    }
    return s;
}
int main(int argc, char **argv)
{
    int n = 100 + argc;
    double *a = calloc((size_t)n, sizeof *a);
    double s = total(a, n);

    free(a);
    return s > 0 || !argv[0];
}
EOF
    for flags in "-O0" "-O1" "-O1 -fopenmp-simd --coverage"; do
        # shellcheck disable=SC2086
        wrapped -g $flags -fsanitize=address out.c -o out
        for target in host auto; do
            TCR_TARGET=$target status 1 env OMP_NUM_THREADS=1 ./out 2>said
            grep 'heap-buffer-overflow' said
            frames >seen
            cat seen
            grep -E '^#0 .*total.*out.c:11' seen
            grep -E '^#[1-9] main .*out.c:19' seen
        done
    done
    # a use after free, and a leak
    sed 's/i <= n/i < n/; s/^    double s = total/    free(a);&/; 21,$s/free(a)//' out.c >freed.c
    wrapped -g -O0 -fsanitize=address freed.c -o freed
    status 1 env OMP_NUM_THREADS=1 ./freed 2>said
    grep 'heap-use-after-free' said
    frames | grep -E '^#0 .*freed.c:11'
}
test_sanitizers_undefined_tells_the_line() {
    sanitizer -fsanitize=undefined
    cat >over.c <<'EOF'
#include <limits.h>
#include <stdio.h>
static int a[10];
int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        a[i] = i;
    a[7] = INT_MAX;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 10; i++) {
        int t = a[i]
            + 3;
        s += t & 1;
    }
    printf("%d\n", s);
    return 0;
}
EOF
    for level in -O0 -O2; do
        wrapped -g $level -fsanitize=undefined over.c -o over
        OMP_NUM_THREADS=1 ./over 2>said
        grep -E '^over.c:1[23]:[0-9]+: runtime error: signed integer overflow' said
        [ "$(grep -c 'runtime error' said)" = 1 ]
    done
}
test_sanitizers_thread_tells_the_line() {
    sanitizer -fsanitize=thread -pthread
    cat >race.c <<'EOF'
#include <pthread.h>
static int a[1000];
static void *other(void *arg)
{
    for (int turn = 0; turn < 1000; turn++)
        for (int i = 0; i < 1000; i++)
            ((int *)arg)[i]++;
    return 0;
}
int main(void)
{
    pthread_t thread;
    int s = 0;
    pthread_create(&thread, 0, other, a);
    for (int turn = 0; turn < 1000; turn++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 1000; i++)
            s += a[i] & 1;
    }
    pthread_join(thread, 0);
    return s < 0;
}
EOF
    wrapped -g -O1 -fsanitize=thread race.c -o race -pthread
    TCR_TARGET=host status 66 ./race 2>said
    grep 'data race' said
    frames | grep -E '^#0 main .*race.c:18'
}
