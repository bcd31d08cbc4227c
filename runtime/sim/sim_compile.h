/* SPDX-License-Identifier: MIT */
/* sim_compile.h: from a unit's device text to a shared object. */
#ifndef TCR_SIM_COMPILE_H
#define TCR_SIM_COMPILE_H

#include <limits.h>
#include <stdint.h>
#include "sim.h"

#pragma GCC visibility push(hidden)

/* What is compiled, how, and by what; equal keys give equal objects. */
struct tcr_sim_recipe {
    const char *text;
    const char *arguments[24]; /* of the compiler; NULL-terminated */
    char arch[24];             /* one of them */
    char compiler[PATH_MAX];
    uint64_t key[2];
};

/* Find the compiler and fill `recipe`.  False: see `message`. */
bool tcr_sim_recipe_make(struct tcr_sim_recipe *recipe, const struct tcr_unit *unit, unsigned arch,
                         char message[TCR_SIM_MESSAGE]);

/* Compile in a new directory of `parent`, which is nobody else's: `fd` is that directory,
 * whatever becomes of its path.  The object in it is `object`, a name that no other one in the
 * process has, until tcr_sim_compile_clean(), which is due whatever compile() says.  `cache` is
 * the parent's descriptor if the kernel headers may stay in it, or -1. */
struct tcr_sim_workshop {
    char directory[PATH_MAX];
    int fd;
    char object[32];
    char headers[64]; /* the compiler's option */
};
bool tcr_sim_compile(struct tcr_sim_workshop *w, const char *parent, int cache,
                     const struct tcr_sim_recipe *recipe, char message[TCR_SIM_MESSAGE]);
void tcr_sim_compile_clean(struct tcr_sim_workshop *w);

#pragma GCC visibility pop

#endif
