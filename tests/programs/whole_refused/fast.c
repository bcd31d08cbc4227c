/* flags: -O2 -ffast-math */
double careful(double x)
{
    return x * 0.5 + 1;
}
/* SPDX-License-Identifier: MIT */
