/* SPDX-License-Identifier: MIT */
/* refused.h: the loops that the compiler has refused, as the program's files name them. */
#ifndef TCR_RUNTIME_REFUSED_H
#define TCR_RUNTIME_REFUSED_H

#pragma GCC visibility push(hidden)

/* Calls `each` with the text "FILE:LINE: REASON [code]" of each loop, of the program's file and of
 * the libraries that are loaded now; of a file that cannot be read, or that is no such file, with
 * none.  At exit, or with no lock of the dynamic linker's. */
void tcr_refused_each(void (*each)(void *of, const char *text), void *of);

#pragma GCC visibility pop

#endif
