#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds every sample with tcr-cc and checks its output: on the host, on the
# simulated device, and built by the plain compiler.
#
#     tests/samples/run.sh BUILD [--device] [SAMPLE...]      (default: all)
#     tests/samples/run.sh --list                            their names
#
# --device: on the real device instead of the simulated one.
set -u
export TCR_STRICT=1 # what the simulated device finds, and what is left to the host unasked, is an error
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
. "$root/tests/again.sh"
if [ "$1" = --list ]; then
    for dir in "$root"/samples/*/; do
        basename "$dir"
    done
    exit
fi
LIBTCR_PREFIX=$(cd "$1" && pwd) || exit 2 # for samples of the C API
export LIBTCR_PREFIX
bin=$LIBTCR_PREFIX/bin
shift
backend=sim
if [ "${1-}" = --device ]; then
    backend=cuda
    shift
fi
names=$(printf '%s\n' "$@")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-samples.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
passed=0
failed=0

# check WHAT COMMAND...: its success is the test.
check() {
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL samples/$what"
        again "$LIBTCR_PREFIX" "samples/$name"
        tail -40 "$tmp/log"
    fi
}

# device_check: make check on the device; the summary must show every region
# there (fourth column) and none on the host (third).
device_check() {
    TCR_BACKEND=$backend TCR_TARGET=device TCR_SUMMARY=1 make -s check 2>"$tmp/summary"
    status=$?
    cat "$tmp/summary"
    [ $status = 0 ] && awk '
        $1 == "tcr:" && $2 ~ /:[0-9]+(#[0-9]+)?$/ { n++; if ($3 != 0 || $4 == 0) bad++ }
        END { exit n == 0 || bad }' "$tmp/summary"
}

# needs DIR: what its sample wants to have installed and is not.
needs() {
    [ ! -e "$1/needs" ] || while read -r program; do
        command -v "$program" >/dev/null || echo "$program"
    done <"$1/needs"
}

# sanitized: the library cannot be loaded into programs of others, and an MPI leaks memory.
sanitized() {
    case ${PROGRAMS_CFLAGS-} in *-fsanitize*) [ "$1" = python ] || [ "$1" = mpi_cg ] ;; *) false ;; esac
}

# A sanitized program of libtcr.so has libtcr.a beside it, with the same names: that is known.
case ${PROGRAMS_CFLAGS-} in
*-fsanitize*)
    ASAN_OPTIONS="detect_odr_violation=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}"
    export ASAN_OPTIONS
    ;;
esac

# Open MPI: by root, and more ranks than cores, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe # up to version 4; from 5 on
for dir in "$root"/samples/*/; do
    name=$(basename "$dir")
    chosen "$names" "$name" || continue
    missing=$(needs "$dir")
    if [ -n "$missing" ] || sanitized "$name"; then
        # shellcheck disable=SC2086  # several lines
        echo "left out: samples/$name:" ${missing:-the library is sanitized}${missing:+ is not there}
        continue
    fi
    cp -R "$dir" "$tmp/$name"
    cd "$tmp/$name" || exit 1
    make -s clean
    sanitizer= # of the library, where the sample uses it without tcr-cc
    grep -q LIBTCR_PREFIX Makefile && sanitizer=${PROGRAMS_CFLAGS-}
    check "$name: build" make -s CC="$bin/tcr-cc ${PROGRAMS_CFLAGS-}" \
        FFLAGS="-O2 $sanitizer"
    check "$name: host" env TCR_TARGET=host make -s check
    check "$name: $backend" device_check
    make -s clean
    check "$name: plain compiler" make -s CC="${TCR_CC:-cc}${sanitizer:+ $sanitizer}" \
        FFLAGS="-O2 $sanitizer" check
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
