# SPDX-License-Identifier: MIT
# Errors, signals, and what they leave behind: nothing.

test_exit_status() {
    plain a.c
    FAKE_FAIL=3 status 3 fake -c a.c
    marked a.c
    FAKE_FAIL=4 status 4 fake -c a.c
    [ ! -f a.o ]
}
test_directive_errors() {
    marked a.c
    plain b.c
    : >a.o
    FAKE_REWRITE=1 status 1 fake -c a.c
    [ ! -f a.o ]
    FAKE_REWRITE=1 status 1 fake -c a.c b.c
    [ -f b.o ] && [ ! -f a.o ]
    : >"$LOG"
    FAKE_REWRITE=1 status 1 fake a.c b.c -o p
    [ ! -f p ] && ! grep fakecc "$LOG" | grep -v '^tcr-rewrite'
}
test_nothing_to_rewrite() {
    marked a.c
    FAKE_REWRITE=3 fake -c a.c -MD -Iinc
    log | tail -1 >last
    echo "fakecc -c a.c -MD -Iinc" | diff - last
    printf '#define H "x.h"\n#include H\n' >a.c
    FAKE_REWRITE=3 fake -c a.c -Iinc
    log | tail -1 >last
    echo "fakecc -c a.c -Iinc" | diff - last
}
test_directives_only() {
    marked a.i b.c
    fake -fdirectives-only -c a.i 2>said
    log | tail -2 >last
    { # with a mark; and what the compiler says of the user's own text
        echo "fakecc -fdirectives-only -c -x cpp-output TMP/1/a.i -w"
        echo "fakecc -fdirectives-only -c -o /dev/null a.i"
    } | diff - last
    grep 'a.i: its macros are not expanded .* its loops run as plain host loops' said
    fake -fpreprocessed -fdirectives-only -c b.c 2>said
    grep 'b.c: its macros are not expanded' said
    status 1 fake --tcr-strict -fdirectives-only -c a.i
    ! grep '^tcr-rewrite' "$LOG"
    fake -fdirectives-only -c b.c
    grep '^tcr-rewrite .* b.c -- ' "$LOG"
}
test_rejected_text() {
    marked a.c
    FAKE_REJECT=1 fake -c a.c -Iinc 2>said
    log | tail -3 >last
    { # the user's text with a mark; the rewritten one may have named the same file
        echo "fakecc -Iinc -E -o TMP/1/a.c a.c"
        echo "fakecc -c -x cpp-output TMP/1/a.c -w"
        echo "fakecc -c -Iinc -o /dev/null a.c"
    } | diff - last
    grep 'the compiler rejected the generated code' said
    FAKE_REJECT=1 fake a.c b.o -o p 2>said
    grep '^fakecc -c -o TMP/1/a.o -x cpp-output TMP/1/a.c -w$' "$LOG"
    grep '^fakecc TMP/1/a.o b.o -o p -Wl,--wrap' "$LOG"
    FAKE_REJECT=1 fake --coverage a.c -o p 2>said
    tail -1 "$LOG" | grep '^fakecc --coverage -x cpp-output TMP/1/a.c'
    FAKE_REJECT=1 status 1 fake --tcr-strict -c a.c
}
# What has directives is not made as if it had none: beside units whose data stays on the device, it
# would use what is old.
test_no_object_without_a_mark() {
    marked a.c
    FAKE_REJECT=1 FAKE_REJECT_MARKED=1 status 1 fake -c a.c 2>said
    grep 'a.c: its directives are not heeded, and its object cannot be marked' said
    [ ! -f a.o ]
    FAKE_REJECT=1 FAKE_REJECT_MARKED=1 status 1 fake a.c --coverage -o p
    [ ! -f p ]
    # Directives that are not taken over are the compiler's, whatever it makes of them.
    printf '#pragma omp parallel for\n#pragma omp target\nint s;\n' >a.c
    TCR_REWRITE=/nowhere FAKE_REJECT_MARKED=1 fake -c a.c
    [ -f a.o ]
    printf '#pragma omp parallel for\nint s;\n' >a.c
    FAKE_REJECT=1 fake --tcr-accept=omp -c a.c 2>said
    tail -1 "$LOG" | grep '^fakecc -c a.c$' # its data is the host's
}
test_trouble_is_not_the_texts_fault() {
    marked a.c
    for trouble in silent "as: a.o: No space left on device" \
        "gcc: fatal error: Killed signal terminated program cc1"; do
        FAKE_REJECT=$trouble fake -c a.c 2>said
        not grep -e 'report it' -e 'generated code' said
        grep 'a.c: the rewritten text could not be compiled: .*; its loops run as plain' said
        [ "$trouble" = silent ] || grep -F "$trouble" said
        [ "$(grep -c '^tcr-cc: ' said)" -eq 1 ]
    done
    FAKE_REJECT="a.c:1: error: what" fake -c a.c 2>said
    grep 'report it' said
    grep 'a.c:1: error: what' said
}
test_no_room_for_the_text() {
    marked a.c
    FAKE_REWRITE=5 fake -c a.c 2>said
    [ -f a.o ] && [ "$(grep -c '^tcr-' said)" -eq 1 ]
    grep "warning: a.c: cannot write 'a.c': No space left on device (set TMPDIR .* plain host" said
    FAKE_REWRITE=5 status 1 fake --tcr-strict -c a.c 2>said
    [ ! -f a.o ] && grep "error: a.c: cannot write 'a.c': No space" said
    # The messages are kept where there is room.
    unshare -rm mount -t tmpfs tmpfs "$PWD" 2>/dev/null ||
        { leave_out "no file system of a given size (unshare --map-root-user --mount)" && return; }
    FAKE_REJECT="a.c:1: error: what" TCR_CC=$FAKE/fakecc TCR_REWRITE=$FAKE/tcr-rewrite \
        TMPDIR=$PWD/full unshare -rm sh -euc 'mkdir full
        mount -t tmpfs -o size=4k tmpfs full
        echo x >full/file
        "$WRAPPER" -c a.c 2>said || :'
    cat said
    grep -e "error: what" -e "No space left" said
}
test_broken_rewriter() {
    marked a.c
    says "died of signal 11" env FAKE_REWRITE=SEGV TCR_CC="$FAKE/fakecc" \
        TCR_REWRITE="$FAKE/tcr-rewrite" "$WRAPPER" -c a.c
    [ -f a.o ]
    says "was not found" env TCR_CC="$FAKE/fakecc" TCR_REWRITE=/nowhere/x "$WRAPPER" -c a.c
    FAKE_REWRITE=2 status 1 fake --tcr-strict -c a.c
    [ ! -f a.o ]
}
test_compiler_dies_of_a_signal() {
    marked a.c
    FAKE_SIGNAL=TERM status 143 fake -c a.c
    plain a.c
    FAKE_SIGNAL=TERM status 143 fake -c a.c
}
test_signals_are_passed_on() {
    marked a.c
    hup=HUP
    # What is ignored when a shell starts stays ignored: under nohup there is no SIGHUP.
    ignored=$(sed -n 's/^SigIgn:[[:space:]]*[0-9a-f]*\([0-9a-f]\)$/\1/p' /proc/self/status)
    case $ignored in *[13579bdf]) hup=TERM ;; esac
    for signal in TERM INT $hup; do
        FAKE_SLEEP=20 TCR_CC=$FAKE/fakecc TCR_REWRITE=$FAKE/tcr-rewrite \
            setsid "$WRAPPER" -c a.c &
        pid=$!
        for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            ! grep -q '^fakecc' "$LOG" || break
            sleep 0.1
        done
        # A shell starts its background jobs with SIGINT ignored, as nohup does with SIGHUP.
        [ "$signal" = INT ] && kill -TERM "$pid" || kill -"$signal" "$pid"
        got=0
        wait "$pid" || got=$?
        [ "$got" -gt 128 ]
        [ -z "$(ls "$TMPDIR")" ]
        : >"$LOG"
    done
    [ ! -f a.o ]
}
test_read_only_source() {
    mkdir src
    marked src/a.c
    chmod a-w src
    fake -c src/a.c -o a.o
    chmod u+w src
    [ "$(ls src)" = a.c ]
}
test_temporary_directory_elsewhere() {
    marked a.c
    mkdir other
    for variable in TMP TEMP; do
        rm -f a.o
        env TMPDIR=/nowhere "$variable=$PWD/other" TCR_CC="$FAKE/fakecc" \
            TCR_REWRITE="$FAKE/tcr-rewrite" "$WRAPPER" -c a.c 2>said
        [ -f a.o ] && [ ! -s said ]
        grep -q "cpp-output $PWD/other/tcr-cc-" "$LOG"
        : >"$LOG"
    done
    # Without those: /tmp, or what comes after it.
    rm a.o
    env -u TMP -u TEMP TMPDIR=/nowhere TCR_CC="$FAKE/fakecc" TCR_REWRITE="$FAKE/tcr-rewrite" \
        "$WRAPPER" -c a.c 2>said
    [ -f a.o ] && [ ! -s said ]
}
test_no_temporary_directory() {
    marked a.c
    # Only where a namespace of our own lets the places be read-only.
    unshare -rm sh -euc 'for dir in /tmp /var/tmp; do
            mount --rbind "$dir" "$dir"
            mount -o remount,bind,ro "$dir"
        done' 2>/dev/null || skip "no name space for file systems (unshare --map-root-user --mount)"
    unshare -rm sh -euc 'for dir in /tmp /var/tmp; do
            mount --rbind "$dir" "$dir"
            mount -o remount,bind,ro "$dir"
        done
        cd /proc
        exec "$@"' sh env -u TMP -u TEMP TMPDIR=/nowhere TCR_CC="$FAKE/fakecc" "$WRAPPER" -c \
        "$PWD/a.c" 2>said && return 1
    cat said
    grep -F "cannot make a temporary directory in '/nowhere' (No such file or directory), '/tmp'" said
}
test_private_temporaries() {
    marked a.c
    printf '#!/bin/sh\nstat -c %%a "$TMPDIR"\nexit 3\n' >look
    chmod +x look
    [ "$(TCR_CC=$FAKE/fakecc TCR_REWRITE=$PWD/look "$WRAPPER" -c a.c)" = 700 ]
}
test_parallel() {
    marked a.c
    for i in 1 2 3 4 5 6 7 8; do
        fake -c a.c -o $i.o &
    done
    wait
    [ "$(cat ?.o | sort -u)" = "object a" ]
}
test_long_commands() {
    marked a.c
    i=0 long=
    while [ $i -lt 200 ]; do
        long="$long some/quite/long/path/of/an/object/file/number/of/many/$i.o"
        i=$((i + 1))
    done
    fake a.c $long $long $long $long $long $long $long $long $long $long -o p
    log | tail -1 | grep '^fakecc @TMP/0/arguments'
}
# What the compiler refuses is left to it before anything is written; gcc refuses an output that is
# an input, clang writes it.
test_output_is_input() {
    marked good.c
    for words in '-c x.c -o x.c' '-S x.c -o x.c' 'x.c -o x.c' '-c x.c -o ./x.c' '-c x.c -o link.c' \
        '-c link.c -o x.c' '-c -x c x.o' '-x c a.out' '-c x.c -ox.c'; do
        for name in x.c x.o a.out; do
            cp good.c $name
        done
        ln -sf x.c link.c
        fake $words || :
        expect "fakecc $words"
        rm -f x.c x.o a.out link.c
    done
    needs gcc
    for mode in -c -S ''; do
        cp good.c x.c
        status 1 env TCR_CC=gcc TCR_REWRITE="$FAKE/tcr-rewrite" "$WRAPPER" $mode x.c -o x.c 2>said
        grep 'is the same as output file' said
        cmp good.c x.c
    done
    # What is kept or saved is never an input.
    cp good.c x.i
    FAKE_REWRITE=cpp TCR_CC=gcc TCR_REWRITE=$FAKE/tcr-rewrite "$WRAPPER" -save-temps -c x.i
    cmp good.c x.i
    says "--tcr-report: 'x.o' is the output of this command" \
        env TCR_CC=gcc "$WRAPPER" -c x.c -o x.o --tcr-report=x.o
}
test_report_of_unknown_form() {
    marked a.c
    status 1 fake --tcr-report=jsn:log -c a.c 2>said
    grep "unknown form 'jsn'; known are json and sarif (a file of that name: --tcr-report=./jsn:log)" said
    [ ! -e a.o ]
    fake --tcr-report=./jsn:log -c a.c
    [ -e a.o ]
}
