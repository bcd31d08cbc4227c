/* SPDX-License-Identifier: MIT */
/*
 * words_weak.c: the driver's words.c, whose arena the harnesses replace.
 *
 * In tcr-cc memory is never given back; here each piece is one of malloc's, which
 * the sanitizer guards by itself, and all go with the input (input.c).
 */
#pragma weak words_alloc
#include "../../../driver/system/words.c"
