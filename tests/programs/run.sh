#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs written as legacy codes are.
#
#     tests/programs/run.sh BUILD [PROGRAM...]      (default: all)
#     tests/programs/run.sh --list                  their names
#
# A program is a file, or a directory of files: those are compiled one by one, by tcr-cc with
# --tcr-whole-program, and then linked.  Each is compiled by the plain compiler and by
# BUILD/bin/tcr-cc, with the same flags; the latter's runs on the host, on the simulated
# device, and on both with their results compared (TCR_COMPARE).  All of them must print the
# same and exit with status 0, no result may differ, and tcr-cc must not print a diagnostic
# that the plain compiler does not, but for refused loops.
#
# PROGRAMS_RUNS leaves runs out (host,device,compare,faults: all of them).
# PROGRAMS_CFLAGS are more flags for both; those of a sanitizer are for tcr-cc alone, which then has
# -Og, and what the compilers say is not compared.  PROGRAMS_LDFLAGS are for the links of both.
# PROGRAMS_HALF are flags for both behind those of each program that has -O1, if its name has an even
# number of letters.
# PROGRAMS_BUILD is a directory: the programs are built into it, each as program-NAME, with code for
# PROGRAMS_ARCH (sm_90), for a machine without libclang, and what the plain compiler's print beside
# them; none runs here, and those of another compiler, whose libraries that machine may lack, are left
# out.
#
# The first comment may say, a line each:
#
#     flags: ...      for both compilers (default -O1); in a directory, of each file
#     compiler: ...   instead of $TCR_CC (gcc); the program is left out if there is none
#     device: N       loops that must run on the device at least once (default: all)
#     accept: LIST    for --tcr-accept
#     options: ...    for tcr-cc alone
#     faults: F..     values of TCR_FAULT under which it must print the same, without mirrors: a
#                     device that is lost takes what only it had
#     copied: N       bytes that the loops copy to the device (default: any)
#     decided: yes    it runs once more on the simulated device with calls on either side, as they
#                     are measured (TCR_TEST_ESTIMATE)
#     optimised: yes  the device's code is what it is by default, whatever TCR_SIM_CXX is: it runs for long
#     compared: no    not with TCR_COMPARE: it prints or checks all that its loops compute, in long runs
#     sanitize: no    left out where $PROGRAMS_CFLAGS has a sanitizer, which changes what it tests
#     refused: WORD.. the reasons of the refused loops, in the order of the text
#
# The first comment of a directory is that of its main.c.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
every() { (cd "$here" && ls -d ./*.c ./*/main.c) | sed 's|^\./||; s|/main\.c$||'; }
if [ "$1" = --list ]; then
    every
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
default=${TCR_CC:-gcc}
device_compiler=${TCR_SIM_CXX-}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-programs.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
export TCR_STRICT=1
export ASAN_OPTIONS=detect_leaks=0 # old programs leave that to the system
unset GCC_COLORS
arch=none
if [ -n "${PROGRAMS_BUILD-}" ]; then
    PROGRAMS_BUILD=$(cd "$PROGRAMS_BUILD" && pwd) || exit 2
    export OMP_NUM_THREADS=4 # as tests/device/run.sh runs them
    arch=${PROGRAMS_ARCH:-sm_90}
fi
case ${PROGRAMS_CFLAGS-} in *-fsanitize*) sanitized=yes ;; *) sanitized= ;; esac
runs=,${PROGRAMS_RUNS:-host,device,compare,faults},
passed=0
failed=0
# wanted RUN: is it among them?
wanted() { case $runs in *,$1,*) ;; *) return 1 ;; esac }
cd "$here" || exit 1

# says WORD FILE: what the first comment has after `WORD:`.  By the shell itself: it is asked ten times
# of each program.
says() {
    number=0
    while [ $number -lt 12 ] && read -r line; do
        number=$((number + 1))
        line=${line#"${line%%[! /*]*}"}
        case $line in
        "$1:"*)
            line=${line#"$1:"}
            line=${line%%\**}
            line=${line#"${line%%[! ]*}"}
            echo "${line%"${line##*[! ]}"}"
            ;;
        esac
    done <"$2"
}

# A word in the midst of a line, where a formatter has put it, would say nothing.
mangled=$(grep -nE '^[ /*]*[^ /*].* (flags: -|flags:$|(accept|options|optimised|decided|sanitize|refused|compared|faults): [a-z])' \
    ./*.c ./*/main.c | awk -F: '$2 <= 14 { print $1 ":" $2 }')
if [ -n "$mangled" ]; then
    echo "FAIL programs: a word of the first comment does not begin its line:" $mangled
    failed=1
fi

# flags_of FILE: of $program.
flags_of() {
    words=$(says flags "$1")
    case $((${#program} % 2))" ${words:=-O1} " in
    # OpenACC leaves a loop's variable with any value, by gcc with -O1 that of the plain program
    *-fopenacc*) echo "$words" ;;
    0*' -O1 '*) echo "$words ${PROGRAMS_HALF-}" ;;
    *) echo "$words" ;;
    esac
}

# on_device SUMMARY: loops that ran on the device, of all.
on_device() {
    awk '$1 == "tcr:" && $2 ~ /:[0-9]+(#[0-9]+)?$/ && $3 ~ /^[0-9]+$/ { all++; on += $4 > 0 } END { print on + 0, all + 0 }' "$1"
}

# copied PROGRAM: bytes that its loops copy to the device.
copied() {
    TCR_SUMMARY=json TCR_BACKEND=sim TCR_TARGET=device timeout -k 5 60 "$1" 2>&1 >"$tmp/out" |
        awk -F '"bytes_to": ' '/^[{]"region"/ { bytes += $2 } END { print bytes + 0 }'
}

# decided: the program runs on either side, as it comes.
decided() {
    TCR_TEST_ESTIMATE=1 TCR_BACKEND=sim timeout -k 5 60 "$tmp/tcr" >"$tmp/out" 2>"$tmp/either"
    status=$?
    [ $status = 0 ] && cmp -s "$tmp/plain.out" "$tmp/out" && return
    why="decided by times: status $status $(diff "$tmp/plain.out" "$tmp/out" | grep -m2 '^[<>]' | tr '\n' ' ')"
    return 1
}

# messages FILE: the compiler's, without the column, which macros move in preprocessed text.
messages() {
    grep -E 'warning:|error:' "$1" | sed 's/^\([^:]*:[0-9]*\):[0-9]*:/\1:/'
}

# build OUT COMPILER...: the program "$program" by this compiler.
build() {
    out=$1
    shift
    # shellcheck disable=SC2046,SC2086  # lists of words
    case $program in
    *.c) "$@" $common $flags ${more-} "$program" -o "$out" -lm ${PROGRAMS_LDFLAGS-} ;;
    *)
        objects=
        for unit in "$program"/*.c; do
            words=$(flags_of "$unit")
            object=$tmp/$(basename "$unit" .c).o
            "$@" $common $words ${more-} -c "$unit" -o "$object" || return 1
            objects="$objects $object"
        done
        "$@" $common $flags $objects -o "$out" -lm ${PROGRAMS_LDFLAGS-}
        ;;
    esac
}

# unable: what the plain compiler said tells of itself, and not of the program: an option or a
# library that it lacks, or that it crashed.
unable() {
    grep -m1 -E 'unknown argument|unsupported option|unrecognized command|cannot find (-lomp|.*libclang_rt)' "$tmp/own" && return
    ! grep -q -E 'PLEASE submit a bug report|internal compiler error' "$tmp/own" ||
        echo "it crashes: $($TCR_CC --version | head -1)"
}

# compare: the program with TCR_COMPARE finds no result that differs.
compare() {
    TCR_COMPARE=1 TCR_BACKEND=sim timeout -k 5 60 "$tmp/tcr" >"$tmp/out" 2>"$tmp/compared"
    status=$?
    [ $status = 0 ] && cmp -s "$tmp/plain.out" "$tmp/out" &&
        ! grep '^tcr: compare: .* of which [1-9]' "$tmp/compared" >/dev/null || {
        why="compared: status $status, $(diff "$tmp/plain.out" "$tmp/out" | grep -m1 '^[<>]') $(grep -m1 compare: "$tmp/compared")"
        return 1
    }
}

# check FILE: 0; 1 with what is wrong in $why; or 2, where the compiler cannot do it.
check() {
    program=$1
    whole=
    case $1 in
    *.c) ;;
    *)
        set -- "$1/main.c"
        whole=--tcr-whole-program
        ;;
    esac
    flags=$(flags_of "$1")
    accept=$(says accept "$1")
    options=$(says options "$1")
    wanted=$(says refused "$1")
    device=$(says device "$1" | cut -d" " -f1)
    if [ -z "$device_compiler" ] || [ -n "$(says optimised "$1")" ]; then
        unset TCR_SIM_CXX
    else
        export TCR_SIM_CXX="$device_compiler"
    fi
    common=${PROGRAMS_CFLAGS-}
    # What another compiler cannot do with a sanitizer, it says here.
    plainly=
    [ -z "$sanitized" ] || [ "$TCR_CC" != "$default" ] || plainly=yes common=
    more=-Wno-unknown-pragmas # after the flags, which may have -Wall
    # shellcheck disable=SC2086  # may be several words
    build "$tmp/plain" $TCR_CC 2>"$tmp/own" || {
        why="the plain compiler: $(unable)"
        [ -z "$(unable)" ] || return 2
        why="$why$(head -1 "$tmp/own")"
        return 1
    }
    more=${sanitized:+-Og}
    common=${PROGRAMS_CFLAGS-}
    # shellcheck disable=SC2086
    build "$tmp/tcr" "$build/bin/tcr-cc" --tcr-arch=$arch $whole $options ${accept:+--tcr-accept=$accept} 2>"$tmp/err" || {
        why="tcr-cc: $(grep -m1 error "$tmp/err")"
        return 1
    }
    reasons=$(sed -n 's/.*warning: loop .* \[\([a-z-]*\)\] \[tcr\]$/\1/p' "$tmp/err" | tr '\n' ' ')
    [ "${reasons% }" = "$wanted" ] || {
        why="refused for '${reasons% }' instead of '$wanted': $(grep -m1 'loop left\|host only' "$tmp/err")"
        return 1
    }
    messages "$tmp/err" | grep -v 'warning: loop .* \[tcr\]$' >"$tmp/said"
    other=$(messages "$tmp/own" | diff - "$tmp/said" | sed -n 's/^> //p')
    [ -z "$other" ] || [ -n "$plainly" ] || {
        why="tcr-cc: $other"
        return 1
    }
    timeout -k 5 60 "$tmp/plain" >"$tmp/plain.out" 2>&1 || {
        why="the plain program: status $?"
        return 1
    }
    if [ -n "${PROGRAMS_BUILD-}" ]; then
        name=$PROGRAMS_BUILD/program-$(basename "$program" .c)
        cp "$tmp/plain.out" "$name.expected" && cp "$tmp/tcr" "$name" && strip "$name"
        return
    fi
    for target in host device; do
        wanted $target || continue
        TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=$target timeout -k 5 60 "$tmp/tcr" >"$tmp/out" 2>"$tmp/err"
        status=$?
        [ $status = 0 ] || {
            why="$target: status $status $(head -1 "$tmp/err")"
            return 1
        }
        cmp -s "$tmp/plain.out" "$tmp/out" || {
            why="$target: $(diff "$tmp/plain.out" "$tmp/out" | grep -m2 '^[<>]' | tr '\n' ' ')"
            return 1
        }
    done
    [ -z "$(says decided "$1")" ] || decided || return 1
    ! wanted compare || [ -n "$(says compared "$1")" ] || compare || return 1
    for fault in $(! wanted faults || says faults "$1"); do
        TCR_MIRROR=0 TCR_FAULT=$fault TCR_BACKEND=sim TCR_TARGET=device timeout -k 5 60 "$tmp/tcr" 2>&1 |
            sed '/^tcr: TCR_TARGET=device: no device/d' >"$tmp/out"
        cmp -s "$tmp/plain.out" "$tmp/out" || {
            why="TCR_FAULT=$fault: $(diff "$tmp/plain.out" "$tmp/out" | grep -m2 '^[<>]' | tr '\n' ' ')"
            return 1
        }
    done
    bytes=$(says copied "$1")
    [ -z "$bytes" ] || [ "$(copied "$tmp/tcr")" = "$bytes" ] || {
        why="the loops copied $(copied "$tmp/tcr") bytes"
        return 1
    }
    # shellcheck disable=SC2046  # two words
    set -- $(on_device "$tmp/err")
    [ "$1" = "${device:-$2}" ] || {
        why="$1 of $2 loops ran on the device: $(grep -m1 host "$tmp/err")"
        return 1
    }
}

left_out() { echo "left out: programs/$file: $1"; }

# shellcheck disable=SC2046  # names without blanks
[ $# -gt 0 ] || set -- $(every)
for file in "$@"; do
    file=${file%/main.c}
    file=${file##*/}
    first=$file
    [ -f "$file" ] || first=$file/main.c
    TCR_CC=$(says compiler "$first")
    [ -z "$TCR_CC" ] || [ -z "${PROGRAMS_BUILD-}" ] || continue
    TCR_CC=${TCR_CC:-$default}
    export TCR_CC
    command -v "${TCR_CC%% *}" >/dev/null || { left_out "there is no ${TCR_CC%% *}" && continue; }
    [ -z "$sanitized" ] || [ "$(says sanitize "$first")" != no ] || { left_out "a sanitizer changes it" && continue; }
    check "$file"
    case $? in
    0) passed=$((passed + 1)) ;;
    2) left_out "$why" ;;
    *)
        failed=$((failed + 1))
        echo "FAIL programs/$file: $why"
        again "$build" "programs/$file"
        ;;
    esac
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
