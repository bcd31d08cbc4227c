// SPDX-License-Identifier: MIT
// Twelve materials: fuel has nearly all nuclides, the others few.
#include "lookup.h"

#include "../program.h"

void materials_make(struct materials *m, int nuclides)
{
    uint64_t seed = 42;

    m->most = nuclides;
    m->nuclide = allocate((size_t)MATERIALS * (size_t)nuclides, sizeof *m->nuclide);
    m->density = allocate((size_t)MATERIALS * (size_t)nuclides, sizeof *m->density);
    for (int i = 0; i < MATERIALS; i++) {
        m->count[i] = i == 0 ? nuclides : 4 + 3 * i % 19;
        if (m->count[i] > nuclides)
            m->count[i] = nuclides;
        for (int j = 0; j < nuclides; j++) {
            m->nuclide[i * nuclides + j] = (5 * i + j) % nuclides;
            m->density[i * nuclides + j] = random_next(&seed);
        }
    }
}

void materials_free(struct materials *m)
{
    free(m->nuclide);
    free(m->density);
}
