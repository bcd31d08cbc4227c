/* SPDX-License-Identifier: MIT */
/* Rows of all lengths that a team shares, which sum up numbers of one and two bytes.
 * flags: -O2
 * device: 3
 */
#include <stdio.h>

enum { ROWS = 6, N = 7000 };
static const int row[ROWS + 1] = {0, 100, 300, 301, 900, 2000, N};
static short a[N], b[N], s[ROWS];
static unsigned char c[N], t[ROWS];
static signed char least[ROWS];

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = (short)(i % 50);
        b[i] = (short)(i % 7);
        c[i] = (unsigned char)(i % 251);
    }
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        short sum = a[i];
        for (int j = row[i]; j < row[i + 1]; j++) {
            if (a[j] <= b[j])
                sum += a[j] * 2;
            else
                sum -= b[j];
        }
        s[i] = sum;
    }
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        unsigned char sum = 0;
        for (int j = row[i]; j < row[i + 1]; j++)
            sum += c[j];
        t[i] = sum;
    }
#pragma tcr loop
    for (int i = 0; i < ROWS; i++) {
        signed char low = 100;
        for (int j = row[i]; j < row[i + 1]; j++)
            if ((signed char)(a[j] - b[j]) < low)
                low = (signed char)(a[j] - b[j]);
        least[i] = low;
    }
    for (int i = 0; i < ROWS; i++)
        printf("%d %d %d\n", s[i], t[i], least[i]);
    return 0;
}
