# SPDX-License-Identifier: MIT
# Helpers of the tests: sourced before each.

# says SUITE LINE...: what that suite of the tree prints; its status is that of the last line's `exit`.
says() {
    file=tests/$1
    shift
    printf '%s\n' "$@" >"$file"
}
# A tree that builds nothing, where every suite passes three tests and has a case, ends.
mkdir tests
for file in run plan report names again; do
    cp "$ROOT/tests/$file.sh" tests
done
printf 'cmake_minimum_required(VERSION 3.20)\nproject(none C)\nadd_custom_target(test_runtime)\n' >CMakeLists.txt
printf '#!/bin/sh\necho "$*" >>called\n' >setup.sh
chmod +x setup.sh
# shellcheck disable=SC2016  # for the scripts
for suite in golden refusals programs driver report annotated conformance samples library security docs \
    package tune reproducible nests whole projects runner figures; do
    mkdir -p "tests/$suite"
    echo 'case $1 in --list) echo ends ;; *) echo "$@" >said.'$suite'; echo "3 passed, 0 failed" ;; esac' \
        >"tests/$suite/run.sh"
done
mkdir tests/suites tests/fuzz
for script in unit suites/test samples/mpi fuzz/run fuzz/refuse fuzz/mutate fuzz/readers fuzz/rewriter; do
    echo 'echo "3 passed, 0 failed"' >"tests/$script.sh"
done
echo 'print("3 passed, 0 failed")' >tests/spdx.py
# line NAME: what was said of that suite.
line() {
    grep "^$1  " said
}
