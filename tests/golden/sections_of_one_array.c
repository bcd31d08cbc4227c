/* SPDX-License-Identifier: MIT */
/* Several sections of one array: subscripts that are numbers tell them apart, others do not. */
void told(const double *x, int n, double *box)
{
#pragma tcr reduce(min : box[0 : 1]) reduce(max : box[1 : 1])
    for (int i = 0; i < n; i++) {
        if (x[i] < box[0])
            box[0] = x[i];
        if (x[i] > box[1])
            box[1] = x[i];
    }
}

void not_told(double (*x)[3], int n, double *box)
{
#pragma tcr reduce(min : box[0 : 3]) reduce(max : box[3 : 3])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            if (x[i][k] < box[k])
                box[k] = x[i][k];
            if (x[i][k] > box[3 + k])
                box[3 + k] = x[i][k];
        }
}
