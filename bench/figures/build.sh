#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the benchmark of the variants: sh bench/figures/build.sh PROGRAM
# Needs nvcc with CUB, a C compiler, cmake.
set -eu
program=$1
case $program in /*) ;; *) program=$PWD/$program ;; esac
cd "$(dirname "$0")/../.."
cuda=${CUDA_HOME:-/usr/local/cuda}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cmake -DDIR="$PWD/kernels" -DOUT="$tmp/kernel_headers.c" -P kernels/embed.cmake
"$cuda/bin/nvcc" -arch="${DEVICE_ARCH:-sm_90}" -std=c++17 -O2 -c -o "$tmp/device.o" \
    bench/figures/device.cu
${CC:-cc} -std=gnu17 -O3 -march="${HOST_ARCH:-native}" -fopenmp -D_GNU_SOURCE -Wall -Wextra \
    -Wno-pedantic -I. -I"$cuda/include" -o "$program" bench/figures/*.c tests/device/gpu.c \
    rewriter/images/images.c runtime/nvrtc/nvrtc.c base/*.c rewriter/text/text.c runtime/device/grid.c runtime/device/tuning.c \
    "$tmp/kernel_headers.c" "$tmp/device.o" \
    -L"$cuda/lib64/stubs" -L"$cuda/lib64" -lcuda -lcudart_static -lstdc++ -ldl -lrt -lm -lpthread
