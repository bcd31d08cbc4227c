/* SPDX-License-Identifier: MIT */
/* Tiles whose last one reaches past what the loop writes, while another thread writes just behind
 * it, and in the gaps between rows: none of that is lost.
 *
 * flags: -O1 -pthread
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { ROWS = 250, PITCH = 240, WIDTH = 229, TILE = 32, TIMES = 30 };
static long *x;
static volatile int stop;
static volatile long lost, rounds;
/* Behind the last row's end, and behind the end of one in the middle. */
static void *neighbour(void *unused)
{
    volatile long *const at[] = {x + ROWS * PITCH, x + 100 * PITCH + WIDTH};
    long c = 1;
    while (!stop) {
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < PITCH - WIDTH; k++)
                at[p][k] = c + k;
        usleep(50);
        for (int p = 0; p < 2; p++)
            for (int k = 0; k < PITCH - WIDTH; k++)
                lost += at[p][k] != c + k;
        c++;
        rounds++;
    }
    return unused;
}
static void in_order(long *a, int n, long k)
{
#pragma tcr loop
    for (int ii = 0; ii < n; ii += TILE)
        for (int i = ii; i < ii + TILE && i < n; i++)
            a[i] = a[i] * 3 + k;
}
static void with_a_test(long *a, int n, long k)
{
#pragma tcr loop
    for (int ii = 0; ii < n; ii += TILE)
        for (int i = 0; i < TILE; i++)
            if (ii + i < n)
                a[ii + i] = a[ii + i] * 3 + k;
}
static void with_gaps(long *a, int n, long k)
{
    const int rows = (n + PITCH - 1) / PITCH;
#pragma tcr loop
    for (int ii = 0; ii < rows; ii += TILE)
        for (int i = ii; i < ii + TILE && i < rows; i++)
            for (int j = 0; j < WIDTH; j++)
                a[i * PITCH + j] = a[i * PITCH + j] * 3 + k;
}
int main(void)
{
    static void (*const kinds[])(long *, int, long) = {in_order, with_a_test, with_gaps};
    const int n[] = {100 * PITCH + WIDTH, 100 * PITCH + WIDTH, ROWS * PITCH};
    for (int kind = 0; kind < 3; kind++) {
        pthread_t t;
        long y = 0, wrong = 0;
        stop = 0;
        x = calloc(ROWS * PITCH + 4096, sizeof *x);
        if (pthread_create(&t, NULL, neighbour, NULL) != 0)
            return 1;
        for (long k = 0; k < TIMES; k++) {
            kinds[kind](x, n[kind], k);
            y = y * 3 + k;
            usleep(rounds > 0 ? 500 : 20000); /* on a busy machine it has to come to work first */
        }
        for (int i = 0; i < n[kind]; i++)
            wrong += i % PITCH < WIDTH && x[i] != y;
        stop = 1;
        pthread_join(t, NULL);
        printf("%ld wrong, %ld lost, %s\n", wrong, lost,
               rounds > 0 ? "looked at" : "not looked at");
        free(x);
    }
    return 0;
}
