# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Helpers of the tests: sourced before each, with the directory of the runner.
HERE=$1
WRAPPER=$BUILD/bin/tcr-cc
REWRITE=$BUILD/bin/tcr-rewrite

# wrapped ARGUMENT...: tcr-cc around $cc, without device code.  A program, so that
# its messages are not mixed with what the shell traces.
cc=
export WRAPPER cc
mkdir bin
cat >bin/wrapped <<'END'
#!/bin/sh
TCR_CC=${cc:-$REAL_CC} exec "$WRAPPER" --tcr-arch=none "$@"
END
# status N COMMAND...: it ends with that status.
cat >bin/status <<'END'
#!/bin/sh
want=$1
shift
"$@"
[ $? = "$want" ]
END
chmod +x bin/*
unset -f status # that is a program here
PATH=$PWD/bin:$PATH

# compilers: the real ones that are here, one of each kind.
compilers() {
    kinds=
    for name in "${REAL_CC%% *}" gcc clang-19 clang; do
        command -v "$name" >/dev/null || continue
        kind=gcc
        ! "$name" --version 2>/dev/null | grep -q clang || kind=clang
        case $kinds in
        *$kind*) ;;
        *) kinds="$kinds $kind" && echo "$name" ;;
        esac
    done
}
# sarif LOG [list | path ...]: check it, and print what is asked for.
sarif() {
    python3 "$HERE/sarif.py" "$@"
}
# expect TEXT COMMAND...: this is all that it prints on standard output.
expect() {
    echo "$1" >expected
    shift
    "$@" >got
    diff -u expected got
}
