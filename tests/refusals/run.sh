#!/bin/sh
# SPDX-License-Identifier: MIT
# The catalogue of refusals (docs/refusals.md) against tcr-rewrite.
#
#     tests/refusals/run.sh BUILD [--update | CODE...]
#     tests/refusals/run.sh --list        the codes, and what else is compared
#
# Under each heading of the page that is a code, the first C block is refused
# with that code and the messages of the text block; a second C block is its
# remedy, which runs on the device and is not warned of.  A comment
# `/* options: ... */` in an example's first line gives options to tcr-rewrite
# (--tcr-*) and to the compiler.  The page and spec/refusals.def must name the
# same codes in the same order, and the rewriter must give each of them.
# --update writes the text blocks again.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
page=$here/../../docs/refusals.md
. "$here/../again.sh"
if [ "$1" = --list ]; then
    sed -n 's/^### `\([^`]*\)`.*/\1/p' "$page"
    printf '%s\n' codes "Warnings without a code" "At run time"
    exit
fi
build=$(cd "$1" && pwd) || exit 2
rewrite=$build/bin/tcr-rewrite
shift
update=${1-}
[ "$update" = --update ] || update=
names=$([ -n "$update" ] || printf '%s\n' "$@")
cc=${CC:-cc}
sources=$here/../../rewriter
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-refusals.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export LC_ALL=C
unset GCC_COLORS
passed=0
failed=0
cd "$tmp" || exit 1

fails() {
    echo "FAIL refusals/$1: $2"
    again "$build" "refusals/$1" ${CC:+"CC=$CC"}
    failed=$((failed + 1))
}

# Blocks as CODE.1.c, CODE.2.c, CODE.text; the codes in order in `codes`.
: >codes
awk '/^### `/ { split($0, part, "`"); code = part[2]; n = 0; print code >"codes" }
     /^## / { code = "" }
     /^```/ && file { close(file); file = ""; next }
     /^```c$/ && code { file = code "." ++n ".c"; printf "" >file; next }
     /^```text$/ && code { file = code ".text"; printf "" >file; next }
     file { print >file }' "$page"

# run FILE OUT: the messages of the example, without the lines that they show.
# OUT.json is the report.
run() {
    cp "$1" example.c
    own="" rest=""
    for word in $(sed -n '1s|^/\* options: \(.*\) \*/$|\1|p' example.c); do
        case $word in
        --tcr-*) own="$own $word" ;;
        *) rest="$rest $word" ;;
        esac
    done
    # shellcheck disable=SC2086  # lists of words
    "$rewrite" --tcr-report=json:"$2.json" $own example.c -- $cc $rest >/dev/null 2>"$2.err" </dev/null
    status=$?
    grep '^example\.c:' "$2.err" >"$2"
    case $status in 0 | 1 | 3 | 4) ;; *) return 1 ;; esac
}

while read -r code; do
    chosen "$names" "$code" || continue
    bad=$failed
    if [ ! -e "$code.1.c" ]; then
        [ -e "$code.none" ] || grep -q "^### \`$code\`$" "$page"
        grep -A3 "^### \`$code\`$" "$page" | grep -q 'No example' || fails "$code" "has no example"
    else
        rm -f said.json
        run "$code.1.c" said || fails "$code" "tcr-rewrite fails: $(head -1 said.err)"
        grep -q "\"reason_code\":\"$code\"" said.json 2>/dev/null ||
            fails "$code" "the report has another code: $(grep -o '"decision":.*"variables' said.json)"
        if [ "$update" = --update ]; then
            cp said "$code.text"
        elif ! cmp -s said "$code.text"; then
            fails "$code" "other messages"
            diff "$code.text" said
        fi
    fi
    if [ -e "$code.2.c" ]; then
        rm -f said.json
        run "$code.2.c" said
        if [ -s said ]; then
            fails "$code" "the remedy is warned of: $(head -1 said)"
        elif grep -qv '"decision":"device"' said.json 2>/dev/null || [ ! -s said.json ]; then
            fails "$code" "the remedy does not run on the device: $(cat said.json)"
        fi
    fi
    [ $bad != $failed ] || passed=$((passed + 1))
done <codes

if [ "$update" = --update ]; then
    awk '/^### `/ { split($0, part, "`"); code = part[2] }
         skip && /^```/ { skip = 0 }
         !skip { print }
         /^```text$/ && code { while ((getline line <(code ".text")) > 0) print line; skip = 1 }' \
        "$page" >page && cp page "$page"
fi

# same WHAT A B: both files have the same lines.
same() {
    if [ -s "$2" ] && cmp -s "$2" "$3"; then
        passed=$((passed + 1))
    else
        fails codes "$1"
        diff "$2" "$3"
    fi
}

if chosen "$names" codes; then
    table=$here/../../spec/refusals.def
    sed -n 's/^REFUSAL(.*"\(.*\)".*/\1/p' "$table" >in_table
    same "the page (<) and spec/refusals.def (>) differ" codes in_table
    # A constant that the table does not have is no C; one that nobody gives is found here.
    sed -n 's/^REFUSAL(\([A-Z0-9_]*\),.*/CODE_\1/p' "$table" | sort >constants
    find "$sources" -name '*.c' -exec grep -ohE 'CODE_[A-Z0-9_]+' {} + | sort -u | comm -12 - constants >given
    same "spec/refusals.def (<) has codes that nothing gives (>)" constants given
fi

# pieces: of each C string of printf's, its longest piece without a %.
pieces() {
    sed 's/^[^"]*"//; s/"$//' |
        awk '{ n = split($0, piece, /%[a-z0-9.]*|[:;(]/); best = ""
               for (i = 1; i <= n; i++) {
                   sub(/^[^A-Za-z]* /, "", piece[i])
                   sub(/[^A-Za-z]*$/, "", piece[i])
                   if (length(piece[i]) > length(best)) best = piece[i]
               }
               if (length(best) > 4) print best }' | sort -u
}

# has SECTION PIECES: what the sources say stands in that section of the page.
has() {
    chosen "$names" "$1" || return 0
    awk -v head="## $1" '/^## / { on = $0 == head } on' "$page" >section
    missing=$(while read -r piece; do
        grep -qF -- "$piece" section || echo "$piece"
    done <"$2")
    if [ -s "$2" ] && [ -z "$missing" ]; then
        passed=$((passed + 1))
    else
        fails "$1" "the page does not have: $missing"
    fi
}

cat "$sources"/*.c "$sources"/*/*.c | tr '\n' ' ' | sed 's/" *"//g' |
    grep -oE 'diag_(pragma|at)\([^";]*DIAG_WARNING[^";]*"[^"]*"' | grep -v '%s: %s \[%s\]' | pieces >said
has "Warnings without a code" said
cat "$here"/../../runtime/*/*.c | tr '\n' ' ' | sed 's/" *"//g' |
    grep -oE '(tcr_refuse|tcr_refuse_device)\([^";]*"[^"]*"' | pieces >said
has "At run time" said
echo "$passed passed, $failed failed"
[ $failed = 0 ]
