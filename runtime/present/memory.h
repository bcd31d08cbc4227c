/* SPDX-License-Identifier: MIT */
/* memory.h: tcr_malloc and its kin. */
#ifndef TCR_MEMORY_H
#define TCR_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include "../backend/backend.h"

#pragma GCC visibility push(hidden)

/* memory.c's list of tcr_malloc. */
void tcr_memory_fork(bool before);
/* Is it of the device's memory, as far as tcr_malloc knows? */
bool tcr_memory_taken(const void *device);
/* Has there been any? */
bool tcr_memory_any(void);
/* What the address is of, as far as is known without opening the device. */
enum tcr_pointer tcr_memory_kind(const void *address);
/* Is it memory of a device that the host cannot use, whoever has allocated it?  Opens the device,
 * to know. */
bool tcr_memory_devices(const void *address);
/* tcr_memcpy_to_device, of who is inside. */
int tcr_memory_to_device(void *device, const void *host, size_t size);

#pragma GCC visibility pop

#endif
