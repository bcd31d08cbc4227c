#include "mesh.h"

/* Functions of two other files behind this one. */
double chain(double x)
{
    char c = (char)200; /* negative here, not in nodes.c */
    pair p = {x, c};
    double whole, rest;
    split(x, &whole, &rest);
    return pair_abs(p) + rest * scale + kind_of((int)(whole + 100));
}
/* SPDX-License-Identifier: MIT */
