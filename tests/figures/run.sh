#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures of docs/figures: is their data whole, and can they be drawn again
# from it?  The drawing needs gnuplot and is left out without.
#
#     tests/figures/run.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/again.sh
[ "${1-}" != --list ] || exit 0 # it takes a second
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-figures.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
data=docs/figures/data
passed=0
failed=0

check() { # what, status
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL figures: $1"
        again test-gcc figures # which has no part in it
    fi
}

# Where and with what has it been measured?
for file in sizes shapes split; do
    grep -q '^# card, driver, clocks now: .*, [0-9.]*, [0-9]* MHz' $data/$file.txt &&
        grep -q '^# host: ' $data/$file.txt && grep -q '^# device: .* multiprocessors, sm_' $data/$file.txt &&
        grep -q '^# CUDA [0-9.]* .*, CUB [0-9.]*, .*, 20[0-9-]*$' $data/$file.txt
    check "$file.txt: machine, versions, date" $?
    awk '!/^#/ && (NF != 14 || $8 + 0 <= 0 || $9 + 0 > $8 + 0 || $8 + 0 > $10 + 0) { bad = 1 }
        END { exit bad || NR < 20 }' $data/$file.txt
    check "$file.txt: 14 columns, quartiles around the median" $?
done

# every variant, type, distribution and size; every block and chain; fractions from 0 to 1
awk '!/^#/ { n[$1]++; size[$4] = 1 }
    END {
        for (s in size) sizes++
        all = "single-pass recurrence split shuffle tree-divergent tree-sequential cub-float openmp"
        k = split(all, v)
        for (i = 1; i <= k; i++) if (n[v[i]] != 4 * sizes) exit 1
        exit n["cub-half"] != 2 * sizes || sizes < 10
    }' $data/sizes.txt
check "sizes.txt: every variant in every size" $?
awk '!/^#/ { n[$1 "." $2]++; shape[$5 "." $6] = 1 }
    END {
        for (s in shape) shapes++
        exit shapes != 6 * 16 || n["single-pass.f16"] != 96 || n["single-pass.f32"] != 96 ||
             n["recurrence.f16"] != 96 || n["recurrence.f32"] != 96
    }' $data/shapes.txt
check "shapes.txt: every block and chain" $?
[ "$(awk '$1 == "split" { print $2, $7 }' $data/split.txt | sort -u | wc -l)" = 22 ]
check "split.txt: fractions from 0 to 1" $?

for file in programs small; do
    head -1 $data/$file.txt | grep -q ' threads; .*, [0-9.]*; 20[0-9-]*$' && sed -n 2p $data/$file.txt | grep -q '^gcc [0-9.]*, .*tcr-cc'
    check "$file.txt: machine, versions, date" $?
    ! grep -q WRONG $data/$file.txt && [ "$(bench/programs/run.sh --list | grep -c "$([ $file = programs ] && echo '^[^s]' || echo '^shape_')")" = \
        "$(grep -c 'loops,.*calls,.*GB' $data/$file.txt)" ]
    check "$file.txt: every program, with the right results" $?
done

if command -v gnuplot >/dev/null 2>&1; then
    sh bench/figures/plot.sh $data "$tmp/drawn" >"$tmp/log" 2>&1
    check "drawing: $(tail -1 "$tmp/log")" $?
    for figure in docs/figures/*.png docs/figures/*.svg; do
        again=$tmp/drawn/$(basename "$figure")
        case $figure in
        *.png) [ "$(od -An -tx1 -N4 "$again" 2>/dev/null | tr -d ' ')" = 89504e47 ] ;;
        *) grep -q '^</svg>' "$again" 2>/dev/null ;;
        esac && [ "$(wc -c <"$again")" -gt 5000 ]
        check "$again" $?
    done
    [ "$(ls "$tmp/drawn" | wc -l)" = "$(ls docs/figures/*.png docs/figures/*.svg | wc -l)" ]
    check "figures that are not in docs/figures" $?
else
    echo "left out: drawing the figures: there is no gnuplot"
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
