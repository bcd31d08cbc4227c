# SPDX-License-Identifier: MIT
# Helpers of the tests: sourced before each.

# links OPTION...: can the compiler, without us, make and run a program with these options?
links() {
    echo '#include <stdio.h>
int main(void) { return puts("") < 0; }' >links_probe.c
    "$REAL_CC" "$@" links_probe.c -o links_probe >links_probe.said 2>&1 && ./links_probe
}
# line FILE TEXT: the number of the line of FILE that holds TEXT.
line() {
    grep -n -F -e "$2" "$1" | cut -d: -f1
}
# clean COMMAND...: it succeeds without a word.
clean() {
    "$@" >said 2>&1 || { cat said && return 1; }
    ! [ -s said ] || { cat said && return 1; }
}
# program FILE: one that has most of what a loop may have.  It prints "ok" if all is right.
program() {
    cp "$HERE/program.c" "$1"
}
