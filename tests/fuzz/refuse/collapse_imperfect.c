/* Refused: collapse of a nest with a statement between the loops. */
#include <stdio.h>

#define N 100

static double a[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37 % 64) / 8.0;
    double sum = 0;
#pragma tcr reduce(+ : sum) collapse(2)
    for (int i = 0; i < 10; i++) {
        sum += 1;
        for (int j = 0; j < 10; j++)
            sum += a[10 * i + j];
    }
    printf("%.17g\n", sum);
    return 0;
}
