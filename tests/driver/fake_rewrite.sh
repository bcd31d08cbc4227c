#!/bin/sh
# SPDX-License-Identifier: MIT
# A tcr-rewrite that only records how it was called, and copies its input.
#   FAKE_REWRITE=STATUS  end with that status
#   FAKE_REWRITE=cpp     preprocess with the compiler given, and take the
#                        directives out
line=tcr-rewrite out= in=
[ "${1-}" != --tcr-version ] || { echo "tcr-rewrite 0 (fake)"; exit 0; }
for word; do
    line="$line $word"
done
# its temporaries are tcr-cc's
echo "$line" | sed "s|$TMPDIR/tcr-cc-[A-Za-z0-9]*|TMP|g; s|$TMPDIR/|TMP/|g; s|$FAKE/||g" >>"$LOG"
case ${FAKE_REWRITE-0} in
0 | cpp) ;;
1) echo "a.c:1:1: error: fake [tcr]" >&2; exit 1 ;;
5) echo "tcr-rewrite: error: cannot write 'a.c': No space left on device" >&2; exit 5 ;;
SEGV) kill -SEGV $$ ;;
*) exit "$FAKE_REWRITE" ;;
esac
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    case $1 in
    -o) out=$2; shift ;;
    --tcr-*) ;;
    *) in=$1 ;;
    esac
    shift
done
if [ "${FAKE_REWRITE-0}" = cpp ]; then
    shift
    "$@" -E -o "$out.pp" "$in" || exit 1
    sed 's/^#pragma tcr.*//' "$out.pp" >"$out"
    rm "$out.pp"
    exit 0
fi
[ "$in" = - ] && cat >"$out" || cat "$in" >"$out"
