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
# more FILE FLAGS: the warnings of FILE that the compiler does not give by itself.
more() {
    file=$1
    shift
    # shellcheck disable=SC2046
    set -- "$@" -I "$BUILD/include" $(first "$file" flags)
    "$REAL_CC" "$@" -Wno-unknown-pragmas -c "$file" -o plain.o 2>plain.said || return 0
    said_of plain.said >plain.lines
    accept=$(first "$file" accept)
    wrapped ${accept:+"--tcr-accept=$accept"} "$@" -c "$file" -o ours.o 2>ours.said || {
        cat ours.said
        return 0
    }
    # Where a macro stands, and no more where it is defined: -pedantic of gcc and -Wshadow
    # of both then say it once for each use.
    said_of ours.said | comm -13 plain.lines - | sed "s,^,${file##*/}:," >more.lines
    ! grep -h 'rejected the generated' ours.said
    if grep -q '^#define' "$file"; then
        sed 's/.* //' plain.lines | sort -u >kinds
        sed 's/expression\]/expression-from-macro-expansion]/p' kinds | sort -u >>kinds
        sed -n 's/-from-macro-expansion\]/]/p' kinds >kinds2
        grep -v -F -f kinds -f kinds2 more.lines || :
    else
        cat more.lines
    fi
}
test_warnings_of_generated_code() {
    # shellcheck disable=SC2086
    clean wrapped $WARNINGS -Werror -std=c99 -c "$HERE/program.c"
    # shellcheck disable=SC2086
    clean wrapped $WARNINGS -Werror -Wno-long-long -std=c89 -pedantic-errors -O3 -c "$HERE/program.c"
    for file in "$ROOT"/samples/*/*.c; do
        # shellcheck disable=SC2086
        more "$file" $WARNINGS
    done >all
    cat all
    ! [ -s all ]
}
test_warnings_of_every_kind_of_loop() {
    # One of each kind: nests, sections, writes, data directives, atomics, complex numbers, ...
    for name in atomics attributes between bit_fields blas1 cg chisq classes complex conditions \
        data_forms expressions extents functions gather globals jumps last_values layouts loop_ends \
        nbody nests neighbours offset_arrays out_parameters own_pointers scatter sections \
        sections_map sections_rows sparse statics stats streams switches temporaries threads \
        update_forms vla walks writes writes_rows; do
        # shellcheck disable=SC2086
        (cd "$ROOT/tests/programs" && more "$ROOT/tests/programs/$name.c" $WARNINGS -Wpadded \
            -Wunused-macros) 2>/dev/null || :
    done >all
    cat all
    ! [ -s all ]
}
