# libtcr.a and libtcr.so, from the same objects.
file(GLOB runtime_sources CONFIGURE_DEPENDS runtime/*.c)
if(NOT runtime_sources)
    message(STATUS "runtime/: no sources")
    return()
endif()

add_library(tcr_runtime OBJECT ${runtime_sources})
target_include_directories(tcr_runtime PRIVATE runtime)
target_link_libraries(tcr_runtime PRIVATE tcr_flags Threads::Threads)
target_compile_options(tcr_runtime PRIVATE -fstack-protector-strong)

# What stands before malloc and its kin in programs that tcr-cc links.  Not in
# libtcr.so, which nobody links with --wrap.
set(wrapped)
foreach(function malloc calloc realloc free posix_memalign aligned_alloc memalign)
    add_library(tcr_wrap_${function} OBJECT runtime/wrap/heap_wrap.c)
    target_compile_definitions(tcr_wrap_${function} PRIVATE TCR_WRAP_${function})
    target_link_libraries(tcr_wrap_${function} PRIVATE tcr_flags)
    list(APPEND wrapped $<TARGET_OBJECTS:tcr_wrap_${function}>)
endforeach()

add_library(tcr_static STATIC ${wrapped} $<TARGET_OBJECTS:tcr_runtime> $<TARGET_OBJECTS:kernel_headers>)
add_library(tcr SHARED $<TARGET_OBJECTS:tcr_runtime> $<TARGET_OBJECTS:kernel_headers>)
set_target_properties(tcr_static PROPERTIES OUTPUT_NAME tcr EXPORT_NAME tcr_static)
set_target_properties(tcr PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0)
target_link_options(tcr PRIVATE -Wl,-z,relro,-z,now)
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
