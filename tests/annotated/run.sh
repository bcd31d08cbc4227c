#!/bin/sh
# SPDX-License-Identifier: MIT
# Whatever is done with C code is done with code that has directives, too.
#
#     tests/annotated/run.sh BUILD [TEST...]       names, or patterns of them
#     tests/annotated/run.sh --list                their names
#
# Debuggers, coverage, warnings, sanitizers, the compiler's options, libraries,
# threads, other targets: all by BUILD/bin/tcr-cc, with $TCR_CC (gcc) behind it.
# Tests as in ../harness.sh.
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
REAL_CC=${TCR_CC:-gcc}
harness_begin annotated
harness_watch_temporaries
case $("$REAL_CC" --version) in
*clang*) KIND=clang ;;
*) KIND=gcc ;;
esac
WRAPPER=$BUILD/bin/tcr-cc
ROOT=$(cd "$here/../.." && pwd)
HERE=$here
CACHE=${TCR_SIM_CACHE:-$tmp/cache}
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
[ -n "${TCR_SIM_CACHE-}" ] || mkdir "$tmp/cache"
chmod +x "$tmp/bin/"*
PATH=$tmp/bin:$PATH

harness_run "$(printf '%s\n' "$@")" "$here"/t_*.sh
