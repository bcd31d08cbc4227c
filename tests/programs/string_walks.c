/*
 * Pointers that go through a string: an iteration has its characters as a local array, from which
 * a shared loop cannot start.
 *
 * accept: omp
 * flags: -O1 -fopenmp
 * refused: pointer-unknown
 */
#include <stdio.h>

int main(void)
{
    const char *text = "hello world";
    int count = 0;

#pragma omp parallel for reduction(+ : count)
    for (const char *s = "hello world"; s < "hello world" + 5; s++)
        count++;
    printf("%d\n", count);
#pragma omp parallel for reduction(+ : count)
    for (const char *s = text; s < text + 11; s++)
        count += *s == 'l';
    printf("%d\n", count);
#pragma omp parallel for reduction(+ : count)
    for (int i = 0; i < 5; i++)
        for (const char *s = "hello world"; *s; s++)
            count += *s == 'l';
    printf("%d\n", count);
    return 0;
}
/* SPDX-License-Identifier: MIT */
