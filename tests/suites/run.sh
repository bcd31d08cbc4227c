#!/bin/sh
# SPDX-License-Identifier: MIT
# The reduction tests of an OpenMP or OpenACC validation suite in C, translated.
#
#     tests/suites/run.sh BUILD FOLDER [FLAG...]
#
# FOLDER has the suite, which is no part of this repository; FLAGs are for the compiler
# (`-I` of its headers).  Every C file below FOLDER whose OpenMP or OpenACC directives have a
# reduction is translated by translate.py, compiled by the plain compiler ($TCR_CC, gcc) and by
# BUILD/bin/tcr-cc, and run on the host and on the simulated device.  With ACCEPT=omp or acc the
# files are not translated, but compiled with --tcr-accept=$ACCEPT and by the plain compiler with
# the same FLAGs (-fopenmp, say).
#
# A line a file, tab-separated: what became of it, the file, how many of its loops with a
# reduction ran on the device each time, of how many that were reached, and the reasons of the
# others.  A loop counts that has a reduction, or a loop with one inside.
#
#     passed       status 0 everywhere; all loops ran on the device
#     partly       status 0 everywhere; some loops did, some not
#     host         status 0 everywhere; no loop did
#     unreached    status 0 everywhere; no loop was reached, but as a part of another loop
#     no-loop      no loop directive of it has a reduction (tasks, sections, teams)
#     operator     a reduction operator of its own
#     plain        the plain compiler rejects the translation, or its program fails
#     failed       all others
#
# Then, the counts.  KEEP=DIR keeps the translations and what was printed.
set -u
export TCR_STRICT=1 # what the simulated device finds, and what is left to the host unasked, is an error
[ $# -ge 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd) || exit 2
folder=$(cd "$2" && pwd) || exit 2
shift 2
TCR_CC=${TCR_CC:-gcc}
export TCR_CC LC_ALL=C PYTHONDONTWRITEBYTECODE=1
limit=${LIMIT:-60}
stubs=-I$here/stubs
[ -z "${ACCEPT-}" ] || stubs=
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-suites.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# outcome LOOPS REPORT SUMMARY: "RAN ALL REASONS", of the loops whose lines LOOPS has: how many ran
# on the device each time, of how many that were reached; why others did not.
outcome() {
    awk 'function why(text) { if (!times[text]++) order[++n] = text }
         FNR == 1 { file++ }
         file == 1 { wanted[$1]; next }
         { line = $0; sub(/^[^ ]*\.c:/, "", line); sub(/^tcr: [^ ]*\.c:/, "", line); line += 0 }
         !(line in wanted) { next }
         file == 2 && / remark: device loop/ { device[line] }
         file == 2 && / remark: (host loop|plain loop|left)/ {
             all++; sub(/.*\[/, ""); sub(/\].*/, ""); why($0) }
         file == 3 && $3 ~ /^[0-9]+$/ && line in device {
             all++; delete device[line]
             if ($4 > 0 && $3 == 0) ran++
             else { sub(/.*[0-9] x /, ""); why($0) } }
         END {
             for (line in device) why("not reached")
             printf "%d %d", ran, all
             for (i = 1; i <= n; i++) printf "%s%d x %s", (i == 1 ? " " : "; "), times[order[i]], order[i]
             print "" }' "$@"
}

# compile FILE FLAG...: the two programs; 0 or, in $what and $why, what is wrong.
compile() {
    file=$1
    shift
    dir=$(dirname "$source")
    $TCR_CC -w $stubs -I"$dir" "$@" "$file" -o "$tmp/plain" -lm 2>"$tmp/own" || {
        what=plain why=$(grep -m1 error "$tmp/own")
        return 1
    }
    "$build/bin/tcr-cc" --tcr-arch=none ${ACCEPT:+--tcr-accept=$ACCEPT} --tcr-report="$tmp/report" \
        -w $stubs -I"$dir" "$@" "$file" -o "$tmp/tcr" -lm 2>"$tmp/err" || {
        what=failed why=$(grep -m1 error "$tmp/err")
        return 1
    }
}

# check FILE FLAG...: sets $what, $why, $count.
check() {
    count=0/0 why=
    python3 "$here/translate.py" "$source" "$tmp/loops" >"$tmp/t.c" 2>"$tmp/err"
    case $? in
    0) ;;
    3) what=no-loop && return ;;
    4) what=operator && return ;;
    *) what=failed why=$(tail -1 "$tmp/err") && return ;;
    esac
    [ -z "${ACCEPT-}" ] || cp "$source" "$tmp/t.c"
    compile "$tmp/t.c" "$@" || return
    timeout "$limit" "$tmp/plain" >"$tmp/out" 2>&1
    plain=$?
    for target in host device; do
        TCR_SUMMARY_FILE=$tmp/sum TCR_BACKEND=sim TCR_TARGET=$target timeout "$limit" "$tmp/tcr" \
            >"$tmp/out" 2>&1
        status=$?
        [ $status = 0 ] || {
            why="$target: status $status, plain $plain: $(grep -m1 tcr: "$tmp/out" || tail -1 "$tmp/out")"
            what=failed
            [ $plain = 0 ] || what=plain
            return
        }
        [ $target = device ] || : >"$tmp/sum"
    done
    # shellcheck disable=SC2046  # words
    set -- $(outcome "$tmp/loops" "$tmp/report" "$tmp/sum")
    count=$1/$2
    case $1/$2 in
    0/0) what=unreached ;;
    0/*) what=host ;;
    *) what=partly && [ "$1" != "$2" ] || what=passed ;;
    esac
    shift 2
    why=$*
    [ $plain = 0 ] || why="$why (plain: status $plain)"
}

grep -rlE --include='*.c' '(omp|acc)([^"]|\\$)*reduction *\(' "$folder" | sort |
    while read -r source; do
        for part in err sum report loops; do : >"$tmp/$part"; done
        check "$@"
        name=${source#"$folder"/}
        printf '%s\t%s\t%s\t%s\n' "$what" "$name" "$count" "$why"
        [ -z "${KEEP-}" ] || {
            mkdir -p "$KEEP"
            for part in t.c loops err report out sum; do
                [ ! -e "$tmp/$part" ] || cp "$tmp/$part" "$KEEP/$(echo "$name" | tr / _).$part"
            done
        }
        rm -f "$tmp"/*
    done | tee "$tmp.table"
echo
cut -f1 "$tmp.table" | sort | uniq -c
rm -f "$tmp.table"
