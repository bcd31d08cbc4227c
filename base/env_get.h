/* SPDX-License-Identifier: MIT */
/*
 * env_get.h: the one way in which runtime/ reads an environment variable.
 *
 * A program that runs with more rights than its user has (set-user-ID, set-group-ID, file
 * capabilities) must not do what the user's variables say.
 */
#ifndef TCR_ENV_GET_H
#define TCR_ENV_GET_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Has the kernel given the program rights that its user does not have (AT_SECURE)?  The same
 * answer for the life of the process. */
bool tcr_secure_program(void);

/* As getenv(), but NULL in such a program. */
const char *tcr_env_get(const char *name);

#pragma GCC visibility pop

#endif
