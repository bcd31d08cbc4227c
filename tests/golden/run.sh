#!/bin/sh
# SPDX-License-Identifier: MIT
# Golden tests of tcr-rewrite.
#
#     tests/golden/run.sh BUILD [--update] [CASE...]      the cases of these names
#     tests/golden/run.sh --list                          their names
#
# A case is CASE.c with what is expected of it beside it:
#
#     CASE.rewrite   the readable rewritten C (standard output)
#     CASE.plan      the output of --tcr-dump=plan; CASE.clang.plan: the same for clang, which gets
#                    another host loop (written by CC=clang and --update)
#     CASE.flow      that of --tcr-dump=flow (never made by --update alone)
#     CASE.variables the classes of the device's variables (never made by --update alone)
#     CASE.updates   the lines of the device text that change a variable by +, - or * (never made
#                    by --update alone)
#     CASE.bounds    those that read a loop's bound once (never made by --update alone)
#     CASE.reads     those that read several elements of a run (never made by --update alone)
#     CASE.diag      the diagnostics; without this file, there must be none
#     CASE.remarks, CASE.json   the two forms of --tcr-report (never made by --update alone)
#
# A line `// options: ...` in the first ten of CASE.c gives options: --tcr-* go
# to tcr-rewrite, the rest to the compiler; a case is left out if the compiler
# does not know these.  `// compiler: gcc` is for a text that other preprocessors
# space or quote in another way; the blank lines around its directives, which depend
# on the version of gcc, do not count.  The exit status must be 1 if an error was
# printed, else 0 or 3 (nothing to rewrite).
#
# --update writes what is there again; a case with no expectations yet gets all.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
. "$here/../again.sh"
if [ "$1" = --list ]; then
    cd "$here" && ls ./*.c | sed 's|^\./||; s|\.c$||'
    exit
fi
build=$(cd "$1" && pwd) || exit 2
rewrite=$build/bin/tcr-rewrite
shift
update=no
if [ "${1-}" = --update ]; then
    update=yes
    shift
fi
cc=${CC:-cc}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-golden.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
unset GCC_COLORS
passed=0
failed=0
cd "$here" || exit 1

# fails NAME TEXT: the case has failed; say why.
fails() {
    echo "FAIL golden/$1: $2"
    bad=yes
}

# expect CASE.SUFFIX FILE: compare, or write under --update.
expect() {
    if [ $update = yes ]; then
        cp "$2" "$1"
    elif ! diff -u $blank "$1" "$2" >"$tmp/diff"; then
        fails "$1" "differs"
        sed -n '3,40p' "$tmp/diff"
    fi
}

run_case() {
    name=${1%.c}
    bad=no
    cc=${CC:-cc} blank=
    if sed -n 1,10p "$1" | grep -q '^// compiler: gcc'; then
        cc=gcc blank=-B
        command -v gcc >/dev/null || { echo "left out: golden/$name: there is no gcc" && return; }
    fi
    own="" rest=""
    # shellcheck disable=SC2013
    for word in $(sed -n '1,10s|^// options: *||p' "$1"); do
        case $word in
        --tcr-*) own="$own $word" ;;
        *) rest="$rest $word" ;;
        esac
    done
    # shellcheck disable=SC2086  # a list of words
    why=$($cc $rest -fsyntax-only -x c /dev/null 2>&1) ||
        { echo "left out: golden/$name: $cc: $(echo "$why" | head -1)" && return; }
    fresh=yes
    for suffix in rewrite plan diag; do
        [ -e "$name.$suffix" ] && fresh=no
    done
    # A unit that is not rewritten has no dumps.
    : >"$tmp/plan"
    : >"$tmp/device"
    : >"$tmp/flow"
    # shellcheck disable=SC2086  # options are lists of words
    "$rewrite" --tcr-dump=plan:"$tmp/plan" --tcr-dump=device:"$tmp/device" \
        --tcr-dump=flow:"$tmp/flow" $own "$1" -- $cc $rest >"$tmp/rewrite" 2>"$tmp/diag" </dev/null
    status=$?
    if grep -q ': error: ' "$tmp/diag"; then
        [ $status = 1 ] || fails "$name" "exit status $status after an error"
    elif [ $status != 0 ] && [ $status != 3 ] && [ $status != 4 ]; then
        fails "$name" "exit status $status"
    fi
    sed -i 's/ safelen(64)//' "$tmp/rewrite" "$tmp/plan" # of clang alone
    if [ -e "$name.rewrite" ] || [ $update$fresh$status = yesyes0 ]; then
        expect "$name.rewrite" "$tmp/rewrite"
    fi
    if [ -e "$name.plan" ] || [ $update$fresh$status = yesyes0 ]; then
        suffix=plan
        if $cc -dM -E -x c /dev/null | grep -q __clang__ && { [ -e "$name.clang.plan" ] ||
            { [ $update$fresh = yesno ] && ! cmp -s "$name.plan" "$tmp/plan"; }; }; then
            suffix=clang.plan
        fi
        expect "$name.$suffix" "$tmp/plan"
    fi
    [ ! -e "$name.flow" ] || expect "$name.flow" "$tmp/flow"
    if [ -e "$name.variables" ]; then
        sed -n 's/^typedef \(tcr_vars<.*\);/\1/p' "$tmp/device" >"$tmp/variables"
        expect "$name.variables" "$tmp/variables"
    fi
    if [ -e "$name.updates" ]; then
        sed -n 's/^ *\(.*[-+*]= .*\)/\1/p; s/^ *\(TCR_STORE.* = .* [-+*] (.*\)/\1/p
                s/^ *\((.*tcr_change_bits.*\)/\1/p' \
            "$tmp/device" >"$tmp/updates"
        expect "$name.updates" "$tmp/updates"
    fi
    if [ -e "$name.bounds" ]; then
        sed -n '/^\/\/ /p; s/^ *\(.* tcr_bound = .*\)/\1/p
                s/.* < tcr_bound && !tcr_gone && \(tcr_run_within.*\)) do {$/\1/p' "$tmp/device" >"$tmp/bounds"
        expect "$name.bounds" "$tmp/bounds"
    fi
    if [ -e "$name.reads" ]; then
        sed -n '/^\/\/ /p; s/^ *\(tcr_read_wide.*\)/\1/p' "$tmp/device" >"$tmp/reads"
        expect "$name.reads" "$tmp/reads"
    fi
    for suffix in remarks json; do
        [ -e "$name.$suffix" ] || continue
        form=-
        [ $suffix = remarks ] || form=json:-
        # shellcheck disable=SC2086
        "$rewrite" --tcr-report=$form $own "$1" -- $cc $rest >"$tmp/report" 2>/dev/null </dev/null
        expect "$name.$suffix" "$tmp/report"
    done
    if [ -e "$name.diag" ] || [ $update$fresh = yesyes ]; then
        expect "$name.diag" "$tmp/diag"
        [ -s "$name.diag" ] || rm -f "$name.diag"
    elif [ -s "$tmp/diag" ]; then
        fails "$name" "unexpected diagnostics"
        head -20 "$tmp/diag"
    fi
    if [ $bad = yes ]; then
        again "$build" "golden/$name" ${CC:+"CC=$CC"}
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

[ $# -gt 0 ] || set -- *.c
for case in "$@"; do
    case=${case##*/}
    case=${case%.c}
    if [ -e "$case.c" ]; then
        run_case "$case.c"
    else
        fails "$case" "there is no such case"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
