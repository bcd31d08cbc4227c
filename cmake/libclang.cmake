# SPDX-License-Identifier: MIT
# Finds libclang (the C API), 17 or newer, and makes the target tcr_libclang.
#
# In this order: TCR_LIBCLANG_ROOT; the version TCR_LLVM_VERSION; else the
# newest of the installed ones.  llvm-config is not needed (Debian packages it
# apart from libclang): a prefix is one that has the header and the library.
# TCR_LIBCLANG_ROOT may also be the folder of a library that came without headers,
# as PyPI's package `libclang` does (clang/, with native/libclang.so): then
# rewriter/libclang has the declarations.

set(TCR_LLVM_OLDEST 17)
set(TCR_LLVM_NEWEST 22)

# The major version of the libclang under a prefix, from its own headers.
function(tcr_libclang_version prefix result)
    set(version 0)
    if(EXISTS ${prefix}/include/clang/Basic/Version.inc)
        file(STRINGS ${prefix}/include/clang/Basic/Version.inc line
             REGEX "#define CLANG_VERSION_MAJOR [0-9]+")
        if(line MATCHES "MAJOR ([0-9]+)")
            set(version ${CMAKE_MATCH_1})
        endif()
    else()
        file(GLOB resource_dirs ${prefix}/lib/clang/*)
        foreach(dir IN LISTS resource_dirs)
            if(dir MATCHES "/([0-9]+)[0-9.]*$" AND CMAKE_MATCH_1 GREATER version)
                set(version ${CMAKE_MATCH_1})
            endif()
        endforeach()
    endif()
    set(${result} ${version} PARENT_SCOPE)
endfunction()

# Asks the library itself, where it came without headers.
function(tcr_ask_libclang_version library result)
    set(source ${CMAKE_BINARY_DIR}/libclang_version.c)
    file(WRITE ${source} "#include <clang-c/Index.h>
#include <stdio.h>
int main(void) { return puts(clang_getCString(clang_getClangVersion())) < 0; }
")
    # Under the name that the program will ask for, which need not be the file's.
    tcr_libclang_soname(${library} soname)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/libclang)
    file(CREATE_LINK ${library} ${CMAKE_BINARY_DIR}/libclang/${soname} SYMBOLIC)
    try_run(status compiles ${CMAKE_BINARY_DIR}/libclang_version ${source}
            CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${CMAKE_SOURCE_DIR}/rewriter/libclang
            LINK_OPTIONS -Wl,-rpath,${CMAKE_BINARY_DIR}/libclang LINK_LIBRARIES ${library}
            RUN_OUTPUT_VARIABLE said COMPILE_OUTPUT_VARIABLE errors)
    set(version 0)
    if(NOT compiles)
        message(STATUS "${library} cannot be used: ${errors}")
    elseif(status EQUAL 0 AND said MATCHES "clang version ([0-9]+)")
        set(version ${CMAKE_MATCH_1})
    endif()
    set(${result} ${version} PARENT_SCOPE)
endfunction()

# The name by which programs that are linked with the library look for it.
function(tcr_libclang_soname library result)
    cmake_path(GET library FILENAME soname)
    execute_process(COMMAND ${CMAKE_READELF} -d ${library} OUTPUT_VARIABLE said ERROR_QUIET)
    if(said MATCHES "\\(SONAME\\)[^[]*\\[([^]]+)\\]")
        set(soname ${CMAKE_MATCH_1})
    endif()
    set(${result} ${soname} PARENT_SCOPE)
endfunction()

# Looks for a usable libclang of version `wanted` (empty: any) under the prefixes given.
# Sets libclang_prefix, libclang_include, libclang_version, libclang_library; notes what was
# too old.
macro(tcr_try_libclang wanted)
    foreach(prefix IN ITEMS ${ARGN})
        unset(library)
        set(include ${prefix}/include)
        if(TCR_LIBCLANG_ROOT AND NOT EXISTS ${include}/clang-c/Index.h)
            set(include ${CMAKE_SOURCE_DIR}/rewriter/libclang)
        endif()
        if(NOT libclang_prefix AND EXISTS ${include}/clang-c/Index.h)
            find_library(library NAMES clang libclang PATHS ${prefix}/lib ${prefix}/lib64
                         ${prefix}/lib/${CMAKE_LIBRARY_ARCHITECTURE} ${prefix}/native ${prefix}
                         NO_DEFAULT_PATH NO_CACHE)
            tcr_libclang_version(${prefix} version)
            if(library AND version EQUAL 0)
                tcr_ask_libclang_version(${library} version)
            endif()
            if(library AND version LESS TCR_LLVM_OLDEST)
                set(libclang_too_old "${prefix} (version ${version})")
            elseif(library AND ("${wanted}" STREQUAL "" OR version EQUAL "${wanted}"))
                set(libclang_prefix ${prefix})
                set(libclang_include ${include})
                set(libclang_version ${version})
                set(libclang_library ${library})
            endif()
        endif()
    endforeach()
endmacro()

set(prefixes)
foreach(version RANGE ${TCR_LLVM_NEWEST} ${TCR_LLVM_OLDEST} -1)
    find_program(llvm_config NAMES llvm-config-${version} llvm-config${version} NO_CACHE)
    if(llvm_config)
        execute_process(COMMAND ${llvm_config} --prefix OUTPUT_VARIABLE prefix
                        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
        list(APPEND prefixes ${prefix})
    endif()
    unset(llvm_config)
    list(APPEND prefixes /usr/lib/llvm-${version} /usr/lib/llvm${version} /usr/lib64/llvm${version})
endforeach()
find_program(llvm_config NAMES llvm-config NO_CACHE)
if(llvm_config)
    execute_process(COMMAND ${llvm_config} --prefix OUTPUT_VARIABLE prefix
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    list(APPEND prefixes ${prefix})
endif()
list(APPEND prefixes /usr/local /usr)

if(TCR_LIBCLANG_ROOT)
    tcr_try_libclang("${TCR_LLVM_VERSION}" ${TCR_LIBCLANG_ROOT})
else()
    tcr_try_libclang("${TCR_LLVM_VERSION}" ${prefixes})
endif()
if(NOT libclang_prefix)
    if(libclang_too_old)
        set(why "${libclang_too_old} is too old")
    else()
        set(why "none found")
    endif()
    if(TCR_LLVM_VERSION)
        string(PREPEND why "version ${TCR_LLVM_VERSION}: ")
    endif()
    message(FATAL_ERROR "tcr-rewrite needs libclang ${TCR_LLVM_OLDEST} or newer (${why}): "
        "install libclang-19-dev, or set TCR_LIBCLANG_ROOT, or TCR_REWRITER=OFF")
endif()
message(STATUS "libclang ${libclang_version}: ${libclang_library}")

# The compiler's own headers (stddef.h, arm_neon.h, ...) for the parse.
file(GLOB resource_dirs ${libclang_prefix}/lib*/clang/${libclang_version}*/include/stddef.h)
set(libclang_resource_dir "")
if(resource_dirs)
    list(GET resource_dirs 0 resource_dir)
    cmake_path(GET resource_dir PARENT_PATH resource_dir)
    cmake_path(GET resource_dir PARENT_PATH libclang_resource_dir)
endif()

get_filename_component(libclang_dir ${libclang_library} DIRECTORY)
add_library(tcr_libclang INTERFACE)
target_include_directories(tcr_libclang SYSTEM INTERFACE ${libclang_include})
target_link_libraries(tcr_libclang INTERFACE ${libclang_library})
target_compile_definitions(tcr_libclang INTERFACE
    TCR_LLVM_VERSION=${libclang_version} TCR_CLANG_RESOURCE_DIR="${libclang_resource_dir}")

# One whose file is not named as programs look for it comes along, under that name.
tcr_libclang_soname(${libclang_library} libclang_soname)
set(libclang_own_dir "")
if(NOT EXISTS ${libclang_dir}/${libclang_soname})
    set(libclang_own_dir lib/tcr)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${libclang_own_dir})
    file(CREATE_LINK ${libclang_library} ${CMAKE_BINARY_DIR}/${libclang_own_dir}/${libclang_soname}
         SYMBOLIC)
    file(REAL_PATH ${libclang_library} libclang_file)
    install(FILES ${libclang_file} DESTINATION ${libclang_own_dir} RENAME ${libclang_soname})
endif()
