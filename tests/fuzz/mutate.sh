#!/bin/sh
# SPDX-License-Identifier: MIT
# Damaged programs must not crash or hang tcr-rewrite.
#
#     tests/fuzz/mutate.sh COUNT BUILD [SEED0]
#
# Generated programs, the samples and the must-refuse programs are damaged in
# COUNT ways and given to BUILD/bin/tcr-rewrite, which must end with status 0, 1,
# 3 or 4 in 20 seconds.  A program that it does not survive stays in
# BUILD/fuzz-failures.  TCR_CC is the preprocessing compiler (gcc).
set -u
[ $# -ge 2 ] || {
    sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'
    exit 2
}
here=$(cd "$(dirname "$0")" && pwd)
count=$1
. "$here/../again.sh"
build=$(cd "$2" && pwd) || exit 2
seed=${3:-1}
cc=${TCR_CC:-gcc}
keep=$build/fuzz-failures
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
trap 'exit 130' INT TERM
cd "$here" || exit 2
sh ./build.sh "$tmp/tcr-generate" || exit 2
${CC:-cc} -std=c17 -O1 -o "$tmp/tcr-mutate" mutate.c text.c || exit 2
cd "$tmp" || exit 2
cp "$here/prelude.h" "$here/exact.h" .

# shellcheck disable=SC2012  # plain names
ls "$here"/refuse/*.c "$here"/../../samples/*/*.c >others
n_others=$(wc -l <others)

# One line in four is a file of the tree; a generated program otherwise.
original() {
    if [ $(($1 % 4)) = 0 ]; then
        cat "$(sed -n "$(($1 / 4 % n_others + 1))p" others)"
    else
        ./tcr-generate "$1"
    fi
}

passed=0
failed=0
last=$((seed + count))
while [ "$seed" -lt "$last" ]; do
    original "$seed" >whole.c
    ./tcr-mutate "$seed" <whole.c >broken.c
    # shellcheck disable=SC2086  # a list of words
    timeout 20 "$build/bin/tcr-rewrite" -o out.i broken.c -- $cc -std=gnu17 -I. >out 2>err
    status=$?
    case $status in
    0 | 1 | 3 | 4) passed=$((passed + 1)) ;;
    *)
        failed=$((failed + 1))
        mkdir -p "$keep"
        cp broken.c "$keep/mutated-$seed.c"
        echo "FAIL status $status: $keep/mutated-$seed.c: $(grep -m1 -E 'ERROR|error:' err)"
        again "$build" "damaged/$seed"
        ;;
    esac
    seed=$((seed + 1))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
