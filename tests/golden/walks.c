// Limits are those of the variable, or of what a pointer leads to: not of a row or a member.
struct part {
    int n;
    double v[4], more[6], tail[2];
};
struct tail {
    int n;
    double rest[1];
};
struct open {
    int n;
    double rest[];
};
static struct open start = {2, {1, 2}};
static double m[10][12];
static struct part g;
extern double elsewhere[][12];

double rows(int n, const int *at, double a[][12])
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < 120; i++)
        s += m[0][i];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += m[1][at[i]];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += a[0][i] + elsewhere[1][i];
    return s;
}

double members(int n, const int *at, struct part *p, struct tail *t, struct open *o)
{
    double s = 0;
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += g.v[i] + (&g.more[1])[i] + start.rest[i];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += g.v[at[i]] + p->v[at[i]];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += p->v[i] + p->tail[i];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++)
        s += t->rest[at[i]] + o->rest[at[i]];
#pragma tcr reduce(+:s)
    for (int i = 0; i < n; i++) {
        const double *q = i & 1 ? g.v : g.more;
        s += q[at[i]];
    }
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p->v[at[i]] = i;
    return s;
}
