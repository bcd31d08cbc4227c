# SPDX-License-Identifier: MIT
# Install rules: programs, libraries, headers, documents, tcr.pc and find_package(tcr).
include(CMakePackageConfigHelpers)

foreach(tool tcr-cc tcr-rewrite tcr-tune)
    if(TARGET ${tool})
        install(TARGETS ${tool} RUNTIME)
    endif()
endforeach()
if(TARGET tcr-cc)
    include(cmake/masquerade.cmake)
    foreach(tool ${archivers})
        install(PROGRAMS driver/archiver.sh DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME tcr-${tool})
        install(FILES docs/tcr-gcc-ar.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME tcr-${tool}.1)
    endforeach()
    install(FILES docs/tcr-cc.1 docs/tcr-rewrite.1 docs/tcr-tune.1
            DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES docs/tcr.7 DESTINATION ${CMAKE_INSTALL_MANDIR}/man7)
    file(STRINGS spec/archs.def lines REGEX "^ARCH\\(")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS spec/archs.def)
    string(REGEX REPLACE "ARCH\\(([0-9]+)\\)" "\\1" archs "${lines}")
    list(TRANSFORM archs PREPEND sm_ OUTPUT_VARIABLE words)
    list(TRANSFORM archs PREPEND compute_)
    list(JOIN words " " TCR_ARCH_WORDS)
    list(JOIN archs " " archs)
    string(APPEND TCR_ARCH_WORDS " ${archs}")
    foreach(shell _tcr-cc tcr-cc.bash tcr-cc.fish)
        configure_file(completions/${shell}.in ${CMAKE_BINARY_DIR}/completions/${shell} @ONLY)
    endforeach()
    install(FILES ${CMAKE_BINARY_DIR}/completions/tcr-cc.bash RENAME tcr-cc
            DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${CMAKE_BINARY_DIR}/completions/_tcr-cc
            DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${CMAKE_BINARY_DIR}/completions/tcr-cc.fish
            DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()
# The module file finds the prefix from where it lies, so that an installation can be moved.
set(module_dir ${CMAKE_INSTALL_DATADIR}/tcr/modulefiles/tcr)
file(RELATIVE_PATH to_prefix /${module_dir} /)
configure_file(packaging/modulefile ${CMAKE_BINARY_DIR}/modulefile @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/modulefile DESTINATION ${module_dir} RENAME ${PROJECT_VERSION})
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES docs/tcr.h.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# As they are in the repository: README.md, docs and samples name each other.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md" PATTERN "figures/*.svg"
        PATTERN "data" EXCLUDE
        PATTERN "figures/*.png")
install(DIRECTORY samples DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET tcr)
    set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tcr)
    install(TARGETS tcr tcr_static EXPORT tcr)
    install(TARGETS tcr_mirror tcr_serial)
    set(tcr_cc_program ${CMAKE_INSTALL_BINDIR}/tcr-cc) # relative, where the prefix may move
    install(EXPORT tcr NAMESPACE tcr:: FILE tcr-targets.cmake DESTINATION ${package_dir})
    # Not at the top of the build tree: find_package() would take it for an installation, and the
    # paths in tcr.pc are those of an installation.
    set(package_made ${CMAKE_BINARY_DIR}/for-install)
    configure_package_config_file(cmake/tcr-config.cmake.in
        ${package_made}/tcr-config.cmake INSTALL_DESTINATION ${package_dir}
        PATH_VARS tcr_cc_program)
    write_basic_package_version_file(${package_made}/tcr-config-version.cmake
        COMPATIBILITY SameMinorVersion)
    file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    configure_file(cmake/tcr.pc.in ${package_made}/tcr.pc @ONLY)
    install(FILES ${package_made}/tcr-config.cmake ${package_made}/tcr-config-version.cmake
            cmake/tcr-enable.cmake DESTINATION ${package_dir})
    install(FILES ${package_made}/tcr.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

configure_file(cmake/uninstall.cmake.in ${CMAKE_BINARY_DIR}/uninstall.cmake @ONLY)
add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${CMAKE_BINARY_DIR}/uninstall.cmake VERBATIM)

include(cmake/sbom.cmake) # the last: it lists what the others have installed
