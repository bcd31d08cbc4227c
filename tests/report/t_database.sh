# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Compilation databases, and the tools that read them.

# project: a program of two files, one with a directive; the names of its tools in a file.
project() {
    cat >sum.c <<'END'
double sum(const double *a, int n);
double sum(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
END
    cat >main.c <<'END'
double sum(const double *a, int n);
int main(void)
{
    double a[3] = {1, 2, 3};
    return sum(a, 3) != 6;
}
END
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(p C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_executable(prog main.c sum.c)
target_compile_options(prog PRIVATE -Wall -O2)
END
}
# A database has what was asked for, and nothing of what tcr-cc made of it.
good() {
    python3 - "$1" "$2" <<'END'
import json, os, sys
entries = json.load(open(sys.argv[1]))
assert sorted(os.path.basename(e["file"]) for e in entries) == ["main.c", "sum.c"], entries
for e in entries:
    words = e.get("arguments") or e["command"].split()
    assert words[0].endswith(sys.argv[2]), words
    assert not [w for w in words if "cpp-output" in w or "tcr-cc-" in w or "tcr-rewrite" in w], words
    assert "-Wall" in words and "-O2" in words, words
END
}
# parses DATABASE COMMAND...: a tool reads the file without a complaint.
parses() {
    "$@" >tool 2>&1 || { cat tool && return 1; }
    not grep -i -e ' error:' -e '^E\[' -e 'warning:' -e 'unknown' tool
}
snippet() {
    printf 'CompileFlags:\n  Add: -Wno-unknown-pragmas\n' >.clangd
}
test_database_cmake() {
    needs cmake
    project
    CC="$WRAPPER" TCR_CC="$REAL_CC" cmake -S . -B as-cc >/dev/null
    good as-cc/compile_commands.json /tcr-cc
    TCR_CC="$REAL_CC" cmake --build as-cc >/dev/null
    as-cc/prog
    # as a launcher: the compiler's name follows
    CC=${REAL_CC%% *} cmake -S . -B as-launcher -DCMAKE_C_COMPILER_LAUNCHER="$WRAPPER" \
        -DCMAKE_C_LINKER_LAUNCHER="$WRAPPER" >/dev/null
    # newer ones have the launcher in the database, older ones do not
    good as-launcher/compile_commands.json ""
    cmake --build as-launcher >/dev/null
    as-launcher/prog
    nm as-launcher/prog | grep tcr_region
    if command -v clangd >/dev/null; then
        snippet
        for b in as-cc as-launcher; do
            parses clangd --check=sum.c --compile-commands-dir=$b --log=error
            # asking the compiler for its directories works, too
            parses clangd --check=sum.c --compile-commands-dir=$b --log=error --query-driver="$WRAPPER"
        done
    else
        leave_out "no clangd"
    fi
    if command -v clang-tidy >/dev/null; then
        for b in as-cc as-launcher; do
            parses clang-tidy --quiet -p $b --extra-arg=-Wno-unknown-pragmas \
                --checks='-*,bugprone-infinite-loop' sum.c main.c
        done
    else
        leave_out "no clang-tidy"
    fi
}
test_database_bear() {
    needs bear
    needs make
    project
    ln -s "$WRAPPER" tcr-cc
    cat >Makefile <<'END'
CFLAGS = -Wall -O2
prog: main.o sum.o
	$(CC) $^ -o $@
END
    # bear sees all programs that are run: those that tcr-cc runs, too
    printf '{"compilation": {"compilers_to_recognize": [{"executable": "%s"}],
 "compilers_to_exclude": %s}}' "$WRAPPER" "$(real_names)" >bear.json
    TCR_CC="$REAL_CC" bear --config bear.json --output db.json -- make CC="$WRAPPER" >bear.log 2>&1
    ./prog
    good db.json /tcr-cc
}
# The compilers behind cc, as bear names them.
real_names() {
    name=$(command -v "${REAL_CC%% *}")
    printf '["%s", "%s"]' "$name" "$(readlink -f "$name")"
}
