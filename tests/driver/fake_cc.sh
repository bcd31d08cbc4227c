#!/bin/sh
# SPDX-License-Identifier: MIT
# A compiler that only records how it was called: one line in $LOG.  Objects
# hold the word `object` and the text of their source.
#   FAKE_REJECT=TEXT    fail on rewritten text, with that message if it is not `silent`; not on the
#                       user's text with a mark (spec/unheeded.h), but for FAKE_REJECT_MARKED=1
#   FAKE_FAIL=STATUS    fail on everything
#   FAKE_SIGNAL=NAME    die of that signal
#   FAKE_SLEEP=SECONDS  take that long
#   FAKE_NO_OPENMP=1    have no OpenMP runtime
case " $* " in
*" -print-file-name="*)
    case "$*" in
    *gomp* | *omp*) [ -n "${FAKE_NO_OPENMP-}" ] && echo libgomp.so || echo "$FAKE/gcc" ;;
    esac
    exit 0
    ;;
*" -dumpmachine "*)
    echo x86_64-linux-gnu
    exit 0
    ;;
*" --version "*)
    echo "${0##*/} (fake) 1.0"
    exit 0
    ;;
esac
line=${0##*/}
for word; do
    case $word in
    *" "* | "") line="$line '$word'" ;;
    *) line="$line $word" ;;
    esac
done
echo "$line" | sed "s|$TMPDIR/tcr-cc-[A-Za-z0-9]*|TMP|g; s|$LIB|LIB|g" >>"$LOG"
[ -z "${FAKE_SLEEP-}" ] || { sleep "$FAKE_SLEEP" & wait $!; }
[ -z "${FAKE_SIGNAL-}" ] || kill -"$FAKE_SIGNAL" $$
[ -z "${FAKE_FAIL-}" ] || { echo "fake failure" >&2; exit "$FAKE_FAIL"; }
case " $* " in
*" cpp-output "*)
    text=${line#* cpp-output }
    marked=
    ! grep -q tcr_unheeded "${text%% *}" || marked=yes
    case $marked${FAKE_REJECT-} in
    "" | yes*) [ -z "$marked" ] || [ -z "${FAKE_REJECT_MARKED-}" ] || exit 1 ;;
    silent) exit 1 ;;
    *) echo "$FAKE_REJECT" >&2; exit 1 ;;
    esac
    ;;
esac
out= mode=link base= in=
while [ $# -gt 0 ]; do
    case $1 in
    -o) out=$2; shift ;;
    -x | -MF | -MQ | -MT | -I | -D | -include) shift ;;
    -c) mode=o ;;
    -S) mode=s ;;
    -fsyntax-only) mode=none ;;
    -E) mode=text ;;
    -) stdin=$(cat); base=-; echo "stdin: $stdin" >>"$LOG" ;;
    -*) ;;
    *) in=$1; base=${1##*/}; base=${base%.*} ;; # no process: a command may have thousands of names
    esac
    shift
done
[ -n "$base" ] || exit 0
case $mode in
text) [ -z "$out" ] || [ -z "$in" ] || cat "$in" >"$out" ;;
link) : >"${out:-a.out}" ;;
o | s) echo "object $base" >"${out:-$base.$mode}" ;;
esac
