# SPDX-License-Identifier: MIT
# tcr-cc (no libclang: it must start in a millisecond) and tcr-rewrite.
# All of a tool but main.c is a static library, so that tests can link it.

function(tcr_add_tool name directory)
    file(GLOB sources CONFIGURE_DEPENDS ${directory}/*.c ${directory}/*/*.c base/*.c)
    if(directory STREQUAL rewriter)
        list(APPEND sources runtime/nvrtc/nvrtc.c)
    elseif(directory STREQUAL driver) # --tcr-doctor looks at variables as programs will
        list(APPEND sources runtime/ground/env.c)
    endif()
    set(main ${CMAKE_SOURCE_DIR}/${directory}/main.c)
    list(REMOVE_ITEM sources ${main})
    # What tcr-rewrite makes lies where one function says, whose test asks for alignment; to look at each pointer for it
    # is a quarter of the compilation.  What it reads of files is in images/.
    if(tcr_address_only AND directory STREQUAL rewriter)
        file(GLOB made rewriter/*.c rewriter/*/*.c)
        list(FILTER made EXCLUDE REGEX "/images/[^/]*$")
        set_property(SOURCE ${made} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=alignment)
    endif()
    if(sources)
        add_library(tcr_${directory} STATIC ${sources})
        target_include_directories(tcr_${directory} PUBLIC ${directory} base)
        target_link_libraries(tcr_${directory} PUBLIC tcr_flags tcr_hardened ${ARGN})
        target_compile_options(tcr_${directory} PRIVATE ${tcr_not_optimised})
        set_target_properties(tcr_${directory} PROPERTIES
            ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    endif()
    if(EXISTS ${main})
        add_executable(${name} ${main})
        target_link_libraries(${name} PRIVATE tcr_flags tcr_hardened ${ARGN})
        if(sources)
            target_link_libraries(${name} PRIVATE tcr_${directory})
        endif()
    else()
        message(STATUS "${directory}/main.c: not there, ${name} is not built")
    endif()
endfunction()

# The runtime for another target serves the tools of this machine.
if(TCR_REWRITER OR NOT CMAKE_CROSSCOMPILING)
    tcr_add_tool(tcr-cc driver)
    # CMake takes `tcr-` for the prefix of a toolchain and looks for these there.
    set(archivers gcc-ar gcc-ranlib llvm-ar llvm-ranlib)
    foreach(tool ${archivers})
        configure_file(driver/archiver.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tcr-${tool} COPYONLY)
    endforeach()
endif()

if(TCR_REWRITER)
    include(cmake/libclang.cmake)
    add_library(tcr_kernel_headers STATIC $<TARGET_OBJECTS:kernel_headers>)
    set_target_properties(tcr_kernel_headers PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    # What a report says of its reason codes, and where the documents are: TCR_DOCS_URL, or from
    # the program's directory.
    set(refusals_c ${CMAKE_BINARY_DIR}/refusals_page.c)
    add_custom_command(OUTPUT ${refusals_c}
        COMMAND ${CMAKE_COMMAND} -DIN=${CMAKE_SOURCE_DIR}/docs/refusals.md -DNAME=tcr_refusals_page
                -DOUT=${refusals_c} -P ${CMAKE_SOURCE_DIR}/cmake/embed_text.cmake
        DEPENDS docs/refusals.md cmake/embed_text.cmake VERBATIM)
    add_library(tcr_refusals_page STATIC ${refusals_c})
    set_source_files_properties(${refusals_c} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)
    target_link_libraries(tcr_refusals_page PRIVATE tcr_flags tcr_hardened)
    set_target_properties(tcr_refusals_page PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    set(TCR_DOCS_URL "" CACHE STRING "Address of the published docs/ (default: where they are installed)")
    file(RELATIVE_PATH docs_from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_DOCDIR}/docs)
    set_source_files_properties(rewriter/text/uri.c PROPERTIES COMPILE_DEFINITIONS
        "TCR_DOCS_URL=\"${TCR_DOCS_URL}\";TCR_DOCS_FROM_BIN=\"${docs_from_bin}\"")
    tcr_add_tool(tcr-rewrite rewriter tcr_refusals_page tcr_libclang tcr_kernel_headers Threads::Threads
                 ${CMAKE_DL_LIBS} m)
    # No run path to a library that the loader finds by itself (Debian's: a link in
    # /usr/lib/llvm-19/lib, the file in the usual place).
    file(REAL_PATH ${libclang_library} libclang_file)
    cmake_path(GET libclang_file PARENT_PATH libclang_file_dir)
    if(libclang_own_dir)
        file(RELATIVE_PATH own_dir_from_bin ${CMAKE_INSTALL_FULL_BINDIR}
             ${CMAKE_INSTALL_PREFIX}/${libclang_own_dir})
        set(run_path $ORIGIN/${own_dir_from_bin} $ORIGIN/../${libclang_own_dir}) # there, here
        list(REMOVE_DUPLICATES run_path)
        set_target_properties(tcr-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF
                              INSTALL_RPATH "${run_path}")
    elseif(libclang_file_dir IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        set_target_properties(tcr-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF)
    endif()
    # the runtime's own parts, and NVRTC: not libclang
    add_executable(tcr-tune tune/main.c tune/measure.c rewriter/images/images.c rewriter/text/text.c)
    target_link_libraries(tcr-tune PRIVATE tcr_flags tcr_hardened tcr_static)
endif()
