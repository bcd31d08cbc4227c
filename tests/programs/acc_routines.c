/* SPDX-License-Identifier: MIT */
/* OpenACC's functions: memory that is the device's to the program, where the code runs, devices.
 * compiler: gcc
 * flags: -O1 -fopenacc
 * accept: acc
 * device: 5
 */
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };

static double sum(const double *v)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += v[i] * (i % 7 + 1);
    return s;
}

/* Memory of acc_malloc, filled from the host and by loops. */
static double by_hand(double *v)
{
    double *d = acc_malloc(N * sizeof *d), *e = acc_malloc(N * sizeof *e), s = 0;
    acc_memcpy_to_device(d, v, N * sizeof *d);
#pragma acc parallel loop deviceptr(d, e)
    for (int i = 0; i < N; i++)
        e[i] = 2 * d[i];
#pragma acc data deviceptr(e)
#pragma acc parallel loop reduction(+ : s)
    for (int i = 0; i < N; i++)
        s += e[i];
    acc_memcpy_to_device(e, v + 1, 2 * sizeof *v); /* a part of what a loop has written */
    acc_memcpy_from_device_async(v, e, N / 2 * sizeof *v, 1);
#pragma acc wait
    acc_free(d);
    acc_free(e);
    return s + sum(v);
}

/* What is present is copied there, and from there. */
static double among_data(double *v, double *w)
{
    double first;
#pragma acc data copyin(v [0:N]) copy(w [0:N])
    {
#pragma acc parallel loop
        for (int i = 0; i < N; i++)
            v[i] += i;
        acc_memcpy_from_device(&first, v + 3, sizeof first);
        acc_memcpy_to_device(w, &first, sizeof first);
        if (acc_is_present(v, N * sizeof *v))
#pragma acc parallel loop present(v [0:N], w [0:N])
            for (int i = 1; i < N; i++)
                w[i] = v[i] + w[i] * 0.5;
    }
    return first + sum(w);
}

/* Each iteration runs at one place, which the function knows. */
static int places(void)
{
    int wrong = 0;
#pragma acc parallel loop reduction(+ : wrong)
    for (int i = 0; i < N; i++) {
        int away = acc_on_device(acc_device_not_host);
        wrong += away == acc_on_device(acc_device_host);
        wrong += away != acc_on_device(acc_device_nvidia);
        wrong += acc_on_device(acc_device_radeon);
    }
    return wrong;
}

/* A program that asks for a GPU, and takes what there is. */
static int devices(void)
{
    int gpus = acc_get_num_devices(acc_device_not_host), wrong;
    acc_init(gpus ? acc_device_nvidia : acc_device_host);
    acc_set_device_num(0, gpus ? acc_device_nvidia : acc_device_host);
    acc_device_t type = acc_get_device_type();
    wrong = type != (gpus ? acc_device_nvidia : acc_device_host);
    return wrong + (acc_get_num_devices(type) != 1 || acc_get_device_num(type) != 0);
}

int main(void)
{
    double *v = malloc(N * sizeof *v), *w = malloc(N * sizeof *w);
    for (int i = 0; i < N; i++)
        v[i] = i % 11, w[i] = i % 13;
    printf("%d\n", devices());
    printf("%g\n", by_hand(v));
    printf("%g\n", among_data(v, w));
    printf("%d\n", places());
    acc_shutdown(acc_get_device_type());
    free(v);
    free(w);
    return 0;
}
