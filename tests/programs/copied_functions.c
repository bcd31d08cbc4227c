/* SPDX-License-Identifier: MIT */
/* A function that gets a pointer to a local in one call and into an array in another is copied
 * for each; what its loops move must not be taken for fixed in the copies.
 * flags: -O1
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1000, WIDTH = 60 };

static int same(const char *a, const char *b)
{
    unsigned long i = 0;
    while (a[i] && a[i] == b[i])
        i++;
    return a[i] - b[i];
}

static long length(const int *list)
{
    const int *at = list;
    int n = 0, total = 0;
    while (at[n] >= 0) {
        total += at[n];
        n += 1;
    }
    return total;
}

int main(void)
{
    long s = 0;
    char *words = calloc(N, WIDTH);
    int *lists = malloc(N * WIDTH * sizeof *lists);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < WIDTH; k++) {
            words[i * WIDTH + k] = (char)(k < 6 + i % 50 ? 'a' + k % 7 : 0);
            lists[i * WIDTH + k] = k < i % WIDTH ? k : -1;
        }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        char mine[WIDTH] = {'a', 'b', 'c', 'd', 'e', 'f', 'g', 'a', 'b', 'c', 'd'};
        s += same(words + WIDTH * i, mine) + 2 * same(mine, words + WIDTH * i);
    }
    printf("%ld\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int mine[4] = {3, 4, i, -1};
        s += length(mine) - length(lists + WIDTH * i);
    }
    printf("%ld\n", s);
    free(words);
    free(lists);
    return 0;
}
