// options: --tcr-accept=omp -fopenmp
/* Operators that the program declares: what becomes of them, and which are left to the compiler. */
struct v {
    double x;
    int n;
};
struct big {
    double x[64];
};
struct ptr {
    double *p, v;
};
static double scale = 2;
static double wider(double a, double b)
{
    return a * scale > b ? a : b;
}
static void join(struct v *a, const struct v *b)
{
    a->x += b->x;
    a->n = a->n > b->n ? a->n : b->n;
}
#pragma omp declare reduction(join : struct v : join(&omp_out, &omp_in)) initializer(omp_priv = {0, -1})
#pragma omp declare reduction(sum : double, struct big : omp_out = omp_out) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(wider : double : omp_out = wider(omp_out, omp_in)) initializer(omp_priv = 0)
#pragma omp declare reduction(ptrs : struct ptr : omp_out.v += omp_in.v)
#pragma omp declare reduction(wrong : double : omp_out += omp_inn)
#define LOOP(x, e)              \
    for (int i = 0; i < n; i++) \
        x += e;

struct v taken(const double *a, int n)
{
    struct v v = {0, 0};
    double s = 1;
#pragma omp parallel for reduction(join : v) reduction(sum : s)
    for (int i = 0; i < n; i++) {
        struct v one = {a[i], i};
        join(&v, &one);
        s *= 1;
    }
    v.x += s;
    return v;
}

double nest(const double *a, int n, int m)
{
    struct v v = {0, 0};
#pragma omp parallel for collapse(2) reduction(join : v)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            v.x += a[i * m + j];
            v.n = v.n > j ? v.n : j;
        }
    return v.x;
}

double left(const double *a, int n)
{
    double s = 0, t = 0, arr[2] = {0}, *other = &t;
    float f = 0;
    struct big b = {{0}};
    struct ptr p = {0, 0};
#pragma omp declare reduction(local : double : omp_out += omp_in) initializer(omp_priv = 0)
#pragma omp parallel for reduction(wider : s)
    LOOP(s, a[i])
#pragma omp parallel for reduction(sum : b)
    LOOP(b.x[0], a[i])
#pragma omp parallel for reduction(ptrs : p)
    LOOP(p.v, a[i])
#pragma omp parallel for reduction(local : s)
    LOOP(s, a[i])
#pragma omp parallel for reduction(wrong : s)
    LOOP(s, a[i])
#pragma omp parallel for reduction(sum : f)
    LOOP(f, a[i])
#pragma omp parallel for reduction(sum : arr[:1])
    LOOP(arr[0], a[i])
#pragma omp parallel for reduction(sum : t)
    LOOP(t, a[i] + *other)
#pragma omp parallel for reduction(inscan, sum : s)
    for (int i = 0; i < n; i++) {
        s += a[i];
#pragma omp scan inclusive(s)
        if (i == 3)
            arr[0] = s;
    }
    return s + t + f + b.x[0] + p.v + arr[0];
}
