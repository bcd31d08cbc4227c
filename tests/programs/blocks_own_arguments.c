/* SPDX-License-Identifier: MIT */
/*
 * memcpy and memset that write a variable which their own arguments use: C evaluates these once.
 *
 * flags: -O1 -std=gnu17
 */
#include <stdio.h>
#include <string.h>

enum { N = 1000 };
struct sized {
    int size, v[15];
};
static unsigned char packed[4 * N];

static int follow(const unsigned char *from, int at)
{
    memcpy(&at, from + 4 * at, sizeof at);
    return at;
}

int main(void)
{
    long sum = 0, pointed = 0, followed = 0, rest = 0, outside = 0, walked = 0;
    int at;

    for (int i = 0; i < N; i++) {
        int next = (i * 7 + 300) % N;
        memcpy(packed + 4 * i, &next, sizeof next);
    }
#pragma tcr reduce(+ : sum, pointed, followed)
    for (int i = 0; i < N; i++) {
        int k = 4 * i, m = 4 * i, *p = &m;
        memcpy(&k, packed + k, sizeof k);
        memcpy(p, packed + m, sizeof m);
        sum += k;
        pointed += m;
        followed += follow(packed, i);
    }
#pragma tcr reduce(+ : rest)
    for (int i = 0; i < N; i++) {
        struct sized s;
        s.size = sizeof s;
        for (int k = 0; k < 15; k++)
            s.v[k] = i + k;
        memset(&s, 0, s.size);
        rest += s.v[3] + s.size;
        s.size = 3;
        memset(s.v - 1 + 1, s.size, 4 * s.size);
        rest += s.v[2] % 1000 + s.v[3];
    }
#pragma tcr reduce(+ : outside)
    for (int i = 0; i < N; i++) {
        at = 4 * i;
        memcpy(&at, packed + at, sizeof at);
        outside += at;
    }
#pragma tcr reduce(+ : walked)
    for (int i = 0; i < N; i++) {
        int k = i;
        for (int step = 0; step < 5; step++)
            memcpy(&k, &packed[4 * k], sizeof k);
        walked += (long)k * i;
    }
    printf("%ld %ld %ld %ld %ld %ld\n", sum, pointed, followed, rest, outside, walked);
    return 0;
}
