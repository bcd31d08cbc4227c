/*
 * tank.c: loops that call functions of a library in other files.
 *
 *     make && ./tank           1,000,000 cells
 *     ./tank 5000              another number
 *     TCR_SUMMARY=1 ./tank     says where each loop ran
 *
 * With --tcr-whole-program (see the Makefile), at the compilations and at the link,
 * tcr-cc keeps the text of each file in its object, and finds the functions in
 * there when it links.
 */
#include <stdio.h>
#include <stdlib.h>

#include "gas.h"

extern double gas_attraction;

static void fill(struct cell *cells, long n)
{
    for (long i = 0; i < n; i++) {
        cells[i].density = 50.0 + 30.0 * (double)(i % 7);
        cells[i].temperature = 250.0 + (double)(i % 1000);
    }
}

static void report(const struct cell *cells, long n)
{
    double energy = 0.0, most = 0.0;
    long hot = 0;

    #pragma tcr reduce(+:energy, hot) reduce(max:most)
    for (long i = 0; i < n; i++) {
        double pressure = gas_pressure(&cells[i]);

        energy += gas_energy(&cells[i]);
        hot += cells[i].temperature > 1000.0;
        if (pressure > most)
            most = pressure;
    }
    printf("energy   %.10g J/m3 a cell\n", energy / (double)n);
    printf("pressure %.10g Pa at most\n", most);
    printf("hot      %ld cells\n", hot);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1000000;
    struct cell *cells = n > 0 ? malloc((size_t)n * sizeof *cells) : NULL;

    if (cells == NULL) {
        fprintf(stderr, "usage: tank [CELLS]\n");
        return 1;
    }
    fill(cells, n);
    report(cells, n);
    gas_attraction = 0.0; /* an ideal gas, but for the molecules' size */
    report(cells, n);
    free(cells);
    return 0;
}
/* SPDX-License-Identifier: MIT */
