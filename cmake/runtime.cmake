# SPDX-License-Identifier: MIT
# libtcr.a and libtcr.so, from the same objects.
file(GLOB runtime_sources CONFIGURE_DEPENDS runtime/*/*.c base/*.c)
file(GLOB otherwise CONFIGURE_DEPENDS runtime/host/*.c runtime/units/*.c runtime/wrap/*.c) # below
list(REMOVE_ITEM runtime_sources ${otherwise})
if(NOT runtime_sources)
    message(STATUS "runtime/: no sources")
    return()
endif()

add_library(tcr_runtime OBJECT ${runtime_sources})
target_link_libraries(tcr_runtime PRIVATE tcr_flags tcr_hardened Threads::Threads)
# TCR_REPRODUCIBLE: the same operations everywhere
set_source_files_properties(runtime/call/exact.c runtime/library/library.c
    runtime/library/library_exact.c runtime/library/library_host.c PROPERTIES COMPILE_OPTIONS -ffp-contract=off)
set(hasty FALSE) # -O3 would take minutes with sanitizers, and is not wanted beside -O0
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
if(TCR_SANITIZE OR CMAKE_C_FLAGS_${type} MATCHES "-O0")
    set(hasty TRUE)
endif()
if(NOT hasty)
    set_property(SOURCE runtime/library/library_exact.c APPEND PROPERTY COMPILE_OPTIONS -O3)
endif()

# Of a sanitized runtime only what computes much is optimised: the simulated device, the library's functions.
if(tcr_not_optimised)
    set(calling ${runtime_sources} runtime/host/ops.c)
    list(FILTER calling EXCLUDE REGEX "runtime/(library|matmul|sim)/|runtime/(call/exact|map/changed)\\.c$")
    set_property(SOURCE ${calling} APPEND PROPERTY COMPILE_OPTIONS ${tcr_not_optimised})
endif()

# What stands before malloc and its kin in programs that tcr-cc links.  Not in
# libtcr.so, which nobody links with --wrap.
set(wrapped)
foreach(function malloc calloc realloc reallocarray free posix_memalign aligned_alloc memalign)
    add_library(tcr_wrap_${function} OBJECT runtime/wrap/heap_wrap.c)
    target_compile_definitions(tcr_wrap_${function} PRIVATE TCR_WRAP_${function})
    target_link_libraries(tcr_wrap_${function} PRIVATE tcr_flags tcr_hardened)
    list(APPEND wrapped $<TARGET_OBJECTS:tcr_wrap_${function}>)
endforeach()

# What stands before functions of the C library in dynamic programs that tcr-cc links, an archive of
# its own: nobody else gets them by a mere reference.
file(GLOB seen_sources CONFIGURE_DEPENDS runtime/wrap/seen*.c)
add_library(tcr_mirror STATIC ${seen_sources})
target_compile_options(tcr_mirror PRIVATE -Wno-psabi)
target_link_libraries(tcr_mirror PRIVATE tcr_flags tcr_hardened)

# For static programs of clang where there is no libomp.a.
add_library(tcr_serial STATIC runtime/wrap/serial_openmp.c)
target_link_libraries(tcr_serial PRIVATE tcr_flags tcr_hardened)

# The arithmetic of tcr_reduce.h and of products of matrices on the host, for several instruction
# sets.  Products have the bits of the loops in C, with any of them.
set_source_files_properties(runtime/host/multiply.c PROPERTIES COMPILE_OPTIONS -ffp-contract=off)
set(host_ops)
function(tcr_add_host_ops isa)
    add_library(tcr_host_${isa} OBJECT runtime/host/ops.c runtime/host/multiply.c)
    target_compile_definitions(tcr_host_${isa} PRIVATE TCR_HOST_TABLE=tcr_host_table_${isa}
                               TCR_MULTIPLY_TABLE=tcr_multiply_table_${isa})
    target_compile_options(tcr_host_${isa} PRIVATE -fopenmp-simd -fno-math-errno
                           -fno-trapping-math ${ARGN})
    if(NOT hasty)
        target_compile_options(tcr_host_${isa} PRIVATE -O3)
    endif()
    target_link_libraries(tcr_host_${isa} PRIVATE tcr_flags tcr_hardened)
    set(host_ops ${host_ops} $<TARGET_OBJECTS:tcr_host_${isa}> PARENT_SCOPE)
endfunction()
tcr_add_host_ops(baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    tcr_add_host_ops(avx2 -mavx2 -mfma -mbmi2)
    tcr_add_host_ops(avx512 -mavx2 -mfma -mbmi2 -mavx512f -mavx512bw -mavx512dq -mavx512vl
                     -mprefer-vector-width=512)
endif()

# Its kernels: with images where the build has a CUDA Toolkit.
set(TCR_LIBRARY_ARCHS "75;80;90" CACHE STRING
    "Architectures of the library's own kernels; empty: none, they are compiled when first used")
set(unit_sources runtime/units/make_units.c runtime/nvrtc/nvrtc.c base/env_get.c base/precision.c
    rewriter/images/images.c rewriter/images/images_text.c rewriter/text/text.c)
if(CMAKE_CROSSCOMPILING) # it runs here
    find_program(TCR_BUILD_CC NAMES cc gcc clang DOC "A compiler for the machine that builds"
                 NO_CMAKE_FIND_ROOT_PATH)
    if(NOT TCR_BUILD_CC)
        message(FATAL_ERROR "cross-compilation needs a compiler for this machine, too: "
                            "set TCR_BUILD_CC")
    endif()
    set(make_units ${CMAKE_BINARY_DIR}/internal/make_units)
    file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    add_custom_command(OUTPUT ${make_units}
        COMMAND ${TCR_BUILD_CC} -std=gnu17 -O1 -D_GNU_SOURCE= -DTCR_VERSION="${PROJECT_VERSION}"
                -Iinclude -o ${make_units} ${unit_sources} ${kernel_headers_c} -ldl
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} DEPENDS ${unit_sources} ${kernel_headers_c} VERBATIM)
    add_custom_target(kernel_headers_written DEPENDS ${kernel_headers_c})
    add_dependencies(kernel_headers kernel_headers_written) # two may not write it at a time
else()
    add_executable(make_units ${unit_sources} $<TARGET_OBJECTS:kernel_headers>)
    target_link_libraries(make_units PRIVATE tcr_flags ${CMAKE_DL_LIBS})
    set_target_properties(make_units PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    set(make_units make_units)
endif()
set(library_units_c ${CMAKE_BINARY_DIR}/library_units.c)
add_custom_command(OUTPUT ${library_units_c}
    COMMAND ${make_units} ${library_units_c} ${TCR_LIBRARY_ARCHS}
    DEPENDS ${make_units} VERBATIM COMMENT "The library's own kernels")
add_library(library_units OBJECT ${library_units_c})
target_include_directories(library_units PRIVATE runtime)
target_link_libraries(library_units PRIVATE tcr_flags tcr_hardened)

set(parts $<TARGET_OBJECTS:tcr_runtime> $<TARGET_OBJECTS:kernel_headers>
    $<TARGET_OBJECTS:library_units> ${host_ops})
add_library(tcr_static STATIC ${wrapped} ${parts})
add_library(tcr SHARED ${parts})
if(TCR_STRIP AND CMAKE_STRIP AND NOT TCR_SANITIZE AND NOT CMAKE_BUILD_TYPE STREQUAL Debug
        AND NOT CMAKE_INTERPROCEDURAL_OPTIMIZATION AND NOT CMAKE_C_FLAGS MATCHES -flto)
    # `break add` in a user's debugger means the program's function, not one of ours
    foreach(library tcr tcr_static tcr_mirror tcr_serial)
        add_custom_command(TARGET ${library} POST_BUILD VERBATIM
            COMMAND ${CMAKE_STRIP} --strip-unneeded $<TARGET_FILE:${library}>)
    endforeach()
endif()
# The first of a program's variables that are zero: else a static array of 2 GiB, which programs of
# the small code model may have behind all else, would move them out of reach of our code.  GNU ld
# has .dynbss there.
if(CMAKE_OBJCOPY AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT TCR_SANITIZE)
    foreach(library tcr_static tcr_mirror)
        add_custom_command(TARGET ${library} POST_BUILD VERBATIM
            COMMAND ${CMAKE_OBJCOPY} --rename-section .bss=.dynbss $<TARGET_FILE:${library}>)
    endforeach()
endif()
set_target_properties(tcr_static PROPERTIES OUTPUT_NAME tcr EXPORT_NAME tcr_static)
set_target_properties(tcr PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0)
target_link_libraries(tcr PRIVATE $<BUILD_INTERFACE:tcr_hardened>)
target_link_options(tcr PRIVATE -Wl,-z,nodelete)
if(NOT TCR_SANITIZE)
    target_link_options(tcr PRIVATE -Wl,-z,defs)
else()
    target_link_options(tcr PRIVATE -fsanitize=${TCR_SANITIZE})
    target_link_options(tcr_static INTERFACE $<BUILD_INTERFACE:-fsanitize=${TCR_SANITIZE}>)
endif()
foreach(library tcr tcr_static)
    target_include_directories(${library} INTERFACE
        $<BUILD_INTERFACE:${CMAKE_BINARY_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${library} PUBLIC Threads::Threads ${CMAKE_DL_LIBS} m)
    # the loops of objects that tcr-cc made are OpenMP loops of the compiler that links
    target_link_options(${library} INTERFACE $<INSTALL_INTERFACE:-fopenmp>)
    add_library(tcr::${library} ALIAS ${library})
endforeach()
