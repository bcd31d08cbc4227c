// options: --tcr-accept=acc --tcr-report
/* Clauses that name a structure whose members lead to the data: nothing is said of them. */
struct vector {
    int n;
    float *re;
};
void members(struct vector *c, double *b, int n)
{
#pragma acc parallel loop present(c [0:1], c->re [0:c->n])
    for (int i = 0; i < c->n; i++)
        c->re[i] = i;
#pragma acc parallel loop copyin(c [0:1]) copyout(b [0:n])
    for (int i = 0; i < n; i++)
        b[i] = c->n;
}
