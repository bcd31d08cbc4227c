// Control flow as a graph: gotos, switches that fall through, nested breaks, && || ?: and calls
// that may not return.
#include <stdlib.h>

static int pick(int k)
{
    switch (k) {
    case 0:
        return 3;
    case 1 ... 4:
        k++;
    default:
        k += 2;
        break;
    case 9:
        return 7;
    }
    return k;
}

static double checked(double x)
{
    if (x != x)
        abort();
    return x;
}

double total(const double *a, const int *n, int m)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < m; i++) {
        double x = checked(a[i]), t[4];
        if ((x < 0 && n[i]) || !(x > 5))
            continue;
        for (int k = 0; k < 4; k++) {
            t[k] = x * k;
            if (t[k] > 9)
                break;
        }
        int j = n[i];
    again:
        if (j > 3) {
            j -= pick(j);
            goto again;
        }
        do {
            x *= x > 2 ? 0.5 : t[0];
            if (x < -9)
                goto done;
        } while (x > 1 || j++ < 2);
        switch (j) {
        case 1:
            x = 2;
        case 2:
            x++;
            break;
        default:
            while (1) {
                if (x++ > 3)
                    break;
            }
        }
    done:
        s += x;
    }
    return s;
}
