/* Places in memory that an inner loop does not choose: what is folded, and what is not. */
struct cell {
    double x, y;
};
static double table[8][8];

void folded(int n, const double *restrict a, const int *restrict w, double *restrict y,
            struct cell *restrict c, int *restrict least)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        int twice = 2 * i;
        for (int k = 0; k < n; k++)
            y[i] += a[k];
        for (int k = 0; k < n; k++) {
            y[i] = y[i] - a[k] * w[k];
            if (w[k])
                y[i]++;
        }
        for (int k = 0; k < n; k++)
            c[twice].x *= a[k];
        for (int k = 0; k < n; k++)
            least[i] = least[i] < w[k] ? least[i] : w[k];
    }
#pragma tcr loop
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            table[i][j] = 0;
            for (int k = 0; k < n; k++)
                table[i][j] += a[k * 8 + j] * a[i];
        }
}

void rows(int n, int m, const double *restrict a, double (*restrict c)[m], struct cell *restrict *q)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0, last = n; k < last; k++) {
            c[i][3] += a[k];
            for (int j = 0; j < m; j++)
                q[i]->y += a[j];
        }
}

/* Other pointers may lead there: asked elsewhere. */
void aliased(int n, const double *a, double *y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0, last = n; k < last; k++)
            y[i] += a[k];
}

void chosen(int n, const int *restrict p, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 0; k < n; k++) /* by what is read, and no loop writes */
            y[p[i]] += k;
        y[p[i]] += s;
    }
}

/* Several places of one base or variable; places that perhaps no iteration comes to. */
void several(int n, const double *restrict a, const int *restrict w, double *restrict y,
             struct cell *restrict c, int *restrict q)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double own[3] = {0}, part[4] = {0};
        struct cell all = {0};
        for (int k = 0; k < n; k++)
            if (w[k])
                y[3 * i + 1] += a[k];
        for (int k = 0; k < n; k++) {
            if (w[k])
                continue;
            q[i] ^= k;
        }
        for (int k = 0; k < n; k++) {
            c[i].x += a[k];
            if (a[k] > c[i].y)
                c[i].y = a[k];
            y[3 * i] -= a[k];
            y[3 * i + 2]++;
        }
        for (int k = 0; k < n; k++) {
            own[0] += a[k];
            if (w[k])
                own[2] += a[k];
            all.x = all.x * a[k];
            all.y = a[k] < all.y ? a[k] : all.y;
        }
        for (int k = 0; k < n; k++) /* none: one of them may be the other */
            part[k % 4] += a[k], part[1] += 1;
        for (int k = 0; k < n; k++) /* none: that may not be there */
            if (w[k])
                q[i] |= k;
        y[3 * i] += own[0] + own[2] + all.x + all.y + part[1];
    }
}

/* One loop each: nothing is folded. */
void none(int n, const double *restrict a, const int *restrict w, double *restrict y,
          struct cell *restrict c, int *restrict q)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        int at = i;
        for (int k = 0; k < n; k++) { /* read elsewhere */
            y[i] += a[k];
            s += y[i];
        }
        for (int k = 0; k < n; k++) { /* two operators */
            y[i] += a[k];
            y[i] *= 2;
        }
        for (int k = 0; k < n; k++) { /* two members */
            c[i].x += a[k];
            c[i].y += c[i].x;
        }
        for (int k = 0; k < n; k++) { /* chosen by the loop */
            at = i + k % 1;
            y[at] += a[k];
        }
        for (int k = 0; k < n; k++) { /* chosen by what it writes */
            y[q[i]] += a[k];
            q[i] = k;
        }
        for (int k = 0; k < n; k++) /* truncated */
            q[i] += a[k];
        y[i] += s;
    }
}
