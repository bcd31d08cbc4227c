#!/bin/sh
# SPDX-License-Identifier: MIT
# What tests/run.sh makes of its suites: one that passes, fails, runs nothing or leaves something out.
#
#     tests/runner/run.sh [TEST...]      names, or patterns of them
#     tests/runner/run.sh --list         their names
#
# In a tree of its own, whose suites only print; tests as in ../harness.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$here/../.." && pwd)
export ROOT
. "$here/../harness.sh"
if [ "${1-}" = --list ]; then
    harness_list "$here"/t_*.sh
    exit
fi
BUILD=$ROOT/build/test-gcc # which has no part in it
harness_begin runner
unset BUILD_TOP JOBS PACKAGES FUZZ_COUNT
harness_run "$(printf '%s\n' "$@")" "$here"/t_*.sh
