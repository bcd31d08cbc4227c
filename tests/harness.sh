# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Tests that are functions of the shell: for their runners, and in each test.
#
# A test is a function test_NAME of a file t_*.sh beside the runner.  It runs in an empty
# directory of its own, after the helpers.sh beside it, and fails with its first command that
# fails.  `skip WHY` ends one that cannot run here, `leave_out WHY` says so of a part of one:
# both are a line `left out: NAME: WHY`.

# ---- for runners ----
#
# A runner takes `--list`, or a build and names of tests; $here is its folder, $BUILD that build.

# harness_begin NAME: a directory $tmp, which goes with the runner, and an environment that says
# nothing to tcr-cc and compilers.  It keeps TCR_SIM_CACHE: what the simulated device compiles is
# the same for all.
harness_begin() {
    . "$here/../again.sh"
    suite=$1
    cache=${TCR_SIM_CACHE-}
    tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-$1.XXXXXX") || exit 1
    trap 'chmod -R u+w "$tmp" 2>/dev/null; rm -rf "$tmp"' EXIT
    trap 'exit 1' HUP INT TERM
    for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
        unset "$variable"
    done
    unset CPATH C_INCLUDE_PATH LIBRARY_PATH DEPENDENCIES_OUTPUT SUNPRO_DEPENDENCIES
    unset GCC_COLORS NO_COLOR MAKEFLAGS MFLAGS MAKELEVEL
    [ -z "$cache" ] || export TCR_SIM_CACHE="$cache"
    LC_ALL=C
    XDG_CACHE_HOME=$tmp/cache # not the user's
    XDG_STATE_HOME=$tmp/state # what the tests compile is not to be noted as the user's
    export LC_ALL XDG_CACHE_HOME XDG_STATE_HOME
}

# harness_watch_temporaries: from now on, a test that leaves something in $TMPDIR fails.
harness_watch_temporaries() {
    TMPDIR=$tmp/temporaries
    export TMPDIR
    mkdir "$TMPDIR"
}

# harness_list FILE...: the names of their tests.
harness_list() { sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$@"; }

# harness_run NAMES FILE...: the tests of the files; NAMES, if not empty, has one a line: a test, or a
# pattern of names.  TIMES=1 says how many
# seconds of the processors each took.  The last line is 'N passed, N failed'; returns whether none failed.
harness_run() {
    names=$1
    passed=0 failed=0 number=0
    shift
    harness_list "$@" >"$tmp/all"
    echo "${names:-.}" | while read -r name; do
        grep -x -e "$name" "$tmp/all" || grep -e "$name" "$tmp/all" || echo "$name"
    done >"$tmp/wanted"
    for file; do
        for name in $(harness_list "$file" | grep -x -F -f "$tmp/wanted"); do
            harness_test "$file" "$name"
        done
    done
    for name in $(grep -v -x -F -f "$tmp/all" "$tmp/wanted"); do
        failed=$((failed + 1))
        echo "FAILED: $name: there is no such test"
    done
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}

harness_test() {
    number=$((number + 1))
    mkdir "$tmp/$number"
    (cd "$tmp/$number" && exec sh -eu -c '. "$1/../harness.sh"; . "$1/helpers.sh"; . "$2"; set -x; "$3"' \
        sh "$(dirname "$1")" "$1" "$2") >"$tmp/$number.out" 2>&1
    case $? in
    0)
        passed=$((passed + 1))
        sed -n "s/^left out: /left out: a part of $2: /p" "$tmp/$number.out"
        ;;
    77)
        echo "left out: $2: $(sed -n 's/^skip: //p' "$tmp/$number.out")"
        ;;
    *)
        failed=$((failed + 1))
        echo "FAILED: $2 ($(basename "$1"))"
        again "$BUILD" "$suite/$2"
        sed 's/^/    /' "$tmp/$number.out" | tail -40
        ;;
    esac
    [ -z "${TIMES-}" ] || {
        times >"$tmp/times" # not in $(): a subshell has waited for nothing
        awk -v test="$2" -v last="$tmp/times.last" 'function seconds(t) { split(t, p, /[ms]/); return 60 * p[1] + p[2] }
            BEGIN { getline before <last; close(last) }
            NR == 2 { now = seconds($1) + seconds($2); printf "%s: %.2f s\n", test, now - before; print now >last }
            ' "$tmp/times"
    }
    if [ -d "$tmp/temporaries" ] && [ -n "$(ls "$tmp/temporaries")" ]; then
        failed=$((failed + 1))
        echo "FAILED: $2 left temporaries: $(ls "$tmp/temporaries")"
        again "$BUILD" "$suite/$2"
        rm -rf "$tmp/temporaries" && mkdir "$tmp/temporaries"
    fi
    chmod -R u+w "$tmp/$number"
    rm -rf "${tmp:?}/$number"
}

# ---- for tests ----

skip() {
    set +x
    echo "skip: $*"
    exit 77
}

# leave_out WHY: that part of the test cannot run here.
leave_out() { echo "left out: $*"; }

# needs PROGRAM...: or the test is left out.
needs() {
    for program; do
        command -v "$program" >/dev/null || skip "no $program"
    done
}

# status N COMMAND...: it ends with that status.
status() {
    want=$1
    shift
    got=0
    "$@" || got=$?
    [ "$got" -eq "$want" ]
}

# not COMMAND...: it fails.  (`!` does not end a test under -e.)
not() {
    if "$@"; then
        return 1
    fi
}
