#!/bin/sh
# SPDX-License-Identifier: MIT
# All tests on a GPU: sh tests/device/run.sh [PART...] [PROGRAMS]
#
# PARTs, the first four and `names` if none is named: `sums` (types, accuracy, speed), `sanitizers`, `peers`
# (CUB, cuBLAS, the literature's variants), `programs`, `loads` (two instructions that load; a
# part of peers), `profile` (Nsight Compute, into profile.csv), `shapes` (grids, for tuning),
# `names`, with PROGRAMS: what profilers see of a region, by Nsight where it is, `nests`, with
# PROGRAMS: the loop nests of bench/nests beside CUB, cuBLAS, cuSPARSE and kernels by hand, in a
# table ($NESTS: arguments of the program, as `rows`, `8`), `products`, with PROGRAMS:
# products of matrices beside cuBLAS ($PRODUCTS: their sizes), `scan`, with PROGRAMS: prefix sums beside
# CUB's and a copy, `precision`, with PROGRAMS: tcr_gemm in all precisions beside cuBLAS, with errors and
# bounds, `prefixes`, with PROGRAMS: tcr_scan, beside the host's results, `whole`, with PROGRAMS: the programs of bench/programs beside the plain
# compiler's ($WHOLE: size and names, `medium` if empty), `failing`, with PROGRAMS: products where calls of the driver
# and of cuBLAS fail, and `here`:
# test programs and $GENERATED (500) generated ones, which the tcr-cc of $INSTALLED builds (an
# installation that has its own libclang, as docs/install.md says).  PROGRAMS is a
# directory made by prepare.sh on a machine with libclang; its programs are run on the
# device too, and the samples under compute-sanitizer.
#
# Needs the CUDA Toolkit (nvcc for the CUB comparison, cuobjdump and
# compute-sanitizer), cmake and a C compiler.  Prints one table; details go to
# log files under $OUT (default: a directory under $TMPDIR).  $CCCL is the include
# directory of a newer CUB than the Toolkit's, $SANITIZER_LIMIT (600) the seconds for one of
# the sanitizers, $LIBRARY_SECONDS (60) those for the C API's types under it.
set -u
out=${OUT:-${TMPDIR:-/tmp}/tcr-device-test}
cuda=${CUDA_HOME:-/usr/local/cuda}
parts=
programs=
for arg; do
    case $arg in
    sums | sanitizers | peers | programs | loads | profile | shapes | names | nests | products | scan | precision | prefixes | whole | failing | here) parts="$parts $arg" ;;
    *) programs=$(cd "$arg" && pwd) || exit 2 ;;
    esac
done
parts=${parts:-sums sanitizers peers programs names}
part() {
    case " $parts " in *" $1 "*) ;; *) return 1 ;; esac
}
cd "$(dirname "$0")/../.." || exit 1
nvidia-smi >/dev/null 2>&1 || { # a container may have the library alone
    ldconfig -p 2>/dev/null | grep -q 'libcuda\.so\.1' && [ -e /dev/nvidiactl ]
} || { echo "tests/device/run.sh needs an NVIDIA driver and device" >&2; exit 1; }
build=$(mktemp -d) || exit 1
trap 'rm -rf "$build"' EXIT
mkdir -p "$out"
PATH=$cuda/bin:$PATH
export XDG_CACHE_HOME="$build/cache" # what runs leave for the next (TCR_LEARN) is no user's
failed=0

row() { # what, status, detail
    [ "$2" -eq 0 ] && word=ok || { word=FAILED; failed=1; }
    printf '%-28s %-6s %s\n' "$1" "$word" "$3" >>"$build/table"
}

{
    nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
    nvcc --version | sed -n 's/^Cuda compilation tools, //p'
} 2>/dev/null | tr '\n' ' '
date +%Y-%m-%d

cmake -DDIR="$PWD/kernels" -DOUT="$build/kernel_headers.c" -P kernels/embed.cmake &&
    ${CC:-cc} -std=gnu17 -O2 -D_GNU_SOURCE= -Wall -Wextra -I"$cuda/include" -o "$build/device_test" \
        tests/device/[!c]*.c tests/device/cases.c tests/kernels/accuracy.c tests/kernels/exact.c tests/kernels/regions.c \
        rewriter/images/images.c runtime/nvrtc/nvrtc.c base/env_get.c rewriter/text/text.c runtime/sim/sim_mma.c "$build/kernel_headers.c" \
        -L"$cuda/lib64/stubs" -lcuda -ldl -lm -lpthread || exit 1
build_compare() {
    nvcc -arch=native -std=c++17 -O2 ${CCCL:+"-I$CCCL"} -c -o "$build/peers.o" tests/device/peers.cu &&
        for file in tests/device/compare.c tests/device/gpu.c tests/kernels/regions.c \
            rewriter/images/images.c runtime/nvrtc/nvrtc.c base/env_get.c base/trusted_file.c rewriter/text/text.c runtime/device/grid.c runtime/device/tuning.c; do
            ${CC:-cc} -std=gnu17 -O2 -D_GNU_SOURCE= -I"$cuda/include" -c "$file" \
                -o "$build/compare-$(basename "$file" .c).o" || exit 1
        done &&
        ${CC:-cc} -c -o "$build/compare-headers.o" "$build/kernel_headers.c" &&
        nvcc -o "$build/compare" "$build"/compare-*.o "$build/peers.o" \
            -L"$cuda/lib64/stubs" -lcuda -ldl -lm
}
if part peers || part loads || part profile; then
    build_compare >"$out/compare-build.log" 2>&1 &
    compare_build=$!
fi
if part peers; then
    sh bench/figures/build.sh "$build/variants" >"$out/variants-build.log" 2>&1 &
    variants_build=$!
fi
if part sums || part peers || part loads || part profile; then
    mkdir "$build/cubins"
    "$build/device_test" cubins "$build/cubins" || exit 1
fi

# The MMA instruction that each sum must contain, by type and architecture.
machine_code() {
    missing=
    for cubin in "$build"/cubins/*.cubin; do
        name=$(basename "$cubin" .cubin)
        case ${name#library_} in
        bf16.sm_75 | *f32.sm_75 | *f64.sm_75) continue ;; # CUDA cores
        f32.sm_90 | dot_f32.sm_90) continue ;;            # in double, groups of values
        f64.* | dot_f64.*) want=DMMA ;;
        *f32.* | f16.* | bf16.*) want=HMMA ;;
        *) want=IMMA ;;
        esac
        cuobjdump --dump-sass "$cubin" >"$build/sass" 2>&1
        printf '%s %s %s\n' "$name" "$want" "$(grep -c "$want" "$build/sass")" >>"$out/sass.log"
        grep -q "$want" "$build/sass" || missing="$missing $name"
    done
    [ -z "$missing" ]
    row "MMA in the SASS" $? "${missing:-HMMA, DMMA, IMMA in every tile that has one}"
}

if part sums; then
    machine_code
    "$build/device_test" >"$out/device.log" 2>&1
    status=$?
    sed -n '/^$/,$p' "$out/device.log" | sed 1d >>"$build/table"
    [ $status -eq 0 ] || { failed=1; tail -n 5 "$out/device.log"; }
fi
! part shapes || "$build/device_test" shapes >"$out/shapes.log" 2>&1

if part sanitizers; then
    for tool in memcheck racecheck initcheck synccheck; do
        timeout "${SANITIZER_LIMIT:-600}" compute-sanitizer --tool $tool --error-exitcode 9 \
            "$build/device_test" small "$build/small.cubin" >"$out/$tool.log" 2>&1
        row "compute-sanitizer $tool" $? "$(tail -n 1 "$out/$tool.log")"
    done
fi

if part peers || part loads || part profile; then
    wait "$compare_build"
    row "programs with CUB" $? "compare-build.log"
fi
if part peers; then
    LD_LIBRARY_PATH=$cuda/lib64:${LD_LIBRARY_PATH:-} \
        "$build/compare" "$build/cubins" >"$out/compare.log" 2>&1
    row "CUB and cuBLAS beside it" $? "$(sed -n 's/^CUB/CUB/p' "$out/compare.log")"
    sed '/^device\|^CUB/d; s/^/    /' "$out/compare.log" >>"$build/table"

    wait "$variants_build" && "$build/variants" --check >"$out/variants.log" 2>&1
    row "the literature's variants" $? "$(tail -n 1 "$out/variants.log")"
fi

if part loads; then
    "$build/compare" "$build/cubins" loads >"$out/loads.log" 2>&1
    row "ld.global.nc and ld.global" $? "loads.log"
    sed '/^device/d; s/^/    /' "$out/loads.log" >>"$build/table"
fi

# Each sum's second launch; the card's clocks are left alone.
profile() {
    metrics=launch__registers_per_thread,gpu__time_duration.sum
    metrics=$metrics,dram__bytes_read.sum.per_second,dram__throughput.avg.pct_of_peak_sustained_elapsed
    metrics=$metrics,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum
    metrics=$metrics,smsp__issue_active.avg.pct_of_peak_sustained_active,sm__inst_executed_pipe_tensor.sum
    metrics=$metrics,sm__inst_executed_pipe_fp64.avg.pct_of_peak_sustained_active
    for why in long_scoreboard math_pipe_throttle short_scoreboard wait; do
        metrics=$metrics,smsp__average_warps_issue_stalled_${why}_per_issue_active.ratio
    done
    ncu --clock-control none --csv --page raw --metrics $metrics \
        "$build/compare" "$build/cubins" profile >"$out/profile.csv" 2>&1
}
if part profile; then
    profile
    row "profile" $? "$(grep -c '"sum"' "$out/profile.csv") launches"
fi

# on_device LOG: every region of the program ran there and none on the host.
on_device() {
    awk '$1 == "tcr:" && $2 ~ /:[0-9]+(#[0-9]+)?$/ && $3 ~ /^[0-9]+$/ { n++; if ($3 != 0 || $4 == 0) bad++ }
        END { exit n == 0 || bad }' "$1"
}

samples() {
    bad=
    for dir in "$programs"/sample-*/; do
        name=$(basename "$dir")
        (cd "$dir" && TCR_TARGET=device TCR_SUMMARY=1 make -s check) >"$out/$name.log" 2>&1 &&
            on_device "$out/$name.log" || bad="$bad $name"
    done
    [ -z "$bad" ]
    row "samples" $? "${bad:-right, every region on the device}"
}

checked_samples() {
    for tool in memcheck racecheck initcheck synccheck; do
        bad=
        for dir in "$programs"/sample-*/; do
            program=$(find "$dir" -maxdepth 1 -type f -perm -100 | head -1)
            input=$(find "$dir" -maxdepth 1 -name '*.csv')
            # shellcheck disable=SC2086  # no input: no argument
            (cd "$dir" && TCR_TARGET=device compute-sanitizer --tool $tool --error-exitcode 9 \
                "$program" $input) >"$out/$tool-samples.log" 2>&1 ||
                { [ $? -eq 9 ] && bad="$bad $(basename "$dir")"; }
        done
        [ -z "$bad" ]
        row "samples under $tool" $? "$bad"
    done
}

generated() {
    bad=
    n=0
    regions=0
    for integers in "$programs"/generated-*.integers; do
        program=${integers%.integers}
        log=$out/$(basename "$program").log
        TCR_TARGET=device TCR_TRACE=1 TCR_SUMMARY=1 timeout 60 "$program" >"$log.out" 2>"$log"
        status=$?
        regions=$((regions + $(awk '$1 == "tcr:" && $3 ~ /^[0-9]+$/ && $4 > 0' "$log" | wc -l)))
        n=$((n + ${program##*-}))
        if [ $status -ne 0 ] || grep -q ' BAD$' "$log.out" ||
            grep -qE 'device lost|kernel launch failed|no code for' "$log" ||
            ! grep '^i ' "$log.out" | cmp -s - "$integers"; then
            bad="$bad $(basename "$program")"
            grep -hE ' BAD$|device lost|failed|no code for' "$log.out" "$log" | head -3
        else
            rm -f "$log" "$log.out"
        fi
    done
    [ -z "$bad" ]
    row "generated programs" $? "${bad:-$n programs, $regions regions on the device}"
}

# test_program PROGRAM LOG VARIABLE=VALUE...: prints its name if it is wrong, which is that it does
# not print what the plain compiler's does, or that TCR_COMPARE finds something.
test_program() {
    program=$1 log=$2
    shift 2
    env OMP_NUM_THREADS=4 TCR_SUMMARY=1 TCR_STRICT=1 "$@" timeout 60 "$program" >"$log.out" 2>"$log"
    if [ $? -ne 0 ] || ! cmp -s "$program.expected" "$log.out" || grep -q 'device lost' "$log" ||
        grep -q '^tcr: compare: .* of which [1-9]' "$log"; then
        basename "$program"
        diff "$program.expected" "$log.out" | head -4 >&2
    else
        rm -f "$log" "$log.out"
    fi
}

# test_programs DIRECTORY ROW VARIABLE=VALUE...: tests/programs, built there, eight at a time.
test_programs() {
    from=$1 row=$2
    shift 2
    n=0
    for expected in "$from"/program-*.expected; do
        program=${expected%.expected}
        test_program "$program" "$out/$(basename "$program").log" "$@" >>"$build/bad" &
        n=$((n + 1))
        [ $((n % 8)) != 0 ] || wait
    done
    wait
    bad=$(tr '\n' ' ' <"$build/bad")
    rm -f "$build/bad"
    [ -z "$bad" ]
    row "$row" $? "${bad:-$n print the same}"
}

# build_here DIRECTORY: tests/programs, by the tcr-cc of $INSTALLED, into it.
build_here() {
    mkdir -p "$1"
    (cd tests/programs && ls -- *.c */main.c) | PROGRAMS_BUILD=$1 PROGRAMS_ARCH=native \
        xargs -P "$(nproc)" -n 3 sh tests/programs/run.sh "$INSTALLED" >"$out/build-here.log" 2>&1
}
if part here; then
    build_here "$build/here"
    row "test programs, built here" $? "$(grep -c '^FAIL' "$out/build-here.log") failed"
    test_programs "$build/here" "test programs of here" TCR_TARGET=device
    test_programs "$build/here" "the same, compared" TCR_COMPARE=1
    FUZZ_DEVICE="TCR_TARGET=device" FUZZ_TCR_FLAGS="--tcr-arch=native" FUZZ_COMPARE=1 FUZZ_JOBS=$(nproc) \
        sh tests/fuzz/run.sh "${GENERATED:-500}" "$INSTALLED" "${DEVICE_SEED:-700001}" >"$out/generated.log" 2>&1
    row "generated programs of here" $? "$(tail -n 2 "$out/generated.log" | tr '\n' ' ')"
fi

if [ -n "$programs" ] && part programs; then
    samples
    test_programs "$programs" "test programs" TCR_TARGET=device
    generated
    TCR_TARGET=device TCR_SUMMARY=1 "$programs/norm" >"$out/norm.log" 2>&1
    row "README's example" $? ""
    cat "$out/norm.log"
    "$programs/library" check 60 >"$out/library.log" 2>&1
    row "C API" $? "$(tr '\n' ';' <"$out/library.log" | tail -c 160)"
    "$programs/library" ends 30 long >"$out/library-ends.log" 2>&1
    row "C API, ends of memory" $? "$(tr '\n' ';' <"$out/library-ends.log" | tail -c 90)"
    "$programs/library" time >"$out/library-time.log" 2>&1
    row "C API, times" $? "see library-time.log"
    TCR_TARGET=device "$programs/resident" >"$out/resident.log" 2>&1
    row "resident sums, tcr-cc" $? "$(sed -n 1p "$out/resident.log")"
    sed 1d "$out/resident.log" >>"$build/table"
fi
checked_library() {
    for tool in memcheck racecheck initcheck synccheck; do
        timeout "${SANITIZER_LIMIT:-600}" compute-sanitizer --tool $tool --error-exitcode 9 \
            "$programs/library" small "${LIBRARY_SECONDS:-60}" >"$out/$tool-library.log" 2>&1
        row "C API under $tool" $? "$(tail -n 1 "$out/$tool-library.log")"
        timeout "${SANITIZER_LIMIT:-600}" compute-sanitizer --tool $tool --error-exitcode 9 \
            "$programs/library" ends "${LIBRARY_SECONDS:-60}" >"$out/$tool-ends.log" 2>&1
        row "C API, ends, $tool" $? "$(tail -n 1 "$out/$tool-ends.log")"
    done
}
if [ -n "$programs" ] && part sanitizers; then
    checked_samples
    checked_library
fi

# The range of README's example, by a library of ours; and by Nsight the kernel's name and range.
names() {
    "${CC:-cc}" -shared -fPIC tests/annotated/profiler.c -o "$build/profiler.so" || return
    NVTX_INJECTION64_PATH=$build/profiler.so TCR_TARGET=device "$programs/norm" >/dev/null 2>"$out/ranges.log"
    printf '> tcr norm.c:14\n<\n' | cmp - "$out/ranges.log"
    row "NVTX ranges" $? "$(head -1 "$out/ranges.log")"
    if command -v ncu >/dev/null; then
        TCR_TARGET=device ncu --nvtx --nvtx-include 'tcr norm.c:14/' --clock-control none --csv --page raw \
            --metrics gpu__time_duration.sum "$programs/norm" >"$out/ncu.log" 2>&1
        grep -q tcr_norm_c_14_0 "$out/ncu.log"
        row "ncu: name, in that range" $? "$(grep -o 'tcr_norm_c_[0-9_]*' "$out/ncu.log" | head -1)"
        TCR_TARGET=device ncu --import-source on --section SourceCounters --clock-control none \
            -f -o "$build/lines" "$programs/norm" >"$out/ncu-lines.log" 2>&1
        ncu -i "$build/lines.ncu-rep" --page source --csv --print-source cuda >>"$out/ncu-lines.log" 2>&1 ||
            ncu -i "$build/lines.ncu-rep" --page source --csv >>"$out/ncu-lines.log" 2>&1
        row "ncu: the source" $? "see ncu-lines.log"
    fi
    if command -v nsys >/dev/null; then
        TCR_TARGET=device nsys profile --trace=cuda,nvtx -f true -o "$build/nsys" "$programs/norm" >"$out/nsys.log" 2>&1
        nsys stats "$build/nsys.nsys-rep" >>"$out/nsys.log" 2>&1
        grep -q tcr_norm_c_14_0 "$out/nsys.log" && grep -q 'tcr norm.c:14' "$out/nsys.log"
        row "nsys: name and range" $? "see nsys.log"
    fi
}
[ -z "$programs" ] || ! part names || names

# The peers are built here; one that cannot be is left out of the table, and the row says so.
nest_peers() {
    for peers in bench/nests/peers/*.cu; do
        nvcc -arch=native -std=c++20 -O2 ${CCCL:+"-I$CCCL"} -shared -Xcompiler -fPIC \
            -o "$build/nests-$(basename "$peers" .cu).so" "$peers" -lcublas -lcusparse &
    done
    wait
}
nests() {
    nest_peers >"$out/nests-build.log" 2>&1
    n=0
    for peers in "$build"/nests-*.so; do
        [ ! -e "$peers" ] || n=$((n + 1))
    done
    [ $n = 3 ]
    row "peers of nests" $? "$n of 3 built"
    # shellcheck disable=SC2046,SC2086  # arguments; names without blanks
    TCR_TARGET=device TCR_SUMMARY=1 LD_LIBRARY_PATH=$cuda/lib64:${LD_LIBRARY_PATH:-} \
        "$programs/nests" ${NESTS:-} $(ls "$build"/nests-*.so 2>/dev/null) >"$out/nests.log" 2>"$out/nests.err" &&
        on_device "$out/nests.err"
    row "nests" $? "$(tail -n 1 "$out/nests.log") $(grep -v '^tcr: ' "$out/nests.err" | head -n 1)"
    sed '$d; s/^/    /' "$out/nests.log" >>"$build/table"
}
[ -z "$programs" ] || ! part nests || nests

# Each by default, and forced to the device.
whole() {
    mkdir -p "$out/whole"
    # shellcheck disable=SC2086  # arguments
    MODES="${MODES:-device auto}" LOGS=$out/whole sh bench/programs/run.sh run "$programs/whole" \
        ${WHOLE:-medium} >"$out/whole.log" 2>"$out/whole.err"
    row "whole programs" $? "$(grep -c WRONG: "$out/whole.log") wrong $(head -n 1 "$out/whole.err")"
    sed 's/^/    /' "$out/whole.log" >>"$build/table"
}
[ -z "$programs" ] || ! part whole || whole
scan() {
    nvcc -arch=native -std=c++20 -O2 ${CCCL:+"-I$CCCL"} -shared -Xcompiler -fPIC \
        -o "$build/scan-cub.so" bench/scan/peers/cub.cu >"$out/scan-build.log" 2>&1
    row "peers of scan" $? "scan-build.log"
    peers=$build/scan-cub.so
    [ -e "$peers" ] || peers=
    # shellcheck disable=SC2086  # no peers: no argument
    TCR_TARGET=device TCR_SUMMARY=1 LD_LIBRARY_PATH=$cuda/lib64:${LD_LIBRARY_PATH:-} \
        "$programs/scan" $peers >"$out/scan.log" 2>"$out/scan.err" && on_device "$out/scan.err"
    row "scan" $? "$(tail -n 1 "$out/scan.log")"
    sed '$d; s/^/    /' "$out/scan.log" >>"$build/table"
}
[ -z "$programs" ] || ! part scan || scan
# Products of matrices, by the program's own kernels and by cuBLAS: errors as small as that of the
# type's arithmetic, and a table of times.
products() {
    for blas in 0 1; do
        TCR_BLAS=$blas TCR_TARGET=device TCR_TRACE=1 \
            "$programs/products" ${PRODUCTS:-} >"$out/products-$blas.log" 2>"$out/products-$blas.err" &&
            on_device "$out/products-$blas.err"
        row "products, TCR_BLAS=$blas" $? "$(grep -v '^tcr: ' "$out/products-$blas.err" | head -n 1)"
        sed 's/^/    /' "$out/products-$blas.log" >>"$build/table"
    done
}
[ -z "$programs" ] || ! part products || products
# The C API: products of matrices in all precisions, and prefix sums; both compare.
library_program() {
    program=$1
    shift
    TCR_TARGET=required "$programs/$program" "$@" >"$out/$program.log" 2>"$out/$program.err"
    row "$program" $? "$(grep -h -m 1 WRONG "$out/$program.log" || head -n 1 "$out/$program.err")"
    sed 's/^/    /' "$out/$program.log" >>"$build/table"
}
# shellcheck disable=SC2086  # no sizes: no arguments
[ -z "$programs" ] || ! part precision || library_program precision ${PRODUCTS:-}
[ -z "$programs" ] || ! part prefixes || library_program prefixes
[ -z "$programs" ] || ! part failing || {
    from=$programs/program-products_again
    sh tests/device/failing/run.sh "$from" "$from.expected" >"$out/failing.log" 2>&1
    row "calls that fail" $? "$(grep -c '^FAIL' "$out/failing.log") of $(grep -c '^[a-z_]*:[0-9+]*' "$out/failing.log") ways differ"
}

cat "$build/table"
exit $failed
