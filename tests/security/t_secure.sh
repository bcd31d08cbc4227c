# SPDX-License-Identifier: MIT
# Programs that have more rights than their user: set-user-ID, set-group-ID, file capabilities.

# The whole of runtime/ asks the environment by base/env_get.c.
test_one_way_to_the_environment() {
    cd "$ROOT"
    grep -nE '\b(secure_)?getenv *\(|__environ\b' base/*.c runtime/*/*.c >"$OLDPWD/found" || :
    cut -d: -f1 "$OLDPWD/found" | sort -u >"$OLDPWD/files"
    [ "$(cat "$OLDPWD/files")" = base/env_get.c ]
    # handed to tcr_env_read(), which reads nothing then, and to the compiler of the simulated device
    grep -lE '\benviron\b' base/*.c runtime/*/*.c >"$OLDPWD/files" || :
    [ "$(cat "$OLDPWD/files")" = "runtime/device/device.c
runtime/sim/sim_compile.c" ]
}

# is_secure: a program `secure` that ends with 0 if it is one of those.
is_secure() {
    cat >secure.c <<'EOF'
#include <sys/auxv.h>

int main(void)
{
    return getauxval(AT_SECURE) != 0 ? 0 : 1;
}
EOF
    $TCR_CC secure.c -o secure
}

# nothing_taken PROGRAM: it prints its result, and neither says nor leaves nor starts anything.
nothing_taken() {
    surroundings as_other "$1" >out 2>err
    [ "$(cat out)" = 500500 ]
    [ ! -s err ]
    compiled 0
    [ "$(cd open && find . | sort | tr '\n' ' ')" = '. ./cache ' ]
}

test_nothing_is_taken_from_the_user() {
    can_be_other || return 0
    compiler
    sum
    mkdir -m 777 open
    as_other mkdir open/cache
    # what the test sees of an ordinary program, or it would see nothing
    surroundings as_other ./sum >out 2>err
    [ "$(cat out)" = 500500 ]
    compiled 1
    [ -s open/table ] && grep TCR_NONSENSE err && grep TCR_FAULT=nonsense err
    rm -rf open/table open/cache/*

    is_secure
    for kind in 4755 2755 capability; do
        cp sum program
        cp secure is-secure
        for file in program is-secure; do
            case $kind in
            2755) chgrp 1 $file && chmod $kind $file ;;
            4755) chmod $kind $file ;;
            *) ! command -v setcap || setcap cap_net_raw+ep $file || : ;;
            esac
        done
        if ! as_other ./is-secure; then
            left_out "$kind: the system gives no rights to programs here"
            continue
        fi
        nothing_taken ./program
    done
}

# NVIDIA's driver reads variables that name libraries: the program has to open it.
test_no_driver_by_the_runtime_alone() {
    can_be_other || return 0
    cat >driver.c <<'EOF'
#include <stdio.h>

__attribute__((constructor)) static void opened(void)
{
    puts("opened");
    fflush(stdout);
}
EOF
    $TCR_CC -shared -fPIC -Wl,-soname,libcuda.so.1 driver.c -o libcuda.so.1
    sum
    tcr-cc -O2 --tcr-arch=none sum.c -o program "-Wl,-rpath,$PWD"
    TCR_TARGET=device as_other ./program >out
    [ "$(tr '\n' ' ' <out)" = 'opened 500500 ' ]
    # a program that asks for a device by itself
    cat >asks.c <<'EOF'
#include <stdio.h>
#include <tcr.h>

int main(void)
{
    printf("%d devices\n", tcr_device_count());
    return 0;
}
EOF
    tcr-cc -O2 asks.c -o asks "-Wl,-rpath,$PWD"
    [ "$(as_other ./asks | tr '\n' ' ')" = 'opened 0 devices ' ]
    is_secure
    chmod 4755 asks secure
    if as_other ./secure; then
        [ "$(as_other ./asks)" = '0 devices' ]
    else
        left_out "the driver: the system gives no rights to programs here"
    fi
}

# A variable of profilers names a library.
test_no_profiler_of_the_user() {
    can_be_other || return 0
    "$TCR_CC" -shared -fPIC "$ROOT/tests/annotated/profiler.c" -o profiler.so
    sum
    cp sum program
    export NVTX_INJECTION64_PATH="$PWD/profiler.so" TCR_TARGET=host
    [ "$(as_other ./program 2>err)" = 500500 ]
    grep '> tcr sum.c:[0-9]* host' err # of an ordinary program
    is_secure
    chmod 4755 program secure
    if as_other ./secure; then
        [ "$(as_other ./program 2>err)" = 500500 ]
        [ ! -s err ]
    else
        left_out "profilers: the system gives no rights to programs here"
    fi
}
