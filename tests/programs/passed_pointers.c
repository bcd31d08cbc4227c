/* SPDX-License-Identifier: MIT */
/* Loops over neighbours in memory that pass pointers to a function: whether these are in their
 * section is asked once in front of the loop, where every iteration makes the call, and else in
 * each call.  There are places beyond the section which no iteration comes to.
 * flags: -O1 -std=gnu17
 * device: 7
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 300, SLOTS = 8, AROUND = 5, PLACES = CELLS * SLOTS };

struct cells {
    int *count, *around;
    long (*r)[3];
    const int *t;
};

static long square(const long *a, const long *b)
{
    long sum = 0;
    for (int m = 0; m < 3; m++)
        sum += (a[m] - b[m]) * (a[m] - b[m]);
    return sum;
}

static long curve(const int *v)
{
    return 3 * v[0] - v[1] + 7 * v[-1];
}

/* Up, and the function's other pointer stays. */
static long upward(const struct cells *s)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++)
            for (int k = 0; k < AROUND; k++) {
                const int other = s->around[c * AROUND + k];
                for (int b = 0; b < s->count[other]; b++) {
                    const int j = other * SLOTS + b;
                    const long d = square(s->r[c * SLOTS + a], s->r[j]);
                    if (d > 900)
                        continue;
                    sum += d * (b + 1);
                }
            }
    return sum;
}

/* Down, by two places at a time, and with an unsigned variable. */
static long downward(const struct cells *s)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int other = s->around[c * AROUND + a % AROUND];
            for (unsigned b = 1; b < (unsigned)s->count[other] / 2; b++)
                sum += square(s->r[other * SLOTS], s->r[other * SLOTS + 7 - 2 * (int)b]) * b;
        }
    return sum;
}

/* Elements on both sides of the pointer. */
static long sides(const struct cells *s)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int other = s->around[c * AROUND + a % AROUND];
            for (int b = 1; b < s->count[other] + 1; b++)
                sum += curve(s->t + other * (SLOTS - 1) + b) + curve(&s->t[other + b]);
        }
    return sum;
}

/* Cells without atoms are anywhere. */
static long nowhere(const struct cells *s, const int *first, const int *count)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int from = first[c];
            for (int b = 0; b < count[c]; b++)
                sum += square(s->r[c + a], s->r[from + b]);
            for (int b = 0; b < count[c]; b++)
                sum += square(s->r[from], s->r[c + b]) * b;
        }
    return sum;
}

/* The last iterations of each loop pass nothing. */
static long skipped(const struct cells *s, const int *first, const int *count)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int from = first[c];
            for (int b = 0; b < count[c]; b++) {
                if (from + b >= PLACES)
                    continue;
                const long d = square(s->r[c + a], s->r[from + b]);
                sum += d;
            }
            for (int b = 0; b < count[c]; b++)
                sum += from + b < PLACES ? square(s->r[c], s->r[from + b]) * 3 : b;
        }
    return sum;
}

static long ended(const struct cells *s, const int *first, const int *count)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < s->count[c]; a++) {
            const int from = first[c];
            for (int b = 0; b < count[c]; b++) {
                sum += square(s->r[c + a], s->r[from + b]) * b;
                if (from + b == PLACES - 1)
                    break;
            }
        }
    return sum;
}

/* Behind the section, where the program has something else. */
static long beyond(const long (*r)[3], const int *first, const int *count)
{
    long sum = 0;
#pragma tcr reduce(+ : sum) copyin(r [0:PLACES])
    for (int c = 0; c < CELLS; c++)
        for (int a = 0; a < count[c]; a++) {
            const int from = first[c];
            for (int b = 0; b < count[c]; b++)
                sum += square(r[c + a], r[from + b]) % 100;
        }
    return sum;
}

int main(void)
{
    struct cells s = {.count = malloc(CELLS * sizeof *s.count),
                      .around = malloc(CELLS * AROUND * sizeof *s.around),
                      .r = malloc(PLACES * sizeof *s.r)};
    long(*more)[3] = malloc((PLACES + SLOTS) * sizeof *more);
    int *t = malloc(PLACES * sizeof *t), *first = malloc(CELLS * sizeof *first),
        *count = malloc(CELLS * sizeof *count);
    for (int c = 0; c < CELLS; c++) {
        s.count[c] = c * 7 % (SLOTS + 1);
        count[c] = c % 9;
        first[c] = count[c] ? c * 7919 % (PLACES - SLOTS) : c % 2 ? 1 << 30 : -(1 << 30);
    }
    for (int i = 0; i < CELLS * AROUND; i++)
        s.around[i] = i * 31 % CELLS;
    for (int i = 0; i < PLACES; i++)
        t[i] = i * 29 % 71 - 30;
    for (int i = 0; i < PLACES + SLOTS; i++)
        for (int m = 0; m < 3; m++)
            more[i][m] = (i * 31 + m * 17) % 41;
    memcpy(s.r, more, PLACES * sizeof *s.r);
    s.t = t;
    printf("%ld %ld %ld\n", upward(&s), downward(&s), sides(&s));
    printf("%ld\n", nowhere(&s, first, count));
    for (int c = 5; c < CELLS; c += 9)
        first[c] = PLACES - 1 - c % 4;
    printf("%ld\n", skipped(&s, first, count));
    printf("%ld\n", ended(&s, first, count));
    for (int c = 5; c < CELLS; c += 9)
        first[c] = PLACES - count[c];
    printf("%ld\n", beyond(more, first, count));
    first[CELLS / 9 / 2 * 9 + 5]++;
    printf("%ld\n", beyond(more, first, count));
    free(s.count);
    free(s.around);
    free(s.r);
    free(more);
    free(t);
    free(first);
    free(count);
    return 0;
}
