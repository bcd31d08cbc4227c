/* Sections of arrays as reduction variables: shapes, places, and how they are reduced. */
struct particle {
    double m, stress[6];
    int count[4];
};

void constant_places(double *h, const double *x, const double *y, int n)
{
#pragma tcr reduce(+ : h[0:4])
    for (int i = 0; i < n; i++) {
        h[0] += x[i] * x[i];
        h[1] += x[i] * y[i];
        *(h + 2) -= y[i];
        h[3] = h[3] + 1;
    }
}

void inner_loops(double f[3][3], double (*g)[4], const double *x, int n)
{
    double v[3];
    int a;
#pragma tcr reduce(+ : f[0:3][0:3]) reduce(max : g[1][0:4])
    for (int i = 0; i < n; i++) {
        for (a = 0; a < 3; a++)
            v[a] = x[3 * i + a];
        for (a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++)
                f[a][b] += v[a] * v[b];
        for (int k = 3; k >= 0; k--)
            if (v[0] > g[1][k])
                g[1][k] = v[0];
    }
}

void computed(double *h, const int *bin, const double *w, int bins, int n)
{
#pragma tcr reduce(+ : h[0:bins])
    for (int i = 0; i < n; i++)
        h[bin[i]] += w[i];
}

int whole(const unsigned char *text, long n)
{
    static int seen[256];
    unsigned short pairs[16][16] = {{0}};
#pragma tcr reduce(+ : seen, pairs)
    for (long i = 0; i < n; i++) {
        seen[text[i]]++;
        pairs[text[i] & 15][text[i] >> 4]++;
    }
    return seen[0] + pairs[0][0];
}

void members(struct particle *p, const double *x, const int *kind, int n)
{
#pragma tcr reduce(+ : p->stress[0:6], p->m) reduce(| : p->count[1:2])
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 6; k++)
            p->stress[k] += x[i] * k;
        p->m += x[i];
        p->count[1] |= kind[i];
        p->count[2] |= kind[i] << 1;
    }
}

void variable_length(int rows, int columns, double f[rows][columns], const double *x, int n)
{
#pragma tcr reduce(+ : f[0:rows][0:columns])
    for (int i = 0; i < n; i++)
        f[i % rows][i % columns] += x[i];
}

void part(long *h, const long *x, int n)
{
#pragma tcr reduce(min : h[2 + 1:(2 * 3)])
    for (int i = 0; i < n; i++)
        h[x[i] & 7] = h[x[i] & 7] < x[i] ? h[x[i] & 7] : x[i];
}

double side_by_side(const double *x, const double *a, const double *b, const double *c, int n)
{
    double p = 0, q = 0, s = 0, t = 0;
    int k = 0;
#pragma tcr reduce(+ : p, k, q, s, t)
    for (int i = 0; i < n; i++) {
        p += x[i] * a[i];
        q += x[i] * b[i];
        s += x[i] * c[i];
        t += x[i];
        k++;
    }
    return p + q + s + t + k;
}
