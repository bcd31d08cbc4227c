/* gas.h: the state of a gas in the cells of a tank. */
#ifndef GAS_H
#define GAS_H

struct cell {
    double density;     /* kg/m3 */
    double temperature; /* K */
};

/*
 * Loops may call these functions although they are defined in other files.  The
 * directive says so: a build without --tcr-whole-program then names that option where a
 * loop calls one.
 */
#pragma tcr routine
double gas_energy(const struct cell *c); /* J/m3 */
#pragma tcr routine
double gas_pressure(const struct cell *c); /* Pa */

/* Heat capacity at constant volume, J/(kg K), from a table. */
#pragma tcr routine
double gas_capacity(double temperature);

#endif
/* SPDX-License-Identifier: MIT */
