# SPDX-License-Identifier: MIT
# samples/build with each build system, and tcr_enable() of the CMake package.

test_make() {
    cp -R "$SAMPLES" here
    make -s -C here CC="$MOVED/bin/tcr-cc" check
    enabled here/norm
    # The depfiles are right: a changed header, and only that.
    touch here/norm.h
    make -C here CC="$MOVED/bin/tcr-cc" >log.txt
    [ "$(grep -c 'main.o\|norm.o' log.txt)" -ge 2 ]
    make -q -C here CC="$MOVED/bin/tcr-cc"
}
# cmake_build GENERATOR COMPILER
cmake_build() {
    rm -rf build
    cmake -S here/cmake -B build -G "$1" -DCMAKE_C_COMPILER="$2" -DCMAKE_PREFIX_PATH="$MOVED" >log.txt
    cmake --build build -j2 >>log.txt || { cat log.txt; return 1; }
    grep "C_COMPILER:[A-Z]*=.*$2" build/CMakeCache.txt # still the project's own
    (cd build && ctest >ctest.txt) || { cat build/ctest.txt; return 1; }
    enabled build/norm
    enabled build/norm_user
    grep 'norm.c:10:[0-9]*: remark: device loop' build/norm.txt
    # the one by tcr-cc has the runtime in it, the other the library
    ldd build/norm | not grep libtcr
    ldd build/norm_user | grep "libtcr.so.0 => $(realpath "$MOVED")"
}
compilers() {
    for cc in gcc clang-19 clang-18 clang-17 clang-20 clang-21 clang-22; do
        command -v $cc >/dev/null && echo 'int main(void) { return 0; }' |
            $cc -fopenmp -x c - -o /dev/null 2>/dev/null && echo $cc
    done | head -2
}
needs_compilers() {
    [ -n "$(compilers)" ] || skip "no compiler links OpenMP programs"
}
test_cmake_make() {
    needs_compilers
    cp -R "$SAMPLES" here
    for cc in $(compilers); do
        cmake_build "Unix Makefiles" "$cc"
    done
}
test_cmake_ninja() {
    needs ninja
    needs_compilers
    cp -R "$SAMPLES" here
    for cc in $(compilers); do
        cmake_build Ninja "$cc"
        # Nothing to do, and after a change of the header all of it.
        cmake --build build | grep 'no work to do'
        touch here/norm.h
        cmake --build build >log.txt
        cat log.txt
        [ "$(grep -c 'Building C object' log.txt)" -eq 4 ]
    done
}
# project WORD...: a project with an executable p of main.c and norm.c, then these lines.
project() {
    mkdir -p here
    (cd here && sample)
    {
        echo 'cmake_minimum_required(VERSION 3.21)'
        echo 'project(p LANGUAGES C)'
        echo 'find_package(tcr REQUIRED)'
        echo 'add_executable(p main.c norm.c)'
        echo 'target_link_libraries(p PRIVATE m)'
        for line; do echo "$line"; done
    } >here/CMakeLists.txt
    rm -rf build
    cmake -S here -B build -DCMAKE_PREFIX_PATH="$MOVED" >log.txt 2>&1
}
# A build of tcr is no installation, and CMake says how to name one.
test_enable_not_from_the_build() {
    mkdir here
    printf 'cmake_minimum_required(VERSION 3.21)\nproject(p LANGUAGES C)\nfind_package(tcr REQUIRED)\n' >here/CMakeLists.txt
    not cmake -S here -B build -DCMAKE_PREFIX_PATH="$BUILD" >log.txt 2>&1
    grep 'Add the installation prefix of "tcr" to CMAKE_PREFIX_PATH' log.txt
}
build() { cmake --build build -v >log.txt 2>&1 || { cat log.txt; return 1; }; }
test_enable_options() {
    project 'tcr_enable(p ARCH none ACCEPT omp acc STRICT WHOLE_PROGRAM STATIC_RUNTIME REPORT_JSON a.json
        OPTIONS --tcr-keep=kept)'
    build
    grep -e 'tcr-cc --tcr-keep=kept --tcr-accept=omp,acc --tcr-arch=none --tcr-strict --tcr-whole-program --tcr-static --tcr-report=json:[^ ]*/build/a.json [^ ]*cc' log.txt
    grep '"outcome":"device"\|"line": *10\|norm.c' build/a.json
    ls build/kept
    right build/p
}
test_enable_shared_and_objects() {
    project 'add_library(s SHARED norm.c)' 'target_link_libraries(s PRIVATE m)' 'tcr_enable(s ARCH none)' \
        'add_library(o OBJECT norm.c)' 'tcr_enable(o ARCH $<1:none>)' \
        'add_executable(with_s main.c)' 'target_link_libraries(with_s PRIVATE s m)' \
        'add_executable(with_o main.c)' 'target_link_libraries(with_o PRIVATE o m)' \
        'add_library(a STATIC norm.c)' 'tcr_enable(a ARCH none)' \
        'add_executable(both main.c)' 'target_link_libraries(both PRIVATE a m)' 'tcr_enable(both ARCH none)'
    build
    not enabled build/p
    for program in with_s with_o both; do
        right build/$program
    done
    enabled build/libs.so
    enabled build/with_o
    enabled build/both
}
test_enable_cxx() {
    needs g++
    mkdir here
    (cd here && sample)
    cat >here/main.cc <<'END'
#include <iostream>
extern "C" double norm(int, const double *, double *);
int main()
{
    double x[] = {3, -4}, most;
    std::cout << norm(2, x, &most) << ' ' << most << '\n';
}
END
    cat >here/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.21)
project(p LANGUAGES C CXX)
find_package(tcr REQUIRED)
add_executable(p main.cc norm.c)
tcr_enable(p ARCH none)
END
    cmake -S here -B build -DCMAKE_PREFIX_PATH="$MOVED" >log.txt
    build
    enabled build/p
    [ "$(build/p)" = "5 4" ]
}
# Launchers that the project has: ccache stays behind tcr-cc, another stays in front.
test_enable_with_launcher() {
    needs ccache
    project 'tcr_enable(p ARCH none)' # for the options of the first line
    printf '#!/bin/sh\necho "$*" >>"%s"\nexec "$@"\n' "$PWD/ran.txt" >launch
    chmod +x launch
    for launcher in ccache "$PWD/launch" "$PWD/launch;ccache"; do
        rm -rf build ran.txt
        CCACHE_DIR=$PWD/cache cmake -S here -B build -DCMAKE_PREFIX_PATH="$MOVED" \
            -DCMAKE_C_COMPILER_LAUNCHER="$launcher" >log.txt
        CCACHE_DIR=$PWD/cache build
        enabled build/p
        right build/p
        case $launcher in *launch*) grep 'tcr-cc .*cc .*norm.c' ran.txt ;; esac
    done
    grep 'tcr-cc --tcr-arch=none [^ ]*ccache [^ ]*cc ' log.txt
}
test_enable_under_tcr_cc() {
    mkdir here
    project 'tcr_enable(p ARCH none REPORT said.txt)'
    for cc in "$MOVED/bin/tcr-cc" "$MOVED/lib/tcr/bin/gcc"; do
        rm -rf build
        cmake -S here -B build -DCMAKE_PREFIX_PATH="$MOVED" -DCMAKE_C_COMPILER="$cc" >log.txt
        build
        enabled build/p
        right build/p
        grep 'device loop' build/said.txt
    done
}
# refused TEXT LINE...
refused() {
    text=$1
    shift
    status 1 project "$@"
    tr '\n' ' ' <log.txt | tr -s ' ' | grep -e "$text"
}
test_enable_wrong() {
    refused 'there is no such target; call it after add_executable' 'tcr_enable(q)'
    refused 'not understood: STRICKT' 'tcr_enable(p STRICKT)'
    refused 'not understood: STRICKT of ACCEPT' 'tcr_enable(p ACCEPT omp STRICKT)'
    refused 'not understood: sm90 of ARCH' 'tcr_enable(p ARCH sm90 ptx)'
    refused 'a INTERFACE_LIBRARY compiles nothing' 'add_library(i INTERFACE)' 'tcr_enable(i)'
}
test_meson() {
    needs meson ninja
    cp -R "$SAMPLES" here
    CC=$MOVED/bin/tcr-cc meson setup build here/meson >log.txt || { cat log.txt; return 1; }
    grep 'C compiler for the host machine: .*tcr-cc (gcc' log.txt
    meson test -C build >log.txt || { cat log.txt; return 1; }
    enabled build/norm
    rm -rf build
    PATH=$MOVED/bin:$PATH meson setup build here/meson --native-file here/meson/tcr.ini >log.txt
    grep 'C compiler for the host machine: tcr-cc gcc (gcc' log.txt
    PATH=$MOVED/bin:$PATH meson test -C build >log.txt || { cat log.txt; return 1; }
    enabled build/norm
}
test_autoconf() {
    needs autoconf
    cp -R "$SAMPLES" here
    (cd here/autoconf && autoconf)
    mkdir build
    cd build
    ../here/autoconf/configure CC="$MOVED/bin/tcr-cc" >log.txt
    grep 'whether the compiler supports GNU C... yes\|whether we are using the GNU C compiler... yes' log.txt
    make -s check
    enabled norm
    # the same answers as the compiler itself gets
    sed "s|$MOVED/bin/tcr-cc|gcc|" log.txt | grep -v 'checking for gcc\.\.\.' >with.txt
    rm -f config.* norm ./*.o
    ../here/autoconf/configure CC=gcc >log.txt
    grep -v 'checking for gcc\.\.\.' log.txt >without.txt
    diff with.txt without.txt
}
