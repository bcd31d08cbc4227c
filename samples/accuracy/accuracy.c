/*
 * accuracy.c: products of matrices that are as exact as they must be.
 *
 *     make && ./accuracy
 *
 * The similarities of documents are products of their vectors, which have an entry for each word.
 * To find the nearest neighbour of each document, a hundredth of the terms' magnitudes is exact
 * enough, and to compare candidates a hundred-thousandth is.  The clause `precision` says so, and a
 * device may then multiply on its tensor cores numbers that are rounded to 8 bits, or to 11 with
 * the rests' products added.  Host and device keep the errors; only their last digits are
 * different.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { DOCUMENTS = 120, WORDS = 700, KINDS = 8 };

static float vectors[DOCUMENTS * WORDS], rough[DOCUMENTS * DOCUMENTS], fine[DOCUMENTS * DOCUMENTS];

/* s = x x^T, to 1e-2 of the terms */
static void compare_roughly(int n, int words, const float *restrict x, float *restrict s)
{
#pragma tcr loop precision(1e-2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < words; k++)
                sum += x[i * words + k] * x[j * words + k];
            s[i * n + j] = sum;
        }
}

/* The same, to 1e-5. */
static void compare_finely(int n, int words, const float *restrict x, float *restrict s)
{
#pragma tcr loop precision(1e-5)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < words; k++)
                sum += x[i * words + k] * x[j * words + k];
            s[i * n + j] = sum;
        }
}

/* A document of kind i % KINDS has more of some words than of others. */
static void write_documents(void)
{
    unsigned long seed = 1;
    for (int i = 0; i < DOCUMENTS; i++)
        for (int k = 0; k < WORDS; k++) {
            seed = seed * 6364136223846793005ul + 1442695040888963407ul;
            float often = k % KINDS == i % KINDS ? 3.0f : 1.0f;
            vectors[i * WORDS + k] = often * (float)(seed >> 40) / (1 << 24);
        }
}

/* The greatest error in units of the sum of the terms, which are all positive. */
static double error_of(const float *s)
{
    double worst = 0;
    for (int i = 0; i < DOCUMENTS; i++)
        for (int j = 0; j < DOCUMENTS; j++) {
            double sum = 0;
            for (int k = 0; k < WORDS; k++)
                sum += (double)vectors[i * WORDS + k] * (double)vectors[j * WORDS + k];
            worst = fmax(worst, fabs((double)s[i * DOCUMENTS + j] - sum) / sum);
        }
    return worst;
}

/* How many documents' nearest neighbours are of their own kind? */
static int count_right(const float *s)
{
    int right = 0;
    for (int i = 0; i < DOCUMENTS; i++) {
        int nearest = i == 0 ? 1 : 0;
        for (int j = 0; j < DOCUMENTS; j++)
            if (j != i && s[i * DOCUMENTS + j] > s[i * DOCUMENTS + nearest])
                nearest = j;
        right += nearest % KINDS == i % KINDS;
    }
    return right;
}

int main(void)
{
    write_documents();
    compare_roughly(DOCUMENTS, WORDS, vectors, rough);
    compare_finely(DOCUMENTS, WORDS, vectors, fine);
    printf("errors of at most 1e-2: %s\n", error_of(rough) <= 1e-2 ? "yes" : "no");
    printf("errors of at most 1e-5: %s\n", error_of(fine) <= 1e-5 ? "yes" : "no");
    printf("nearest neighbours of the same kind: %d and %d of %d\n", count_right(rough),
           count_right(fine), DOCUMENTS);
    return 0;
}
/* SPDX-License-Identifier: MIT */
