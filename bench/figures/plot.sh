#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the figures from what run.sh has measured; needs gnuplot, and no GPU.
#
#     sh bench/figures/plot.sh [DATA [OUT]]
#
# DATA: docs/figures/data.  OUT, docs/figures, gets a PNG and an SVG of each.
set -eu
. "$(dirname "$0")/draw.sh"
variants="single-pass cub-half cub-float recurrence split shuffle tree-sequential tree-divergent openmp"


# One file for each series of sizes.txt: n, microseconds, 10^9 elements/s, speed-up, error.
# What is 0 or infinite has no place on a logarithmic axis.
awk -v dir="$tmp" '
    /^#/ { next }
    { key = $2 "." $3 "." $4; if ($1 == "shuffle") base[key] = $8; line[++k] = $0 }
    END {
        for (i = 1; i <= k; i++) {
            split(line[i], f)
            error = f[13] == 0 || f[13] ~ /inf|nan/ ? "NaN" : f[13]
            print f[4], f[8], f[11], base[f[2] "." f[3] "." f[4]] / f[8], error \
                > (dir "/" f[2] "." f[3] "." f[1])
        }
    }' "$data/sizes.txt"
card=$(sed -n 's/^# device: \([^,]*\),.*/\1/p' "$data/sizes.txt" | head -1)
date=$(sed -n 's/^# CUDA.*, \([0-9-]*\)$/\1/p' "$data/sizes.txt" | head -1)

# Line, colour and point of a variant: the same in all figures.
style() {
    case $1 in
    single-pass) echo "lw 2.5 lc rgb '#c00000' pt 7" ;;
    cub-half) echo "lw 1.5 lc rgb '#0060c0' pt 4" ;;
    cub-float) echo "lw 1.5 lc rgb '#00a0e0' pt 5" ;;
    recurrence) echo "lw 1.5 lc rgb '#e08000' pt 8" ;;
    split) echo "lw 1.5 lc rgb '#c0a000' pt 9" ;;
    shuffle) echo "lw 1.5 lc rgb '#008040' pt 6" ;;
    tree-sequential) echo "lw 1.5 lc rgb '#8040a0' pt 10" ;;
    tree-divergent) echo "lw 1.5 lc rgb '#b080d0' pt 11" ;;
    *) echo "lw 1.5 lc rgb '#606060' pt 12" ;;
    esac
}

# sizes TYPE NAME COLUMN LABEL SETTINGS: a quantity over n, normal and uniform data side by side.
sizes() {
    {
        echo "set multiplot layout 1,2 title '$1: $4 ($card, $date)' font ',14'"
        echo "set logscale x 2; set format x '2^{%L}'; set xlabel 'elements'; set ylabel '$4'"
        echo "set grid; set key outside right font ',9'; $5"
        for distribution in normal uniform; do
            echo "set title '$distribution'"
            plot=
            for v in $variants; do
                [ -e "$tmp/$1.$distribution.$v" ] || continue
                plot="$plot${plot:+, }'$tmp/$1.$distribution.$v' using 1:$3 with linespoints $(style "$v") ps 0.7 title '$v'"
            done
            echo "plot $plot"
        done
        echo "unset multiplot"
    } | draw "$2-$1" 1400 460
}

for t in f16 f32; do
    sizes $t time 2 'microseconds' "set logscale y"
    sizes $t rate 3 '10^9 elements per second' "set logscale y"
    sizes $t speedup 4 'speed-up over warp shuffles' "set logscale y"
    sizes $t error 5 'relative error' \
        "set logscale y; set format y '10^{%L}'; set yrange [1e-12:10]"
done

# The sweep of block and chain.
awk -v dir="$tmp" '/^#/ { next } { print $6, $11, $13 > (dir "/shape." $1 "." $2 "." $5) }' \
    "$data/shapes.txt"
for t in f16 f32; do
    {
        echo "set multiplot layout 1,3 title '$t, 2^{28} elements, uniform: chain R and block B ($card, $date)' font ',14'"
        echo "set xlabel 'R: MMAs of a chain'; set grid; set xrange [0:17]; set key left bottom font ',9'"
        echo "set ylabel '10^9 elements per second'; set yrange [0:*]"
        for v in single-pass recurrence; do
            echo "set title '$v'"
            plot=
            for b in 32 64 128 256 512 1024; do
                plot="$plot${plot:+, }'$tmp/shape.$v.$t.$b' using 1:2 with linespoints ps 0.7 title 'B = $b'"
            done
            echo "plot $plot"
        done
        echo "set title 'relative error, B = 256'; set ylabel 'relative error'; set autoscale y"
        echo "set logscale y; set format y '10^{%L}'; set key right top"
        echo "plot '$tmp/shape.single-pass.$t.256' using 1:(\$3 > 0 ? \$3 : NaN) with linespoints $(style single-pass) title 'single-pass', \\"
        echo "     '$tmp/shape.recurrence.$t.256' using 1:(\$3 > 0 && \$3 < 1e9 ? \$3 : NaN) with linespoints $(style recurrence) title 'recurrence$([ $t = f32 ] || echo ': infinite')'"
        echo "unset multiplot"
    } | draw "shapes-$t" 1500 480
done

# The split's fraction, beside the product.
{
    echo "set multiplot layout 1,2 title 'split, 2^{28} elements, normal: the part on the CUDA cores ($card, $date)' font ',14'"
    echo "set xlabel 'fraction on the CUDA cores'; set ylabel '10^9 elements per second'; set grid"
    echo "set xrange [0:1]; set yrange [0:*]; set key left bottom"
    for t in f16 f32; do
        awk -v t=$t '$1 == "split" && $2 == t { print $7, $11 }' "$data/split.txt" >"$tmp/split.$t"
        single=$(awk -v t=$t '$1 == "single-pass" && $2 == t { print $11; exit }' "$data/split.txt")
        echo "set title '$t'"
        echo "plot '$tmp/split.$t' using 1:2 with linespoints $(style split) title 'split', ${single:-0} with lines lw 2 lc rgb '#c00000' title 'single-pass'"
    done
    echo "unset multiplot"
} | draw split 1000 440

# what run.sh has not measured
[ ! -f "$data/programs.txt" ] || sh "$here/tables.sh" "$data" "$out"
