// SPDX-License-Identifier: MIT
// Look-ups by resonance poles: nothing is stored by energy; each nuclide has poles with residues in
// windows of energy, and its cross sections are sums of complex functions of them.
#include <complex.h>
#include <math.h>

#include "lookup.h"

#include "../program.h"

enum { ANGULAR = 4 };

struct pole {
    double complex at;
    double complex total, absorbed, fission; // residues
    int l;
};

struct window {
    double total, absorbed, fission; // what is left of poles far away
    int start, end;
};

struct resonances {
    int nuclides, windows, most_poles, most_windows;
    int *pole_count, *window_count;
    double *radius; // ANGULAR of each nuclide
    struct pole *poles;
    struct window *window;
};

static double complex random_complex(uint64_t *seed, double re, double im)
{
    const double x = random_next(seed), y = random_next(seed);

    return re * x + im * y * I;
}

static void nuclide_make(struct resonances *d, int n)
{
    uint64_t seed = random_at(99, (uint64_t)n * 1000000);
    const int windows = d->most_windows / 2 + (int)(random_next(&seed) * d->most_windows / 2);
    const int poles = windows * 3 + (int)(random_next(&seed) * (d->most_poles - windows * 3));

    d->window_count[n] = windows;
    d->pole_count[n] = poles;
    for (int l = 0; l < ANGULAR; l++)
        d->radius[n * ANGULAR + l] = random_next(&seed);
    for (int p = 0; p < poles; p++) {
        struct pole *pole = &d->poles[n * d->most_poles + p];

        pole->at = random_complex(&seed, 1.0, -0.1) - 0.001 * I;
        pole->total = random_complex(&seed, 1.0, 1.0);
        pole->absorbed = random_complex(&seed, 1.0, 1.0);
        pole->fission = random_complex(&seed, 1.0, 1.0);
        pole->l = (int)(random_next(&seed) * ANGULAR);
    }
    for (int w = 0; w < windows; w++) {
        struct window *window = &d->window[n * d->most_windows + w];

        window->total = random_next(&seed);
        window->absorbed = random_next(&seed);
        window->fission = random_next(&seed);
        window->start = (int)((long)w * poles / windows);
        window->end = (int)((long)(w + 1) * poles / windows);
    }
}

static void resonances_make(struct resonances *d, int nuclides)
{
    d->nuclides = nuclides;
    d->most_poles = 1000;
    d->most_windows = 200;
    d->pole_count = allocate((size_t)nuclides, sizeof *d->pole_count);
    d->window_count = allocate((size_t)nuclides, sizeof *d->window_count);
    d->radius = allocate((size_t)nuclides * ANGULAR, sizeof *d->radius);
    d->poles = allocate((size_t)nuclides * (size_t)d->most_poles, sizeof *d->poles);
    d->window = allocate((size_t)nuclides * (size_t)d->most_windows, sizeof *d->window);
    for (int n = 0; n < nuclides; n++)
        nuclide_make(d, n);
}

static void resonances_free(struct resonances *d)
{
    free(d->pole_count);
    free(d->window_count);
    free(d->radius);
    free(d->poles);
    free(d->window);
}

// Doppler broadening: far from 0 three terms of an asymptotic form, near it a series of
// exponentials.
static double complex broadened(double complex z)
{
    if (cabs(z) > 6.0) {
        const double complex zz = z * z;

        return I * z *
               (0.512424224754768462984202823134979415014943561548661637413182 /
                    (zz - 0.275255128608410950901357962647054304017026259671664935783653) +
                0.051765358792987823963876628425793170829107067780337219430904 /
                    (zz - 2.724744871391589049098642037352945695982973740328335064216346));
    }
    double complex sum = 1.0 / z;
    const double complex by = cexp(12.0 * I * z);

    for (int k = 1; k <= 10; k++) {
        const double kk = k * 3.14159265358979323846;
        const double complex term = (by * (k % 2 ? -1.0 : 1.0) - 1.0) / (kk * kk - 144.0 * z * z);

        sum += term * exp(-kk * kk / 144.0) * 24.0 * z;
    }
    return sum * I / 12.0;
}

static void phase_factors(const double *radius, double energy, double complex *factor)
{
    for (int l = 0; l < ANGULAR; l++) {
        double phase = radius[l] * sqrt(energy);

        if (l == 1)
            phase -= atan(phase);
        else if (l == 2)
            phase -= atan(3.0 * phase / (3.0 - phase * phase));
        else if (l == 3)
            phase -= atan(phase * (15.0 - phase * phase) / (15.0 - 6.0 * phase * phase));
        phase *= 2.0;
        factor[l] = cos(phase) - sin(phase) * I;
    }
}

static void nuclide_xs(const struct resonances *d, int n, double energy, double *xs)
{
    double complex factor[ANGULAR];
    const int windows = d->window_count[n];
    const int w = (int)(energy * windows);
    const struct window *window = &d->window[n * d->most_windows + (w < windows ? w : windows - 1)];
    double total = energy * window->total, absorbed = energy * window->absorbed,
           fission = energy * window->fission;
    const double doppler = 50.0;

    phase_factors(&d->radius[n * ANGULAR], energy, factor);
    for (int p = window->start; p < window->end; p++) {
        const struct pole pole = d->poles[n * d->most_poles + p];
        const double complex z = (energy - pole.at) * doppler;
        const double complex cross = broadened(z) / energy;

        total += creal(pole.total * cross * factor[pole.l]);
        absorbed += creal(pole.absorbed * cross);
        fission += creal(pole.fission * cross);
    }
    xs[0] = total;
    xs[1] = absorbed;
    xs[2] = fission;
    xs[3] = total - absorbed;
}

void poles_run(int nuclides, const struct materials *m, long lookups)
{
    struct resonances d;
    double totals = 0.0, absorptions = 0.0;
    unsigned long most_channels = 0;

    resonances_make(&d, nuclides);
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : totals, absorptions, most_channels)
    for (long i = 0; i < lookups; i++) {
        uint64_t seed = random_at(1070, 2 * (uint64_t)i);
        const double energy = 0.001 + 0.999 * random_next(&seed);
        const int material = random_material(random_next(&seed));
        double sum[4] = {0.0, 0.0, 0.0, 0.0};
        int most = 0;

        for (int j = 0; j < m->count[material]; j++) {
            double xs[4];

            nuclide_xs(&d, m->nuclide[material * m->most + j], energy, xs);
            for (int c = 0; c < 4; c++)
                sum[c] += xs[c] * m->density[material * m->most + j];
        }
        for (int c = 1; c < 4; c++) {
            if (sum[c] > sum[most])
                most = c;
        }
        totals += sum[0];
        absorptions += sum[1];
        most_channels += (unsigned long)most + 1;
    }
    print_check("channels", (double)most_channels, 1e-6);
    print_check("totals", totals / (double)lookups, 1e-8);
    print_check("absorptions", absorptions / (double)lookups, 1e-8);
    resonances_free(&d);
}
