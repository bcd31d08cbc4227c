// options: --tcr-accept=omp,acc -fopenmp -fopenacc
/* What is not taken over, and why. */
extern int omp_get_thread_num(void);
static double own;
#pragma omp threadprivate(own)
#pragma omp declare reduction(mine : double : omp_out += own)

double clauses(const double *a, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) ordered
    for (int i = 0; i < n; i++) {
#pragma omp ordered
        s += a[i];
    }
#pragma omp parallel for reduction(task, + : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp parallel for reduction(mine : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp target teams distribute parallel for reduction(+ : s) is_device_ptr(a)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp target teams distribute parallel for reduction(+ : s) depend(in : own)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel loop reduction(+ : s) device_type(nvidia)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma acc parallel loop seq reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

double places(double *a, int n)
{
    double s = 0, t = 0;
#pragma omp target
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i];
#pragma omp teams
    {
#pragma omp distribute simd reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i];
    }
#pragma omp target if (n > 3)
    {
        t = 1;
#pragma omp parallel for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i] * t;
    }
#pragma acc parallel
    {
        t = 1;
#pragma acc loop reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += a[i] * t;
    }
#pragma omp parallel for reduction(+ : s) private(t)
    for (int i = 0; i < n; i++) {
        t = 2;
#pragma omp simd private(t)
        for (int j = 0; j < 4; j++)
            t = j;
        s += a[i] * t;
    }
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
#pragma omp parallel
        t = a[i];
        s += t;
    }
    return s;
}

double threads(double *a, const double *b, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * own;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += a[i] * omp_get_thread_num();
#pragma omp simd reduction(+ : s)
    for (int i = 0; i < n; i++) {
        a[i] = b[i];
        s += i;
    }
    return s;
}

_Bool bits(const double *a, const _Bool *given, int n)
{
    _Bool any = 0, all = 1, either = 0;
#pragma omp parallel for reduction(+ : any)
    for (int i = 0; i < n; i++)
        any += a[i] > 3;
#pragma omp parallel for reduction(* : all) reduction(|| : either)
    for (int i = 0; i < n; i++) {
        all *= given[i];
        either = either || given[i];
    }
    return any && all && either;
}

void moved(int *x, const double *from, double *to, int n, int by)
{
    int still = 0, other = 0, two = 0, any = 0;
#pragma omp parallel for linear(still : 2)
    for (int i = 0; i < n; i++)
        x[i] = still;
#pragma omp parallel for linear(other)
    for (int i = 0; i < n; i++) {
        x[i] = other;
        other += 2;
    }
#pragma omp parallel for linear(two : 2) linear(any : by)
    for (int i = 0; i < n; i++) {
        x[i] = two + any;
        two += 2;
        any += by;
    }
#pragma omp parallel for linear(from)
    for (int i = 0; i < n; i++)
        to[i] = *from++;
}
