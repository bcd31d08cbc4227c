# SPDX-License-Identifier: MIT
# What is run for a command with directives.

test_object() {
    marked a.c
    fake -O2 -Wall -Iinc -DX=1 -c a.c -o out.o
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -O2 -Wall -Iinc -DX=1" \
        "fakecc -O2 -Wall -c -o out.o -fopenmp -x cpp-output TMP/1/a.c"
    [ "$(cat out.o)" = "object a" ]
    fake -c a.c
    [ -f a.o ]
}
test_assembly_and_check() {
    marked a.c
    fake -S a.c
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc" \
        "fakecc -S -fopenmp -x cpp-output TMP/1/a.c"
    fake -fsyntax-only a.c
    expect "tcr-rewrite --tcr-arch=none --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc" \
        "fakecc -fsyntax-only -fopenmp -x cpp-output TMP/1/a.c"
}
test_queries_are_untouched() {
    marked a.c
    for args in "-E a.c" "-M a.c" "-MM a.c" "-E -MD a.c -o x" "-### -c a.c" "-v" \
        "-dumpversion" "-print-prog-name=ld" "-print-sysroot" "-V" "-qversion" \
        "--help" "-print-search-dirs"; do
        fake $args
        expect "fakecc $args"
    done
    [ "$(fake --version)" = "fakecc (fake) 1.0" ]
}
test_own_options_are_passed() {
    marked a.c
    fake --tcr-report=json:r.json --tcr-strict --tcr-arch=sm_80,ptx --tcr-dump=plan -c a.c
    grep '^tcr-rewrite --tcr-report=json:r.json --tcr-strict --tcr-arch=sm_80,ptx --tcr-dump=plan' \
        "$LOG"
}
test_openmp() {
    marked a.c
    fake -c a.c -fopenmp
    expect "tcr-rewrite --tcr-openmp=on -o TMP/1/a.c a.c -- fakecc -fopenmp" \
        "fakecc -c -fopenmp -x cpp-output TMP/1/a.c"
    fake -c a.c -fopenmp-simd
    expect "tcr-rewrite --tcr-openmp=simd -o TMP/1/a.c a.c -- fakecc -fopenmp-simd" \
        "fakecc -c -fopenmp-simd -fopenmp -x cpp-output TMP/1/a.c"
    FAKE_NO_OPENMP=1 fake -c a.c
    grep '^fakecc -c -fopenmp-simd -x' "$LOG"
    : >"$LOG"
    fake -fsanitize=address,thread -c a.c
    grep '^fakecc .* -fopenmp-simd -x' "$LOG"
}
test_options_for_one_stage() {
    marked a.c
    fake -c a.c -isystem sys -include pre.h -Wp,-DX -Xpreprocessor -DY -Wa,-a -save-temps -v -H \
        -Wl,-x -L. --param max=1 -P
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -isystem sys -include pre.h \
-Wp,-DX -Xpreprocessor -DY -H --param max=1" \
        "fakecc -c -Wa,-a -save-temps -v -Wl,-x -L. --param max=1 -P -fopenmp -x cpp-output TMP/1/a.c"
    cmp a.c a.i # the text that -save-temps promises
}
test_fallthrough_comments() {
    marked a.c
    FAKE_AS=gcc fake -Wextra -c a.c
    grep '^tcr-rewrite.* -- gcc -Wextra -C$' "$LOG"
    : >"$LOG"
    FAKE_AS=gcc fake -Wextra -Wno-implicit-fallthrough -c a.c
    not grep -e ' -C$' "$LOG"
}
test_several_inputs() {
    marked a.c c.c
    plain b.c
    fake -c a.c b.c c.c -Iinc
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -Iinc" \
        "fakecc -c -fopenmp -x cpp-output TMP/1/a.c" \
        "tcr-rewrite --tcr-openmp=off -o TMP/2/c.c c.c -- fakecc -Iinc" \
        "fakecc -c -fopenmp -x cpp-output TMP/2/c.c" "fakecc -c b.c -Iinc"
    [ -f a.o ] && [ -f b.o ] && [ -f c.o ]
}
test_languages_in_turn() {
    marked a.txt
    plain b.c
    fake -c -x c a.txt -x none b.c
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.txt a.txt -- fakecc -x c" \
        "fakecc -c -fopenmp -x cpp-output TMP/1/a.txt" "fakecc -c -x c -x none b.c"
}
test_standard_input() {
    marked m.c
    plain p.c
    fake -x c -c - -o o.o <p.c
    expect "fakecc -x c -c - -o o.o" "stdin: $(cat p.c)"
    fake -x c -c - -o o.o <m.c
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/-.c - -- fakecc -x c" \
        "fakecc -c -o o.o -fopenmp -x cpp-output TMP/1/-.c"
    FAKE_REWRITE=3 fake -x c -c - -o o.o <m.c
    grep -F "stdin: $(tail -1 m.c)" "$LOG" || grep -F 'int s;' "$LOG"
}
test_response_files() {
    marked a.c
    plain b.c
    echo "-O2 '-DA=x y' @inner" >args
    echo '-Iinc -c' >inner
    fake @args b.c
    expect "fakecc @args b.c"
    fake @args a.c
    expect "tcr-rewrite --tcr-openmp=off -o TMP/1/a.c a.c -- fakecc -O2 -DA=x y -Iinc" \
        "fakecc -O2 -c -fopenmp -x cpp-output TMP/1/a.c"
    fake @missing -c b.c
    expect "fakecc @missing -c b.c"
}
# What follows the user's words would be taken for the argument.
test_argument_missing() {
    marked b.c
    for last in -o -x -L -MF -Xlinker -include; do
        : >"$LOG"
        fake -c b.c $last || :
        expect "fakecc -c b.c $last"
    done
}
test_end_of_options() {
    marked ./-a.c
    fake -c -- -a.c
    grep -e 'a.c -- fakecc' "$LOG"
}
test_show() {
    marked a.c
    plain b.c
    fake --tcr-show -c a.c '-DX=a b' >commands
    expect
    [ "$(wc -l <commands)" -eq 2 ]
    grep "^$FAKE/tcr-rewrite .*'-DX=a b'" commands
    fake -show -c b.c >commands
    [ "$(cat commands)" = "fakecc -c b.c" ]
    [ ! -f a.o ]
}
test_keep() {
    marked a.c
    mkdir kept
    fake --tcr-keep=kept -c a.c
    cmp a.c kept/a.tcr.i
    fake --tcr-keep -c a.c -o kept/b.o
    cmp a.c kept/a.tcr.i
}
test_keep_names_differ() {
    mkdir da db
    marked da/x.c db/x.c x.c
    echo "/* b */" >>db/x.c
    fake --tcr-keep=kept da/x.c ./db/x.c x.c -o p
    cmp da/x.c kept/da_x.tcr.i && cmp db/x.c kept/db_x.tcr.i && cmp x.c kept/x.tcr.i
    fake --tcr-keep da/x.c db/x.c -o p
    cmp da/x.c x.tcr.i && cmp db/x.c x-2.tcr.i
    says "cannot write './x.tcr.i'" sh -c 'rm x.tcr.i; mkdir x.tcr.i; "$@"' sh env \
        TCR_CC="$FAKE/fakecc" TCR_REWRITE="$FAKE/tcr-rewrite" "$WRAPPER" --tcr-keep=. -c x.c
}
test_keep_makes_the_directory() {
    marked a.c
    fake --tcr-show --tcr-keep=new/two/ -c a.c >commands
    [ ! -e new ]
    fake --tcr-keep=new/two/ -c a.c
    cmp a.c new/two/a.tcr.i
    fake --tcr-keep=new/two -c a.c
    rm a.o
    not fake --tcr-keep=a.c -c a.c 2>errors
    grep "error: cannot make the directory 'a.c' of '--tcr-keep': Not a directory" errors
    not fake --tcr-keep=a.c/in -c a.c 2>errors
    grep "'a.c/in' of '--tcr-keep': Not a directory" errors
    [ ! -e a.o ]
}
