#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs whose results must be the same where a call of the driver or of cuBLAS fails that has a
# longer way beside it: graphs of kernels, products that are captured.
#
#     tests/device/failing/run.sh PROGRAM EXPECTED [CALLS...]
#
# PROGRAM is one of tests/programs by tcr-cc, EXPECTED what it prints.  CALLS are values of FAIL_CALLS
# (library.c); default: those below.  Needs a GPU, cuBLAS and a C compiler.
set -u
[ $# -ge 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
program=$1
expected=$2
shift 2
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-failing.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
failed=0

# front NAME REAL [FLAGS]: tmp/lib64/NAME, in front of REAL, which the loader takes for another library
# by its path.
front() {
    name=$1
    real=$2
    shift 2
    mkdir -p "$tmp/lib64" "$tmp/stub"
    echo 'int nothing;' >"$tmp/stub.c"
    ${CC:-cc} -shared -fPIC -Wl,-soname,"$real" "$tmp/stub.c" -o "$tmp/stub/$name" &&
        ${CC:-cc} -O1 -shared -fPIC -Wl,-soname,"$name" -Wl,--no-as-needed "-DREAL=\"$real\"" "$@" \
            "$here/library.c" "$tmp/stub/$name" -ldl -o "$tmp/lib64/$name"
}

driver=$(ldconfig -p | sed -n 's/.*libcuda\.so\.1 .*x86-64.* => //p' | head -1)
blas=$(readlink -f "${CUDA_HOME:-/usr/local/cuda}/lib64/libcublas.so")
{ [ -e "$driver" ] && [ -e "$blas" ]; } || { echo "left out: failing: no driver or no cuBLAS"; exit 0; }
front libcuda.so.1 "$driver" && front "libcublas.so.$(basename "$blas" | cut -d. -f3)" "$blas" -DBLAS || exit 1

[ $# -gt 0 ] || set -- none: launch:1 launch:3 launch:1+ instantiate:1 instantiate:2+ capture:1 capture:2 \
    captured:1 captured:2+ stream:2 set_stream:4 set_stream:5 set_stream:6 set_stream:7 set_stream:5+ \
    set_workspace:1 set_workspace:1,set_stream:6
for calls; do
    FAIL_CALLS=$calls TCR_BLAS=1 TCR_TARGET=device TCR_MIRROR="${TCR_MIRROR-auto}" TCR_CUDA_HOME="$tmp" \
        LD_LIBRARY_PATH="$tmp/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" timeout 60 "$program" >"$tmp/out" 2>"$tmp/err"
    status=$?
    { [ $status = 0 ] && cmp -s "$tmp/out" "$expected"; } || {
        failed=$((failed + 1))
        echo "FAIL failing $calls: status $status, $(diff "$expected" "$tmp/out" | grep -m1 '^[<>]') $(grep -m1 '^tcr:' "$tmp/err")"
    }
    echo "$calls: $(grep '^calls:' "$tmp/err" | tr '\n' ' ')"
done
[ $failed = 0 ]
