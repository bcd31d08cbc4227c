# SPDX-License-Identifier: MIT
# Which compiler is called, and how.

test_tcr_cc_variable() {
    plain a.c
    fake -c a.c -O2
    expect "fakecc -c a.c -O2"
    FAKE_AS="ccache fakecc -m64 '-DX=a b'" fake -c a.c
    expect "ccache fakecc -m64 '-DX=a b' -c a.c"
}
test_first_word() {
    plain a.c
    PATH=$FAKE:$PATH "$WRAPPER" gcc -c a.c
    expect "gcc -c a.c"
    PATH=$FAKE:$PATH "$WRAPPER" ccache gcc -c a.c
    expect "ccache gcc -c a.c"
    PATH=$FAKE:$PATH "$WRAPPER" x86_64-linux-gnu-gcc-12 -c a.c
    expect "x86_64-linux-gnu-gcc-12 -c a.c"
    PATH=$FAKE:$PATH "$WRAPPER" "$FAKE/gcc" -c a.c
    expect "gcc -c a.c"
}
test_default_is_cc() {
    plain a.c
    PATH=$FAKE:$PATH "$WRAPPER" -c a.c
    expect "cc -c a.c"
}
test_masquerade() {
    plain a.c
    mkdir links
    for name in gcc cc clang x86_64-linux-gnu-gcc-12; do
        ln -s "$WRAPPER" "links/$name"
        PATH=$PWD/links:$FAKE:$PATH "$name" -c a.c
        expect "$name -c a.c"
    done
    # The launcher must not come back to us.
    TCR_CC="ccache gcc" PATH=$PWD/links:$FAKE:$PATH cc -c a.c
    expect "ccache $FAKE/gcc -c a.c"
}
# A program of the compiler's name that calls whatever comes first on PATH: ours, again.
test_masquerade_with_another() {
    plain a.c
    mkdir links other
    ln -s "$WRAPPER" links/gcc
    printf '#!/bin/sh\necho "other $*" >>"$LOG"\nexec "%s/links/gcc" "$@"\n' "$PWD" >other/gcc
    chmod +x other/gcc
    PATH=$PWD/links:$PWD/other:$FAKE:$PATH gcc -c a.c
    expect "other -c a.c" "gcc -c a.c"
    PATH=$PWD/other:$PWD/links:$FAKE:$PATH gcc -c a.c
    expect "other -c a.c" "gcc -c a.c"
    PATH=$PWD/links:$PWD/other:$FAKE:$PATH "$WRAPPER" gcc -c a.c
    expect "other -c a.c" "gcc -c a.c"
    says "called as 'gcc-99', but no other 'gcc-99' is on PATH" \
        sh -c 'ln -s "$WRAPPER" links/gcc-99; PATH=$PWD/links:$PATH gcc-99 -c a.c'
}
test_names_of_mpi() {
    plain a.c
    for name in mpicc mpicc.openmpi mpicc.mpich; do
        cp "$FAKE/fakecc" $name
        PATH=$PWD:$PATH "$WRAPPER" $name -c a.c
        expect "$name -c a.c"
    done
}
test_variable_is_for_c() {
    plain a.c
    TCR_CC=fakecc PATH=$FAKE:$PATH "$WRAPPER" gcc -c a.c
    expect "fakecc -c a.c"
    TCR_CC=fakecc PATH=$FAKE:$PATH "$WRAPPER" g++ -c a.c
    expect "g++ -c a.c"
}
test_nvcc_stays_for_its_own_files() {
    plain a.c
    mkdir tools
    cp "$FAKE/fakecc" tools/nvcc
    for words in nvcc "$PWD/tools/nvcc -O2" "ccache nvcc"; do
        says "nvcc compiles CUDA C++ and cannot stand behind tcr-cc; name a C compiler" \
            env TCR_CC="$words" PATH="$PWD/tools:$FAKE:$PATH" "$WRAPPER" -c a.c
    done
    status 1 env TCR_CC="$PWD/tools/nvcc" "$WRAPPER" -c a.c
    TCR_CC="fakecc -Bnvcc" PATH=$FAKE:$PATH "$WRAPPER" -c a.c
    expect "fakecc -Bnvcc -c a.c"
}
test_loops() {
    plain a.c
    cp -L "$WRAPPER" other
    ln -s "$WRAPPER" gcc
    says "is tcr-cc itself" env TCR_CC="$WRAPPER" "$WRAPPER" -c a.c
    says "is tcr-cc itself" env TCR_CC="$PWD/gcc" "$WRAPPER" -c a.c
    # Two copies that call each other.
    says "again and again" env TCR_CC="$PWD/other -O1" "$PWD/other" -c a.c ||
        says "is tcr-cc itself" env TCR_CC="$PWD/other" "$PWD/other" -c a.c
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$WRAPPER" >wrapper
    chmod +x wrapper
    says "again and again" env TCR_CC="$PWD/wrapper" "$WRAPPER" -c a.c
}
test_missing_compiler() {
    says "cannot find 'no-such-cc'" env TCR_CC=no-such-cc "$WRAPPER" -c a.c
    says "a quote is not closed" env TCR_CC="gcc 'x" "$WRAPPER" -c a.c
    status 1 env TCR_CC=no-such-cc "$WRAPPER" -c a.c
}
test_disable() {
    marked a.c
    TCR_DISABLE=1 fake --tcr-strict -c a.c
    expect "fakecc -c a.c"
    TCR_DISABLE=0 fake -c a.c
    grep tcr-rewrite "$LOG"
}
test_cxx_is_never_rewritten() {
    marked a.c b.cc c.S d.C
    FAKE_AS=g++ fake -c a.c
    expect "g++ -c a.c"
    fake -c b.cc c.S d.C
    expect "fakecc -c b.cc c.S d.C"
}
test_unknown_own_names() {
    plain a.c
    says "unknown option '--tcr-stric'; did you mean '--tcr-strict'?" fake --tcr-stric -c a.c
    says "unknown environment variable 'TCR_TRACEE'; did you mean 'TCR_TRACE'?" \
        env TCR_TRACEE=1 TCR_CC="$FAKE/fakecc" "$WRAPPER" -c a.c
    says "unknown environment variable 'TCR_SIM_SEDE'; did you mean 'TCR_SIM_SEED'?" \
        env TCR_SIM_SEDE=1 TCR_CC="$FAKE/fakecc" "$WRAPPER" -c a.c
    says "unknown option '--tcr-cache-dir'; did you mean the environment variable TCR_CACHE_DIR?" \
        fake --tcr-cache-dir=x -c a.c
    says "unknown option '--tcr-advice'; did you mean the environment variable TCR_ADVISE?" \
        fake --tcr-advice -c a.c
    says "unknown environment variable 'TCR_WHOLE_PROGRAM'; did you mean the option --tcr-whole-program?" \
        env TCR_WHOLE_PROGRAM=1 TCR_CC="$FAKE/fakecc" "$WRAPPER" -c a.c
    fake -c a.c 2>quiet
    not grep warning quiet
}
test_the_doctor_takes_no_files() {
    not fake --tcr-doctor stray 2>err >out
    grep "tcr-cc: error: --tcr-doctor takes no files: 'stray'" err
    [ ! -s out ]
    fake -x c -I . --tcr-doctor >out # what a build's flags have
    grep '^tcr-cc ' out
}
test_no_nonsense_hints() {
    plain a.c
    fake --tcr-foo --tcr-abc -c a.c 2>said
    TCR_ARCA=1 TCR_X=1 TCR_SIM_FOO=1 fake -c a.c 2>>said
    [ "$(grep -c '^tcr-cc: warning: unknown' said)" -eq 5 ]
    not grep 'did you mean' said
}
test_own_values() {
    plain a.c
    status 1 fake --tcr-arch=sm_42 -c a.c
    says "unknown architecture 'sm_42'; known" fake --tcr-arch=sm_42 -c a.c
    says "unknown architecture 'sm_89' (code of sm_80 runs there)" fake --tcr-arch=sm_90,sm_89 -c a.c
    says "unknown architecture 'compute_121' (code of compute_120 runs there)" \
        fake --tcr-arch=compute_121 -c a.c
    for list in omp, ,acc omp,,acc ,; do
        says "a word is missing beside the comma" fake --tcr-accept=$list -c a.c
    done
    status 1 fake --tcr-accept=fortran -c a.c
    status 1 fake --tcr-accept=openmp -c a.c
    says "'openmp' is neither omp nor acc; did you mean 'omp'?" fake --tcr-accept=acc,openmp -c a.c
    says "'OpenACC' is neither omp nor acc; did you mean 'acc'?" fake --tcr-accept=OpenACC -c a.c
    says "needs a value" fake --tcr-dump -c a.c
    status 1 fake --tcr-dump=foo -c a.c
    says "--tcr-dump: 'foo' is neither plan nor device" fake --tcr-dump=foo -c a.c
    fake --tcr-dump=device -c a.c
    : >"$LOG"
    says "takes no value" fake --tcr-strict=1 -c a.c
    says "'sorted' is neither any nor ordered" fake --tcr-inner=sorted -c a.c
    says "'--tcr-inner' needs a value: --tcr-inner=VALUE" fake --tcr-inner -c a.c
    status 1 fake --tcr-strict --tcr-acept=omp -c a.c
    says "an unknown option, with --tcr-strict" fake --tcr-acept=omp --tcr-strict -c a.c
    : >"$LOG"
    fake --tcr-arch=sm_75,sm_80,sm_90,sm_100,sm_120,ptx,compute_75,compute_120,default -c a.c
    expect "fakecc -c a.c"
}
test_help_version_doctor() {
    fake --tcr-help | grep -e --tcr-doctor
    fake --tcr-version | grep 'compiler: fakecc (fake) 1.0'
    fake --tcr-doctor >doctor.txt
    grep 'tcr-rewrite 0 (fake)' doctor.txt
    grep 'CUDA driver' doctor.txt
    TCR_TARGET=gpu TCR_MIRROR=1 fake --tcr-doctor >judged.txt
    grep -A1 'TCR_TARGET=gpu' judged.txt | grep -- "-> TCR_TARGET=gpu is not known; did you mean 'device'"
    not grep -- '-> TCR_MIRROR' judged.txt
    not grep 'is not a directory' doctor.txt
    TCR_CUDA_HOME=/nowhere fake --tcr-doctor | grep "'/nowhere' is no directory, and is ignored"
    not grep -e 'environment .*TCR_TARGET' doctor.txt
    XDG_CACHE_HOME=$PWD/cache fake --tcr-doctor >none.txt
    not grep 'earlier runs' none.txt
    (umask 077 && mkdir -p cache/tcr/learnt)
    XDG_CACHE_HOME=$PWD/cache fake --tcr-doctor | grep "earlier runs .*$PWD/cache/tcr/learnt"
    chmod go+w cache/tcr/learnt
    XDG_CACHE_HOME=$PWD/cache fake --tcr-doctor | grep 'programs do not use it: others may write'
    TCR_TARGET=host TCR_SIM_CXX=nowhere fake --tcr-doctor >doctor.txt
    grep 'environment *TCR_TARGET=host' doctor.txt
    grep 'simulator *not found' doctor.txt
    if command -v c++ >/dev/null; then
        fake --tcr-doctor | grep 'TCR_BACKEND=sim TCR_TARGET=device'
    else
        leave_out "no c++"
    fi
    status 1 env TCR_CC="$FAKE/fakecc" TCR_REWRITE=/nowhere "$WRAPPER" --tcr-doctor
}
