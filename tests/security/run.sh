#!/bin/sh
# SPDX-License-Identifier: MIT
# What a program takes from its surroundings: variables, files, what the system lets it do.
#
#     tests/security/run.sh BUILD [PATTERN]
#
# Tests as in ../harness.sh.  A part that needs root, or something else that is not there, is
# left out with a line that says so.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(cd "$1" && pwd) || exit 2
ROOT=$(cd "$here/../.." && pwd)
TCR_CC_WANTED=${TCR_CC:-gcc}
. "$here/../harness.sh"
harness_begin security
chmod 711 "$tmp" # other users run programs in it
TCR_CC=$TCR_CC_WANTED
HERE=$here
PATH=$here/bin:$BUILD/bin:$PATH
export BUILD ROOT HERE PATH TCR_CC
umask 022
harness_run "${2:-.}" "$here"/t_*.sh
