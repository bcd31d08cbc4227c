#!/bin/sh
# SPDX-License-Identifier: MIT
# What tcr-rewrite takes for large units: time and peak memory.
#
#     bench/rewriter_speed.sh BUILD [REPETITIONS]
#
# Units of up to 100,000 lines with ten directives, of up to 500 directives in
# 20,000 lines or in one function, of up to 1500 data directives, and with one
# directive in a function, a loop, a list of variables, a condition or a chain of calls that grows:
# medians of REPETITIONS (5) runs in milliseconds of processor time.  The preprocessing by TCR_CC
# (cc) is in it, and in a column of its own.
# No device code is compiled (--tcr-arch=none).  Linear growth shows as equal
# figures per line or per directive.
set -eu
[ $# -ge 1 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
rewrite=$(cd "$1" && pwd)/bin/tcr-rewrite
repetitions=${2:-5}
cc=${TCR_CC:-cc}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-bench.XXXXXX")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

# unit LINES DIRECTIVES [CLAUSE]: functions of 14 lines, of which so many, evenly
# spread, have a directive; the others write arrays.
unit() {
    awk -v lines="$1" -v regions="$2" -v clause="${3-}" 'BEGIN {
        print "struct particle { double x, y, z, m; int cell; };"
        print "#define SQUARE(x) ((x) * (x))"
        functions = int(lines / 14)
        if (regions > functions) regions = functions
        for (f = 0; f < functions; f++) {
            has = int((f + 1) * regions / functions) > int(f * regions / functions)
            printf "double f%d(const struct particle *p, const double *a, double *b, int n, int m)\n{\n", f
            printf "    double sum = %d, most = 0, t, r[3];\n", f
            if (has) print "#pragma tcr reduce(+:sum) reduce(max:most)" clause; else print ""
            print  "    for (int i = 0; i < n; i++) {"
            print  "        t = SQUARE(p[i].x) + SQUARE(p[i].y) + SQUARE(p[i].z);"
            print  "        for (int k = 0; k < 3; k++)"
            print  "            r[k] = a[i * 3 + k] * t;"
            print  has ? "        sum += r[0] + r[1] * r[2] + (i > 0 ? a[i - 1] : 0);" \
                       : "        b[i] = r[0] + r[1] * r[2] + (i > 0 ? a[i - 1] : 0);"
            print  "        if (most < t && p[i].cell != m)\n            most = t;"
            print  "    }"
            print  "    return sum + most;\n}"
        }
    }'
}

# one_function N: one function with N loops with directives, which use the same
# variables.
one_function() {
    awk -v n="$1" 'BEGIN {
        print "double f(const double *a, const double *b, int n)\n{\n    int i, j;\n    double sum = 0, t, u;"
        for (k = 0; k < n; k++) {
            print "#pragma tcr reduce(+:sum)\n    for (i = 0; i < n; i++) {\n        t = a[i];\n        u = t * t;"
            print "        for (j = 0; j < 4; j++)\n            sum += u * b[4 * i + j];\n    }"
        }
        print "    return sum;\n}"
    }'
}

# long_function N: one function with N statements that set locals, and one
# directive at its end.
long_function() {
    awk -v n="$1" 'BEGIN {
        print "double f(const double *a, int n)\n{\n    double sum = 0, t = 0;"
        for (k = 0; k < n; k++) printf "    t = t * 0.5 + %d;\n", k
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++) {\n        t = a[i];\n        sum += t * t;\n    }\n    return sum;\n}"
    }'
}

# long_body N: a loop with N statements, each of which sets a local.
long_body() {
    awk -v n="$1" 'BEGIN {
        print "double f(const double *a, int n)\n{\n    double sum = 0;"
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++) {"
        print "        double t = a[i];\n        int j = i;"
        for (k = 0; k < n; k++) printf "        double x%d = t + %d;\n        t = x%d * 0.5;\n        j = j + 1;\n", k, k, k
        print "        sum += t + (j > 3 ? a[i] : 0);\n    }\n    return sum;\n}"
    }'
}

# calls N: N functions, each of which calls the one before twice.
calls() {
    awk -v n="$1" 'BEGIN {
        print "static int f0(int x)\n{\n    return x + 1;\n}"
        for (k = 1; k <= n; k++)
            printf "static int f%d(int x)\n{\n    return x > 1000 ? f%d(x) + f%d(x + 1) : x;\n}\n", k, k - 1, k - 1
        print "long f(const int *a, int n)\n{\n    long sum = 0;"
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++)"
        printf "        sum += f%d(a[i]);\n    return sum;\n}\n", n
    }'
}

# branches N: a loop with a chain of N `else if`, about the iteration and about an element.
branches() {
    awk -v n="$1" 'BEGIN {
        print "long f(const int *a, int n)\n{\n    long sum = 0;"
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++) {\n        int t = a[i];"
        for (k = 0; k < n / 2; k++) printf "        %sif (i == %d)\n            sum += a[i];\n", k ? "else " : "", k
        for (k = 0; k < n / 2; k++) printf "        %sif (t == %d)\n            sum += %d;\n", k ? "else " : "", k, k
        print "    }\n    return sum;\n}"
    }'
}

# cases N: a loop with a switch of N cases.
cases() {
    awk -v n="$1" 'BEGIN {
        print "long f(const int *a, int n)\n{\n    long sum = 0;"
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++)\n        switch (a[i]) {"
        for (k = 0; k < n; k++) printf "        case %d:\n            sum += %d;\n            break;\n", k, k % 17
        print "        }\n    return sum;\n}"
    }'
}

# scalars N: a loop that reads N scalars and stores.
scalars() {
    awk -v n="$1" 'BEGIN {
        print "void f(const double *a, double *b, int n)\n{"
        for (k = 0; k < n; k++) printf "    double c%d = a[%d];\n", k, k
        print "#pragma tcr loop\n    for (int i = 0; i < n; i++) {\n        double t = 0;"
        for (k = 0; k < n; k++) printf "        t += a[i] * c%d;\n", k
        print "        b[i] = t;\n    }\n}"
    }'
}

# temporaries N: a loop with N variables from outside that it sets anew, listed in a clause if LISTED.
temporaries() { # N [LISTED]
    awk -v n="$1" -v listed="${2-}" 'BEGIN {
        print "double f(const double *a, int n)\n{\n    double sum = 0;"
        for (k = 0; k < n; k++) { printf "    double t%d;\n", k; names = names (k ? ", " : "") "t" k }
        print "#pragma tcr reduce(+:sum)" (listed ? " private(" names ")" : "") "\n    for (int i = 0; i < n; i++) {"
        for (k = 0; k < n; k++) printf "        t%d = a[i] + %d;\n        sum += t%d;\n", k, k, k
        print "    }\n    return sum;\n}"
    }'
}

# reductions N: a loop with N reduction variables.
reductions() {
    awk -v n="$1" 'BEGIN {
        print "double f(const double *a, int n)\n{"
        for (k = 0; k < n; k++) { printf "    double s%d = 0;\n", k; names = names (k ? ", " : "") "s" k }
        print "#pragma tcr reduce(+:" names ")\n    for (int i = 0; i < n; i++) {"
        for (k = 0; k < n; k++) printf "        s%d += a[i] * %d;\n", k, k
        print "    }\n    return s0"
        for (k = 1; k < n; k++) printf "        + s%d\n", k
        print "        ;\n}"
    }'
}

# inner N: a loop with N loops in it, one after another.
inner() {
    awk -v n="$1" 'BEGIN {
        print "double f(const double *a, int n)\n{\n    double sum = 0;"
        print "#pragma tcr reduce(+:sum)\n    for (int i = 0; i < n; i++) {"
        for (k = 0; k < n; k++) printf "        for (int k%d = 0; k%d < 4; k%d++)\n            sum += a[i * 4 + k%d];\n", k, k, k, k
        print "    }\n    return sum;\n}"
    }'
}

# chain N OPERATOR COMPARISON: a loop with a condition of N comparisons.
chain() {
    awk -v n="$1" -v op="$2" -v compare="$3" 'BEGIN {
        print "long f(const int *a, int n)\n{\n    long sum = 0;\n#pragma tcr reduce(+:sum)"
        print "    for (int i = 0; i < n; i++)\n        if (a[i] " compare " 0"
        for (k = 1; k < n; k++) printf "            %s a[i] %s %d\n", op, compare, k
        print "            )\n            sum += a[i];\n    return sum;\n}"
    }'
}

# replaceable N: N functions that a library may replace, each called by a loop of its own
# (to be compiled with -fPIC).
replaceable() {
    awk -v n="$1" 'BEGIN {
        for (k = 0; k < n; k++) {
            printf "double g%d(double x)\n{\n    return x * %d;\n}\n", k, k
            printf "double f%d(const double *a, int n)\n{\n    double sum = 0;\n#pragma tcr reduce(+:sum)\n", k
            printf "    for (int i = 0; i < n; i++)\n        sum += g%d(a[i]);\n    return sum;\n}\n", k
        }
    }'
}

# data N: N functions, each with three data directives around a loop.
data() {
    awk -v n="$1" 'BEGIN {
        for (k = 0; k < n; k++) {
            printf "void f%d(int n, double *a, double *b)\n{\n", k
            print "#pragma tcr enter data copyin(a[0:n], b[1:n])"
            print "    for (int i = 0; i < n; i++)\n        a[i] += b[i];"
            print "#pragma tcr data copy(a[0:n])\n    {\n        a[1] = 2;\n    }"
            print "#pragma tcr exit data delete(a, b)\n}"
        }
    }'
}

# took COMMAND...: milliseconds of processor time, user and system (median of the
# repetitions): other work on the machine disturbs it less than the clock's.
took() {
    i=0
    while [ $i -lt "$repetitions" ]; do
        ("$@" >/dev/null 2>"$tmp/err" || { cat "$tmp/err" >&2; exit 1; }
        times) | sed -n 2p
        i=$((i + 1))
    done | awk -F '[ms ]+' '{ print 60000 * ($1 + $3) + 1000 * ($2 + $4) }' | sort -n |
        awk '{ t[NR] = $1 } END { printf "%.0f", t[int((NR + 1) / 2)] }'
}

# peak COMMAND...: the most memory that it has, in megabytes (Linux).
peak() {
    "$@" >/dev/null 2>&1 &
    process=$!
    most=0
    while now=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$process/status 2>/dev/null) &&
        [ -n "$now" ]; do
        [ "$now" -le $most ] || most=$now
    done
    wait $process || :
    echo $((most / 1024))
}

# row NAME: unit.c of that name.
row() {
    lines=$(wc -l <"$tmp/unit.c")
    directives=$(grep -c '^#pragma tcr' "$tmp/unit.c")
    # shellcheck disable=SC2086  # the compiler may be several words
    alone=$(took $cc -E -dD -o "$tmp/unit.i" "$tmp/unit.c")
    # shellcheck disable=SC2086
    all=$(took "$rewrite" --tcr-arch=none -o "$tmp/out.i" "$tmp/unit.c" -- $cc)
    # shellcheck disable=SC2086
    memory=$(peak "$rewrite" --tcr-arch=none -o "$tmp/out.i" "$tmp/unit.c" -- $cc)
    awk -v name="$1" -v lines="$lines" -v n="$directives" -v all="$all" -v alone="$alone" \
        -v memory="$memory" 'BEGIN {
        printf "%-14s %8d %10d %9d %10d %13.2f %13.2f %8s\n", name, lines, n, all, alone,
               (all - alone) * 1000 / lines, (all - alone) / n, memory }'
}

echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) processors, load$(uptime | sed 's/.*load average:/ /')"
"$rewrite" --tcr-version | tr '\n' ';'
# shellcheck disable=SC2086
echo " $($cc --version | head -1); $(date +%F); $repetitions repetitions"
printf '%-14s %8s %10s %9s %10s %13s %13s %8s\n' unit lines directives "all, ms" "cpp, ms" \
    "ms/1000 lines" "ms/directive" "peak, MB"
for lines in 1000 10000 20000 50000 100000; do
    unit $lines 10 >"$tmp/unit.c"
    row "lines"
done
for n in 50 100 200 500; do
    unit 20000 $n >"$tmp/unit.c"
    row "directives"
done
unit 20000 500 " if(n > 8)" >"$tmp/unit.c"
row "with clauses"
unit 100000 500 >"$tmp/unit.c"
row "both"
for n in 100 200 500; do
    one_function $n >"$tmp/unit.c"
    row "one function"
done
for n in 33 67 167 500; do
    data $n >"$tmp/unit.c"
    row "data"
done
for n in 1000 10000; do
    long_function $n >"$tmp/unit.c"
    row "long function"
done
for n in 50 100 200 400; do
    long_body $n >"$tmp/unit.c"
    row "long body"
done
for n in 10 20 40 80; do
    calls $n >"$tmp/unit.c"
    row "calls"
done
for n in 500 1000 3000; do
    branches $n >"$tmp/unit.c"
    row "branches"
done
for n in 1000 5000; do
    cases $n >"$tmp/unit.c"
    row "cases"
done
for n in 500 1500; do
    scalars $n >"$tmp/unit.c"
    row "scalars"
done
for n in 400 800 1600; do
    temporaries $n >"$tmp/unit.c"
    row "temporaries"
    temporaries $n listed >"$tmp/unit.c"
    row "private"
    reductions $n >"$tmp/unit.c"
    row "reductions"
    inner $n >"$tmp/unit.c"
    row "inner loops"
    chain $n '&&' '!=' >"$tmp/unit.c"
    row "&& chain"
    chain $n '||' '==' >"$tmp/unit.c"
    row "|| chain"
done
cc="$cc -fPIC"
for n in 400 800 1600; do
    replaceable $n >"$tmp/unit.c"
    row "replaceable"
done
