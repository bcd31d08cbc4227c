# SPDX-License-Identifier: MIT
# CPack runs this on the tree that becomes the package: what Debian wants of it beyond a plain
# install.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${usr}/share/doc/tcr)

# Those of this machine; postinst makes those of the user's.
file(REMOVE_RECURSE ${usr}/lib/tcr/bin)
# Where Debian's zsh looks.
file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
file(RENAME ${doc}/LICENSE ${doc}/copyright)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC) # SOURCE_DATE_EPOCH counts
file(WRITE ${doc}/changelog
"tcr (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(GLOB pages ${usr}/share/man/man*/*)
execute_process(COMMAND gzip -9n ${pages} ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
find_program(STRIP strip)
if(STRIP)
    execute_process(COMMAND ${STRIP} --strip-debug --enable-deterministic-archives ${usr}/lib/libtcr.a
                    COMMAND_ERROR_IS_FATAL ANY)
endif()
# The list of the files, as they are now.
file(GLOB_RECURSE sbom_files LIST_DIRECTORIES false RELATIVE ${usr} ${usr}/*)
set(sbom_root ${usr})
set(sbom_out share/doc/tcr/tcr.spdx.json)
include(${CPACK_TCR_SBOM})
