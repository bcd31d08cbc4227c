/* Subscripts and bounds that come out of memory. */
struct cell {
    int n;
    double v[8];
    int *list;
};
struct node {
    struct node *next;
    double v;
};
double f(const double *x, const int *idx, const int *row, const struct cell *c, int **lists,
         struct node **head, const double *y, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = row[i]; k < row[i + 1]; k++)
            s += x[idx[k]];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = idx[i]; k >= 0; k = row[k])
            s += c[k].v[k & 7] + c[k].n;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < c[i].n; k++)
            s += x[c[i].list[k]] + lists[i][k];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        for (struct node *p = head[i]; p; p = p->next)
            s += p->v;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        const double *p = i & 1 ? x : y;
        s += p[idx[i]];
    }
    return s;
}
