#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the generator of random programs.
#
#     tests/fuzz/build.sh PROGRAM
cd "$(dirname "$0")" || exit 2
# shellcheck disable=SC2046  # names without blanks
exec ${CC:-cc} -std=c17 -O1 -o "$1" $(find . mixed -maxdepth 1 -name "*.c" ! -name mutate.c)
