#!/bin/sh
# SPDX-License-Identifier: MIT
# The verdicts on the order of loops (rewriter/access/dependence.h), of random nests, against all
# pairs of iterations: nests.py.
#
#     tests/dependence/run.sh BUILD [NESTS [SEED]]      (default: 300 nests of seed 1)
#
# It needs python3.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
build=$(cd "$1" && pwd) || exit 2
exec python3 "$here/nests.py" "$build/bin/tcr-rewrite" "${2:-300}" "${3:-1}"
