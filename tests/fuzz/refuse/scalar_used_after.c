/* Refused: a scalar of the body is used after the loop. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
    double last = 0;
#pragma tcr reduce(+ : sum)
    for (int i = 0; i < N; i++) {
        last = a[i] * 2;
        sum += last;
    }
    printf("%.17g\n", sum + last);
    return 0;
}
