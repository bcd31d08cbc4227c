/* flags: -O2 -DSTEP=4 */
#include <math.h>
#include "mesh.h"

static const double table[STEP] = {1, 2, 3, 4};
static const struct {
    int at;
    double by;
} shifts[] = {{0, 0.5}, {1, 1.5}, {2, -0.5}};
double scale = 2;
int offsets[4] = {1, 2, 3, 4};
double hidden_factor = 0.5;
double hidden_table[3] = {1, 10, 100};
double *hidden_pointer = hidden_table;

static double helper(double x)
{
    return x * table[(int)fabs(x) % STEP] + shifts[(int)fabs(x) % 3].by;
}

double weight(const double *a, int i)
{
    return scale * helper(a[i]) + sqrt(fabs(a[i + 1])) + hidden_factor * hidden_table[i % 3] +
           hidden_pointer[i % 3];
}

double row_sum(int n, double (*m)[8], int i)
{
    double s = 0;
    for (int k = 0; k < n; k++)
        s += m[i][k];
    return s;
}

int kind_of(int i)
{
    static const int kinds[] = {7, 5, 3};
    switch (i % 5) {
    case 0:
        return kinds[0] + offsets[i & 3];
    case 3:
        return kinds[2];
    default:
        return kinds[1];
    }
}

unsigned char narrow(int i)
{
    return (unsigned char)(i * 3);
}
/* SPDX-License-Identifier: MIT */
