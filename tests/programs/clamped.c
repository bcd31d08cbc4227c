// SPDX-License-Identifier: MIT
/* Subscripts that are kept within an array: by a clamp, as image codes have it, or by a condition
 * on the sum of two loop variables.  What is read so lies right beside what is written, so that a
 * hull that is too large would meet it.
 */
#include <stdio.h>

enum { H = 45, W = 38 };

static float image[2 * H * W];
static double line[400];

static void vertical(float *out, const float *in, int h, int w)
{
#pragma tcr loop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float r = 0;
            for (int d = -2; d <= 2; d++) {
                int k = y + d;
                k = k < 0 ? 0 : k >= h ? h - 1 : k;
                r += in[k * w + x] * (3 - (d < 0 ? -d : d));
            }
            out[y * w + x] = r;
        }
}

static void guarded(float *out, const float *in, int h, int w)
{
#pragma tcr loop
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float r = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (y + dy >= 0 && y + dy < h && x + dx >= 0 && x + dx < w)
                        r += in[(y + dy) * w + x + dx];
            out[y * w + x] = r / 9;
        }
}

static void convolved(double *to, const double *from, int n, int taps)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int t = 0; t < taps; t++) {
            int k = i - t;
            if (k >= 0)
                s += from[k] * (t + 1);
        }
        to[i] = s;
    }
}

static void mirrored(double *to, const double *from, int n, int taps)
{
#pragma tcr loop
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int t = 0; t < taps; t++) {
            int k = i + t;
            if (k > n - 1)
                k = n - 1;
            s += from[k] * (t + 1);
        }
        to[i] = s;
    }
}

/* Only some of a diagonal, written through the sum itself. */
static void diagonal(double *to, const double *from, int n, int from_row)
{
#pragma tcr loop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 1; j++) {
            int k = i + j - from_row;
            if (k >= 0 && k < n)
                to[k] = from[i] + 1;
        }
}

static double checksum(const float *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.99 + a[i];
    return s;
}

static double total(const double *a, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = s * 0.99 + a[i];
    return s;
}

int main(void)
{
    for (int i = 0; i < 2 * H * W; i++)
        image[i] = (float)(i * 29 % 64);
    for (int i = 0; i < 400; i++)
        line[i] = i * 13 % 32;
    vertical(image + H * W, image, H, W);
    printf("%.9g\n", checksum(image, 2 * H * W));
    vertical(image, image + H * W, H, W);
    printf("%.9g\n", checksum(image, 2 * H * W));
    guarded(image + H * W, image, H, W);
    printf("%.9g\n", checksum(image, 2 * H * W));
    convolved(line + 200, line, 200, 9);
    printf("%.9g\n", total(line, 400));
    convolved(line, line + 200, 200, 9);
    mirrored(line + 200, line, 200, 11);
    mirrored(line, line + 200, 200, 11);
    printf("%.9g\n", total(line, 400));
    diagonal(line + 200, line, 200, 5);
    diagonal(line, line + 200, 200, 0);
    printf("%.9g\n", total(line, 400));
    for (int n = 0; n < 3; n++) {
        vertical(image + H * W, image, n, n);
        guarded(image + H * W, image, n, n);
        convolved(line + 200, line, n, 4);
        mirrored(line + 200, line, n, 4);
        diagonal(line + 200, line, n, 1);
    }
    printf("%.9g %.9g\n", checksum(image, 2 * H * W), total(line, 400));
    return 0;
}
