# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # $top: a variable of run.sh
# The line of a suite, and what it counted: for run.sh.

# counts LOG: "PASSED FAILED", from the lines 'N passed, N failed' (the last
# one) and the summaries of Check (all of them).
counts() {
    awk '/^[0-9]+ passed, [0-9]+ failed/ { p = $1; f = $3 }
         /Checks: [0-9]+, Failures: [0-9]+, Errors: [0-9]+/ {
             gsub(/[^0-9 ]/, ""); n = $(NF - 2); bad = $(NF - 1) + $NF
             P += n - bad; F += bad
         }
         END { print p + P, f + F }' "$1"
}

# processor_seconds FILE: what `times` has written there, of all that the shell has waited for so far.
processor_seconds() { sed -n '2s/[ms]/ /gp' "$1" | awk '{ print int(60 * ($1 + $3) + $2 + $4) }'; }

# run NAME COMMAND...: run it, print its line, and add what it counted to $top/log/counts,
# what it left out to $top/log/left, and what failed, with the commands that repeat it, to $top/log/failed.
run() {
    name=$1
    shift
    log=$top/log/$(echo "$name" | tr ' /' '--').log
    start=$(date +%s)
    times >"$log.times"
    before=$(processor_seconds "$log.times")
    "$@" >"$log" 2>&1 </dev/null
    status=$?
    times >"$log.times" # not in $(): a subshell has waited for nothing
    # shellcheck disable=SC2046  # two words
    set -- $(counts "$log")
    p=$1 f=$2
    left=$(grep '^left out: ' "$log")
    if [ $((p + f)) = 0 ] && [ $status = 0 ] && [ -z "$left" ]; then
        echo "FAIL $name: nothing ran, and nothing says why" >>"$log"
        f=1
    fi
    [ $status = 0 ] || [ "$f" != 0 ] || f=1
    echo "$p $f" >>"$top/log/counts"
    said=$(printf '%-28s %5d passed, %d failed (%d s, of processors %d s)' "$name" "$p" "$f" \
        $(($(date +%s) - start)) $(($(processor_seconds "$log.times") - before)))
    if [ -n "$left" ]; then
        echo "$left" >>"$top/log/left"
        said="$said
$(echo "$left" | sed 's/^/    /')"
    fi
    if [ "$f" != 0 ]; then
        {
            echo "failed: $name, $f"
            grep -E '^ *again: ' "$log"
        } >>"$top/log/failed"
        said=$(
            echo "$said"
            echo "    $log:"
            grep -E 'FAIL|:[FE]:|error|ERROR|SUMMARY|^    again: ' "$log" | head -20 | sed 's/^/    /'
            tail -20 "$log" | sed 's/^/    /'
        )
    fi
    echo "$said" # at once: others are running
}
