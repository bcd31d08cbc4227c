/* A star in front of a row is its first element: the places around it count nevertheless. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
    int n, in[3];
    struct {
        int m[2][3], c[2][2][3];
    } deep;
};
struct grid {
    int rows[4][5];
};
static int cube[4][5][6];

#define TRY(name, e)                                                                               \
    do {                                                                                           \
        long sum = 0, plain = 0;                                                                   \
        _Pragma("tcr reduce(+:sum)") for (int i = 0; i < 4; i++) sum += (e);                       \
        for (int i = 0; i < 4; i++)                                                                \
            plain += (e);                                                                          \
        printf("%s %ld %s\n", name, sum, sum == plain ? "right" : "wrong");                        \
    } while (0)

static void of_matrices(int (*p)[5][6], const struct grid *g)
{
    int(*row)[6] = p[1];
    TRY("(*cube[i])[2]", (*cube[i])[2]);
    TRY("(*p[i])[3]", (*p[i])[3]);
    TRY("(*(*(p + i) + 1))[2]", (*(*(p + i) + 1))[2]);
    TRY("(*p)[i][1]", (*p)[i][1]);
    TRY("**cube[i]", **cube[i]);
    TRY("*(*row + i)", *(*row + i));
    TRY("i[*cube[2]]", i[*cube[2]]);
    TRY("(*&cube[i])[1][1]", (*&cube[i])[1][1]);
    TRY("(**p)[i]", (**p)[i]);
    TRY("(*g->rows)[i]", (*g->rows)[i]);
    TRY("(*(g->rows + i))[2]", (*(g->rows + i))[2]);
}

static void of_members(struct cell *s)
{
    TRY("(*s[i].deep.m)[2]", (*s[i].deep.m)[2]);
    TRY("(*s[i].deep.c[1])[2]", (*s[i].deep.c[1])[2]);
    TRY("(**s[i].deep.c)[1]", (**s[i].deep.c)[1]);
    TRY("*(*(s[i].deep.m + 1) + 1)", *(*(s[i].deep.m + 1) + 1));
    TRY("***(s[i].deep.c + 1)", ***(s[i].deep.c + 1));
    TRY("(*(s + i)->deep.c[1])[2]", (*(s + i)->deep.c[1])[2] + *s[i].in);
}

/* Written, too, and of a number of columns that is known at run time alone. */
static void of_variable_rows(int n, int (*a)[3][n])
{
    long sum = 0;
#pragma tcr reduce(+:sum)
    for (int i = 0; i < 4; i++) {
        (*a[i])[2] = i + 1;
        sum += (*a[i])[1] + *a[i][2];
    }
    for (int i = 0; i < 4; i++)
        printf("%d ", a[i][0][2]);
    printf("%ld\n", sum);
}

int main(void)
{
    struct grid g;
    struct cell *s = malloc(4 * sizeof *s);
    int(*a)[3][7] = malloc(4 * sizeof *a);
    for (int k = 0; k < 4 * 5 * 6; k++)
        (&cube[0][0][0])[k] = k * k % 31;
    for (int k = 0; k < 4 * 5; k++)
        (&g.rows[0][0])[k] = k * k % 29;
    for (int k = 0; k < 4 * (int)(sizeof *s / sizeof(int)); k++)
        ((int *)s)[k] = k * k % 37;
    for (int k = 0; k < 4 * 3 * 7; k++)
        (&a[0][0][0])[k] = k;
    of_matrices(cube, &g);
    of_members(s);
    of_variable_rows(7, a);
    free(s);
    free(a);
    return 0;
}
/* SPDX-License-Identifier: MIT */
