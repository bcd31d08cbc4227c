# SPDX-License-Identifier: MIT
# BUILD/include: what a user's compiler sees, as after an install.
file(GLOB public_headers CONFIGURE_DEPENDS include/*.h)
foreach(header IN LISTS public_headers)
    get_filename_component(name ${header} NAME)
    configure_file(${header} ${CMAKE_BINARY_DIR}/include/${name} COPYONLY)
endforeach()
