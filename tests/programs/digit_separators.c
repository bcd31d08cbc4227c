/* C23's single quotes between digits belong to the number, in loops, directives and bounds.
 * flags: -O1 -std=gnu2x
 * device: 3
 */
#include <stdio.h>

#define ROOM 1'00'0
static double x[ROOM];
static char quote[ROOM];

int main(void)
{
    double sum = 0;
    long odd = 0;

#pragma tcr loop
    for (int i = 0; i < 1'000; i++) {
        x[i] = i < 0x2'00 ? 1'000 : 1'0.2'5e0'1; /* isn't that 102.5? */
        quote[i] = '\'';
    }
#pragma tcr reduce(+ : sum) copyin(x[0 : 1'0'00]) chain(1'0)
    for (int i = 0; i < ROOM; i++)
        sum += x[i] * 0b1'01;
#pragma tcr reduce(+ : odd) if (ROOM > 9'9)
    for (int i = 0; i < ROOM; i++)
        odd += (quote[i] == '\'') * 1'000ul;
    printf("%g %ld\n", sum, odd);
    return 0;
}
/* SPDX-License-Identifier: MIT */
