# SPDX-License-Identifier: MIT
# Helpers of the tests: sourced before each.

# says SUITE LINE...: what that suite of the tree prints; its status is that of the last line's `exit`.
says() {
    file=tests/$1
    shift
    printf '%s\n' "$@" >"$file"
}
# A tree that builds nothing, where every suite passes three tests.
mkdir tests
cp "$ROOT/tests/run.sh" tests
printf 'cmake_minimum_required(VERSION 3.20)\nproject(none NONE)\n' >CMakeLists.txt
printf '#!/bin/sh\necho called >>called\n' >setup.sh
chmod +x setup.sh
for suite in $(grep -oE 'tests/[a-z]+/[a-z]+\.sh' tests/run.sh | sort -u); do
    mkdir -p "${suite%/*}"
    echo 'echo "3 passed, 0 failed"' >"$suite"
done
# line NAME: what was said of that suite.
line() {
    grep "^$1  " said
}
