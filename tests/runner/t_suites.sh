# SPDX-License-Identifier: MIT
# Suites that pass, fail, run nothing, or leave something out.

# Without units: there is none here.
run() {
    tests/run.sh --quick >said 2>&1
}
test_suite_counts() {
    says golden/run.sh 'echo "2 passed, 1 failed"' 'exit 1'
    says samples/run.sh 'echo "100%: Checks: 7, Failures: 0, Errors: 0"'
    status 1 run
    line 'gcc golden' | grep ' 2 passed, 1 failed '
    line 'gcc samples' | grep ' 7 passed, 0 failed '
    line 'gcc refusals' | grep ' 3 passed, 0 failed '
    line 'gcc build' | grep ' 1 passed, 0 failed '
    tail -1 said | grep -E '^[0-9]+ passed, [0-9]+ failed$'
}
test_suite_of_nothing() {
    says golden/run.sh 'exit 0'
    says samples/run.sh 'echo "0 passed, 0 failed"'
    says tune/run.sh 'exit 3'
    status 1 run
    line 'gcc golden' | grep ' 0 passed, 1 failed '
    line 'gcc samples' | grep ' 0 passed, 1 failed '
    line 'gcc tune' | grep ' 0 passed, 1 failed '
    grep 'FAIL gcc golden: nothing ran, and nothing says why' said
}
test_suite_left_out() {
    says golden/run.sh 'echo "left out: golden: there is no moon"' 'echo "0 passed, 0 failed"'
    says samples/run.sh 'echo "left out: a sample: there is no sun"' 'echo "4 passed, 0 failed"'
    run || :
    line 'gcc golden' | grep ' 0 passed, 0 failed '
    line 'gcc samples' | grep ' 4 passed, 0 failed '
    grep -x '    left out: golden: there is no moon' said
    grep -x '    left out: a sample: there is no sun' said
    grep -E '^left out in all: [0-9]+ ' said
}
test_suite_packages() {
    run || :
    [ "$(cat called)" = called ]
    rm called
    PACKAGES=no run || :
    [ ! -e called ]
    echo 'echo "setup.sh: neither root nor sudo; please install: moon" >&2; exit 1' >>setup.sh
    run || :
    grep -q -x 'left out: packages: setup.sh: neither root nor sudo; please install: moon' said
    line 'gcc golden' | grep ' 3 passed, 0 failed '
}
