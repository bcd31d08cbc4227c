# SPDX-License-Identifier: MIT
# tcr_hardened: flags of everything that is installed, as far as the compiler has them.
#
# The tools read other people's files, and the runtime lives in other people's programs.  What
# the flags of the one who builds (a distribution's, say) already settle is left as it is.
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)

add_library(tcr_hardened INTERFACE)
target_link_options(tcr_hardened INTERFACE -Wl,-z,relro,-z,now)

# -fcf-protection: marks for indirect jumps and for a shadow stack (CET of x86).  A program has
# them only if all its objects do, so libtcr's must.
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection)
    string(MAKE_C_IDENTIFIER "TCR_HAS${flag}" has)
    check_c_compiler_flag(${flag} ${has})
    string(REGEX REPLACE "^-f|-strong$" "" family ${flag})
    if(${has} AND NOT CMAKE_C_FLAGS MATCHES "-f(no-)?${family}")
        target_compile_options(tcr_hardened INTERFACE ${flag})
    endif()
endforeach()

# _FORTIFY_SOURCE works with optimisation only, and is the sanitizers' to do where they are.
set(CMAKE_REQUIRED_FLAGS "${CMAKE_C_FLAGS_RELWITHDEBINFO} ${CMAKE_C_FLAGS}")
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
if(DEFINED CMAKE_C_FLAGS_${type})
    set(CMAKE_REQUIRED_FLAGS "${CMAKE_C_FLAGS_${type}} ${CMAKE_C_FLAGS}")
endif()
check_c_source_compiles("
#if defined _FORTIFY_SOURCE || !defined __OPTIMIZE__
#error left as it is
#endif
int main(void) { return 0; }" TCR_ADDS_FORTIFY_${type})
string(APPEND CMAKE_REQUIRED_FLAGS " -Werror")
set(CMAKE_REQUIRED_DEFINITIONS -D_FORTIFY_SOURCE=3)
check_c_source_compiles("
#include <stdio.h>
int main(void) { return 0; }" TCR_HAS_FORTIFY_3_${type})
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_DEFINITIONS)
if(TCR_ADDS_FORTIFY_${type} AND NOT TCR_SANITIZE)
    set(level 2)
    if(TCR_HAS_FORTIFY_3_${type})
        set(level 3)
    endif()
    target_compile_options(tcr_hardened INTERFACE $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=${level}>)
endif()
