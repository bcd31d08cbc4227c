#!/bin/sh
# SPDX-License-Identifier: MIT
# Conformance: tcr-cc against the compiler that it calls.
#
#     tests/conformance/run.sh BUILD [LINE...]      (default: all)
#     tests/conformance/run.sh --list               their names: FILE:NUMBER
#
# Each line of *.txt is a command, run once with the bare compiler and once with
# tcr-cc, in a tree/ of its own at the same place.  Every file that is there then,
# what was printed on standard output and standard error, and the exit status must be
# equal to the byte.  A line without $CC is a list of arguments; any other is for the
# shell.  `gcc> ` before a line: not with clang (the reason is in docs/tcr-cc.md).
# `times> `: the compiler prints times that it took, on standard error or in a text file;
# of those only that something was printed is compared.  Where two runs of the bare
# compiler differ (random names), the files that differ are left out, and the line is
# counted as such.
#
# marked/*.txt are run on sources with directives (tree/ with marked/tree/ over it).  Their
# objects may differ, so what is compared is: standard output, standard error, exit
# status, the names of all files, and the depfiles.  The bare compiler gets
# -Wno-unknown-pragmas: a directive that is honoured is not unknown.
#
# stages.list: see stages.sh.  COMPILERS are gcc and clang-19 or clang; JOBS is the number of
# lines at a time.  ONLY=PATTERN runs the lines that match it; PART is plain or marked for one half
# of the lines.  RECORDED=N: of the lines that are lists of arguments, on sources without directives, only
# every Nth calls the compiler if it is called once by tcr-cc, with the very words, environment and input
# that it gets without: what recorder.c in its place has noted.  Else it, too, is called.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
# numbered FILE...: the lines, each after its name, from $here, and a tab.
numbered() {
    for file; do
        awk -v file="$file" '!/^#/ && !/^$/ { print file ":" FNR "\t" $0 }' "$here/$file"
    done
}
plain_files="build.txt cpp.txt gcc.txt" marked_files=marked/lines.txt
if [ "$1" = --list ]; then
    # shellcheck disable=SC2086  # lists of words
    numbered $plain_files $marked_files stages.list | cut -f1
    exit
fi
build=$(cd "$1" && pwd) || exit 2
BUILD=$build
shift
names=$(printf '%s\n' "$@" | grep -v '^stages')
stages=$(printf '%s\n' "$@" | grep '^stages')
jobs=${JOBS:-$(nproc)}
only=${ONLY:-.}
. "$here/../harness.sh"
harness_begin conformance

# shellcheck disable=SC2086  # a list of words
set -- ${COMPILERS-}
if [ $# -eq 0 ]; then
    for cc in gcc clang-19 clang; do
        ! command -v $cc >/dev/null || case " $* " in *clang*) ;; *) set -- "$@" $cc ;; esac
    done
fi

mkdir "$tmp/plain" "$tmp/marked"
cp -R "$here/tree" "$tmp/plain/work"
cp -R "$here/tree" "$tmp/marked/work"
cp -R "$here/marked/tree/." "$tmp/marked/work"
# What a line writes to is newer than that.
find "$tmp/plain" "$tmp/marked" -type f -exec touch -d 2001-01-01 {} +
touch -d 2002-02-02 "$tmp/later"
# The bare compiler for those: the option last, but for a -- that ends them.
for cc; do
    printf '#!/bin/sh\ncase " $* " in\n*" -- "*) exec %s -Wno-unknown-pragmas "$@" ;;\nesac\n' \
        "$cc" >"$tmp/bare-$cc"
    printf 'exec %s "$@" -Wno-unknown-pragmas\n' "$cc" >>"$tmp/bare-$cc"
    chmod +x "$tmp/bare-$cc"
done

recorded=${RECORDED:-1}
mkdir "$tmp/record"
[ "$recorded" = 1 ] || for cc; do
    "$cc" -O0 "$here/recorder.c" -o "$tmp/record/$cc" || exit 1
done

# take_tree: the tree for this job, which its lines share as long as none of them writes to a file of it.
take_tree() {
    rm -rf tree
    cp -R -p "$tree" tree
    find tree -type f >files
}

# written: has a line written to a file of the job's tree?
written() {
    while IFS= read -r file; do
        [ ! "$file" -nt "$tmp/later" ] || return 0
    done <files
    return 1
}

# run WHO CC LINE [FROM]: in the directory box/work of this job, which becomes WHO/work; beside
# it what was printed.  There is no WHO yet.  The files are links to those of the job's tree, or copies of
# those of FROM.
run() {
    if [ $# = 4 ]; then
        cp -R -p "$4" box
    else
        cp -R -l tree box
    fi
    (
        if [ "$1" = wrapped ]; then
            TCR_CC=$2 CC=$build/bin/tcr-cc
            # No device code: it takes long, and without a CUDA Toolkit a line says so.
            [ -z "$marks" ] || CC="$CC --tcr-arch=none"
            export TCR_CC
        else
            CC=$2
            [ -z "$marks" ] || CC=$tmp/bare-$2
        fi
        case $3 in *'$CC'*) line=$3 ;; *) line="\$CC $3" ;; esac
        export CC
        cd box/work && exec 5>&1 sh -c "$line"
    ) >box/out 2>box/err </dev/null
    echo "exit status $?" >>box/out
    mv box "$1"
}

# Names of temporaries, in what was printed.
without_temporaries() {
    sed -i 's/cc[A-Za-z0-9]\{6\}/TEMPORARY/g; s|-[0-9a-f]\{6\}\([."'\'' :]\)|-TEMPORARY\1|g
            s|tcr-cc-[A-Za-z0-9]\{6\}|TEMPORARY|g' "$@"
}

# Times vary from run to run, and two runs may agree by chance.
without_times() {
    for printed; do
        [ ! -s "$printed" ] || { rm "$printed" && echo "something" >"$printed"; }
    done
}

# equal A B: what `run` left of both.
equal() {
    if [ -z "$marks" ]; then
        diff -r "$1" "$2"
        return
    fi
    (cd "$1" && find . | sort) >"names.$1"
    (cd "$2" && find . | sort) >"names.$2"
    diff "names.$1" "names.$2" && diff "$1/out" "$2/out" && diff "$1/err" "$2/err" &&
        (cd "$1" && find . -name '*.d') | while read -r file; do
            diff "$1/$file" "$2/$file" || return 1
        done
}

# What differs between two runs of the bare compiler says nothing.
leave_out_unstable() {
    rm -rf again
    run again "$cc" "$line" "$tree"
    without_temporaries again/out again/err
    diff -rq bare again | sed -n 's|^Files bare/\(.*\) and again/.* differ$|\1|p' >unstable
    while read -r file; do
        rm -f "bare/$file" "wrapped/$file"
        : >"bare/$file"
        : >"wrapped/$file"
    done <unstable
    [ -s unstable ]
}

# run_both: the line by the bare compiler and by tcr-cc.
run_both() {
    rm -rf bare wrapped
    run bare "$cc" "$line"
    run wrapped "$cc" "$line"
    if written; then # so that neither has what the other wrote
        take_tree
        rm -rf bare wrapped
        run bare "$cc" "$line" "$tree"
        run wrapped "$cc" "$line" "$tree"
    fi
}

# same_call: does tcr-cc leave this line to the compiler as it is, so that there is nothing to compare?
same_call() {
    [ "$recorded" != 1 ] && [ -z "$marks" ] && [ $((at % recorded)) != 0 ] || return 1
    case $line in *'$CC'*) return 1 ;; esac
    export RECORD="$PWD/noted"
    rm -rf bare wrapped noted noted.bare
    run bare "$tmp/record/$cc" "$line"
    mv noted noted.bare 2>/dev/null || return 1
    run wrapped "$tmp/record/$cc" "$line"
    [ -e noted ] && cmp -s noted.bare noted && equal bare wrapped >difference
}

# worker N CC LINES: each `jobs`-th line; a letter for each: . as it should be, u but
# for files that are never the same, F not so.
worker() {
    mkdir -p "$tmp/$1" && cd "$tmp/$1" || exit 1
    cc=$2 at=0
    take_tree
    while IFS='	' read -r place line; do
        at=$((at + 1))
        [ $((at % jobs)) = "$1" ] || continue
        prints_times=
        case $line in 'gcc> '*) line=${line#gcc> } ;; esac
        case $line in 'times> '*) prints_times=yes line=${line#times> } ;; esac
        if same_call; then
            echo . >>marks
            continue
        fi
        run_both
        [ -z "$prints_times" ] ||
            without_times bare/err wrapped/err bare/work/*.txt wrapped/work/*.txt \
                bare/work/*.csv wrapped/work/*.csv bare/work/*.json wrapped/work/*.json
        if equal bare wrapped >difference; then
            echo . >>marks
        elif without_temporaries bare/??? wrapped/??? && equal bare wrapped >difference; then
            echo . >>marks
        elif leave_out_unstable && equal bare wrapped >difference; then
            echo u >>marks
            [ "$only" = . ] || sed 's/^/    never the same: /' unstable
        else
            echo F >>marks
            echo "FAILED: conformance/$place with $cc: $line"
            again "$build" "conformance/$place" COMPILERS="$cc"
            head -30 difference | cut -c1-300 | sed 's/^/    /'
        fi
    done <"$3"
}

# lines FILE... CC: those of the files, on the tree that is set.
lines() {
    numbered "$@" | grep -e "$only" >"$tmp/lines"
    case $cc in
    *clang*) sed -i '/^[^\t]*\tgcc> /d' "$tmp/lines" ;;
    esac
    if [ -n "$names$stages" ]; then
        echo "$names" | sed '/./s/$/\t/; /^$/d' >"$tmp/names"
        grep -F -f "$tmp/names" "$tmp/lines" >"$tmp/chosen"
        mv "$tmp/chosen" "$tmp/lines"
    fi
    n=0
    while [ $n -lt "$jobs" ]; do
        worker $n "$cc" "$tmp/lines" >"$tmp/$n.said" &
        n=$((n + 1))
    done
    wait
    cat "$tmp"/*.said
}

count() { cat "$tmp"/*/marks 2>/dev/null | grep -c "$1"; }

part=${PART:-both}
for cc; do
    tree=$tmp/plain marks=
    [ "$part" = marked ] || lines $plain_files
    tree=$tmp/marked marks=yes
    [ "$part" = plain ] || lines $marked_files
    echo "$cc: $(count "[.uF]") lines so far, $(count u) of them but for files that are never the same"
done
failed=$(count F)
passed=$(count "[.u]")
[ "$part" != both ] || { [ -n "$names" ] && [ -z "$stages" ]; } || {
    # shellcheck disable=SC2086  # names without blanks
    sh "$here/stages.sh" "$build" $stages >"$tmp/stages.out"
    cat "$tmp/stages.out"
    # The last line: N passed, M failed
    passed=$((passed + $(sed -n '$s/ passed.*//p' "$tmp/stages.out")))
    failed=$((failed + $(sed -n '$s/.*, \([0-9]*\) failed/\1/p' "$tmp/stages.out")))
}
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
