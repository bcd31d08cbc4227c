/* SPDX-License-Identifier: MIT */
/*
 * paths.c: the shortest ways from a town to all others.
 *
 *     make && ./paths
 *
 * Dijkstra's algorithm in its plain form: of the towns whose way is not yet known, the nearest one
 * is next, and the ways over it may be shorter than those known so far.  The nearest one is a
 * minimum with its place: the clause names the minimum, and what is set along with it stands in no
 * clause.
 */
#include <stdio.h>
#include <stdlib.h>

enum { TOWNS = 400, FAR = 1 << 30 };

static int road[TOWNS][TOWNS]; /* km; 0: there is none */
static int way[TOWNS], known[TOWNS];

/* -1: no other town can be reached. */
static int nearest(int n)
{
    int least = FAR, town = -1;

#pragma tcr reduce(min : least)
    for (int i = 0; i < n; i++)
        if (!known[i] && way[i] < least) {
            least = way[i];
            town = i;
        }
    return town;
}

static void go_over(int town, int n)
{
    const int here = way[town];

#pragma tcr loop
    for (int i = 0; i < n; i++)
        if (road[town][i] > 0 && here + road[town][i] < way[i])
            way[i] = here + road[town][i];
}

/* Some towns near in number have a road, and few others; the last ten have none to the rest. */
static void build_roads(void)
{
    unsigned long seed = 1;

    for (int i = 0; i < TOWNS; i++)
        for (int j = 0; j < i; j++) {
            const int close = i - j < 20 && (i < TOWNS - 10) == (j < TOWNS - 10);

            seed = seed * 6364136223846793005ul + 1442695040888963407ul;
            if (close && seed >> 60 == 0)
                road[i][j] = road[j][i] = 5 + (int)(seed >> 33) % 50;
        }
}

int main(void)
{
    int farthest = -1, at = -1, reached = 0;

    build_roads();
    for (int i = 0; i < TOWNS; i++)
        way[i] = i ? FAR : 0;
    for (int town; (town = nearest(TOWNS)) >= 0; reached++) {
        known[town] = 1;
        go_over(town, TOWNS);
    }
#pragma tcr reduce(max : farthest)
    for (int i = 0; i < TOWNS; i++)
        if (known[i] && way[i] > farthest) {
            farthest = way[i];
            at = i;
        }
    printf("%d of %d towns are reached\n", reached, TOWNS);
    printf("the farthest is town %d, after %d km\n", at, farthest);
    return 0;
}
