// options: --tcr-accept=omp,acc -fopenmp -fopenacc
// compiler: gcc
/* Words that OpenMP and OpenACC do not have, but nearly; those of others stay as they are. */
void misspelt(int n, double *a, const double *b)
{
    double s = 0;
    int i;
#pragma omp paralell for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma omp parallel for reducton(+ : s)
    for (i = 0; i < n; i++)
        s += b[i];
#pragma omp target teams distribute paralel for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma acc parallel for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma acc parallel loop copin(b[0 : n])
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma acc loop vectr
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma omp critcal
    a[0] = s;
#pragma opm parallel for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma OMP parallel for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma omp_parallel for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma openacc parallel loop
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma parallel for private(i)
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma ac paralel loop
    for (i = 0; i < n; i++)
        a[i] = b[i];
}

void of_others(int n, double *a, const double *b)
{
    int i;
#pragma omp prefetch a
#pragma omp parallel for ompx_attribute(x) num_threads(3) untied
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma acc parallel loop pcopyin(b[0 : n]) dtype(nvidia)
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma omp parallel for copy_in(b)
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma ompx parallel for
#pragma xmp loop on t(i)
#pragma pomp inst init
#pragma xacc loop
#pragma parallel always
#pragma simd
#pragma loop(ivdep)
#pragma oss task in(*a)
#pragma ompt loop_of_ours
#pragma acc for
    for (i = 0; i < n; i++)
        a[i] = b[i];
#pragma omp target_teams_distribute parallel_for
    for (i = 0; i < n; i++)
        a[i] = b[i];
}

void unread(int n, double *a)
{
    int i;
#pragma acc parallel loop copy(a[0; n])
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma acc parallel loop copy(a[0 : n]
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma acc parallel loop copy(a[0 : n])
    for (i = 0; i < n; i++) {
#pragma acc atomic update
        a[0] += i;
    }
#pragma omp parallel do
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma omp parallelfor
    for (i = 0; i < n; i++)
        a[i] = 1;
#pragma acc kernel
    for (i = 0; i < n; i++)
        a[i] = 1;
}
