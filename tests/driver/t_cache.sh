# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Device code that is kept, with a device compiler that only counts.

# toolkit: $count says how often it has been called; compile [OPTION...]: x.c.
toolkit() {
    cc=${REAL_CC%% *}
    mkdir -p cuda/lib64 kept
    chmod 755 kept
    echo 'int x;' | "$cc" -shared -fPIC -x c - -o x.so 2>said || skip "no shared libraries here"
    "$cc" -shared -fPIC -o cuda/lib64/libnvrtc.so.13 "$HERE/fake_nvrtc.c"
    export TCR_CUDA_HOME="$PWD/cuda" FAKE_NVRTC_LOG="$PWD/nvrtc.log" TCR_CACHE_DIR="$PWD/kept"
    unit x.c 2
}
wrapped() {
    TCR_CC=$cc "$WRAPPER" "$@"
}
unit() { # unit FILE NUMBER
    cat >"$1" <<EOF
double f(const double *a, int n)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[i] * $2;
    return s;
}
EOF
}
compile() {
    : >nvrtc.log
    wrapped -c x.c "$@" 2>said
    not grep -v '^+' said # what the shell itself says
}
calls() { # calls N: so many compilations were done
    [ "$(wc -l <nvrtc.log)" -eq "$1" ]
}
entries() {
    [ "$(find kept -name '*.images' | wc -l)" -eq "$1" ]
}

test_cache_is_used() {
    toolkit
    compile -o one.o
    calls 3 # the PTX comes with one of them
    [ "$(sort nvrtc.log | tr '\n' ' ')" = "compute_75 sm_80 sm_90 " ]
    grep -a -q 'ptx: compute_75' one.o
    grep -a -q 'ptx: sm_80' one.o
    compile -o two.o
    calls 0
    cmp one.o two.o
    entries 1
    [ -z "$(find kept -perm /022)" ] # nobody else may write
    [ "$(find kept -type f | wc -l)" -eq 1 ]
}
test_cache_ptx_of_its_own() {
    toolkit
    export FAKE_NVRTC_NO_PTX=1
    compile -o one.o
    calls 4
    grep -a -q 'ptx: compute_80' one.o
    compile --tcr-arch=ptx -o two.o
    calls 1
}
test_cache_lists_of_architectures() {
    toolkit
    compile --tcr-arch=all
    sort nvrtc.log >made
    sed -n 's/^ARCH(\([0-9]*\))$/sm_\1/p' "$HERE/../../spec/archs.def" | sort | cmp - made
    compile --tcr-arch=compute_90,sm_90,compute_75 -o one.o
    [ "$(sort nvrtc.log | tr '\n' ' ')" = "compute_75 sm_90 " ]
    grep -a -q 'ptx: sm_90' one.o # it came with the machine code
    grep -a -q 'ptx: compute_75' one.o
    compile --tcr-arch=compute_80
    compile --tcr-arch=sm_80
    calls 1
    compile --tcr-arch=none,default
    compile
    calls 0
    compile --tcr-arch=sm_120,sm_90,default # no word takes back another
    [ "$(sort nvrtc.log | tr "\n" " ")" = "compute_75 sm_120 sm_80 sm_90 " ]
    compile --tcr-arch=compute_80,all,all -o one.o
    sort nvrtc.log | diff made -
    [ "$(grep -a -o 'ptx: sm_80' one.o | wc -l)" = 1 ]
}
# What is kept is found without the compiler; but if that cannot be loaded, another one's counts.
test_cache_without_the_compiler() {
    toolkit
    compile -o one.o
    export FAKE_NVRTC_ABORTS=1
    compile -o two.o
    cmp one.o two.o
    unit x.c 3
    wrapped -c x.c 2>said
    grep 'died of signal' said # now it was loaded
    unset FAKE_NVRTC_ABORTS

    mkdir -p other/lib64
    cp cuda/lib64/libnvrtc.so.13 other/lib64/
    echo 'no library' >cuda/lib64/libnvrtc.so.13
    export CUDA_HOME="$PWD/other"
    compile
    calls 3
    compile
    calls 0
    touch -d '2001-01-01' other/lib64/libnvrtc.so.13 # another compiler
    compile
    calls 3
}
test_cache_tells_apart() {
    toolkit
    compile
    compile --tcr-arch=sm_80
    calls 1
    compile --tcr-arch=sm_90
    calls 1
    compile --tcr-arch=sm_80,ptx
    calls 1
    compile --tcr-arch=sm_80 -ffast-math
    calls 1
    unit x.c 3
    compile
    calls 3
    touch -d '2001-01-01' cuda/lib64/libnvrtc.so.13 # another compiler
    compile
    calls 3
    entries 7
    unit x.c 2
    compile --tcr-arch=sm_80
    calls 1
    touch x.c
    compile --tcr-arch=sm_80
    calls 0
}
test_cache_off() {
    toolkit
    export TCR_CACHE=off
    compile
    compile
    calls 3
    entries 0
}
test_cache_default_place() {
    toolkit
    unset TCR_CACHE_DIR
    export XDG_CACHE_HOME="$PWD/a/b" HOME="$PWD/home"
    mkdir a home
    compile
    [ "$(find a/b/tcr -name '*.images' | wc -l)" -eq 1 ]
    XDG_CACHE_HOME=relative
    compile
    [ "$(find home/.cache/tcr -name '*.images' | wc -l)" -eq 1 ]
    not ls relative
    [ "$(find a/b home/.cache -perm 700 -type d | wc -l)" -eq 4 ]
}
test_cache_damaged() {
    toolkit
    compile -o one.o
    entry=$(find kept -name '*.images')
    cp "$entry" whole
    size=$(wc -c <whole)
    for at in 0 20 50 100 120 "$((size - 1))"; do
        for byte in '\377' '\376'; do # one of them is not there already
            { head -c "$at" whole; printf "$byte"; tail -c +"$((at + 2))" whole; } >"$entry"
            cmp -s whole "$entry" || break
        done
        compile -o two.o
        calls 3
        cmp one.o two.o
        cmp whole "$entry"
    done
    for n in 0 1 48 90 "$((size - 1))"; do
        head -c "$n" whole >"$entry"
        compile -o two.o
        calls 3
        cmp one.o two.o
    done
    { cat whole; echo; } >"$entry"
    compile
    calls 3
    unit x.c 3 # what belongs to another text
    compile -o two.o
    find kept -name '*.images' -exec cp whole {} ';'
    compile -o three.o
    calls 3
    cmp two.o three.o
}
# What others could have written, or could make us wait for.
test_cache_not_trusted() {
    toolkit
    compile
    entry=$(find kept -name '*.images')
    chmod g+w "$entry"
    compile
    calls 3
    chmod g-w "$entry"
    mv "$entry" elsewhere
    ln -s "$PWD/elsewhere" "$entry"
    compile
    calls 3
    not [ -L "$entry" ]
    rm "$entry"
    mkfifo "$entry"
    compile
    calls 3
    compile
    calls 0
    rm -f "$entry"
    mkdir "$entry"
    compile
    calls 3
    rmdir "$entry"
    chmod o+w kept
    compile
    entries 0
    chmod 755 kept
    mv kept real
    ln -s real kept
    compile
    calls 3
    [ "$(find real -name '*.images' | wc -l)" -eq 0 ]
    rm kept
    echo >kept
    compile
    calls 3
    export TCR_CACHE_DIR=/dev/null/x
    compile
    calls 3
}
test_cache_size() {
    toolkit
    export FAKE_NVRTC_SIZE=300000 TCR_CACHE_SIZE=1
    echo mine >kept/notes
    left=.0123.images.0123 # by a compilation that was killed
    echo >kept/$left
    touch -d '2001-01-01' kept/$left
    for n in 1 2 3; do
        unit x.c $n
        compile --tcr-arch=sm_80
        calls 1
        sleep 0.05
    done
    entries 3
    unit x.c 1
    compile --tcr-arch=sm_80
    calls 0 # used now
    sleep 0.05
    unit x.c 4
    compile --tcr-arch=sm_80
    unit x.c 1
    compile --tcr-arch=sm_80
    calls 0
    unit x.c 2
    compile --tcr-arch=sm_80
    calls 1
    [ "$(cat kept/notes)" = mine ]
    not ls kept/$left
    export TCR_CACHE_SIZE=0
    unit x.c 5
    compile --tcr-arch=sm_80
    entries 0
}
test_cache_at_the_same_time() {
    toolkit
    for n in 1 2 3 4 5 6; do
        wrapped -c x.c -o $n.o &
    done
    wait
    for n in 2 3 4 5 6; do
        cmp 1.o $n.o
    done
    entries 1
    [ "$(find kept -type f | wc -l)" -eq 1 ]
}
test_cache_native() {
    toolkit
    mkdir driver
    "$cc" -shared -fPIC -o driver/libcuda.so.1 "$HERE/fake_cuda.c"
    export LD_LIBRARY_PATH="$PWD/driver"
    compile --tcr-arch=native -o one.o
    [ "$(sort nvrtc.log | tr '\n' ' ')" = "sm_89 sm_90 " ]
    compile --tcr-arch=sm_90,native,ptx
    [ "$(sort nvrtc.log | tr '\n' ' ')" = "sm_89 sm_90 " ]
    echo 'int cuInit(unsigned f) { return f + 100; } int cuDeviceGetCount, cuDeviceGet, cuDeviceGetAttribute;' >none.c
    "$cc" -shared -fPIC -o driver/libcuda.so.1 none.c
    not wrapped --tcr-arch=native -c x.c 2>said
    grep -- "error: --tcr-arch=native: NVIDIA's driver cannot be used (error 100 of cuInit); name the architectures" said
    not grep usage: said
}
# A word that means nothing does not switch it off in silence.
test_cache_unknown_values() {
    toolkit
    TCR_CACHE=none wrapped -c x.c 2>said
    grep "TCR_CACHE: unknown value 'none'; known is off" said
    entries 1
    for size in 10G -1 x; do
        TCR_CACHE_SIZE=$size wrapped -c x.c 2>said
        grep "TCR_CACHE_SIZE: '$size' is no number of megabytes" said
    done
    TCR_CACHE=off TCR_CACHE_SIZE=20 wrapped -c x.c 2>said
    not grep TCR_CACHE said
    TCR_CACHE='' TCR_CACHE_SIZE='' wrapped -c x.c 2>said
    not grep TCR_CACHE said
}
