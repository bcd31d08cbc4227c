#!/bin/sh
# Tests of what an installation is: its layout, that it can be moved, the links named like
# compilers, other build systems, the Debian package, manual pages, completions, the doctor.
#
#     tests/package/run.sh BUILD [PATTERN]      (TIMES=1: how long each took)
#
# A test is a function test_NAME of one of the files beside this one; it runs in an empty
# directory of its own and fails with its first command that fails.  $MOVED is an
# installation that was moved after it was made; only that and this machine's tools are used.
# A test that lacks a tool calls `skip`.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2; }
BUILD=$(cd "$1" && pwd) || exit 2
pattern=${2:-.}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-package.XXXXXX") || exit 1
trap 'chmod -R u+w "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\|DESTDIR\|CC\|CFLAGS\|LDFLAGS\)=.*/\1/p'); do
    unset "$variable"
done
unset CPATH C_INCLUDE_PATH LIBRARY_PATH LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH
unset MAKEFLAGS MFLAGS MAKELEVEL OMPI_CC MPICH_CC
LC_ALL=C
ROOT=$root
SAMPLES=$root/samples/build
HELPERS=$here/helpers.sh
MOVED=$tmp/elsewhere/moved
SHARED=$tmp/shared # what one test makes and another uses
mkdir "$SHARED"
# ours may already be on PATH
PATH=$(echo "$PATH" | tr : '\n' | grep -v /lib/tcr/bin | paste -sd :)
export LC_ALL SHARED ROOT SAMPLES HELPERS MOVED BUILD PATH

cmake --install "$BUILD" --prefix "$tmp/made/here" >"$tmp/install.log" 2>&1 || {
    cat "$tmp/install.log"
    exit 1
}
mkdir "$tmp/elsewhere"
mv "$tmp/made/here" "$MOVED"
rmdir "$tmp/made"

passed=0 failed=0 number=0
for file in "$here"/t_*.sh; do
    for name in $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$file" | grep -e "$pattern"); do
        number=$((number + 1))
        mkdir "$tmp/$number"
        start=$(date +%s)
        (cd "$tmp/$number" && exec sh -eu -c '. "$HELPERS"; . "$1"; set -x; "$2"' sh \
            "$file" "$name") >"$tmp/$number.out" 2>&1
        status=$?
        if [ $status = 0 ]; then
            passed=$((passed + 1))
        elif [ $status = 77 ]; then
            echo "SKIP $name: $(tail -1 "$tmp/$number.out")"
        else
            failed=$((failed + 1))
            echo "FAILED: $name ($(basename "$file"))"
            sed 's/^/    /' "$tmp/$number.out" | tail -40
        fi
        [ -z "${TIMES-}" ] || echo "$name: $(($(date +%s) - start)) s"
        chmod -R u+w "$tmp/$number"
        rm -rf "${tmp:?}/$number"
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
