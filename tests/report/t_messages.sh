# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Messages in the form that the compiler's options ask for.

# said FILE: a loop that is refused, its cause, a misspelt directive.
refused() {
    cat >"$1" <<'END'
int printf(const char *, ...);
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) {
        s += a[i]; printf("x"); }
#pragma trc reduce(+:s)
    return s;
}
END
}
message="loop left as it is: call to 'printf': output must stay in the loop's order; move it out of the loop [call-sequential] [tcr]"

# Every line is one that editors know, or belongs to the line before.
test_messages_editors() {
    refused a.c
    cat >match.py <<'END'
import re, sys
vscode = re.compile(r"^(.*?):(\d+):(\d*):?\s+(?:fatal\s+)?(warning|error):\s+(.*)$")   # $gcc
emacs = re.compile(r"^([^\s:][^:\n]*):([0-9]+)(?::([0-9]+))?:(?: *(?:warning|note|remark|error))?")
vim = re.compile(r"^([^:\n]*):(\d+):(\d+):\s*(warning|error|note|remark):\s*(.*)$")     # %f:%l:%c: %t...: %m
heads = warned = 0
for line in sys.stdin.read().splitlines():
    if re.match(r"^( {0,4}\d+ \| | {6}\| )", line):
        continue
    heads += 1
    assert emacs.match(line) and vim.match(line), line
    if "warning:" in line:
        assert vscode.match(line), line
        warned += 1
print(heads, warned)
END
    for cc in $(compilers); do
        wrapped -c a.c 2>said
        expect "3 2" python3 match.py <said
        wrapped --tcr-report -c a.c 2>said
        expect "5 2" python3 match.py <said
    done
    needs vim
    wrapped -c a.c 2>said
    vim -es -u NONE -c 'cgetfile said' \
        -c 'call writefile(map(filter(getqflist(), "v:val.valid"), "bufname(v:val.bufnr).\":\".v:val.lnum.\":\".v:val.col"), "list")' \
        -c 'qa!' </dev/null >/dev/null 2>&1 || :
    printf 'a.c:8:9\na.c:5:13\na.c:7:20\n' | diff - list
}
# shows TEXT OPTION...: the compiler takes the options, and what is printed has that line; its last.
shows() {
    text=$1
    shift
    "$cc" "$@" -fsyntax-only -x c /dev/null || return 1
    wrapped "$@" -c a.c 2>said
    grep -F -x -e "$text" said
}
test_messages_style() {
    refused a.c
    for cc in $(compilers); do
        case $("$cc" --version) in
        *clang*) options="-fno-caret-diagnostics" ;;
        *) options="-fno-diagnostics-show-caret -fdiagnostics-plain-output" ;;
        esac
        for option in $options; do
            shows "a.c:5:13: warning: $message" $option
            not grep ' | ' said
        done
        if "$cc" -fno-diagnostics-show-line-numbers -fsyntax-only -x c /dev/null; then
            shows " #pragma tcr reduce(+:s)" -fno-diagnostics-show-line-numbers
            not grep ' | ' said
        else # clang 14
            leave_out "$cc has no -fno-diagnostics-show-line-numbers"
        fi
        shows "a.c:5: warning: $message" -fno-show-column
        if [ "$options" = -fno-caret-diagnostics ]; then
            shows "$(pwd)/a.c:5:13: warning: $message" -fdiagnostics-absolute-paths
            shows "a.c +5:13: warning: $message" -fdiagnostics-format=vi
            shows "a.c(5,13): warning: $message" -fdiagnostics-format=msvc
            wrapped -fno-diagnostics-fixit-info -c a.c 2>said
            not grep '^      |         tcr$' said
        fi
        wrapped -c a.c 2>said
        grep '^      |         tcr$' said
        # the user's -Werror is about the compiler's warnings
        wrapped -Werror -c a.c 2>said
        grep -F "a.c:5:13: warning: $message" said
        wrapped -w -c a.c 2>said
        [ ! -s said ]
    done
}
# on_terminal COMMAND...: what it prints on one
on_terminal() {
    python3 -c '
import os, pty, sys
out = b""
child, fd = pty.fork()
if child == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
while True:
    try:
        piece = os.read(fd, 4096)
    except OSError:
        break
    if not piece:
        break
    out += piece
sys.stdout.buffer.write(out)
' "$@"
}
# colors WHO: does each of the messages of tcr and of the compiler have some?
colors() {
    # shellcheck disable=SC2086  # options of env
    on_terminal env ${terminal-TERM=xterm} TCR_CC="$cc" "$WRAPPER" --tcr-arch=none "$@" -Wall -c a.c >said
    ours=no theirs=no
    ! grep "call-sequential" said | grep -q "$(printf '\33')" || ours=yes
    ! grep "unused" said | grep -q "$(printf '\33')" || theirs=yes
    echo "$ours $theirs"
}
test_messages_colors() {
    refused a.c
    sed -i 's/double s = 0;/double s = 0; int unused;/' a.c
    for cc in $(compilers); do
        expect "yes yes" colors
        expect "no no" colors -fdiagnostics-color=never
        terminal=TERM=dumb expect "no no" colors
        terminal="-u TERM" expect "no no" colors
        case $("$cc" --version) in
        *clang*) terminal="TERM=xterm NO_COLOR=1" expect "no no" colors ;;
        *)
            terminal="TERM=xterm NO_COLOR=1" expect "yes yes" colors
            terminal="TERM=xterm GCC_COLORS=" expect "no no" colors
            ;;
        esac
        wrapped -Wall -c a.c 2>said
        not grep "$(printf '\33')" said
        wrapped -Wall -fdiagnostics-color=always -c a.c 2>said
        grep 'call-sequential' said | grep "$(printf '\33')"
    done
    # what is said where there is nothing to rewrite keeps its notes, with colours, too
    printf '#define P _Pragma("trc reduce(+:s)")\nvoid f(void) { P }\n' >a.c
    wrapped -fdiagnostics-color=always -c a.c 2>said
    grep 'the directive with its macros expanded' said
}
# One JSON array is all that is printed.
test_messages_json() {
    needs gcc
    cc=gcc
    cat >list.py <<'END'
import json, sys
for one in json.load(sys.stdin):
    places = [place["caret"] for place in one["locations"]]
    print(one["kind"], one.get("option"), *[f"{p['line']}:{p['column']}" for p in places], len(one["children"]))
END
    refused a.c
    sed -i 's/double s = 0;/double s = 0; int unused;/' a.c
    json="-fdiagnostics-format=json"
    wrapped $json -Wall -c a.c 2>said
    expect "warning tcr 8:9 0
warning tcr 5:13 1
warning -Wunknown-pragmas 8:-1 0
warning -Wunused-variable 4:23 0" python3 list.py <said
    wrapped $json -w -c a.c 2>said
    expect '[]' cat said
    # what is taken over is no unknown pragma, what is left is
    printf 'int f(const int *a, int n)\n{\n    int s = 0;\n#pragma omp parallel for reduction(+ : s)\n    for (int i = 0; i < n; i++)\n        s += a[i];\n#pragma omp barrier\n    return s;\n}\n' >taken.c
    wrapped $json -Wall --tcr-accept=omp -c taken.c 2>said
    expect "warning -Wunknown-pragmas 7:-1 0" python3 list.py <said
    status 1 wrapped $json --tcr-strict -c a.c 2>said
    expect "error tcr 8:9 0" python3 list.py <said
    # what cannot be parsed, plain files beside, C++, errors
    echo '#pragma tcr reduce(+:s)
int f(void) { int g(void) { return 1; } return g(); }' >b.c
    echo 'int x = y;' >c.c
    wrapped $json -Wall -c b.c 2>said
    expect "warning tcr 2:27 0" python3 list.py <said
    echo '#pragma tcr reduce(+:s)' >d.cpp
    wrapped $json -Wall -c d.cpp 2>said
    expect "warning tcr 0" python3 list.py <said
    status 1 wrapped $json -c a.c c.c 2>said
    # an array for each file, on one line or, from gcc 14 on, on several
    cat >errors.py <<'END'
import json, sys
text = sys.stdin.read().strip()
while text:
    found, end = json.JSONDecoder().raw_decode(text)
    text = text[end:].lstrip()
    print(*[one["message"] for one in found if one["kind"] == "error"], end="")
END
    expect "'y' undeclared here (not in a function)" sh -c 'python3 errors.py && echo' <said
    sed -i 's/return s/return t/' a.c
    status 1 wrapped $json -c a.c 2>said
    python3 list.py <said
}
test_messages_clang_sarif() {
    needs clang-19
    cc=clang-19
    refused a.c
    sed -i 's/double s = 0;/double s = 0; int unused;/' a.c
    for file in a.c; do
        wrapped -fdiagnostics-format=sarif -Wall -c $file 2>said
        expect 1 grep -c '^{' said
        grep '^{' said | python3 -c 'import json, sys; json.load(sys.stdin)'
        grep '^{' said | grep "unused variable"
        not grep 'rejected' said
        not grep '\[tcr\]' said
    done
    printf 'double g(const double *a, int n)\n{\n    double s = 0;\n#pragma tcr reduce(+:s)\n    for (int i = 0; i < n; i++)\n        s += a[i];\n    return s;\n}\n' >b.c
    wrapped -fdiagnostics-format=sarif -Wall -c b.c
    nm b.o | grep tcr_region
    sed -i 's/return s/return t/' a.c
    status 1 wrapped -fdiagnostics-format=sarif -c a.c 2>said
    expect 1 grep -c '^{' said
}
