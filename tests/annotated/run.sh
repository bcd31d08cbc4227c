#!/bin/sh
# Whatever is done with C code is done with code that has directives, too.
#
#     tests/annotated/run.sh BUILD [PATTERN]
#
# Debuggers, coverage, warnings, sanitizers, the compiler's options, libraries,
# threads, other targets: all by BUILD/bin/tcr-cc, with $TCR_CC (gcc) behind it.
# A test is a function test_NAME of one of the files beside this one; it runs in
# an empty directory of its own and fails with its first command that fails.
# `skip WHY` ends one that cannot run here.  ANNOTATED_FILES are the files to
# take (default: all): what does not depend on the compiler need not run twice.
set -u
[ $# -ge 1 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
BUILD=$(cd "$1" && pwd) || exit 2
pattern=${2:-.}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-annotated.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

REAL_CC=${TCR_CC:-gcc}
for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
done
unset CPATH C_INCLUDE_PATH LIBRARY_PATH GCC_COLORS
case $("$REAL_CC" --version) in
*clang*) KIND=clang ;;
*) KIND=gcc ;;
esac
LC_ALL=C
TMPDIR=$tmp/temporaries
WRAPPER=$BUILD/bin/tcr-cc
ROOT=$(cd "$here/../.." && pwd)
HERE=$here
CACHE=$tmp/cache
TCR_CC=$REAL_CC
export CACHE LC_ALL TMPDIR REAL_CC KIND BUILD WRAPPER ROOT HERE TCR_CC
mkdir -p "$tmp/temporaries" "$tmp/bin"
# Programs and not functions, whose trace would be among what they say.
# wrapped: for the host and the simulated device alone; the rest is other tests' matter.
cat >"$tmp/bin/wrapped" <<'X'
#!/bin/sh
exec "$WRAPPER" --tcr-arch=none "$@"
X
cat >"$tmp/bin/on_device" <<'X'
#!/bin/sh
TCR_BACKEND=sim TCR_TARGET=device TCR_SIM_CACHE=$CACHE exec "$@"
X
mkdir "$tmp/cache"
chmod +x "$tmp/bin/"*
PATH=$tmp/bin:$PATH

passed=0 failed=0 skipped=0 number=0
for file in ${ANNOTATED_FILES:-"$here"/t_*.sh}; do
    file=$here/$(basename "$file")
    for name in $(sed -n 's/^\(test_[a-z0-9_]*\)().*/\1/p' "$file" | grep -e "$pattern"); do
        number=$((number + 1))
        mkdir "$tmp/$number"
        (cd "$tmp/$number" && exec sh -eu -c '. "$1/helpers.sh"; . "$2"; set -x; "$3"' sh \
            "$here" "$file" "$name") >"$tmp/$number.out" 2>&1
        case $? in
        0) passed=$((passed + 1)) ;;
        77)
            skipped=$((skipped + 1))
            echo "skipped: $name: $(sed -n 's/^skip: //p' "$tmp/$number.out")"
            ;;
        *)
            failed=$((failed + 1))
            echo "FAILED: $name ($(basename "$file"))"
            sed 's/^/    /' "$tmp/$number.out" | tail -25
            ;;
        esac
        left=$(ls "$tmp/temporaries")
        if [ -n "$left" ]; then
            failed=$((failed + 1))
            echo "FAILED: $name left temporaries: $left"
            rm -rf "$tmp/temporaries" && mkdir "$tmp/temporaries"
        fi
        rm -rf "${tmp:?}/$number"
    done
done
[ $skipped = 0 ] || echo "$skipped skipped"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
