// What is assigned before it is read in every iteration, along the edges of the control flow: the
// first loops have temporaries of their own, the last ones carry a value.
static double square(double x) { return x * x; }

/* The second operand has run where the body does. */
double operand(const double *x, int n)
{
    double s = 0, t;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (x[i] > 0 && (t = square(x[i])) > 1)
            s += t;
    return s;
}

/* The first turn is another one. */
double turns(const double *x, int n)
{
    double s = 0, r[3];
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            if (j == 0)
                r[j] = x[i];
            else
                r[j] = r[j - 1] * 0.5;
        s += r[2];
    }
    return s;
}

/* A loop that runs once, and is left. */
double once(const double *x, int n)
{
    double s = 0, t;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        do {
            t = x[i];
            if (t < 0)
                break;
            t += 1;
        } while (0);
        s += t;
    }
    return s;
}

/* Back by goto, and out of the middle. */
double back(const double *x, int n)
{
    double s = 0, m;
    int k;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        k = 0;
    again:
        m = x[i] * k;
        if (m > 100)
            goto done;
        if (++k < 8)
            goto again;
    done:
        s += k + m;
    }
    return s;
}

/* Every case sets it, or does not get to where it is read. */
double cases(const double *x, int n)
{
    double s = 0, t;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        switch (i % 3) {
        case 0:
            t = 1;
            break;
        case 1:
            continue;
        default:
            for (int k = 0;; k++)
                if ((t = x[i] - k) < 3)
                    break;
        }
        s += t;
    }
    return s;
}

/* Where the first operand holds, t is not set. */
double other_operand(const double *x, int n)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        if (x[i] > 0 || (t = square(x[i])) > 1)
            s += t;
    return s;
}

double but_one(const double *x, int n)
{
    double s = 0, r[3] = {0, 0, 0};
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            if (j != 1)
                r[j] = x[i];
        s += r[1];
    }
    return s;
}

double behind(const double *x, int n)
{
    double s = 0, t = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        if (x[i] < 0)
            goto behind;
        t = x[i];
    behind:
        s += t;
    }
    return s;
}
