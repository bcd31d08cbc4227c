# shellcheck shell=sh
# SPDX-License-Identifier: MIT
# What the scripts bench/host_*.sh begin with: they set build, the build directory, and read this.  It
# sets tcr_cc, here, cc, flags and tmp, which is removed at the end; `machine` prints what the figures
# below it were measured on.
tcr_cc=$(cd "$build" && pwd)/bin/tcr-cc
here=$(cd "$(dirname "$0")" && pwd)
cc=${TCR_CC:-cc}
flags=${CFLAGS:--O3 -march=native}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT

# tcr ARG...: tcr-cc, with the same compiler
tcr() { TCR_CC=$cc "$tcr_cc" "$@"; }

# machine HOW: the head of a table; HOW says what is measured how often
machine() {
    date -u +%Y-%m-%d
    echo "machine   $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc --all) CPUs"
    echo "compiler  $($cc --version | head -1); $flags"
    echo "threads   ${OMP_NUM_THREADS:-$(nproc)}$1"
}
