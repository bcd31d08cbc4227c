/*
 * Enumerators that no int can hold are unsigned, or long.
 *
 * flags: -O2
 */
#include <stdio.h>

#define N 100

enum { FIRST = -3, TOP = 0x80000000u, NEXT = 0xfffffff0u, NONE = 0 };
enum wide { WIDE = 0x500000000, NARROW = 7 };
enum bits { LOW = 1, HIGH = 1u << 31 };

static long a[N], b[N];
static enum bits flags[N];

int main(void)
{
    long sum = 0, wide = 0;
    int high = 0, cases = 0;

    for (int i = 0; i < N; i++) {
        a[i] = i % 3 == 0 ? TOP : i;
        flags[i] = i % 4 ? LOW : HIGH;
    }

#pragma tcr loop
    for (int i = 0; i < N; i++)
        b[i] = a[i] + TOP + (NEXT >> i % 5) - (long)FIRST;

#pragma tcr reduce(+ : sum, wide)
    for (int i = 0; i < N; i++) {
        sum += b[i] / 3 + (a[i] == TOP) + (NEXT - i > TOP);
        wide += WIDE / (i + 1) + NARROW;
    }

#pragma tcr reduce(+ : high, cases)
    for (int i = 0; i < N; i++) {
        high += (flags[i] & HIGH) != NONE;
        high += flags[i] / 2 == HIGH / 2;
        switch ((unsigned)a[i]) {
        case TOP:
            cases += 3;
            break;
        case 7:
            cases += 5;
            break;
        default:
            cases -= NONE == FIRST;
        }
    }
    printf("%ld %ld %d %d\n", sum, wide, high, cases);
    return 0;
}
/* SPDX-License-Identifier: MIT */
