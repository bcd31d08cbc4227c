/* Data directives: what their sections become. */
struct v {
    double *x;
    int n;
};
extern int open_array[];
static double tab[4][5];
double f(struct v *p, double *a, int n, int m, double (*w)[m], double *q)
{
    double s = 0, t[n];
    if (n > 3) {
#pragma tcr enter data copyin(*p, p->x[0 : p->n]) create(t) if (n > 10)
    }
#pragma tcr data copyin(a[:n], tab) create(open_array[2:n]) copy(s) async wait(1)
#pragma tcr data present(q) deviceptr(a)
    {
        for (int i = 0; i < 3; i++) {
            if (i == 1)
                continue;
            switch (i) {
            case 2:
                break;
            default:
                goto next;
            }
        next:
            s++;
        }
    }
#pragma tcr data copyin(w[0:n], tab[2][1:])
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += w[i][0];
    switch (n) {
    case 1:
#pragma tcr update self(tab[:][1:2], w[1][:]) device(p->n, a[3]) if_present async(2)
        s++;
    }
#pragma tcr data copyin(a[0:n])
    s += a[0];
#pragma tcr exit data delete(p->x, *p) detach(q) finalize
#pragma tcr wait(2)
    return s;
}
