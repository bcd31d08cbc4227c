// SPDX-License-Identifier: MIT
// shapes NAME|list [small|large]: one shape of a program.
#include "shapes.h"

#include "../program.h"

static const struct shape *const groups[] = {reading_shapes, writing_shapes, computing_shapes,
                                             mixed_shapes};
enum { GROUPS = sizeof groups / sizeof *groups };

double *vector(long n)
{
    return allocate((size_t)n, sizeof(double));
}

double digest(const double *x, long n)
{
    const long step = n > 20000 ? n / 10007 : 1;
    double sum = 0.0;

    for (long i = 0; i < n; i += step)
        sum += x[i] * (double)(1 + i % 7);
    return sum;
}

static void list(void)
{
    for (int g = 0; g < GROUPS; g++)
        for (const struct shape *s = groups[g]; s->name != NULL; s++)
            printf("%s\n", s->name);
}

int main(int argc, char **argv)
{
    const int small = argc > 2 && strcmp(argv[2], "small") == 0;

    if (argc < 2 || strcmp(argv[1], "list") == 0) {
        list();
        return 0;
    }
    for (int g = 0; g < GROUPS; g++) {
        for (const struct shape *s = groups[g]; s->name != NULL; s++) {
            if (strcmp(s->name, argv[1]) != 0)
                continue;
            const double start = omp_get_wtime();
            const double value =
                small ? s->run(s->small_n, s->small_calls) : s->run(s->n, s->calls);

            print_check(s->name, value, s->tolerance);
            print_time("shape", omp_get_wtime() - start);
            return 0;
        }
    }
    fprintf(stderr, "shapes: no shape %s\n", argv[1]);
    return 2;
}
