#!/bin/sh
# SPDX-License-Identifier: MIT
# Differential test on generated programs.
#
#     tests/fuzz/run.sh COUNT BUILD [SEED0]
#
# COUNT programs, seeds SEED0 (1) and up, go through the plain compiler and
# through BUILD/bin/tcr-cc; the latter's run on the host and on the simulated
# device.  Every program checks itself (integers equal, floats within the bound
# of the sequential loop); the integers must also be the plain build's to the
# letter.  A failing program stays in BUILD/fuzz-failures with its outputs.
# Reports how many loops ran on the device and why others did not.
#
# How a unit is built is drawn from its first seed: the optimisation level, the
# standard, OpenMP, --tcr-accept, the functions that loops call in a file of their own or not, device
# code compiled with or without optimisation, in which order it runs, whether inner sums keep theirs, whether
# there is one more run with all arrays on the device that can be, or none (TCR_MIRROR=1, 0), whether another file
# replaces some of its functions
# and variables, as the program's or a library's.  So a campaign is one line, for each compiler,
#
#     FUZZ_JOBS=8 TCR_CC=gcc tests/fuzz/run.sh 20000 build $(date +%Y%j0000)
#
# and with each failure the line is printed that repeats it.
#
# Variables: TCR_CC is the compiler behind tcr-cc (gcc); FUZZ_UNIT programs
# share one translation unit (20); FUZZ_JOBS units at a time (1).
# Instead of what is drawn: FUZZ_FLAGS are the compiler flags; FUZZ_ACCEPT is the
# argument of --tcr-accept, whose directives the programs then have, and may be empty;
# FUZZ_APART=1 puts the
# functions that loops call into a file of their own (--tcr-whole-program), FUZZ_APART=
# does not; FUZZ_OVER=linked or shared puts functions and variables that replace others into another
# file, shared with the rest as a library, and FUZZ_OVER= does not; FUZZ_SIM is the optimisation level of the simulated device's code,
# FUZZ_ORDER its TCR_SIM_SEED; FUZZ_INNER=ordered: inner sums keep their order (--tcr-inner);
# FUZZ_MIRRORS are the values of TCR_MIRROR with which the programs run once more ("1 0").
# FUZZ_TCR_FLAGS are more flags for tcr-cc (--tcr-arch=none: no code for real
# devices); FUZZ_DEVICE says how to run on the device ("TCR_BACKEND=sim
# TCR_TARGET=device"; with a card "TCR_TARGET=device", and empty FUZZ_TCR_FLAGS);
# FUZZ_NESTS percent of the loops are inner loops over rows (6),
# FUZZ_SPECIAL percent of the others are of special.h's kinds (25; FUZZ_KIND: of which
# one, by its name in special.c; FUZZ_ROWS: the rows of mixed ones), FUZZ_WRITE percent of the others
# write arrays (30), FUZZ_EXACT percent of the rest have computed subscripts (30);
# FUZZ_BUILD is a directory: the units are built into it, each as
# generated-SEED-PROGRAMS, for a machine without libclang, with the plain build's
# integers beside it; nothing runs on a device here (FUZZ_TCR_FLAGS: --tcr-arch=...);
# FUZZ_COMPARE=1: once more with TCR_COMPARE=1, which must find no difference;
# FUZZ_FAULTS are device calls that fail, each in a run of its own (some that the
# seed chooses);
# FUZZ_TIMEOUT seconds are for one run of a unit (120).
set -u
export TCR_STRICT=1 # what the simulated device finds, and what is left to the host unasked, is an error
if [ $# -lt 2 ]; then
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
count=$1
build=$(cd "$2" && pwd) || exit 2
seed=${3:-1}
export TCR_CC="${TCR_CC:-gcc}"
unit=${FUZZ_UNIT:-20}
device=${FUZZ_DEVICE:-TCR_BACKEND=sim TCR_TARGET=device}
exact=${FUZZ_EXACT:-30}
writing=${FUZZ_WRITE:-30}
special=${FUZZ_SPECIAL:-25}
nests=${FUZZ_NESTS:-6}
limit=${FUZZ_TIMEOUT:-120}
keep=$build/fuzz-failures
[ -z "${FUZZ_BUILD-}" ] || FUZZ_BUILD=$(cd "$FUZZ_BUILD" && pwd) || exit 2
# Arrays of variable length may be large.
# shellcheck disable=SC3045  # where there is no -s, they are not
ulimit -s 65536 2>/dev/null || :
# Threads that wait must not take the cores from other units.
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-4}" OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}"
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM

# Several units at a time: this script for each part of the seeds.
if [ "${FUZZ_JOBS:-1}" -gt 1 ]; then
    jobs=$FUZZ_JOBS
    unset FUZZ_JOBS
    each=$((((count + jobs - 1) / jobs + unit - 1) / unit * unit))
    while [ "$count" -gt 0 ]; do
        [ "$each" -le "$count" ] || each=$count
        sh "$0" "$each" "$build" "$seed" >"$tmp/from-$seed" 2>&1 &
        seed=$((seed + each))
        count=$((count - each))
    done
    wait
    cat "$tmp"/from-*
    cat "$tmp"/from-* | awk '/ passed, [0-9]+ failed$/ { p += $1; f += $3 }
        /loops in passing units/ { l += $1; e += $6; d += $10 }
        END { printf "all: %d loops in passing units: %d entered a region, %d of them on the device\n", l, e, d
              printf "%d passed, %d failed\n", p, f; exit f != 0 || p == 0 }'
    exit
fi

sh "$here/build.sh" "$tmp/tcr-generate" || exit 2
cxx=
for name in clang++ c++ g++; do
    command -v $name >/dev/null && cxx=${cxx:-$name}
done

# gcc 12 may leave the floating-point registers of long double unusable behind a loop of short with
# `omp simd` and -O3.
no_mmx=
echo 'int main(void) { return 0; }' | $TCR_CC -Werror -mno-mmx -x c -c - -o "$tmp/a.o" 2>/dev/null && no_mmx=' -mno-mmx'

# clang 14 passes over the word `loop` in OpenMP's directives.
printf 'void f(void)\n{\n#pragma omp parallel loop\n    for (int i = 0; i < 2; i++)\n        ;\n}\n' >"$tmp/loop.c"
knows_loop=0
$TCR_CC -fopenmp -Werror -Wall -c "$tmp/loop.c" -o "$tmp/a.o" 2>/dev/null && knows_loop=1

# pick WORD...: one of them, by $draw, as $picked.
pick() {
    draw=$(((draw * 1103515245 + 12345) & 0x7fffffff))
    shift $((draw / 65536 % $#))
    picked=$1
}

# mode SEED: how the unit that begins with SEED is built.
mode() {
    draw=$1
    pick O0 O0 O1 O1 O2 O3
    flags=-$picked
    pick gnu17 gnu17 gnu11 gnu99
    flags=${FUZZ_FLAGS-$flags -std=$picked}
    pick '' '' '' 1
    apart=${FUZZ_APART-$picked}
    pick O0 O0 O0 O0 O0 O1
    sim=${FUZZ_SIM-$picked}
    pick 0 0 "$1"
    order=${FUZZ_ORDER-$picked}
    pick '' '' '' omp omp acc omp,acc
    accept=${FUZZ_ACCEPT-$picked}
    pick '' '' -fopenmp
    [ -n "${FUZZ_FLAGS+set}" ] || flags="$flags$no_mmx $picked"
    pick '' '' linked shared
    over=${FUZZ_OVER-$picked}
    [ -z "$apart" ] || over=
    pick '' '' '' ordered
    inner=${FUZZ_INNER-$picked}
    pick '' '' 1 0
    mirrors=${FUZZ_MIRRORS-$picked}
    [ -z "${FUZZ_BUILD-}" ] || [ "$over" != shared ] || over=linked # a program is one file
    case $over$flags in
    shared*-fopenmp*) over=linked ;; # clang 14's loops of tasks may wait for ever in a library
    esac
    case $knows_loop$flags in
    0-O1*-fopenmp*) [ -n "${FUZZ_FLAGS+set}" ] || flags=-O2${flags#-O1} ;; # and it loses sums of simd loops
    esac
    functions=
    tcr_flags=${FUZZ_TCR_FLAGS---tcr-arch=none}
    [ -z "$accept" ] || tcr_flags="$tcr_flags --tcr-accept=$accept"
    [ -z "$inner" ] || tcr_flags="$tcr_flags --tcr-inner=$inner"
    if [ -n "$apart" ]; then
        functions="-DFUZZ_APART functions.c"
        tcr_flags="$tcr_flags --tcr-whole-program"
    fi
    printf '#!/bin/sh\nexec %s "$@" -%s\n' "$cxx" "$sim" >"$tmp/c++"
    chmod +x "$tmp/c++"
}

# run NAME COMMAND...: under the limit, into NAME.out and NAME.err.
run() {
    name=$1
    shift
    timeout -k 5 "$limit" env "$@" >"$dir/$name.out" 2>"$dir/$name.err"
    status=$?
    [ $status = 0 ] && return
    why="$name: status $status"
    [ $status = 124 ] && why="$name: no end within $limit s"
    bad=$(grep ' BAD$' "$dir/$name.out" | head -1)
    [ -z "$bad" ] || why="$name: $bad"
    return 1
}

# The integers of a run are the plain build's.  clang's optimisation may change the sign of a zero,
# which is among the bytes of areas: then the plain build at the unit's own level decides.
same_integers() {
    grep '^i ' "$dir/$1.out" >"$dir/$1.int"
    for level in plain level; do
        if [ $level = level ] && [ ! -e "$dir/level" ]; then
            # shellcheck disable=SC2086  # a list of words
            run level-compile over="$over" sh "$tmp/build" level $TCR_CC -w $words &&
                run level OMP_NUM_THREADS=1 ./level || return 1
        fi
        grep '^i ' "$dir/$level.out" >"$dir/plain.int"
        cmp -s "$dir/plain.int" "$dir/$1.int" && return
    done
    why="$1: other integers than the plain build"
    return 1
}

# own_openmp NAME [LEVEL]: the wrong results of that run are those of the plain compiler's OpenMP: its program
# has them, too, and none without OpenMP.
own_openmp() {
    kept=$why
    # shellcheck disable=SC2086  # lists of words
    run own-compile over="$over" sh "$tmp/build" own $TCR_CC -w $words ${2-} &&
        run serial-compile over="$over" sh "$tmp/build" serial $TCR_CC -w $words ${2-} -fno-openmp &&
        run serial ./serial && ! run own OMP_NUM_THREADS=1 ./own
    status=$?
    why=$kept
    [ $status = 0 ] && grep ' BAD$' "$dir/own.out" >"$dir/own.bad" && grep ' BAD$' "$dir/$1.out" | cmp -s - "$dir/own.bad"
}

# The program has been stopped, as documented: the failure has cost data that only
# the device had.
stopped() {
    [ $status = 134 ] &&
        grep -qE '^tcr: .*(that only the device had|cannot be copied back|(data|update) .*: copying)' "$dir/$1.err"
}

# clang's OpenMP reduces complex numbers by functions of this library.
atomic=
echo 'int main(void) { return 0; }' | $TCR_CC -x c - -latomic -o "$tmp/a.out" 2>/dev/null && atomic=-latomic

# build NAME COMMAND...: the program, as $over says.  clang takes a function of a library to be replaced
# only if it is weak.
cat >"$tmp/build" <<'END'
name=$1
shift
case $over in
'') exec "$@" -o "$name" ;;
linked) exec "$@" over.c -o "$name" ;;
esac
$TCR_CC -dM -E -x c /dev/null | grep -q __clang__ || set -- "$@" -DFUZZ_INTERPOSED
"$@" -fPIC -shared -o "lib$name.so" &&
    exec $TCR_CC -w over.c -L. -Wl,-rpath,"$PWD" "-l$name" -lm -o "$name"
END

# attempt SEED N: N programs in one unit, in $dir; says in $why what failed.
attempt() {
    why="generator"
    built=${FUZZ_BUILD-}/generated-$1-$2
    "$tmp/tcr-generate" -a "$accept" -e "$exact" -k "${FUZZ_KIND-}" -l $knows_loop -o "${FUZZ_ROWS:-0}" -r "$nests" -s "$special" -w "$writing" -n "$2" "$1" >"$dir/unit.c" ||
        return 1
    sed -n 's,^/\* over: \(.*\) \*/$,\1,p' "$dir/unit.c" >"$dir/over.c"
    cd "$dir" || exit 2
    # shellcheck disable=SC2086  # lists of words
    set -- $flags -I"$here" unit.c $functions -lm $atomic
    words=$*
    printf '#define FUZZ_FUNCTIONS\n#include "unit.c"\n' >functions.c
    # shellcheck disable=SC2086
    run plain-compile over="$over" sh "$tmp/build" plain $TCR_CC -w "$@" -O0 || {
        ! grep -qE 'internal compiler error|submit a bug report' "$dir/plain-compile.err" || return 2
        return 1
    }
    # shellcheck disable=SC2086
    run compile over="$over" sh "$tmp/build" tcr "$build/bin/tcr-cc" $tcr_flags "$@" || {
        # shellcheck disable=SC2086
        ! grep -q 'internal compiler error' "$dir/compile.err" ||
            run own-compile over="$over" sh "$tmp/build" own $TCR_CC -w "$@" || return 2
        return 1
    }
    why="compile: $(grep -m1 'error:' "$dir/compile.err")"
    grep -q 'rejected the generated code' "$dir/compile.err" && return 1
    # One thread: taskloops with reductions may hang in clang 14's library.
    run plain OMP_NUM_THREADS=1 ./plain || {
        ! grep -qs 'Assertion failure at kmp_' plain.err && ! own_openmp plain -O0 || return 2 # clang's library's
        return 1
    }
    run host TCR_TARGET=host ./tcr || {
        ! grep -qs 'Assertion failure at kmp_' host.err && ! own_openmp host || return 2
        return 1
    }
    same_integers host || return 1
    if [ -n "${FUZZ_BUILD-}" ]; then
        cp tcr "$built" && strip "$built" && cp plain.int "$built.integers"
        : >device.err
        return
    fi
    # The device code is compiled once, for all the runs.
    mkdir -p kernels
    export TCR_SIM_CACHE="$dir/kernels" TCR_SIM_CXX="$tmp/c++" TCR_SIM_SEED="$order"
    # shellcheck disable=SC2086
    run device $device TCR_TRACE=1 TCR_SUMMARY=1 ./tcr || return 1
    why="device text: $(grep -m1 -o 'does not compile.*' "$dir/device.err")"
    grep -qE 'does not compile|no code for this device' "$dir/device.err" && return 1
    why="a kernel that a device would stop: $(grep -m1 -o 'kernel launch failed.*' "$dir/device.err")"
    grep -q 'kernel launch failed' "$dir/device.err" && return 1
    same_integers device || return 1
    if [ -n "${FUZZ_COMPARE-}" ]; then
        # shellcheck disable=SC2086
        run compare $device TCR_COMPARE=1 ./tcr || return 1
        why="compare: $(grep -m1 'tcr: .* compare: ' "$dir/compare.err")"
        [ ! -s "$dir/device.err" ] || # no loop is a region
            grep -q '^tcr: compare: .* of which 0 differ' "$dir/compare.err" || return 1
        same_integers compare || return 1
    fi
    for mirror in $mirrors; do
        # shellcheck disable=SC2086
        run "mirror-$mirror" $device TCR_MIRROR="$mirror" ./tcr || return 1
        same_integers "mirror-$mirror" || return 1
    done
    for fault in ${FUZZ_FAULTS-copy:$((1 + seed % 97)) sync:$((1 + seed % 43))}; do
        # shellcheck disable=SC2086
        run "$fault" $device TCR_FAULT="$fault" ./tcr || stopped "$fault" || return 1
        stopped "$fault" || same_integers "$fault" || return 1
    done
}

# Adds a unit's loops to the counters; collects why some stayed on the host.
count_loops() {
    loops=$((loops + $(grep -cE 'REDUCE\(|[ (]"?tcr( reduce| loop| \\$)|reduction\(' "$dir/unit.c")))
    # shellcheck disable=SC2046  # two words
    set -- $(awk '$1 == "tcr:" && $3 ~ /^[0-9]+$/ { n++; d += $4 > 0 } END { print n + 0, d + 0 }' \
        "$dir/device.err")
    regions=$((regions + $1))
    on_device=$((on_device + $2))
    sed -n 's/^[^ ]*:[0-9]*:[0-9]*: warning: \(.*\) \[tcr\]$/\1/p' "$dir/compile.err" >>"$tmp/reasons"
    awk '$1 == "tcr:" && $3 ~ /^[0-9]+$/ { host = $4 == 0 }
         host && /^tcr:     [0-9]+ x / { sub(/^tcr: *[0-9]+ x /, "at run time: "); print }' \
        "$dir/device.err" >>"$tmp/reasons"
}

report_failure() {
    failed=$((failed + 1))
    echo "FAIL seed $1: $why"
    mkdir -p "$keep"
    rm -rf "${keep:?}/$1" "$dir/kernels"
    cp -r "$dir" "$keep/$1"
    {
        echo "$why"
        echo "TCR_CC='$TCR_CC' FUZZ_FLAGS='$flags' FUZZ_APART=$apart FUZZ_ACCEPT=$accept FUZZ_SIM=$sim FUZZ_ORDER=$order" \
            "FUZZ_OVER=$over FUZZ_INNER=$inner FUZZ_MIRRORS='$mirrors' FUZZ_NESTS=$nests FUZZ_SPECIAL=$special FUZZ_KIND=${FUZZ_KIND-} FUZZ_ROWS=${FUZZ_ROWS:-0} FUZZ_UNIT=$2 FUZZ_EXACT=$exact FUZZ_WRITE=$writing tests/fuzz/run.sh $2 $build $1"
    } >"$keep/$1/why"
    echo "    $keep/$1: $(tail -1 "$keep/$1/why")"
}

# Each program of a failing unit alone, to find the ones that fail.
one_by_one() {
    first=$1
    n=$2
    found=0
    unit_why=$why
    cp -r "$dir" "$tmp/unit"
    for s in $(seq "$first" $((first + n - 1))); do
        rm -rf "$dir"
        mkdir -p "$dir"
        attempt "$s" 1
        case $? in
        0) passed=$((passed + 1)) && count_loops ;;
        2) found=1 crashes=$((crashes + 1)) ;;
        *) found=1 && report_failure "$s" 1 ;;
        esac
    done
    if [ $found = 0 ] && [ "$n" -gt 1 ] && [ $unit_status != 2 ]; then
        passed=$((passed - 1))
        why="only with all of $n programs in one unit: $unit_why"
        rm -rf "$dir"
        cp -r "$tmp/unit" "$dir"
        report_failure "$first" "$n"
    fi
    rm -rf "$tmp/unit"
}

passed=0
failed=0
crashes=0
loops=0
regions=0
on_device=0
dir=$tmp/work
: >"$tmp/reasons"
last=$((seed + count))
while [ "$seed" -lt "$last" ]; do
    n=$((last - seed))
    [ "$n" -le "$unit" ] || n=$unit
    mkdir -p "$dir"
    mode "$seed"
    attempt "$seed" "$n"
    unit_status=$?
    if [ $unit_status = 0 ]; then
        passed=$((passed + n))
        count_loops
    else
        one_by_one "$seed" "$n"
    fi
    rm -rf "$dir"
    seed=$((seed + n))
done

echo "$loops loops in passing units: $regions entered a region, $on_device of them on the device"
sed "s/'[^']*'/'...'/g; s/ c[0-9]*_[0-9]*[_a-z0-9]*/ .../g; s/line [0-9]*/line .../" "$tmp/reasons" |
    sort | uniq -c | sort -rn | head -"${FUZZ_REASONS:-12}"
[ $crashes = 0 ] || echo "$crashes programs left out: the plain compiler, or its OpenMP library, crashed or computes them wrongly"
# Most loops run: a generator or a compiler that refuses all of them is no test.
if [ -z "${FUZZ_BUILD-}" ] && [ "$loops" -gt 20 ] && [ $((on_device * 4)) -lt "$loops" ]; then
    echo "FAIL: hardly a loop ran on the device"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
