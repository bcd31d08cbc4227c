// SPDX-License-Identifier: MIT
// options: -fwrapv
/* Changes that C computes with signed numbers, whatever type the variable has, are unsigned on the
 * device; others stay as they are. */
void narrow(int n, const int *x, short *s, unsigned short *u, signed char *c, _Bool *b);
void narrow(int n, const int *x, short *s, unsigned short *u, signed char *c, _Bool *b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        short t = s[i];
        t += x[i];
        t -= x[i] + 1;
        t *= u[i];
        s[i] = t;
        u[i] *= u[n - 1 - i] + t;
        c[i] *= x[i];
        b[i] += x[i];
    }
}

void wide(int n, const long long *x, const unsigned *m, unsigned *u, unsigned long *v, int *k, float *f);
void wide(int n, const long long *x, const unsigned *m, unsigned *u, unsigned long *v, int *k, float *f)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        short s = 3;
        u[i] += x[i];
        u[i] *= k[i];
        v[i] -= x[i];
        s += m[i];
        s /= x[i];
        s *= f[i];
        k[i] += s;
        k[i] += x[i];
        f[i] += k[i];
    }
}

struct bits {
    int whole : 32, some : 20;
    unsigned none : 32;
};
void bits(int n, const int *x, struct bits *b);
void bits(int n, const int *x, struct bits *b)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        b[i].whole++;
        b[i].whole += x[i];
        b[i].some *= x[i];
        b[i].some |= x[i];
        b[i].some = x[i];
        b[i].none -= x[i];
    }
}
