/* Structures whose bytes the file orders otherwise than the host: the loops stay there.
 * compiler: gcc
 * refused: unsupported-type unsupported-type
 * device: 0
 */
#include <stdio.h>

struct __attribute__((scalar_storage_order("big-endian"))) sample {
    int id;
    double value;
};

static struct sample x[100];
static double y[100];

int main(void)
{
    double sum = 0, plain = 0;

    for (int i = 0; i < 100; i++) {
        x[i].id = i;
        x[i].value = y[i] = 0.5 * i;
    }
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < 100; i++)
        sum += x[i].value * x[i].id;
#pragma tcr reduce(+ : plain)
    for (int i = 0; i < 100; i++) /* the block of arguments would be one of them, too */
        plain += y[i];
    printf("%g %g\n", sum, plain);
    return 0;
}
/* SPDX-License-Identifier: MIT */
