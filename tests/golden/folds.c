/* Variables that an inner loop only updates: what is folded, and what is not. */
#include <complex.h>
#include <math.h>
#include <stdbool.h>

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger_or_nan(double a, double b)
{
    return a > b ? a : b;
}

void sums(int n, const double *restrict a, const int *restrict w, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0, t = 0, u = 0, v = 0, f = 0, c = 0;
        float single = 0;
        int count = 0, down = 0, all = 0;
        short narrow = 0;
        unsigned hash = 0;
        for (int k = 0; k < n; k++) {
            s += a[k];
            s -= 1;
            t = t + a[k] - a[i];
            t = a[i] + t;
            u = a[k] + u - a[i] + 2;
            if (a[k] > 0) {
                v++;
                --down;
            } else
                v = a[k] > -1 ? v + a[k] : v;
            f = fma(a[k], a[i], f);
            for (int j = 0; j < 3; j++)
                c += a[j], count++;
            single += a[k];
            all = w[k] + all;
            narrow += w[k];
            hash = (unsigned)w[k] * 3 + hash;
        }
        y[i] = s + t + u + v + f + c + single + count + down + all + narrow + hash;
    }
}

void operators(int n, const double *restrict a, const int *restrict w, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double p = 1, q = 1, sign = 1;
        int band = -1, bor = 0, flips = 0, every = 1, some = 0, plain = -1;
        bool any = false, each = true, bits = false;
        for (int k = 0; k < n; k++) {
            p *= a[k];
            q = a[k] * q;
            if (a[k] < 0)
                sign = -sign;
            band &= w[k];
            bor = w[k] | bor;
            flips ^= w[k];
            every = every && a[k] > 0;
            some = some || w[k];
            plain = plain & w[k];
            any = any || a[k] > 3;
            each = each && w[k];
            bits |= w[k] == 4;
        }
        y[i] = p + q + sign + band + bor + flips + every + some + plain + any + each + bits;
    }
}

void orders(int n, const double *restrict a, const int *restrict w, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double m1 = a[0], m2 = a[0], m3 = a[0], m4 = a[0], m5 = a[0], m6 = a[0], m7 = a[0];
        double m8 = a[0], m9 = a[0], ma = a[0], mb = a[0];
        float mf = 0;
        int n1 = 0, n2 = 0, n3 = 0;
        for (int k = 0; k < n; k++) {
            if (a[k] < m1)
                m1 = a[k];
            if (m2 <= a[k]) {
                m2 = a[k];
            }
            m3 = a[k] < m3 ? a[k] : m3;
            m4 = m4 < a[k] ? a[k] : m4;
            m5 = !(m5 < a[k]) ? m5 : a[k];
            m6 = fmin(m6, a[k]);
            m7 = fmax(fmax(a[k], a[i]), m7);
            m8 = smaller(a[k], m8);
            double t;
            if ((t = a[k] * 2) > m9 && w[k])
                m9 = t;
            a[k] > ma ? (ma = a[k]) : 0;
            double value = a[k] - a[i];
            if (value >= mb && w[k])
                mb = value;
            mf = fmaxf(mf, (float)a[k]);
            n1 = n1 > w[k] ? n1 : w[k];
            if (!(n2 <= w[k]))
                n2 = w[k];
            n3 = w[k] < n3 ? n3 : w[k];
        }
        y[i] = m1 + m2 + m3 + m4 + m5 + m6 + m7 + m8 + m9 + ma + mb + mf + n1 + n2 + n3;
    }
}

void places(int n, const double *restrict a, const int *restrict w, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double m = a[0], other = 0, largest = a[0], best = 0;
        int at = 0, where = 0, found = 0, mark = 2, least = 9, index = -1, once = 0;
        for (int k = 0; k < n; k++) {
            if (a[k] < m) {
                at = k;
                m = a[k];
                other = a[k] * w[k];
            }
            double d = a[k] - a[i];
            if (largest <= d)
                largest = d, where = k;
            if (w[k] == 3)
                found = 1;
            if (a[k] > 1)
                mark = -1;
            else if (a[k] < -1)
                mark = -1;
            if (!once && a[k] > 7)
                once = 1;
        }
        for (int k = 0; k < n; k++)
            for (int j = 0; j < 4; j++)
                if (w[k] && best < a[k] * a[j]) {
                    best = a[k] * a[j];
                    index = k;
                    least = j;
                }
        y[i] = m + other + at + largest + where + found + mark + best + index + least + once;
    }
}

void complexes(int n, const double complex *restrict z, double complex *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double complex s = 0, t = 0, p = 1;
        for (int k = 0; k < n; k++) {
            s += z[k];
            t = t - z[k] * z[i];
        }
        for (int k = 0; k < n; k++)
            p *= z[k];
        y[i] = s + t + p;
    }
}

/* One loop each: nothing is folded. */
void none(int n, const double *restrict a, const int *restrict w, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double m = a[0], s = 0, sum = 0, prefix = 0, used = 0, last = 0, second = 0;
        float rounded = 0;
        int at = 0, whole = 0, bound = 4, two = 0, flag = 0, steps = 0;
        bool odd = false;
        for (int k = 0; k < n; k++) /* takes a NaN */
            m = m > a[k] ? m : a[k];
        for (int k = 0; k < n; k++)
            m = larger_or_nan(m, a[k]);
        for (int k = 0; k < n; k++)
            if (!(a[k] >= m))
                m = a[k];
        for (int k = 0; k < n; k++) { /* read elsewhere */
            prefix += a[k] + (prefix > 4);
            y[i] += prefix * 0;
        }
        for (int k = 0; k < n; k++) /* by itself */
            s += a[k] * s;
        for (int k = 0; k < n; k++) /* a recurrence */
            s = s * 3 + a[k];
        for (int k = 0; k < n; k++) /* the wrong side */
            s = a[k] - s;
        for (int k = 0; k < n; k++) { /* two operators */
            sum += a[k];
            if (w[k])
                sum *= 2;
        }
        for (int k = 0; k < n; k++) /* truncated in each step */
            whole += a[k];
        for (int k = 0; k < n; k++)
            whole = whole + (int)(whole * a[k]);
        for (int k = 0; k < n; k++) /* the value of the update */
            used = (last += a[k]);
        for (int k = 0; k < bound; k++) /* in the header */
            if (w[k] && bound > 2)
                bound--;
        for (int k = 0; k < n; k++) /* the value of the operator with 0 and 1 */
            odd += w[k];
        for (int k = 0; k < n; k++) /* others than the comparison's */
            if (a[k] < m)
                m = a[k] * 2;
        for (int k = 0; k < n; k++) /* with an else */
            if (a[k] < m)
                m = a[k];
            else
                flag = k;
        for (int k = 0; k < n; k++) { /* what it takes along is read elsewhere */
            if (a[k] < m) {
                m = a[k];
                at = k;
            }
            y[i] += at * 0;
        }
        for (int k = 0; k < n; k++) /* the old value */
            if (a[k] < m) {
                second = m;
                m = a[k];
            }
        for (int k = 0; k < n; k++) /* rounded: equals that were none */
            if (a[k] < rounded) {
                rounded = (float)a[k];
                at = k;
            }
        for (int k = 0; k < n; k++) { /* two constants */
            if (w[k])
                two = 1;
            if (a[k] > 4)
                two = 3;
        }
        for (int k = 0; k < n; k++) /* not 1: where it is not 0, it stays */
            if (!flag && w[k])
                flag = k;
        for (int k = 0; k < n; k++) /* no constant */
            if (w[k])
                flag = k;
        for (int k = 0; k < n; k++) /* reads what the flag keeps from being read */
            flag = flag && a[w[k]] > 0;
        for (int k = 0; k < n; k++) /* an effect that the flag keeps away */
            flag = flag || (steps = k, w[k]);
        for (int k = 0; k < n; k++) /* ends */
            if ((s += a[k]) > 3)
                break;
        y[i] += m + s + sum + prefix + used + last + second + rounded + at + whole + bound + two +
                flag + odd + steps;
    }
}

static void set(double *x)
{
    *x = 0;
}

void addressed(int n, const double *restrict a, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s, *p = &s;
        set(&s);
        for (int k = 0; k < n; k++)
            s += a[k];
        y[i] = *p;
    }
}

void jumps(int n, const double *restrict a, double *restrict y)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        int negative = 0;
        for (int k = 0; k < n; k++) {
            if (a[k] < 0)
                goto skip;
            s += a[k];
            continue;
        skip:
            negative++;
        }
        y[i] = s + negative;
    }
}

/* Reduced by the directive: nothing more is needed. */
double reduced(int n, const double *restrict a)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
        double t = 0;
        for (int k = 0; k < n; k++) {
            s += a[k] * i;
            t += a[k];
        }
        s += t;
    }
    return s;
}
