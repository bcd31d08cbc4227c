// What only the host does: on paths that some iterations take; and where it is refused.
#include <stdio.h>

void outside(int i);
double value_of(int i);

double taken(const double *a, int n, void (*hook)(int))
{
    double s = 0;
    int bad = 0, i;
#pragma tcr reduce(+ : s, bad)
    for (i = 0; i < n; i++) { /* the count is asked: all of the outer branch is left out */
        if (a[i] < 0) {
            if (++bad < 5)
                printf("%d\n", i);
        }
        s += a[i];
    }
#pragma tcr reduce(+ : bad)
    for (i = 0; i < n; i++) /* nothing but the look is left */
        if (a[i] < 0) {
            outside(i);
            bad++;
        }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) {
        if (a[i] > 1)
            hook(i);
        s += a[i];
    }
    return s + bad;
}

double refused(const double *a, int n, void (*hook)(int))
{
    double s = 0;
    int bad = 0, i, j;
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* every iteration, where there are any inside */
        for (j = 0; j < 3; j++)
            outside(j);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* a condition of the counter's */
        if (i % 100 == 0)
            printf("%d\n", i);
        s += a[i];
    }
#pragma tcr reduce(+ : s)
    for (i = 0; i < n; i++) { /* the value is needed */
        if (a[i] > 0)
            s += value_of(i);
    }
#pragma tcr reduce(+ : s, bad)
    for (i = 0; i < n; i++) { /* every iteration changes it */
        if (++bad < 5)
            hook(i);
        s += a[i];
    }
#pragma tcr reduce(+ : s) reproducible
    for (i = 0; i < n; i++) {
        if (a[i] > 1)
            hook(i);
        s += a[i];
    }
    return s + bad;
}
