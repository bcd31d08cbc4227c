#!/bin/sh
# SPDX-License-Identifier: MIT
# The soak of mirrors, in each of its ways.
#
#     tests/mirror/soak/run.sh PROGRAM SECONDS
#
# PROGRAM is soak.c by tcr-cc.  A quarter of the time goes to TCR_MIRROR=1, another to auto, a third one to
# three processes in which the runtime chooses, and of which each learns from those before (TCR_LEARN);
# the rest goes to devices that fail once (TCR_FAULT), later in each process.  TCR_BACKEND and TCR_TARGET are taken from
# the environment (sim, device).  With SOAK_GPU=INDEX, that GPU's memory in use, as the driver tells it,
# must not grow, and must be what it was when a process has ended: nobody else may use that GPU.
set -u
[ $# = 2 ] || { sed -n '3,/^set/s/^# \{0,1\}//p' "$0" | sed '$d'; exit 2; }
program=$1
seconds=$2
tmp=$(mktemp -d "${TMPDIR:-/tmp}/tcr-soak.XXXXXX") || exit 1
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
export TCR_BACKEND="${TCR_BACKEND-sim}" TCR_TARGET="${TCR_TARGET-device}" TCR_LEARN=0
failed=0
aborted=0

failure() {
    failed=$((failed + 1))
    echo "FAIL soak: $1"
}

# MiB of the GPU's memory that are in use
used() {
    nvidia-smi -i "$SOAK_GPU" --query-gpu=memory.used --format=csv,noheader,nounits
}

# The driver gives memory back a little after the process has ended.
after() {
    for _ in 1 2 3 4 5 6 7 8; do
        now=$(used)
        [ "$now" -gt $((before + 8)) ] || break
        sleep 0.5
    done
    echo "soak: $now MiB of the GPU in use at the end, $before before"
    [ "$now" -le $((before + 8)) ] || failure "$*: the GPU's memory did not come back"
    sort -n "$tmp/q2" >"$tmp/s2" && sort -n "$tmp/q4" >"$tmp/s4"
    early=$(sed -n "$(($(wc -l <"$tmp/s2") / 2 + 1))p" "$tmp/s2")
    late=$(sed -n "$(($(wc -l <"$tmp/s4") / 2 + 1))p" "$tmp/s4")
    [ -n "$early" ] && [ -n "$late" ] || return
    echo "soak: $early MiB of the GPU in the second quarter, $late in the last"
    [ "$late" -le $((early + 64)) ] || failure "$*: the GPU's memory grows"
}

# While the process runs: what is in use, by quarters of its time.
sample() {
    : >"$tmp/q2" && : >"$tmp/q4"
    from=$(date +%s)
    while kill -0 "$1" 2>/dev/null; do
        at=$((($(date +%s) - from) * 4 / ($2 + 1)))
        case $at in 1) used >>"$tmp/q2" ;; 3) used >>"$tmp/q4" ;; esac
        sleep 1
    done
}

# way SECONDS VARIABLE=VALUE...: one process; a device that is lost may take data with it.
way() {
    most=$1
    shift
    echo "soak: $* for $most s"
    [ -z "${SOAK_GPU-}" ] || before=$(used)
    env SOAK_SECONDS="$most" "$@" timeout -k 5 $((most + 120)) "$program" >"$tmp/out" 2>"$tmp/err" &
    process=$!
    [ -z "${SOAK_GPU-}" ] || sample "$process" "$most"
    wait "$process"
    status=$?
    grep '^soak:' "$tmp/err"
    [ -z "${SOAK_GPU-}" ] || after "$@"
    { [ $status = 0 ] && [ "$(cat "$tmp/out")" = "0 1" ]; } && return
    if [ $status = 134 ] && grep 'cannot be copied back\|only the device had' "$tmp/err"; then
        aborted=$((aborted + 1))
        return
    fi
    failure "$*: status $status, $(cat "$tmp/out") $(grep -m1 -v '^soak:' "$tmp/err")"
}

began=$(date +%s)
left() { echo $((seconds - ($(date +%s) - began))); }
way $((seconds / 4)) TCR_MIRROR=1
way $((seconds / 4)) TCR_MIRROR=auto
for run in 1 2 3; do
    : >"$tmp/begun"
    way $((seconds / 12)) TCR_MIRROR=auto TCR_TARGET=auto TCR_LEARN=1 TCR_TEST_ESTIMATE=1 \
        TCR_SUMMARY=1 XDG_CACHE_HOME="$tmp"
    [ -n "$(find "$tmp" -path '*/learnt/*' -type f -newer "$tmp/begun")" ] ||
        failure "run $run has left nothing to the next: $(grep 'nothing of this run' "$tmp/err")"
done
# later and later in the program's life, of each kind
at=20
while [ "$(left)" -gt 0 ]; do
    for kind in copy alloc launch sync lost; do
        [ "$(left)" -gt 0 ] || break
        way $((seconds / 60 + 2)) TCR_MIRROR=1 TCR_FAULT=$kind:$at
    done
    at=$((at * 5 / 3 + 1))
done
echo "soak: $(($(date +%s) - began)) s, $failed failed, $aborted ended with a message of what is lost"
[ $failed = 0 ]
