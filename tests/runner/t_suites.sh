# SPDX-License-Identifier: MIT
# Suites that pass, fail, run nothing, or leave something out.

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
    [ "$(echo $(cat called))" = "--packages=builds --packages" ]
    rm called
    PACKAGES=no run || :
    [ ! -e called ]
    echo 'echo "setup.sh: neither root nor sudo; please install: moon" >&2; exit 1' >>setup.sh
    run || :
    grep -q -x 'left out: packages: setup.sh: neither root nor sudo; please install: moon' said
    line 'gcc golden' | grep ' 3 passed, 0 failed '
}
# Everything: each suite is in the queue of some build, and none twice on the same.
test_suite_everywhere() {
    PACKAGES=no tests/run.sh --all >said 2>&1 || :
    not grep 'left to other days' said
    [ "$(cat said.projects)" = "$PWD/build/test-gcc bzip2 mawk serd" ]
    [ "$(cat said.security)" = "$PWD/build/test-gcc" ]
    grep test_ said.report
    grep -oE '^[a-z]+ [a-z-]+ .* passed' said | awk '{ print $1, $2 }' | sort >lines
    for suite in $(sed -n '/^all_suites="/,/"$/s/all_suites=\|"//gp' tests/plan.sh); do
        grep -E " $suite\$" lines || grep -E "left out: (([a-z]+ )?$suite|clang's suites): " said
    done
    [ -z "$(uniq -d lines)" ]
}
# Cases that take turns: each on two days of three, all with --all; what is left to other days is said.
test_suite_turns() {
    says programs/run.sh 'case $1 in
        --list) printf "%s\n" a b c d e f g ;;
        *) shift; echo "$@" >>said.programs; echo "$# passed, 0 failed" ;;
        esac'
    for day in 20421 20422 20423; do
        TURN=$day top=$PWD sh -c 'mkdir -p log; ALL= turn=$TURN; . tests/plan.sh; cases programs | in_turn 2 3 programs'
    done | sort | uniq -c >days
    [ "$(awk '{ print $1 }' days | sort -u)" = 2 ] && [ "$(wc -l <days)" = 7 ]
    TURN=20421 PACKAGES=no tests/run.sh >said 2>&1 || :
    grep '^left to other days than TURN=20421 (tests/run.sh --all runs them): 2 of gcc programs' said
    line 'gcc programs' | grep ' 5 passed, 0 failed '
    [ "$(wc -w <said.projects)" = 2 ] # the build and one, and not the whole suite
    status 2 env TURN=monday tests/run.sh
}
test_names_of_cases() {
    tests/run.sh golden/ends driver library/ends driver/ends >said 2>&1
    [ "$(cat said.golden)" = "$PWD/build/test-gcc ends" ]
    [ "$(cat said.driver)" = "$PWD/build/test-gcc" ]
    [ "$(cat said.library)" = "$PWD/build/test-gcc ends" ]
    tests/run.sh tests/golden/ends.c 'programs/e*s'
    [ "$(cat said.programs)" = "$PWD/build/test-gcc ends" ]
    tests/run.sh --list golden | grep -x golden/ends
}
test_names_of_builds() {
    tests/run.sh --build=thread golden
    [ "$(cat said.golden)" = "$PWD/build/test-thread" ]
    tests/run.sh --build="$PWD/build/test-thread" golden/ends
    [ "$(cat said.golden)" = "$PWD/build/test-thread ends" ]
    status 2 tests/run.sh --build=nowhere golden >said 2>&1
    grep 'nowhere is no build' said
}
test_names_unknown() {
    status 2 tests/run.sh golden/ende >said 2>&1
    grep "there is no test 'golden/ende'" said
    grep -x '    golden/ends' said
    status 2 tests/run.sh goldn 2>said
    grep -x '    golden' said
    status 2 tests/run.sh generated/first 2>said
    not grep passed said
    [ ! -e said.golden ]
}
test_names_that_fail() {
    echo 'case $1 in --list) echo ends ;; *) . tests/again.sh; again "$1" golden/ends; exit 1 ;; esac' >tests/golden/run.sh
    for build in gcc sanitize; do
        status 1 tests/run.sh --build=$build golden/ends >said
        command=$(sed -n 's/^    again: //p' said)
        rm said
        status 1 sh -c "$command" >said
        grep -F "again: $command" said
    done
}
