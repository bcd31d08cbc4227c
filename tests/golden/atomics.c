// options: --tcr-accept=omp --tcr-openmp=on -fopenmp
// What is accessed atomically, and what that makes of the objects.
struct cell {
    long key;
    float value;
};
int counter;
_Atomic long tickets;

long claimed(long *a, const int *k, const double *x, struct cell *cells, int *hist, long n)
{
    long s = 0;
    /* all of it atomic: iterations may meet */
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        if (__sync_val_compare_and_swap(&a[k[i]], 0, i + 1) == 0)
            s++;
    /* read without a word, in a loop of OpenMP: atomically, too */
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        if (a[k[i]] == 0 && __sync_bool_compare_and_swap(&a[k[i]], 0, i + 1))
            s++;
    /* a member atomically, and another one not: elements are marked */
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        if (__sync_bool_compare_and_swap(&cells[k[i]].key, 0, i + 1)) {
            cells[k[i]].value = (float)x[i];
            s++;
        }
    /* variables, and elements whose place is known */
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++) {
        s += __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
        tickets++;
#pragma omp atomic
        hist[i / 2]++;
    }
    /* a directive of ours: updates whose order cannot show */
#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++) {
        __sync_fetch_and_add(&hist[k[i]], 1);
        s += k[i];
    }
    /* refused: two kinds, a value that is used, floating numbers */
#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++) {
        __sync_fetch_and_add(&hist[k[i]], 1);
        __sync_fetch_and_or(&hist[k[i]], 1);
        s += k[i];
    }
#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++)
        s += __sync_fetch_and_add(&hist[k[i]], 1);
#pragma tcr reduce(+ : s)
    for (long i = 0; i < n; i++) {
        s += k[i];
        __sync_lock_test_and_set(&hist[k[i]], (int)i);
    }
    return s;
}

struct __attribute__((packed)) tight {
    char c;
    int n;
};

long refused(int *flag, int **pointers, long double *wide, struct tight *tight, long n)
{
    long s = 0;
    /* it waits for another iteration */
#pragma omp parallel for reduction(+ : s)
    for (long i = 1; i < n; i++) {
        while (!__atomic_load_n(&flag[i - 1], __ATOMIC_ACQUIRE))
            ;
        __atomic_store_n(&flag[i], 1, __ATOMIC_RELEASE);
        s += i;
    }
    /* each thread runs it all */
#pragma omp parallel
    {
        long mine = 0;
#pragma tcr reduce(+ : mine)
        for (long i = 0; i < n; i++) {
            __sync_fetch_and_add(&flag[i % 7], 1);
            mine += i;
        }
    }
    /* pointers, numbers that are too wide, members that are not aligned, an order that is read */
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++)
        s += __sync_bool_compare_and_swap(&pointers[i], (int *)0, flag);
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        wide[i % 3] += i;
        s += i;
    }
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++) {
        __sync_fetch_and_add(&tight[i % 3].n, 1);
        s += i;
    }
#pragma omp parallel for reduction(+ : s)
    for (long i = 0; i < n; i++) {
        s += __sync_fetch_and_add(&s, 1);
    }
    return s + tickets;
}
