# SPDX-License-Identifier: MIT
# Objects and archives that would keep the link of a whole program busy for hours, or take all
# memory: it reads each of them in a time that is bounded by its size.

# A program with a directive that waits for the link, and a linker that takes anything.
waiting_program() {
    needs python3
    [ -z "${PROGRAMS_CFLAGS-}" ] || skip "the sanitized tool is not measured in memory"
    echo 'double weight(double x) { return 2 * x; }' >weight.c
    cat >main.c <<'END'
double weight(double x);
double sum(const double *a);
double sum(const double *a)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += weight(a[i]);
    return s;
}
END
    for file in main weight; do
        TCR_CC=${REAL_CC%% *} "$WRAPPER" --tcr-arch=none --tcr-whole-program -O1 -c $file.c
    done
    printf '#!/bin/sh\nexit 0\n' >linker
    chmod +x linker
}
# linked FILE: within a minute and a gigabyte, of which hours and more are far away.
linked() {
    (
        ulimit -v 1048576
        TCR_CC=$PWD/linker timeout 60 "$WRAPPER" --tcr-arch=none --tcr-whole-program main.o weight.o "$1" -o prog
    ) >said 2>&1
}
test_hostile_sections() {
    waiting_program
    for kind in sections tables; do
        python3 "$HOSTILE" $kind evil.o
        linked evil.o
    done
}
test_hostile_symbols() {
    waiting_program
    python3 "$HOSTILE" symbols evil.o
    linked evil.o
    # What it defines cannot all be known, so nothing is taken for granted.
    grep "'evil.o' may define it, too: the object is damaged" said
}
test_hostile_archive() {
    waiting_program
    python3 "$HOSTILE" archive libevil.a
    linked libevil.a
}
