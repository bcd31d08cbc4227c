#!/bin/sh
# SPDX-License-Identifier: MIT
# Draws the tables that other benchmarks print, each kept as it was printed; needs gnuplot, and no GPU.
#
#     sh bench/figures/tables.sh [DATA [OUT]]
#
# DATA: docs/figures/data.  OUT, docs/figures, gets a PNG and an SVG of each.
#
#     programs.txt, small.txt   bench/programs/run.sh with RUNS=1 MODES="run1:TCR_TARGET=auto run2:TCR_TARGET=auto",
#                               and with MODES="first:TCR_LEARN=0 auto"
#     nests.txt                 bench/nests, all of it
#     scan.txt                  bench/scan
#     precision.txt             bench/precision
set -eu
. "$(dirname "$0")/draw.sh"

# Whole programs and small shapes (programs.txt, small.txt: tables of bench/programs/run.sh): how many
# times faster than the plain compiler's, the first time and once it has run before.
for file in programs small; do
    awk '$2 ~ /^[0-9.]+$/ && $4 ~ /^[0-9.]+$/ && $6 ~ /^[0-9.]+$/ { sub(/^shape_/, "", $1); print $6, $4, $1 }' "$data/$file.txt" | sort -rn |
        awk '{ gsub(/_/, " ", $3); print NR, $1, $2, "\"" substr($0, length($1 " " $2) + 2) "\"" }' >"$tmp/bars.$file"
done
{
    machine=$(sed -n '1s/^.*, \([0-9]* threads; [^,;]*\).*; \([0-9-]*\)$/\1, \2/p' "$data/programs.txt")
    echo "set multiplot layout 1,2 title 'whole programs: times faster than by gcc -fopenmp ($machine)' font ',14'"
    echo "set style fill solid; set grid x; set logscale x; set ytics font ',9'; set xtics (0.5, 1, 2, 5, 10, 20, 50); set key right bottom"
    for file in programs small; do
        echo "set title '$([ $file = programs ] && echo 'programs of bench/programs' || echo 'small shapes')'"
        echo "set xrange [$([ $file = programs ] && echo 1 || echo 0.5):*]; set yrange [$(wc -l <"$tmp/bars.$file") + 1:0]"
        echo "plot '$tmp/bars.$file' using (1):1:(1):2:(\$1 - 0.4):1:ytic(4) with boxxyerror lc rgb '#c00000' title 'once it has run before', \\"
        echo "     '' using (1):1:(1):3:1:(\$1 + 0.4) with boxxyerror lc rgb '#80b0e0' title 'the first time'"
    done
    echo "unset multiplot"
} | draw programs 1400 800

# Sums of rows over their length, beside the better one of CUB's; what only reads is the line above.
card=$(sed -n '1s/,.*//p' "$data/nests.txt")
read_rate=$(sed -n 's/.*only reads \([0-9.]*\) GB.*/\1/p' "$data/nests.txt")
{
    echo "set multiplot layout 1,4 title 'sums of rows, 1 GiB in all ($card)' font ',14'"
    echo "set logscale x 2; set format x '2^{%L}'; set xlabel 'elements of a row'; set yrange [0:*]; set grid; set key bottom"
    echo "set ylabel 'GB/s'"
    for type in f32 f64 i32 f16; do
        sed -n "s/^row sums $type *\([0-9]*\) x \([0-9]*\) *\([0-9.]*\) GB.s *[0-9.]*% *[A-Za-z ]*[a-z] *\([0-9.]*\).*/\2 \3 \4/p" \
            "$data/nests.txt" >"$tmp/rows.$type"
        echo "set title '$type'"
        echo "plot ${read_rate:-0} with lines dt 2 lc rgb '#606060' title 'reading alone', \\"
        echo "     '$tmp/rows.$type' using 1:2 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb '#c00000' title 'tcr', \\"
        echo "     '' using 1:3 with linespoints lw 1.5 pt 4 ps 0.7 lc rgb '#0060c0' title 'CUB'"
    done
    echo "unset multiplot"
} | draw rows 1600 420

# Other nests: how many times as fast as the fastest peer.
awk '!/^(C API )?row / && / [0-9]+\.[0-9][0-9][0-9]( |$)/ && / GB\/s| GFLOP\/s/ {
        ratio = $NF ~ /^(read|copy)$/ ? $(NF - 2) : $NF
        name = substr($0, 1, 22); size = substr($0, 24, 17)
        sub(/ +$/, "", name); sub(/ +$/, "", size); gsub(/\^/, "", name)
        if (ratio ~ /^[0-9]+\.[0-9][0-9][0-9]$/) { n++; print n, ratio, "\"" name ", " size "\"" } }' "$data/nests.txt" >"$tmp/peers"
{
    echo "set title 'times as fast as the library, or a kernel by hand ($card)'; set style fill solid; unset key"
    echo "set logscale x; set xtics (0.5, 0.7, 1, 1.5, 2, 3, 5); set grid x; set ytics font ',9'; set xrange [0.5:*]"
    echo "set yrange [$(wc -l <"$tmp/peers") + 1:0]; set arrow 1 from 1, graph 0 to 1, graph 1 nohead lw 1 lc rgb '#606060' front"
    echo "plot '$tmp/peers' using (1):1:(1):2:(\$1 - 0.35):(\$1 + 0.35):ytic(3) with boxxyerror lc rgb '#c00000' notitle"
} | draw peers 900 640

# Prefix sums over the size, beside CUB's and a copy.
{
    echo "set multiplot layout 1,2 title 'prefix sums ($(sed -n '1s/,.*//p' "$data/scan.txt"))' font ',14'"
    echo "set xlabel 'elements'; set format x '2^{%.0f}'; set ylabel 'GB/s, read and written'; set grid; set key left top; set yrange [0:*]"
    for type in f32 f64; do
        sed -n "s/^$type *2^//p" "$data/scan.txt" >"$tmp/scan.$type"
        echo "set title '$type'"
        echo "plot '$tmp/scan.$type' using 1:3 with linespoints lw 2.5 pt 7 ps 0.7 lc rgb '#c00000' title 'tcr', \\"
        echo "     '' using 1:5 with linespoints lw 1.5 pt 4 ps 0.7 lc rgb '#0060c0' title 'CUB', \\"
        echo "     '' using 1:8 with linespoints lw 1.5 pt 12 ps 0.7 dt 2 lc rgb '#606060' title 'a copy'"
    done
    echo "unset multiplot"
} | draw scan 1200 440

# Products of matrices by the precision that is asked for: speed, and error.
sed -n 's/^ *\([0-9]*\) \[-1,1\] \([^ ]*\( [^ ]*\)*\)  *[0-9.]* ms *\([0-9.]*\) TFLOP.s *error *\([^ ]*\) .*/\1|\2|\4|\5/p' "$data/precision.txt" |
    sed 's/ *|/|/g' >"$tmp/products"
{
    echo "set multiplot layout 1,2 title 'products of matrices, elements in [-1, 1] ($(sed -n 1p "$data/precision.txt"))' font ',14'"
    echo "set logscale x 2; set xlabel 'n'; set grid; set key outside right font ',9'; set datafile separator '|'"
    for column in 3 4; do
        [ $column = 3 ] && echo "set title 'speed'; set ylabel 'TFLOP/s'" ||
            echo "set title 'largest error'; set ylabel 'absolute'; set logscale y; set format y '10^{%L}'"
        plot=
        cut -d'|' -f2 "$tmp/products" | sort -u >"$tmp/levels"
        while IFS= read -r level; do
            plot="$plot${plot:+, }'< grep -F \"|$level|\" $tmp/products' using 1:$column with linespoints ps 0.6 title '$level'"
        done <"$tmp/levels"
        echo "plot $plot"
    done
    echo "unset multiplot"
} | draw products 1400 480
