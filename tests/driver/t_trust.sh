# SPDX-License-Identifier: MIT
# What a link does with the records of objects: only what this user has compiled and asks for.

# program: the objects main.o, whose loop calls the function of weight.o.
program() {
    cat >main.c <<'END'
#include <stdio.h>
double weight(double x);
static double a[100];
int main(void)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += weight(a[i] + i);
    printf("%g\n", s);
    return 0;
}
END
    echo 'double weight(double x) { return 2 * x; }' >weight.c
    whole -O2 -c main.c weight.c
}
# device PROGRAM, host PROGRAM: it gives the right sum there.
device() {
    [ "$(TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=device "$1" 2>summary)" = 9900 ]
    awk '/main.c:7/ { print $3, $4 }' summary | grep '^0 1$'
}
host() {
    [ "$(TCR_SUMMARY=1 TCR_BACKEND=sim TCR_TARGET=device "$1" 2>summary)" = 9900 ]
    not grep main.c:7 summary
}
# patch FILE OLD NEW: the same length, in place.
patch() {
    [ ${#2} = ${#3} ]
    at=$(grep -abo -F -e "$2" "$1" | head -1 | cut -d: -f1)
    printf %s "$3" | dd of="$1" bs=1 seek="$at" conv=notrunc 2>/dev/null
}
# A compiler and a rewriter that note that they were run.
noting() {
    for tool in cc rewrite; do
        printf '#!/bin/sh\necho "%s $*" >>"%s/ran"\nexec %s "$@"\n' $tool "$PWD" "$1" >noting-$tool
        shift
    done
    chmod +x noting-cc noting-rewrite
}
test_trust_needs_the_option() {
    program
    says "main.o: loops wait for functions of other units and stay on the host, because this link is without --tcr-whole-program" \
        wrapped main.o weight.o -o one
    host ./one
    whole main.o weight.o -o two
    device ./two
}
test_trust_of_another_user() {
    program
    for file in "$PWD/none" "$PWD/empty/none"; do
        says "this user has not compiled it" env TCR_UNITS="$file" \
            TCR_CC="${REAL_CC%% *}" "$WRAPPER" --tcr-whole-program ${PROGRAMS_CFLAGS-} main.o weight.o -o one
        host ./one
        [ ! -e "$file" ] # a link notes nothing
    done
    # whole, in part, and by a directory
    export TCR_UNITS="$PWD/none"
    says "'weight.o', whose text this user has not compiled" whole --tcr-trust=main.o main.o weight.o -o two
    host ./two
    whole --tcr-trust=main.o --tcr-trust=weight.o main.o weight.o -o three
    device ./three
    mkdir sub subway
    mv weight.o sub
    whole --tcr-trust=main.o --tcr-trust=sub main.o sub/weight.o -o four
    device ./four
    mv sub/weight.o subway
    says "'subway/weight.o', whose text" whole --tcr-trust=main.o --tcr-trust=sub main.o subway/weight.o -o five
    status 1 whole --tcr-trust=nowhere main.o subway/weight.o -o six
    status 1 whole --tcr-trust main.o subway/weight.o -o six
}
# Not one changed byte of a record goes unseen, and nothing is run for it.
test_trust_of_changed_records() {
    program
    cp main.o main.good
    cp weight.o weight.good
    noting "${REAL_CC%% *}" "$BUILD/bin/tcr-rewrite"
    for change in 'return 2 * x' 'TCRUNIT2'; do
        cp weight.good weight.o
        patch weight.o "$change" "$(echo "$change" | tr 2 3)"
        says "weight.o'," whole main.o weight.o -o one
        host ./one
    done
    cp weight.good weight.o
    patch main.o 'printf("%g' 'printf("%e'
    rm -f ran
    TCR_CC=$PWD/noting-cc TCR_REWRITE=$PWD/noting-rewrite "$WRAPPER" --tcr-whole-program ${PROGRAMS_CFLAGS-} main.o weight.o -o one 2>said
    grep 'main.o: its loops that wait .* this user has not compiled it' said
    host ./one
    grep -e '-o one' ran # the link itself
    not grep -e ^rewrite -e ' -c ' -e cpp-output ran
    # a record of the user's in another object
    whole -O1 -c main.c -o other.o
    objcopy --dump-section .tcr.unit=record main.good
    objcopy --update-section .tcr.unit=record other.o
    says 'the object has been changed after it was compiled' whole other.o weight.o -o two
    host ./two
}
# What no record may say: options that name programs, plugins or files.
test_trust_of_options() {
    program
    cp main.o main.good
    for evil in -B. -wr -fp -sp @ss -Xx -O/ '   '; do
        cp main.good main.o
        patch main.o c-O2 "c$evil"
        whole --tcr-trust=. main.o weight.o -o one
        host ./one
    done
    # of tcr-rewrite
    cp main.good main.o
    patch main.o '--tcr-arch=none' '--tcr-report=aa'
    whole --tcr-trust=. main.o weight.o -o two
    host ./two
    [ ! -e aa ]
    # and what would have to be repeated is not recorded
    for option in -B. -specs=s -wrapper -fplugin=p -Xassembler -Wa,-aln=listing -fprofile-use=p; do
        case $option in -wrapper | -Xassembler) more=echo ;; *) more= ;; esac
        says "--tcr-whole-program is ignored" whole -c $option $more main.c -o no.o
    done
    says "'-B.' is not among the options that a link may repeat" whole -B. -c main.c -o b.o
    readelf -SW b.o | not grep tcr.unit
}
# What runs is the link's own compiler, wherever the object was made.
test_trust_runs_own_compiler() {
    program
    mkdir away
    noting "${REAL_CC%% *}" "$BUILD/bin/tcr-rewrite"
    mv noting-cc away/cc1
    (cd away && mv ../main.c . && TCR_CC=./cc1 "$WRAPPER" --tcr-arch=none --tcr-whole-program ${PROGRAMS_CFLAGS-} -O2 -c main.c -o ../main.o)
    rm -f ran
    not grep -a -e cc1 main.o
    whole main.o weight.o -o one
    device ./one
    [ ! -e ran ]
}
# The note of what this user has compiled: private, or of no use.
test_trust_needs_a_private_ledger() {
    program
    mkdir state
    export TCR_UNITS="$PWD/state/units"
    whole -O2 -c main.c weight.c
    whole main.o weight.o -o one
    device ./one
    [ "$(stat -c %a state/units)" = 600 ]
    cp state/units copy
    unusable() {
        says "this user has not compiled it ($1" whole main.o weight.o -o two
        host ./two
        says "could not be noted ($1" whole -O2 -c main.c
    }
    chmod g+w state/units
    unusable "'$PWD/state/units': others may write to it"
    whole -O2 main.c weight.c -o three # the command's own objects
    device ./three
    chmod 600 state/units
    chmod o+w state
    unusable "'$PWD/state': others may write to it"
    chmod o-w state
    mv state/units elsewhere
    ln -s ../elsewhere state/units
    unusable "'$PWD/state/units': it is a link)"
    rm state/units
    mkfifo state/units
    unusable "'$PWD/state/units': it is not a regular file)"
    rm state/units
    mkdir state/units
    unusable "'$PWD/state/units': it is not a regular file)"
    rmdir state/units
    if [ "$(id -u)" = 0 ] && chown nobody copy 2>/dev/null; then
        cp -p copy state/units
        unusable "'$PWD/state/units': it belongs to another user)"
        rm state/units
    else
        echo "left out: a ledger of another user: needs root"
    fi
    # what is no ledger is not written
    cp main.c state/units
    chmod 600 state/units
    unusable "'$PWD/state/units': it is no ledger that tcr-cc has made)"
    cmp main.c state/units
    # damaged: an incomplete entry at its end is passed over, and mended
    chown "$(id -u)" copy
    cp copy state/units
    printf half >>state/units
    whole main.o weight.o -o four
    device ./four
    whole -O1 -c weight.c
    whole main.o weight.o -o five
    device ./five
    [ $(($(wc -c <state/units) % 32)) = 0 ]
    env -u HOME -u XDG_STATE_HOME TCR_UNITS= TCR_CC="${REAL_CC%% *}" "$WRAPPER" --tcr-whole-program --tcr-arch=none -c main.c 2>said
    grep 'neither HOME nor XDG_STATE_HOME' said
}
test_trust_ledger_in_parallel() {
    program
    export TCR_UNITS="$PWD/state/units"
    cat >Makefile <<'END'
all: $(foreach i,1 2 3 4 5 6 7 8 9 10 11 12,w$(i).o)
w%.o: weight.c
	TCR_CC=$(REAL) $(WRAPPER) --tcr-arch=none --tcr-whole-program -frandom-seed=$* -c weight.c -o $@
END
    make -s -j6 REAL="${REAL_CC%% *}" WRAPPER="$WRAPPER"
    [ "$(wc -c <state/units)" = $((13 * 32)) ] # and the mark
}
# The same object from two directories; nothing in it says where, or how macros were set.
test_trust_record_is_reproducible() {
    for dir in one two; do
        mkdir -p $dir/inc
        echo 'static double twice(double x) { return 2 * x; }' >$dir/inc/h.h
        printf '#include <h.h>\n#include <math.h>\ndouble weight(double x) { return SECRET * twice(fabs(x)); }\n' >$dir/weight.c
        (cd $dir && whole -g -DSECRET=1 -DUNUSED_SECRET=1 "-I$PWD/inc" "-ffile-prefix-map=$PWD=/src" -c "$PWD/weight.c" -o weight.o)
    done
    readelf -SW one/weight.o | grep tcr.unit
    cmp one/weight.o two/weight.o
    not grep -a -e UNUSED_SECRET -e "$PWD" one/weight.o
    # and without it
    objcopy --remove-section .tcr.unit one/weight.o
    not grep -a twice.double one/weight.o
}
