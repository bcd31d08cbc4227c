#!/bin/sh
# SPDX-License-Identifier: MIT
# Whole programs, by the plain compiler with OpenMP and by tcr-cc: their results are compared, and
# their times, of the whole program as a user's clock has it.
#
#     bench/programs/run.sh build BUILD DIR [PROGRAM...]     both builds of each, into DIR
#     bench/programs/run.sh run DIR SIZE [PROGRAM...]        runs them: a table
#     bench/programs/run.sh --list                           their names
#
# BUILD is a build of tcr; `run` needs none, nor libclang.  SIZE is small (seconds in all), medium, or
# large.  PROGRAM is a name of the list, or `programs` (all but the shapes), `shapes`; default: all.
# Each is compiled with `gcc -O3 -fopenmp`, and by `tcr-cc --tcr-accept=omp` with the same options; lookup, whose
# loops call functions of other files, also with `--tcr-whole-program`.
#
#   MODES      how tcr-cc's is run, a column each: auto (default), device, host (TCR_TARGET), or
#              NAME:VARIABLE=VALUE[,VARIABLE=VALUE...]
#   RUNS       runs of each, of which the median is told (3); they take turns.  What a run leaves for the
#              next (TCR_LEARN) is known to later runs of the program in its mode, and in modes whose names
#              differ from it in a last digit alone: RUNS=1 MODES="run1:TCR_TARGET=auto run2:TCR_TARGET=auto"
#   LIMIT      seconds after which a run is stopped (120)
#   PAUSE      seconds behind each run (0): a device that it has had is taken down behind its end, for
#              0.1 s or more, which the next one's time would have in it (0.2 is enough)
#   LOGS       a directory for what the programs print (default: none is kept)
#   ARCH       of the device code (sm_90)
#   FLAGS      more options for tcr-cc alone, of each program (none)
set -u
here=$(cd "$(dirname "$0")" && pwd)
usage() { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d' >&2; exit 2; }
[ $# -ge 1 ] || usage

# name | sources | small | medium | large
programs='heat_cg|heat_cg|24 2|4000 1 600|4000 1
hydro|hydro|40 8|3840 30|3840 100
csr_cg|csr_cg|8 60 1 2|160 500 1 2|160 500 1 4
csr_multigrid|csr_cg|8 20 3 2|160 500 3 2|160 500 3 4
lookup_tables|lookup|tables 2000 12 100|tables 30000000 64 8000|tables 100000000 64 8000
lookup_poles|lookup|poles 200 12|poles 10000000|poles 10000000
md_lj|md|5 2 lj|60 20 lj|60 100 lj
md_eam|md|5 2 eam|60 20 eam|60 100 eam
quantum_struct|quantum|8 2 struct|25 4 struct|26 6 struct
quantum_complex|quantum|8 2 complex|25 4 complex|26 6 complex'

names() { printf '%s\n' "$programs" | cut -d'|' -f1; }
# the shapes' names, from their tables
shapes() { sed -n 's/^ *{"\([^"]*\)".*/shape_\1/p' "$here"/shapes/*.c; }
if [ "$1" = --list ]; then
    names
    shapes
    exit
fi

# chosen PROGRAM...: their names, one a line.
chosen() {
    [ $# -gt 0 ] || set -- programs shapes
    for word; do
        case $word in
        programs) names ;;
        shapes) cat "$dir/shapes-list" ;;
        *) (names && cat "$dir/shapes-list") | grep -x -F -e "$word" || { echo "no program $word" >&2 && return 2; } ;;
        esac
    done
}

# build BUILD DIR [PROGRAM...]
build() {
    cc=$(cd "$1" && pwd)/bin/tcr-cc
    mkdir -p "$2" && dir=$(cd "$2" && pwd) || exit 2
    shift 2
    flags='-O3 -fopenmp'
    shapes >"$dir/shapes-list"
    list=$(chosen "$@") || exit 2
    {
        echo "${TCR_CC:-gcc} $(${TCR_CC:-gcc} -dumpfullversion), $flags; $("$cc" --tcr-version 2>/dev/null | head -1) --tcr-accept=omp ${FLAGS-} (lookup: --tcr-whole-program)"
    } >"$dir/built"
    bad=0
    for source in $(for name in $list; do arguments "$name" small | cut -d' ' -f1; done | sort -u); do
        case $source in
        csr_cg | md) from=$here/$source.c ;;
        *) from=$(ls "$here/$source"/*.c) ;;
        esac
        whole=
        [ "$source" != lookup ] || whole=--tcr-whole-program
        # shellcheck disable=SC2086  # lists of words
        "${TCR_CC:-gcc}" $flags -Wno-unknown-pragmas $from -o "$dir/$source.plain" -lm || bad=1
        # shellcheck disable=SC2086
        TCR_CC=${TCR_CC:-gcc} "$cc" --tcr-arch="${ARCH:-sm_90}" --tcr-accept=omp $whole ${FLAGS-} $flags $from \
            -o "$dir/$source.tcr" -lm 2>"$dir/$source.said" || { bad=1 && cat "$dir/$source.said" >&2; }
    done
    return $bad
}

# arguments NAME SIZE: the binary and its arguments.
arguments() {
    case $1 in
    shape_*)
        [ "$2" = small ] && echo "shapes ${1#shape_} small" || echo "shapes ${1#shape_}"
        ;;
    *) printf '%s\n' "$programs" | awk -F'|' -v name="$1" -v size="$2" '
            $1 == name { print $2, (size == "small" ? $3 : size == "medium" ? $4 : $5) }' ;;
    esac
}

# timed OUT COMMAND...: runs it; its wall clock goes to $seconds, `-` if it failed.
timed() {
    out=$1
    shift
    from=$(date +%s%N)
    timeout "${LIMIT:-120}" "$@" >"$out" 2>"$out.err"
    status=$?
    to=$(date +%s%N)
    seconds=$(awk -v ns=$((to - from)) 'BEGIN { printf "%.3f", ns / 1e9 }')
    [ -z "${PAUSE-}" ] || sleep "$PAUSE"
    [ $status = 0 ] || {
        seconds=-
        [ $status = 124 ] && why="longer than ${LIMIT:-120} s" || why="status $status: $(tail -1 "$out.err")"
        return 1
    }
}

# agree EXPECTED GOT: each line `check` has the same value, within its tolerance.
agree() {
    awk '
        $1 == "check" && FNR == NR { want[$2] = $3; n++ }
        $1 == "check" && FNR != NR {
            got++
            a = want[$2]; b = $3; d = a - b; d = d < 0 ? -d : d
            x = a < 0 ? -a : a; y = b < 0 ? -b : b; most = x > y ? x : y
            if (!($2 in want) || !(d <= $4 * most)) { print $2 ": " a " and " b; bad = 1 }
        }
        END { if (!n || got != n) { print got + 0 " of " n + 0 " checks"; bad = 1 }; exit bad }' "$1" "$2"
}

# ran FILE: of a summary, regions that ran on the device, of those that ran; calls there, of all; and
# what was copied, either way.
ran() {
    awk 'BEGIN { size["B"] = 1; size["kB"] = 1e3; size["MB"] = 1e6; size["GB"] = 1e9; size["TB"] = 1e12 }
         $1 == "tcr:" && $2 ~ /:[0-9]+(#[0-9]+)?$/ && $3 ~ /^[0-9]+$/ {
            n++; on += $4 > 0; calls += $3 + $4; there += $4
            units = 0
            for (i = 5; i < NF; i++) {
                if ($i ~ /^[0-9.]+$/ && $(i + 1) ~ /^[kMGT]?B$/) { bytes += $i * size[$(i + 1)]; units = 1 }
            }
            if (!units) bytes += $7 + $8
         }
         END { printf "%d/%d loops, %d/%d calls, %.3g GB", on, n, there, calls, bytes / 1e9 }' "$1"
}

median() { sort -n "$1" 2>/dev/null | awk '{ v[NR] = $1 } END { print NR ? v[int((NR + 1) / 2)] : "-" }'; }

# settings MODE: the variables of a mode, for env.
settings() {
    case $1 in
    auto | device | host) echo "TCR_TARGET=$1" ;;
    *:*) printf '%s\n' "${1#*:}" | tr , ' ' ;;
    esac
}

# tcr_run MODE SUMMARY BINARY ARGUMENT...: tcr-cc's, timed.
tcr_run() {
    tcr_mode=$1 tcr_key=${1%%:*} tcr_summary=$2
    shift 2
    # shellcheck disable=SC2046  # words
    timed "$tmp/$tcr_key" env TCR_SUMMARY="$tcr_summary" XDG_CACHE_HOME="$tmp/cache.${tcr_key%[0-9]}" $(settings "$tcr_mode") "$@"
}

# one NAME SIZE: its line of the table.  A summary takes time of its own: where times matter, another run
# of the last mode gives it.
one() {
    summary=$([ "$2" != small ] || echo 1)
    # shellcheck disable=SC2046  # words
    set -- "$1" $(arguments "$1" "$2")
    name=$1 binary=$2
    shift 2
    wrong=
    rm -rf "$tmp"/times.* "$tmp"/cache.*
    run=0
    while [ $run -lt "${RUNS:-3}" ]; do
        run=$((run + 1))
        timed "$tmp/plain" "$dir/$binary.plain" "$@" && echo "$seconds" >>"$tmp/times.plain" || wrong="plain: $why"
        for mode in $modes; do
            key=${mode%%:*}
            # a mode that has taken too long once is not run again
            [ ! -e "$tmp/times.$key.gone" ] || continue
            if tcr_run "$mode" "$summary" "$dir/$binary.tcr" "$@"; then
                echo "$seconds" >>"$tmp/times.$key"
                differs=$(agree "$tmp/plain" "$tmp/$key") || wrong="$wrong $key: $differs"
            else
                wrong="$wrong $key: $why" && touch "$tmp/times.$key.gone"
            fi
        done
    done
    [ -n "$summary" ] || [ -e "$tmp/times.$key.gone" ] ||
        tcr_run "$mode" 1 "$dir/$binary.tcr" "$@" || wrong="$wrong $key: $why"
    base=$(median "$tmp/times.plain")
    line=$(printf '%-26s %9s' "$name" "$base")
    for mode in $modes; do
        key=${mode%%:*}
        this=$([ -e "$tmp/times.$key" ] && median "$tmp/times.$key" || echo -)
        line="$line $(awk -v a="$base" -v b="$this" 'BEGIN {
            if (a == "-" || b == "-") printf "%9s %6s", b, "-"; else printf "%9.3f %6.2f", b, a / b }')"
        last=$key
        [ -z "${LOGS-}" ] || cat "$tmp/$key" "$tmp/$key.err" >"$LOGS/$name-$key.log"
    done
    [ -z "${LOGS-}" ] || cp "$tmp/plain" "$LOGS/$name-plain.log"
    echo "$line  $(ran "$tmp/$last.err")${wrong:+  WRONG:$wrong}"
    [ -z "$wrong" ]
}

# run DIR SIZE [PROGRAM...]
run() {
    dir=$(cd "$1" && pwd) || exit 2
    size=$2
    shift 2
    case $size in small | medium | large) ;; *) usage ;; esac
    [ -z "${LOGS-}" ] || mkdir -p "$LOGS" || exit 1
    modes=${MODES:-auto}
    tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-whole.XXXXXX") || exit 1
    trap 'rm -rf "$tmp"' EXIT
    trap 'exit 1' HUP INT TERM
    list=$(chosen "$@") || exit 2
    echo "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1), ${OMP_NUM_THREADS:-$(nproc)} threads; $(
        nvidia-smi --query-gpu=name,driver_version --format=csv,noheader 2>/dev/null || echo 'no card'); $(date +%Y-%m-%d)"
    cat "$dir/built"
    echo "$size sizes, medians of ${RUNS:-3}, seconds, and how many times faster than the plain program"
    line=$(printf '%-26s %9s' program plain)
    for mode in $modes; do line="$line $(printf '%9s %6s' "${mode%%:*}" x)"; done
    echo "$line  the last column's loops and calls that the device ran, and what was copied"
    bad=0
    for program in $list; do
        one "$program" "$size" || bad=1
    done
    return $bad
}

verb=$1
shift
case $verb in
build) [ $# -ge 2 ] || usage; build "$@" ;;
run) [ $# -ge 2 ] || usage; run "$@" ;;
*) usage ;;
esac
