/* SPDX-License-Identifier: MIT */
/* The program's own malloc, whose words lie among the arrays, in one variable.
 *
 * flags: -O1 -pthread
 * off: the program has a malloc of its own
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <stdint.h>
enum { ROOM = 64 << 20 };
static char arena[ROOM] __attribute__((aligned(4096)));
struct head {
    size_t size, used;
};
static size_t end;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *malloc(size_t n)
{
    n = (n + 15) & ~(size_t)15;
    pthread_mutex_lock(&lock);
    for (size_t at = 0; at < end;) {
        struct head *h = (struct head *)(arena + at);
        if (!h->used && h->size >= n + 64) { /* the rest is a block of its own */
            struct head *rest = (struct head *)((char *)(h + 1) + n);
            rest->size = h->size - n - sizeof *h;
            rest->used = 0;
            h->size = n;
            h->used = 1;
            pthread_mutex_unlock(&lock);
            return h + 1;
        }
        at += sizeof *h + h->size;
    }
    if (end + n + sizeof(struct head) > ROOM) {
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    struct head *h = (struct head *)(arena + end);
    h->size = n;
    h->used = 1;
    end += n + sizeof *h;
    pthread_mutex_unlock(&lock);
    return h + 1;
}
void free(void *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&lock);
    ((struct head *)p)[-1].used = 0;
    pthread_mutex_unlock(&lock);
}
void *calloc(size_t n, size_t s)
{
    void *p = malloc(n * s);
    if (p)
        memset(p, 0, n * s);
    return p;
}
void *realloc(void *p, size_t n)
{
    void *q = malloc(n);
    if (p && q) {
        size_t o = ((struct head *)p)[-1].size;
        memcpy(q, p, o < n ? o : n);
        free(p);
    }
    return q;
}
enum { N = 60001 };
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
int main(void)
{
    double *a[8], t = 0;
    for (int k = 0; k < 8; k++) {
        a[k] = malloc(N * 8);
        for (int i = 0; i < N; i++)
            a[k][i] = i;
    }
    for (int r = 0; r < 6; r++)
        for (int k = 0; k < 8; k++) {
            step(a[k]);
            void *p = malloc(1000 + 10 * k);
            memset(p, 7, 100);
            if (k % 3)
                free(p);
            if (k % 4 == 1)
                a[k] = realloc(a[k], N * 8 + 8);
        }
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < N; i += 7)
            t += a[k][i];
    printf("%.6f\n", t);
    return 0;
}
