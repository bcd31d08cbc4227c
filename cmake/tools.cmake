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
# CMake takes `tcr-` for the prefix of a toolchain and looks for these there.
set(archivers gcc-ar gcc-ranlib llvm-ar llvm-ranlib)
foreach(tool ${archivers})
    configure_file(driver/archiver.sh ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tcr-${tool} COPYONLY)
endforeach()

if(TCR_REWRITER)
    include(cmake/libclang.cmake)
    add_library(tcr_kernel_headers STATIC $<TARGET_OBJECTS:kernel_headers>)
    set_target_properties(tcr_kernel_headers PROPERTIES
        ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/internal)
    tcr_add_tool(tcr-rewrite rewriter tcr_libclang tcr_kernel_headers Threads::Threads
                 ${CMAKE_DL_LIBS} m)
    # the runtime's own parts, and NVRTC: not libclang
    add_executable(tcr-tune tune/main.c tune/measure.c rewriter/images.c rewriter/text.c)
    target_link_libraries(tcr-tune PRIVATE tcr_flags tcr_hardened tcr_static)
endif()
