#!/bin/sh
# SPDX-License-Identifier: MIT
# TCR_SIM_CXX for suites of many units that each run for a moment: the compiler of the simulated device,
# without optimisation and with the kernels' headers compiled once.  They are kept in TCR_SIM_CACHE, by the
# name of the directory in which the runtime has written the headers, and the options.  Of the compilers clang is the one that then takes a third
# of the other's time; other suites have the usual one.
cxx=c++ compiled=gch ahead=
if command -v clang++ >/dev/null; then
    cxx=clang++ compiled=pch ahead=-fpch-instantiate-templates
fi
header=tcr_device.cuh
read -r first <unit.cc
options= headers=
for word; do # those before the input
    case $word in
    unit.cc) break ;;
    -I../headers-*) headers=${word#-I} ;;
    -shared) ;;
    *) options="$options $word" ;;
    esac
done
case ${headers:+$compiled $first} in
*" #include \"$header\"" | 'pch #include "'*) ;;
*) exec $cxx "$@" -O0 ;;
esac
sum=$(echo "$cxx$options" | cksum)
kept=$TCR_SIM_CACHE/compiled-${headers##*-}-${sum%% *}-${sum##* }
# Where they are first said to be, they stay: clang's have their paths in them.  Who comes meanwhile does without.
if [ ! -d "$kept" ] && mkdir "$kept" 2>/dev/null; then
    # shellcheck disable=SC2086  # a list of words
    cp "$headers"/* "$kept" && $cxx $options -O0 $ahead -x c++-header "$kept/$header" -o "$kept/new" 2>/dev/null &&
        mv "$kept/new" "$kept/$header.$compiled"
fi
[ -e "$kept/$header.$compiled" ] || exec $cxx "$@" -O0
[ $compiled = pch ] || exec $cxx -include "$kept/$header" "$@" -O0
# Clang knows a header again by its file: the unit comes from where the headers are.  What links is the usual
# compiler, which is sooner at it.
here=$PWD
# shellcheck disable=SC2086  # a list of words
(cd "$kept" && $cxx -include-pch $header.pch $options -O0 -x c++ -c - -o "$here/unit.o" <"$here/unit.cc") || exit
for word; do
    shift
    case $word in
    unit.cc) set -- "$@" unit.o ;;
    *) set -- "$@" "$word" ;;
    esac
done
status=0
c++ "$@" || status=$?
rm -f unit.o
exit $status
