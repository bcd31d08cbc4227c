/* Structures on the device whose pointers lead to what is there, too: their
 * members are written, and their pointers followed.
 * refused: writes-memory
 */
#include <stdio.h>
#include <stdlib.h>
struct cell {
    double x;
    double *v;
    int n;
};

int main(void)
{
    struct cell *c = malloc(20 * sizeof *c);
    double s = 0;
    for (int i = 0; i < 20; i++) {
        c[i].x = i;
        c[i].n = 4;
        c[i].v = malloc(4 * sizeof(double));
        for (int k = 0; k < 4; k++)
            c[i].v[k] = i + k;
#pragma tcr enter data copyin(c[i].v [0:4])
    }
#pragma tcr enter data copyin(c [0:20]) attach(c[0].v)
    for (int t = 0; t < 3; t++) {
#pragma tcr reduce(+ : s)
        for (int i = 0; i < 20; i++)
            for (int k = 0; k < 4; k++)
                s += c[i].x * c[i].v[k];
        printf("%g\n", s);
#pragma tcr loop
        for (int i = 0; i < 20; i++)
            c[i].x += 1;
#pragma tcr loop
        for (int i = 0; i < 20; i++)
            for (int k = 0; k < 4; k++)
                c[i].v[k] += c[i].x;
#pragma tcr loop
        for (int i = 0; i < 20; i++)
            c[i].x += c[i].v[3];
    }
#pragma tcr exit data copyout(c [0:20])
    for (int i = 0; i < 20; i++) {
#pragma tcr exit data copyout(c[i].v [0:4])
        s += c[i].v[2] + c[i].x;
        free(c[i].v);
    }
    printf("%g\n", s);
    free(c);
    return 0;
}
/* SPDX-License-Identifier: MIT */
