# SPDX-License-Identifier: MIT
# The link of a whole program, with the real tcr-rewrite and runtime.

# PROGRAMS_CFLAGS: what a sanitized runtime needs; other compilers cannot link it.
compilers() {
    others="gcc clang"
    [ -z "${PROGRAMS_CFLAGS-}" ] || others=
    for cc in $REAL_CC $others; do
        ! command -v "$cc" >/dev/null || echo "$cc"
    done | sort -u
}
# program: main.c adds in a loop what weight() in weight.c gives; scale.c has a
# function that weight() calls.
program() {
    cat >main.c <<'END'
#include <stdio.h>
double weight(const double *a, int i);
static double a[100];
int main(void)
{
    double s = 0;
    for (int i = 0; i < 100; i++)
        a[i] = i;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += weight(a, i);
    printf("%g %s:%d\n", s, __FILE__, __LINE__);
    return 0;
}
END
    cat >weight.c <<'END'
#include "scale.h"
double weight(const double *a, int i) { return scale(a[i]) + FACTOR; }
END
    echo 'double scale(double x) { return 2 * x; }' >scale.c
    echo 'double scale(double x);
#define FACTOR 1' >scale.h
}
# quiet: nothing was said but what the shell traces.
quiet() {
    not grep -v '^+' said
}
# on PROGRAM HOST DEVICE: it gives the right sum, with so many calls of the loop
# on the host and on the device.
on() {
    TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=device "$1" >out 2>summary
    [ "$(cat out)" = "10000 main.c:12" ]
    if [ "$3" = 0 ]; then
        not grep main.c summary
    else
        awk '/main.c:9/ { print $3, $4 }' summary | grep "^$2 $3\$"
    fi
}
test_whole_objects() {
    program
    for cc in $(compilers); do
        for f in main weight scale; do
            whole -O2 -g -Wall -Wextra -c $f.c 2>said
            quiet
        done
        cp main.o before.o
        whole main.o weight.o scale.o -o one 2>said
        quiet
        on ./one 0 1
        cmp main.o before.o # nothing of the user's is changed
        readelf -SW one | not grep tcr.unit
        "$cc" -O2 -g -Wno-unknown-pragmas ${PROGRAMS_CFLAGS-} -c weight.c -o bare.o # no other code or debug information
        objcopy --remove-section .tcr.unit weight.o stripped.o
        objcopy bare.o bare2.o
        cmp stripped.o bare2.o
        whole -O2 main.c weight.c scale.c -o two
        on ./two 0 1
        whole -O2 main.c weight.o -x c scale.c -o three
        on ./three 0 1
        echo main.o weight.o >args
        whole @args scale.o -o four
        on ./four 0 1
        not grep -a -e tcr-cc- main.o weight.o
    done
}
test_whole_archives() {
    program
    mkdir lib
    for f in main weight scale; do
        whole -c $f.c
    done
    ar rcs lib/libw.a weight.o scale.o
    whole main.o lib/libw.a -o one
    on ./one 0 1
    whole main.o -L lib -lw -o two
    on ./two 0 1
    whole main.o -Wl,--whole-archive,lib/libw.a,--no-whole-archive -o three
    on ./three 0 1
    # the loop in an archive, under a long name, between other members
    cat >first.c <<'END'
int loop(void);
int main(void) { return loop(); }
END
    sed -i 's/int main/int loop/; s/return 0/return 0 * (int)s/' main.c
    whole -c first.c
    whole -c main.c -o a_rather_long_name_of_an_object.o
    echo 'int odd = 1;' >odd.c
    wrapped -c odd.c
    ar rcs lib/libm1.a odd.o a_rather_long_name_of_an_object.o
    cp lib/libm1.a before.a
    whole first.o -Llib -lm1 weight.o scale.o -o four
    on ./four 0 1
    cmp lib/libm1.a before.a
    whole first.o -Llib -Wl,-lm1 weight.o scale.o -o five
    on ./five 0 1
    whole first.o -Xlinker lib/libm1.a weight.o scale.o -Xlinker lib/libm1.a -o six
    on ./six 0 1
    rm -f thin.a
    ar rcsT thin.a a_rather_long_name_of_an_object.o
    whole first.o thin.a weight.o scale.o -o seven
    on ./seven 0 1
    cp lib/libm1.a "lib/lib with blank.a"
    ranlib "lib/lib with blank.a"
    whole first.o "lib/lib with blank.a" weight.o scale.o -o "my program"
    on "./my program" 0 1
}
# statics: weight() reads a table that its file fills.
statics() {
    program
    cat >weight.c <<'END'
static double table[100], *of = table;
void fill(void) { for (int i = 0; i < 100; i++) table[i] = i; }
double weight(const double *a, int i) { return a[i] + of[i] + 1; }
END
    sed -i 's/^double weight.*/& void fill(void);/; s/double s = 0;/& fill();/' main.c
    rm scale.c
}
test_whole_statics() {
    statics
    for cc in $(compilers); do
        for f in main weight; do
            whole -O2 -g -Wall -Wextra -c $f.c 2>said
            quiet
        done
        cp weight.o before.o
        whole main.o weight.o -o one 2>said
        quiet
        on ./one 0 1
        cmp weight.o before.o
        rm -f libw.a
        ar rcs libw.a weight.o
        whole main.o libw.a -o two
        on ./two 0 1
        whole -O2 main.c weight.c -o three
        on ./three 0 1
        # what is joined cannot be compiled again
        wrapped -r weight.o -o joined.o
        echo 'int other;' >other.c
        whole -c other.c
        wrapped -r weight.o other.o -o joined.o
        says "'of' is static in another unit, and cannot be named at the link (the unit cannot be compiled again)" \
            whole main.o joined.o -o four
        on ./four 1 0
    done
}
test_whole_statics_packed() {
    statics
    cat >weight.c <<'END'
static struct { char c; int lo; double step; const double *x; unsigned bits : 3; } of;
static double table[100];
void fill(void) { of.lo = 1; of.step = 1; of.x = table; for (int i = 0; i < 100; i++) table[i] = i; }
double weight(const double *a, int i) { return a[i] + of.x[i] * of.step + of.lo; }
END
    sed -i '1a #pragma pack(push, 1)' main.c
    sed -i '$a #pragma pack(pop)' main.c
    sed -i 's/^#pragma tcr/#line 9\n&/' main.c
    for cc in $(compilers); do
        whole main.c weight.c -o one
        on ./one 0 1
    done
}
# What another tool has put into the object stays.
test_whole_statics_changed() {
    statics
    echo '__attribute__((used, section("mark"))) static const char stamp[] = "UNSET";' >>weight.c
    for f in main weight; do
        whole -c $f.c
    done
    echo BUILD >stamp
    objcopy --update-section mark=stamp weight.o
    says "'weight.o', which has been changed after it was compiled" whole main.o weight.o -o one
    on ./one 0 0
    grep -a BUILD one
}
# Where the unit cannot be compiled once more, the old objects are linked.
test_whole_statics_failure() {
    statics
    cat >picky <<END
#!/bin/sh
for file; do case \$file in *.c) ! grep 'alias("' "\$file" || exit 1 ;; esac; done
exec ${REAL_CC%% *} "\$@"
END
    chmod +x picky
    for cc in "$PWD/picky"; do
        for f in main weight; do
            whole -c $f.c
        done
        says "no object of this link is made anew" whole main.o weight.o -o one
        on ./one 0 0
    done
}
test_whole_statics_shared() {
    statics
    sed -i 's/int main/int loop/' main.c
    for f in main weight; do
        whole -fPIC -O2 -c $f.c
    done
    whole -shared main.o weight.o -Wl,-Bsymbolic -o libloop.so
    nm -D libloop.so | not grep tcr_static
    echo 'int loop(void); int main(void) { return loop(); }' >first.c
    wrapped first.c -o one -L. -lloop -Wl,-rpath,"$PWD"
    on ./one 0 1
}
test_whole_shared() {
    program
    sed -i 's/int main/int loop/' main.c
    # functions that the program may define, too
    says "the program that loads this shared library may define another function of that name" \
        whole -fPIC -shared main.c weight.c scale.c -o libloop.so
    whole -fPIC -c main.c
    whole -fPIC -fvisibility=hidden -shared main.o weight.c scale.c -o libloop.so
    echo 'int loop(void); int main(void) { return loop(); }' >first.c
    wrapped first.c -o one -L. -lloop -Wl,-rpath,"$PWD"
    on ./one 0 1
    # what a shared library defines is not ours to follow
    whole -fPIC -shared weight.c scale.c -o libweight.so
    sed -i 's/int loop/int main/' main.c
    whole main.c -c
    says "it is defined in the shared library './libweight.so'" \
        whole main.o -o two -L. -lweight -Wl,-rpath,"$PWD"
    on ./two 0 0
}
test_whole_unresolved() {
    program
    whole -c main.c
    whole -c weight.c
    wrapped -c scale.c
    says "main.c:9:13: warning: loop left as it is: call to 'scale': it is defined in 'scale.o', which holds no text" \
        whole main.o weight.o scale.o -o one
    grep -F "weight.c:2:48: note: the reason is here" stderr.txt
    on ./one 0 0
    # the linker's own message is the linker's business
    status 1 whole main.o weight.o -o two 2>said
    grep -F "'scale', which none of the linked objects and archives defines" said
    grep "undefined reference to .scale'" said
    # once, and as an error where that is asked for
    status 1 wrapped --tcr-whole-program --tcr-strict main.c weight.o scale.o -o three 2>said
    [ "$(grep -c 'error: .*scale' said)" = 1 ]
    [ ! -e three ]
    says "main.c:9:13: remark: waits for the link: call to 'weight', which tcr-cc looks for when it links" \
        whole --tcr-report -c main.c
    says "remark: device loop of 1 level" whole --tcr-report main.o weight.c scale.c -o four
}
test_whole_definitions() {
    program
    for f in main weight scale; do
        whole -c $f.c
    done
    echo 'double scale(double x) { return 3 * x; } int other;' >other.c
    whole -c other.c
    ar rcs libone.a scale.o
    ar rcs libtwo.a other.o
    says "defined in 'libone.a(scale.o)' and in 'libtwo.a(other.o)'" \
        whole main.o weight.o libone.a libtwo.a -o one
    on ./one 0 0
    whole main.o weight.o scale.o libtwo.a -o two # an object comes before
    on ./two 0 1
    echo '__attribute__((weak)) double scale(double x) { return 5 * x; }' >weak.c
    whole -c weak.c
    whole main.o weight.o weak.o scale.o -o three # the strong one counts
    on ./three 0 1
    whole main.o weight.o libone.a libone.a -o four # twice the same
    on ./four 0 1
    echo 'double __wrap_scale(double x) { return 2 * x; }' >wrap.c
    whole -c wrap.c
    says "the linker is told to take another function" \
        whole main.o weight.o scale.o wrap.o -Wl,--wrap=scale -o five
    on ./five 0 0
    says "'scale' is weak: the linker may take another definition" whole main.c -x c - -o six <<'END'
__attribute__((weak)) double scale(double x) { return 2 * x; }
double weight(const double *a, int i) { return scale(a[i]) + 1; }
END
    on ./six 0 0
}
# What tells the linker to take another function.
test_whole_replaced() {
    unset COMPILER_PATH # gold knows no abbreviations of options
    program
    echo 'double tilt(double x) { return 2 * x; }' >tilt.c
    for f in main weight scale tilt; do
        whole -c $f.c
    done
    echo 'scale = tilt;' >take.ld
    echo '--defsym=scale=tilt' >take.txt
    objects="main.o weight.o scale.o tilt.o"
    for words in take.ld -Wl,take.ld -Wl,@take.txt '-Xlinker @take.txt' -Wl,--defsym=scale=tilt \
        -Wl,-defsym,scale=tilt -Wl,--defs=scale=tilt '-Xlinker --defsym -Xlinker scale=tilt'; do
        whole $objects $words -o one 2>said
        grep -e 'may take another function for it' -e 'is told to take another function for it' said
        on ./one 0 0
    done
    # scripts that only list libraries
    whole $objects -lm -lc -o two
    on ./two 0 1
}
test_whole_other_tools() {
    program
    for f in main weight scale; do
        whole -g -c $f.c
    done
    strip -g main.o
    objcopy --rename-section .comment=.remark weight.o
    ranlib scale.o 2>/dev/null || :
    whole main.o weight.o scale.o -o one
    on ./one 0 1
    # joined objects: their functions are known, their loops cannot be made anew
    wrapped -r weight.o scale.o -o both.o
    whole main.o both.o -o two
    on ./two 0 1
    wrapped -r main.o weight.o -o joined.o
    says "the object has been changed after it was compiled" whole joined.o scale.o -o three
    on ./three 0 0
    objcopy --redefine-sym scale=tilt scale.o tilt.o
    objcopy --redefine-sym scale=tilt weight.o heavy.o
    says "'heavy.o', which has been changed" whole main.o heavy.o tilt.o -o four
    on ./four 0 0
    # moved, and built elsewhere: the sources are not needed
    mkdir away
    mv main.o weight.o scale.o away
    rm ./*.c
    whole away/main.o away/weight.o away/scale.o -o five
    on ./five 0 1
    (cd away && whole main.o weight.o scale.o -o six && mv six ..)
    on ./six 0 1
    mkdir here
    (cd here && TMPDIR=. whole ../away/main.o ../away/weight.o ../away/scale.o -o seven \
        --tcr-report=json:report && [ "$(ls)" = "report
seven" ] && grep '"decision":"device"' report && mv seven ..)
    on ./seven 0 1
}
test_whole_damaged() {
    program
    for f in main weight scale; do
        whole -c $f.c
    done
    n=$(wc -c <main.o)
    for step in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
        head -c $((n * step / 17)) main.o >cut.o
        whole cut.o weight.o scale.o -o cut 2>/dev/null || [ $? -le 2 ]
        cp main.o bad.o
        printf '\377\377\377' | dd of=bad.o bs=1 seek=$((n * step / 17)) conv=notrunc 2>/dev/null
        whole bad.o weight.o scale.o -o bad 2>/dev/null || [ $? -le 2 ]
    done
    ar rcs lib.a main.o weight.o
    n=$(wc -c <lib.a)
    for step in 1 2 3 4 5 6 7 8; do
        head -c $((n * step / 9)) lib.a >cut.a
        whole scale.o cut.a -o cut 2>/dev/null || [ $? -le 2 ]
    done
}
test_whole_parallel() {
    program
    for f in main weight scale; do
        whole -c $f.c
    done
    cat >Makefile <<'END'
all: p1 p2 p3 p4 p5 p6
p%: main.o weight.o scale.o
	TCR_CC=$(REAL) $(WRAPPER) --tcr-whole-program $(FLAGS) $^ -o $@
END
    make -s -j4 REAL="${REAL_CC%% *}" WRAPPER="$WRAPPER" FLAGS="${PROGRAMS_CFLAGS-}"
    for p in 1 2 3 4 5 6; do
        on ./p$p 0 1
    done
}
test_whole_optimisation_at_link() {
    program
    for option in -flto --coverage; do
        says "warning: --tcr-whole-program is ignored" whole $option main.c weight.c scale.c -o one
        grep "call to 'weight', whose definition is not visible" stderr.txt
        [ $option = -flto ] && advised='--tcr-whole-program and without -flto' || advised=--tcr-whole-program
        grep "build the program with $advised \\[" stderr.txt
        on ./one 0 0
        rm -f ./*.gc*
    done
}
test_whole_routine() {
    program
    sed -i 's/^double weight/#pragma tcr routine\n&/' main.c weight.c
    sed -i 's/^double scale/#pragma tcr routine\n&/' scale.c scale.h
    for f in main weight scale; do
        whole -Wall -c $f.c 2>said
        quiet
    done
    whole main.o weight.o scale.o -o one
    TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=device ./one 2>&1 | grep "main.c:10 .* 0  *1 "
    # No object holds text that nobody has asked for.
    says "call to 'weight', which 'tcr routine' says another unit may define" wrapped -c main.c
    wrapped -c scale.c
    for f in main scale; do
        readelf -SW $f.o | not grep tcr.unit
    done
    says "no declaration of a function follows" wrapped -c -x c - -o no.o <<'END'
#pragma tcr routine
int x;
END
}
# The functions of other units have OpenMP's directives, which the compiler does not heed.
test_whole_openmp_elsewhere() {
    program
    sed -i 's/^double scale/#pragma omp declare simd\n&/' scale.c
    cat >>scale.c <<'END'
double all(const double *a, int n)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
END
    sed -i '1i double all(const double *a, int n);' weight.c
    sed -i 's/+ FACTOR/+ FACTOR + all(a, 1)/' weight.c
    whole main.c weight.c scale.c -o one
    on ./one 0 1
}
test_whole_nothing_to_do() {
    program
    sed -i '/pragma/d' main.c
    for f in main weight scale; do
        whole -c $f.c
    done
    strace=$(command -v strace) || { leave_out "no strace" && return; }
    TCR_CC=${REAL_CC%% *} $strace -f -e trace=execve -o trace "$WRAPPER" --tcr-whole-program ${PROGRAMS_CFLAGS-} main.o weight.o scale.o -o one
    not grep tcr-rewrite trace
}
# What the compilation has said of a loop stays true; a report has one final
# line for each directive.
test_whole_decided_stays() {
    cat >two.c <<'X'
double marked(double x);
double twice(double x);
double f(const double *a, int n)
{
    double s = 0, (*by)(double) = twice;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += by(a[i]);
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += marked(a[i]);
    return s;
}
X
    cat >other.c <<'X'
#include <stdio.h>
double marked(double x), twice(double x);
double f(const double *a, int n);
double twice(double x) { return 2 * x; }
double marked(double x) { return 3 * x; }
int main(void)
{
    double a[10] = {1, 2, 3};
    printf("%g\n", f(a, 10));
    return 0;
}
X
    rm -f report
    whole --tcr-report=json:report -c two.c 2>said
    grep "two.c:6:13: warning: loop left as it is: call through a function pointer" said
    not grep marked said
    whole --tcr-report=json:report -c other.c
    whole --tcr-report=json:report two.o other.o -o program
    [ "$(grep -c '"line":6,' report)" = 1 ]
    grep '"line":6,.*"decision":"refused".*"pending":false}' report
    grep '"line":9,.*"decision":"refused".*"pending":true}' report
    grep '"line":9,.*"decision":"device".*"pending":false}' report
    [ "$(grep -c . report)" = 3 ]
    TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=device ./program >out 2>summary
    [ "$(cat out)" = 30 ]
    not grep two.c:6 summary
    awk '/two.c:9/ { print $3, $4 }' summary | grep '^0 1$'
}
