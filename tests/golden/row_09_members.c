/* Row 9: p->a[i], s.a[i], p->scalar, a member as accumulator and as bound. */
struct field {
    int n;
    double scale, total;
    double *val;
    float fixed[16];
};
double f(struct field *p, struct field q)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < p->n; i++)
        s += p->val[i] * p->scale;
#pragma tcr reduce(+ : p->total, q.total)
    for (int i = 0; i < 16; i++) {
        p->total += p->fixed[i];
        q.total += q.fixed[i];
    }
    return s + q.total;
}
