/* SPDX-License-Identifier: MIT */
/* Parts of these sums overflow, the sums do not: no report, and no trap.
 * flags: -O2 -fsanitize=undefined -fno-sanitize-recover
 */
#include <stdio.h>

enum { N = 200000 };
static short wide[N];
static unsigned char bytes[N];

int main(void)
{
    signed char c = 100;
    short s = 30000;
    int p = 1;
    for (int i = 0; i < N; i++) {
        wide[i] = (short)(i % 2 ? 30000 : -30000);
        bytes[i] = (unsigned char)(i * 7 >> 2);
    }
#pragma tcr reduce(+ : c, s) reduce(* : p)
    for (int i = 0; i < N; i++) {
        c += bytes[i];
        s += wide[i];
        p *= i % 3 ? -1 : 1;
    }
    printf("%d %d %d\n", c, s, p);
    return 0;
}
