#!/bin/sh
# SPDX-License-Identifier: MIT
# How many regions that write memory are proved, declared, checked or not to be reordered?
#
#     tests/dependence/count.sh BUILD FILE...
#
# CFLAGS are for all files.  Regions that are refused for other reasons are not counted.
set -u
[ $# -ge 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
rewrite=$(cd "$1" && pwd)/bin/tcr-rewrite
shift
for file; do
    # shellcheck disable=SC2086  # a list of words
    "$rewrite" --tcr-accept=omp,acc --tcr-dump=plan "$file" -- cc -fopenmp ${CFLAGS-} 2>/dev/null
done | awk '
    function finish() { if (writes && order) count[order]++ }
    /^region / { finish(); writes = 0; order = "" }
    /^  refused \([^)]*, carried\)/ { writes = 1; order = "no" }
    /^  base .*, written/ { writes = 1 }
    /^  loop over .*: any order, as / {
        sub(/.*: any order, as /, "")
        word = /^declared and asked|^found/ ? "checked" : $1
        sub(/;$/, "", word)
        if (rank[word] > rank[order]) order = word
    }
    BEGIN { rank["proved"] = 1; rank["declared"] = 2; rank["checked"] = 3; rank["no"] = 4 }
    END { finish(); for (word in rank) if (word) printf "%s %d\n", word, count[word] }' | sort
