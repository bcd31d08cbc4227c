# SPDX-License-Identifier: MIT
# Depfiles: file and target are named explicitly.

depend() { # ARGS...: the dependency options of the preprocessing command
    : >"$LOG"
    fake "$@"
    sed -n 's/^tcr-rewrite .* -- fakecc//p' "$LOG"
    sed -n '2p' "$LOG" | not grep -e ' -M'
}
test_defaults() {
    marked a.c
    mkdir out
    [ "$(depend -MD -c a.c)" = " -MD -MF a.d -MQ a.o" ]
    [ "$(depend -MMD -c a.c -o out/b.o)" = " -MMD -MF out/b.d -MQ out/b.o" ]
    [ "$(depend -MD a.c -o out/prog)" = " -MD -MF out/prog.d -MQ out/prog" ]
}
test_given_names() {
    marked a.c
    [ "$(depend -MD -MF x.d -MT t -c a.c)" = " -MD -MF x.d -MT t" ]
    [ "$(depend -MD -MFx.d -MP -MG -c a.c)" = " -MD -MFx.d -MP -MG -MQ a.o" ]
    [ "$(depend -Wp,-MD,x.d -c a.c -o b.o)" = " -Wp,-MD,x.d" ]
}
# One file for several sources has the rules of the last one, whichever of them are units of ours.
test_one_file_for_several_sources() {
    plain a.c
    marked b.c
    sed -i '1i #include "a.h"' a.c
    sed -i '1i #include "b.h"' b.c
    : >a.h
    : >b.h
    for cc in $(compilers); do
        for order in "a.c b.c" "b.c a.c" "a.c b.c x.s"; do
            : >x.s
            for how in "-MMD -MF x.d" -Wp,-MMD,x.d; do
                "$cc" -w -c $how $order
                mv x.d expected
                wrapped -w -c $how $order
                diff expected x.d
            done
        done
    done
}
