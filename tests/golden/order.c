/* The order of loops: proved, checked or no, by objects, `restrict` and subscripts. */
double ga[1000], gc[1000];
extern double gb[1000] __attribute__((alias("ga"))); /* other names of these */
extern double gd[1000] __asm__("gc");
extern double ge[1000];
struct pair {
    double x[100], y[100];
} gs, gt;
double *gp;
int gn;

void objects(double a)
{
    static double sl[10];
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        ga[i] = a * gb[i];
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        gc[i] = a * gd[i];
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        ge[i] = a * gc[i];
#pragma tcr loop
    for (int i = 0; i < 100; i++) /* one object: a program may walk from x to y */
        gs.x[i] = a * gs.y[i];
#pragma tcr loop
    for (int i = 0; i < 10; i++)
        sl[i] = a * gt.x[i];
}

void pointers(int n, double *restrict p, double *restrict r, const struct pair *restrict s)
{
    double *q = p + 1;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = q[i];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = gp[i] + gc[i];
#pragma tcr loop
    for (int i = 0; i < n; i++)
        p[i] = r[i] + gc[i] + s->x[i];
#pragma tcr loop
    for (int i = 0; i < gn; i++)
        q[i] = i;
#pragma tcr loop
    for (int i = 0; i < gn; i++)
        r[i] = i;
}

void rows(int n, int m, double *a, const double *restrict b)
{
#pragma tcr loop collapse(2)
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] += 1;
#pragma tcr loop
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            a[i * n + j] += 1;
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            a[i * n + j] += 1;
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double t, sum = 0;
        for (int j = 0; j < n; j++) {
            t = a[i * n + j];
            a[i * n + j] = t * t;
        }
        for (int j = 0; j < n; j++)
            sum += a[i * n + j];
        for (int j = 1; j < n; j++)
            a[i * n + j] += a[i * n + j - 1];
        for (int j = 0; j < n; j++)
            if (a[i * n + j] > sum)
                break;
        a[i * n] = sum;
    }
}

void wide(unsigned n, unsigned long m, double *restrict p, const int *restrict index)
{
#pragma tcr loop
    for (unsigned i = 0; i < n; i++)
        p[2 * i] = i;
#pragma tcr loop
    for (unsigned long i = 0; i < m; i++)
        if (index[i])
            p[i * (1ul << 57)] = 1;
#pragma tcr loop
    for (unsigned long i = 0; i < m; i++)
        for (unsigned long j = 0; j < n; j++)
            p[i * n + j] = 1;
#pragma tcr loop
    for (unsigned long i = 0; i < m; i++)
        p[i] += p[index[i]];
}

struct cell {
    double x, y, z;
};

void members(int n, struct cell *c)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            c[i].z += c[k].y - c[i].x;
#pragma tcr loop
    for (int i = n - 1; i >= 0; i -= 2)
        c[i].x = c[i].y;
}

double gh[1000];
#pragma weak gi = gh
extern double gi[1000];

void weak(double a)
{
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        gh[i] = a * gi[i];
#pragma tcr loop
    for (int i = 0; i < 100; i++)
        gi[i] = a * ge[i];
}
