/*
 * rows.c: what classifiers and statistics do with the rows of a table.
 *
 *     make && ./rows [rows] [columns]
 *
 * Of each row of a table of scores: mean, standard deviation and norm, the largest
 * score and its column, and the probabilities that the scores stand for
 * (softmax: exponentials, divided by their sum).  Of each column: its mean.  Of the
 * whole table: how many rows have chosen the column that they were made for, and
 * their mean cross entropy.  The table stays on the device from the first loop to
 * the last.
 *
 * The directive is on the loop over the rows; the loops inside of it are as they
 * would be without.  --tcr-report says that each of these is shared by `threads of
 * a team`, what it folds (`sum 'squares'`, `maximum 'largest' with 'at'`), and
 * that lanes read `by rows`, or in column_means() `by columns`.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct summary {
    double mean, deviation, norm;
};

/* Two passes, so that large means do not spoil small deviations. */
static void describe(int rows, int columns, const float *score, struct summary *of)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        double sum = 0, all = 0, squares = 0, mean;

        for (int j = 0; j < columns; j++) {
            double x = score[i * columns + j];

            sum += x;
            all += x * x;
        }
        mean = sum / columns;
        for (int j = 0; j < columns; j++) {
            double d = score[i * columns + j] - mean;

            squares += d * d;
        }
        of[i].mean = mean;
        of[i].deviation = sqrt(squares / columns);
        of[i].norm = sqrt(all);
    }
}

static void column_means(int rows, int columns, const float *score, double *mean)
{
    #pragma tcr loop
    for (int j = 0; j < columns; j++) {
        double sum = 0;

        for (int i = 0; i < rows; i++)
            sum += score[i * columns + j];
        mean[j] = sum / rows;
    }
}

/* The column of the largest score of each row; the first of several. */
static void choose(int rows, int columns, const float *score, int *choice)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float largest = score[i * columns];
        int at = 0;

        for (int j = 1; j < columns; j++)
            if (score[i * columns + j] > largest) {
                largest = score[i * columns + j];
                at = j;
            }
        choice[i] = at;
    }
}

/* Scores become probabilities.  The largest is subtracted first, so that no exponential
 * overflows.  `restrict` says that the scores are not what the second loop over a row writes. */
static void softmax(int rows, int columns, const float *restrict score, const int *choice,
                    float *restrict probability)
{
    #pragma tcr loop
    for (int i = 0; i < rows; i++) {
        float largest = score[i * columns + choice[i]], sum = 0;

        for (int j = 0; j < columns; j++)
            sum += expf(score[i * columns + j] - largest);
        for (int j = 0; j < columns; j++)
            probability[i * columns + j] = expf(score[i * columns + j] - largest) / sum;
    }
}

/* How many rows chose right; *loss: minus the mean logarithm of what was right. */
static int judge(int rows, int columns, const float *probability, const int *choice,
                 const int *label, double *loss)
{
    double sum = 0;
    int right = 0;

    #pragma tcr reduce(+:sum, right)
    for (int i = 0; i < rows; i++) {
        sum -= log(probability[i * columns + label[i]]);
        right += choice[i] == label[i];
    }
    *loss = sum / rows;
    return right;
}

/* The same numbers on every machine, within [0, 1). */
static float uniform(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (float)(*state >> 8) / 16777216.0f;
}

int main(int argc, char **argv)
{
    int rows = argc > 1 ? atoi(argv[1]) : 500, columns = argc > 2 ? atoi(argv[2]) : 100, right;
    float *score, *probability;
    int *label, *choice;
    struct summary *of;
    double loss, mean = 0, widest = 0, longest = 0, worst = 0, *column_mean;
    unsigned state = 1;

    if (rows < 1 || columns < 1 || rows > 1000000000 / columns) {
        fprintf(stderr, "usage: %s [rows] [columns], at most 10^9 scores\n", argv[0]);
        return 1;
    }
    score = malloc((size_t)rows * (size_t)columns * sizeof *score);
    probability = malloc((size_t)rows * (size_t)columns * sizeof *probability);
    label = malloc((size_t)rows * sizeof *label);
    choice = malloc((size_t)rows * sizeof *choice);
    of = malloc((size_t)rows * sizeof *of);
    column_mean = malloc((size_t)columns * sizeof *column_mean);
    if (!score || !probability || !label || !choice || !of || !column_mean) {
        fprintf(stderr, "%s: out of memory\n", argv[0]);
        return 1;
    }
    for (int i = 0; i < rows; i++) {
        for (int j = 0; j < columns; j++)
            score[i * columns + j] = 8 * uniform(&state);
        label[i] = (int)((double)columns * uniform(&state));
        score[i * columns + label[i]] += 5;
    }

    #pragma tcr data copyin(score[0:rows * columns], label[0:rows]) \
                     copyout(probability[0:rows * columns], choice[0:rows], of[0:rows]) \
                     copyout(column_mean[0:columns])
    {
        describe(rows, columns, score, of);
        column_means(rows, columns, score, column_mean);
        choose(rows, columns, score, choice);
        softmax(rows, columns, score, choice, probability);
        right = judge(rows, columns, probability, choice, label, &loss);
    }

    for (int i = 0; i < rows; i++) {
        double sum = 0;

        for (int j = 0; j < columns; j++)
            sum += probability[i * columns + j];
        worst = fmax(worst, fabs(sum - 1));
        mean += of[i].mean / rows;
        widest = fmax(widest, of[i].deviation);
        longest = fmax(longest, of[i].norm);
    }
    printf("%d rows of %d scores: mean %.4f, largest deviation %.4f, norm %.3f\n", rows, columns,
           mean, widest, longest);
    for (int j = 0; j < columns; j++)
        mean -= column_mean[j] / columns;
    printf("columns have the same mean: %s\n", fabs(mean) < 1e-12 ? "yes" : "no");
    printf("%d rows chose right; mean cross entropy %.3f\n", right, loss);
    printf("probabilities sum up to 1: %s\n", worst < 1e-5 ? "yes" : "no");
    free(score);
    free(probability);
    free(label);
    free(choice);
    free(of);
    free(column_mean);
    return 0;
}
/* SPDX-License-Identifier: MIT */
