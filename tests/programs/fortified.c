/* SPDX-License-Identifier: MIT */
/* _FORTIFY_SOURCE, which some systems set for everybody: the C library's headers then define
 * printf, memset and the like.
 * flags: -O2 -std=gnu17 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2
 * device: 3
 * refused: call-sequential call-unknown
 */
#include <stdio.h>
#include <string.h>

enum { N = 3000 };
static double a[N];

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 0.5;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (a[i] < 0)
            printf("%d is negative\n", i);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        if (a[i] < 0)
            fprintf(stderr, "%d is negative\n", i);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        double pair[4];
        memset(pair, 0, sizeof pair);
        memcpy(pair, &a[i], sizeof *a);
        s += pair[0] + pair[1];
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        s += a[i];
        if (i % 1000 == 0)
            printf("%d: %g\n", i, s);
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        char text[30];
        snprintf(text, sizeof text, "%d", i);
        s += text[0] == '7';
    }
    printf("%g\n", s);
    return 0;
}
