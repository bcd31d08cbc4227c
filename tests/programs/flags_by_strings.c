/* SPDX-License-Identifier: MIT */
/* Flags by || and && of what a function says about strings of the text, before and behind the flag.
 * flags: -O2 -std=gnu11 -fopenmp
 * accept: omp
 * device: 3
 */
#include <stdio.h>
#include <string.h>

enum { N = 100 };
static struct {
    char name[16];
    int id;
} list[N];

int main(void)
{
    int found = 0, all = 1, none = 0;
    for (int i = 0; i < N; i++) {
        snprintf(list[i].name, sizeof list[i].name, "n%d", i % 50);
        list[i].id = i;
    }
#pragma omp parallel for reduction(|| : found)
    for (int i = 0; i < N; i++)
        found = !strcmp(list[i].name, "n42") || found;
#pragma omp parallel for reduction(&& : all)
    for (int i = 0; i < N; i++)
        all = strcmp(list[i].name, "n99") && all;
#pragma omp parallel for reduction(|| : none)
    for (int i = 0; i < N; i++)
        none = none || !strcmp(list[i].name, "none");
    printf("%d %d %d\n", found, all, none);
    return 0;
}
