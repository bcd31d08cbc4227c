#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests of tcr-cc.
#
#     tests/driver/run.sh [BUILD] [TEST...]     names, or patterns of them
#     tests/driver/run.sh --list               their names
#
# Tests as in ../harness.sh.
# Most use compilers and a tcr-rewrite that only record how they were called
# (fake_*), and need no libclang.  The tests of real.sh use gcc and clang as far
# as they are there, and those of build.sh, cache.sh and whole.sh the tcr-rewrite and the
# runtime of BUILD (or of $TCR_BUILD), those of cache.sh also a device compiler that
# only counts.  Without BUILD, tcr-cc is compiled here.
# PROGRAMS_CFLAGS are more flags for the programs of whole.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../harness.sh"
if [ "${1-}" = --list ]; then
    harness_list "$here"/t_*.sh
    exit
fi
build=${1:-${TCR_BUILD:-}}
[ $# = 0 ] || shift
[ -z "$build" ] || build=$(cd "$build" && pwd) || exit 2
REAL_CC=${TCR_CC:-cc}
BUILD=$build
HERE=$here
export REAL_CC BUILD HERE
harness_begin driver
harness_watch_temporaries

mkdir "$tmp/bin" "$tmp/lib" "$tmp/fake"
if [ -n "$build" ]; then
    WRAPPER=$build/bin/tcr-cc
else
    (cd "$here/../.." && cc -std=c17 -O1 -g -D_GNU_SOURCE= -DTCR_VERSION='"0"' -Ibase driver/*.c driver/*/*.c base/*.c \
        -o "$tmp/bin/tcr-cc" -ldl) || exit 1
    WRAPPER=$tmp/bin/tcr-cc
fi
for name in fakecc gcc x86_64-linux-gnu-gcc-12 clang g++ cc ccache; do
    cp "$here/fake_cc.sh" "$tmp/fake/$name"
done
cp "$here/fake_rewrite.sh" "$tmp/fake/tcr-rewrite"
chmod +x "$tmp/fake/"*
echo '!<arch>' >"$tmp/lib/libtcr.a"
: >"$tmp/lib/libtcr.so"
FAKE=$tmp/fake
LIB=$tmp/lib
HOSTILE=$here/hostile.py
export FAKE LIB WRAPPER HOSTILE

names=$(printf '%s\n' "$@")
set --
for file in "$here"/t_*.sh; do
    case $file in
    */t_build.sh | */t_cache.sh | */t_whole.sh | */t_trust.sh | */t_faults.sh | */t_strict.sh | */t_hostile.sh)
        [ -n "$build" ] && [ -x "$build/bin/tcr-rewrite" ] || {
            echo "left out: $(basename "$file"): no tcr-rewrite is built"
            continue
        }
        ;;
    esac
    set -- "$@" "$file"
done
harness_run "$names" "$@"
