/* Clauses of data directives on others. */
void f(double *a, int n)
{
#pragma tcr enter data copyin(a[0:n]) finalize
#pragma tcr exit data delete(a[0:n]) if_present
#pragma tcr exit data copyout(a[0:n]) finalize(1)
#pragma tcr exit data copyout(a[0:n]) finalize finalize
#pragma tcr update self(a[0:n]) if_presnt
#pragma tcr data
    {
    }
}
