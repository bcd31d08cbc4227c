#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of what an installation is: its layout, that it can be moved, the links named like
# compilers, other build systems, the Debian package, manual pages, completions, the doctor.
#
#     tests/package/run.sh BUILD [TEST...]       names, or patterns of them
#     tests/package/run.sh --list                their names
#
# Tests as in ../harness.sh.  $MOVED is an
# installation that was moved after it was made; only that and this machine's tools are used.
set -u
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
. "$here/../harness.sh"
if [ "${1-}" = --list ]; then
    harness_list "$here"/t_*.sh
    exit
fi
BUILD=$(cd "$1" && pwd) || exit 2
shift
harness_begin package
unset DESTDIR CC CFLAGS LDFLAGS LD_LIBRARY_PATH PKG_CONFIG_PATH CMAKE_PREFIX_PATH OMPI_CC MPICH_CC
ROOT=$root
SAMPLES=$root/samples/build
MOVED=$tmp/elsewhere/moved
SHARED=$tmp/shared # what one test makes and another uses
mkdir "$SHARED"
# ours may already be on PATH
PATH=$(echo "$PATH" | tr : '\n' | grep -v /lib/tcr/bin | paste -sd :)
export SHARED ROOT SAMPLES MOVED BUILD PATH

cmake --install "$BUILD" --prefix "$tmp/made/here" >"$tmp/install.log" 2>&1 || {
    cat "$tmp/install.log"
    exit 1
}
mkdir "$tmp/elsewhere"
mv "$tmp/made/here" "$MOVED"
rmdir "$tmp/made"

harness_run "$(printf '%s\n' "$@")" "$here"/t_*.sh
