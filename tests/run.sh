#!/bin/sh
# SPDX-License-Identifier: MIT
# The tests.  Prints a line for each suite and, last, the sum of them all.
#
#     tests/run.sh                         everything, but that cases of one kind take turns from day to day
#     tests/run.sh --all                   all of them, and whole what else is a sample
#     tests/run.sh --quick                 one build and the suites on it
#     tests/run.sh [--build=B] NAME...     suites and cases: golden, golden/ends, 'driver/test_cache*'
#     tests/run.sh --list [SUITE...]       the names
#
# Named cases run on build/test-gcc, which is made or brought up to date first; if there is none, on
# build, if that has tests.  B is gcc, clang, sanitize or thread, or the folder of a build.
#
# TURN is the day of the turns, a number (today's); what it leaves to other days is said at the end.
#
# For everything, what is missing of the packages that the suites need is installed first, as by
# ./setup.sh --packages; PACKAGES=no leaves the machine as it is.  What cannot run
# here is a line `left out: NAME: REASON`; a suite in which nothing ran, without
# such a line, has failed.  plan.sh says which suite runs on which build.
#
# Builds go to build/test-*; BUILD, FUZZ_COUNT and JOBS change the folder, the
# number of generated programs and the number of parallel compile jobs.
set -u
cd "$(dirname "$0")/.." || exit 1
usage() {
    sed -n '3,/^set/s/^# \{0,1\}//p' tests/run.sh | sed '$d'
    exit 2
}
mode=all build_option= ALL=
case ${1-} in
'') ;;
--all) ALL=yes ;;
--quick) mode=quick ;;
--one) mode=one ;; # a suite: BUILD SUITE CASE...
--list) mode=list ;;
--build=*)
    build_option=${1#--build=} mode=named
    shift
    [ $# != 0 ] || usage
    ;;
-*) usage ;;
*) mode=named ;;
esac
case $mode in one | list) shift ;; esac
[ $mode = one ] || unset SAMPLED # plan_all says it
umask 022 # caches and configuration that others may write to are not used
[ -z "${BUILD-}" ] || export BUILD_TOP="$BUILD"
top=${BUILD:-build}
unset BUILD
jobs=${JOBS:-$(nproc)}
turn=${TURN:-$(($(date +%s) / 86400))}
case $turn in *[!0-9]*) usage ;; esac
export CK_DEFAULT_TIMEOUT="${CK_DEFAULT_TIMEOUT:-60}" # seconds, for machines with other work to do
mkdir -p "$top/log"
top=$(cd "$top" && pwd)
for name in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    unset "$name"
done
export TCR_CACHE=off # a test compiles what it tests
export TCR_LEARN=0   # and is decided as if nobody had run it before
export XDG_STATE_HOME="$top/state" # and is not noted as the user's
export OMP_WAIT_POLICY="${OMP_WAIT_POLICY:-passive}" # threads that wait leave the processors to others
# What the simulated device compiles depends on text, options and compiler alone: once for all.
export TCR_SIM_CACHE="$top/simulated"
(umask 077 && mkdir -p "$TCR_SIM_CACHE")

have() { command -v "$1" >/dev/null 2>&1; }

# once COMMAND...: for what counts nothing: one test, which passes if the command succeeds.
once() { "$@" && echo "1 passed, 0 failed"; }

# left_out NAME REASON
left_out() { echo "left out: $1: $2" | tee -a "$top/log/left"; }

# LLVM versions with libclang that tcr-rewrite can use, oldest first.
libclangs() {
    for v in 17 18 19 20 21 22; do
        [ -e /usr/lib/llvm-$v/include/clang-c/Index.h ] && echo $v
    done
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

# look_for_libclang: which versions there are.
look_for_libclang() {
    # shellcheck disable=SC2046  # a list of words
    set -- $(libclangs)
    oldest=${1-}
    for newest; do :; done
    : "${newest:=}"
}

# look_around: what compilers there are.  The suites of a run are told which clang was found.
look_around() {
    look_for_libclang
    clang=${FOUND_CLANG-$(clang_with_openmp)}
    export FOUND_CLANG="$clang"
}

. tests/plan.sh
. tests/report.sh
case $mode in
one)
    look_around
    kind=$1 suite=$2
    shift 2
    run "$kind $suite" run_suite "$suite" "$top/test-$kind" "$@"
    exit
    ;;
named | list)
    . tests/names.sh
    look_around
    case $mode in
    list) list_names "$@" ;;
    named) run_named "$build_option" "$@" ;;
    esac
    exit
    ;;
esac

rm -f "$top/log/counts" "$top/log/left" "$top/log/failed" "$top/log/queue" "$top/log/packages.log" "$top/log/turns"

# packages WHICH: the option of setup.sh.
packages() { [ "${PACKAGES-}" = no ] || ./setup.sh "$1" >>"$top/log/packages.log" 2>&1; }

# builds KIND...: side by side, since each waits now and then for its longest file, or for a linker; then
# for what else was begun.
builds() {
    for kind; do
        run "$kind build" once make_build "$kind" &
    done
    wait
}

# What gcc builds needs a fifth of the packages: the others are installed beside it.
packages --packages=builds
look_for_libclang
{
    packages --packages ||
        left_out packages "$(grep -E '^(setup.sh|E):' "$top/log/packages.log" | tail -1)"
} &
if [ $mode = quick ]; then
    builds gcc
    look_around
    plan_quick
else
    builds gcc sanitize
    builds thread
    look_around
    if [ -n "$clang" ]; then
        make_build clang
    else
        left_out "clang's suites" "no clang links OpenMP programs"
    fi
    plan_all
fi
sort -rn "$top/log/queue" | sed 's/^[0-9]* //' |
    xargs -d '\n' -P $((jobs + 1)) -I '{}' sh -c 'exec sh tests/run.sh --one {}'
[ ! -e "$top/log/turns" ] || echo "left to other days than TURN=$turn (tests/run.sh --all runs them): $(
    awk '{ printf("%s%d of %s", NR > 1 ? ", " : "", $1, $2 " " $3) }' "$top/log/turns"
)"
[ ! -e "$top/log/left" ] || echo "left out in all: $(wc -l <"$top/log/left") (the lines above)"
[ ! -e "$top/log/failed" ] || cat "$top/log/failed" # again, for whoever has only the end of this
awk '{ p += $1; f += $2 } END { print p + 0 " passed, " f + 0 " failed"; exit f > 0 }' "$top/log/counts"
