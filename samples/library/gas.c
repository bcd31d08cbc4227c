/* gas.c: van der Waals' equation. */
#include "gas.h"

static const double constant = 296.8; /* of the gas, J/(kg K) */

/* Set by the program: the attraction of the molecules, Pa m6/kg2. */
double gas_attraction = 175.0;

static double covolume(void)
{
    return 1.39e-3; /* m3/kg */
}

double gas_energy(const struct cell *c)
{
    double thermal = gas_capacity(c->temperature) * c->temperature;

    return c->density * (thermal - gas_attraction * c->density);
}

double gas_pressure(const struct cell *c)
{
    double repelled = c->density * constant * c->temperature / (1 - covolume() * c->density);

    return repelled - gas_attraction * c->density * c->density;
}
/* SPDX-License-Identifier: MIT */
