/* SPDX-License-Identifier: MIT */
/* A library of others reads, writes and frees mirrored memory; threads loop while the program ends.
 *
 * flags: -O1 -pthread
 * library: library/foreign.c
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
long lib_write(int, const void *, size_t);
long lib_read(int, void *, size_t);
int lib_guard(const double *, double *);
void lib_free(void *);
void *lib_new(size_t);
enum { N = 20000 };
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2 + 1;
}
static double sum(const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static double *z;
static void *forever(void *a)
{
    (void)a;
    for (;;)
        step(z);
    return NULL;
}
int main(void)
{
    double *x = malloc(N * 8), s = 0;
    char name[] = "/tmp/tcr-mirror-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    for (int i = 0; i < N; i++)
        x[i] = i % 9;
    step(x);
    printf("%ld\n", lib_write(fd, x, N * 8));
    step(x);
    lseek(fd, 0, SEEK_SET);
    printf("%ld %g\n", lib_read(fd, x, N * 8), sum(x));
    step(x);
    printf("%d", lib_guard(x, &s));
    printf(" %g\n", s);
    step(x);
    printf("%g %g\n", x[5], sum(x));
    for (int k = 0; k < 10; k++) { /* the library frees the program's block, and gets it anew */
        double *p = malloc(N * 8);
        for (int i = 0; i < N; i++)
            p[i] = k;
        step(p);
        double a = p[3], b = sum(p);
        if (k % 2)
            for (int i = 0; i < N; i++)
                a += p[i];
        lib_free(p);
        double *q = lib_new(N * 8);
        for (int i = 0; i < N; i++)
            q[i] = 3;
        double c = sum(q);
        step(q);
        printf("%g %g %g %g\n", a, b, c, sum(q));
        lib_free(q);
    }
    z = calloc(N, 8);
    pthread_t t;
    pthread_create(&t, NULL, forever, NULL);
    usleep(30000);
    printf("exits\n");
    return 0;
}
