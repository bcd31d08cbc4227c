# SPDX-License-Identifier: MIT
# What others may put in the way: names, files, variables, a PATH.

# owned NAME...: programs here that must not be run, of these names.
owned() {
    for name; do
        printf '#!/bin/sh\ntouch "%s/owned"\n' "$PWD" >"$name"
        chmod +x "$name"
    done
}
test_no_shell() {
    needs readelf
    readelf --dyn-syms -W "$WRAPPER" >symbols
    grep -q ' execv\b' symbols
    not grep -E ' (system|popen|wordexp|exec[lv]p|execvpe|posix_spawnp|mktemp|tmpnam|tempnam)(@|$)' \
        symbols
}
test_no_libclang_in_the_driver() {
    needs readelf
    readelf -d "$WRAPPER" | grep NEEDED >needed
    grep libc.so needed
    not grep -i -e clang -e LLVM -e cuda needed
}
# sanitized FILE: built with a sanitizer, under which some of what follows is not to be seen?
sanitized() {
    nm -D "$1" | grep -q -e __asan -e __tsan
}
# fortified FILE: with checked functions of the C library, unless the build is not optimised.
fortified() {
    grep -q 'CMAKE_BUILD_TYPE:[A-Z]*=Debug' "$BUILD/CMakeCache.txt" ||
        nm -D "$1" | grep -E ' __[a-z]*printf_chk'
}
test_hardened_tools() {
    needs readelf nm
    [ -n "$BUILD" ] || skip "no build"
    for tool in "$BUILD"/bin/* "$BUILD/lib/libtcr.so"; do
        [ "$(head -c 4 "$tool" | tail -c 3)" = ELF ] || continue # a script
        readelf -hlWd "$tool" >elf
        grep -E 'Type: +DYN' elf                # position-independent
        grep 'GNU_RELRO' elf && grep 'NOW' elf  # ... and all of it before main
        grep -E 'GNU_STACK .* RW ' elf          # no code on the stack
        not grep TEXTREL elf
        # An empty or relative run path would be the working directory.
        grep -E '\((RUN|R)PATH\)' elf | sed 's/.*\[//; s/\]$//' | tr : '\n' | not grep -v '^/'
        ! sanitized "$tool" || continue
        nm -D "$tool" | grep '__stack_chk_fail'
        fortified "$tool"
    done
}
# Marks for indirect jumps and a shadow stack (CET): a program has them if all its objects do.
test_marked_for_cet() {
    needs readelf
    [ -n "$BUILD" ] || skip "no build"
    probe=-fcf-protection=full
    echo 'int main(void) { return 0; }' >empty.c
    $REAL_CC $probe -c empty.c -o empty.o && readelf -n empty.o >notes
    grep -q 'IBT, SHSTK' notes || skip "the compiler makes no such marks"
    grep -q 'TCR_HAS_fcf_protection:INTERNAL=1' "$BUILD/CMakeCache.txt" ||
        skip "nor did the one of the build"
    mkdir members
    (cd members && ar x "$BUILD/lib/libtcr.a")
    readelf -n members/* | awk '/^File:/ { n++ } /IBT, SHSTK/ { m++ }
        END { print n, "members,", m, "marked"; exit n != m || n < 50 }'
    # of the same objects, and the C library's own
    $REAL_CC $probe -fPIC -shared empty.c -o empty.so
    if readelf -n empty.so | grep 'IBT, SHSTK'; then
        readelf -n "$BUILD/lib/libtcr.so" | grep 'IBT, SHSTK'
    else
        echo "left out: marks of libtcr.so: this C library's crti.o has none"
    fi
    # What tcr-cc adds to the user's own objects takes no mark away, and adds none.
    [ -x "$BUILD/bin/tcr-rewrite" ] || return 0
    echo 'double sum(const double *, int);
double sum(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}' >sum.c
    for mark in full branch return none; do
        TCR_CC="$REAL_CC" "$WRAPPER" -O2 -fcf-protection=$mark --tcr-strict -c sum.c
        $REAL_CC -O2 -fcf-protection=$mark -c empty.c
        readelf -n empty.o | grep 'x86 feature:' >theirs || :
        readelf -n sum.o | grep 'x86 feature:' >ours || :
        cmp theirs ours
        nm sum.o | grep tcr_region # it has been rewritten
    done
}
test_temporaries_are_private() {
    marked a.c
    cat >look <<'EOF'
#!/bin/sh
find "$TMPDIR" -type d -exec stat -c %a {} +
exit 3
EOF
    chmod +x look
    for mask in 000 022 077 777; do
        (umask $mask && TCR_CC=$FAKE/fakecc TCR_REWRITE=$PWD/look "$WRAPPER" --tcr-strict \
            -c a.c >modes 2>&1) || :
        [ -s modes ] && ! grep -v '^700$' modes || return 1
        rm -f modes a.o
    done
}
test_temporary_directory_is_odd() {
    marked a.c
    mkdir 'with space' "$(printf 'new\nline')" relative 'semi;touch owned'
    for dir in "$PWD/with space" "$PWD/$(printf 'new\nline')" relative ./relative \
        "$PWD/semi;touch owned"; do
        TMPDIR=$dir fake -c a.c
        [ -f a.o ] && [ -z "$(ls "$dir")" ]
        rm a.o
        ! command -v gcc >/dev/null || TCR_CC=gcc FAKE_REWRITE=cpp TMPDIR=$dir \
            TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -g -MD -c a.c
        [ -z "$(ls "$dir")" ]
        rm -f a.o a.d
    done
    ln -s nowhere dangling
    for dir in /nowhere dangling a.c /proc ''; do
        TMPDIR=$dir TMP=$PWD/relative fake -c a.c
        [ -f a.o ] && [ -z "$(ls relative)" ]
        rm a.o
    done
    [ ! -e owned ]
}
test_clearing_up_follows_no_links() {
    marked a.c
    mkdir precious
    : >precious/file
    cat >rewriter <<EOF
#!/bin/sh
for dir in "\$TMPDIR"; do
    ln -s "$PWD/precious" "\$dir/link"
    ln -s "$PWD/precious" "\$dir/1/link"
done
exit 3
EOF
    chmod +x rewriter
    TCR_CC=$FAKE/fakecc TCR_REWRITE=$PWD/rewriter "$WRAPPER" -c a.c
    [ -f precious/file ]
}
# hostile_names: names of sources, each closed by a slash (no name has one).
hostile_names() {
    printf '%s/' '-x.c' 'sp ace.c' ' lead.c' 'semi;touch owned;.c' '$(touch owned).c' \
        '`touch owned`.c' "it's.c" 'quo"te.c' 'back\slash.c' '@at.c' '--tcr-strict.c' 'a,b.c' \
        '#.c' '%s%n.c' '*.c' '&.c' '|touch owned|.c' '$HOME.c' "$(printf 'tab\there.c')" \
        "$(printf 'new\nline.c')" "$(printf 'latin\351.c')" "$(printf 'bad\377\376.c')" \
        "$(printf '%0240d' 0).c"
}
test_hostile_names() {
    rewriter=$FAKE/tcr-rewrite
    [ -z "$BUILD" ] || [ ! -x "$BUILD/bin/tcr-rewrite" ] || rewriter=$BUILD/bin/tcr-rewrite
    echo 'long f(const long *v)
{
    long s = 0;

#pragma tcr reduce(+ : s)
    for (int i = 0; i < 9; i++)
        s += v[i];
    return s;
}' >text
    cat >each <<'EOF'
cc=$1 rewriter=$2
shift
shift
for name; do
    cp text "./$name"
    FAKE_REWRITE=cpp TCR_CC=$cc TCR_REWRITE=$rewriter "$WRAPPER" -MD -c "./$name"
    test -f "./${name%.c}.o" && test -f "./${name%.c}.d"
    rm "./$name" "./${name%.c}.o" "./${name%.c}.d"
done
EOF
    for cc in gcc clang; do
        command -v $cc >/dev/null || { leave_out "no $cc" && continue; }
        # The words are tcr-cc's, whatever the compiler is.
        every=1
        [ -z "${SAMPLED-}" ] || [ $cc = gcc ] || every=4
        hostile_names | tr '\n/' '\001\0' | tr '\001' '\n' |
            awk -v RS='\0' -v ORS='\0' -v every=$every 'NR % every == 0' |
            xargs -0 sh -eu each $cc "$rewriter"
    done
    [ ! -e owned ]
}
test_hostile_include_paths() {
    for dir in 'inc;touch owned' '$(touch owned)' 'it'"'"'s' 'a b' '-dash'; do
        mkdir -p "./$dir"
        marked "./$dir/marked.h"
        echo '#include "marked.h"' >a.c
        fake -c "-I$dir" a.c
        grep -q '^tcr-rewrite' "$LOG"
        : >"$LOG"
        fake -c -I "$dir" a.c
        grep -q '^tcr-rewrite' "$LOG"
        : >"$LOG"
    done
    # Headers that are no plain files, include themselves, or are named oddly.
    mkfifo pipe.h
    mkdir dir.h
    ln -s loop.h loop.h
    printf '#include "%s"\n' pipe.h dir.h loop.h /dev/zero a.c '$(touch owned)' "'" >a.c
    timeout 20 env TCR_CC="$FAKE/fakecc" "$WRAPPER" -c a.c
    [ ! -e owned ]
}
test_response_files() {
    marked a.c
    echo '@loop' >loop
    printf '@two @two\n' >one
    printf '@one @one\n' >two
    i=0
    echo '-DDEEP' >bomb0
    while [ $i -lt 14 ]; do
        printf '@bomb%d @bomb%d\n' $i $i >bomb$((i + 1))
        i=$((i + 1))
    done
    mkdir dir
    for words in '@loop a.c' 'a.c @one' 'a.c @dir' 'a.c @bomb14'; do
        timeout 60 env TCR_CC="$FAKE/fakecc" TCR_REWRITE="$FAKE/tcr-rewrite" TCR_LIBDIR="$LIB" \
            "$WRAPPER" -c $words
        expect "fakecc -c $words" # for the compiler to refuse
    done
    : >empty
    fake @empty
    expect "fakecc @empty"
    fake -c @missing a.c @
    grep -e '-c @missing @' "$LOG"
    : >"$LOG"
    mkfifo pipe
    timeout 20 env TCR_CC="$FAKE/fakecc" TCR_REWRITE="$FAKE/tcr-rewrite" "$WRAPPER" -c a.c @pipe
    : >"$LOG"
    # As gcc and clang read them: a quote may be left open, and in single quotes, too, a
    # backslash takes what follows.
    printf "%s" "-c '-DA=x\\y' -DB=\\\" \"-DC=a b" >quoted
    fake a.c @quoted
    grep -F -e "-- fakecc -DA=xy -DB=\" -DC=a b" "$LOG"
    : >"$LOG"
    # Huge.
    awk 'BEGIN { for (i = 0; i < 60000; i++) print "-DSOME_LONG_NAME_OF_A_MACRO_" i "=" i }' >huge
    timeout 60 env TCR_CC="$FAKE/fakecc" "$WRAPPER" -c b.c @huge
    expect "fakecc -c b.c @huge"
    if [ "$(id -u)" != 0 ]; then
        echo -c >unreadable
        chmod 0 unreadable
        fake a.c @unreadable || :
        grep -q '@unreadable' "$LOG"
    fi
}
test_own_options_in_response_files() {
    marked a.c
    echo '--tcr-strict -c a.c' >args
    fake @args -O2
    grep '^tcr-rewrite --tcr-strict .* -- fakecc -O2$' "$LOG"
    not grep '^fakecc.*--tcr-' "$LOG"
}
test_arguments_are_no_options() {
    plain a.c
    for words in '-Xlinker --tcr-show' '-Xlinker -show' '-o --tcr-strict' '-MF -show' '-I --tcr-x' \
        '-u --'; do
        fake a.c $words
        expect "fakecc a.c $words"
        rm -f ./--tcr-strict
    done
}
test_path_of_the_working_directory() {
    marked a.c
    owned gcc cc ccache tcr-rewrite as ld
    mkdir sub
    cp gcc sub/gcc
    for path in ":$FAKE" ".:$FAKE" "./:$FAKE" "sub:$FAKE" "$FAKE:" "/nowhere::$FAKE:/usr/bin"; do
        for name in gcc cc 'ccache gcc'; do
            PATH=$path:/usr/bin:/bin TCR_CC=$name TCR_REWRITE=tcr-rewrite TCR_LIBDIR=$LIB \
                "$WRAPPER" -c a.c 2>said
            [ ! -e owned ] && [ -f a.o ]
            rm a.o
        done
    done
    PATH=:$FAKE:/usr/bin:/bin TCR_CC=gcc "$WRAPPER" -c none.c 2>said
    grep "warning: './gcc' of PATH is passed over, and '$FAKE/gcc' is run" said
    grep 'TCR_CC=./gcc would' said
    # A launcher looks for its compiler, too: it is told which.
    : >"$LOG"
    PATH=:$FAKE:/usr/bin:/bin TCR_CC="ccache gcc" "$WRAPPER" -c none.c 2>said
    expect "ccache $FAKE/gcc -c none.c"
    # Only there: an error that says so.  By its name it is run.
    mkdir only
    mv gcc only/gcc
    rm -r sub
    (cd only && PATH=.: TCR_CC=gcc "$WRAPPER" -c a.c 2>../said) && exit 1
    grep "error: TCR_CC: 'gcc' is only found as './gcc', by an entry of PATH" said
    (cd only && PATH='' TCR_CC=gcc "$WRAPPER" -c a.c 2>../said) && exit 1
    grep "is only found as './gcc'" said
    [ ! -e owned ]
    TCR_CC=only/gcc "$WRAPPER" -c none.c
    [ -e owned ]
}
test_poor_environment() {
    marked a.c
    needs gcc
    cc=$(command -v gcc)
    env -i TCR_CC="$cc" TCR_REWRITE="$FAKE/tcr-rewrite" FAKE_REWRITE=3 "$WRAPPER" -c none.c 2>said ||
        grep 'none.c' said
    env -u HOME -u PATH TCR_CC="$cc" "$WRAPPER" --version
    env -u HOME PATH=/nowhere TCR_CC="$cc" "$WRAPPER" -dumpversion
    status 1 env PATH=/nowhere TCR_CC=gcc "$WRAPPER" -c a.c
    # No place to write to, nowhere to read from.
    FAKE_REWRITE=cpp TCR_CC=gcc TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -c a.c <&- >&- 2>&-
    [ -f a.o ]
}
test_linked_outputs() {
    marked a.c
    echo precious >target
    ln -s target out.o
    # What the compiler does with a link is its own affair; an error removes no link.
    FAKE_REWRITE=1 status 1 fake -c a.c -o out.o
    [ -L out.o ] && [ "$(cat target)" = precious ]
    fake -c a.c -o out.o
    [ -L out.o ] && [ "$(cat target)" = "object a" ]
    ln -s /nowhere/at/all dangling.o
    FAKE_REWRITE=1 status 1 fake -c a.c -o dangling.o
    [ -L dangling.o ]
    mkdir dir.o
    : >dir.o/file
    FAKE_REWRITE=1 status 1 fake -c a.c -o dir.o
    [ -f dir.o/file ]
}
