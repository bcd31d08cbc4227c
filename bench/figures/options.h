/* SPDX-License-Identifier: MIT */
/* options.h: the command line of `variants`: every option is a list. */
#ifndef FIGURES_OPTIONS_H
#define FIGURES_OPTIONS_H

#include <stdbool.h>

enum { MOST_VALUES = 64 };
struct list {
    int n;
    double value[MOST_VALUES];
};
struct options {
    struct list variant, type, distribution, size, block, chain, fraction;
    int repeat;
    bool check;
    const char *kernels; /* directory of kernels/variants */
};

/* Prints what is wrong, or the usage, and ends the program. */
void options_parse(struct options *o, int argc, char **argv);

#endif
