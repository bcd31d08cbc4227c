/* Blocks of 5 by 5 that are reduced in place, all of it written out: more pairs of accesses than are
 * looked at, but a few families of them. */
enum { N = 65 };

double left[N][N][N][3][5][5], right[N][N][N][5];
int points[3];

#define EACH(of, p) of(p, 0) of(p, 1) of(p, 2) of(p, 3) of(p, 4)
#define EACH_ROW(p) ROW(p, 0) ROW(p, 1) ROW(p, 2) ROW(p, 3) ROW(p, 4)
#define EACH_PIVOT PIVOT(0) PIVOT(1) PIVOT(2) PIVOT(3) PIVOT(4)
#define SCALE(p, n) l[p][n] *= pivot; c[p][n] *= pivot;
#define TAKE(q, n) l[q][n] -= part * lp[n]; c[q][n] -= part * cp[n];
#define ROW(p, q)                                                                                  \
    if (p != q) {                                                                                  \
        const double *lp = l[p], *cp = c[p];                                                       \
        part = l[q][p];                                                                            \
        EACH(TAKE, q)                                                                              \
        r[q] -= part * r[p];                                                                       \
    }
#define PIVOT(p)                                                                                    \
    pivot = 1.0 / l[p][p];                                                                         \
    EACH(SCALE, p)                                                                                 \
    r[p] *= pivot;                                                                                 \
    EACH_ROW(p)

static void reduce(double l[5][5], double c[5][5], double r[5])
{
    double pivot, part;
    EACH_PIVOT
}

void solve(int k)
{
#pragma tcr loop
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++) {
            reduce(left[i][j][k][0], left[i][j][k][1], right[i][j][k - 1]);
            reduce(left[i][j][k][1], left[i][j][k][2], right[i][j][k]);
        }
}

/* One element of the block before is read: j keeps its order. */
void chain(int k)
{
#pragma tcr loop
    for (int i = 1; i < points[0] - 1; i++)
        for (int j = 1; j < points[1] - 1; j++) {
            reduce(left[i][j][k][1], left[i][j][k][2], right[i][j][k]);
            left[i][j][k][1][0][0] += left[i][j - 1][k][2][4][4];
        }
}
