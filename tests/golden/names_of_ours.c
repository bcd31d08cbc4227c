/* Variables from outside that are called as ours are; members, tags and variables of the loop are
 * free. */
int f(const int *a, int tcr_n, int tcr_n0);
int f(const int *a, int tcr_n, int tcr_n0)
{
    struct tcr_s {
        int tcr_d;
    } t = {0};
    int s = 0;
#pragma tcr reduce(+ : tcr_n0)
    for (int i = 0; i < 100; i++)
        tcr_n0 += a[i];
#pragma tcr reduce(+ : s) if (tcr_n > 3)
    for (int i = 0; i < 100; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < tcr_n; i++)
        s += a[i];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 100; i++) {
        int tcr_red0 = a[i];
        s += tcr_red0;
    }
#pragma tcr reduce(+ : s, t.tcr_d)
    for (int i = 0; i < 100; i++) {
        struct tcr_s tcr_k = {a[i]};
        s += tcr_k.tcr_d;
        t.tcr_d += tcr_k.tcr_d;
    }
    return s + tcr_n0 + t.tcr_d;
}

/* The same of data directives, whose items stand behind declarations of ours. */
void g(double *tcr_part, double *own, int n, int tcr_from);
void g(double *tcr_part, double *own, int n, int tcr_from)
{
#pragma tcr enter data copyin(tcr_part [0:n])
#pragma tcr data copy(own [tcr_from:n])
    own[0] = n;
#pragma tcr update self(own [0:n]) if (tcr_from > 3)
#pragma tcr exit data copyout(own [0:n])
}
