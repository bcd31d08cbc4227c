#!/bin/sh
# What editors and other programs get from tcr-cc: the SARIF report, messages in the
# compilers' form, warnings of unknown pragmas, compilation databases.
#
#     tests/report/run.sh BUILD [PATTERN]
#
# A test is a function test_NAME of one of the files beside this one; it runs in an
# empty directory of its own and fails with its first command that fails.  Those that
# need a program that is not here skip themselves, and say so.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
build=$(cd "$1" && pwd) || exit 2
pattern=${2:-.}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-report.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    [ "$variable" = TCR_CC ] || unset "$variable"
done
unset CPATH C_INCLUDE_PATH GCC_COLORS NO_COLOR MAKEFLAGS MAKELEVEL
REAL_CC=${TCR_CC:-cc}
unset TCR_CC
LC_ALL=C
export LC_ALL REAL_CC
command -v python3 >/dev/null || { echo "skipped: no python3"; echo "0 passed, 0 failed"; exit 0; }

passed=0 failed=0 number=0
for file in "$here"/t_*.sh; do
    for name in $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$file" | grep -e "$pattern"); do
        number=$((number + 1))
        mkdir "$tmp/$number"
        if (cd "$tmp/$number" && exec sh -eu -c '. "$1/helpers.sh"; . "$2"; set -x; "$3"' sh \
            "$here" "$file" "$name" "$build") >"$tmp/$number.out" 2>&1; then
            passed=$((passed + 1))
            grep '^skipped: ' "$tmp/$number.out" | sed "s/^/$name: /"
        else
            failed=$((failed + 1))
            echo "FAILED: $name ($(basename "$file"))"
            sed 's/^/    /' "$tmp/$number.out" | tail -25
        fi
    done
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
