/* Sections of data directives that mean nothing. */
struct incomplete;
extern double open_array[];
static double matrix[4][5], cube[3][4][5];
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
#pragma tcr enter data copyin(matrix[0:2][0:4])
#pragma tcr enter data copyin(matrix[0:n][1:n])
#pragma tcr enter data copyin(matrix[0:n][2])
#pragma tcr enter data copyin(matrix[2:3])
#pragma tcr enter data copyin(cube[1][4][:])
#pragma tcr enter data copyin(matrix[:][0:n], matrix[2][1:2], matrix[0:1][1:2], cube[1][0:n][:])
#pragma tcr update device(matrix[0:n][2]) if_present
#pragma tcr enter data copyin(p[0:n])
    return call();
}
