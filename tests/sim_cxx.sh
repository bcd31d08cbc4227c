#!/bin/sh
# SPDX-License-Identifier: MIT
# TCR_SIM_CXX for suites of many units that each run for a moment: the compiler of the simulated device,
# without optimisation and with the kernels' headers compiled once.  The headers are kept in
# TCR_SIM_CACHE, by their text and the options.
cxx=c++
header=tcr_device.cuh
if [ -z "${TCR_SIM_CACHE-}" ] || [ "$(sed 1q unit.cc)" != "#include \"$header\"" ]; then
    exec $cxx "$@" -O0
fi
options=
for word; do # those before the input
    case $word in
    unit.cc) break ;;
    -shared) ;;
    *) options="$options $word" ;;
    esac
done
kept=$TCR_SIM_CACHE/headers-$({ cat ./*.cuh ./*.h && echo "$options"; } | cksum | tr ' ' '-')
# compile_headers FOLDER: the compiled headers there.
compile_headers() {
    # shellcheck disable=SC2086  # a list of words
    cp ./*.cuh ./*.h "$1" && $cxx $options -O0 -x c++-header "$1/$header" -o "$1/$header.gch" 2>/dev/null
}
if [ ! -e "$kept" ] && new=$(mktemp -d "$TCR_SIM_CACHE/new-XXXXXX"); then
    compile_headers "$new" && mv -T "$new" "$kept" 2>/dev/null || rm -rf "$new" # another was first, or it cannot be made
fi
[ ! -e "$kept" ] || set -- -include "$kept/$header" "$@"
exec $cxx "$@" -O0
