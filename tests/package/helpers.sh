# Helpers of the tests: sourced before each.

# needs PROGRAM...: or the test is skipped.
needs() {
    for program; do
        command -v "$program" >/dev/null || skip "$program is not there"
    done
}
skip() {
    set +x
    echo "$*"
    exit 77
}
# enabled FILE: it holds a loop that tcr has taken over.
enabled() { nm "$1" | grep -q ' tcr_region_[0-9]*$'; }
# status N COMMAND...: it ends with that status.
status() {
    want=$1
    shift
    got=0
    "$@" || got=$?
    [ "$got" -eq "$want" ]
}
# right FILE: the program of samples/build prints what it should.
right() { "$1" | diff "$SAMPLES/expected.txt" -; }
# sample: its sources, here.
sample() { cp "$SAMPLES"/*.[ch] "$SAMPLES/expected.txt" .; }
