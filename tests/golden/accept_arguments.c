// options: --tcr-accept=omp,acc
/* Arguments of clauses that are not what the clauses must have; and those that are. */
#pragma omp declare reduction(longest : double : omp_out = omp_out > omp_in ? omp_out : omp_in)
double slips(int n, double *a, const double *b)
{
    double s = 0;
#define LOOP                                                                                       \
    for (int i = 0; i < n; i++)                                                                    \
        s += a[i] * b[i];
#pragma omp parallel for reduction(s)
    LOOP
#pragma omp parallel for reduction(+ s)
    LOOP
#pragma omp parallel for reduction(mim : s)
    LOOP
#pragma omp parallel for reduction(plus : s)
    LOOP
#pragma omp parallel for reduction(/ : s)
    LOOP
#pragma omp parallel for reduction(+ :)
    LOOP
#pragma omp parallel for reduction(+ : s) schedule(statik, 4)
    LOOP
#pragma omp parallel for reduction(+ : s) default(nonne)
    LOOP
#pragma omp parallel for reduction(+ : s) private(, n)
    LOOP
#pragma omp parallel for reduction(+ : s) num_threads()
    LOOP
#pragma omp parallel for reduction(+ : s) firstprivate
    LOOP
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrm : a[0 : n])
    LOOP
#pragma omp target teams distribute parallel for reduction(+ : s) map(tofrom a[0 : n])
    LOOP
#pragma acc parallel loop reduction(+ : s) copy(a[0, n])
    LOOP
#pragma acc parallel loop reduction(+ : s) copy(a[0 : n)]
    LOOP
#pragma acc parallel loop reduction(+ : s) copyin(readnly : a[0 : n])
    LOOP
#pragma acc parallel loop reduction(+ : s) copyin(a[0 : n] : b[0 : n])
    LOOP
#pragma acc parallel loop reduction(+ : s) present(a[0::n])
    LOOP
#pragma acc parallel loop reduction(+ : s) private(x : i)
    LOOP
#pragma acc parallel loop reduction(+ : s) if (n = 2)
    LOOP
#pragma acc parallel loop reduction(+ : s) num_threads(2) nowait
    LOOP
#pragma omp target teams loop reduction(+ : s) map(to :: b[0 : n])
    LOOP
#pragma omp target teams loop reduction(+ : s) to(b[0 : n])
    LOOP
#pragma omp target update map(to : a[0 : n])
#pragma omp target update from(a[0 : n]) host(b[0 : n])
#pragma acc parallel loop reduction(+ : s) copy()
    LOOP
    return s;
}

double right(int n, double *a, const double *b)
{
    double s = 0;
    int i;
#pragma omp parallel for reduction(longest : s)
    LOOP
#pragma omp parallel for reduction(default, + : s) schedule(nonmonotonic : dynamic, n / 4)
    LOOP
#pragma omp parallel for private(i) lastprivate(conditional : i) linear(i : 2) order(concurrent)
    LOOP
#pragma omp target teams distribute parallel for map(always, to : a[0 : n]) map(present to : b)
    LOOP
#pragma omp target teams loop bind(teams) device(ancestor : 1) num_teams(2 : 4) defaultmap(none : all)
    LOOP
#pragma acc parallel loop reduction(+ : s) copyin(readonly : a[0 : n]) gang(static : *) tile(*, 4)
    LOOP
#pragma acc parallel loop collapse(force : 1) self default(present) vector(length : 32) async
    LOOP
    return s;
}
