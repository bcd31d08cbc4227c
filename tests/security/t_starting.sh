# SPDX-License-Identifier: MIT
# A driver that comes into the process while loops go on.

# While it is loaded it is among the process's libraries, and has no function as yet.
test_driver_that_loads_for_long() {
    cat >driver.c <<'EOF'
#include <stdio.h>
#include <unistd.h>

/* Until the program has had its loops, or for a minute. */
__attribute__((constructor)) static void load(void)
{
    fclose(fopen("loading", "w"));
    fputs("loading\n", stderr);
    for (int k = 0; k < 60000 && access("had", F_OK) != 0; k++)
        usleep(1000);
    fputs("loaded\n", stderr);
}

int cuInit(unsigned flags)
{
    return (int)flags + 100;
}
EOF
    cat >files.c <<'EOF'
#define _GNU_SOURCE
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int access(const char *path, int mode)
{
    return strcmp(path, "/dev/nvidiactl") == 0 ? 0 : (int)syscall(SYS_access, path, mode);
}
EOF
    $TCR_CC -shared -fPIC -Wl,-soname,libcuda.so.1 driver.c -o libcuda.so.1
    $TCR_CC -shared -fPIC files.c -o files.so
    $TCR_CC -O2 -fopenmp "$HERE/starting.c" -o plain -lm
    tcr-cc -O2 -fopenmp --tcr-accept=omp --tcr-arch=none "$HERE/starting.c" -o program -lm
    export OMP_NUM_THREADS=2
    ./plain >expected
    LD_PRELOAD=$PWD/files.so LD_LIBRARY_PATH=$PWD TCR_TRACE=1 TCR_LEARN=0 ./program waits >out 2>err
    cmp expected out
    grep 'the device is started, while loops go on' err
    # the loops have been asked about in between
    sed '1,/^loading$/d;/^loaded$/,$d' err >between
    grep 'starting.c' between
}
