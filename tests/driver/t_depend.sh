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
