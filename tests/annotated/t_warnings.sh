# SPDX-License-Identifier: MIT
# What compilers warn of: nothing in what we have written, everything in what the user has.

WARNINGS="-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wcast-align
    -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wfloat-equal -Wdouble-promotion
    -Wdeclaration-after-statement -Wold-style-definition -pedantic"
# first FILE WORD: what its first comment has after the word, as in tests/programs/run.sh.
first() {
    sed -n '1,12s/^[ /*]*'"$2"': *\([^*]*[^* ]\).*/\1/p' "$1"
}
# said_of FILE: warnings as LINE [-Wkind], without what depends on columns.
said_of() {
    sed -n 's/^[^ ]*:\([0-9]*\):[0-9]*: warning: .*\(\[-W[^]]*\]\)$/\1 \2/p' "$1" | sort -u
}
# more FILE FLAG...: the warnings of FILE that the compiler does not give by itself.
more() {
    file=$1
    shift
    # shellcheck disable=SC2046  # lists of words
    set -- "$@" -I "$BUILD/include" $(first "$file" flags)
    # What clang warns of here, it finds before it makes code; gcc finds some while it optimises.
    case $KIND in
    clang) set -- "$@" -fsyntax-only "$file" ;;
    *) set -- "$@" -c "$file" -o made.o ;;
    esac
    "$REAL_CC" "$@" -Wno-unknown-pragmas 2>plain.said || return 0
    accept=$(first "$file" accept)
    [ -n "$accept" ] || # a sample's is in its makefile
        accept=$(sed -n 's/.*--tcr-accept=\([a-z]*\).*/\1/p' "${file%/*}/Makefile" 2>/dev/null) || :
    wrapped ${accept:+"--tcr-accept=$accept"} "$@" 2>ours.said ||
        { cat ours.said && return 0; }
    grep -h 'rejected the generated' ours.said || :
    said_of plain.said >plain.lines
    # Of a macro is warned where it is used, and not where it is defined: there, any kind of
    # warning that the compiler gives of the file is not ours.
    sed 's/-from-macro-expansion\]$/]/; s/.* //' plain.lines | sort -u >kinds
    grep -q '^#define' "$file" || echo none >kinds
    said_of ours.said | comm -13 plain.lines - | grep -v -F -f kinds | sed "s,^,${file##*/}:,"
}
test_warnings_of_generated_code() {
    # shellcheck disable=SC2086  # a list of words
    clean wrapped $WARNINGS -Werror -std=c99 -c "$HERE/program.c"
    # shellcheck disable=SC2086
    clean wrapped $WARNINGS -Werror -std=c89 -pedantic-errors -O3 -c "$HERE/program.c"
    for file in "$ROOT"/samples/*/*.c; do
        # shellcheck disable=SC2086
        more "$file" $WARNINGS
    done >all
    cat all
    [ ! -s all ]
}
test_warnings_of_every_kind_of_loop() {
    for name in attributes bit_fields cg classes complex data_forms expressions functions gather \
        jumps last_values layouts loop_ends nests offset_arrays own_pointers scatter sections \
        sections_rows sparse stats streams switches threads update_forms vla walks writes; do
        # shellcheck disable=SC2086
        more "$ROOT/tests/programs/$name.c" $WARNINGS
    done >all
    if [ $KIND = clang ]; then # its OpenMP's, of loop variables and their bounds; and of bool
        grep -v -e Wshorten-64-to-32 -e Wsign-conversion -e 'Wfloat-conversion' all >left || :
        mv left all
    fi
    cat all
    [ ! -s all ]
}
test_warnings_of_everything() { # clang: but for what follows from preprocessed text
    [ $KIND = clang ] || skip "gcc has no -Weverything"
    "$REAL_CC" -Weverything -Wno-unknown-pragmas -c "$HERE/program.c" 2>plain.said
    wrapped -Weverything -c "$HERE/program.c" 2>ours.said
    said_of plain.said >plain.lines
    said_of ours.said | diff plain.lines -
}
test_warnings_of_the_user() { # in and around loops, at their places, once
    cat >user.c <<'EOF'
int total(const int *a, int n, long m);
int total(const int *a, int n, long m)
{
    int s = 0, unused;
    unsigned u = 3;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int never;
        int t = a[i] * m;

        if (u < n)
            s += t;
    }
    return s + (u > n);
}
EOF
    set -- -Wall -Wextra -Wconversion
    "$REAL_CC" "$@" -Wno-unknown-pragmas -c user.c 2>plain.said
    wrapped "$@" -c user.c 2>ours.said
    cat ours.said
    for want in 4 9 10 12 15; do
        grep "^user.c:$want:[0-9]*: warning" plain.said
        grep "^user.c:$want:[0-9]*: warning" ours.said >found
        [ "$(wc -l <found)" = "$(grep -c "^user.c:$want:[0-9]*: warning" plain.said)" ]
    done
    sed -n 's/^\(user.c:[0-9]*:[0-9]*\): warning.*/\1/p' plain.said | sort >plain.places
    sed -n 's/^\(user.c:[0-9]*:[0-9]*\): warning.*/\1/p' ours.said | sort | diff plain.places -
    status 1 wrapped -Werror=sign-compare -Wextra -c user.c 2>ours.said
    grep '^user.c:12:.*error' ours.said
    [ $KIND = clang ] || grep 'In function .total' ours.said
    not grep -e tcr_ -e _omp_fn ours.said
}
