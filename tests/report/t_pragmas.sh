# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Warnings of unknown pragmas: none of ours, all of others, in every mode.

# parts FILE LINE...: a loop with a directive, and another pragma at line 1.
source_of() {
    printf '#pragma foo\n' >"$1"
    cat >>"$1" <<'END'
double f(const double *a, int n);
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
END
}
# warns N COMMAND...: so many messages name an unknown pragma, and it is not ours; nothing else is
# said but what matches $also.
warns() {
    n=$1
    shift
    "$@" 2>said
    [ "$(grep -c -e 'Wunknown-pragmas\]' -e '=unknown-pragmas\]' said)" = "$n" ]
    not grep 'ignoring .#pragma tcr' said
    not grep 'rejected' said
    if [ "$n" = 0 ]; then
        not grep -v -e "${also:-nothing}" -e '^ ' -e ' warning generated' -e 'In function' said
    fi
}
# both FILE OPTION...: with -Wall the other pragma is a warning, with -Werror an error; without it
# nothing is said.
both() {
    file=$1
    shift
    warns 1 wrapped -Wall "$@" "$file"
    warns 1 wrapped -Wunknown-pragmas "$@" "$file"
    warns 0 wrapped "$@" -Wall -Wno-unknown-pragmas -Werror "$file"
    warns 1 wrapped -Wall -Werror -Wno-error=unknown-pragmas "$@" "$file"
    status 1 wrapped -Wall -Werror "$@" "$file" 2>said
    grep 'unknown-pragmas' said
    not grep 'pragma tcr' said
    status 1 wrapped -Werror=unknown-pragmas "$@" "$file"
    sed -i '/foo/d' "$file"
    warns 0 wrapped -Wall -Werror "$@" "$file"
    warns 0 wrapped -Wall -Wextra -Wunknown-pragmas -Werror=unknown-pragmas "$@" "$file"
    source_of "$file"
}
test_pragmas_modes() {
    for cc in $(compilers); do
        case $("$cc" --version) in
        *clang*) silent= ;;
        *) silent=-fno-diagnostics-show-caret ;;
        esac
        source_of a.c
        both a.c -c
        both a.c -fsyntax-only
        both a.c -S -O2 $silent
        cp a.c a.cpp
        also="is C++: its tcr directives are ignored" both a.cpp -c
        # from a header, and through a pipe
        sed '/foo/d' a.c >ours.h
        printf '#include "ours.h"\n' >b.c
        warns 0 wrapped -Wall -Werror -c b.c
        cp b.c b.cpp
        warns 0 wrapped -Wall -Werror -c b.cpp
        warns 0 wrapped -Wall -E b.c
        wrapped -E b.c >b.i
        warns 0 wrapped -Wall -Werror -x cpp-output -c b.i
        nm b.o | grep tcr_region
        # many at once
        echo 'int main(void) { return 0; }' >main.c
        also="is C++" warns 0 wrapped -Wall -Werror -c b.c b.cpp main.c
    done
}
# What goes to the compiler as it is.
test_pragmas_left() {
    for cc in $(compilers); do
        source_of a.c
        sed -i 's/n);$/n)__attribute__((nonsense));/' a.c
        "$cc" -w -c a.c
        # of a unit that tcr cannot use, with an error, with another warning
        sed -i '/nonsense/d' a.c
        printf 'int h(void) { int unused; return 0; }\n' >>a.c
        warns 1 wrapped -Wall -c a.c
        sed -i '/foo/d' a.c
        also='unused' warns 0 wrapped -Wall -c a.c
        status 1 wrapped -Wall -Werror -c a.c 2>said
        not grep 'pragma' said
        echo 'int x = y;' >>a.c
        status 1 wrapped -Wall -c a.c 2>said
        not grep 'pragma' said
        grep "undeclared" said
        # directives that nobody honours
        printf '#pragma tcr reduce(+:s)\nint x;\n#define P _Pragma("tcr reduce(+:s)")\nP\nint y;\n' >b.c
        also='placement\|reason is here\|must follow\|macros expanded' warns 0 wrapped -Wall -Werror -c b.c
        # 32 bits: nothing is rewritten
        also='32-bit' warns 0 wrapped -Wall -Werror -m32 -fsyntax-only b.c
    done
    command -v gcc >/dev/null || { leave_out "no gcc" && return; }
    cc=gcc
    source_of a.c
    echo 'int outer(void) { int inner(void) { return 1; } return inner(); }' >>a.c
    sed -i 's/^#pragma foo/#pragma foo\n#pragma tcr reduce(+:s)/' a.c
    also='libclang cannot parse'
    warns 1 wrapped -Wall -c a.c
    status 1 wrapped -Wall -Werror -c a.c 2>said
    grep 'error: .*#pragma foo' said
    not grep 'pragma tcr' said
    sed -i '/foo/d' a.c
    warns 0 wrapped -Wall -Werror -c a.c
    warns 0 wrapped -Wall -Werror -fdiagnostics-color=always -c a.c
    warns 0 wrapped -Wall -fno-diagnostics-show-option -c a.c
    warns 0 env LANGUAGE=de LC_ALL=de_DE.UTF-8 TCR_CC=gcc "$WRAPPER" -Wall -Werror -c a.c
    # without tcr, it is the compiler's to say
    env TCR_DISABLE=1 wrapped -Wall -c a.c 2>said
    grep '#pragma tcr' said
}
# The count that clang prints, and contexts without a message.
test_pragmas_rest() {
    needs clang-19
    cc=clang-19
    source_of a.cpp
    echo 'int h(void) { int unused; return 0; }' >>a.cpp
    wrapped -Wall -c a.cpp 2>said
    grep '^2 warnings generated.$' said
    sed -i '/foo/d' a.cpp
    wrapped -Wall -c a.cpp 2>said
    grep '^1 warning generated.$' said
    for option in -fno-caret-diagnostics -fdiagnostics-color=always; do
        sed -i '/unused/d' a.cpp
        also="is C++" warns 0 wrapped -Wall $option -c a.cpp
    done
    ! command -v gcc >/dev/null || cc=gcc
    printf '#include "a.h"\n' >b.cpp
    { cat a.cpp && echo 'int h(void) { int unused; return 0; }'; } >a.h
    wrapped -Wall -c b.cpp 2>said
    head -2 said | grep 'In file included from b.cpp:1'
    grep "unused variable" said
}
# unknown WHOSE: the lines of d.c whose pragmas are said to be unknown, with --tcr-accept=WHOSE.
unknown() {
    wrapped --tcr-accept="$1" --tcr-arch=none -Wall -c d.c 2>&1 |
        sed -n 's/^d\.c\(:[0-9]*:\).*[Wu]nknown.pragma.*/\1/p' | sort -u -t: -k2n | tr -d '\n'
}
# Of OpenMP and OpenACC: what is taken over is not unknown, what is left is, at its line.
test_pragmas_taken() {
    cat >d.c <<'EOF'
int f(int *a, int n);
int f(int *a, int n)
{
    int s = 0;
#pragma acc data copy(a[0:n])
    {
#pragma acc parallel loop reduction(+:s)
        for (int i = 0; i < n; i++)
            s += a[i];
#pragma acc parallel
#pragma acc loop
        for (int i = 0; i < n; i++) {
#pragma acc loop seq
            for (int j = 0; j < 3; j++)
                a[i] += j;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        a[i]++;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        a[i] += a[0] + a[i - 1];
#pragma acc kernels loop
    for (int i = 1; i < n; i++)
        a[a[i]] += a[i];
    return s;
}
EOF
    for cc in $(compilers); do
        # of OpenMP, clang has its own warning, which -Wall does not have
        case $("$cc" --version) in
        *clang*)
            [ "$(unknown acc)" = ":24:" ]
            [ "$(unknown omp)" = ":5::7::10::11::13::24:" ]
            ;;
        *)
            [ "$(unknown acc)" = ":18::21::24:" ]
            [ "$(unknown omp)" = ":5::7::10::11::13::21::24:" ]
            ;;
        esac
        sed '/^#pragma omp/d; /^#pragma acc kernels/,/a\[a/d' d.c >e.c
        warns 0 wrapped --tcr-accept=acc -Wall -Werror -c e.c
        echo 'static int unused(void) { return 0; }' >>e.c
        also=unused warns 0 wrapped --tcr-accept=acc -Wall -Werror -Wno-error=unused-function -c e.c
        status 1 wrapped --tcr-accept=acc -Wall -Werror -c d.c 2>said
    done
}
