// SPDX-License-Identifier: MIT
// lookup tables|poles [LOOKUPS [NUCLIDES [POINTS]]]: cross sections for random energies and
// materials.
#include "lookup.h"

#include "../program.h"

int main(int argc, char **argv)
{
    const int poles = argc > 1 && strcmp(argv[1], "poles") == 0;
    const long lookups = number(argc, argv, 2, poles ? 10000000 : 100000000);
    const int nuclides = (int)number(argc, argv, 3, 64);
    const int points = (int)number(argc, argv, 4, 8000);
    struct materials m;
    struct tables t;

    if (argc > 1 && !poles && strcmp(argv[1], "tables") != 0) {
        fprintf(stderr, "usage: lookup tables|poles [LOOKUPS [NUCLIDES [POINTS]]]\n");
        return 2;
    }
    const double start = omp_get_wtime();
    materials_make(&m, nuclides);
    if (!poles)
        tables_make(&t, nuclides, points);
    const double made = omp_get_wtime();
    if (poles)
        poles_run(nuclides, &m, lookups);
    else
        tables_run(&t, &m, lookups);
    const double end = omp_get_wtime();

    print_time("setup", made - start);
    print_time("lookups", end - made);
    if (!poles)
        tables_free(&t);
    materials_free(&m);
    return 0;
}
