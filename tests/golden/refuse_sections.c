/* Uses of a section that are no reduction of it, and sections that none can be made of. */
void use(double *h);
double read_it(const double *h, int k)
{
    return h[k];
}

void other_element(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++)
        h[i & 7] = h[(i + 1) & 7] + x[i];
}

void prefix(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++)
        for (int k = 1; k < 8; k++)
            h[k] += h[k - 1] + x[i];
}

void read_elsewhere(double *h, const double *x, int n, double *out)
{
    double s = 0;
#pragma tcr reduce(+ : h[0:8], s)
    for (int i = 0; i < n; i++) {
        h[i & 7] += x[i];
        s += h[0];
    }
    *out = s;
}

void handed_on(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++)
        h[i & 7] += read_it(h, i & 7) * x[i];
}

void moved(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++) {
        h[0] += x[i];
        h++;
    }
}

void subscript(int *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++)
        h[h[0]] += (int)x[i] != 0;
}

void two_operators(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:8])
    for (int i = 0; i < n; i++) {
        h[0] += x[i];
        h[1] *= x[i];
    }
}

void rows(double **f, const double *x, int n)
{
#pragma tcr reduce(+ : f[0:3][0:3])
    for (int i = 0; i < n; i++)
        f[i % 3][0] += x[i];
}

void columns(double f[4][4], const double *x, int n)
{
#pragma tcr reduce(+ : f[0:4][1:2])
    for (int i = 0; i < n; i++)
        f[i & 3][1] += x[i];
}

void no_length(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:])
    for (int i = 0; i < n; i++)
        h[i & 3] += x[i];
}

void beyond(const double *x, int n)
{
    double h[4] = {0};
#pragma tcr reduce(+ : h[2:4])
    for (int i = 0; i < n; i++)
        h[3] += x[i];
    use(h);
}

void empty(double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:0])
    for (int i = 0; i < n; i++)
        h[i] += x[i];
}

void number(double s, const double *x, int n, double *out)
{
#pragma tcr reduce(+ : s[0:1])
    for (int i = 0; i < n; i++)
        s += x[i];
    *out = s;
}

void not_the_same(double *h, const int *bin, const double *x, int n)
{
#pragma tcr reduce(+ : h[bin[i]])
    for (int i = 0; i < n; i++)
        h[bin[i]] += x[i];
}

void wide(long double *h, const double *x, int n)
{
#pragma tcr reduce(+ : h[0:2])
    for (int i = 0; i < n; i++)
        h[i & 1] += x[i];
}

double *all;
double peek(int k)
{
    return all[k];
}

void seen(const double *x, int n)
{
#pragma tcr reduce(+ : all[0:8])
    for (int i = 0; i < n; i++)
        all[i & 7] += peek(i & 7) * x[i];
}

void too_late(double *h, double *y, const int *bin, int bins, int n)
{
#pragma tcr reduce(+ : h[0:bins])
    for (int i = 0; i < n; i++) {
        y[i] *= 2;
        h[bin[i]] += y[i];
    }
}

void before_the_array(const int *bin, int n)
{
    int h[8] = {0};
#pragma tcr reduce(+ : h[-1:3])
    for (int i = 0; i < n; i++)
        h[bin[i]]++;
}

static double row[100], plane[4][5];
struct parts {
    double part[8], tail[1];
};
void copied_beyond(struct parts *p, int n)
{
#pragma tcr loop copy(row[0:101])
    for (int i = 0; i < n; i++)
        row[i] = i;
#pragma tcr loop copy(plane[2:3])
    for (int i = 0; i < n; i++)
        plane[i][0] = i;
#pragma tcr loop copy(p->part[0:9])
    for (int i = 0; i < n; i++)
        p->part[i] = i;
#pragma tcr loop copy(p->tail[0:9]) copyin(row[1:99]) copyin(p->part[n:9])
    for (int i = 0; i < n; i++)
        p->tail[i] = p->part[i + n] + row[i + 1];
}
