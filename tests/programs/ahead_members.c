/* SPDX-License-Identifier: MIT */
/*
 * Loops that choose what they read by a member of a structure which the iteration has changed
 * before: nothing at such a place may be read ahead of the change.
 * device: 4
 */
#include <stdio.h>

static struct cell {
    char tag;
    struct {
        int x;
    } in;
    unsigned low : 5;
} cells[64];
static int table[64];
static long out[64];

static long counted(void)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 64; i++) {
        if (cells[i].in.x < 40)
            ++cells[i].in.x;
        sum += table[(cells + i)->in.x & 63];
    }
    return sum;
}

static long assigned(void)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 64; i++) {
        cells[i].in.x = 63 - i;
        sum += table[cells[i].in.x];
    }
    return sum;
}

static long bits(void)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 64; i++) {
        cells[i].low += 9;
        sum += table[cells[i].low] * i;
    }
    return sum;
}

static void twice(void)
{
#pragma tcr loop
    for (int i = 0; i < 64; i++) {
        out[i] = table[cells[i].in.x & 63];
        cells[i].in.x = i / 2;
        out[i] += 1000L * table[cells[i].in.x & 63];
    }
}

int main(void)
{
    for (int i = 0; i < 64; i++) {
        cells[i].in.x = i * 5 % 50;
        cells[i].low = i & 31;
        table[i] = i * i;
    }
    printf("%ld\n", counted());
    printf("%ld\n", assigned());
    printf("%ld\n", bits());
    twice();
    for (int i = 0; i < 64; i += 7)
        printf("%ld\n", out[i]);
    return 0;
}
