# SPDX-License-Identifier: MIT
# Helpers of the tests: sourced before each.
LOG=$PWD.log # what the fakes record
export LOG
: >"$LOG"

# tcr-cc with the fakes around it.
fake() {
    TCR_CC=${FAKE_AS:-fakecc} TCR_REWRITE=$FAKE/tcr-rewrite TCR_LIBDIR=$LIB \
        PATH=$FAKE:$PATH "$WRAPPER" "$@"
}
# tcr-cc with the compiler of the tests, or $cc, without code for real devices.
wrapped() {
    TCR_CC=${cc:-${REAL_CC%% *}} "$WRAPPER" --tcr-arch=none ${PROGRAMS_CFLAGS-} "$@"
}
# compilers: $REAL_CC and what else there is; clang alone, where the run is clang's: gcc's has both.
compilers() {
    case $REAL_CC in
    *clang*) echo "$REAL_CC" ;;
    *)
        for cc in $REAL_CC gcc ${FOUND_CLANG:-clang}; do
            ! command -v "$cc" >/dev/null || echo "$cc"
        done | sort -u
        ;;
    esac
}
# ... as a part of a whole program.
whole() {
    wrapped --tcr-whole-program "$@"
}
# As its last call did: the commands that were run, one a line.
log() {
    # where every unit may leave what a link needs of it: t_whole.sh
    sed "s/ --tcr-unit=[^ ]*//" "$LOG"
    : >"$LOG"
}
# expect LINE...: exactly these commands were run.
expect() {
    for line; do
        echo "$line"
    done >"$LOG.expected"
    log >"$LOG.got"
    diff -u "$LOG.expected" "$LOG.got"
}
# says TEXT COMMAND...: its stderr has that text.
says() {
    text=$1
    shift
    "$@" 2>stderr.txt || :
    grep -F -e "$text" stderr.txt
}
# plain FILE..., marked FILE...: sources without and with a directive.
plain() {
    for f; do
        echo "int $(basename "$f" | tr -c 'a-z\n' _)(void) { return 1; }" >"$f"
    done
}
marked() {
    for f; do
        printf '#pragma tcr reduce(+:s)\nint s;\n' >"$f"
    done
}
