#!/bin/sh
# Tests of tcr-cc.
#
#     tests/driver/run.sh [BUILD] [PATTERN]
#
# A test is a function test_NAME of one of the files beside this one; it runs in
# an empty directory of its own and fails with its first command that fails.
# Most use compilers and a tcr-rewrite that only record how they were called
# (fake_*), and need no libclang.  The tests of real.sh use gcc and clang as far
# as they are there, and those of build.sh and whole.sh the tcr-rewrite and the
# runtime of BUILD (or of $TCR_BUILD).  Without BUILD, tcr-cc is compiled here.
# PROGRAMS_CFLAGS are more flags for the programs of whole.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-${TCR_BUILD:-}}
pattern=${2:-.}
[ -z "$build" ] || build=$(cd "$build" && pwd) || exit 2
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-driver.XXXXXX") || exit 1
trap 'chmod -R u+w "$tmp"; rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

REAL_CC=${TCR_CC:-cc}
for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
done
unset CPATH C_INCLUDE_PATH LIBRARY_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES
LC_ALL=C
TMPDIR=$tmp/temporaries
export LC_ALL TMPDIR REAL_CC

mkdir -p "$tmp/temporaries" "$tmp/bin" "$tmp/lib" "$tmp/fake"
if [ -n "$build" ]; then
    WRAPPER=$build/bin/tcr-cc
else
    cc -std=c17 -O1 -g -D_GNU_SOURCE= "$here"/../../driver/*.c -o "$tmp/bin/tcr-cc" || exit 1
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
export FAKE LIB WRAPPER

passed=0 failed=0 number=0
for file in "$here"/t_*.sh; do
    case $file in
    */t_build.sh | */t_whole.sh) [ -n "$build" ] && [ -x "$build/bin/tcr-rewrite" ] || continue ;;
    esac
    for name in $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$file" | grep -e "$pattern"); do
        number=$((number + 1))
        mkdir "$tmp/$number"
        if (cd "$tmp/$number" && LOG=$tmp/$number.log && export LOG BUILD="$build" &&
            : >"$LOG" && exec sh -eu -c '. "$1/helpers.sh"; . "$2"; set -x; "$3"' sh \
            "$here" "$file" "$name") >"$tmp/$number.out" 2>&1; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $name ($(basename "$file"))"
            sed 's/^/    /' "$tmp/$number.out" | tail -25
        fi
        left=$(ls "$tmp/temporaries")
        if [ -n "$left" ]; then
            failed=$((failed + 1))
            echo "FAILED: $name left temporaries: $left"
            rm -rf "$tmp/temporaries" && mkdir "$tmp/temporaries"
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
