/* SPDX-License-Identifier: MIT */
/*
 * peers.h: what prefix sums are measured beside: a shared object, which the program is given by
 * name. Pointers are device addresses.  Functions return when the work is done: 0, or -1 where it
 * failed.
 */
#ifndef SCAN_PEERS_H
#define SCAN_PEERS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum element { ELEMENT_F32, ELEMENT_F64, ELEMENT_I32, ELEMENT_I64 };

struct peer_scan {
    void (*versions)(char *text, size_t size); /* of CUDA and CUB */
    int (*copy)(void *to, const void *from, size_t bytes);
    int (*inclusive)(enum element element, long n, const void *a, void *out);
};

#ifdef __cplusplus
}
#endif
#endif
