/*
 * stats.c: mean, standard deviation, least and greatest value of a data file,
 * in one pass over the data.
 *
 *     make && ./stats michelson.csv          column 1
 *     ./stats measurements.csv 3             column 3
 *     ./stats samples.bin                    any other name: raw doubles
 *
 * In a .csv file, lines that do not start with a number in the first column
 * (headings, comments) are skipped.
 *
 * michelson.csv: Michelson's 100 measurements of the speed of light in air,
 * 1879, in millions of metres per second, as published with certified mean and
 * standard deviation in the Statistical Reference Datasets of the National
 * Institute of Standards and Technology (a work of the US government, public
 * domain), https://www.itl.nist.gov/div898/strd/univ/michelso.html:
 *
 *     certified mean                  299.852400000000
 *     certified standard deviation      0.0790105478190518
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct series {
    double *value;
    size_t n, room;
};

struct summary {
    double mean, deviation, least, greatest; /* deviation: with n - 1 */
};

static int append(struct series *s, double value)
{
    if (s->n == s->room) {
        size_t room = s->room ? 2 * s->room : 1024;
        double *more = realloc(s->value, room * sizeof *more);

        if (!more)
            return -1;
        s->value = more;
        s->room = room;
    }
    s->value[s->n++] = value;
    return 0;
}

/* The number in column `column` (from 1) of a line.  0: there is none. */
static int field(const char *line, int column, double *value)
{
    char *end;

    (void)strtod(line, &end);
    if (end == line)
        return 0;
    for (; column > 1; column--) {
        line = strpbrk(line, ",;\t");
        if (!line)
            return 0;
        line++;
    }
    *value = strtod(line, &end);
    return end != line;
}

static int read_csv(FILE *in, int column, struct series *s)
{
    char line[4096];
    double value;

    while (fgets(line, sizeof line, in))
        if (field(line, column, &value) && append(s, value) < 0)
            return -1;
    return ferror(in) ? -1 : 0;
}

static int read_binary(FILE *in, struct series *s)
{
    double value;

    while (fread(&value, sizeof value, 1, in) == 1)
        if (append(s, value) < 0)
            return -1;
    return ferror(in) ? -1 : 0;
}

/* One pass, four reduction variables.  The sums are of differences from the
 * first value: plain sums of squares of data far from 0 cancel. */
static struct summary summarise(const double *x, size_t n)
{
    double shift = x[0];
    double sum = 0.0, squares = 0.0, least = x[0], greatest = x[0];
    struct summary r;

    #pragma tcr reduce(+:sum, squares) reduce(min:least) reduce(max:greatest)
    for (size_t i = 0; i < n; i++) {
        double d = x[i] - shift;

        sum += d;
        squares += d * d;
        least = x[i] < least ? x[i] : least;
        greatest = x[i] > greatest ? x[i] : greatest;
    }
    r.mean = shift + sum / (double)n;
    r.deviation = n > 1 ? sqrt((squares - sum * sum / (double)n) / (double)(n - 1)) : 0.0;
    r.least = least;
    r.greatest = greatest;
    return r;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "michelson.csv";
    int column = argc > 2 ? atoi(argv[2]) : 1;
    size_t length = strlen(name);
    int csv = length > 4 && strcmp(name + length - 4, ".csv") == 0;
    struct series s = {NULL, 0, 0};
    struct summary r;
    FILE *in = fopen(name, csv ? "r" : "rb");
    int bad;

    if (!in) {
        perror(name);
        return 1;
    }
    bad = csv ? read_csv(in, column, &s) : read_binary(in, &s);
    fclose(in);
    if (bad || s.n == 0) {
        fprintf(stderr, "%s: %s\n", name, bad ? "cannot be read" : "no numbers");
        free(s.value);
        return 1;
    }
    r = summarise(s.value, s.n);
    printf("values             %lu\n", (unsigned long)s.n);
    printf("mean               %.10g\n", r.mean);
    printf("standard deviation %.8g\n", r.deviation);
    printf("least              %g\n", r.least);
    printf("greatest           %g\n", r.greatest);
    free(s.value);
    return 0;
}
/* SPDX-License-Identifier: MIT */
