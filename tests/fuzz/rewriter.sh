#!/bin/sh
# SPDX-License-Identifier: MIT
# libFuzzer on tcr-rewrite: mutated units must not crash it, hang it, or fail a
# sanitizer's check.
#
#     tests/fuzz/rewriter.sh SECONDS BUILD [CORPUS]
#
# Builds the harness with clang in BUILD/fuzzer.  The inputs start from the
# golden tests, the must-refuse programs and generated programs, preprocessed;
# CORPUS (BUILD/fuzz-corpus) is where they and those that reach new code are
# kept.  What it finds stays in BUILD/fuzz-failures.  TCR_CC is the
# preprocessing compiler (gcc), TCR_CLANG the compiler of the harness (clang).
set -u
[ $# -ge 2 ] || {
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
seconds=$1
build=$(cd "$2" && pwd) || exit 2
corpus=${3:-$build/fuzz-corpus}
cc=${TCR_CC:-gcc}
clang=${TCR_CLANG:-clang}
command -v "$clang" >/dev/null || {
    echo "left out: mutated units: there is no $clang"
    exit 0
}
exec 9>"$build/fuzzer.lock" && flock 9 # readers.sh builds there, too
cmake -S "$here/../.." -B "$build/fuzzer" -DCMAKE_C_COMPILER="$clang" -DTCR_FUZZER=ON \
    -DTCR_TESTS=ON >/dev/null &&
    cmake --build "$build/fuzzer" --target fuzz_rewriter -j 2 >"$build/fuzzer/log" || {
    tail -20 "$build/fuzzer/log"
    exit 2
}
exec 9>&-
mkdir -p "$corpus" "$build/fuzz-failures"
if [ -z "$(ls "$corpus")" ]; then
    sh "$here/build.sh" "$build/fuzzer/tcr-generate" || exit 2
    # A short run has some of them: else it would end before it has read them all.
    every=1
    [ "$seconds" -ge 60 ] || every=4
    for file in $(ls "$here"/../golden/*.c "$here"/refuse/*.c | awk -v every="$every" 'NR % every == 0'); do
        # shellcheck disable=SC2086  # a list of words
        $cc -std=gnu17 -E -P -dD -I"$here" "$file" 2>/dev/null |
            grep -v '^#define __\|^#undef' >"$corpus/$(basename "$file")"
    done
    seed=1
    while [ $seed -le 40 ]; do
        "$build/fuzzer/tcr-generate" $seed >"$build/fuzzer/seed.c"
        # shellcheck disable=SC2086
        $cc -std=gnu17 -E -P -I"$here" "$build/fuzzer/seed.c" >"$corpus/generated-$seed"
        seed=$((seed + 1))
    done
fi
cd "$build/fuzz-failures" || exit 2
"$build/fuzzer/bin/fuzz_rewriter" "$corpus" -dict="$here/rewriter/words.dict" -max_len=6000 \
    -max_total_time="$seconds" -timeout=30 -rss_limit_mb=4096 -close_fd_mask=3 -verbosity=0 \
    -print_final_stats=1 2>"$build/fuzzer/run.log"
status=$?
grep -E '^(stat::|SUMMARY|ERROR|==|.*(Test unit written))' "$build/fuzzer/run.log"
if [ $status = 0 ]; then
    echo "1 passed, 0 failed"
else
    again "$build" mutated
fi
exit $status
