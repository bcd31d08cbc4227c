#!/bin/sh
# SPDX-License-Identifier: MIT
# What tests/run.sh makes of its suites: one that passes, fails, runs nothing or leaves something out.
#
#     tests/runner/run.sh
#
# In a tree of its own, whose suites only print; tests as in ../harness.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$here/../.." && pwd)
export ROOT
. "$here/../harness.sh"
harness_begin runner
unset BUILD JOBS PACKAGES FUZZ_COUNT
harness_run "${1:-.}" "$here"/t_*.sh
