# SPDX-License-Identifier: MIT
# Links named like compilers: put first on PATH, each wraps the next compiler of its name.
# They are made for the compilers that the machine has, in the build tree and at an install;
# lib/tcr/update-links makes them anew.

set(masquerade_dir ${CMAKE_BINARY_DIR}/lib/tcr)
set(links_to_bin ../../bin)
configure_file(driver/update-links.sh.in ${masquerade_dir}/update-links @ONLY
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                     WORLD_READ WORLD_EXECUTE)
add_custom_command(OUTPUT ${masquerade_dir}/links.stamp
    COMMAND sh ${masquerade_dir}/update-links
    COMMAND ${CMAKE_COMMAND} -E touch ${masquerade_dir}/links.stamp
    DEPENDS tcr-cc ${masquerade_dir}/update-links VERBATIM)
add_custom_target(masquerade ALL DEPENDS ${masquerade_dir}/links.stamp)

file(RELATIVE_PATH links_to_bin ${CMAKE_INSTALL_PREFIX}/lib/tcr ${CMAKE_INSTALL_FULL_BINDIR})
configure_file(driver/update-links.sh.in ${CMAKE_BINARY_DIR}/installed/update-links @ONLY)
install(PROGRAMS ${CMAKE_BINARY_DIR}/installed/update-links DESTINATION lib/tcr)
# In the manifest, so that `uninstall` finds them.
install(CODE "
    set(links_dir \${CMAKE_INSTALL_PREFIX}/lib/tcr)
    execute_process(COMMAND sh \$ENV{DESTDIR}\${links_dir}/update-links
                    COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB links LIST_DIRECTORIES false RELATIVE \$ENV{DESTDIR}\${links_dir}/bin
         \$ENV{DESTDIR}\${links_dir}/bin/*)
    foreach(link IN LISTS links)
        if(IS_SYMLINK \$ENV{DESTDIR}\${links_dir}/bin/\${link})
            file(READ_SYMLINK \$ENV{DESTDIR}\${links_dir}/bin/\${link} target)
            if(target MATCHES \"/tcr-cc$\")
                list(APPEND CMAKE_INSTALL_MANIFEST_FILES \${links_dir}/bin/\${link})
            endif()
        endif()
    endforeach()")
