/* Row 10: arrays of structures. */
struct particle {
    int kind;
    struct {
        double x, y, z;
    } r;
    float w[3];
};
double f(const struct particle *p, struct particle q[8], int n)
{
    double s = 0;
    const struct particle *at;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (p[i].kind == 1)
            s += p[i].r.z * p[i].w[2];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            s += q[i].w[k];
#pragma tcr reduce(+ : s) private(at)
    for (int i = 0; i < n; i++) {
        at = p + i;
        s += at->r.x * (*at).r.y;
    }
    return s;
}
