/* SPDX-License-Identifier: MIT */
/* More arrays than the device has memory for.
 *
 * memory: 1400K
 */
#include <stdio.h>
#include <stdlib.h>
enum { N = 50000, M = 7 };
int main(void)
{
    long *x[M], t = 0;
    for (int k = 0; k < M; k++) {
        x[k] = malloc(N * sizeof(long));
        for (int i = 0; i < N; i++)
            x[k][i] = i + k;
    }
    for (int it = 0; it < 4; it++)
        for (int k = 0; k < M; k++) {
            long *a = x[k], *b = x[(k * 3 + it) % M];
#pragma tcr loop
            for (int i = 0; i < N; i++)
                a[i] = a[i] * 2 + 1;
            if (a != b) {
#pragma tcr loop
                for (int i = 0; i < N; i++)
                    a[i] = a[i] ^ b[i];
            }
            a[k] = it;
        }
    for (int k = 0; k < M; k++)
        for (int i = 0; i < N; i++)
            t = t * 31 + x[k][i];
    printf("%ld\n", t);
    return 0;
}
