#!/bin/sh
# SPDX-License-Identifier: MIT
# Installed as tcr-gcc-ar, tcr-gcc-ranlib, tcr-llvm-ar and tcr-llvm-ranlib: the archivers that know
# the compiler's link-time optimisation.  CMake looks for them beside a compiler, by its name; that
# of the real compiler's version comes first, as in CMake's own search.
tool=${0##*/}
tool=${tool#tcr-}
case $0 in
*/*) compiler=${0%/*}/tcr-cc ;;
*) compiler=tcr-cc ;;
esac
version=$("$compiler" -dumpversion 2>/dev/null)
for name in "$tool-${version%%.*}" "$tool" "$("$compiler" -print-prog-name="$tool" 2>/dev/null)"; do
    if command -v "$name" >/dev/null 2>&1; then
        exec "$name" "$@"
    fi
done
echo "tcr-$tool: cannot find '$tool'; it comes with the compiler" >&2
exit 127
