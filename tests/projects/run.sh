#!/bin/sh
# SPDX-License-Identifier: MIT
# Projects of others, as they are published, built by tcr-cc.
#
#     tests/projects/run.sh BUILD [PROJECT...]
#     tests/projects/run.sh --list
#
# The file `table` has the projects (default: all of it).  Each is downloaded by its name as a source
# package of the distribution, then configured, built and tested twice in the same folder: by the
# bare compiler (TCR_CC, else gcc) and by BUILD/bin/tcr-cc in its place.  It passes if
#
#     configure   leaves the same files, but for the compiler's name
#     warnings    of the two builds are the same
#     objects     and programs have the same bytes; if not, the bare compiler builds once more, and
#                 what differs then, too, does not count
#     tests       of the project itself succeed, as many as with the bare compiler
#
# A line each says so, with the processor time (user and system) of the build by the bare compiler,
# and that of tcr-cc as its ratio, and the ratio of the elapsed times; nothing depends on these.
# What cannot be downloaded, or lacks a tool, is left out with a line.  Variables:
#
#     WORK     downloads and builds (BUILD/projects); kept, so that a download is made once
#     HOW      cc: CC=tcr-cc (the default); links: links named gcc and cc come first on PATH;
#              ccache: CC="ccache tcr-cc", built twice, the second time out of the cache
#     PAIRS    yes: build a third time, each command by both compilers in turn (pair.c), for times
#              that can be compared on a machine that does other things, too
#     JOBS     parallel jobs of a build (nproc)
#     TESTS    no: leave out the projects' tests
set -u
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../again.sh"
if [ "$1" = --list ]; then
    sed -n 's/^project: *//p' "$here/table"
    exit
fi
build=$(cd "$1" && pwd) || exit 2
shift
table=$here/table
work=${WORK:-$build/projects}
how=${HOW:-cc}
JOBS=${JOBS:-$(nproc)}
bare=${TCR_CC:-gcc}
mkdir -p "$work/download" && work=$(cd "$work" && pwd) || exit 2
for variable in $(env | sed -n 's/^\(TCR_[A-Z_]*\)=.*/\1/p'); do
    unset "$variable"
done
unset CFLAGS CPPFLAGS LDFLAGS MAKEFLAGS CPATH C_INCLUDE_PATH GCC_COLORS
LC_ALL=C
SOURCE_DATE_EPOCH=1600000000 # for __DATE__
export LC_ALL SOURCE_DATE_EPOCH JOBS
passed=0
failed=0
. "$here/source.sh"
. "$here/compare.sh"

have() { command -v "$1" >/dev/null 2>&1; }

# field NAME: of the project in the table.
field() {
    awk -v project="$project" -v name="$1" '
        $1 == "project:" { found = $2 == project }
        found && $1 == name ":" { sub(/^[^:]*: */, ""); print }' "$table"
}

# lacks: the first thing that the project needs and that is not there.
lacks() {
    for need in $(field needs); do
        case $need in
        lib:*) have pkg-config && pkg-config --exists "${need#lib:}" || echo "the library ${need#lib:}" ;;
        *) have "$need" || echo "$need" ;;
        esac
    done | sed 1q
}

# unpack: the sources, as ./src
unpack() {
    rm -rf src
    mkdir src
    tar -xf "$tarball" -C src --strip-components=1 && : >stamp
}

# compilers SIDE: who compiles.  The bare compiler is a word; the side tcr has the names of $how.
compilers() {
    CC=$bare
    PATH=$path
    case $1.$how in
    tcr.cc) CC=tcr-cc PATH=$build/bin:$path TCR_CC=$bare ;;
    tcr.links) PATH=$work/links:$path ;;
    tcr.ccache) CC="ccache tcr-cc" PATH=$build/bin:$path TCR_CC=$bare CCACHE_DIR=$PWD/cache.tcr ;;
    bare.ccache) CC="ccache $bare" CCACHE_DIR=$PWD/cache.bare ;;
    pair.*) CC=$work/pair TCR_CC=$bare ;;
    esac
    export CC PATH
    [ -z "${TCR_CC-}" ] || export TCR_CC
    [ -z "${CCACHE_DIR-}" ] || export CCACHE_DIR
}

# step SIDE NAME: run the step of the table in ./src; SIDE.NAME.log has what it printed and
# SIDE.NAME.time the seconds of processor time and those elapsed.
step() {
    command=$(field "$2")
    [ -n "$command" ] || return 0
    start=$(date +%s%N)
    (
        compilers "$1"
        cd src && exec sh -c "$command"'
            status=$?; times >&3; exit $status'
    ) 3>"$1.$2.time" >"$1.$2.log" 2>&1 </dev/null || return 1
    end=$(date +%s%N)
    awk -v elapsed=$((end - start)) 'function seconds(t) { split(t, p, /[ms]/); return 60 * p[1] + p[2] }
         NR == 2 { printf "%.3f %.3f\n", seconds($1) + seconds($2), elapsed / 1e9 }' \
        "$1.$2.time" >"$1.$2.taken"
}

# make_side SIDE: all steps, ending with the tree as ./SIDE.  Fails with the step in $at.
make_side() {
    at='unpack'
    unpack || return 1
    at='configure'
    step "$1" configure || return 1
    generated "$1"
    at='build'
    step "$1" build || return 1
    if [ "$how" = ccache ]; then
        (cd src && make clean) >/dev/null 2>&1
        step "$1" build || return 1
    fi
    outputs "$1"
    if [ "$1" != again ] && [ "${TESTS:-yes}" = yes ]; then
        at='test'
        step "$1" test
        echo $? >"$1.status"
    fi
    rm -rf "$1"
    mv src "$1"
}

# spent: times of the builds by tcr-cc over those of the bare compiler.
spent() {
    paste bare.build.taken tcr.build.taken |
        awk '{ printf "build %.2f s, ratio %.2f (elapsed %.2f)", $1, $3 / ($1 ? $1 : 1), $4 / $2 }'
    [ "${PAIRS-}" = yes ] || return 0
    rm -f pair.times
    unpack && step pair configure && PAIR_LOG=$PWD/pair.times && export PAIR_LOG && step pair build
    [ -s pair.times ] && awk '{ a += $1; b += $2; c += $3; d += $4 }
        END { printf "; in pairs, %d commands of %.2f s, ratio %.3f (elapsed %.3f)", NR, b, a / b, c / d }
        ' pair.times
}

# verdict NAME TEXT: what a comparison says; it begins with "same" where it passed.  Tests that fail
# with the bare compiler, too, say nothing.
verdict() {
    case $2 in
    same*) passed=$((passed + 1)) ;;
    "failed with both"*) ;;
    *)
        failed=$((failed + 1))
        printf 'FAIL projects/%s: %s: %s\n' "$project" "$1" "$2"
        again "$build" "projects/$project"
        ;;
    esac
}

try_project() {
    need=$(lacks)
    if [ -n "$need" ]; then
        echo "left out: $project: it needs $need"
        return
    fi
    if ! tarball=$(tarball "$(field source)"); then
        echo "left out: $project: its sources cannot be downloaded ($work/download/$(field source).log)"
        return
    fi
    mkdir -p "$work/$project"
    cd "$work/$project" || exit 1
    rm -rf bare tcr again ./cache.* ./*.log ./*.status
    for side in bare tcr; do
        if ! make_side $side; then
            failed=$((failed + 1))
            echo "FAIL projects/$project: $side: $at ($work/$project/$side.$at.log)"
            again "$build" "projects/$project"
            tail -5 "$side.$at.log" 2>/dev/null | sed 's/^/    /'
            return
        fi
    done
    verdict configure "$(compare_configured)"
    verdict warnings "$(compare_warnings)"
    objects=$(compare_outputs)
    case $objects in
    same*) ;;
    *) make_side again && objects=$(compare_outputs again) ;;
    esac
    verdict objects "$objects"
    tests="not run"
    if [ -e tcr.status ]; then
        tests=$(compare_tests)
        verdict tests "$tests"
    fi
    version=$(basename "$tarball" | sed 's/^[^_]*_//; s/\.orig.*//')
    printf '%s %s (%s): objects %s; tests %s; %s\n' "$project" "$version" "$(field system)" \
        "$objects" "$tests" "$(spent)"
    [ -n "${KEEP-}" ] || rm -rf src bare tcr again ./cache.*
}

case $how in
cc) ;;
links)
    mkdir -p "$work/links"
    for name in gcc cc "$bare"; do
        ln -sf "$build/bin/tcr-cc" "$work/links/$name"
    done
    ;;
ccache) have ccache || { echo "left out: there is no ccache"; echo "0 passed, 0 failed"; exit 0; } ;;
*) echo "run.sh: HOW=$how: cc, links or ccache" >&2; exit 2 ;;
esac
path=$PATH
if [ "${PAIRS-}" = yes ]; then
    $bare -O1 -o "$work/pair" "$here/pair.c" || exit 2
    PAIR_A=$build/bin/tcr-cc PAIR_B=$bare
    export PAIR_A PAIR_B
fi
# shellcheck disable=SC2046  # names without spaces
[ $# -gt 0 ] || set -- $(sed -n 's/^project: *//p' "$table")
for project; do
    if [ -z "$(field source)" ]; then
        echo "run.sh: $project: no such project in $table" >&2
        exit 2
    fi
    try_project
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
