/* SPDX-License-Identifier: MIT */
/* Variables of iterations that are set by their own value, or by each other's, are no places that
 * follow from the loops' numbers.
 */
static int a[20][20];

int signs(int n, int m);
int signs(int n, int m)
{
    int product = 3;
#pragma tcr reduce(* : product) collapse(2)
    for (int i = 3; i < n; i++)
        for (int j = 0; j < m; j++) {
            int sign = !a[i][j] ? -1 : 1;
            product = product * sign;
        }
    return product;
}

void chain(int n, const int *restrict x, int *restrict out);
void chain(int n, const int *restrict x, int *restrict out)
{
    int t, u;
#pragma tcr loop private(t, u)
    for (int i = 3; i < n; i++) {
        t = x[i];
        t = t + a[i][1];
        u = i;
        u = u + t;
        out[i] = a[t & 1][2] + a[u & 3][3];
    }
}
