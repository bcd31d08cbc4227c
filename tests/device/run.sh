#!/bin/sh
# Tests the kernels on a GPU: sh tests/device/run.sh [shapes]
#
# Needs the CUDA Toolkit (nvcc for the CUB comparison, cuobjdump and
# compute-sanitizer), cmake and a C compiler.  Prints one table; details go to
# log files under $OUT (default: a directory under $TMPDIR).
set -u
cd "$(dirname "$0")/../.." || exit 1
out=${OUT:-${TMPDIR:-/tmp}/tcr-device-test}
cuda=${CUDA_HOME:-/usr/local/cuda}
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
PATH=$cuda/bin:$PATH
failed=0

row() { # what, status, detail
    [ "$2" -eq 0 ] && word=ok || { word=FAILED; failed=1; }
    printf '%-28s %-6s %s\n' "$1" "$word" "$3" >>"$build/table"
}

cmake -DDIR="$PWD/kernels" -DOUT="$build/kernel_headers.c" -P kernels/embed.cmake &&
    ${CC:-cc} -std=gnu17 -O2 -D_GNU_SOURCE -Wall -Wextra -I"$cuda/include" -o "$build/device_test" \
        tests/device/*.c tests/kernels/regions.c rewriter/images.c rewriter/text.c \
        "$build/kernel_headers.c" \
        -L"$cuda/lib64/stubs" -lcuda -ldl -lm || exit 1
nvcc -arch=sm_90 -std=c++17 -O2 -o "$build/cub" tests/device/cub.cu >"$out/cub-build.log" 2>&1 &
cub_build=$!

# The MMA instruction that each sum must contain, by type and architecture.
mkdir "$build/cubins"
"$build/device_test" cubins "$build/cubins" || exit 1
missing=
for cubin in "$build"/cubins/*.cubin; do
    name=$(basename "$cubin" .cubin)
    case $name in
    bf16.sm_75 | f32.sm_75 | f64.sm_75) continue ;; # CUDA cores
    f64.*) want=DMMA ;;
    f32.* | f16.* | bf16.*) want=HMMA ;;
    *) want=IMMA ;;
    esac
    cuobjdump --dump-sass "$cubin" >"$build/sass" 2>&1
    printf '%s %s %s\n' "$name" "$want" "$(grep -c "$want" "$build/sass")" >>"$out/sass.log"
    grep -q "$want" "$build/sass" || missing="$missing $name"
done
[ -z "$missing" ]
row "MMA in the SASS" $? "${missing:-HMMA, DMMA, IMMA in every tile}"

"$build/device_test" >"$out/device.log" 2>&1
status=$?
sed -n '/^$/,$p' "$out/device.log" | sed 1d >>"$build/table"
[ $status -eq 0 ] || { failed=1; tail -n 5 "$out/device.log"; }
[ "${1:-}" != shapes ] || "$build/device_test" shapes >"$out/shapes.log" 2>&1

for tool in memcheck racecheck initcheck synccheck; do
    compute-sanitizer --tool $tool --error-exitcode 9 "$build/device_test" small \
        "$build/small.cubin" >"$out/$tool.log" 2>&1
    row "compute-sanitizer $tool" $? "$(tail -n 1 "$out/$tool.log")"
done

wait $cub_build && "$build/cub" >"$out/cub.log" 2>&1
row "CUB beside it" $? "$(tr '\n' ';' <"$out/cub.log" | sed 's/CUB *//g')"

cat "$build/table"
exit $failed
