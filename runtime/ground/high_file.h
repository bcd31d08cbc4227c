/* SPDX-License-Identifier: MIT */
/* high_file.h: numbers of files that no open() of the program gets. */
#ifndef TCR_HIGH_FILE_H
#define TCR_HIGH_FILE_H

#pragma GCC visibility push(hidden)

/* The file by such a number, and no longer by its own; where there is none, by its own. */
int tcr_high_file(int fd);

#pragma GCC visibility pop

#endif
