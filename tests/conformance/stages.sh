#!/bin/sh
# SPDX-License-Identifier: MIT
# stages.sh BUILD [stages.list:NUMBER...]: every option of stages.list reaches the stage that it is for, and
# nothing but its own words changes.  The compiler and tcr-rewrite only record how they
# were called.  Without a directive, the compiler must get exactly the user's words.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
build=$(cd "$1" && pwd) || exit 2
WRAPPER=$build/bin/tcr-cc
shift
names=$(printf '%s\n' "$@")
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-stages.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
FAKE=$tmp/fake LIB=$tmp/lib LOG=$tmp/log TMPDIR=$tmp/temporaries
export FAKE LIB LOG TMPDIR
mkdir "$FAKE" "$LIB" "$TMPDIR" "$tmp/work"
cp "$here/../driver/fake_cc.sh" "$FAKE/fakecc"
cp "$here/../driver/fake_rewrite.sh" "$FAKE/tcr-rewrite"
chmod +x "$FAKE"/*
echo '!<arch>' >"$LIB/libtcr.a"
cd "$tmp/work" || exit 1
echo 'int b;' >b.c
printf '#pragma tcr reduce(+:s)\nint s;\n' >a.c

call() {
    : >"$LOG"
    TCR_CC=$FAKE/fakecc TCR_REWRITE=$FAKE/tcr-rewrite TCR_LIBDIR=$LIB "$WRAPPER" "$@" 2>said
}

# stages_of WORDS...: the letters of the commands of the log that hold the words.
stages_of() {
    case $(wc -l <"$LOG") in
    2) letters='p a' ;;
    3) letters='p c l' ;;
    *) echo "not three commands" && return ;;
    esac
    found=
    for letter in $letters; do
        read -r line
        case "${line#* -- } " in *" $* "*) found=$found$letter ;; esac
    done <"$LOG"
    echo "$found"
}

passed=0 failed=0 at=0
while read -r want words; do
    at=$((at + 1))
    case $want in '' | '#'*) continue ;; esac
    chosen "$names" "stages.list:$at" || continue
    # shellcheck disable=SC2086  # words
    call b.c $words -o prog
    if [ "$(cat "$LOG")" != "fakecc b.c $words -o prog" ]; then
        failed=$((failed + 1))
        echo "FAILED: $words: the compiler got '$(cat "$LOG")'"
        again "$build" "conformance/stages.list:$at"
        continue
    fi
    # shellcheck disable=SC2086
    call a.c $words -o prog
    # shellcheck disable=SC2086
    got=$(stages_of $words)
    if [ "$got" = "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $words: stages '$got', not '$want'; the commands were:"
        again "$build" "conformance/stages.list:$at"
        sed 's/^/    /' "$LOG" said
    fi
done <"$here/stages.list"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
