/* Data directives that are no C. */
struct s {
    int bits : 3;
    double *x;
};
void f(struct s *p, double *a, int n, struct s t)
{
#pragma tcr enter data copyin(b[0:n])
#pragma tcr enter data copyin(p->y[0:n], a[0:m])
#pragma tcr data copyin(p->bits) if (t)
    {
    }
#pragma tcr update self(a[0:p])
#pragma tcr exit data copyout(a[0;n])
#pragma tcr enter data copyin(a[0:n]) /* nothing is said of what is right */
}
