# SPDX-License-Identifier: MIT
# The Debian package: cpack -G DEB (or the target `package`), from a build of this machine.

# The package that has the compiler's own headers, which the parse needs.
set(package_headers)
find_program(DPKG_QUERY dpkg-query NO_CACHE)
if(DPKG_QUERY AND libclang_resource_dir)
    file(REAL_PATH ${libclang_resource_dir}/include/stddef.h header)
    execute_process(COMMAND ${DPKG_QUERY} -S ${header}
                    OUTPUT_VARIABLE owner ERROR_QUIET)
    if(owner MATCHES "^([^:]+)")
        set(package_headers ", ${CMAKE_MATCH_1}")
    endif()
endif()

set(CPACK_PACKAGE_NAME tcr)
set(CPACK_PACKAGE_VENDOR tcr)
set(CPACK_PACKAGE_CONTACT "The tcr authors <tcr@localhost.localdomain>" CACHE STRING
    "Maintainer of packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "drop-in C compiler that runs loops on tensor cores")
set(CPACK_PACKAGE_DESCRIPTION
"tcr-cc takes the place of a C compiler, which it calls. A loop under
'#pragma tcr reduce' also becomes a GPU kernel that sums on tensor
cores. At run time the program uses whichever side is faster, and the
host wherever there is no GPU or no driver.
.
This package has the compiler wrapper, the rewriter, the runtime
library with its header, the manual pages, and samples.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian/staged.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "gcc | clang | c-compiler, libc6-dev | libc-dev${package_headers}")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ | c++-compiler")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "nvidia-cuda-toolkit")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# Not CPack's: its scripts call ldconfig, for which there is a trigger.
file(WRITE ${CMAKE_BINARY_DIR}/debian/shlibs "libtcr 0 tcr (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian/shlibs
    ${CMAKE_SOURCE_DIR}/cmake/debian/postinst ${CMAKE_SOURCE_DIR}/cmake/debian/prerm
    ${CMAKE_SOURCE_DIR}/cmake/debian/postrm ${CMAKE_SOURCE_DIR}/cmake/debian/triggers)
include(CPack)
