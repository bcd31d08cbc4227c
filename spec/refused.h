/* SPDX-License-Identifier: MIT */
/* refused.h: where an object has the loops that the compiler has refused: texts
 * "FILE:LINE: REASON [code]", a null behind each.  tcr-rewrite writes them, and the runtime reads
 * those of the program and its libraries for the page of TCR_ADVISE. */
#ifndef TCR_REFUSED_H
#define TCR_REFUSED_H

#define TCR_REFUSED_SECTION ".tcr.refused"

#endif
