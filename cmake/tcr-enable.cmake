# SPDX-License-Identifier: MIT
# tcr_enable(TARGET [ACCEPT omp|acc...] [ARCH sm_90|ptx|all|none...] [REPORT FILE]
#            [REPORT_JSON FILE] [STRICT] [WHOLE_PROGRAM] [STATIC_RUNTIME] [OPTIONS WORD...])
#
# Compiles the C sources of a target through tcr-cc: the project's compiler, gcc or clang,
# stays the compiler, with tcr-cc in front of it.  What the target links, tcr-cc links, so
# that the runtime comes along; a library of objects brings tcr::tcr to those that link it.
#
# ACCEPT, ARCH, STRICT, WHOLE_PROGRAM are the options --tcr-accept= and so on of tcr-cc;
# REPORT and REPORT_JSON name files in the target's binary directory; OPTIONS are passed as
# they are.  For generators of makefiles and of Ninja files, which know compiler launchers.

# Our own words in front of `existing`, the launchers that the target has already: of ccache
# and the like tcr-cc knows that a compiler follows; all others must come before tcr-cc.
function(tcr_join_launchers own existing result)
    set(before)
    set(after)
    foreach(word IN LISTS existing)
        cmake_path(GET word FILENAME name)
        if(after OR name MATCHES "^(ccache|sccache|distcc|icecc|buildcache)$")
            list(APPEND after "${word}")
        else()
            list(APPEND before "${word}")
        endif()
    endforeach()
    set(${result} ${before} ${own} ${after} PARENT_SCOPE)
endfunction()

# A relative file of a report: the compiler runs in different directories.
function(tcr_report_file file result)
    if(NOT file STREQUAL "-")
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    endif()
    set(${result} "${file}" PARENT_SCOPE)
endfunction()

function(tcr_enable target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STRICT;WHOLE_PROGRAM;STATIC_RUNTIME"
        "REPORT;REPORT_JSON" "ACCEPT;ARCH;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "tcr_enable(${target}): not understood: "
                "${arg_UNPARSED_ARGUMENTS} ${arg_KEYWORDS_MISSING_VALUES}")
    elseif(NOT TARGET ${target})
        message(FATAL_ERROR "tcr_enable(${target}): there is no such target; "
                "call it after add_executable() or add_library()")
    elseif(NOT CMAKE_C_COMPILER)
        message(FATAL_ERROR "tcr_enable(${target}): the project has no C; add it to project()")
    elseif(NOT CMAKE_GENERATOR MATCHES "Make|Ninja")
        message(FATAL_ERROR "tcr_enable(${target}): the generator ${CMAKE_GENERATOR} knows no "
                "compiler launchers; use Ninja or Unix Makefiles")
    endif()
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "EXECUTABLE|STATIC|SHARED|MODULE|OBJECT")
        message(FATAL_ERROR "tcr_enable(${target}): a ${type} compiles nothing")
    endif()

    set(options ${arg_OPTIONS})
    set(known_ACCEPT "omp|acc")
    set(known_ARCH "sm_[0-9]+|compute_[0-9]+|ptx|all|default|none|native")
    foreach(list IN ITEMS ACCEPT ARCH)
        foreach(word IN LISTS arg_${list})
            # a generator expression is known later
            if(NOT word MATCHES "\\$<" AND NOT word MATCHES "^(${known_${list}})(,(${known_${list}}))*$")
                message(FATAL_ERROR "tcr_enable(${target}): not understood: ${word} of ${list}")
            endif()
        endforeach()
        if(arg_${list})
            string(JOIN "," words ${arg_${list}})
            string(TOLOWER "--tcr-${list}=" option)
            list(APPEND options ${option}${words})
        endif()
    endforeach()
    if(arg_STRICT)
        list(APPEND options --tcr-strict)
    endif()
    if(arg_WHOLE_PROGRAM)
        list(APPEND options --tcr-whole-program)
    endif()
    if(arg_STATIC_RUNTIME)
        list(APPEND options --tcr-static)
    endif()
    if(arg_REPORT)
        tcr_report_file("${arg_REPORT}" file)
        list(APPEND options "--tcr-report=${file}")
    endif()
    if(arg_REPORT_JSON)
        tcr_report_file("${arg_REPORT_JSON}" file)
        list(APPEND options "--tcr-report=json:${file}")
    endif()

    file(REAL_PATH "${CMAKE_C_COMPILER}" compiler)
    cmake_path(GET compiler FILENAME compiler)
    if(compiler STREQUAL "tcr-cc") # already in front
        target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C>:${options}>")
        target_link_options(${target} PRIVATE ${options})
        return()
    endif()

    get_target_property(existing ${target} C_COMPILER_LAUNCHER)
    if(NOT existing)
        set(existing)
    endif()
    tcr_join_launchers("${tcr_CC};${options}" "${existing}" launcher)
    set_property(TARGET ${target} PROPERTY C_COMPILER_LAUNCHER ${launcher})
    # C++ and C in one program: its linker is g++, behind tcr-cc all the same
    foreach(language IN ITEMS C CXX)
        get_target_property(existing ${target} ${language}_LINKER_LAUNCHER)
        if(NOT existing)
            set(existing)
        endif()
        tcr_join_launchers("${tcr_CC};${options}" "${existing}" launcher)
        set_property(TARGET ${target} PROPERTY ${language}_LINKER_LAUNCHER ${launcher})
    endforeach()
    if(type MATCHES "STATIC|OBJECT")
        target_link_libraries(${target} PRIVATE tcr::tcr)
    endif()
endfunction()
