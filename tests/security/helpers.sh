# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Helpers of the tests: sourced before each.  Those that run programs are in bin/: what a function
# of the shell does gets into the standard error output that a test looks at.

# left_out WHY: said for a part of a test.
left_out() {
    { set +x; } 2>/dev/null
    echo "left out: security: $*"
    set -x
}

# can_be_other: so that the test can go on; else says why not.
can_be_other() {
    [ "$(id -u)" = 0 ] || { left_out "other users: not root"; return 1; }
    command -v setpriv >/dev/null || { left_out "other users: no setpriv"; return 1; }
    as_other test -x . || { left_out "other users: they cannot come to $PWD"; return 1; }
}

# compiler: a C++ compiler `cxx` for the simulated device that counts its calls in `calls`, and leaves the
# words of the last in `words`.
compiler() {
    : >calls
    : >words
    chmod 666 calls words
    printf '#!/bin/sh\necho >>"%s/calls"\nprintf "%%s\\n" "$@" >"%s/words"\nexec c++ "$@"\n' "$PWD" "$PWD" >cxx
    chmod 755 cxx
}

# compiled N: so often since the last question.
compiled() {
    [ "$(wc -l <calls)" -eq "$1" ]
    : >calls
}

# sum: the program `sum`, which prints 500500.
sum() {
    cat >sum.c <<'EOF'
#include <stdio.h>

int main(void)
{
    long sum = 0;

#pragma tcr reduce(+:sum)
    for (int i = 1; i <= 1000; i++)
        sum += i;
    printf("%ld\n", sum);
    return 0;
}
EOF
    tcr-cc -O2 --tcr-arch=none sum.c -o sum
}
