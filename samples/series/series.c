/*
 * series.c: the C API alone: statistics of a day's measurements by several sensors, without a
 * directive and with any C compiler.
 *
 *     series [HOURS]      readings are simulated; default 24
 *
 * Readings of one moment stand side by side, so that a sensor is every SENSORS-th number: an
 * increment.  They are copied to the device once, if there is one, and stay.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcr.h>

enum { SENSORS = 4, PER_HOUR = 3600 };

static void check(int error)
{
    if (error) {
        fprintf(stderr, "series: %s\n", tcr_strerror(error));
        exit(1);
    }
}

/* A smooth day with a disturbance of the third sensor. */
static float reading(long long second, int sensor)
{
    double hours = (double)second / PER_HOUR;
    double t = 15 + sensor + 6 * sin((hours - 9) * 0.2617993878);

    return (float)(sensor == 2 && second % 5000 == 4321 ? t - 40 : t);
}

int main(int argc, char **argv)
{
    long long n = PER_HOUR * (argc > 1 ? strtoll(argv[1], NULL, 10) : 24);
    size_t size = (size_t)n * SENSORS * sizeof(float);
    float *data = malloc(size);

    if (n <= 0 || !data)
        return 2;
    for (long long s = 0; s < n; s++)
        for (int k = 0; k < SENSORS; k++)
            data[s * SENSORS + k] = reading(s, k);
    check(tcr_copyin(data, size));
    for (int k = 0; k < SENSORS; k++) {
        struct tcr_moments m;
        long long coldest;
        double most, likeness, norm, norm0;

        check(tcr_meanvar_f32(n, data + k, SENSORS, &m));
        check(tcr_argmin_f32(n, data + k, SENSORS, &coldest));
        check(tcr_maximum_f32(n, data + k, SENSORS, &most));
        check(tcr_dot_f32(n, data, SENSORS, data + k, SENSORS, &likeness));
        check(tcr_nrm2_f32(n, data + k, SENSORS, &norm));
        check(tcr_nrm2_f32(n, data, SENSORS, &norm0));
        printf("sensor %d: mean %.4f, deviation %.4f, coldest at second %lld (%.2f), "
               "warmest %.2f, likeness %.6f\n",
               k, m.mean, sqrt(m.sample_variance), coldest, (double)data[coldest * SENSORS + k],
               most, likeness / (norm * norm0));
    }
    check(tcr_delete(data, size));
    free(data);
    return 0;
}
/* SPDX-License-Identifier: MIT */
