#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets tcr up on Debian 12, Ubuntu 24.04 or newer: installs the packages that
# are missing (as root, or through sudo), builds into build/, and compiles and
# runs a sample with the new compiler.
#
#     ./setup.sh              that
#     ./setup.sh --packages   packages only, those that the tests need included
#     ./setup.sh --packages=builds    of them, those that builds by gcc need
#
# Nothing else on the machine is touched; `cmake --install build` installs.
set -eu
cd "$(dirname "$0")"
mode=${1:-all}
case $mode in
all | --packages | --packages=builds) ;;
*)
    sed -n '3,11s/^# \{0,1\}//p' "$0"
    exit 2
    ;;
esac

have() { command -v "$1" >/dev/null 2>&1; }

# installed PACKAGE
installed() {
    dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'
}

# known PACKAGE: can it be installed from the configured sources?
known() { apt-cache show "$1" 2>/dev/null | grep -q '^Package:'; }

libclang_versions="19 18 17 20 21 22"

# Is some usable libclang there, from a package or otherwise?
have_libclang() {
    for v in $libclang_versions; do
        [ -e "/usr/lib/llvm-$v/include/clang-c/Index.h" ] &&
            [ -e "/usr/lib/llvm-$v/lib/libclang.so" ] && return 0
    done
    [ -n "${TCR_LIBCLANG_ROOT-}" ]
}

libclang_package() {
    for v in $libclang_versions; do
        if known "libclang-$v-dev"; then
            echo "libclang-$v-dev"
            return
        fi
    done
    echo libclang-19-dev
}

# Can some clang link OpenMP programs?
have_clang_openmp() {
    for cc in clang clang-19 clang-18 clang-17 clang-20 clang-21 clang-22; do
        have $cc && echo 'int main(void) { return 0; }' |
            $cc -fopenmp -x c - -o /dev/null 2>/dev/null && return 0
    done
    return 1
}

# Has clang the library of its fuzzer?
have_clang_fuzzer() {
    have clang && echo 'int LLVMFuzzerTestOneInput(void) { return 0; }' |
        clang -fsanitize=fuzzer -x c - -o /dev/null 2>/dev/null
}

missing_packages() {
    { have gcc && have g++ && have make && have ld; } || echo build-essential
    have cmake || echo cmake
    have_libclang || libclang_package
    if [ "$mode" != all ]; then
        installed check || echo check
        have pkg-config || echo pkg-config
    fi
    if [ "$mode" = --packages ]; then
        have valgrind || echo valgrind libc6-dbg
        have python3 || echo python3
        have ccache || echo ccache
        have jq || echo jq
        have gfortran || echo gfortran
        have clang || echo clang
        have_clang_openmp || echo libomp-dev
        have_clang_fuzzer || echo libclang-rt-dev
        have llvm-cov || echo llvm
        have clang-format || echo clang-format
        have clang-tidy || echo clang-tidy
        have clangd || echo clangd
        have bear || echo bear
        have vim || echo vim
        have gdb || echo gdb
        have lld || echo lld
        have qemu-aarch64 || echo qemu-user
        have aarch64-linux-gnu-gcc || echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross
        have gnuplot || echo gnuplot-nox
        have ninja || echo ninja-build
        have meson || echo meson
        have autoconf || echo autoconf
        { have mpicc && have mpirun; } || echo libopenmpi-dev openmpi-bin
        have mandoc || echo mandoc
        have tclsh || echo tcl
        have file || echo file # CPack asks it what is a program
        have lintian || echo lintian
        have shellcheck || echo shellcheck
        have strace || echo strace
        have zsh || echo zsh
        have fish || echo fish
    fi
}

install_packages() {
    if ! have apt-get; then
        echo "setup.sh: not a Debian or Ubuntu system; please install: $*" >&2
        exit 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif have sudo; then
        as_root=sudo
    else
        echo "setup.sh: neither root nor sudo; please install: $*" >&2
        exit 1
    fi
    echo "installing: $*"
    # shellcheck disable=SC2086  # empty for root
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@"
}

if have apt-get; then
    # A fresh machine has no package lists yet; they are needed to choose names.
    if [ -n "$(missing_packages)" ] && ! known cmake; then
        if [ "$(id -u)" = 0 ]; then apt-get update; else sudo apt-get update; fi
    fi
fi
missing=$(missing_packages)
if [ "$mode" != all ] && have apt-cache; then
    # One that a release does not have must not keep the others away.
    wanted=$missing missing=
    for package in $wanted; do
        if known "$package"; then
            missing="$missing $package"
        else
            echo "setup.sh: there is no package $package here" >&2
        fi
    done
fi
# shellcheck disable=SC2086  # a list of words
[ -z "$missing" ] || install_packages $missing
[ "$mode" = all ] || exit 0

cmake -S . -B build -DTCR_TESTS=OFF -DTCR_WERROR=OFF \
    ${TCR_LIBCLANG_ROOT:+-DTCR_LIBCLANG_ROOT="$TCR_LIBCLANG_ROOT"}
cmake --build build -j"$(nproc)"
echo
echo "A sample: samples/dot/dot.c, compiled by build/bin/tcr-cc"
mkdir -p build/samples
(
    set -x
    build/bin/tcr-cc -O2 samples/dot/dot.c -o build/samples/dot -lm
    TCR_SUMMARY=1 build/samples/dot
)
echo
echo "Ready.  Use $(pwd)/build/bin/tcr-cc as your C compiler, or: cmake --install build"
