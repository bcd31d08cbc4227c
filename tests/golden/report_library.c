// options: --tcr-accept=omp -fopenmp --tcr-report
/* Inner loops in which functions of the C library write: their text has no line of the program's. */
#include <stdlib.h>

double of_rows(unsigned *seeds, unsigned short (*states)[3], int n);

static double unit(unsigned *seed)
{
    return rand_r(seed) / (RAND_MAX + 1.0);
}

double of_rows(unsigned *seeds, unsigned short (*states)[3], int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 9; k++)
            s += unit(&seeds[i]) + 2;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += nrand48(states[i]) % 3;
        for (int k = 0; k < 9; k++)
            s += erand48(states[i]);
    }
    return s;
}
