/* switch: fall-through, declarations, ranges of labels, labels in loops.
 * flags: -O1 -std=gnu99
 */
#include <stdio.h>
#include <stdlib.h>

#define N 1000

enum phase { SOLID, LIQUID, GAS };
struct pair {
    double x, y;
};

static double a[N], b[N];
static unsigned char text[N];

int main(void)
{
    double s = 0;
    double *h = malloc(N * sizeof *h);
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37 % 64) / 8.0;
        b[i] = (i * 53 % 128) / 16.0 - 2;
        text[i] = (unsigned char)(32 + i * 41 % 90);
        h[i] = i % 32;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        switch (text[i]) {
        case 'a' ... 'z':
            s += 1;
            break;
        case '0' ... '9':
            s += 2 * a[i];
        case ' ':
        case '\t':
            s += 4;
            break;
        default:
            s += b[i];
        }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        switch (i * 1000000LL) {
        case -5 ... 300000000LL:
            s += 1;
            break;
        case 300000001LL ... 500000000LL:
            s += a[i];
        }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        enum phase p = (enum phase)(i % 3);
        switch (p) {
            int k;
        case SOLID:
            k = 3;
            s += k * a[i];
            break;
        case LIQUID:;
            struct pair z = {a[i], b[i]};
            double w[2] = {b[i], 1};
            s += z.x * z.y + w[0];
            break;
        case GAS:
            z.x = 2;
            w[1] = b[i];
            s += z.x * w[1];
        }
    }
    printf("%g\n", s);
/* what one label's statements have found out does not hold at the next */
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        switch (i & 1) {
        case 0:;
            if (i < 500)
                break;
            s += h[i];
            break;
        case 1:
            s += h[i] * 2;
        }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++) {
        int k = 0;
        switch (i % 2) {
        case 0:
            if (i >= 500) {
                k = i;
            case 1:
                s += h[i];
            }
        }
        s += h[k];
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        switch (i % 2) {
        case 0:
            if (i < 500)
                break;
            for (int j = 0; j < 2; j++) {
                s += 1;
            case 1:
                s += h[i];
                break;
            }
        }
    printf("%g\n", s);
    free(h);
    return 0;
}
/* SPDX-License-Identifier: MIT */
