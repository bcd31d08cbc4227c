# SPDX-License-Identifier: MIT
# Makefiles that look at the name of the compiler, with links that are named like compilers.

LINKS=$MOVED/lib/tcr/bin
CCACHE=/usr/lib/ccache
# The first clang with a version in its name.
versioned_clang() {
    for v in 19 18 17 20 21 22; do
        ! command -v clang-$v >/dev/null || { echo clang-$v; return; }
    done
}
versioned_gcc() {
    v=$(gcc -dumpversion | sed 's/\..*//')
    command -v "gcc-$v" >/dev/null || skip "gcc-$v is not there"
    echo "gcc-$v"
}
# The makefile prints what its tests of $(CC) find, and builds with what follows from them.
makefile() {
    cat >Makefile <<'END'
ifneq ($(findstring gcc,$(CC)),)
family = gcc
endif
ifneq ($(findstring clang,$(CC)),)
family = clang
endif
ifeq ($(CC),gcc)
exactly = gcc
endif
ifneq ($(filter %gcc %gcc-12,$(CC)),)
filtered = gcc
endif
version := $(shell $(CC) -dumpversion)
machine := $(shell $(CC) -dumpmachine)
said := $(shell $(CC) --version | grep -q clang && echo clang || echo gcc)
base := $(shell basename $(CC))
where := $(shell command -v $(firstword $(CC)))
CFLAGS_gcc = -fno-tree-loop-distribute-patterns
CFLAGS_clang = -Wno-ignored-optimization-argument
norm: main.c norm.c
	$(CC) -O2 --tcr-arch=none $(CFLAGS_$(said)) main.c norm.c -o $@ -lm
facts:
	@echo "$(family) $(exactly) $(filtered) $(version) $(machine) $(said) $(base)"
where:
	@echo $(where)
clean:
	rm -f norm
END
}
# as_without CC: with our links first, a makefile finds what it finds without them, and its
# program has our code.
as_without() {
    make -s facts CC="$1" >without.txt
    PATH=$LINKS:$PATH make -s facts CC="$1" >with.txt
    diff without.txt with.txt
    [ "$(PATH=$LINKS:$PATH make -s where CC="$1")" = "$LINKS/$1" ]
    make -s clean
    PATH=$LINKS:$PATH make -s norm CC="$1"
    enabled norm
    right ./norm
}
test_names_gcc() {
    sample
    makefile
    as_without cc
    as_without gcc
    as_without "$(versioned_gcc)"
    triplet=$(gcc -dumpmachine)-gcc
    ! command -v "$triplet" || as_without "$triplet"
}
test_names_clang() {
    clang=$(versioned_clang)
    [ -n "$clang" ] || skip "no clang with a version in its name is there"
    sample
    makefile
    as_without "$clang"
    ! command -v clang || as_without clang
}
test_absolute_path() {
    sample
    makefile
    make -s norm CC="$LINKS/gcc" # PATH is without the links
    enabled norm
    right ./norm
    make -s facts CC="$LINKS/gcc" | grep "^gcc  gcc $(gcc -dumpversion) $(gcc -dumpmachine) gcc gcc$"
    PATH=$LINKS:$PATH make -s -B norm CC="$LINKS/gcc"
    enabled norm
}
# A compiler as the first word; in the name of $(CC), too.
test_leading_word() {
    sample
    makefile
    make -s facts CC="$MOVED/bin/tcr-cc gcc" | grep '^gcc '
    for cc in gcc "$(versioned_gcc)" "$(command -v gcc)" "$LINKS/gcc gcc" $(versioned_clang); do
        make -s norm CC="$MOVED/bin/tcr-cc ${cc#"$LINKS/gcc "}"
        enabled norm
        right ./norm
        make -s clean
    done
    PATH=$LINKS:$PATH make -s norm CC="$MOVED/bin/tcr-cc gcc"
    enabled norm
}
# Links of the user's own, with a directory in between and names of versions.
test_own_links() {
    sample
    makefile
    mkdir bin
    ln -s "$LINKS/gcc" bin/gcc
    ln -s "$MOVED/bin/tcr-cc" bin/cc
    ln -s "$MOVED/bin/tcr-cc" "bin/$(versioned_gcc)"
    for cc in gcc cc "$(versioned_gcc)"; do
        PATH=$PWD/bin:$PATH make -s norm CC="$cc"
        enabled norm
        make -s clean
        [ "$(PATH=$PWD/bin:$PATH make -s facts CC="$cc")" = "$(make -s facts CC="$cc")" ]
    done
    ln -s "$MOVED/bin/tcr-cc" bin/mycompiler # no compiler's name: cc
    [ "$(bin/mycompiler --version)" = "$(cc --version)" ]
    # A script of that name, which calls tcr-cc with it.
    rm bin/gcc
    printf '#!/bin/sh\nexec "%s" gcc "$@"\n' "$MOVED/bin/tcr-cc" >bin/gcc
    chmod +x bin/gcc
    PATH=$PWD/bin:$PATH make -s norm CC=gcc
    enabled norm
}
# other_first DIRECTORY...: on PATH before the compilers, in this order.
with_path() {
    (
        IFS=:
        PATH="$*:$PATH"
        unset IFS
        export PATH CCACHE_DIR="$PWD/cache"
        [ "$(make -s facts CC=gcc)" = "$(cat facts.txt)" ]
        make -s norm CC=gcc
    )
    enabled norm
    right ./norm
    make -s clean
}
test_with_ccache() {
    needs ccache
    [ -e $CCACHE/gcc ] || skip "$CCACHE has no links"
    sample
    makefile
    make -s facts CC=gcc >facts.txt
    with_path "$LINKS" "$CCACHE"
    with_path "$CCACHE" "$LINKS"
    with_path "$LINKS" "$CCACHE" "$BUILD/lib/tcr/bin"
    with_path "$CCACHE" "$LINKS" "$CCACHE"
    CCACHE_DIR=$PWD/cache ccache -s | grep -v 'Hits: *0 */ *0'
    # What ccache kept is right, too.
    with_path "$CCACHE" "$LINKS"
    with_path "$LINKS" "$CCACHE"
}
# Two directories of links of ours (two installations).
test_two_of_ours() {
    sample
    makefile
    make -s facts CC=gcc >facts.txt
    with_path "$LINKS" "$BUILD/lib/tcr/bin"
    with_path "$BUILD/lib/tcr/bin" "$LINKS"
}
# TCR_CC counts more than the name; not for C++, which a C compiler would not link.
test_tcr_cc_too() {
    clang=$(versioned_clang)
    [ -n "$clang" ] || skip "no clang with a version in its name is there"
    [ "$(TCR_CC=$clang "$LINKS/gcc" --version)" = "$($clang --version)" ]
    [ "$(PATH=$LINKS:$PATH TCR_CC=$clang gcc --version)" = "$($clang --version)" ]
    needs g++
    [ "$(TCR_CC=$clang "$LINKS/g++" --version)" = "$(g++ --version)" ]
    [ "$(TCR_CC=$clang "$MOVED/bin/tcr-cc" g++ --version)" = "$(g++ --version)" ]
    printf '#include <string>\nint main() { return (int)std::string("x").size() - 1; }\n' >a.cc
    TCR_CC=gcc "$LINKS/g++" a.cc -o a
    ./a
    TCR_CC="$(command -v g++)" "$LINKS/c++" a.cc -o a
    ./a
}
test_no_other_compiler() {
    mkdir bin empty
    ln -s "$MOVED/bin/tcr-cc" bin/clang-77
    for path in "$PWD/bin" "$PWD/bin:$PWD/empty" "$PWD/empty"; do
        status 1 env PATH="$path" "$PWD/bin/clang-77" -c a.c 2>said.txt
        grep "called as 'clang-77', but no other 'clang-77' is on PATH; install it, or name the real compiler in TCR_CC" said.txt
    done
    status 1 env PATH="$PWD/bin" "$MOVED/bin/tcr-cc" clang-77 -c a.c 2>said.txt
    grep "'clang-77' is tcr-cc itself; name the real compiler in TCR_CC" said.txt
}
# The wrapper of an MPI calls gcc, which is a link of ours.
test_mpi_through_links() {
    needs mpicc
    sample
    PATH=$LINKS:$PATH mpicc -O2 --tcr-arch=none main.c norm.c -o norm -lm
    enabled norm
    right ./norm
    PATH=$LINKS:$PATH "$MOVED/bin/tcr-cc" mpicc -O2 --tcr-arch=none main.c norm.c -o norm -lm
    enabled norm
    right ./norm
}
test_build_tree() {
    sample
    makefile
    [ -x "$BUILD/lib/tcr/bin/gcc" ]
    PATH=$BUILD/lib/tcr/bin:$PATH make -s norm CC=gcc
    enabled norm
    right ./norm
}
# Links for what is there and nothing else; what is not ours stays.
test_update_links() {
    update=$MOVED/lib/tcr/update-links
    mkdir bin
    for name in gcc gcc-77 clang-7.1 riscv64-linux-gnu-gcc-77 c99 gcc-ar-77 tcr-cc x86_64-w64-mingw32-gcc \
        clang-format-77; do
        printf '#!/bin/sh\necho "%s"\n' "$name" >bin/$name
        chmod +x bin/$name
    done
    PATH=$PWD/bin:/usr/bin:/bin "$update" links
    for name in gcc gcc-77 clang-7.1 riscv64-linux-gnu-gcc-77 c99; do
        [ "$(PATH=$PWD/bin:$PATH links/$name --version)" = "$name" ]
    done
    for name in gcc-ar-77 tcr-cc x86_64-w64-mingw32-gcc clang-format-77; do
        [ ! -L links/$name ]
    done
    rm bin/gcc-77
    ln -s /bin/true links/clang-7.2
    echo other >links/g++-77
    cp bin/gcc bin/g++-77
    PATH=$PWD/bin:/usr/bin:/bin "$update" links 2>said.txt
    [ ! -L links/gcc-77 ]
    [ -L links/clang-7.2 ] && [ -f links/g++-77 ]
    grep "'links/g++-77' is not a link to tcr-cc" said.txt
    PATH=$PWD/bin:/usr/bin:/bin "$update" --remove links
    [ "$(ls links)" = "$(printf 'clang-7.2\ng++-77')" ]
    rm links/*
    "$update" links
    "$update" --remove links
    [ ! -e links ]
}
