/* SPDX-License-Identifier: MIT */
/*
 * unheeded.h: the mark of an object whose directives for data nobody heeds.
 *
 * Text of C behind a unit's preprocessed text.  The reference is weak: what has no runtime needs
 * none for it, and in a program in which anything may stay on the device, the runtime is there.
 */
#ifndef TCR_UNHEEDED_H
#define TCR_UNHEEDED_H

/* The file's name, as a string of C, stands between the two.  (3: what is said of a
 * system header's text, the compiler keeps to itself.) */
#define TCR_UNHEEDED_BEGIN                                                                         \
    "\n# 1 \"<tcr>\" 3\n"                                                                          \
    "extern void tcr_data_unheeded(const char *)\n"                                                \
    "    __attribute__((__weak__, __visibility__(\"default\")));\n"                                \
    "__attribute__((__constructor__, __used__)) static void tcr_unheeded_here(void)\n"             \
    "{ if (tcr_data_unheeded) tcr_data_unheeded("
#define TCR_UNHEEDED_END "); }\n"

#endif
