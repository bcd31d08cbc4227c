/* SPDX-License-Identifier: MIT */
/*
 * option_table.h: the options of gcc and clang: how their argument is written,
 * and which stage they are for.
 */
#ifndef TCR_OPTION_TABLE_H
#define TCR_OPTION_TABLE_H

struct option_spec {
    const char *name;
    unsigned use; /* OPT_* of options.h */
};

/* The option that `word` is, its argument perhaps joined; NULL: not in the table,
 * hence one word that is for every stage. */
const struct option_spec *option_find(const char *word);

#endif
