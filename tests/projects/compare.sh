# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154  # variables of run.sh
# What two builds of a project have in common, for run.sh.  The working directory has src while one
# is made, then bare, tcr and perhaps again.

# named: the text, with one name for the compiler and for its archiver.
named() {
    sed -E -e "s#$build/bin/tcr-cc#$bare#g; s#$work/links/##g; s#$build/bin:##g" \
        -e "s#tcr-cc#$bare#g; s#$(command -v "$bare")#$bare#g" \
        -e "s#[^ ]*(gcc|llvm)-(ar|ranlib)(-[0-9.]*)?#\1-\2#g" "$@"
}

# generated SIDE: SIDE.generated becomes all that configure left in src, by name and contents.  Not
# what has process numbers, times or the order of a hash table in it.
generated() {
    (
        cd src && find . -type f -newer ../stamp ! -name '*.log' ! -path '*/autom4te.cache/*' \
            ! -path '*/meson-private/*' ! -path '*/meson-info/*' ! -path '*/meson-logs/*' \
            ! -name '.ninja_*' ! -name a.out ! -name Makefile2 | sort |
            while read -r file; do
                echo "$file: $(named "$file" | cksum)"
            done
    ) >"$1.generated"
}

# outputs SIDE: SIDE.outputs becomes all that is in ELF, archives included, by name and contents.
outputs() {
    (cd src && grep -rlaP '^\x7fELF' . | grep -v '/a\.out$' | sort | xargs -d '\n' -r cksum) |
        awk '{ print $3, $1, $2 }' >"$1.outputs"
}

compare_configured() {
    differ=$(diff bare.generated tcr.generated | sed -n 's/^[<>] \(.*\): .*/\1/p' | sort -u)
    if [ -n "$differ" ]; then
        echo "these differ:" $differ
    else
        echo "same: $(wc -l <bare.generated) files"
    fi
}

# warnings SIDE: those of its build, sorted, since jobs are parallel.
warnings() {
    grep -E '(warning|note|error):' "$1.build.log" | named | sort
}

compare_warnings() {
    warnings bare >bare.warnings
    warnings tcr >tcr.warnings
    if cmp -s bare.warnings tcr.warnings; then
        echo "same: $(wc -l <bare.warnings)"
    else
        echo "different: $PWD/bare.warnings, tcr.warnings"
    fi
}

# compare_outputs [again]: with it, what differs between the two bare builds is left out.
compare_outputs() {
    awk -v again="${1-}" '
        FILENAME == "bare.outputs" { bare[$1] = $0; all++; if ($1 ~ /\.o$/) objects++; next }
        FILENAME == "again.outputs" { if (bare[$1] == $0) steady[$1]; next }
        { tcr[$1] = $0; if (!($1 in bare)) { differ[++n] = $1 } }
        END {
            for (name in bare)
                if (bare[name] == tcr[name]) {
                    if (name ~ /\.o$/) same++; else others++
                } else if (!again || name in steady)
                    differ[++n] = name
                else
                    unsteady++
            if (n) { printf "%d differ:", n; for (i = 1; i <= n && i <= 10; i++) printf " %s", differ[i]; exit }
            if (!all) { print "no object was made"; exit }
            printf "same %d of %d, programs and libraries %d of %d", same, objects, others, all - objects
            if (unsteady) printf ", the other %d not reproducible", unsteady
        }' bare.outputs ${1:+again.outputs} tcr.outputs
}

# counted SIDE: "N passed, M failed" by the summaries of Automake, CTest and Meson or by the pattern
# of the table, `passed`; without one of these "", and the exit status says all.
counted() {
    pattern=$(field passed)
    if [ -n "$pattern" ]; then
        echo "$(grep -cE "$pattern" "$1.test.log") passed, 0 failed"
        return
    fi
    awk '/^# (PASS|XFAIL): *[0-9]+/ { p += $3; n++ }
         /^# (FAIL|XPASS|ERROR): *[0-9]+/ { f += $3; n++ }
         /tests passed, [0-9]+ tests failed out of [0-9]+/ { p += $NF - $4; f += $4; n++ }
         /^(Ok|Expected Fail): *[0-9]+/ { p += $NF; n++ }
         /^(Fail|Unexpected Pass|Timeout): *[0-9]+/ { f += $NF; n++ }
         /^All [0-9]+ tests passed/ { p += $2; n++ }
         END { if (n) print p + 0 " passed, " f + 0 " failed" }' "$1.test.log"
}

compare_tests() {
    for side in bare tcr; do
        echo "status $(cat $side.status)$(counted $side | sed 's/^/, /')" >$side.tests
    done
    if ! cmp -s bare.tests tcr.tests; then
        echo "with the bare compiler $(cat bare.tests); with tcr-cc $(cat tcr.tests)"
    else
        case $(cat tcr.tests) in
        "status 0, 0 passed"*) echo "none was counted" ;;
        "status 0") echo "same: passed" ;;
        "status 0, "*", 0 failed") sed 's/status 0, \(.*\), 0 failed/same: \1/' tcr.tests ;;
        *) echo "failed with both compilers: $(cat tcr.tests)" ;;
        esac
    fi
}
