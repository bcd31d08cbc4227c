# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # variables of run.sh
# Names of suites and cases: for run.sh.

known_suite() { case " $(echo $all_suites) " in *" $1 "*) ;; *) return 1 ;; esac }

# list_names [SUITE...]: each case as SUITE/CASE, and a suite without cases alone.
list_names() {
    # shellcheck disable=SC2086  # a list of words
    [ $# != 0 ] || set -- $all_suites
    for suite; do
        known_suite "$suite" || unknown "$suite"
        case $(cases "$suite" | head -1) in
        '') echo "$suite" ;;
        *) cases "$suite" | sed "s|^|$suite/|" ;;
        esac
        ! seeds "$suite" || echo "$suite/SEED"
    done
}

# nearest NAME: of the lines of standard input, the three that it takes the fewest changes to get to.
nearest() {
    awk -v name="$1" '
        function least(a, b) { return a < b ? a : b }
        {
            n = length($0); m = length(name)
            for (j = 0; j <= m; j++) row[j] = j
            for (i = 1; i <= n; i++) {
                left = row[0]; row[0] = i
                for (j = 1; j <= m; j++) {
                    same = left + (substr($0, i, 1) != substr(name, j, 1))
                    left = row[j]
                    row[j] = least(same, least(row[j], row[j - 1]) + 1)
                }
            }
            # a part of a name is near, too
            print (index($0, name) ? 0 : row[m]) "\t" $0
        }' | sort -n -s | head -3 | cut -f2-
}

# unknown NAME: ends with an error that has the nearest names.
unknown() {
    case $1 in
    */*) known_suite "${1%%/*}" && near=$(list_names "${1%%/*}" | nearest "$1") || near= ;;
    *) near= ;;
    esac
    [ -n "$near" ] || near=$({ echo "$all_suites" | tr ' ' '\n' && list_names; } | nearest "$1")
    {
        echo "tests/run.sh: there is no test '$1'; the nearest names:"
        echo "$near" | sed 's/^/    /'
        echo "(tests/run.sh --list prints all)"
    } >&2
    exit 2
}

# cases_of NAME: the cases that it stands for, a line each; SUITE alone stands for itself, as `.`.
cases_of() {
    suite=${1%%/*} case=${1#*/}
    [ "$suite" != "$1" ] || { echo . && return; }
    if seeds "$suite"; then
        case $case in *[!0-9]* | '') return ;; esac
        echo "$case"
        return
    fi
    [ "$suite" != golden ] && [ "$suite" != valgrind ] || case=${case%.c}
    cases "$suite" | while IFS= read -r known; do
        # shellcheck disable=SC2254  # a pattern
        case $known in $case) echo "$known" ;; esac
    done
}

# usual_name NAME: SUITE/CASE for test_UNIT:CASE and for a path below tests.
usual_name() {
    echo "$1" | sed 's|^\./||; s|^tests/||; s|^test_\([a-z]*\)\(:\(.*\)\)\{0,1\}$|\1/\3|; s|/$||
        s|^fuzz/refuse/|refused/|; s|/run\.sh$||; s|^samples/\([^/]*\)/.*|samples/\1|'
}

# folder_of BUILD: of --build=BUILD, or of the usual one.
folder_of() {
    case $1 in
    gcc | clang | sanitize | thread) echo "$top/test-$1" ;;
    '')
        if [ ! -e "$top/test-gcc/CMakeCache.txt" ] && [ -e "$top/CMakeCache.txt" ] &&
            ! grep -q -E '^TCR_(TESTS|REWRITER):BOOL=OFF' "$top/CMakeCache.txt"; then
            echo "$top"
        else
            echo "$top/test-gcc"
        fi
        ;;
    *) echo "$1" ;;
    esac
}

# bring_up_to_date FOLDER: made, if it is one of ours.
bring_up_to_date() {
    log=$top/log/named-build.log
    if [ -e "$1/CMakeCache.txt" ]; then
        cmake --build "$1" -j"$jobs" >"$log" 2>&1
    elif [ "$1" = "$top/test-${1##*/test-}" ]; then
        echo "making $1"
        make_build "${1##*/test-}" >"$log" 2>&1
    else
        echo "tests/run.sh: $1 is no build" >&2
        exit 2
    fi || {
        tail -30 "$log"
        exit 1
    }
}

# run_named BUILD NAME...
run_named() {
    folder=$(folder_of "$1")
    shift
    rm -f "$top/log"/named.*
    for name; do
        name=$(usual_name "$name")
        known_suite "${name%%/*}" || unknown "$name"
        cases_of "$name" >"$top/log/named.cases"
        [ -s "$top/log/named.cases" ] || unknown "$name"
        echo "${name%%/*}" >>"$top/log/named.suites"
        cat "$top/log/named.cases" >>"$top/log/named.of-${name%%/*}"
    done
    made=
    code=0
    for suite in $(awk '!seen[$0]++' "$top/log/named.suites"); do
        if [ -z "$made" ] && needs_build "$suite"; then
            bring_up_to_date "$folder"
            made=yes
        fi
        run_cases "$suite" || code=1
    done
    exit $code
}

# run_cases SUITE: those of named.of-SUITE; all, if the suite itself is among them.
run_cases() {
    set -- "$1"
    if ! grep -q -x -F . "$top/log/named.of-$1"; then
        while IFS= read -r case; do
            set -- "$@" "$case"
        done <"$top/log/named.of-$1"
    fi
    suite=$1
    shift
    echo "== $suite${1:+: }$*"
    (run_suite "$suite" "$folder" "$@")
}
