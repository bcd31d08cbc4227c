/* Sections of data directives that mean nothing. */
struct incomplete;
extern double open_array[];
double f(double **rows, double *p, void *v, struct incomplete *i, int (*call)(void), int n,
         const double w[3][4])
{
#pragma tcr enter data copyin(rows[0:n][0:n])
#pragma tcr enter data copyin(p[3:])
#pragma tcr enter data copyin(v[0:n])
#pragma tcr enter data copyin(*i)
#pragma tcr enter data copyin(open_array)
#pragma tcr enter data attach(n)
#pragma tcr data deviceptr(w[0][0])
    ;
#pragma tcr enter data copyin(p[0:n][0:n])
#pragma tcr enter data copyin(p[0:n])
    return call();
}
