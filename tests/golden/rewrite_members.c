/* The rewrite of an unbraced else, a nest and a member as accumulator. */
struct grid {
    int nx, ny;
    float total;
};
void f(struct grid *g, float (*a)[32], int on)
{
    int i, j;
    if (!on)
        g->total = 0;
    else
#pragma tcr reduce(+ : g->total) collapse(2) if (g->nx > 8)
        for (i = 0; i < g->nx; i++)
            for (j = 0; j < g->ny; j++)
                g->total += a[i][j];
}
