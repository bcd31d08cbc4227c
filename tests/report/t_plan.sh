# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Report and plan say the same: of one compilation each, for golden cases with device loops.

# A line "variable|operator|type|how" for each reduction of device loops.
of_report() {
    sed -n 's/.* device loop of [^;]*;//p' | tr ';' '\n' |
        sed -n 's/^ \(.*\) \([^ ]*\) (\([^,]*\), \(.*\))$/\1|\2|\3|\4/p'
}
of_plan() {
    awk '/^region/ { device = 0 } /^  runs on the device/ { device = 1 } device && /^  reduces / { print }' |
        sed 's/^  reduces \(.*\) with \([^ ,]*\), type \([^,:]*\)[^:]*: place .*; device: \([^;]*\); host.*/\1|\2|\3|\4/
             s/, one of a group of [0-9]*$//'
}
# An array that the device gets, with what happens to it.
sections_of_report() {
    sed -n 's/.* device loop of [^;]*;//p' | tr ';' '\n' | grep -v '(.*, .*)$' |
        sed -n 's/ (section from the clause)//; s/ (behind pointers)//; s/ (extent found at run time)//; s/^ \([a-z]\)/\1/p'
}
sections_of_plan() {
    awk '/^region/ { device = 0 } /^  runs on the device/ { device = 1 } device { print }' |
        sed -n 's/, extent computed at each call//; s/, from the clause//; s/, behind pointers//
                s/^  \(\(copyin\|copy\|copyout\|create\|present\|deviceptr\) .*\)/\1/p'
}
test_plan_and_report_agree() {
    seen=0
    for case in plan_forms report_decisions sections row_03_several row_08_math floats reproducible walks; do
        file=$HERE/../golden/$case.c
        for archs in sm_75 sm_80,sm_90 all none; do
            "$REWRITE" --tcr-arch=$archs --tcr-report=- --tcr-dump=plan:plan "$file" -- "$REAL_CC" >report 2>said || :
            of_report <report | sort >left
            of_plan <plan | sort >right
            diff -u left right
            sections_of_report <report | sort >left
            sections_of_plan <plan | sort >right
            diff -u left right
            seen=$((seen + $(grep -c ' device loop of ' report)))
        done
    done
    [ "$seen" -gt 40 ]
}
# The form of a sum is that of the architecture: spec/tiles.def, which tests/tiles.py compares with
# the kernels.
test_plan_forms_of_architectures() {
    cat >a.c <<'EOF'
double f(int n, const double *a);
double f(int n, const double *a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
EOF
    for pair in "sm_75 cuda-cores" "sm_80 mma-f64-m8n8k4" "sm_90 mma-f64-m16n8k16" \
        "sm_90,sm_80 mma-f64-m16n8k16" "compute_80 mma-f64-m8n8k4"; do
        "$REWRITE" --tcr-arch=${pair% *} --tcr-report=json:- a.c -- "$REAL_CC" >report
        grep -F "\"path\":\"${pair#* }\"" report
    done
    "$REWRITE" --tcr-arch=sm_75,sm_80,compute_90 --tcr-report=json:- a.c -- "$REAL_CC" >report
    grep -F '"path":"mma-f64-m8n8k4","paths":{"sm_75":"cuda-cores","sm_80":"mma-f64-m8n8k4","compute_90":"mma-f64-m16n8k16"}' report
}
test_dumps_that_do_not_exist() {
    echo 'int x;' >none.c
    for what in bogus device: ''; do
        status 2 "$REWRITE" "--tcr-dump=$what" none.c -- "$REAL_CC" 2>said
        grep "^tcr-rewrite: error: --tcr-dump: '$what' is none of plan, device and flow" said
    done
    status 2 "$REWRITE" --tcr-nothing none.c 2>said
    grep "unknown or malformed option '--tcr-nothing'; --tcr-help" said
}
# A loop that the text has not, only what a call does: no name of ours in the report.
test_plan_loop_of_a_call() {
    cat >a.c <<'EOF'
#include <string.h>
void rows(double *to, const double *from, int n, int m);
void rows(double *to, const double *from, int n, int m)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        memcpy(to + (long)i * m, from + (long)(n - 1 - i) * m, m * sizeof *to);
}
EOF
    "$REWRITE" --tcr-arch=none --tcr-report=- a.c -- "$REAL_CC" >report
    grep '^a.c:7:9: remark: inner loop of a call stays in a thread' report
    not grep tcr_ report
    "$REWRITE" --tcr-arch=none --tcr-report=json:- a.c -- "$REAL_CC" >report
    grep '"inner_loops":\[{"line":7,"over":null,' report
}
# A report for people says that directives of OpenMP have not been looked at; others do not.
test_report_without_accept() {
    printf 'void f(double *a, int n)\n{\n#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n        a[i] = 1;\n#  pragma omp simd safelen(4)\n    for (int i = 0; i < n; i++)\n        a[i] += 1;\n#pragma omp barrier\n}\n' >a.c
    TCR_CC=$REAL_CC "$WRAPPER" --tcr-report -c a.c 2>said
    grep '^a.c: remark: 2 directives of OpenMP on loops are left to the compiler; --tcr-accept=omp looks at them$' said
    TCR_CC=$REAL_CC "$WRAPPER" -c a.c 2>said
    not grep . said
    TCR_CC=$REAL_CC "$WRAPPER" --tcr-accept=omp --tcr-arch=none --tcr-report -c a.c 2>said
    not grep 'looks at' said
}
