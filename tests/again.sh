# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# For runners: the line beside a failure that says how to repeat the case alone.

# again BUILD NAME [VARIABLE=VALUE...]: NAME is SUITE/CASE, BUILD the folder of the build.
again() {
    again_build=$1 again_name=$2
    shift 2
    case ${again_build##*/} in
    test-gcc) again_build= ;;
    test-*) again_build=" --build=${again_build##*/test-}" ;;
    *) again_build=" --build=$again_build" ;;
    esac
    case $again_name in
    *[!A-Za-z0-9_./:+-]*) again_name="'$again_name'" ;;
    esac
    echo "    again: ${BUILD_TOP:+BUILD=$BUILD_TOP }${*:+$* }tests/run.sh$again_build $again_name"
}

# chosen NAMES CASE: is the case among the names, one a line?  No names: all are.
chosen() {
    [ -z "$1" ] || printf '%s\n' "$1" | grep -q -x -F -e "$2"
}
