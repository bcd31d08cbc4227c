# SPDX-License-Identifier: MIT
# The debugger, line counts, line tables, and macros that tell of places.

walk() { # walk FILE: a loop to stop in
    cat >"$1" <<'EOF'
#include <stdio.h>

static int a[10];

static int add(const int *v, int n)
{
    int sum = 100;
    int odd = 0;

#pragma tcr reduce(+ : sum, odd)
    for (int i = 0; i < n; i++) {
        int t = v[i] + 1;
        int u = 2 * t;

        sum += u;
        odd += t & 1;
    }
    sum += odd;
    return sum;
}

int main(void)
{
    int got;

    for (int i = 0; i < 10; i++)
        a[i] = i;
    got = add(a, 10);
    printf("%d\n", got);
    return got != 215;
}
EOF
}
# debug PROGRAM COMMAND...: what gdb prints, each command in front of its answer.
debug() {
    program=$1
    shift
    for command; do
        printf 'echo > %s\\n\n%s\n' "$command" "$command"
    done >gdb_commands
    OMP_NUM_THREADS=1 DEBUGINFOD_URLS='' HOME=$PWD gdb -nx -batch -ex 'set confirm off' \
        -ex 'set width 0' -x gdb_commands "./$program" 2>&1
}
# shown COMMAND N TEXT: the answer to the N-th such command holds TEXT (of `said`).
shown() {
    awk -v c="> $1" -v n="$2" '/^> / { on = $0 == c && ++seen == n } on' said | grep -F -e "$3"
}
test_debug_steps_through_a_loop() {
    needs gdb
    walk walk.c
    wrapped -O0 -g walk.c -o walk
    debug walk 'break walk.c:8' 'break walk.c:13' 'break walk.c:18' run 'print sum' next \
        continue next 'print t' 'print v[3]' continue 'print t' 'print *&n' backtrace next 'print u' next \
        step step 'delete 2' continue 'print sum' 'print odd' next 'print sum' next next >said
    cat said
    shown 'break walk.c:13' 1 'walk.c' # in each copy of the loop
    shown run 1 '8	    int odd = 0;'
    shown 'print sum' 1 '= 100'
    shown continue 1 '13	        int u = 2 * t;' # how many lines come before depends on the compiler
    shown next 2 '15	        sum += u;'
    shown 'print t' 1 '= 1'
    shown 'print v[3]' 1 '= 3'
    shown continue 2 '13	        int u = 2 * t;' # the second iteration
    shown 'print t' 2 '= 2'
    shown 'print *&n' 1 '= 10'
    shown backtrace 1 'walk.c:13'
    shown backtrace 1 'add (v='
    shown backtrace 1 'in main () at walk.c:28'
    shown next 3 '15	        sum += u;'
    shown 'print u' 1 '= 4'
    shown next 4 '16	        odd += t & 1;'
    shown continue 3 '18	    sum += odd;'
    shown 'print sum' 2 '= 210'
    shown 'print odd' 1 '= 5'
    shown next 5 '19	    return sum;'
    shown 'print sum' 3 '= 215'
    not grep -E 'No such file|tcr-cc|No symbol|\.tcr\.i' said
}
test_debug_without_threads() { # OpenMP's runtime is not needed to stop in a loop
    needs gdb
    walk walk.c
    wrapped -Og -g -fopenmp-simd walk.c -o walk
    TCR_TARGET=host debug walk 'break add' run 'break walk.c:16' continue 'info source' >said
    cat said
    shown continue 1 '16	        odd += t & 1;'
    shown 'info source' 1 'Current source file is walk.c'
}
# counts FILE: the line numbers of a .gcov file that were executed, and how often.
counts() {
    sed -n 's/^ *\([0-9]*\)\**: *\([0-9]*\):.*/\2:\1/p' "$1"
}
test_debug_line_counts() {
    mkdir src obj
    walk src/walk.c
    wrapped -O0 --coverage -c src/walk.c -o obj/walk.o
    wrapped --coverage obj/walk.o -o walk
    [ -f obj/walk.gcno ]
    [ "$(OMP_NUM_THREADS=2 ./walk)" = 215 ]
    ./walk
    [ "$(echo obj/*.gcda)" = obj/walk.gcda ]
    case $KIND in
    gcc)
        needs gcov
        gcov -o obj src/walk.c >said
        ;;
    clang)
        needs llvm-cov
        llvm-cov gcov -o obj src/walk.c >said
        ;;
    esac
    grep "File 'src/walk.c'" said
    grep 'Lines executed:100.00%' said
    [ "$(ls ./*.gcov)" = ./walk.c.gcov ]
    counts walk.c.gcov >got
    for want in 7:2 12:20 13:20 15:20 16:20 18:2 19:2 27:20 28:2; do
        grep -x "$want" got
    done
}
test_debug_line_counts_of_one_command() {
    walk walk.c
    wrapped -fprofile-arcs -ftest-coverage walk.c -o walk
    wrapped -fprofile-arcs -ftest-coverage -fopenmp walk.c -o again # the user's own wish
    [ "$(./walk)" = 215 ]
    ls ./*.gcda >ours # clang 14 names it after the source alone
    rm ./*.gcda
    [ "$(./again)" = 215 ]
    ls ./*.gcda | sed 's/again-/walk-/' | diff ours -
    grep -x -e './walk-walk.gcda' -e './walk.gcda' ours
}
test_debug_source_based_coverage() {
    [ $KIND = clang ] || skip "gcc has nothing like it"
    links -fprofile-instr-generate -fcoverage-mapping || skip "no profile runtime"
    walk walk.c
    wrapped -fprofile-instr-generate -fcoverage-mapping walk.c -o walk
    [ "$(LLVM_PROFILE_FILE=$PWD/walk.profraw ./walk)" = 215 ]
    [ -s walk.profraw ]
    tools=$(dirname "$(readlink -f "$(command -v "$REAL_CC")")")
    [ -x "$tools/llvm-profdata" ] && [ -x "$tools/llvm-cov" ] ||
        { leave_out "no llvm-profdata or llvm-cov beside $REAL_CC" && return; }
    shown_lines() {
        "$tools/llvm-profdata" merge walk.profraw -o walk.profdata
        "$tools/llvm-cov" show "$1" -instr-profile=walk.profdata
    }
    # clang 14 and 19 count the lines of preprocessed text, and look for its file
    mkdir gone
    "$REAL_CC" -w -E walk.c -o gone/walk.i
    "$REAL_CC" -w -fprofile-instr-generate -fcoverage-mapping gone/walk.i -o bare
    rm gone/walk.i
    mv walk.profraw ours.profraw
    LLVM_PROFILE_FILE=$PWD/walk.profraw ./bare
    shown_lines ./bare | grep 'sum += u' || skip "$REAL_CC has counts of preprocessed text only"
    mv ours.profraw walk.profraw
    shown_lines ./walk >said
    grep -E '^ *15\| *10\| *sum \+= u;' said
}
# only_names OBJECT PATTERN...: its line tables name files of these patterns alone.
only_names() {
    objdump --dwarf=rawline "$1" | sed -n '/File Name Table/,/Line Number/s/.*: \([^ ]*\)$/\1/p' >files
    [ -s files ]
    while read -r file; do
        case $file in
        walk.c | part.h | stdio.h | '<built-in>' | Statements:) ;;
        *.h) ls "/usr/include/$file" /usr/include/*/"$file" /usr/include/*/*/"$file" 2>/dev/null | grep . ;;
        *) return 1 ;;
        esac
    done <files
}
test_debug_line_tables() {
    needs objdump addr2line
    mkdir src
    walk src/walk.c
    for level in -O0 -O2; do
        (cd src && wrapped $level -g -c walk.c -o ../walk.o)
        only_names walk.o
        objdump --dwarf=info walk.o | sed -n 's/.*DW_AT_\(name\|comp_dir\) *: *([^)]*): //p' >said
        head -1 said | grep -x walk.c
        grep -x "$PWD/src" said
        not grep -e tcr-cc -e "$TMPDIR" said
        not grep -a -e tcr-cc- -e "$TMPDIR" walk.o
        wrapped walk.o -o walk
        ./walk
        set -- $(nm walk | sed -n 's/^\([0-9a-f]*\) [tT] \(add\|main\)$/\1/p')
        for address; do
            addr2line -e walk "0x$address" | grep -E '^('"$PWD"'/src/)?walk.c:(5|6|22|23)( |$)'
        done
    done
    # no code has a line that the file does not have
    objdump --dwarf=decodedline walk.o | awk '/0x/ && $1 == "walk.c" && $2 > 31 { print; bad = 1 }
        END { exit bad }'
    wrapped -O1 -g -ffile-prefix-map="$PWD"=/mapped -c src/walk.c -o mapped.o
    not grep -a -e "$PWD" mapped.o
    wrapped -gsplit-dwarf -g -c src/walk.c -o split.o
    [ -f split.dwo ]
}
test_debug_macros_of_places() {
    cat >places.c <<'EOF'
#include <assert.h>
#include <stdio.h>
#define UNIQUE_(a, b) a##b
#define UNIQUE(a, b) UNIQUE_(a, b)
#define NEXT UNIQUE(unique_, __COUNTER__)
#define HERE (__LINE__)
enum { NEXT = 5, NEXT = 6 };
static int lines(const int *a, int n)
{
    int s = 0, before = HERE;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int NEXT = a[i];
        assert(a[i] >= 0);
        s += HERE + unique_2;
    }
    printf("%s %d %d %s\n", __func__, before, HERE, __FILE__);
    return s;
}
#line 100 "other.c"
static int moved(const int *a, int n)
{
    int s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] + __LINE__;
    printf("%s %d %s %d\n", __FUNCTION__, __LINE__, __FILE__, __COUNTER__ + unique_0);
    return s;
}
int main(int argc, char **argv)
{
    static int a[8];
    a[3] = -(argc > 1);
    printf("%d\n", lines(a, 8));
    printf("%d %s\n", moved(a, 8), __BASE_FILE__);
    return argv[0] == 0;
}
EOF
    "$REAL_CC" -Wno-unknown-pragmas places.c -o plain
    wrapped places.c -o ours
    ./plain >want
    ./ours >got
    cat got
    diff want got
    on_device ./ours | diff want -
    TCR_SUMMARY=1 ./ours 2>&1 | grep 'tcr: other.c:103 '
    mv plain prog
    status 134 sh -c './prog wrong; exit $?' >want 2>&1
    mv ours prog
    status 134 sh -c './prog wrong; exit $?' >got 2>&1
    grep 'prog: places.c:14: .*lines.*: Assertion' got
    diff want got
}
test_debug_copies_of_loops() { # the exact loop, and one whose iterations may meet
    needs gdb
    cat >copies.c <<'EOF'
#include <stdio.h>
static int to[8], at[8] = {1, 1, 2, 2, 3, 3, 4, 4};
static void update(int *out, const int *index, int n)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int t = index[i];

        out[t] += i +
            "a  b"[3];
    }
}
static double exact(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s) reproducible
    for (int i = 0; i < n; i++) {
        double u = a[i];

        s += u
             * 2;
    }
    return s;
}
int main(void)
{
    double a[3] = {1, 2, 3};
    update(to, at, 8);
    printf("%d %g\n", to[1], exact(a, 3));
    return 0;
}
EOF
    wrapped -O0 -g copies.c -o copies
    [ "$(./copies)" = "197 12" ]
    debug copies 'break copies.c:9' 'break copies.c:20' run 'print t' continue 'print t' \
        'delete 1' continue 'print u' backtrace >said
    cat said
    shown run 1 '9	        out[t] += i +'
    shown 'print t' 1 '= 1'
    shown continue 1 'copies.c:9'
    shown continue 2 '20	        s += u'
    shown 'print u' 1 '= 1'
    shown backtrace 1 'copies.c:20'
}
