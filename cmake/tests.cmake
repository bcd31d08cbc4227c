# SPDX-License-Identifier: MIT
# The tests.  tests/NAME/*.c are one Check program test_NAME each; the scripts
# run what has been built.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND)
    pkg_check_modules(CHECK QUIET IMPORTED_TARGET check)
endif()

function(tcr_add_unit_test name)
    file(GLOB sources CONFIGURE_DEPENDS tests/${name}/*.c)
    if(NOT sources)
        return()
    endif()
    # Most run for a moment, which takes less than to optimise them; not so those that look at each of many elements.
    set(brief ${sources})
    list(FILTER brief EXCLUDE REGEX "test_(gemm|matrix|mma|prefixes|rows|segments)\\.c$")
    set_source_files_properties(${brief} PROPERTIES COMPILE_OPTIONS "-O0;-U_FORTIFY_SOURCE") # that wants optimisation
    set_property(SOURCE ${sources} APPEND PROPERTY COMPILE_OPTIONS ${tcr_address_only})
    add_executable(test_${name} ${sources})
    target_include_directories(test_${name} PRIVATE .)
    target_link_libraries(test_${name} PRIVATE tcr_flags ${ARGN} PkgConfig::CHECK m Threads::Threads)
    set_target_properties(test_${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    add_test(NAME ${name} COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endfunction()

if(TARGET PkgConfig::CHECK)
    if(TARGET tcr_static)
        tcr_add_unit_test(runtime tcr_static)
        target_sources(test_runtime PRIVATE tests/library/cases.c
            tests/library/reproducible.c tests/library/overflow.c
            tests/library/chained.c tests/library/segments.c tests/library/ends.c)
        add_library(test_thread_data MODULE tests/runtime/modules/thread_data.c)
        target_link_libraries(test_thread_data PRIVATE tcr_flags)
        set_target_properties(test_thread_data PROPERTIES
            LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
        add_dependencies(test_runtime test_thread_data)
        target_compile_definitions(test_runtime PRIVATE
            TCR_TEST_THREAD_DATA="$<TARGET_FILE:test_thread_data>")
        tcr_add_unit_test(sim tcr_static)
        target_sources(test_sim PRIVATE bench/figures/plan.c) # the variants' launches
        target_sources(test_sim PRIVATE tests/kernels/accuracy.c tests/kernels/exact.c
            tests/kernels/regions.c)
    endif()
    if(TARGET tcr_rewriter)
        tcr_add_unit_test(rewriter tcr_rewriter)
        tcr_add_unit_test(kernels tcr_rewriter)
    endif()
else()
    message(STATUS "Check (with pkg-config): not found, the unit tests are not built")
endif()

# Scripts that run the two programs, given the build tree.
if(TARGET tcr-cc AND TARGET tcr-rewrite AND TARGET tcr)
    foreach(suite driver report golden refusals samples library)
        if(EXISTS ${CMAKE_SOURCE_DIR}/tests/${suite}/run.sh)
            add_test(NAME ${suite} COMMAND sh ${CMAKE_SOURCE_DIR}/tests/${suite}/run.sh ${CMAKE_BINARY_DIR})
        endif()
    endforeach()
endif()

# The harnesses of libFuzzer (tests/fuzz/readers.sh, rewriter.sh): they need clang.
option(TCR_FUZZER "Targets for the libFuzzer harnesses" OFF)
# Without optimisation: it takes most of the time that their compilation takes, and an input none.  A use of a null
# pointer is AddressSanitizer's to find; to look at each pointer for that and for its alignment, which the
# sanitized build does, is a quarter of the compilation.
set(fuzzer -fsanitize=fuzzer,address,undefined -fno-sanitize=null,alignment -fno-sanitize-recover=all -O0 -g1)
if(TCR_FUZZER)
    add_custom_target(fuzz_readers)
    file(GLOB driver_sources CONFIGURE_DEPENDS driver/*.c driver/*/*.c base/*.c)
    list(REMOVE_ITEM driver_sources ${CMAKE_SOURCE_DIR}/driver/main.c ${CMAKE_SOURCE_DIR}/driver/system/words.c)
    add_library(fuzz_input STATIC EXCLUDE_FROM_ALL tests/fuzz/readers/input.c
                tests/fuzz/readers/words_weak.c ${driver_sources})
    target_include_directories(fuzz_input PUBLIC base)
    target_compile_options(fuzz_input PRIVATE ${fuzzer})
    target_link_libraries(fuzz_input PRIVATE tcr_flags)
    function(tcr_add_fuzzer name)
        add_executable(fuzz_${name} EXCLUDE_FROM_ALL ${ARGN})
        target_compile_options(fuzz_${name} PRIVATE ${fuzzer})
        target_link_options(fuzz_${name} PRIVATE ${fuzzer})
        target_link_libraries(fuzz_${name} PRIVATE tcr_flags)
        add_dependencies(fuzz_readers fuzz_${name})
    endfunction()
    foreach(reader object archive record response scan tuning)
        tcr_add_fuzzer(${reader} tests/fuzz/readers/${reader}.c)
        target_link_libraries(fuzz_${reader} PRIVATE fuzz_input)
    endforeach()
    file(GLOB parser_sources CONFIGURE_DEPENDS
         rewriter/source/c_op.c rewriter/source/clause_look.c rewriter/source/comments.c
         rewriter/source/construct.c rewriter/source/declared.c rewriter/source/diag*.c rewriter/source/directive*.c rewriter/source/misspelt.c
         rewriter/source/operators.c rewriter/source/other_words.c rewriter/source/source*.c)
    tcr_add_fuzzer(directive base/precision.c tests/rewriter/fuzz_directive.c tests/rewriter/fake_source.c
                   ${parser_sources} rewriter/text/text.c rewriter/text/arena.c rewriter/text/json.c)
    target_include_directories(fuzz_directive PRIVATE base)
endif()
if(TCR_FUZZER AND TARGET tcr-rewrite)
    file(GLOB sources CONFIGURE_DEPENDS rewriter/*.c rewriter/*/*.c base/*.c)
    list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/rewriter/main.c)
    add_executable(fuzz_copy EXCLUDE_FROM_ALL tests/fuzz/rewriter/copy.c)
    add_executable(fuzz_rewriter EXCLUDE_FROM_ALL tests/fuzz/rewriter/harness.c ${sources}
                   runtime/nvrtc/nvrtc.c)
    add_dependencies(fuzz_rewriter fuzz_copy)
    target_include_directories(fuzz_rewriter PRIVATE base)
    # The sanitized build gets mutated sources, too (fuzz/mutate.sh), and looks for undefined behaviour.
    target_compile_options(fuzz_rewriter PRIVATE ${fuzzer} -fno-sanitize=undefined)
    target_link_options(fuzz_rewriter PRIVATE ${fuzzer})
    target_compile_definitions(fuzz_rewriter PRIVATE TCR_FUZZ_COPY="$<TARGET_FILE:fuzz_copy>")
    target_link_libraries(fuzz_rewriter PRIVATE tcr_flags tcr_libclang tcr_kernel_headers
                          tcr_refusals_page Threads::Threads ${CMAKE_DL_LIBS} m)
endif()
