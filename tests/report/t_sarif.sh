# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# --tcr-report=sarif:FILE.

# unit FILE FUNCTION: one loop for the device, one that is refused.
unit() {
    cat >"$1" <<END
int printf(const char *, ...);
double $2(const double *a, int n);
double $2(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) {
        s += a[i];
        printf("%g\n", a[i]);
    }
    return s;
}
END
}
# results FILE: what it leaves in a log.
results() {
    echo "$1:6:13 device informational none"
    echo "$1:9:13 call-sequential fail warning"
}
logged() {
    wrapped --tcr-report=sarif:"${log:-log.sarif}" "$@" 2>said
}
fails_logged() {
    status 1 wrapped --tcr-report=sarif:"${log:-log.sarif}" "$@" 2>said
}
# lists LOG LINE...: these are the results, in this order.
lists() {
    of=$1
    shift
    expect "$(printf '%s\n' "$@")" sarif "$of" list
}

test_sarif_results() {
    cat >a.c <<'END'
double g(double);
double f(const double *a, int n)
{
    double s = 0, é = 0;
#pragma tcr reduce(+:s) \
    reduce(max:é)
    for (int i = 0; i < n; i++)
        s += a[i];
/*é*/ _Pragma("tcr reduce(+:s)")
    for (int i = 0; i < n; i++)
        /* é */ s += g(a[i]);
#pragma trc reduce(+:s)
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) {
#pragma tcr reduce(+:s)
        for (int j = 0; j < 4; j++)
            s += a[i + j];
    }
    return s + é;
}
END
    logged -c a.c
    lists log.sarif "a.c:5:13 device informational none" "a.c:6:16 warning fail warning" \
        "a.c:9:20 call-unknown fail warning" "a.c:12:9 misspelt fail warning" \
        "a.c:13:13 device informational none" "a.c:15:13 nested fail note"
    # the cause is elsewhere, in characters and not in bytes
    at="runs 0 results 2 relatedLocations 0"
    # shellcheck disable=SC2086  # the words of a path
    expect "{'startLine': 11, 'startColumn': 22, 'endColumn': 23}" \
        sarif log.sarif path $at physicalLocation region
    # shellcheck disable=SC2086
    expect "the reason is here" sarif log.sarif path $at message text
    expect 13 sarif log.sarif path runs 0 results 5 relatedLocations 0 physicalLocation region startLine
    expect f sarif log.sarif path runs 0 results 0 locations 0 logicalLocations 0 name
    # the words of the message, and the facts of the JSON report
    text=$(sarif log.sarif path runs 0 results 2 message text)
    grep -F "a.c:9:21: warning: $text [call-unknown] [tcr]" said
    expect mma-f64-m16n8k16 sarif log.sarif path runs 0 results 0 properties variables 0 path
    expect "[0:n]" sarif log.sarif path runs 0 results 0 properties sections 0 extent
    # the rules are those of the page
    text=$(sarif log.sarif path runs 0 tool driver rules 0 fullDescription text)
    [ "${text%%. *}." = "The function is neither defined in this unit nor one of 'math.h' that the device has." ]
    sarif log.sarif path runs 0 tool driver rules 0 helpUri | grep '/refusals.md#call-unknown$'
    sarif log.sarif path runs 0 tool driver rules 0 help text | grep '^Remedy: .*\.$'
}
test_sarif_errors() {
    unit a.c f
    sed -i '6s/+:s/%:s/' a.c
    fails_logged -c a.c
    lists log.sarif "a.c:6:20 invalid fail error" "a.c:9:13 other-error fail note"
    unit a.c f
    fails_logged --tcr-strict -c a.c
    lists log.sarif "a.c:6:13 device informational none" "a.c:9:13 call-sequential fail error"
    logged -w -c a.c
    lists log.sarif "$(results a.c)"
    echo 'int outer(void) { int inner(void) { return 1; } return inner(); }' >>a.c
    cc=gcc && logged -c a.c
    lists log.sarif "a.c:6:13 unparsable fail warning" "a.c:9:13 unparsable fail warning"
    at="runs 0 results 0 relatedLocations 0 physicalLocation region startLine"
    # shellcheck disable=SC2086  # the words of a path
    expect 16 sarif log.sarif path $at
}
test_sarif_every_reason() {
    page=$HERE/../../docs/refusals.md
    awk '/^### `/ { split($0, part, "`"); code = part[2]; n = 0 }
         /^## / { code = "" }
         /^```/ && file { close(file); file = ""; next }
         /^```c$/ && code && !n++ { file = code ".c"; print code >"codes"; next }
         file { print >file }' "$page"
    while read -r code; do
        # shellcheck disable=SC2046  # lists of words
        set -- $(sed -n '1s|^/\* options: \(.*\) \*/$|\1|p' "$code.c")
        own=
        while [ $# -gt 0 ] && [ "${1#--tcr-}" != "$1" ]; do
            own="$own $1"
            shift
        done
        # shellcheck disable=SC2086
        "$REWRITE" --tcr-report=sarif:log.sarif $own "$code.c" -- gcc "$@" >/dev/null 2>&1 </dev/null || :
    done <codes
    sarif log.sarif list >got
    while read -r code; do
        grep "^$code.c:[0-9]*:[0-9]* $code " got
    done <codes
    [ "$(wc -l <codes)" -gt 60 ]
}
test_sarif_places() {
    mkdir -p "top/.git" "top/one two/deep" "top/build" elsewhere
    unit "top/one two/deep/ä%b#.c" f
    unit elsewhere/x.c g
    echo '#pragma tcr reduce(+:x)
for (int i = 0; i < m; i++) x += y[i];' >top/loop.h
    echo 'double h(double *y, int m) { double x = 0;
#include "../../loop.h"
return x; }' >"top/one two/deep/h.c"
    ln -s "$PWD/top" link
    (cd top/build && logged -c "../one two/deep/../deep/ä%b#.c" -o 1.o)
    (cd top/one\ two/deep && log=../../build/log.sarif && logged -c h.c)
    (cd elsewhere && log=../link/build/log.sarif && logged -c x.c)
    (log=top/build/log.sarif && logged -c "link/one two/deep/h.c" -o 2.o)
    sarif top/build/log.sarif list >got
    here=$(pwd -P)
    for line in "one two/deep/ä%b#.c:9:13 call-sequential" "loop.h:1:13 device" \
        "file://$here/elsewhere/x.c:6:13 device"; do
        grep -F "$line" got
    done
    # one unit by two names
    [ "$(grep -c '^loop.h' got)" = 1 ]
    base=$(sarif top/build/log.sarif path runs 0 originalUriBaseIds %SRCROOT% uri)
    [ "$base" = "file://$here/top/" ]
    # two units of one name
    mkdir d1 d2
    for d in d1 d2; do
        unit $d/a.c $d
        (cd $d && log=../all.sarif && logged -c a.c)
    done
    lists all.sarif "$(results d1/a.c)" "$(results d2/a.c)"
}
test_sarif_again() {
    unit a.c f
    unit b.c g
    cc=gcc && logged -c b.c a.c
    cp log.sarif first
    cc=gcc && logged -c b.c a.c
    cmp log.sarif first
    lists log.sarif "$(results a.c)" "$(results b.c)"
    sed -i '6d' b.c
    logged -c b.c
    lists log.sarif "$(results a.c)" "b.c:8:13 call-sequential fail warning"
    grep -v pragma a.c >c && mv c a.c # no directive at all
    logged -c a.c
    lists log.sarif "b.c:8:13 call-sequential fail warning"
    sed -i '/pragma/d' b.c
    logged -fsyntax-only b.c
    [ -z "$(sarif log.sarif list)" ]
    # without a directive there is no log
    log=none.sarif logged -c a.c
    [ ! -e none.sarif ]
}
test_sarif_others() {
    unit a.c f
    for text in "my notes" '{"version":"2.1.0","runs":[]}'; do
        echo "$text" >log.sarif
        cp log.sarif before
        fails_logged -c a.c
        grep "cannot write the report 'log.sarif': it is there, and no log that tcr has written; remove it" said
        cmp log.sarif before
        [ ! -e a.o ]
    done
    rm log.sarif
    : >log.sarif # an empty one is nobody's
    logged -c a.c
    lists log.sarif "$(results a.c)"
    head -c 1000 log.sarif >half && cp half log.sarif
    fails_logged -c a.c
    cmp half log.sarif
    status 1 wrapped --tcr-report=sarif:/nowhere/log.sarif -c a.c 2>said
    grep "cannot write the report '/nowhere/log.sarif': No such file" said
    status 1 wrapped --tcr-report=sarif: -c a.c 2>said
    grep "tcr-cc: error: --tcr-report: 'sarif:' needs a file" said
    [ ! -c /dev/full ] || status 1 wrapped --tcr-report=sarif:/dev/full -c a.c
    # a link stays one, and so do the rights
    rm log.sarif
    mkdir logs
    touch logs/real.sarif
    chmod 640 logs/real.sarif
    ln -s logs/real.sarif log.sarif
    logged -c a.c
    [ -L log.sarif ]
    [ "$(stat -c %a logs/real.sarif)" = 640 ]
    lists log.sarif "$(results a.c | sed 's|^|file://'"$(pwd -P)"'/|')"
    [ "$(ls logs)" = real.sarif ]
    # standard output
    wrapped --tcr-report=sarif:- -c a.c >out
    wrapped --tcr-report=sarif -c a.c >out2
    cmp out out2
    lists out "$(results a.c)"
    wrapped --tcr-report=sarif:/dev/stdout -c a.c 2>/dev/null | cat >out3
    sarif out3
}
test_sarif_parallel() {
    needs make
    all=
    for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
        mkdir d$i
        unit d$i/u.c f$i
        all="$all d$i/u.o"
    done
    cat >Makefile <<END
all: $all
%.o: %.c
	cd \$(@D) && TCR_CC="$REAL_CC" $WRAPPER --tcr-arch=none --tcr-report=sarif:$PWD/log.sarif -c u.c 2>/dev/null
END
    # whoever reads meanwhile finds a whole log
    (while [ ! -e done ]; do
        sleep 0.2
        [ ! -s log.sarif ] || python3 -c 'import json; json.load(open("log.sarif"))' || echo >bad
    done) &
    make -j4 >/dev/null || echo >bad
    cp log.sarif first
    make -j4 -B >/dev/null || echo >bad
    touch done
    wait
    [ ! -e bad ]
    cmp log.sarif first # nor does the order matter
    lists log.sarif "$(for i in 1 10 11 12 2 3 4 5 6 7 8 9; do results d$i/u.c; done)"
    [ "$(ls log.sarif*)" = log.sarif ]
}
test_sarif_link() {
    mkdir sub
    cat >main.c <<'END'
double weight(const double *a, int i);
double hidden(const double *a, int i);
static double a[100];
int main(void)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += a[i];
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += weight(a, i);
#pragma tcr reduce(+:s)
    for (int i = 0; i < 100; i++)
        s += hidden(a, i);
#pragma trc reduce(+:s)
    return s > 0;
}
END
    echo 'double weight(const double *a, int i) { return 2 * a[i]; }' >weight.c
    printf '#include <stdio.h>\ndouble hidden(const double *a, int i) { puts(""); return a[i]; }\n' >hidden.c
    unit other.c f
    log=$PWD/log.sarif
    logged -c other.c
    logged --tcr-whole-program -c main.c
    logged --tcr-whole-program -c weight.c hidden.c
    set -- "main.c:7:13 device informational none" "main.c:10:13 call-unknown open none" \
        "main.c:13:13 call-unknown open none" "main.c:16:9 misspelt fail warning" "$(results other.c)"
    lists log.sarif "$@"
    for again in 1 2; do
        # the file is the link's working directory's, not the compilation's
        (cd sub && log=../log.sarif && logged --tcr-whole-program ../main.o ../weight.o ../hidden.o -o prog)
        lists log.sarif "main.c:7:13 device informational none" "main.c:10:13 device informational none" \
            "main.c:13:13 call-sequential fail warning" "main.c:16:9 misspelt fail warning" "$(results other.c)"
    done
    # the cause is in another file
    expect hidden.c sarif log.sarif path runs 0 results 2 relatedLocations 0 physicalLocation artifactLocation uri
    expect 2 sarif log.sarif path runs 0 results 2 relatedLocations 0 physicalLocation region startLine
    logged --tcr-whole-program -c main.c
    lists log.sarif "$@"
}
# The other forms have their columns, too, where editors look for them.
test_sarif_remarks() {
    unit a.c f
    expect "a.c:6:13: remark: device loop of 1 level; s + (double, FP64 MMA m16n8k16); copyin a[0:n];
a.c:9:13: remark: plain loop: call to 'printf': output must stay in the loop's order; move it out of the loop [call-sequential]" \
        wrapped --tcr-report=- -c a.c
}
