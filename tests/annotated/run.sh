#!/bin/sh
# SPDX-License-Identifier: MIT
# Whatever is done with C code is done with code that has directives, too.
#
#     tests/annotated/run.sh BUILD [PATTERN]
#
# Debuggers, coverage, warnings, sanitizers, the compiler's options, libraries,
# threads, other targets: all by BUILD/bin/tcr-cc, with $TCR_CC (gcc) behind it.
# Tests as in ../harness.sh.  ANNOTATED_FILES are the files to take (default: all): what does not depend on the compiler need not run twice.
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(cd "$1" && pwd) || exit 2
pattern=${2:-.}
REAL_CC=${TCR_CC:-gcc}
. "$here/../harness.sh"
harness_begin annotated
harness_watch_temporaries
case $("$REAL_CC" --version) in
*clang*) KIND=clang ;;
*) KIND=gcc ;;
esac
WRAPPER=$BUILD/bin/tcr-cc
ROOT=$(cd "$here/../.." && pwd)
HERE=$here
CACHE=$tmp/cache
TCR_CC=$REAL_CC
export CACHE REAL_CC KIND BUILD WRAPPER ROOT HERE TCR_CC
mkdir "$tmp/bin"
# Programs and not functions, whose trace would be among what they say.
# wrapped: for the host and the simulated device alone; the rest is other tests' matter.
cat >"$tmp/bin/wrapped" <<'X'
#!/bin/sh
exec "$WRAPPER" --tcr-arch=none "$@"
X
cat >"$tmp/bin/on_device" <<'X'
#!/bin/sh
TCR_STRICT=1 TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_CACHE=$CACHE exec "$@"
X
mkdir "$tmp/cache"
chmod +x "$tmp/bin/"*
PATH=$tmp/bin:$PATH

set --
for file in ${ANNOTATED_FILES:-"$here"/t_*.sh}; do
    set -- "$@" "$here/$(basename "$file")"
done
harness_run "$pattern" "$@"
