# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For the scripts that draw, with their arguments [DATA [OUT]]: where the data are and the figures go,
# a folder for what is between, and draw().
here=$(cd "$(dirname "$0")" && pwd)
data=$(cd "${1:-$here/../../docs/figures/data}" && pwd)
out=${2:-$here/../../docs/figures}
mkdir -p "$out"
out=$(cd "$out" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

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
