#!/bin/sh
# SPDX-License-Identifier: MIT
# Does the documentation say the truth?
#
#     tests/docs/run.sh BUILD [FILE.md...]      (default: all)
#     tests/docs/run.sh --list                  their names
#
# The commands and the C code of README.md and docs/*.md are executed with BUILD/bin first on
# PATH, and what they print is compared with what the document says; links, file names, options
# and variables in the text are looked up.  blocks.py says how a block is marked.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
if [ "$1" = --list ]; then
    cd "$root" && ls README.md SECURITY.md docs/*.md tests/docs/wrong.md | sed 's|.*/||'
    exit
fi
if ! command -v python3 >/dev/null; then
    echo "left out: docs: there is no python3"
    echo "0 passed, 0 failed"
    exit 0
fi
PYTHONDONTWRITEBYTECODE=1 exec python3 "$(dirname "$0")/check.py" "$@"
