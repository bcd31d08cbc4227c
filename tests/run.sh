#!/bin/sh
# SPDX-License-Identifier: MIT
# All tests.  Prints a line for each suite and, last, the sum of them all.
#
#     tests/run.sh           everything
#     tests/run.sh --quick   one build and the suites on it
#
# What is missing of the packages that the suites need is installed first, as by
# ./setup.sh --packages; PACKAGES=no leaves the machine as it is.  What cannot run
# here is a line `left out: NAME: REASON`; a suite in which nothing ran, without
# such a line, has failed.
#
# Builds go to build/test-*; BUILD, FUZZ_COUNT and JOBS change the folder, the
# number of generated programs and the number of parallel compile jobs.
set -u
cd "$(dirname "$0")/.." || exit 1
one=
case ${1-} in
'' | --quick) ;;
--one) one=$2 ;; # of the queue below
*)
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
    ;;
esac
quick=${1-}
umask 022 # caches and configuration that others may write to are not used
top=${BUILD:-build}
jobs=${JOBS:-$(nproc)}
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}" # seconds, for machines with other work to do
mkdir -p "$top/log"
top=$(cd "$top" && pwd)
for name in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
export TCR_CACHE=off # a test compiles what it tests
export XDG_STATE_HOME="$top/state" # and is not noted as the user's
# What the simulated device compiles depends on text, options and compiler alone: once for all.
export TCR_SIM_CACHE="$top/simulated"
(umask 077 && mkdir -p "$TCR_SIM_CACHE")

have() { command -v "$1" >/dev/null 2>&1; }

# counts LOG: "PASSED FAILED", from the lines 'N passed, N failed' (the last
# one) and the summaries of Check (all of them).
counts() {
    awk '/^[0-9]+ passed, [0-9]+ failed/ { p = $1; f = $3 }
         /Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/ {
             gsub(/[^0-9 ]/, ""); n = $(NF - 2); bad = $(NF - 1) + $NF
             P += n - bad; F += bad
         }
         END { print p + P, f + F }' "$1"
}

# once COMMAND...: for what counts nothing: one test, which passes if the command succeeds.
once() { "$@" && echo "1 passed, 0 failed"; }

# left_out NAME REASON
left_out() { echo "left out: $1: $2" | tee -a "$top/log/left"; }

# processor_seconds FILE: what `times` has written there, of all that the shell has waited for so far.
processor_seconds() { sed -n '2s/[ms]/ /gp' "$1" | awk '{ print int(60 * ($1 + $3) + $2 + $4) }'; }

# run NAME COMMAND...: run it, print its line, and add what it counted to $top/log/counts,
# what it left out to $top/log/left.
run() {
    name=$1
    shift
    log=$top/log/$(echo "$name" | tr ' /' '--').log
    start=$(date +%s)
    times >"$log.times"
    before=$(processor_seconds "$log.times")
    "$@" >"$log" 2>&1 </dev/null
    status=$?
    times >"$log.times" # not in $(): a subshell has waited for nothing
    # shellcheck disable=SC2046  # two words
    set -- $(counts "$log")
    p=$1 f=$2
    left=$(grep '^left out: ' "$log")
    if [ $((p + f)) = 0 ] && [ $status = 0 ] && [ -z "$left" ]; then
        echo "FAIL $name: nothing ran, and nothing says why" >>"$log"
        f=1
    fi
    [ $status = 0 ] || [ "$f" != 0 ] || f=1
    echo "$p $f" >>"$top/log/counts"
    said=$(printf '%-28s %5d passed, %d failed (%d s, of processors %d s)' "$name" "$p" "$f" \
        $(($(date +%s) - start)) $(($(processor_seconds "$log.times") - before)))
    if [ -n "$left" ]; then
        echo "$left" >>"$top/log/left"
        said="$said
$(echo "$left" | sed 's/^/    /')"
    fi
    if [ "$f" != 0 ]; then
        said=$(
            echo "$said"
            echo "    $log:"
            grep -E 'FAIL|:[FE]:|error|ERROR|SUMMARY' "$log" | head -20 | sed 's/^/    /'
            tail -20 "$log" | sed 's/^/    /'
        )
    fi
    echo "$said" # at once: others are running
}

# suite NAME COMMAND...: one for the queue, with the environment as it is now.
suite() {
    for word in TCR_CC="${TCR_CC-}" PROGRAMS_CFLAGS="${PROGRAMS_CFLAGS-}" "$@"; do
        printf "'%s' " "$(printf %s "$word" | sed "s/'/'\\\\''/g")"
    done >>"$top/log/queue"
    echo >>"$top/log/queue"
}

# suite_with PROGRAM NAME COMMAND...: which needs that program.
suite_with() {
    if have "$1"; then
        shift
        suite "$@"
    else
        left_out "$2" "there is no $1"
    fi
}

# run_queue: all of them, $jobs at a time.
run_queue() {
    xargs -d '\n' -P "$jobs" -I '{}' sh tests/run.sh --one '{}' <"$top/log/queue"
}

# build NAME OPTION...: configure and build in $top/test-NAME.
build() {
    b=$top/test-$1
    shift
    cmake -S . -B "$b" "$@" && cmake --build "$b" -j"$jobs"
}

# unit_test BUILD UNIT [COMMAND...]: the Check program of that build, the command in front of it.
unit_test() {
    of=$top/test-$1/tests/test_$2
    what="$1 $2"
    shift 2
    if [ -x "$of" ]; then
        suite "$what" "$@" "$of"
    elif have pkg-config && pkg-config --exists check; then
        suite "$what" missing "$of" # the build has failed
    else
        left_out "$what" "there is no Check with pkg-config"
    fi
}
missing() {
    echo "FAIL $1: was not built"
    return 1
}

# suites NAME TCR_CC UNIT...: on the build NAME, TCR_CC being the compiler that tcr-cc calls, what
# this build may show and another does not; with these unit tests.
suites() {
    b=$top/test-$1
    export TCR_CC="$2"
    name=$1
    shift 2
    for unit; do
        unit_test "$name" "$unit"
    done
    set -- "$name" "$TCR_CC"
    suite "$1 driver" sh tests/driver/run.sh "$b" "${DRIVER_TESTS:-.}"
    suite "$1 golden" env CC="$2" sh tests/golden/run.sh "$b"
    suite "$1 refusals" env CC="$2" sh tests/refusals/run.sh "$b"
    suite "$1 programs" sh tests/programs/run.sh "$b"
    # under the sanitizers, the programs are enough
    [ "$1" = sanitize ] || suite "$1 samples" sh tests/samples/run.sh "$b"
    suite "$1 library" env CC="$2" sh tests/library/run.sh "$b"
    [ "$1" = clang ] || suite "$1 report" sh tests/report/run.sh "$b" "${REPORT_TESTS:-.}"
    # The runtime of sanitized builds is for programs with the sanitizer's flags only.
    [ "$1" != gcc ] || suite "$1 security" sh tests/security/run.sh "$b"
    [ "$1" = sanitize ] || suite "$1 annotated" env ANNOTATED_FILES="${ANNOTATED_FILES-}" \
        sh tests/annotated/run.sh "$b"
    case $1 in
    gcc)
        suite "gcc conformance" sh tests/conformance/run.sh "$b" gcc
        suite "gcc mpi" sh tests/samples/mpi.sh "$b"
        suite "gcc docs" sh tests/docs/run.sh "$b"
        suite "gcc tune" sh tests/tune/run.sh "$b"
        ;;
    clang) # units with directives: the others are handed on as for gcc
        suite "clang conformance" env PART=marked sh tests/conformance/run.sh "$b" "$2"
        ;;
    esac
    [ "$1" = sanitize ] || suite "$1 suites" sh tests/suites/test.sh "$b"
    unset TCR_CC
}

# The first clang that links OpenMP programs.
clang_with_openmp() {
    for cc in clang clang-19 clang-18 clang-17 clang-20 clang-21 clang-22; do
        if have $cc && echo 'int main(void) { return 0; }' |
            $cc -fopenmp -x c - -o /dev/null 2>/dev/null; then
            echo $cc
            return
        fi
    done
}

# LLVM versions with libclang that tcr-rewrite can use, oldest first.
libclangs() {
    for v in 17 18 19 20 21 22; do
        [ -e /usr/lib/llvm-$v/include/clang-c/Index.h ] && echo $v
    done
}

sources() { ls base/*.[ch] runtime/*.[ch] rewriter/*.[ch] rewriter/*/*.[ch] driver/*.[ch] driver/*/*.[ch] include/*.h 2>/dev/null; }

# Versions of clang-format differ in a few places.
check_format() {
    version=$(clang-format --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
    if [ "$version" = 14 ]; then
        sources | once xargs clang-format --dry-run -Werror
    else
        echo "left out: clang-format: the sources are as version 14 formats them, this is $version"
    fi
}

check_tidy() {
    sources | grep '\.c$' | xargs -P "$jobs" -n 4 clang-tidy --quiet -p "$top/test-gcc" \
        --warnings-as-errors='*'
}

# tcr-rewrite under valgrind, which sees more than the sanitizers do, on some golden cases.
check_valgrind() {
    code=0
    n=0
    # shellcheck disable=SC2012
    for file in $(ls tests/golden/*.c | awk 'NR % 12 == 1'); do
        valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
            "$top/test-gcc/bin/tcr-rewrite" "$file" -- cc >/dev/null
        if [ $? = 99 ]; then
            echo "FAIL valgrind: $file"
            code=1
        else
            n=$((n + 1))
        fi
    done
    echo "$n passed, $code failed"
    return $code
}

if [ -n "$one" ]; then
    eval "set -- $one"
    for variable in "$1" "$2"; do
        [ "${variable#*=}" = "" ] || export "${variable?}"
    done
    shift 2
    run "$@"
    exit 0
fi

rm -f "$top/log/counts" "$top/log/left" "$top/log/queue"
[ "${PACKAGES-}" = no ] || ./setup.sh --packages >"$top/log/packages.log" 2>&1 ||
    left_out packages "$(grep -E '^(setup.sh|E):' "$top/log/packages.log" | tail -1)"
# shellcheck disable=SC2046  # a list of words
set -- $(libclangs)
oldest=${1-}
for newest in "$@"; do :; done
clang=$(clang_with_openmp)

# The library's kernels for the oldest and the newest architecture: 80 has nothing of its own.
run "gcc build" once build gcc -DCMAKE_C_COMPILER=gcc -DTCR_LIBRARY_ARCHS='75;90' ${oldest:+-DTCR_LLVM_VERSION="$oldest"}
if [ -z "$quick" ]; then
    if have clang; then
        run "clang build" once build clang -DCMAKE_C_COMPILER=clang -DTCR_LIBRARY_ARCHS= \
            ${newest:+-DTCR_LLVM_VERSION="$newest"}
    else
        left_out clang "there is no clang, nor its build and the suites on it"
    fi
    run "sanitize build" once build sanitize -DCMAKE_C_COMPILER=gcc -DTCR_SANITIZE=address,undefined \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS=-O1 -DTCR_LIBRARY_ARCHS= ${oldest:+-DTCR_LLVM_VERSION="$oldest"}
    run "thread build" once build thread -DCMAKE_C_COMPILER=gcc -DTCR_SANITIZE=thread -DTCR_REWRITER=OFF \
        -DTCR_LIBRARY_ARCHS=

    # Long ones first.
    suite_with valgrind "valgrind" check_valgrind
    # Tests that link the sanitized runtime with another compiler cannot work.
    # Old code shifts negative numbers and points before the start of an array.
    DRIVER_TESTS='test_\([^b]\|b[^u]\)' REPORT_TESTS='messages\|pragmas\|sarif_[^l]'
    PROGRAMS_CFLAGS='-fsanitize=address,undefined -fno-sanitize=shift,object-size'
    suites sanitize gcc runtime sim rewriter
    unset DRIVER_TESTS REPORT_TESTS PROGRAMS_CFLAGS
    # Libraries and other targets are served alike, whatever the compiler is.
    ANNOTATED_FILES="t_debug.sh t_options.sh t_sanitizers.sh t_warnings.sh"
    DRIVER_TESTS='test_\(build\|whole\|real\)' # the others have compilers that only record
    ! have clang || suites clang "${clang:-clang}" rewriter
    unset ANNOTATED_FILES DRIVER_TESTS
fi
suites gcc gcc runtime sim rewriter kernels
suite figures sh tests/figures/run.sh
suite_with python3 licenses python3 tests/spdx.py
suite_with python3 rooms python3 tests/rooms.py
suite runner sh tests/runner/run.sh
suite package sh tests/package/run.sh "$top/test-gcc"
if [ -z "$quick" ]; then
    # the tests of messages read them in a handler of SIGABRT
    unit_test thread runtime env TSAN_OPTIONS=report_signal_unsafe=0
    suite "generated, gcc" env TCR_CC=gcc sh tests/fuzz/run.sh "${FUZZ_COUNT:-60}" "$top/test-gcc"
    if [ -n "$clang" ]; then
        suite "generated, $clang" env TCR_CC="$clang" \
            sh tests/fuzz/run.sh "${FUZZ_COUNT:-40}" "$top/test-clang" 1000
    else
        left_out "generated, clang" "no clang links OpenMP programs"
    fi
    suite "projects" env TCR_CC=gcc sh tests/projects/run.sh "$top/test-gcc" bzip2 mawk serd
    suite "reproducible" sh tests/reproducible/run.sh "$top/test-gcc"
    suite "refused programs" env TCR_CC=gcc sh tests/fuzz/refuse.sh "$top/test-gcc"
    suite "damaged sources" sh tests/fuzz/mutate.sh 200 "$top/test-sanitize"
    suite_with clang "hostile bytes" sh tests/fuzz/readers.sh 20000 "$top/test-gcc"
    suite_with clang "mutated units" sh tests/fuzz/rewriter.sh 20 "$top/test-gcc"
    suite_with clang-format "clang-format" check_format
    suite_with clang-tidy "clang-tidy" once check_tidy
    suite_with shellcheck "shellcheck" once shellcheck -S error setup.sh .ci/run tests/run.sh tests/*/run.sh \
        bench/*.sh bench/figures/*.sh
fi
run_queue
[ ! -e "$top/log/left" ] || echo "left out in all: $(wc -l <"$top/log/left") (the lines above)"
awk '{ p += $1; f += $2 } END { print p + 0 " passed, " f + 0 " failed"; exit f > 0 }' "$top/log/counts"
