#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds, with tcr-cc, the programs that run.sh runs on a GPU machine (which has
# no libclang): the samples, the README's example, the test programs, generated
# programs, the C API's test and the benchmarks of resident sums, of nests, of prefix sums and of whole
# programs.
#
#     tests/device/prepare.sh BUILD DIR [PROGRAMS]
#
# PROGRAMS (500) generated programs, from seed DEVICE_SEED, as tests/fuzz/run.sh
# draws them, DEVICE_JOBS (2) units at a time.  DIR is then passed to run.sh.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
[ $# -ge 2 ] || { sed -n '3,11s/^# \{0,1\}//p' "$0"; exit 2; }
cc=$(cd "$1" && pwd)/bin/tcr-cc
mkdir -p "$2" && dir=$(cd "$2" && pwd) || exit 2
programs=${3:-500}
arch=${DEVICE_ARCH:-sm_90}
failed=0

for sample in "$root"/samples/*/; do
    name=$(basename "$sample")
    # what needs more than a C compiler, and callers of the C API alone, which want an
    # installed library: tests/library/device.c instead
    [ ! -e "$sample/needs" ] && [ "$name" != series ] || continue
    tmp=$(mktemp -d) && cp -R "$sample/." "$tmp" || exit 1
    (cd "$tmp" && make -s clean && make -s CC="$cc --tcr-arch=$arch" >/dev/null &&
        make -n check) >"$tmp/how" || failed=1
    cp -pR "$tmp" "$dir/sample-$name" && rm -rf "$tmp"
done

FUZZ_BUILD=$dir FUZZ_TCR_FLAGS="--tcr-arch=$arch" FUZZ_JOBS=${DEVICE_JOBS:-2} \
    sh "$root/tests/fuzz/run.sh" "$programs" "$1" "${DEVICE_SEED:-700001}" || failed=1
PROGRAMS_BUILD=$dir PROGRAMS_ARCH=$arch sh "$root/tests/programs/run.sh" "$1" || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root/tests/library/device.c" "$root/tests/library/cases.c" \
    "$root/tests/library/reproducible.c" "$root/tests/library/overflow.c" \
    "$root/tests/library/chained.c" "$root/tests/library/segments.c" "$root/tests/library/ends.c" \
    -o "$dir/library" -ldl -lm && strip "$dir/library" || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root/bench/resident.c" -o "$dir/resident" -lm || failed=1
"$cc" --tcr-arch="$arch" --tcr-accept=omp -fopenmp -std=gnu17 -O2 "$root"/bench/nests/*.c -o "$dir/nests" -ldl -lm || failed=1
ARCH=$arch sh "$root/bench/programs/run.sh" build "$1" "$dir/whole" || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root"/bench/scan/*.c -o "$dir/scan" -ldl || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root"/bench/products/*.c -o "$dir/products" -ldl -lm || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root"/bench/precision/*.c -o "$dir/precision" -ldl -lm || failed=1
"$cc" --tcr-arch="$arch" -std=gnu17 -O2 "$root/bench/prefixes.c" -o "$dir/prefixes" -lm || failed=1
sed -n '/^```c norm\.c$/,/^```$/p' "$root/README.md" | sed '/^```/d' >"$dir/norm.c"
(cd "$dir" && "$cc" --tcr-arch="$arch" --tcr-lineinfo -O2 norm.c -o norm -lm) || failed=1
exit $failed
