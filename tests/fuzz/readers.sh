#!/bin/sh
# SPDX-License-Identifier: MIT
# libFuzzer on what reads other people's bytes: hostile objects, archives, records, response
# files, sources, files of shapes and directives must not crash a reader, hang it, fail a
# sanitizer's check, or make it take more memory than a multiple of its input.
#
#     tests/fuzz/readers.sh RUNS BUILD [NAME...]       so many inputs for each, the same every time
#     tests/fuzz/readers.sh SECONDSs BUILD [NAME...]   a campaign, such as 300s
#     tests/fuzz/readers.sh --list                     the names
#
# NAMEs are those of readers/*.c, and directive (all of them).  The harnesses are built with
# clang in BUILD/fuzzer.  Inputs start from corpus/NAME, and what a campaign finds to be new is
# kept in BUILD/fuzz-corpus-NAME.  What fails stays in BUILD/fuzz-failures: give that file to
# BUILD/fuzzer/bin/fuzz_NAME.  TCR_CLANG is the compiler of the harnesses (clang).
set -u
export TCR_UNITS=/dev/null/none # no ledger: what is read lives as long as an input
every="object archive record response scan tuning directive"
if [ "${1-}" = --list ]; then
    echo "$every" | tr ' ' '\n'
    exit
fi
[ $# -ge 2 ] || {
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
length=$1
build=$(cd "$2" && pwd) || exit 2
shift 2
# shellcheck disable=SC2086  # a list of words
[ $# != 0 ] || set -- $every
clang=${TCR_CLANG:-clang}
echo 'int LLVMFuzzerTestOneInput(void); int LLVMFuzzerTestOneInput(void) { return 0; }' |
    "$clang" -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null || {
    echo "left out: no clang with libFuzzer"
    exit 0
}
mkdir -p "$build/fuzzer" "$build/fuzz-failures"
exec 9>"$build/fuzzer.lock" && flock 9 # rewriter.sh builds there, too
cmake -S "$here/../.." -B "$build/fuzzer" -DCMAKE_C_COMPILER="$clang" -DTCR_FUZZER=ON \
    >"$build/fuzzer/log" 2>&1 &&
    cmake --build "$build/fuzzer" --target fuzz_readers -j 2 >>"$build/fuzzer/log" 2>&1 || {
    tail -20 "$build/fuzzer/log"
    exit 2
}
exec 9>&-
passed=0 failed=0
for name; do
    new=$build/fuzz-corpus-$name
    case $length in
    *s) limit=-max_total_time=${length%s} ;;
    *)
        rm -rf "$new" # else what an earlier run found would change this one
        limit=-runs=$length
        ;;
    esac
    mkdir -p "$new"
    dictionary=$here/readers/$name.dict
    [ -e "$dictionary" ] || dictionary=$here/rewriter/words.dict
    if ("$build/fuzzer/bin/fuzz_$name" "$new" "$here/corpus/$name" \
        "$limit" -seed=1 -max_len=16384 -len_control=20 -timeout=10 -rss_limit_mb=1024 \
        -dict="$dictionary" -close_fd_mask=3 -print_final_stats=1 -artifact_prefix="$build/fuzz-failures/$name-") \
        2>"$build/fuzzer/$name.log"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        again "$build" "readers/$name"
        grep -E '^(SUMMARY|==|.*Test unit written)' "$build/fuzzer/$name.log"
    fi
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$build/fuzzer/$name.log") inputs"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
