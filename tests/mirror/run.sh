#!/bin/sh
# SPDX-License-Identifier: MIT
# Arrays that stay on the device without directives (TCR_MIRROR).
#
#     tests/mirror/run.sh BUILD [PROGRAM...]      (default: all)
#     tests/mirror/run.sh --list                  their names
#     tests/mirror/run.sh --soak=SECONDS BUILD    soak.c for so long in each of its ways
#
# The soak takes TCR_BACKEND and TCR_TARGET from the environment, for a real device (TCR_BACKEND=
# and SOAK_ARCH=sm_90); by default it has the simulated one.  Its ways: soak/run.sh.
#
# Each program is compiled by the plain compiler and by BUILD/bin/tcr-cc.  The latter's runs on the
# simulated device with TCR_MIRROR=0, 1 and auto: all must print the same.  With 1, some section has
# to be mirrored.
#
# The first comment may say, a line each:
#
#     flags: ...    for both compilers (default -O1)
#     folder: NAME  whose files are compiled with it
#     faults: F..   values of TCR_FAULT with which it prints the same, or ends with a message that
#                   says what is lost
#     memory: N     of the simulated device
#     library: FILE a shared library, by the plain compiler
#     off: REASON   nothing is mirrored, which the trace says, once
#     says: TEXT    so does the trace, once
#     traced: yes   it prints the same as the child of a debugger, which with auto hears of no fault
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
soak=
case $1 in
--soak=*)
    soak=${1#*=}
    shift
    ;;
esac
if [ "$1" = --list ]; then
    (cd "$here" && ls ./*.c) | sed 's|^\./||'
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
export TCR_CC="${TCR_CC:-gcc}"
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-mirror.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
unset GCC_COLORS
passed=0
failed=0
cd "$here" || exit 1

says() {
    sed -n '1,12s/^[ /*]*'"$1"': *\([^*]*[^* ]\).*/\1/p' "$2"
}

# run VARIABLE=VALUE...: on the simulated device; what it prints, messages, its status.
run() {
    env "$@" TCR_BACKEND=sim TCR_TARGET=device ${memory:+TCR_SIM_MEMORY=$memory} \
        timeout -k 5 60 "$tmp/tcr" >"$tmp/out" 2>"$tmp/err"
    status=$?
}

same() { cmp -s "$tmp/plain.out" "$tmp/out"; }

# flags_of FILE: and what is compiled with it.
flags_of() {
    flags=$(says flags "$1")
    folder=$(says folder "$1")
    echo "${flags:--O1} ${folder:+$(echo "$folder"/*.c)}"
}

differs() {
    why="$1: status $status, $(diff "$tmp/plain.out" "$tmp/out" | grep -m1 '^[<>]') $(grep -m1 '^tcr: .*cannot' "$tmp/err")"
}

traced() {
    $TCR_CC -O1 library/tracer.c -o "$tmp/tracer" || return 1
    for mirror in 1 auto; do
        env TCR_MIRROR=$mirror TCR_BACKEND=sim TCR_TARGET=device \
            timeout -k 5 60 "$tmp/tracer" "$tmp/tcr" >"$tmp/out" 2>"$tmp/err"
        status=$?
        [ $status != 77 ] || {
            echo "left out: mirror/$program with a debugger: the system does not let it"
            return
        }
        { [ $status = 0 ] && same; } || {
            differs "below a debugger, TCR_MIRROR=$mirror"
            return 1
        }
    done
    grep -q '^faults: 0$' "$tmp/err" || {
        why="below a debugger, TCR_MIRROR=auto: $(grep faults: "$tmp/err")"
        return 1
    }
}

check() {
    flags=$(flags_of "$1")
    memory=$(says memory "$1")
    library=$(says library "$1")
    # shellcheck disable=SC2086
    [ -z "$library" ] || $TCR_CC -O1 -shared -fPIC "$library" -o "$tmp/libother.so" || {
        why="compiling $library"
        return 1
    }
    # shellcheck disable=SC2086  # lists of words
    $TCR_CC -Wno-unknown-pragmas $flags "$1" -o "$tmp/plain" ${library:+-L"$tmp" -lother -Wl,-rpath,"$tmp"} 2>"$tmp/err" &&
        "$build/bin/tcr-cc" --tcr-arch=none $flags "$1" -o "$tmp/tcr" ${library:+-L"$tmp" -lother -Wl,-rpath,"$tmp"} 2>>"$tmp/err" || {
        why="compiling: $(grep -m1 error "$tmp/err")"
        return 1
    }
    timeout 60 "$tmp/plain" >"$tmp/plain.out" 2>/dev/null || {
        why="the plain program: status $?"
        return 1
    }
    # Threads that wait for each other as they print the trace are not in each other's way: without it, too.
    untraced=
    case $flags in *-pthread*) untraced=1 ;; esac
    # SAMPLED: without mirrors, each loop copies what the programs of other suites have, too.
    without=0
    [ -z "${SAMPLED-}" ] || [ $((${#program} % 4)) = 0 ] || without=
    for mirror in $without $untraced auto; do
        run TCR_MIRROR=$mirror
        { [ $status = 0 ] && same; } || {
            differs "TCR_MIRROR=$mirror"
            return 1
        }
    done
    run TCR_MIRROR=1 TCR_TRACE=2
    { [ $status = 0 ] && same; } || {
        differs "TCR_MIRROR=1 TCR_TRACE=2"
        return 1
    }
    off=$(says off "$1")
    if [ -n "$off" ]; then
        [ "$(grep -c "TCR_MIRROR: off.*: $off\$" "$tmp/err")" = 1 ] && ! grep -q ' mirrored' "$tmp/err" && return
        why="it is not off, or the trace does not say so once: $(grep -m1 MIRROR "$tmp/err")"
        return 1
    fi
    grep -q ' mirrored' "$tmp/err" || {
        why="nothing was mirrored: $(grep -m1 MIRROR "$tmp/err")"
        return 1
    }
    text=$(says says "$1")
    [ -z "$text" ] || [ "$(grep -c "^tcr: TCR_MIRROR: $text" "$tmp/err")" = 1 ] || {
        why="the trace does not say once: $text"
        return 1
    }
    [ -z "$(says traced "$1")" ] || traced || return 1
    for fault in $(says faults "$1"); do
        run TCR_MIRROR=1 TCR_FAULT="$fault"
        { [ $status = 0 ] && same; } || { [ $status = 134 ] &&
            grep -q 'cannot be copied back\|only the device had' "$tmp/err"; } || {
            differs "TCR_FAULT=$fault"
            return 1
        }
    done
}

if [ -n "$soak" ]; then
    # shellcheck disable=SC2046  # a list of words
    "$build/bin/tcr-cc" ${SOAK_ARCH:+--tcr-arch="$SOAK_ARCH"} $(flags_of soak.c) soak.c -o "$tmp/soak" || exit 1
    export TCR_SIM_CACHE="$tmp"
    sh soak/run.sh "$tmp/soak" "$soak"
    exit
fi
# shellcheck disable=SC2046  # names without blanks
[ $# -gt 0 ] || set -- $(ls ./*.c)
for program in "$@"; do
    program=${program##*/}
    if check "$program"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAIL mirror/$program: $why"
        again "$build" "mirror/$program"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
