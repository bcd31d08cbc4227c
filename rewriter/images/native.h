/* SPDX-License-Identifier: MIT */
/* native.h: the architectures of this machine's GPUs, for --tcr-arch=native. */
#ifndef TCR_NATIVE_H
#define TCR_NATIVE_H

/* Write each of them once (compute capability × 10) to archs[0..most), smallest first.  How
 * many; 0: there is none, and *why says what is missing (free it). */
unsigned native_archs(unsigned *archs, unsigned most, char **why);

#endif
