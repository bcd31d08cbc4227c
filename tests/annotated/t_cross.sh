# SPDX-License-Identifier: MIT
# Compilation for another machine, which an emulator runs.

TRIPLE=aarch64-linux-gnu
EMULATOR="qemu-aarch64 -L /usr/$TRIPLE"
# The runtime for it beside this machine's, as the user guide has it; made once.
installed() {
    needs cmake $TRIPLE-gcc qemu-aarch64
    PREFIX=$TMPDIR/../cross/prefix
    PATH=$PREFIX/bin:$PATH
    [ ! -d "$PREFIX" ] || return 0
    cat >toolchain.cmake <<EOF
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER $TRIPLE-gcc)
EOF
    cmake -S "$ROOT" -B "$TMPDIR/../cross/build" -DCMAKE_TOOLCHAIN_FILE="$PWD/toolchain.cmake" \
        -DTCR_REWRITER=OFF -DTCR_TESTS=OFF -DTCR_LIBRARY_ARCHS= -DCMAKE_C_FLAGS_RELWITHDEBINFO=-O0
    cmake --build "$TMPDIR/../cross/build" -j2
    mkdir -p "$PREFIX/bin" "$PREFIX/lib" "$PREFIX/include" # as cmake --install of $BUILD
    cp "$BUILD/bin/tcr-cc" "$BUILD/bin/tcr-rewrite" "$PREFIX/bin"
    cp -P "$BUILD"/lib/libtcr.* "$PREFIX/lib"
    cp "$BUILD"/include/*.h "$PREFIX/include"
    # cross ARG...: by the installed tcr-cc
    printf '#!/bin/sh\nexec "%s/bin/tcr-cc" --tcr-arch=none "$@"\n' "$PREFIX" >"$PREFIX/bin/cross"
    chmod +x "$PREFIX/bin/cross"
    cmake --install "$TMPDIR/../cross/build" --prefix "$PREFIX"
    cmp "$PREFIX/bin/tcr-cc" "$BUILD/bin/tcr-cc" # not the other machine's
    [ -f "$PREFIX/lib/$TRIPLE/libtcr.a" ] && [ -f "$PREFIX/lib/$TRIPLE/libtcr.so" ]
}
# compilers for it, one a line, as TCR_CC has them.
cross_compilers() {
    echo $TRIPLE-gcc
    ! command -v ccache >/dev/null || echo "ccache $TRIPLE-gcc"
    for clang in clang clang-19; do
        ! command -v $clang >/dev/null || echo "$clang --target=$TRIPLE"
    done
}
test_cross_programs() {
    installed
    program p.c
    cat >sizes.c <<'EOF'
#include <stdio.h>
static char c[1000]; /* unsigned there */
static long double ld[10];
static struct { char a; long double b; } s[10];
static unsigned long at[10];
int main(void)
{
    long t = 0, big = 0;
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        c[i] = (char)(i * 7);
    for (int i = 0; i < 10; i++)
        at[i] = 1ul << (60 - i);
    ld[3] = 1.0L / 3;
#pragma tcr reduce(+ : t)
    for (int i = 0; i < 1000; i++)
        t += c[i] + (int)sizeof ld[i % 10];
#pragma tcr reduce(+ : big)
    for (int i = 0; i < 10; i++)
        big += (long)at[i] + (long)sizeof s[i];
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 10; i++)
        sum += (double)ld[i] * 3 + (double)sizeof ld[i];
    printf("%ld %ld %g\n", t, big, sum);
    return 0;
}
EOF
    $TRIPLE-gcc sizes.c -o plain
    want=$($EMULATOR ./plain)
    cross_compilers >list
    while read -r TCR_CC; do
        export TCR_CC
        clean cross -O2 -Wall -Wextra p.c -o p
        [ "$($EMULATOR ./p)" = ok ]
        case $TCR_CC in
        ccache*) continue ;; # which starts a compiler that has its turn
        *-gcc) [ "$(OMP_NUM_THREADS=3 $EMULATOR ./p)" = ok ] ;; # it has threads there
        esac
        for level in -O0 -O2; do
            cross $level --tcr-report=report sizes.c -o sizes
            [ "$($EMULATOR ./sizes)" = "$want" ]
        done
        cross -static -O1 p.c -o p
        [ "$(qemu-aarch64 ./p)" = ok ]
        cross -c p.c && cross p.o -o p
        [ "$($EMULATOR ./p)" = ok ]
    done <list
    [ "$(grep -c 'device loop' report)" -ge 4 ]
    # as options of the command
    if command -v clang-19; then
        for option in "--target=$TRIPLE" "-target $TRIPLE"; do
            # shellcheck disable=SC2086
            TCR_CC=clang-19 cross $option -O1 p.c -o p
            [ "$($EMULATOR ./p)" = ok ]
        done
    fi
    # the native compiler is served as before
    TCR_CC=$REAL_CC cross -O2 p.c -o p
    [ "$(./p)" = ok ]
}
test_cross_libraries() {
    installed
    export TCR_CC=$TRIPLE-gcc
    program p.c
    sed 's/int main(void)/int part(void)/' p.c >part.c
    echo 'int part(void); int main(void) { return part(); }' >main.c
    cross -fPIC -shared part.c -o libpart.so
    cross main.c -L. -lpart -o one
    [ "$($EMULATOR -E LD_LIBRARY_PATH="$PWD" ./one)" = ok ]
    cross -c part.c && rm -f libpart2.a && $TRIPLE-ar rc libpart2.a part.o
    cross main.c -L. -lpart2 -o two
    [ "$($EMULATOR ./two)" = ok ]
    cross --tcr-whole-program -c part.c main.c
    cross --tcr-whole-program part.o main.o -o three
    [ "$($EMULATOR ./three)" = ok ]
    echo 'char third(char c) { return (char)(c / 3); }' >third.c
    echo 'char third(char c);
static char v[300];
int main(void)
{
    int s = 0;
    for (int i = 0; i < 300; i++)
        v[i] = (char)i;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 300; i++)
        s += third(v[i]);
    return s != 11096; /* char is unsigned there */
}' >calls.c
    cross --tcr-whole-program -c third.c calls.c
    cross --tcr-whole-program --tcr-report third.o calls.o -o four 2>said
    cat said
    grep '^calls.c:8:.*remark: device loop' said
    $EMULATOR ./four
    # the C API, too
    echo '#include <tcr.h>
int main(void) { double x[3] = {1, 2, 4}, s; return tcr_sum(TCR_F64, 3, x, 1, &s, 0) || s != 7; }' >api.c
    cross api.c -o api 2>said || { cat said; skip "the API differs"; }
    $EMULATOR ./api
}
test_cross_no_runtime() { # its loops are the host's then, and links that need it say so
    needs $TRIPLE-gcc qemu-aarch64
    export TCR_CC=$TRIPLE-gcc
    program p.c
    wrapped -O1 p.c -o p 2>said
    cat said
    [ "$(grep -c 'warning: p.c: no runtime for aarch64-linux-gnu: .*/lib/aarch64-linux-gnu/libtcr.a' said)" = 1 ]
    grep "see 'Cross-compilation'" said
    [ "$($EMULATOR ./p)" = ok ]
    status 1 wrapped --tcr-strict -O1 -c p.c 2>said
    grep 'error: p.c: no runtime for aarch64-linux-gnu' said
    echo 'int tcr_device_count(void); int main(void) { return tcr_device_count(); }' >api.c
    wrapped -c api.c
    status 1 wrapped api.o -o api 2>said
    grep 'error: no runtime for aarch64-linux-gnu' said
    not grep 'undefined reference' said
    # another machine's, by its directory
    status 1 env TCR_LIBDIR="$BUILD/lib" "$WRAPPER" api.o -o api 2>said
    grep 'error: no runtime for aarch64-linux-gnu' said
    # no runtime for 32 bits at all
    echo 'int f(int *a, int n) { int s = 0, i;
#pragma tcr reduce(+ : s)
for (i = 0; i < n; i++) s += a[i]; return s; }' >narrow.c
    TCR_CC=$REAL_CC wrapped -m32 -c narrow.c 2>said
    grep 'narrow.c:2:.*32-bit' said
    readelf -h narrow.o | grep -i 'class: *ELF32'
}
