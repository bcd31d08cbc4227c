# SPDX-License-Identifier: MIT
# A libclang that comes without its headers, as PyPI's does.

OWN=$ROOT/rewriter/libclang
# The prefix whose libclang the build has: "/usr/lib/llvm-19".
prefix() {
    dirname "$(dirname "$(sed -n 's/^-- libclang [0-9]*: //p' "$1")")"
}
configure() {
    cmake -S "$ROOT" -B "$1" -DTCR_TESTS=OFF -DTCR_LIBRARY_ARCHS= ${2:+"-DTCR_LIBCLANG_ROOT=$2"}
}
# Our declarations are enough, and say what the library's own headers say.
test_libclang_declarations() {
    configure there >configured.txt
    installed=$(prefix configured.txt)
    [ -e "$installed/include/clang-c/Index.h" ] || skip "libclang has no headers here"
    for file in $(cd "$ROOT" && grep -lE '\b(clang_|CX[A-Z])' rewriter/*.[ch] rewriter/[!l]*/*.[ch]); do
        cc -std=c17 -fsyntax-only -I"$OWN" -I"$ROOT/base" -I"$ROOT" -I"$ROOT/include" -D_GNU_SOURCE= \
            -DTCR_VERSION='""' -DTCR_DOCS_URL='""' -DTCR_DOCS_FROM_BIN='""' "$ROOT/$file"
    done
    grep -oE '\bCX[A-Za-z]*_[A-Za-z0-9_]+ =' "$OWN/clang-c/Index.h" | sed 's/ =//' >names
    [ "$(wc -l <names)" -gt 100 ]
    grep -oE '\bclang_[A-Za-z0-9_]+\(' "$OWN/clang-c/Index.h" | tr -d '(' >functions
    sed 's/.*/SHOW((int)&)/' names >show
    for type in CXCursor CXType CXString CXSourceLocation CXSourceRange 'struct CXUnsavedFile'; do
        echo "SHOW((int)sizeof($type))"
    done >>show
    cat >values.c <<'END'
#include <clang-c/Index.h>
#include <stdio.h>
#define SHOW(value) printf("%s %d\n", #value, value);
int main(void)
{
#include "show"
    return 0;
}
END
    cc -I"$OWN" -I"$ROOT/base" values.c -o ours
    ./ours >ours.txt
    [ "$(wc -l <ours.txt)" = "$(wc -l <show)" ]
    cc -I"$installed/include" values.c -o theirs
    ./theirs | diff ours.txt -
    # Both declarations of each function, the types spelt alike, are compatible.
    {
        echo '#include <clang-c/Index.h>'
        sed -n '/clang_.*(/,$p' "$OWN/clang-c/Index.h" | grep -v '^#endif'
    } >both.c
    [ "$(grep -c 'clang_' both.c)" = "$(wc -l <functions)" ]
    cc -I"$installed/include" -fsyntax-only both.c
}
# Under another name than programs look for it: it comes along under that one.
test_libclang_without_headers() {
    configure there >configured.txt
    version=$(sed -n 's/^-- libclang \([0-9]*\):.*/\1/p' configured.txt)
    mkdir -p wheel/native
    ln -s "$(readlink -f "$(sed -n 's/^-- libclang [0-9]*: //p' configured.txt)")" wheel/native/libclang.so
    configure here "$PWD/wheel" >configured.txt
    grep -x -e "-- libclang $version: $PWD/wheel/native/libclang.so" configured.txt
    name=$(readelf -d wheel/native/libclang.so | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')
    [ -e "here/lib/tcr/$name" ]
    grep -r "RENAME *\"$name\"" here/cmake_install.cmake
}
