/* SPDX-License-Identifier: MIT */
/* Small tables of numbers that a loop writes and reads again: what they hold is not asked before
 * the loop, and so does not keep it from the device.
 */
#include <stdio.h>

#define N 48

static unsigned mark[N];
static int row[6][8];

int main(void)
{
    unsigned mixed = 0;
    long total = 0;
    signed char least[N];
    int most = 0;

#pragma tcr reduce(^ : mixed)
    for (int i = 0; i < N; i++) {
        mark[i] = (unsigned)i * 2654435761u;
        mixed ^= mark[i];
    }
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 8; k++) {
            row[i][k] = 7 * i - k;
            row[i][k] += 3;
            total += row[i][k];
        }
#pragma tcr reduce(max : most)
    for (int i = 0; i < N; i++) {
        least[i] = (signed char)(i % 11 - 5);
        least[i]++;
        if (least[i] * i > most)
            most = least[i] * i;
    }
    printf("%u %ld %d %u %d %d\n", mixed, total, most, mark[7], row[5][3], least[9]);
    return 0;
}
