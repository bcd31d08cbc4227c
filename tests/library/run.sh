#!/bin/sh
# SPDX-License-Identifier: MIT
# The C API as people get it: installed, through pkg-config and CMake, every snippet of its
# documentation compiled and run.
#
#     tests/library/run.sh BUILD [PART...]      (default: all)
#     tests/library/run.sh --list               their names
#
# CC is the compiler (cc).  On the host and on the simulated device.
set -u
export TCR_STRICT=1 # what the simulated device finds, and what is left to the host unasked, is an error
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/again.sh"
if [ "$1" = --list ]; then
    sed -n 's/^if part \([a-z]*\); then$/\1/p' "$0"
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
names=$(printf '%s\n' "$@")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-library.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C ASAN_OPTIONS=detect_leaks=0
cc=${CC:-cc}
flags="-std=c11 -Wall -Wextra -Wpedantic -Werror ${PROGRAMS_CFLAGS-}"
passed=0
failed=0

for name; do
    sh "$0" --list | grep -q -x -F -e "$name" && continue
    echo "FAIL library/$name: there is no such part"
    failed=$((failed + 1))
done

# check WHAT COMMAND...: its success is the test.
check() {
    what=$1
    shift
    if "$@" >"$tmp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL library${part:+/$part}: $what"
        again "$build" "library${part:+/$part}" ${CC:+"CC=$CC"}
        tail -20 "$tmp/log"
    fi
}
# part NAME: what follows belongs to it.  Is it wanted?
part=
part() { part=$1 && chosen "$names" "$1"; }
left_out() { echo "left out: library: $1"; }

# The blocks of the documentation that have an output: N.c and N.output.
if ! command -v python3 >/dev/null; then
    left_out "python3 is not there"
    echo "0 passed, 0 failed"
    exit 0
fi
check "documentation" env PYTHONDONTWRITEBYTECODE=1 python3 "$root/tests/docs/check.py" \
    --extract "$root/docs/c-api.md" "$tmp"

prefix=$tmp/prefix
check "cmake --install" cmake --install "$build" --prefix "$prefix"
libdir=$(dirname "$(find "$prefix" -name libtcr.a)")
export LD_LIBRARY_PATH="$libdir" PKG_CONFIG_PATH="$libdir/pkgconfig"
if command -v pkg-config >/dev/null; then
    cflags=$(pkg-config --cflags tcr)
    libs=$(pkg-config --libs tcr)
    check "pkg-config's version" pkg-config --exact-version="$(sed -n 's/^Version: //p' "$libdir/pkgconfig/tcr.pc")" tcr
else
    left_out "pkg-config is not there"
    cflags=-I$prefix/include
    libs="-L$libdir -ltcr"
fi

# runs NAME: prints what NAME.output has, on the host and on the simulated device.
runs() {
    TCR_TARGET=host "$tmp/$1" >"$tmp/out" && diff "$tmp/$1.output" "$tmp/out" || return 1
    TCR_BACKEND=sim TCR_TARGET=device "$tmp/$1" >"$tmp/out" && diff "$tmp/$1.output" "$tmp/out"
}
if part snippets; then
    # shellcheck disable=SC2086  # lists of words
    for source in "$tmp"/[0-9]*.c; do
        name=$(basename "$source" .c)
        check "snippet $name compiles" $cc $flags $cflags "$source" -o "$tmp/$name" $libs
        check "snippet $name prints what it says" runs "$name"
        cp "$tmp/$name.output" "$tmp/$name-static.output"
        check "snippet $name, static library" $cc $flags $cflags "$source" -o "$tmp/$name-static" \
            "$libdir/libtcr.a" -ldl -lpthread -lm
        check "snippet $name, static, prints it" runs "$name-static"
    done
fi

# The header in every language that includes it, beside a directive's code, too.
if part header; then
    printf '#include <tcr.h>\nint main(void) { return tcr_sum_f64(0, 0, 1, 0) == 0; }\n' >"$tmp/header.c"
    for std in gnu89 c99 c11 gnu17; do # c89 has no long long
        # shellcheck disable=SC2086
        check "header, $std" $cc -std=$std -Wall -Wextra -Werror $cflags -fsyntax-only "$tmp/header.c"
    done
    # shellcheck disable=SC2086
    if command -v c++ >/dev/null; then
        check "header, C++" c++ -x c++ -Wall -Wextra -Werror -Wpedantic $cflags -fsyntax-only "$tmp/header.c"
    else
        left_out "no C++ compiler"
    fi
fi

if part directive; then
    cat >"$tmp/both.c" <<'END'
#include <stdio.h>
#include <tcr.h>
int main(void)
{
    float x[100];
    double s = 0, t;
    for (int i = 0; i < 100; i++) x[i] = (float)i;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += x[i];
    if (tcr_sum(TCR_F32, 100, x, 1, &t, NULL)) return 1;
    printf("%g %g\n", s, t);
    return 0;
}
END
    echo '4950 4950' >"$tmp/both.output"
    if [ -x "$build/bin/tcr-cc" ] && [ -x "$build/bin/tcr-rewrite" ]; then
        # shellcheck disable=SC2086
        check "with a directive, tcr-cc" "$build/bin/tcr-cc" ${PROGRAMS_CFLAGS-} -I"$prefix/include" "$tmp/both.c" -o "$tmp/both"
        check "with a directive, output" runs both
    fi
fi

# Exact sums in a program that flushes subnormal numbers.
if part flushing; then
    cat >"$tmp/flushing.c" <<'END'
#include <stdio.h>
#include <tcr.h>
int main(void)
{
    struct tcr_options o = {.size = sizeof o, .flags = TCR_REPRODUCIBLE};
    double small[2] = {1e-300, 0}, tiny[3] = {5e-324, 5e-324, 5e-324}, sum, norm;
    float subnormal[3] = {1e-45f, 1e-45f, 3e-45f};
    if (tcr_sum(TCR_F64, 2, small, 1, &sum, &o)) return 1;
    printf("%a", sum);
    if (tcr_asum(TCR_F64, 3, tiny, 1, &sum, &o)) return 1;
    printf(" %d", __builtin_memcmp(&sum, &(long long){3}, 8));
    if (tcr_nrm2(TCR_F32, 3, subnormal, 1, &norm, &o)) return 1;
    printf(" %a\n", norm);
    return 0;
}
END
    # shellcheck disable=SC2086
    check "with -ffast-math, compiles" $cc -O1 $cflags "$tmp/flushing.c" -o "$tmp/flushing.c.plain" $libs &&
        "$tmp/flushing.c.plain" >"$tmp/flushing.output" &&
        check "with -ffast-math, links" $cc -O1 -ffast-math $cflags "$tmp/flushing.c" -o "$tmp/flushing" $libs &&
        check "with -ffast-math, exact sums are the same" runs flushing
fi

# A project that finds the package.
if part package; then
    mkdir "$tmp/project"
    cp "$tmp/1.c" "$tmp/project/norm.c"
    cat >"$tmp/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.20)
project(norm C)
find_package(tcr REQUIRED)
add_executable(norm norm.c)
target_link_libraries(norm PRIVATE tcr::tcr)
add_executable(norm_static norm.c)
target_link_libraries(norm_static PRIVATE tcr::tcr_static)
END
    check "find_package(tcr)" cmake -S "$tmp/project" -B "$tmp/project/build" -DCMAKE_PREFIX_PATH="$prefix" \
        -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="${PROGRAMS_CFLAGS-}"
    check "build with it" cmake --build "$tmp/project/build"
    cp "$tmp/1.output" "$tmp/project/build/norm.output"
    cp "$tmp/1.output" "$tmp/project/build/norm_static.output"
    check "program with it" runs project/build/norm
    check "static program with it" runs project/build/norm_static
fi

# The manual page names every function.
if part manual; then
    page=$prefix/share/man/man3/tcr.h.3
    check "manual page" test -s "$page"
    for function in $(sed -n 's/^[a-z].*[ *]\(tcr_[a-z_]*\)(.*/\1/p' "$root/include/tcr.h" "$root/include/tcr_reduce.h" \
            "$root/include/tcr_matrix.h" |
        sort -u) tcr_sum tcr_asum tcr_nrm2 tcr_amax tcr_minimum tcr_maximum tcr_argmin tcr_argmax tcr_meanvar \
        $(sed -n 's/^#define TCR_OPERATIONS_OF_SEGMENTS(X)//; t ops; d; :ops; s/ *X(\([a-z]*\))/tcr_\1_rows tcr_\1_segments /g; p' \
            "$root/include/tcr_segments.h"); do
        check "manual page has $function" grep -q "$function" "$page"
    done
    for code in $(sed -n 's/^ *\(TCR_E_[A-Z_]*\) = .*/\1/p' "$root/include/tcr.h"); do
        check "manual page has $code" grep -q "$code" "$page"
    done
fi

# every operation of every type is there
if part symbols; then
    nm -D --defined-only "$libdir/libtcr.so" 2>/dev/null | sed 's/.* //' >"$tmp/symbols"
    for function in tcr_gemv tcr_gemv_f32 tcr_gemv_f64; do
        check "libtcr.so has $function" grep -qx "$function" "$tmp/symbols"
    done
    for type in i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 f64; do
        for op in sum dot asum nrm2 amax minimum maximum argmin argmax meanvar; do
            check "libtcr.so has tcr_${op}_$type" grep -qx "tcr_${op}_$type" "$tmp/symbols"
        done
        for op in sum minimum maximum argmin argmax; do
            for of in rows segments; do
                check "libtcr.so has tcr_${op}_${of}_$type" grep -qx "tcr_${op}_${of}_$type" "$tmp/symbols"
            done
        done
    done
fi

# A small array has a kernel of its own where all of its blocks have room on the device at once
if part together; then
    cat >"$tmp/together.c" <<'END'
#include <stdlib.h>
#include <tcr_scan.h>

int main(void)
{
    enum { N = 90000 }; /* six blocks */
    float *x = calloc(N, sizeof *x);
    int error = x == NULL || tcr_scan_f32(TCR_SCAN_SUM, 0, 1000, x, x);

    x[0] = 1.0f;
    error = error || tcr_scan_f32(TCR_SCAN_SUM, 0, N, x, x);
    return error || x[N - 1] != 1.0f;
}
END
    check "compiling together.c" $cc $flags -I"$prefix/include" "$tmp/together.c" -o "$tmp/together" \
        "$libdir/libtcr.a" -ldl -lpthread -lm
    # kernels MULTIPROCESSORS EXPECTED: how many there were, of the two calls
    kernels() {
        TCR_SIM_SMS=$1 TCR_BACKEND=sim TCR_TARGET=required TCR_SUMMARY=1 "$tmp/together" 2>"$tmp/table" &&
            [ "$(grep -c '^tcr: tcr_scan' "$tmp/table")" = "$2" ]
    }
    check "six blocks have room on three multiprocessors" kernels 3 1
    check "and not on two" kernels 2 2
fi

# Where the build has compiled for some architecture, each unit has images, but for the prefixes that
# programs have compiled (make_units.c).
if part images; then
    units=$build/library_units.c
    if grep -q 'TCR_ABI_VERSION, [1-9]' "$units"; then
        check "no unit without an image" sh -c \
            '! grep "TCR_ABI_VERSION, 0" "$0" | grep -v ", other prefixes)"' "$units"
        check "none of other prefixes" sh -c '! grep "TCR_ABI_VERSION, [1-9].*, other prefixes)" "$0"' "$units"
    else
        left_out "images: the build has none: no architecture, or no NVRTC"
    fi
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
