/* SPDX-License-Identifier: MIT */
/* Small blocks beside large ones, which a loop may read before their beginning as far as anybody
 * knows: the remainder of a negative number would lie in the large block.
 * flags: -O1
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000, PLACES = 32 };

static void gather(long *y, const int *x, const int *place, long n)
{
#pragma tcr loop
    for (long i = n - 1; i >= -1; i--)
        y[i + 1] = x[place[((int)n - (int)i) % PLACES]] + x[i + 1];
}

int main(void)
{
    long *y = malloc((N + 1) * sizeof *y), sum = 0;
    struct {
        int n, v[N + 32];
    } *box = malloc(sizeof *box);
    int *place = malloc(PLACES * sizeof *place);

    box->n = 1000;
    for (int k = 0; k < N + 32; k++)
        box->v[k] = k * 7 % 501;
    for (int k = 0; k < PLACES; k++)
        place[k] = (k * 5 + 3) % PLACES;
    for (int turn = 0; turn < 3; turn++) {
        gather(y, box->v, place, N);
        for (int k = 0; k <= N; k++)
            sum += y[k] * (k % 11);
        box->v[turn] += 100;
        place[turn] ^= 1;
        printf("%ld\n", sum);
    }
    free(place);
    free(box);
    free(y);
    return 0;
}
