/*
 * compaction.c: what a condition chooses, packed in its order, and back again.
 *
 *     make && ./compaction
 *
 * Where an element goes is the number of those before it that are kept: an exclusive prefix sum of
 * ones and zeros.  The loop that computes it also moves the elements, in one pass.  From the packed
 * elements and the places, a second loop makes the sparse array again; and runs of equal elements
 * are numbered by an inclusive sum of the places where they begin.
 *
 * The arrays stay on the device from the first loop to the last.  TCR_SUMMARY=1 shows where the loops
 * ran; a compiler that ignores the directives computes the same.
 *
 * Method: Blelloch, "Prefix Sums and Their Applications", CMU-CS-90-190 (1990).
 */
#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 18 };

/* Elements that are not zero, in their order, and where each came from: their number. */
static int pack(const int *restrict sparse, int *restrict value, int *restrict from, int n)
{
    int kept = 0;

#pragma tcr reduce(inscan, +:kept) present(sparse[0:n], value[0:n], from[0:n])
    for (int i = 0; i < n; i++) {
        const int keep = sparse[i] != 0;
        if (keep) {
            value[kept] = sparse[i];
            from[kept] = i;
        }
#pragma tcr scan exclusive(kept)
        kept += keep;
    }
    return kept;
}

static void unpack(const int *restrict value, const int *restrict from, int *restrict sparse,
                   int kept, int n)
{
#pragma tcr loop present(sparse[0:n])
    for (int i = 0; i < n; i++)
        sparse[i] = 0;
#pragma tcr loop present(sparse[0:n], value[0:n], from[0:n])
    for (int k = 0; k < kept; k++)
        sparse[from[k]] = value[k];
}

/* Which run of equal elements each one is in, from 1 on; how many there are. */
static int runs(const int *restrict value, int *restrict run, int n)
{
    int number = 0;

#pragma tcr reduce(inscan, +:number) present(value[0:n], run[0:n])
    for (int i = 0; i < n; i++) {
        if (i == 0 || value[i] != value[i - 1])
            number++;
#pragma tcr scan inclusive(number)
        run[i] = number;
    }
    return number;
}

int main(void)
{
    int *sparse = malloc(N * sizeof *sparse), *value = malloc(N * sizeof *value);
    int *from = malloc(N * sizeof *from), *run = malloc(N * sizeof *run);
    int kept, number;
    long sum = 0, last = 0;

    if (!sparse || !value || !from || !run)
        return 1;
    for (int i = 0; i < N; i++)
        sparse[i] = i % 7 == 3 || i % 1000 < 5 ? 1 + i / 40000 : 0;

#pragma tcr data copy(sparse[0:N]) create(value[0:N]) copyout(from[0:N], run[0:N])
    {
        kept = pack(sparse, value, from, N);
        number = runs(value, run, kept);
        unpack(value, from, sparse, kept, N);
    }

    for (int i = 0; i < N; i++)
        sum += sparse[i];
    for (int k = 0; k < kept; k++)
        last += run[k] == number;
    printf("%d of %d elements are kept, the last one from place %d\n", kept, N, from[kept - 1]);
    printf("%d runs of equal elements, %ld elements in the last one\n", number, last);
    printf("their sum after unpacking: %ld\n", sum);
    free(sparse);
    free(value);
    free(from);
    free(run);
    return 0;
}
/* SPDX-License-Identifier: MIT */
