# SPDX-License-Identifier: MIT
# With gcc and clang: a unit without a directive gives the bare compiler's
# result to the byte; a rewritten one gives the same files.

sources() {
    mkdir -p inc src
    echo '#define ONE 1' >inc/one.h
    cat >src/a.c <<'EOF'
#include <stdio.h>
#include <assert.h>
#include "one.h"
/* tcr */
int twice(int x)
{
    assert(x > 0);
    switch (x) {
    case 1:
        x++; /* fall through */
    case 2:
        x += ONE;
    }
    return printf("%s:%d\n", __FILE__, __LINE__) + 2 * x;
}
EOF
    sed 's/twice/thrice/; s/2 \* x/3 * x/' src/a.c >src/b.c
    echo 'int twice(int); int thrice(int); int main(void) { return twice(1) + thrice(1) != 37; }' \
        >src/main.c
    printf 'int bad(void) { return x; }\n' >src/bad.c
}
# both COMMAND...: run it bare and wrapped in two copies of this directory; all
# that is made, printed and returned must be equal.
both() {
    for who in bare wrapped; do
        rm -rf "../$who"
        mkdir "../$who"
        cp -r . "../$who"
        (
            cd "../$who"
            # One place for both: debug information holds its name.
            rm -rf ../work && mv "../$who" ../work && cd ../work
            got=0
            if [ $who = bare ]; then
                "$@" >stdout.txt 2>stderr.raw || got=$?
            else
                TCR_CC="$1" TCR_REWRITE=$FAKE/tcr-rewrite
                export TCR_CC TCR_REWRITE
                shift
                "$WRAPPER" "$@" >stdout.txt 2>stderr.raw || got=$?
            fi
            # The linker names temporaries of the compiler.
            sed "s/cc[A-Za-z0-9]\{6\}\.o/TMP.o/; s/[a-z]*-[0-9a-f]\{6\}\.o/TMP.o/" stderr.raw >stderr.txt
            rm stderr.raw
            echo $got >status.txt
            cd .. && mv work "$who"
        )
    done
    diff -r ../bare ../wrapped
}
each() { # each LIST-OF-COMMAND-LINES: both, for every compiler
    mkdir here
    cd here
    sources
    for cc in $(compilers); do
        echo "$1" | while read -r line; do
            [ -z "$line" ] || both "$cc" $line
        done
    done
}
test_real_untouched() {
    each '
        -Iinc -c src/a.c
        -Iinc -c src/a.c -o a.o -O2 -g -Wall -Wextra
        -Iinc -c src/a.c src/b.c src/main.c -std=gnu89 -fPIC
        -Iinc -S src/a.c -o a.s
        -Iinc -S src/a.c -o -
        -Iinc -E src/a.c
        -Iinc -E -dM src/a.c -o macros
        -Iinc -M src/a.c
        -Iinc -MM -MT x src/a.c
        -Iinc -MD -MF a.dep -c src/a.c
        -Iinc src/a.c src/b.c src/main.c -o prog -lm
        -Iinc src/a.c src/b.c src/main.c -pthread -Wl,-O1
        -Iinc -shared -fPIC src/a.c src/b.c -o lib.so
        -Iinc -fsyntax-only -Wextra src/a.c
        -c src/bad.c
        -c src/bad.c src/main.c
        -c src/missing.c
        -Iinc -c src/a.c -no-such-option
        src/main.c -o prog
        -c -x assembler src/a.c
        --version
        -dumpmachine
        -print-prog-name=ld
        -print-search-dirs
        -v
    '
}
test_real_standard_input() {
    mkdir here
    cd here
    sources
    for cc in $(compilers); do
        "$cc" -x c -c - -o bare.o <src/main.c
        TCR_CC=$cc "$WRAPPER" -x c -c - -o wrapped.o <src/main.c
        cmp bare.o wrapped.o
        "$cc" -E - <src/main.c >bare.i
        TCR_CC=$cc "$WRAPPER" -E - <src/main.c >wrapped.i
        cmp bare.i wrapped.i
    done
}
# The same with a directive in every file: names and depfiles of what is made,
# programs' answers (objects may differ).
names() {
    mkdir here
    cd here
    sources
    for f in src/a.c src/b.c src/main.c; do
        echo '#pragma tcr loop' >>"$f"
    done
    FAKE_REWRITE=cpp TCR_LIBDIR=$LIB
    export FAKE_REWRITE TCR_LIBDIR
    for cc in $(compilers); do
        echo "$1" | while read -r line; do
            [ -n "$line" ] || continue
            both "$cc" $line -Wno-unknown-pragmas || :
            (cd ../bare && find . -type f | sort) >bare.txt
            (cd ../wrapped && find . -type f | sort) >wrapped.txt
            diff bare.txt wrapped.txt
            rm bare.txt wrapped.txt
            for f in stderr.txt status.txt $(cd ../bare && find . -name '*.d'); do
                diff "../bare/$f" "../wrapped/$f"
            done
            ! [ -x ../bare/prog ] || (cd ../wrapped && ./prog)
        done
    done
}
test_real_rewritten_names() {
    names '
        -Iinc -c src/a.c
        -Iinc -c src/a.c src/b.c
        -Iinc -c src/a.c -MD
        -Iinc -c src/a.c -o inc/x.o -MD
        -Iinc -c src/a.c -o inc/x.o -MMD -MP -g
        -Iinc -c src/a.c -MD -MF inc/deps.d -MT target
        -Iinc -c src/a.c -Wp,-MD,inc/deps.d -o inc/a.o
        -Iinc -c src/a.c -Wp,-MMD,inc/deps.d
        -Iinc -S src/a.c -MD
        -Iinc -fsyntax-only src/a.c -MD
        -Iinc -c src/a.c -Wextra -Wall
        -Iinc --coverage -c src/a.c -o inc/x.o
        -Iinc -gsplit-dwarf -g -c src/a.c
        -Iinc -fstack-usage -c src/a.c -o inc/x.o
        -Iinc -flto -c src/a.c
    '
}
test_real_linked_names() {
    # The library is a dummy; only calls of the heap come to it, and what a static link asks for.
    for f in malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign; do
        echo "void *__real_$f(); void *__wrap_$f(void *a, void *b, void *c)"
        echo "{ return __real_$f(a, b, c); }"
    done >wraps.c
    echo 'void omp_set_num_threads(int n) {}' >threads.c
    gcc -w -c wraps.c threads.c
    rm "$LIB/libtcr.a"
    ar rc "$LIB/libtcr.a" wraps.o threads.o
    rm wraps.[co] threads.[co]
    names '
        -Iinc src/a.c src/b.c src/main.c -o prog
        -Iinc src/a.c src/b.c src/main.c -o prog -MD
        -Iinc -MMD src/a.c src/b.c src/main.c
        -Iinc --coverage src/a.c src/b.c src/main.c -o inc/tested
        -Iinc -O2 -flto src/a.c src/b.c src/main.c -o prog
        -Iinc -static src/a.c src/b.c src/main.c -o prog
    '
}
test_real_save_temps() {
    needs gcc
    mkdir -p src out
    marked src/a.c
    echo 'int main(void) { return 0; }' >main.c
    for line in "-save-temps -c src/a.c" "-save-temps=obj -c src/a.c -o out/b.o" \
        "-save-temps -c src/a.c -o out/b.o" "-save-temps=cwd -c src/a.c -o out/b.o" \
        "-save-temps -c src/a.c -dumpbase X" "-save-temps -c src/a.c -dumpbase X.c -o out/b.o" \
        "-save-temps=obj -S src/a.c -dumpbase X.c -dumpbase-ext .c -o out/b.s" \
        "-save-temps -c src/a.c -dumpdir out/p -o b.o" "-save-temps -c src/a.c -dumpbase out/X" \
        "-save-temps -c src/a.c -dumpdir out/ -dumpbase Y" \
        "-save-temps src/a.c main.c" "-save-temps=obj src/a.c main.c -o out/a.out" \
        "-save-temps=obj src/a.c main.c -o out/x.exe" "-save-temps src/a.c main.c -o out/a.b.c" \
        "-save-temps=cwd -shared -fPIC src/a.c -o out/a.so.1"; do
        gcc -Wno-unknown-pragmas $line
        ls . out >bare.txt 2>&1
        find . -name '*.[ios]' -exec rm {} +
        TCR_CC=gcc FAKE_REWRITE=cpp TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" $line
        ls . out | diff bare.txt -
        find . -name '*.[ios]' -exec rm {} +
    done
}
test_real_debug_names_no_temporary() {
    marked a.c
    for cc in $(compilers); do
        TCR_CC=$cc FAKE_REWRITE=cpp TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -g -c a.c
        not grep -a tcr-cc- a.o
    done
}
# What is said of a rewritten unit is what the compiler says of the user's text: columns
# within strings, macros, other pragmas.
test_real_messages() {
    mkdir here
    cd here
    cat >a.c <<'EOF'
#include <stdio.h>
#define SHOW(x) printf("%d %s\n", x, x)
#pragma tcr loop
void show(char *s)
{
    int unused;
    SHOW(s);
}
EOF
    for cc in $(compilers); do
        "$cc" -Wall -c a.c -Wno-unknown-pragmas 2>bare.txt
        [ -s bare.txt ]
        TCR_CC=$cc FAKE_REWRITE=cpp TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -Wall -c a.c \
            2>wrapped.txt
        diff bare.txt wrapped.txt
        [ -f a.o ] && rm a.o
        # A pragma that is neither ours nor known is still warned of.
        sed 's/int unused/#pragma other thing\nint unused/' a.c >b.c
        TCR_CC=$cc FAKE_REWRITE=cpp TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -Wall -c b.c \
            2>wrapped.txt
        grep Wunknown-pragmas wrapped.txt
        rm b.o
    done
}

test_real_ccache_asks() { # with the setting of the user guide, objects of another compiler are not taken
    needs ccache clang
    CCACHE_DIR=$PWD/cache
    CCACHE_COMPILERCHECK='%compiler% --tcr-version'
    TCR_LIBDIR=$LIB
    export CCACHE_DIR CCACHE_COMPILERCHECK TCR_LIBDIR
    echo 'int f(int x) { return x * 3; }' >a.c
    for cc in gcc clang gcc; do
        TCR_CC=$cc ccache "$WRAPPER" -c a.c -o got.o
        $cc -c a.c -o want.o
        cmp got.o want.o
    done
    ccache -s | grep -E 'Hits: +1 / +3' # the second time with gcc
}
# What OpenMP has for the program's own threads, and loops that are refused, are left as they were, to
# the byte, beside a loop that is taken over.
test_real_left_text() {
    cat >left.c <<'EOF'
double a[100], b[100], s;
void left(int n);
void left(int n)
{
#pragma omp parallel sections num_threads(2) firstprivate(n)
    {
#pragma omp section
        a[0] = 3;
#pragma omp section
        for (int i = 1; i < n; i++) a[i]  +=  1;
    }
#pragma omp parallel   shared(s)
#pragma omp single nowait
    {
#pragma omp task depend(inout : a[1]) \
    firstprivate(n)
        a[1] = n;
#pragma omp taskgroup
        {
#pragma omp task  default(shared) if (n > 3)
            s += 1;
        }
#pragma omp taskwait
    }
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++)
#pragma omp ordered
        s = s / 2 + a[i];
#pragma omp parallel for	lastprivate(s)
    for (int i = 0; i < n; i++)
        if (i % 3)
            s = a[i];
#pragma omp parallel
    {
#pragma omp masked
        s = 1;
#pragma omp barrier
#pragma omp critical ( name )
        s *= 2;
    }
#pragma omp flush
}
void taken(int n);
void taken(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        b[i] = a[i];
}
EOF
    for cc in $(compilers); do
        "$cc" -fopenmp -E left.c | sed -n '/^void left(int n)$/,/^}/p' >bare.txt
        TCR_CC=$cc "$WRAPPER" -w --tcr-accept=omp -fopenmp --tcr-keep=kept -c left.c
        sed -n '/^void left(int n)$/,/^}/p' kept/left.tcr.i >kept.txt
        [ "$(wc -l <bare.txt)" -gt 30 ]
        grep 'tcr_region_run(&tcr_region_' kept/left.tcr.i
        cmp bare.txt kept.txt
    done
}
# A unit whose directives nobody heeds reads and changes what another one has on the device: it is
# right, for nothing stays there then.
test_unit_without_tcr_rewrite() {
    cat >main.c <<'EOF'
#include <stdio.h>
double look(double *a, int n);
void change(double *a, int n);
static double a[1000];
int main(void)
{
#pragma omp target enter data map(to : a)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    printf("%g", look(a, 1000));
    change(a, 1000);
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1000; i++)
        a[i] += 1;
#pragma omp target exit data map(from : a)
    printf(" %g\n", a[999]);
    return 0;
}
EOF
    cat >other.c <<'EOF'
double look(double *a, int n);
void change(double *a, int n);
double look(double *a, int n)
{
    double s = 0;
#pragma omp target update from(a[0 : n])
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
void change(double *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] *= 3;
#pragma omp target update to(a[0 : n])
}
EOF
    cat >broken <<EOF
#!/bin/sh
case "\$*" in *other*) kill -SEGV \$\$ ;; esac
exec "$BUILD/bin/tcr-rewrite" "\$@"
EOF
    chmod +x broken
    export TCR_BACKEND=sim TCR_TARGET=device
    for options in "" -flto "-save-temps -fPIC"; do
        TCR_REWRITE=$PWD/broken wrapped --tcr-accept=omp -O1 $options main.c other.c -o p 2>said
        [ "$(grep -c warning: said)" -eq 1 ]
        grep 'other.c: tcr-rewrite died of signal 11' said
        [ "$(./p)" = "499500 2998" ]
    done
    TCR_SUMMARY=1 ./p 2>said
    grep 'main.c:8 *0 *1 ' said # on the device all the same
    grep 'nothing has stayed on the device between loops by directives, for those of other.c' said
    # what the preprocessor leaves out needs no mark
    printf '#if 0\n#pragma omp target update to(a)\n#endif\nint nothing;\n' >left_other.c
    TCR_REWRITE=$PWD/broken wrapped --tcr-accept=omp -c left_other.c
    # libclang has no nested functions
    if case ${cc:-$REAL_CC} in *clang*) false ;; esac then
        sed 's/double s = 0;/& int id(int k) { return s < 0 ? 0 : k; }/; s/s += a\[i\]/s += a[id(i)]/' \
            other.c >nested.c
        wrapped --tcr-accept=omp -O1 main.c nested.c -o p 2>said
        grep 'libclang cannot parse it' said
        [ "$(./p)" = "499500 2998" ]
    fi
}
# A library that comes late would use what is old.
test_late_unit_without_tcr_rewrite() {
    cat >main.c <<'EOF'
#include <dlfcn.h>
static double a[1000];
int main(void)
{
#pragma omp target enter data map(to : a)
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 1000; i++)
        a[i] = i;
    return !dlopen("./other.so", RTLD_NOW);
}
EOF
    printf 'extern double *a;\nvoid f(void);\nvoid f(void)\n{\n#pragma omp target update to(a[0:2])\n}\n' >other.c
    TCR_REWRITE=/nowhere wrapped --tcr-accept=omp -w -shared -fPIC other.c -o other.so
    wrapped --tcr-accept=omp -rdynamic main.c -o p -ldl
    status 134 env TCR_BACKEND=sim TCR_TARGET=device ./p 2>said
    grep 'other.c, whose directives are not heeded .* is loaded while data is on the device' said
    TCR_TARGET=host ./p
}
# OpenACC's copies from and to memory of the device that another library has allocated (here tcr.h's).
test_acc_copies_of_device_memory() {
    cat >p.c <<'EOF'
#include <openacc.h>
#include <stdio.h>
void *tcr_malloc(size_t size);
void tcr_free(void *device);
void *tcr_deviceptr(const void *host);
int main(void)
{
    double a[4] = {1, 2, 3, 4}, x = 0, y = 0;
    double *d = tcr_malloc(sizeof a), *e;
#pragma acc enter data copyin(a)
#pragma acc parallel loop
    for (int i = 0; i < 4; i++)
        a[i] *= 10;
    e = tcr_deviceptr(a);
    acc_memcpy_to_device(d, a, sizeof a);
    acc_memcpy_from_device(&x, d + 1, sizeof x);
    acc_memcpy_to_device(d, e + 2, sizeof x); /* from there, too */
    acc_memcpy_from_device(&y, d, sizeof y);
#pragma acc exit data delete(a)
    tcr_free(d);
    printf("%g %g\n", x, y);
    return 0;
}
EOF
    echo '#include <openacc.h>' | "${REAL_CC%% *}" -E -x c - >/dev/null 2>&1 ||
        { leave_out "no openacc.h" && return; }
    wrapped --tcr-accept=acc p.c -o p
    [ "$(TCR_BACKEND=sim TCR_TARGET=device ./p)" = "20 30" ]
    [ "$(TCR_TARGET=host ./p)" = "20 30" ]
}

# What an iteration is worth, which units tell the runtime: written lengths count below one that is
# not known, but not of a loop that may end early.
test_work_of_inner_loops() {
    cat >inner.c <<'EOF'
void inner(int n, const int *count, const double *q, double *f)
{
#pragma omp parallel for
    for (int l = 0; l < n; l++)
        for (int k = 0; k < 1 + count[l]; k++)
            for (int i = 0; i < 100; i = i + 1)
                for (int j = 0; j < 100; j = j + 1)
                    f[100 * l + i] += q[100 * k + j];
}
void sooner(int n, const int *count, const double *q, double *f)
{
#pragma omp parallel for
    for (int l = 0; l < n; l++)
        for (int k = 0; k < 1 + count[l]; k++)
            for (int j = 0; j < 100000; j++) {
                if (q[j] > k)
                    break;
                f[l] += q[j];
            }
}
EOF
    "$WRAPPER" -w --tcr-accept=omp -fopenmp --tcr-keep=kept -c inner.c
    sed -n 's/^static struct tcr_region tcr_region_[01] = {//p' kept/inner.tcr.i >regions
    awk -F', ' '{ work[NR] = $17 } END { exit !(NR == 2 && work[1] > 16 * 100 * 100 && work[2] < 10000) }' regions
}
