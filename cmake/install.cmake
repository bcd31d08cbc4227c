# Install rules: programs, libraries, headers, documents, tcr.pc and find_package(tcr).
include(CMakePackageConfigHelpers)

foreach(tool tcr-cc tcr-rewrite tcr-tune)
    if(TARGET ${tool})
        install(TARGETS ${tool} RUNTIME)
    endif()
endforeach()
foreach(tool ${archivers})
    install(PROGRAMS driver/archiver.sh DESTINATION ${CMAKE_INSTALL_BINDIR} RENAME tcr-${tool})
endforeach()
# Links named like compilers: put first on PATH, each wraps the next compiler of its name.
if(TARGET tcr-cc)
    install(CODE "
        set(links \$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib/tcr/bin)
        file(MAKE_DIRECTORY \${links})
        foreach(name cc gcc clang c89 c99 c++ g++ clang++
                ${CMAKE_LIBRARY_ARCHITECTURE}-gcc ${CMAKE_LIBRARY_ARCHITECTURE}-g++)
            file(CREATE_LINK ../../../${CMAKE_INSTALL_BINDIR}/tcr-cc \${links}/\${name} SYMBOLIC)
        endforeach()")
    install(FILES docs/tcr-cc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES docs/tcr.h.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
install(FILES README.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN "*.md")
install(DIRECTORY samples DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(TARGET tcr)
    set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tcr)
    install(TARGETS tcr tcr_static EXPORT tcr)
    install(EXPORT tcr NAMESPACE tcr:: FILE tcr-targets.cmake DESTINATION ${package_dir})
    configure_package_config_file(cmake/tcr-config.cmake.in
        ${CMAKE_BINARY_DIR}/tcr-config.cmake INSTALL_DESTINATION ${package_dir})
    write_basic_package_version_file(${CMAKE_BINARY_DIR}/tcr-config-version.cmake
        COMPATIBILITY SameMinorVersion)
    file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
    configure_file(cmake/tcr.pc.in ${CMAKE_BINARY_DIR}/tcr.pc @ONLY)
    install(FILES ${CMAKE_BINARY_DIR}/tcr-config.cmake ${CMAKE_BINARY_DIR}/tcr-config-version.cmake
            DESTINATION ${package_dir})
    install(FILES ${CMAKE_BINARY_DIR}/tcr.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
