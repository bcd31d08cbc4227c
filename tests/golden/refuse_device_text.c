// What device text cannot say (device_check.c): each is refused at its place, and the loop has the
// host's threads.
struct empty {
};
struct full {
    int n;
    struct empty none;
};
struct __attribute__((packed)) tight {
    char c;
    double x;
};
union either {
    int i[1];
    float f;
};
struct wide {
    unsigned bits : 31;
    unsigned all : 20;
};
struct pair {
    double x, y;
};
struct large {
    double x[600];
};
struct tail {
    int n;
    double x[];
};
static double twice(const struct pair *p)
{
    return p->x * 2 + p->y;
}

double texts(int n, const double *a, const _Bool *flags, _Float16 *h, struct tight *t, int (*rows)[4],
             const struct wide *w, struct large big, const struct tail *tails)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += t[i].x;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct full f = {i};
        s += f.n;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double x = a[i], *p = &x, **q = &p;
        s += **q;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        const double *p[2] = {a, a + 1};
        s += p[i % 2][i];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += (double)(&rows[i] - &rows[0]);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        _Float16 x[2] = {1, 2};
        int k = 0;
        x[k++] += h[i];
        s += (double)x[0];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        union either e = {{i}};
        s += e.i[0];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        _Bool b = flags[i];
        b++;
        s += b;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct pair *p = &(struct pair){a[i], 1};
        s += p->x;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += twice(&(struct pair){a[i], 1});
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        switch (i % 9) {
        case 5 ... 2:
            s += 1;
            break;
        case 7:
            s += 2;
        }
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct wide v = w[i];
        s += v.bits++;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        int k = i;
        __atomic_fetch_add(&k, 1, __ATOMIC_RELAXED);
        s += k;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        struct large l = big;
        s += l.x[i % 600];
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += tails[0].n + tails[0].x[i];
    return s;
}
