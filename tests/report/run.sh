#!/bin/sh
# SPDX-License-Identifier: MIT
# What editors and other programs get from tcr-cc: the SARIF report, messages in the
# compilers' form, warnings of unknown pragmas, compilation databases.
#
#     tests/report/run.sh BUILD [TEST...]       names, or patterns of them
#     tests/report/run.sh --list                their names
#
# Tests as in ../harness.sh.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
. "$here/../harness.sh"
if [ "${1-}" = --list ]; then
    harness_list "$here"/t_*.sh
    exit
fi
BUILD=$(cd "$1" && pwd) || exit 2
shift
REAL_CC=${TCR_CC:-cc}
export REAL_CC BUILD
harness_begin report
command -v python3 >/dev/null || { echo "left out: report: no python3"; echo "0 passed, 0 failed"; exit 0; }

harness_run "$(printf '%s\n' "$@")" "$here"/t_*.sh
