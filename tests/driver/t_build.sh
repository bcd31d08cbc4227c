# SPDX-License-Identifier: MIT
# With the real tcr-rewrite and runtime: programs that run.

wrapped() {
    TCR_CC=$cc "$WRAPPER" "$@"
}
sum() { # sum FILE: a program that adds 0..999
    cat >"$1" <<'EOF'
#include <stdio.h>
static double a[1000];
int main(void)
{
    double s = 0;
    for (int i = 0; i < 1000; i++)
        a[i] = i;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 1000; i++)
        s += a[i];
    printf("%g %s:%d\n", s, __FILE__, __LINE__);
    return 0;
}
EOF
}
answers() {
    [ "$("$@")" = "499500 sum.c:11" ]
}
test_build_ways_to_a_program() {
    sum sum.c
    for cc in $(compilers); do
        wrapped -O2 -Wall -Wextra -Werror -pedantic sum.c -o one 2>said
        grep -e warning -e error said | not grep -v "^+"
        answers ./one
        wrapped -O2 -g -c sum.c -MD
        wrapped sum.o -o two -lm
        answers ./two
        not grep -a tcr-cc- sum.o sum.d
        "$cc" -O2 -g -MD -Wno-unknown-pragmas -c sum.c -MF bare.d -o bare.o
        sed 's/bare.o/sum.o/' bare.d | diff - sum.d
        wrapped -S sum.c && wrapped -x assembler sum.s -o three
        answers ./three
        wrapped -E sum.c -o sum.i && wrapped sum.i -o four
        answers ./four
        if echo 'int main(void) { return 0; }' | "$cc" -flto -x c - -o none 2>/dev/null; then # clang's has a plugin of the linker
            wrapped -O2 -flto -c sum.c && wrapped -flto -O2 sum.o -o five
            answers ./five
        fi
        wrapped -x c - -o six <sum.c
        [ "$(./six)" = "499500 <stdin>:11" ]
        wrapped --coverage sum.c -o seven
        answers ./seven
        ls ./*sum.gcda
        rm ./*sum.gc*
    done
}
# A program that loads a library may define functions of its own for those of the library.
test_build_interposed() {
    cat >lib.c <<'EOF'
static int one(int x) { return x + 1; }
int by(int x);
__attribute__((visibility("hidden"))) int inner(int x);
int inner(int x) { return by(x) + one(x); }
long sum(int n);
long sum(int n)
{
    long s = 0;
#pragma tcr reduce(+:s)
    for (int by = 0; by < n; by++)
        s += inner(by);
    return s;
}
int by(int x) { return 2 * x; }
EOF
    cat >user.c <<'EOF'
#include <stdio.h>
long sum(int);
int main(void) { printf("%ld\n", sum(100)); return 0; }
EOF
    echo 'int by(int x) { return 7 * x; }' >by.c
    cat user.c by.c >other.c
    for flags in 'gcc -O0' 'gcc -O2' 'gcc -O2 -fno-semantic-interposition' 'clang -O0'; do
        cc=${flags%% *}
        command -v "$cc" >/dev/null || continue
        wrapped -Wall -Wextra -pedantic -Werror --tcr-arch=none -fPIC -shared ${flags#* } lib.c -o liblib.so
        nm -D liblib.so | not grep tcr_own
        for program in user other; do
            cc $program.c -L. -llib -Wl,-rpath,"$PWD" -o $program
            for target in host device; do
                TCR_BACKEND=sim TCR_TARGET=$target ./$program >$program.$target
            done
            cmp $program.host $program.device
        done
        echo 14950 | cmp - user.device
    done
    cc=gcc
    command -v gcc >/dev/null || return 0
    wrapped -O2 --tcr-arch=none -fPIC -shared lib.c -o liblib.so
    [ "$(TCR_BACKEND=sim TCR_TARGET=device TCR_SUMMARY=1 ./user 2>summary)" = 14950 ]
    awk '/lib.c:9/ { print $3, $4 }' summary | grep '^0 1$'
    [ "$(TCR_BACKEND=sim TCR_TARGET=device TCR_SUMMARY=1 ./other 2>summary)" = 39700 ]
    awk '/lib.c:9/ { print $3, $4 }' summary | grep '^1 0$'
    # by the loader's variable
    gcc -fPIC -shared by.c -o libby.so
    [ "$(LD_PRELOAD=$PWD/libby.so TCR_BACKEND=sim TCR_TARGET=device ./user)" = 39700 ]
}
test_build_rewriter_spares_its_input() {
    sum sum.c
    cp sum.c kept.c
    ln -s sum.c link.i
    for words in '-o sum.c' '-o link.i' '--tcr-report=sum.c'; do
        status 2 "$BUILD/bin/tcr-rewrite" $words sum.c -- cc 2>said
        grep "input file 'sum.c' is the same as output file" said
        cmp sum.c kept.c
    done
}
test_build_plain_link_names_the_remedy() {
    cc=${REAL_CC%% *}
    sum a.c
    cat >b.c <<'END'
int next(int);
int refused(int n)
{
    int s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += next(i);
    return s;
}
END
    for unit in a b; do
        wrapped -w -c $unit.c
        status 1 "$cc" $unit.o -o plain 2>said
        grep tcr_link_with_tcr_cc said
    done
    wrapped a.o -o linked
    ./linked
    wrapped -no-pie -fno-pie a.c -o linked
    ./linked
}
test_build_constructor_beside_a_thread() { # that loads device code: it must not wait for ever
    [ -z "${PROGRAMS_CFLAGS-}" ] || skip "a plain compiler links the program"
    cc=${REAL_CC%% *}
    cat >of_thread.c <<'END'
long of_thread(int n)
{
    long s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += i;
    return s;
}
END
    cat >begins.c <<'END'
#include <stdio.h>
__attribute__((constructor)) static void begin(void)
{
    long s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 1000; i++)
        s += 2 * i;
    printf("constructor %ld\n", s);
}
END
    cat >main.c <<'END'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *run(void *f)
{
    printf("thread %ld\n", ((long (*)(int))f)(1000));
    return 0;
}
int main(void)
{
    pthread_t t;
    void *of_thread = dlopen("./of_thread.so", RTLD_NOW);
    pthread_create(&t, 0, run, dlsym(of_thread, "of_thread"));
    usleep(100000);
    puts(dlopen("./begins.so", RTLD_NOW) ? "opened" : dlerror());
    return pthread_join(t, 0);
}
END
    for library in of_thread begins; do
        wrapped --tcr-arch=none -O1 -fPIC -shared $library.c -o $library.so
    done
    "$cc" main.c -o main -lpthread -ldl
    TCR_STRICT=1 TCR_BACKEND=sim TCR_TARGET=device timeout 100 ./main | sort >said
    printf 'constructor 999000\nopened\nthread 499500\n' | diff - said
}
test_build_large_arrays() { # what the compiler links, tcr-cc links
    [ -z "${PROGRAMS_CFLAGS-}" ] || skip "a sanitized runtime"
    unset COMPILER_PATH # gold places large arrays before small ones
    cc=${REAL_CC%% *}
    cat >large.c <<'END'
#include <stdio.h>
static double a[300000000];
int main(void)
{
    double s = 0;
    a[7] = 1;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 1000; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
END
    sed 's/^#pragma tcr reduce/#pragma omp parallel for reduction/' large.c >openmp.c
    linked=0
    for flags in '-O1' '-O1 -mcmodel=medium' '-O1 -mcmodel=large' '-O1 -fno-pie -no-pie'; do
        "$cc" -w $flags large.c -o plain 2>said || continue
        # clang 19's lock of a reduction is a symbol that GNU ld cannot reach so
        "$cc" -w $flags -fopenmp openmp.c -o openmp 2>said || flags="$flags -Wl,--no-relax"
        wrapped --tcr-arch=none $flags large.c -o large
        linked=$((linked + 1))
        [ "$(./plain)" = 1 ] || continue # so much memory is not to be had
        [ "$(TCR_TARGET=host ./large)" = 1 ]
        [ "$(TCR_BACKEND=sim TCR_TARGET=device ./large)" = 1 ]
    done
    [ $linked -gt 0 ] || skip "the compiler links no array of 2 GiB"
}
test_build_rewriter_spares_headers() {
    sum sum.c
    echo 'extern int of_the_header;' >sum.h
    { echo '#include "sum.h"'; cat sum.c; } >with.c
    cp sum.h kept.h
    ln -s sum.h link.i
    for words in '-o sum.h' '-o link.i' '--tcr-report=./sum.h' '--tcr-report=json:sum.h'; do
        status 1 "$BUILD/bin/tcr-rewrite" $words with.c -- cc 2>said
        grep "is included by 'with.c'; name another" said
        cmp sum.h kept.h
    done
    status 1 "$WRAPPER" --tcr-report=sum.h -c with.c 2>said
    grep "'sum.h' is included by 'with.c'; name another report file" said
    cmp sum.h kept.h
    [ ! -e with.o ]
}
test_build_report_into_the_depfile() { # named, named otherwise, and by default
    sum a.c
    for words in '-MF x.d --tcr-report=x.d' '-MF x.d --tcr-report=sarif:./x.d' \
        '-MFx.d --tcr-report=json:x.d' '--tcr-report=a.d' '-o b.o --tcr-report=b.d'; do
        rm -f ./*.d
        status 1 "$WRAPPER" -MD $words -c a.c 2>said
        grep "is the dependency file of this command, too; name another one" said
        [ ! -e a.o ] && [ ! -e b.o ]
    done
    "$WRAPPER" -MD -MF x.d --tcr-report=y.d -c a.c
    grep a.c x.d && grep remark y.d
}
test_build_depfile_on_a_full_disk() { # TMPDIR is not to blame
    [ -w /dev/full ] || skip "no /dev/full"
    sum a.c
    status 1 "$WRAPPER" -MD -MF /dev/full -c a.c 2>said
    grep /dev/full said
    status 1 grep TMPDIR said
}
test_build_report() {
    sum sum.c
    sed 's/main/other/' sum.c >other.c
    cc=${REAL_CC%% *}
    wrapped --tcr-arch=none --tcr-report=report -c sum.c other.c
    [ "$(grep -c -e '^sum.c:[0-9]*:13: remark: ' -e '^other.c:[0-9]*:13: remark: ' report)" -eq 2 ]
    for i in 1 2 3 4 5 6; do
        wrapped --tcr-arch=none --tcr-report=report -c sum.c -o $i.o &
    done
    wait
    [ "$(grep -c '^[a-z]*.c:[0-9]*:13: remark: device loop of 1 level; .*;$' report)" -eq 8 ]
    [ -c /dev/full ] || { leave_out "no /dev/full" && return; }
    status 1 wrapped --tcr-arch=none --tcr-report=/dev/full -c sum.c 2>said
    grep "error: cannot write the report '/dev/full': No space left on device" said
    for dump in "" --tcr-dump=plan; do
        says "cannot write standard output: No space left" sh -c '"$@" >/dev/full' sh \
            "$BUILD/bin/tcr-rewrite" $dump sum.c -- "$cc"
    done
}
test_build_report_json() {
    sum sum.c
    sed 's/main/other/' sum.c >other.c
    cc=${REAL_CC%% *}
    for i in 1 2 3 4 5 6; do
        wrapped --tcr-arch=none --tcr-report=json:report -c sum.c -o $i.o &
    done
    wait
    wrapped --tcr-arch=none --tcr-report=json:- -c sum.c other.c >said
    cat said >>report
    [ "$(wc -l <report)" -eq 8 ]
    [ "$(grep -c '^{"file":"[a-z]*.c","line":[0-9]*,"origin":"tcr",.*,"warnings":\[\],"pending":false}$' report)" -eq 8 ]
    wrapped --tcr-arch=none --tcr-report=json -c sum.c >said2
    head -1 said | cmp - said2
    wrapped --tcr-arch=none --tcr-report=- -c sum.c | grep '^sum.c:[0-9]*:13: remark: '
    if command -v python3; then
        python3 -c 'import json, sys
for line in sys.stdin: json.loads(line)' <report
    else
        leave_out "no python3"
    fi
    for value in "" json:; do
        status 1 wrapped --tcr-report=$value -c sum.c 2>said
        grep "tcr-cc: error: --tcr-report: '$value' needs a file" said
    done
    status 1 wrapped --tcr-arch=none --tcr-report=json:nowhere/x -c sum.c 2>said
    grep "error: cannot write the report 'nowhere/x': No such file" said
    status 1 wrapped --tcr-arch=none --tcr-strict --tcr-report=json:strict -c -x c - 2>said <<'X'
int f(const int *a, int n)
{
    int s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) { s += a[i]; if (a[i] == 9) return 3; }
    return s;
}
X
    grep '"decision":"refused","reason_code":"jump-out"' strict
}
test_build_missing_toolkit() {
    sum sum.c
    cc=${REAL_CC%% *}
    export TCR_CUDA_HOME="$PWD/nowhere"
    wrapped --tcr-arch=sm_80 -c sum.c 2>said
    [ "$(grep -c "warning: TCR_CUDA_HOME is ignored: '$PWD/nowhere' is not a directory" said)" -eq 1 ]
    mkdir nowhere
    wrapped --tcr-arch=sm_80 -c sum.c 2>said
    not grep 'TCR_CUDA_HOME is ignored' said
}
test_build_reasons_are_given_once() {
    cat >two.c <<'EOF'
int main(void)
{
    double s = 0, t = 0, a[100];
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += a[i];
#pragma tcr reduce(+:t)
    for (int i = 0; i < 100; i++)
        t += 2 * a[i];
    return s != 4950 || t != 9900;
}
EOF
    cc=${REAL_CC%% *}
    wrapped --tcr-arch=none two.c -o two
    TCR_TARGET=device TCR_BACKEND=sim TCR_SIM_CXX=/nowhere/c++ TCR_TRACE=1 ./two 2>said
    cat said
    [ "$(grep -c 'no code for this device: simulated device: no C++ compiler' said)" -eq 2 ]
    TCR_BACKEND=sim TCR_SIM_SMS=-1 ./two 2>said
    grep '^tcr: warning: TCR_SIM_SMS=-1 is not known (a number from 1 to 1024; using 4)' said
}
test_build_little_room() {
    sum sum.c
    unshare -rm sh -euc 'mkdir full && mount -t tmpfs -o size=4k tmpfs full' 2>/dev/null ||
        skip "no file system of a given size (unshare --map-root-user --mount)"
    for cc in $(compilers); do
        for size in 4k 64k 150k 300k 700k; do
            # Never blamed on the text, and if there is a program, it is right.
            TCR_CC=$cc size=$size unshare -rm sh -euc 'mkdir -p full
                mount -t tmpfs -o "size=$size" tmpfs full
                status=0
                TMPDIR=$PWD/full "$WRAPPER" --tcr-arch=none -O2 sum.c -o sum 2>said || status=$?
                echo "$status" >status'
            cat said
            not grep 'report it' said
            [ "$(cat status)" -eq 0 ] && answers ./sum || [ -s said ]
        done
    done
}
test_build_archives_and_shared_objects() {
    sum sum.c
    sed 's/main(void)/sum(void)/' sum.c >part.c
    echo 'int sum(void); int main(void) { return sum(); }' >main.c
    for cc in $(compilers); do
        wrapped -fPIC -c part.c main.c
        rm -f libpart.a
        ar rc libpart.a part.o
        wrapped main.c -L. -lpart -o one
        [ "$(./one)" = "499500 part.c:11" ]
        wrapped -shared part.o -o libshared.so
        wrapped main.o -L. -lshared -Wl,-rpath,"$PWD" -o two
        [ "$(./two)" = "499500 part.c:11" ]
        wrapped --tcr-static -shared part.o -o libshared.so
        [ "$(./two)" = "499500 part.c:11" ]
    done
}
test_build_library_without_versions() { # its malloc is that of whoever brings one
    cat >so.c <<'EOF'
void *malloc(unsigned long);
void free(void *);
void *get(void) { return malloc(8); }
void put(void *p) { free(p); }
EOF
    gcc -shared -fPIC -nostdlib so.c -o libso.so
    sum a.c
    sed -i 's/^int main/void *get(void);\nvoid put(void *);\n&/; s/    double s/    put(get());\n&/' a.c
    for cc in $(compilers); do
        wrapped a.c -L. -lso -Wl,-rpath,. -o a
        ./a >out
        grep '^499500' out
    done
}
test_build_one_runtime() { # where libtcr.so is named, too, all calls are served by one
    cat >a.c <<'EOF'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    double *x = calloc(100, sizeof *x);
#pragma tcr enter data copyin(x[0:100])
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        x[i] += 1;
#pragma tcr exit data copyout(x[0:100])
    printf("%g\n", x[5]);
    return 0;
}
EOF
    cc=$REAL_CC
    for library in "-L$BUILD/lib -ltcr" "$BUILD/lib/libtcr.so" "-Wl,$BUILD/lib/libtcr.so"; do
        # shellcheck disable=SC2086
        wrapped a.c $library -Wl,-rpath,"$BUILD/lib" -o a
        TCR_BACKEND=sim TCR_TARGET=device ./a >out
        grep -x 1 out
    done
}
test_build_report_by_each_compiler() { # remarks are tcr's, not what is said once more of the text
    sum a.c
    for cc in $(compilers); do
        wrapped --tcr-report -c a.c 2>said
        [ "$(grep -c 'a.c:8:13: remark: device loop' said)" = 1 ]
    done
}
test_build_no_runtime_without_regions() {
    plain a.c
    echo 'int main(void) { return 0; }' >main.c
    for cc in $(compilers); do
        wrapped main.c a.c -o one
        "$cc" main.c a.c -o two
        cmp one two
        # sqrt needs -lm here as it does without us.
        echo 'double sqrt(double), x; int main(void) { return (int)sqrt(x); }' >conftest.c
        got=0
        "$cc" -fno-builtin conftest.c -o conftest || got=1
        status $got wrapped -fno-builtin conftest.c -o conftest
    done
}
test_build_diagnostics() {
    for cc in $(compilers); do
        printf 'int f(int *a) {\n int s = 0;\n#pragma tcr reduce(%%:s)\n' >bad.c
        printf ' for (int i = 0; i < 9; i++) s += a[i];\n return s;\n}\n' >>bad.c
        : >bad.o
        status 1 wrapped -c bad.c 2>said
        grep '^bad.c:3:' said
        [ ! -f bad.o ]
        sed 's/tcr reduce(%/trc reduce(+/' bad.c >near.c
        wrapped -c near.c 2>said
        grep '^near.c:3:.*warning' said
        # What the compiler itself has to say stays as it is.
        sed 's/reduce(%/reduce(+/; s/return s/return t/' bad.c >broken.c
        status 1 wrapped -c broken.c 2>said
        grep '^broken.c:5:.*error' said
        printf '#include "none.h"\n#pragma tcr loop\n' >missing.c
        status 1 wrapped -c missing.c 2>said
        grep '^missing.c:1:.*none.h' said
    done
}
test_build_nothing_said_twice() {
    printf '#warning once\n#if 0\n#pragma tcr loop\n#endif\nint x;\n' >a.c
    for cc in $(compilers); do
        wrapped -c a.c 2>said
        [ "$(grep -c '^a.c:.*once' said)" -eq 1 ]
        sed '/^#if/d; /^#endif/d' a.c >b.c
        wrapped -c b.c 2>said || :
        [ "$(grep -c '^b.c:.*once' said)" -eq 1 ]
    done
}
test_build_fallthrough_comments() {
    needs gcc
    cc=gcc
    sum sum.c
    echo 'int f(int x) { switch (x) { case 1: x++; /* fall through */ case 2: x++; } return x; }' \
        >>sum.c
    wrapped -Wextra -Werror -c sum.c
}
# Comments that gcc has kept for their words: two slashes in front of a star begin a comment too, and
# in strict C90 are a division.
test_build_comments_with_stars() {
    needs gcc
    cc=gcc
    cat >stars.c <<'END'
#include <stdio.h>
int main(void)
{
    int i, n = 100, s = 0;
//**** loop ****
#pragma tcr reduce(+:s)
    for (i = 0; i < n; i++) //* adds
        s += i; /* all */
    n = n //* half of it */ 2;
        ;
    printf("%d %d\n", s, n);
    return 0;
}
END
    for option in -std=c90 -std=iso9899:199409 -ansi; do
        sed 's,^//.*,,; s,//\* adds,,' stars.c >old.c
        wrapped $option -Wextra -Werror old.c -o old
        [ "$(TCR_SUMMARY=1 ./old 2>&1 | grep -c -e '^4950 50$' -e '^tcr: old.c:6 ')" = 2 ]
    done
    for option in -std=c99 -std=gnu90 -std=gnu17; do
        wrapped $option -Wextra -Werror stars.c -o stars
        [ "$(TCR_SUMMARY=1 ./stars 2>&1 | grep -c -e '^4950 100$' -e '^tcr: stars.c:6 ')" = 2 ]
    done
}
# Words on falling, quotes and brackets in comments anywhere: gcc keeps them, and the loops are ours.
test_build_comments_with_words() {
    needs gcc
    cc=gcc
    cat >words.c <<'END'
#include <stdio.h>
int main(void)
{
    static int a[100];
    long s = 0; // what falls out isn't "ours {
/* don't */ # /* { */ pragma /* fall */ tcr reduce(+:s) /* don't { */
    for (int i = 0; /* don't fall ) { */ i < 100; i++ /* fall { ' */) {
        // the fall-off isn't " {
        a[i] = i /* falls ; } */;
        switch (a[i] % 3) {
        case 1:
            s++;
            /* fall through */
            // more of it
        case 2:
            s += /* fall ( */ 2;
            goto more;
        more: /* FALLTHRU */
        default:
            s += 0;
        }
    }
#pragma tcr data copy(a[0:100]) // falls '
    { /* fall } */
#pragma tcr reduce(+:s)
        for (int i = 0; i < 100; i++) /* fall ; */ s += a[i] /* fall ; */;
    } /* fall { */
    printf("%ld\n", s);
    return 0;
}
END
    wrapped -Wextra -Werror words.c -o words
    [ "$(TCR_SUMMARY=1 ./words 2>&1 | grep -c -e '^5115$' -e '^tcr: words.c:6 ' -e '^tcr: words.c:25 ')" = 3 ]
}
test_build_header_directive() {
    sum sum.c
    mv sum.c sum.h
    echo '#include <sum.h>' >main.c
    mkdir inc
    mv sum.h inc
    for cc in $(compilers); do
        wrapped -Iinc main.c -o one
        [ "$(./one)" = "499500 inc/sum.h:11" ]
        TCR_CC=$cc "$WRAPPER" -Iinc --tcr-show -c main.c | grep tcr-rewrite
    done
}
test_build_no_warnings() { # -w is for tcr's warnings, too
    sum sum.c
    sed -i 's/s += a\[i\]/a[i] = s += a[i]/' sum.c
    echo '#pragma trc loop' >>sum.c
    for cc in $(compilers); do
        wrapped -c sum.c 2>said
        grep 'did you mean' said
        grep 'loop left as it is' said
        wrapped -w -c sum.c 2>said
        not grep 'warning: ' said
        status 1 wrapped -w --tcr-strict -c sum.c 2>said
        grep 'error: .*\[tcr\]' said
    done
    echo '#pragma tcr reduce(+:' >bad.c
    status 1 wrapped -w -c bad.c 2>said
    grep 'error: .*\[tcr\]' said
}
test_build_unparsed() { # news only if the compiler can parse the unit
    sum sum.c
    sed 's/return 0/return 0 +/' sum.c >bad.c
    for cc in $(compilers); do
        status 1 wrapped -c bad.c 2>said
        not grep 'libclang cannot parse' said
        grep 'error: ' said
    done
    sed 's/double s = 0;/&\n    int g(void) { return 1; }/' sum.c >nested.c
    ! command -v gcc >/dev/null || TCR_CC=gcc "$WRAPPER" -c nested.c 2>said
    ! command -v gcc >/dev/null || grep 'libclang cannot parse' said
}
test_build_system_header() {
    mkdir inc
    sum inc/sum.h
    echo '#include <sum.h>' >main.c
    for cc in $(compilers); do
        wrapped -isystem inc main.c -o one
        [ "$(TCR_SUMMARY=1 ./one 2>&1 | grep -c 'sum.h:8')" = 1 ]
        C_INCLUDE_PATH=inc wrapped main.c -o two
        [ "$(TCR_SUMMARY=1 ./two 2>&1 | grep -c 'sum.h:8')" = 1 ]
        C_INCLUDE_PATH=inc wrapped main.c -o three 2>said
        not grep warning: said
    done
}
test_build_cmake_ipo() { # the archivers of the real compiler are found beside tcr-cc
    needs cmake gcc-ar
    cat >CMakeLists.txt <<'EOF'
cmake_minimum_required(VERSION 3.20)
project(ipo C)
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
add_library(part STATIC part.c)
add_executable(prog main.c)
target_link_libraries(prog part)
EOF
    sum sum.c
    sed 's/main(void)/sum(void)/; s/__FILE__/"sum.c"/' sum.c >part.c
    echo 'int sum(void); int main(void) { return sum(); }' >main.c
    TCR_CC=gcc
    export TCR_CC
    cmake -S . -B made -DCMAKE_C_COMPILER="$WRAPPER"
    cmake --build made
    answers made/prog
}
test_build_archivers() { # of the compiler's version; a clear error without
    mkdir tools
    printf '#!/bin/sh\necho "$0 $*"\n' >tools/gcc-ar-7
    cp tools/gcc-ar-7 tools/gcc-ar
    cp tools/gcc-ar-7 tools/llvm-ranlib
    printf '#!/bin/sh\n[ "$1" != -dumpversion ] || echo 7.1.0\n' >tools/cc
    chmod +x tools/*
    PATH=$PWD/tools:$PATH
    TCR_CC=$PWD/tools/cc
    export TCR_CC PATH
    [ "$("${WRAPPER%-cc}-gcc-ar" cr a.a b.o)" = "$PWD/tools/gcc-ar-7 cr a.a b.o" ]
    rm tools/gcc-ar-7
    [ "$("${WRAPPER%-cc}-gcc-ar" cr a.a b.o)" = "$PWD/tools/gcc-ar cr a.a b.o" ]
    [ "$("${WRAPPER%-cc}-llvm-ranlib" a.a)" = "$PWD/tools/llvm-ranlib a.a" ]
    ln -s "${WRAPPER%-cc}-gcc-ar" tcr-gone-ar
    PATH=$PWD:$PATH status 127 tcr-gone-ar 2>said
    grep "tcr-gone-ar: cannot find 'gone-ar'" said
}
test_build_report_into_the_source() { # whatever the form
    sum a.c
    cp a.c before.c
    for form in '' json: sarif:; do
        status 1 "$WRAPPER" --tcr-report="$form./a.c" -c a.c 2>said
        grep "'./a.c' is an input of this command" said
        cmp a.c before.c
        [ ! -e a.o ]
    done
}
test_build_from_a_pipe() { # it can be read once: by the compiler
    sum sum.c
    mkfifo pipe
    cat sum.c >pipe &
    TCR_CC=cc timeout 20 "$WRAPPER" -x c -c pipe -o sum.o 2>said
    grep "'pipe' is a pipe: tcr directives in it are ignored and its loops run as written; use standard input" said
    nm sum.o >symbols
    not grep tcr_ symbols
    rm sum.o
    status 1 env TCR_CC=cc timeout 20 "$WRAPPER" --tcr-strict -x c -c pipe -o sum.o 2>said
    grep "error: 'pipe' is a pipe, where directives cannot be looked for" said
    [ ! -e sum.o ]
    cat sum.c | TCR_CC=cc "$WRAPPER" -x c -c - -o sum.o
    nm sum.o | grep tcr_region
}

# Prefix sums on devices of one block, of some that wait for each other, and of more than may: the last
# ones are done by one block, which computes the same, bit for bit.
test_build_scans_on_any_device() {
    cat >scan.c <<'EOF'
#include <stdio.h>
enum { N = 300000 };
static double a[N], out[N];
static int b[N];
int main(void)
{
    unsigned x = 1, bits = 0;
    double s = 0.1;
    int k = 3;
    for (int i = 0; i < N; i++) {
        x = x * 1664525u + 1013904223u;
        a[i] = (double)x / 3e9 - 0.7;
    }
#pragma tcr reduce(inscan, +:s) reduce(inscan, +:k)
    for (int i = 0; i < N; i++) {
        s += a[i];
        k += a[i] > 0;
#pragma tcr scan inclusive(s, k)
        out[i] = s;
        b[i] = k;
    }
    for (int i = 0; i < N; i++)
        bits = bits * 31 + (unsigned)b[i];
    printf("%u %d\n", bits, k);
    for (int i = 0; i < N; i += 77)
        fprintf(stderr, "%a ", out[i]);
    fprintf(stderr, "%a\n", s);
    return 0;
}
EOF
    cc=$(compilers | head -n 1)
    wrapped -O2 scan.c -o scan
    right=$(TCR_TARGET=host ./scan 2>sequential)
    for processors in 1 7 64; do
        for run in 1 2; do
            [ "$(TCR_BACKEND=sim TCR_TARGET=required TCR_SIM_SMS=$processors TCR_SIM_SEED=$run ./scan 2>sums.$run)" = "$right" ]
        done
        cmp sums.1 sums.2
    done
}

# The benchmark of prefix sums computes what it should, at small sizes.
test_build_scan_benchmark() {
    cc=$(compilers | head -n 1)
    wrapped -O2 -std=gnu17 "$HERE/../../bench/scan/main.c" -o scan -ldl
    for target in host required; do
        TCR_BACKEND=sim TCR_TARGET=$target ./scan 14 check >said
        [ "$(tail -n 1 said)" = '0 wrong' ]
    done
}
