// options: --tcr-accept=omp --tcr-openmp=on -fopenmp
/* A minimum or maximum with what it takes along: the device finds the iteration, the host does it. */
void section(const double *v, int n, int m, double *value, int *place);
void section(const double *v, int n, int m, double *value, int *place)
{
    double best = *value;
    int bi = -1, bj = -1;
#pragma omp parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < m; j += 2)
#pragma omp critical
            if (v[i] * v[j] < best) {
                best = v[i] * v[j];
                bi = i;
                bj = j;
            }
    *value = best;
    place[0] = bi;
    place[1] = bj;
}

void team(const int *v, int n, int *value, int *place);
void team(const int *v, int n, int *value, int *place)
{
    int best = -1, at = -1;
#pragma omp parallel
    {
        int mine = -1, my = -1;
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++)
            if (v[i] > mine) {
                mine = v[i];
                my = i;
            }
#pragma omp critical
        if (mine > best) {
            best = mine;
            at = my;
        }
    }
    *value = best;
    *place = at;
}

/* The last of equal ones. */
void last(const double *v, int n, double *value, int *place);
void last(const double *v, int n, double *value, int *place)
{
    double best = *value;
    int at = -1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
#pragma omp critical
        if (v[i] >= best) {
            best = v[i];
            at = i;
        }
    *value = best;
    *place = at;
}
