# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # $out, $tmp: of the script that reads this
# draw NAME WIDTH HEIGHT: gnuplot commands on standard input, once for each format.
draw() {
    cat >"$tmp/$1.gp"
    for format in png svg; do
        case $format in
        png) terminal="pngcairo size $2,$3 font 'sans,11'" ;;
        svg) terminal="svg size $2,$3 font 'sans,12' background 'white'" ;;
        esac
        { echo "set terminal $terminal; set output '$out/$1.$format'"; cat "$tmp/$1.gp"; } | gnuplot
    done
    echo "$out/$1.png"
}
