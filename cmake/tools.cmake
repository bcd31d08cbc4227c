# tcr-cc (no libclang: it must start in a millisecond) and tcr-rewrite.
# All of a tool but main.c is a static library, so that tests can link it.

function(tcr_add_tool name directory)
    file(GLOB sources CONFIGURE_DEPENDS ${directory}/*.c)
    if(directory STREQUAL rewriter)
        list(APPEND sources runtime/nvrtc.c)
    endif()
    set(main ${CMAKE_SOURCE_DIR}/${directory}/main.c)
    list(REMOVE_ITEM sources ${main})
    if(sources)
        add_library(tcr_${directory} STATIC ${sources})
        target_include_directories(tcr_${directory} PUBLIC ${directory})
        target_link_libraries(tcr_${directory} PUBLIC tcr_flags tcr_hardened ${ARGN})
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

tcr_add_tool(tcr-cc driver)

if(TCR_REWRITER)
    include(cmake/libclang.cmake)
    add_library(tcr_kernel_headers STATIC $<TARGET_OBJECTS:kernel_headers>)
    set_target_properties(tcr_kernel_headers PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    tcr_add_tool(tcr-rewrite rewriter tcr_libclang tcr_kernel_headers Threads::Threads
                 ${CMAKE_DL_LIBS} m)
    # No run path to a library that the loader finds by itself (Debian's: a link in
    # /usr/lib/llvm-19/lib, the file in the usual place).
    file(REAL_PATH ${libclang_library} libclang_file)
    cmake_path(GET libclang_file PARENT_PATH libclang_file_dir)
    if(libclang_file_dir IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
        set_target_properties(tcr-rewrite PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF)
    endif()
    # the runtime's own parts, and NVRTC: not libclang
    add_executable(tcr-tune tune/main.c tune/measure.c rewriter/images.c rewriter/text.c)
    target_link_libraries(tcr-tune PRIVATE tcr_flags tcr_hardened tcr_static)
endif()
