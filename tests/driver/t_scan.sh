# SPDX-License-Identifier: MIT
# Which units are looked at more closely.

rewritten() { # the command calls tcr-rewrite
    : >"$LOG"
    fake -c "$@"
    grep -q '^tcr-rewrite' "$LOG"
}
untouched() { # the command becomes the compiler
    : >"$LOG"
    fake -c "$@"
    expect "fakecc -c $*"
}
test_pragma_spellings() {
    for text in '#pragma tcr reduce(+:s)' '  #  pragma  tcr loop' '#\
pragma \
tcr reduce(+:s)' '#pragma /* x */ tcr loop' '/* x */ #pragma tcr loop' '#pragma	tcr'; do
        printf 'int x;\n%s\nint y;\n' "$text" >a.c
        rewritten a.c
    done
    printf 'int x;\r\n#pragma tcr loop\r\n' >a.c
    rewritten a.c
    printf '#pragma tcr' >a.c
    rewritten a.c
}
test_spliced_words() {
    for text in '#pra\\\ngma tcr loop\n' '#p\\\nragma t\\\n\\\ncr loop\n' '#pragma t\\  \ncr loop\n' \
        '#\\ \npragma tcr loop\n' '#pra\\\r\ngma tcr loop\r\n' '_Pra\\\ngma("t\\\ncr loop")\n'; do
        printf "int x;\\n$text" >a.c
        rewritten a.c
    done
    printf '#pragma tcr loop\n' >m.h
    printf '#inc\\\nlude "m\\\n.h"\n' >a.c
    rewritten a.c
    printf '#define A x\\\ny\nint A = 1;\\' >a.c
    untouched a.c
}
test_near_misses() {
    for word in trc TCR tcrr tr ctr tcr_reduce rtc crt TCR_REDUCE tcreduce omp\ tcr acc\ tcr; do
        echo "#pragma $word reduce(+:s)" >a.c
        rewritten a.c
    done
    for text in '#pragma enter data' '#pragma exit data' '#pragma update self(a)' '#pragma reduce(+:s)' '_Pragma("reduce(+:s)")' '_Pragma("omp tcr loop")' \
        '_Pragma("trc reduce(+:s)")'; do
        echo "$text" >a.c
        rewritten a.c
    done
    echo '#pragma omp t\
cr loop' >a.c
    rewritten a.c
}
test_not_directives() {
    for text in '#pragma omp parallel for' '// #pragma tcr reduce' 'char *s = "tcr";' \
        '#pragma once' '#pragma GCC ivdep' '#define tcr 1' '/* tcr, a pragma */' '#error tcr' \
        'int x = 1; // a # pragma tcr' '_Pragma("omp parallel")'; do
        printf '%s\n' "$text" >a.c
        untouched a.c
    done
    : >a.c
    untouched a.c
}
test_operator() {
    echo '_Pragma("tcr reduce(+:s)")' >a.c
    rewritten a.c
    # The two may meet in a macro.
    printf '#define P(x) _Pragma(#x)\nP(tcr reduce(+:s))\n' >a.c
    rewritten a.c
    printf '#define P(x) _Pragma(#x)\n' >p.h
    printf '#include "p.h"\nP(tcr reduce(+:s))\n' >a.c
    rewritten a.c
}
test_headers() {
    mkdir -p inc/deep quote
    marked inc/deep/m.h
    echo '#include "deep/m.h"' >inc/one.h
    echo '#include <one.h>' >a.c
    rewritten -Iinc a.c
    rewritten -I inc a.c
    CPATH=inc rewritten a.c
    C_INCLUDE_PATH=none:inc rewritten a.c
    for option in -isystem -idirafter '-iprefix ./ -iwithprefix' -iwithprefixbefore \
        '--sysroot=. -iwithprefixbefore' '--sysroot=. -I=/'; do
        case $option in
        *=/) rewritten ${option}inc a.c ;;
        *) rewritten $option inc a.c ;;
        esac
    done
    rewritten -iprefix i -iwithprefix nc a.c
    cd inc
    CPATH=none: rewritten ../a.c
    C_INCLUDE_PATH=: rewritten ../a.c
    cd ..
    untouched a.c
    marked quote/q.h
    echo '#include "q.h"' >a.c
    rewritten -iquote quote a.c
    untouched a.c
    plain a.c
    rewritten -include quote/q.h a.c
    mkdir src
    marked src/near.h
    echo '#include "near.h"' >src/b.c
    rewritten src/b.c
    echo "#include<$PWD/src/near.h>" >b.c # as Meson's unity builds have it
    rewritten b.c
    echo "#include \"$PWD/src/near.h\"" >b.c
    rewritten b.c
}
test_headers_in_circles() {
    echo '#include "b.h"' >a.h
    echo '#include "a.h"' >b.h
    echo '#include "a.h"' >a.c
    untouched a.c
}
test_computed_include() {
    printf '#define H "x.h"\n#include H\n' >a.c
    rewritten a.c
}
test_macro_of_the_command() {
    plain a.c
    rewritten '-DRED=_Pragma("tcr reduce(+:s)")' a.c
    untouched -DNAME=tcrx a.c
}
test_accept() {
    echo '#pragma omp parallel for reduction(+:s)' >a.c
    fake -c a.c --tcr-accept=omp,acc
    grep '^tcr-rewrite --tcr-accept=omp,acc' "$LOG"
    untouched a.c
    echo '#include <openacc.h>' >a.c # whose functions may be the runtime's
    rewritten --tcr-accept=acc a.c
    untouched a.c
}
test_accept_near_misses() {
    for word in opm mop pmo ompp omp_ OMP openmp omp_parallel ac aac acx Acc openacc acc_loop; do
        echo "#pragma $word parallel for" >a.c
        rewritten --tcr-accept=omp,acc a.c
        untouched a.c
    done
    for text in '#pragma once' '#pragma GCC ivdep' '#pragma pack(1)' '#pragma oss task' '#pragma ident'; do
        echo "$text" >a.c
        : >"$LOG"
        fake --tcr-accept=omp,acc -c a.c
        expect "fakecc -c a.c"
    done
}
test_accept_out_of_macros() {
    printf '#define P(x) _Pragma(#x)\nP(acc parallel loop)\n' >a.c
    rewritten --tcr-accept=acc a.c
    untouched a.c
    plain b.c
    rewritten --tcr-accept=omp '-DRED=_Pragma("omp simd")' b.c
}
test_preprocessed_input() {
    marked a.i
    rewritten a.i
    grep -e '-undef -x c$\|-fpreprocessed -x c$' "$LOG"
    plain b.i
    untouched b.i
}
test_language_option() {
    marked a.txt b.c
    rewritten -x c a.txt
    rewritten -xc a.txt
    : >"$LOG"
    fake -c -x c++ b.c
    expect "fakecc -c -x c++ b.c"
    fake -c -x c++ b.c -x none b.c
    grep -q '^tcr-rewrite' "$LOG"
}
test_large_and_odd_files() {
    untouched missing.c
    mkdir dir.c
    untouched dir.c
    head -c 3000000 /dev/zero | tr '\0' '#' >a.c
    untouched a.c
    printf '#include "a.c\n#include <\n#include\n#' >a.c
    untouched a.c
}
# C++ goes to the compiler as it is; a directive in it is not passed over in silence.
test_scan_cxx() {
    marked a.cc b.c
    printf '_Pragma( "tcr wait")\n' >d.cpp
    printf '// tcr reduce, pragma and tcr_region, #pragma tcrx\n' >e.cpp
    for f in "a.cc" "d.cpp" "-x c++ b.c"; do
        # shellcheck disable=SC2086  # several words
        says "is C++: its tcr directives are ignored" fake -c $f
        expect "fakecc -c $f"
        # shellcheck disable=SC2086
        fake -w -c $f 2>&1 | not grep C++
        : >"$LOG"
        # shellcheck disable=SC2086
        status 1 fake --tcr-strict -c $f
    done
    : >"$LOG"
    fake -c e.cpp nothing.cc 2>said
    fake -E a.cc 2>>said
    not grep C++ said
}
