# SPDX-License-Identifier: MIT
# The list of what is installed and what it needs, as SPDX 2.3 (JSON): tcr.spdx.json, beside the
# documents.  It is written when the files are in their places, from these and from what the
# build has found; sbom_write.cmake does it, for the Debian package once more (staged.cmake).

# The libclang that tcr-rewrite is linked with.
set(sbom_libclang)
if(TARGET tcr-rewrite)
    set(sbom_libclang ${libclang_version})
    if(EXISTS ${libclang_prefix}/include/clang/Basic/Version.inc)
        file(STRINGS ${libclang_prefix}/include/clang/Basic/Version.inc line
             REGEX "#define CLANG_VERSION_STRING ")
        if(line MATCHES "\"([0-9.]+)\"")
            set(sbom_libclang ${CMAKE_MATCH_1})
        endif()
    endif()
endif()
file(STRINGS LICENSE sbom_copyright REGEX "^Copyright")
set(sbom_build "Compiled by ${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION} for \
${CMAKE_SYSTEM_NAME} on ${CMAKE_SYSTEM_PROCESSOR}.")
configure_file(cmake/sbom_write.cmake.in ${CMAKE_BINARY_DIR}/sbom_write.cmake @ONLY)

file(RELATIVE_PATH sbom_file ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_DOCDIR}/tcr.spdx.json)
install(CODE "
    set(sbom_root \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX})
    set(sbom_out ${sbom_file})
    set(sbom_files)
    foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
        file(RELATIVE_PATH file \${CMAKE_INSTALL_PREFIX} \${file})
        list(APPEND sbom_files \${file})
    endforeach()
    include(${CMAKE_BINARY_DIR}/sbom_write.cmake)
    list(APPEND CMAKE_INSTALL_MANIFEST_FILES \${CMAKE_INSTALL_PREFIX}/${sbom_file})
    message(STATUS \"Installing: \${sbom_root}/${sbom_file}\")")
set(CPACK_TCR_SBOM ${CMAKE_BINARY_DIR}/sbom_write.cmake)
