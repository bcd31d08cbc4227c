#!/bin/sh
# SPDX-License-Identifier: MIT
# Measures the variants on the GPU of this machine and draws the figures.
#
#     sh bench/figures/run.sh [DIR [PROGRAM]]
#
# DIR (docs/figures) gets data/*.txt and the figures; PROGRAM is what build.sh
# has made, else it is made here.  Needs what build.sh and plot.sh need.  Takes
# two minutes; nothing else should run on the card.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/../../docs/figures}
mkdir -p "$out/data"
out=$(cd "$out" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
program=${2-}
if [ -z "$program" ]; then
    program=$tmp/variants
    sh "$here/build.sh" "$program"
fi

# measure NAME ARG...: with what the machine is in front.
measure() {
    name=$1
    shift
    {
        nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.mem --format=csv,noheader |
            sed 's/^/# card, driver, clocks now: /'
        sed -n 's/^model name[^:]*: */# host: /p' /proc/cpuinfo | head -1
        echo "# host: $(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg)"
        "$program" --kernels="$here/../../kernels/variants" "$@"
    } >"$tmp/$name"
    mv "$tmp/$name" "$out/data/$name"
}

measure sizes.txt --type=f16,f32 --distribution=normal,uniform \
    -n 2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28,2^30
measure split.txt --variant=split,single-pass --type=f16,f32 -n 2^28 \
    --fraction=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,1
measure shapes.txt --variant=single-pass,recurrence --type=f16,f32 --distribution=uniform \
    -n 2^28 --repeat=15 --block=32,64,128,256,512,1024 \
    --chain=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
cat "$out"/data/*.txt
if command -v gnuplot >/dev/null 2>&1; then
    sh "$here/plot.sh" "$out/data" "$out"
else
    echo "no gnuplot: copy $out/data to where it is, and run plot.sh"
fi
