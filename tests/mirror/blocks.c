/* SPDX-License-Identifier: MIT */
/* Blocks of the program that a library, or the C library, frees or moves.
 *
 * library: library/foreign.c
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
long lib_write(int, const void *, size_t);
void lib_free(void *);
void *lib_new(size_t);
void *lib_move(void *, size_t);
enum { N = 60000, BYTES = N * 8 };
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2 + 1;
}
static long changed(const char *q, char c)
{
    long bad = 0;
    for (int i = 0; i < BYTES; i++)
        bad += q[i] != c;
    return bad;
}
int main(void)
{
    char name[] = "/tmp/tcr-mirror-XXXXXX", *line;
    size_t n = BYTES;
    int fd = mkstemp(name), st;
    unlink(name);
    mallopt(M_MMAP_THRESHOLD, 65536);
    for (int k = 0; k < 4; k++) {
        double *p = malloc(BYTES);
        for (int i = 0; i < N; i++)
            p[i] = k;
        step(p);
        step(p);
        lib_free(p); /* with results that only the device has */
        char *q = lib_new(BYTES);
        memset(q, 'a' + k, BYTES);
        lib_write(fd, q, BYTES);
        fflush(stdout);
        if (k == 2 && fork() == 0)
            _exit(0);
        if (k == 2)
            wait(&st);
        printf("%ld\n", changed(q, 'a' + k));
        lib_free(q);
        p = malloc(BYTES);
        for (int i = 0; i < N; i++)
            p[i] = k;
        step(p);
        step(p);
        p = lib_move(p, 20 * BYTES);
        printf("%g %g\n", p[N / 2], p[N - 1]);
        step(p);
        printf("%g %g\n", p[N / 2], p[N - 1]);
        free(p);
    }
    line = malloc(BYTES);
    for (int k = 0; k < 3; k++) {
#pragma tcr loop
        for (int i = 0; i < BYTES; i++)
            line[i] = (char)('x' + k);
    }
    FILE *f = tmpfile();
    for (int i = 0; i < 2 * BYTES; i++)
        fputc('a' + i % 26, f);
    rewind(f);
    printf("%zd", getline(&line, &n, f)); /* longer than the block */
    printf(" %c%c\n", line[BYTES], line[2 * BYTES - 1]);
    return 0;
}
