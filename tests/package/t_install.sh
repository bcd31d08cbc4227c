# SPDX-License-Identifier: MIT
# The installation: moved, staged (DESTDIR), removed; tcr.pc.

# A moved installation finds its parts, with the build tree out of sight.
test_moved() {
    sample
    "$MOVED/bin/tcr-cc" --tcr-doctor >doctor.txt
    grep "^tcr-rewrite  *$(realpath "$MOVED")/bin/tcr-rewrite$" doctor.txt
    grep "^runtime  *$(realpath "$MOVED")/lib[^ ]*/libtcr.a$" doctor.txt
    not grep -e "$BUILD" doctor.txt
    "$MOVED/bin/tcr-cc" -O2 --tcr-arch=none main.c norm.c -o norm -lm
    enabled norm
    right ./norm
    "$MOVED/bin/tcr-cc" -O2 --tcr-arch=none -fPIC -shared norm.c -o libnorm.so -lm
    gcc main.c -o norm ./libnorm.so -lm
    right ./norm
    readelf -d libnorm.so | grep "$(realpath "$MOVED")/lib"
    # No path of the build or of where it was first, in anything that was installed.
    not grep -rlE "$BUILD|/made/here" "$MOVED" --include=*.cmake --include=*.pc --include=update-links
    readelf -d "$MOVED"/bin/* "$MOVED"/lib/libtcr.so | grep -E "RPATH|RUNPATH" | not grep -e "$BUILD"
}
test_pkg_config() {
    needs pkg-config
    PKG_CONFIG_PATH=$(dirname "$(find "$MOVED" -name tcr.pc)")
    export PKG_CONFIG_PATH
    pkg-config --validate tcr
    [ "$(pkg-config --modversion tcr)" = "$("$MOVED/bin/tcr-cc" --tcr-version | sed -n 's/^tcr-cc //p')" ]
    cat >api.c <<'END'
#include <stdio.h>
#include <tcr.h>
int main(void)
{
    double x[] = {3, -4}, norm = 0;
    if (tcr_nrm2_f64(2, x, 1, &norm))
        return 1;
    printf("%g\n", norm);
    return 0;
}
END
    # shellcheck disable=SC2046  # words
    gcc api.c -o api $(pkg-config --cflags --libs tcr) -Wl,-rpath,"$(pkg-config --variable=libdir tcr)"
    [ "$(./api)" = 5 ]
    # shellcheck disable=SC2046
    gcc -static api.c -o api $(pkg-config --static --cflags --libs tcr) 2>/dev/null
    [ "$(./api)" = 5 ]
    # Objects of tcr-cc, linked by the compiler itself.
    sample
    "$MOVED/bin/tcr-cc" -O2 --tcr-arch=none -c main.c norm.c
    # shellcheck disable=SC2046
    gcc main.o norm.o -o norm $(pkg-config --libs tcr) -lm -Wl,-rpath,"$(pkg-config --variable=libdir tcr)"
    right ./norm
}
# A staged installation holds what an installation holds, below DESTDIR, and works from there.
test_destdir() {
    sample
    DESTDIR=$PWD/stage cmake --install "$BUILD" --prefix /opt/tcr >log.txt
    [ "$(ls stage)" = opt ]
    (cd stage/opt/tcr && find . | sort) >staged.txt
    (cd "$MOVED" && find . | sort) >installed.txt
    diff staged.txt installed.txt
    PATH=$PWD/stage/opt/tcr/lib/tcr/bin:$PATH
    gcc -O2 --tcr-arch=none main.c norm.c -o norm -lm
    enabled norm
    right ./norm
}
# Nothing stays but what was there before: of others, and the directories that are shared.
test_uninstall() {
    mkdir -p prefix/lib/tcr/bin prefix/bin prefix/share/doc/other
    touch prefix/lib/tcr/bin/theirs prefix/bin/other prefix/share/doc/other/README
    find prefix ! -type d | sort >before.txt
    # a copy of the build's own file, which the tests of others use
    cp "$BUILD/install_manifest.txt" manifest.saved 2>/dev/null || :
    cmake --install "$BUILD" --prefix "$PWD/prefix" >/dev/null
    grep /lib/tcr/bin/gcc "$BUILD/install_manifest.txt"
    [ "$(find prefix ! -type d | wc -l)" -gt 60 ]
    ninja_or_make uninstall >log.txt
    find prefix ! -type d | sort >after.txt
    diff before.txt after.txt
    find prefix -type d -empty >empty.txt
    not grep /tcr empty.txt
    # Once more: there is nothing to remove.
    status 1 fails ninja_or_make uninstall >log.txt 2>&1
    tr -s ' \n' ' ' <log.txt | grep "nothing was installed from this build"
    # Staged.
    DESTDIR=$PWD/stage cmake --install "$BUILD" --prefix /opt/tcr >/dev/null
    DESTDIR=$PWD/stage cmake -P "$BUILD/uninstall.cmake" >/dev/null
    [ -z "$(find stage ! -type d)" ]
    [ ! -e manifest.saved ] || cp manifest.saved "$BUILD/install_manifest.txt"
}
# The target itself, without a look at whether everything is built.
ninja_or_make() { cmake --build "$BUILD" --target "$1"; }
fails() { "$@" && return 0 || return 1; }
test_headers_and_layout() {
    for file in bin/tcr-cc bin/tcr-rewrite include/tcr.h share/doc/tcr/docs/user-guide.md \
        share/man/man1/tcr-cc.1 share/man/man1/tcr-tune.1 share/man/man1/tcr-rewrite.1 \
        share/man/man3/tcr.h.3 share/man/man7/tcr.7 share/bash-completion/completions/tcr-cc \
        share/doc/tcr/samples/build/cmake/CMakeLists.txt; do
        [ -e "$MOVED/$file" ]
    done
    # What the documentation's pages link to is there.
    for page in "$MOVED"/share/doc/tcr/docs/*.md; do
        # shellcheck disable=SC2013
        for link in $(grep -o '](\(figures/\)\{0,1\}[A-Za-z0-9_.-]*\.\(md\|png\)' "$page" | sed 's/](//'); do
            [ -e "$MOVED/share/doc/tcr/docs/$link" ] || { echo "$page: $link"; return 1; }
        done
    done
}
