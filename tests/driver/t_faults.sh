# SPDX-License-Identifier: MIT
# Failing system calls in tcr-cc itself, at every place: what it makes is whole or not there.

wrapped() {
    "$WRAPPER" --tcr-arch=none --tcr-whole-program ${PROGRAMS_CFLAGS-} "$@"
}
tracing() {
    needs strace readelf
    [ -z "${PROGRAMS_CFLAGS-}" ] || skip "a sanitized tcr-cc needs calls that fail here"
    strace -qq -o /dev/null true 2>/dev/null || skip "no tracing of processes here"
    mkdir temporaries # some cannot be removed
    TMPDIR=$PWD/temporaries
}
# program: main.c and weight.c, and what they give.
program() {
    cat >main.c <<'END'
#include <stdio.h>
double weight(double x);
int main(void)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += weight(i);
    printf("%g\n", s);
    return 0;
}
END
    echo 'static double two = 2; double weight(double x) { return two * x; }' >weight.c
    echo 'precious' >precious
}
# remembering: from now on a compiler is in front of cc that gives again what it made of the same words and
# files.  The calls fail in tcr-cc alone, and what that has made and linked is the same hundreds of times.
remembering() {
    mkdir bin kept
    cat >bin/cc <<'END'
#!/bin/sh
before= out= files=
for word; do
    case $before$word in
    -o*) out=$word ;;
    "$BUILD"/*) ;; # stays the same
    *) [ ! -f "$word" ] || files="$files $word" ;;
    esac
    before=
    [ "$word" != -o ] || before=-o
done
[ -n "$out" ] || exec "$KEPT_CC" "$@"
kept=$KEPT/$({ echo "$@" | sed "s|$TMPDIR/[^ ]*/||g" && cat $files; } | cksum | tr ' ' -)
[ -e "$kept" ] || { "$KEPT_CC" "$@" && cp "$out" "$kept.new" && mv "$kept.new" "$kept"; } || exit
cp "$kept" "$out"
END
    chmod +x bin/cc
    KEPT=$PWD/kept KEPT_CC=$(command -v cc) PATH=$PWD/bin:$PATH
    export KEPT KEPT_CC PATH
}
# with_faults CALL ERROR CHECK COMMAND...: the command, with each of its calls of CALL failing in
# turn; after each, CHECK STATUS.  SAMPLED: of more than 20 calls, which look at each part of long paths or load
# libraries, every third.
with_faults() {
    call=$1 error=$2 check=$3
    shift 3
    rm -rf made && mkdir made
    strace -qq -o calls -e trace="$call" "$@" 2>/dev/null
    count=$(grep -c '(' calls) || :
    [ "$count" -lt 400 ]
    n=1 step=1
    [ -z "${SAMPLED-}" ] || [ "$count" -le 20 ] || step=3
    while [ $n -le "$count" ]; do
        rm -rf made && mkdir made
        got=0
        timeout 60 strace -qq -o /dev/null -e inject="$call:error=$error:when=$n" "$@" >said 2>&1 || got=$?
        echo "$call $n of $count: $got"
        [ $got != 124 ]
        [ $got = 0 ] || [ -s said ] || [ "$call" = write ] # who cannot write cannot tell
        [ "$(cat precious)" = precious ]
        $check $got
        n=$((n + step))
    done
}
calls='write:ENOSPC openat:EACCES mmap:ENOMEM rename:EIO fchmod:EPERM ftruncate:EIO pwrite64:ENOSPC
pread64:EIO flock:ENOLCK clone:EAGAIN fstat:EIO newfstatat:EIO memfd_create:ENOSYS mkdir:ENOSPC
unlink:EIO readlink:EACCES pipe2:EMFILE wait4:EINTR'
each_call() {
    for pair in $calls; do
        with_faults "${pair%:*}" "${pair#*:}" "$@"
    done
}
object_is_whole() {
    [ -e made/main.o ] || { [ "$1" != 0 ] && return; }
    # no temporary beside it
    [ "$(ls made)" = main.o ]
    ! cmp -s made/main.o whole.o || return 0 # one that has been linked and run
    readelf -SW made/main.o >sections 2>&1
    not grep -i -e error -e warning sections
    cc -fopenmp made/main.o weight.plain.o "$BUILD/lib/libtcr.a" -lm -ldl -lpthread -o try
    [ "$(TCR_TARGET=host ./try)" = 9900 ]
    mv made/main.o whole.o
}
test_faults_object() {
    tracing
    program
    cc -c weight.c -o weight.plain.o
    remembering
    each_call object_is_whole "$WRAPPER" --tcr-arch=none --tcr-whole-program ${PROGRAMS_CFLAGS-} \
        -c main.c -o made/main.o
}
program_is_whole() {
    [ -e made/program ] || { [ "$1" != 0 ] && return; }
    [ "$(TCR_TARGET=host made/program)" = 9900 ]
    cmp main.o main.good
    cmp libw.a libw.good
}
test_faults_whole_program() {
    tracing
    program
    wrapped -c main.c weight.c
    ar rcs libw.a weight.o
    cp main.o main.good
    cp libw.a libw.good
    remembering
    each_call program_is_whole "$WRAPPER" --tcr-arch=none --tcr-whole-program ${PROGRAMS_CFLAGS-} \
        main.o libw.a -o made/program
}
# The file systems' own limits: what a full disk leaves is the compiler's object, or none.
test_faults_full_disk() {
    [ -z "${PROGRAMS_CFLAGS-}" ] || skip "the runtime is sanitized"
    program
    mkdir made
    [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=64k tmpfs made 2>/dev/null ||
        skip "no file system of this test's own here"
    trap 'umount made' EXIT
    cc -c weight.c -o weight.plain.o
    fill=1
    while [ $fill -lt 16 ]; do
        rm -f made/*
        head -c $((fill * 4096)) /dev/zero >made/fill
        got=0
        wrapped -c main.c -o made/main.o >said 2>&1 || got=$?
        rm made/fill
        object_is_whole $got
        fill=$((fill + 1))
    done
}
