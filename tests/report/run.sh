#!/bin/sh
# SPDX-License-Identifier: MIT
# What editors and other programs get from tcr-cc: the SARIF report, messages in the
# compilers' form, warnings of unknown pragmas, compilation databases.
#
#     tests/report/run.sh BUILD [PATTERN]
#
# Tests as in ../harness.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
build=$(cd "$1" && pwd) || exit 2
pattern=${2:-.}
REAL_CC=${TCR_CC:-cc}
BUILD=$build
export REAL_CC BUILD
. "$here/../harness.sh"
harness_begin report
command -v python3 >/dev/null || { echo "left out: report: no python3"; echo "0 passed, 0 failed"; exit 0; }

harness_run "$pattern" "$here"/t_*.sh
