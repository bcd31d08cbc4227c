#!/bin/sh
# SPDX-License-Identifier: MIT
# What a program takes from its surroundings: variables, files, what the system lets it do.
#
#     tests/security/run.sh BUILD [TEST...]       names, or patterns of them
#     tests/security/run.sh --list                their names
#
# Tests as in ../harness.sh.  A part that needs root, or something else that is not there, is
# left out with a line that says so.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../harness.sh"
if [ "${1-}" = --list ]; then
    harness_list "$here"/t_*.sh
    exit
fi
BUILD=$(cd "$1" && pwd) || exit 2
shift
ROOT=$(cd "$here/../.." && pwd)
TCR_CC_WANTED=${TCR_CC:-gcc}
harness_begin security
unset TCR_SIM_CACHE # it is what some of the tests are about, and other users may not use ours
chmod 711 "$tmp" # other users run programs in it
TCR_CC=$TCR_CC_WANTED
HERE=$here
PATH=$here/bin:$BUILD/bin:$PATH
export BUILD ROOT HERE PATH TCR_CC
umask 022
harness_run "$(printf '%s\n' "$@")" "$here"/t_*.sh
