/* Loops whose condition changes what is read after them: it is asked once more
 * than the body runs.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>

#define N 300

static double b[16] = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768};

int main(void)
{
    double down = 0, past = 0, found = 0;
#pragma tcr reduce(+ : down)
    for (int i = 0; i < N; i++) {
        int k = 2;
        while (--k >= 0)
            down += i;
        down += b[k + 1];
    }
#pragma tcr reduce(+ : past)
    for (int i = 0; i < N; i++) {
        int k = 5;
        while (k-- > 0)
            past += b[k];
        past += b[k + 8];
    }
#pragma tcr reduce(+ : found)
    for (int i = 0; i < N; i++) {
        int k = 5;
        for (; k-- > 0;)
            if (b[k] < i)
                break;
        found += b[k + 8];
    }
    printf("%.17g %.17g %.17g\n", down, past, found);
    return 0;
}
/* SPDX-License-Identifier: MIT */
