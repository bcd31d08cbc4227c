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
# PROGRAMS_MOST are flags for both behind those of three of four programs that have -O1: of those whose
# names' letters, divided by four, do not leave one.
# PROGRAMS_COMPARED=third: only programs that say `compared: yes`, and those whose names' letters can be
# divided by three, are compared.
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
#     compared: no    not with TCR_COMPARE: it prints or checks all that its loops compute, in long runs;
#                     or yes: always, as what is compared is what it is about
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

# hear FILE: each word of the first comment into a variable, as said_flags.  By the shell itself, in one go and
# without another process: a process for each word of each program is a tenth of all.
hear() {
    said_flags= said_compiler= said_device= said_accept= said_options= said_faults= said_copied= said_decided=
    said_optimised= said_compared= said_sanitize= said_refused=
    number=0
    while [ $number -lt 12 ] && read -r line; do
        number=$((number + 1))
        line=${line#"${line%%[! /*]*}"}
        word=${line%%:*}
        case $word in
        flags | compiler | device | accept | options | faults | copied | decided | optimised | compared | sanitize | refused)
            line=${line#"$word:"}
            line=${line%%\**}
            line=${line#"${line%%[! ]*}"}
            eval "said_$word=\${line%\"\${line##*[! ]}\"}"
            ;;
        esac
    done <"$1"
}

# A word in the midst of a line, where a formatter has put it, would say nothing.
mangled=$(grep -nE '^[ /*]*[^ /*].* (flags: -|flags:$|(accept|options|optimised|decided|sanitize|refused|compared|faults): [a-z])' \
    ./*.c ./*/main.c | awk -F: '$2 <= 14 { print $1 ":" $2 }')
if [ -n "$mangled" ]; then
    echo "FAIL programs: a word of the first comment does not begin its line:" $mangled
    failed=1
fi

# flags_heard: of $program, from what was heard, into $flags.
flags_heard() {
    flags=${said_flags:--O1}
    case $((${#program} % 4))" $flags " in
    # OpenACC leaves a loop's variable with any value, by gcc with -O1 that of the plain program
    *-fopenacc*) ;;
    1*) ;;
    *' -O1 '*) flags="$flags ${PROGRAMS_MOST-}" ;;
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
            words=$(hear "$unit" && flags_heard && echo "$flags")
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

# compared: is this program?
compared() {
    wanted compare || return 1
    case $said_compared${PROGRAMS_COMPARED-}$((${#program} % 3)) in
    no*) return 1 ;;
    yes* | third0) ;;
    third*) return 1 ;;
    esac
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
    whole= faults=
    case $1 in
    *.c) ;;
    *)
        set -- "$1/main.c"
        whole=--tcr-whole-program
        ;;
    esac
    flags_heard
    device=${said_device%% *}
    if [ -z "$device_compiler" ] || [ -n "$said_optimised" ]; then
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
    build "$tmp/tcr" "$build/bin/tcr-cc" --tcr-arch=$arch $whole $said_options ${said_accept:+--tcr-accept=$said_accept} 2>"$tmp/err" || {
        why="tcr-cc: $(grep -m1 error "$tmp/err")"
        return 1
    }
    reasons=$(sed -n 's/.*warning: loop .* \[\([a-z-]*\)\] \[tcr\]$/\1/p' "$tmp/err" | tr '\n' ' ')
    [ "${reasons% }" = "$said_refused" ] || {
        why="refused for '${reasons% }' instead of '$said_refused': $(grep -m1 'loop left\|host only' "$tmp/err")"
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
    [ -z "$said_decided" ] || decided || return 1
    ! compared || compare || return 1
    ! wanted faults || faults=$said_faults
    for fault in $faults; do
        TCR_MIRROR=0 TCR_FAULT=$fault TCR_BACKEND=sim TCR_TARGET=device timeout -k 5 60 "$tmp/tcr" 2>&1 |
            sed '/^tcr: TCR_TARGET=device: no device/d' >"$tmp/out"
        cmp -s "$tmp/plain.out" "$tmp/out" || {
            why="TCR_FAULT=$fault: $(diff "$tmp/plain.out" "$tmp/out" | grep -m2 '^[<>]' | tr '\n' ' ')"
            return 1
        }
    done
    [ -z "$said_copied" ] || [ "$(copied "$tmp/tcr")" = "$said_copied" ] || {
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
    hear "$first"
    TCR_CC=$said_compiler
    [ -z "$TCR_CC" ] || [ -z "${PROGRAMS_BUILD-}" ] || continue
    TCR_CC=${TCR_CC:-$default}
    export TCR_CC
    command -v "${TCR_CC%% *}" >/dev/null || { left_out "there is no ${TCR_CC%% *}" && continue; }
    [ -z "$sanitized" ] || [ "$said_sanitize" != no ] || { left_out "a sanitizer changes it" && continue; }
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
