/* SPDX-License-Identifier: MIT */
/* Variables that live as long as the program, handed on as pointers, and read at places that only
 * memory says: how large each of them is stands in the program's table of symbols.  What is written
 * lies beside them.
 *
 * accept: omp
 * flags: -O2 -fopenmp
 * device: 2
 */
#include <stdio.h>

enum { N = 300, MOST = 40 * N, FAR = 40 << 20 };

static int rows[N + 1], columns[MOST];
static double values[MOST], x[N], y[N];
static double room[FAR]; /* with which they are too much to be copied together */

static void multiply(const int *row, const int *column, const double *v, const double *in,
                     double *out)
{
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = row[j]; k < row[j + 1]; k++)
            sum += v[k] * in[column[k]];
        out[j] = sum;
    }
}

/* The same with columns from one: the pointer leads to before the variable. */
static void multiply_from_one(const int *row, const int *column, const double *v, const double *in,
                              double *out)
{
    in -= 1;
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
        double sum = 0;
        for (int k = row[j]; k < row[j + 1]; k++)
            sum -= v[k] * in[column[k] + 1];
        out[j] = sum;
    }
}

/* From far before: into another variable, which the device finds out. */
static void multiply_from_far(const int *row, const int *column, const double *v, const double *in,
                              double *out)
{
#pragma omp parallel for
    for (int j = 0; j < N; j++) {
        double sum = 1;
        for (int k = row[j]; k < row[j + 1]; k++)
            sum += v[k] * in[column[k] + 100];
        out[j] += sum;
    }
}

static double gather(const int *column, const double *in, int n)
{
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < n; k++)
        sum += in[column[k] - N / 2];
    return sum;
}

/* Where no compiler sees that it is before the variable. */
static const double *before_x(void)
{
    const double *p = x;

    __asm__("" : "+r"(p));
    return p - 100;
}

static void print(void)
{
    double sum = room[N + 1];

    for (int j = 0; j < N; j++)
        sum += y[j] * (j % 7);
    printf("%g\n", sum);
}

int main(int argc, char **argv)
{
    int n = 0;

    (void)argv;
    room[argc] = 1;
    for (int j = 0; j < N; j++) {
        for (int k = 0; k < 3 + j % 30; k++, n++) {
            columns[n] = (j * 7 + k * 13) % N;
            values[n] = 1 + k % 3;
        }
        rows[j + 1] = n;
        x[j] = j % 5;
    }
    for (int t = 0; t < 3; t++) {
        multiply(rows, columns, values, x, y);
        print();
        for (int j = 0; j < N; j += 10)
            x[j] = y[j] > 100 ? t : 2;
    }
    multiply_from_one(rows, columns, values, x, y);
    print();
    printf("%g\n", gather(columns, x + N / 2, n));
    for (int t = 0; t < 3; t++)
        multiply_from_far(rows, columns, values, before_x(), y);
    print();
    return 0;
}
