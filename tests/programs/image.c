/* An image code: unsigned char pixels, rows by pointers, histogram moments, SSD.
 * flags: -O2 -std=c99 -Wall -Wextra -Wconversion -Werror
 */
#include <stdio.h>
#include <stdlib.h>

typedef unsigned char pixel;
typedef struct {
    int w, h, stride;
    pixel *data;
    pixel **rows;
} image;

static image *make(int w, int h, int seed)
{
    image *im = malloc(sizeof *im);
    if (!im)
        exit(1);
    im->w = w;
    im->h = h;
    im->stride = (w + 15) / 16 * 16;
    im->data = calloc((size_t)(im->stride * h), 1);
    im->rows = malloc((size_t)h * sizeof *im->rows);
    if (!im->data || !im->rows)
        exit(1);
    for (int y = 0; y < h; y++) {
        im->rows[y] = im->data + y * im->stride;
        for (int x = 0; x < w; x++)
            im->rows[y][x] = (pixel)(x * 5 + y * seed);
    }
    return im;
}

static long ssd(const image *a, const image *b)
{
    long sum = 0;
#pragma tcr reduce(+ : sum)
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++) {
            int d = a->rows[y][x] - b->rows[y][x];
            sum += d * d;
        }
    return sum;
}

static void moments(const image *im, int level, long m[3])
{
    long m00 = 0, m10 = 0, m01 = 0;
#pragma tcr reduce(+ : m00, m10, m01) collapse(2)
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++)
            if (im->data[y * im->stride + x] > level) {
                m00++;
                m10 += x;
                m01 += y;
            }
    m[0] = m00;
    m[1] = m10;
    m[2] = m01;
}

static void range(const image *im, pixel *lo, pixel *hi, unsigned *sum)
{
    pixel a = 255, b = 0;
    unsigned s = 0;
    for (int y = 0; y < im->h; y++) {
        const pixel *p = im->rows[y];
#pragma tcr reduce(min : a) reduce(max : b) reduce(+ : s)
        for (const pixel *q = p; q < p + im->w; q++) {
            if (*q < a)
                a = *q;
            if (*q > b)
                b = *q;
            s += *q;
        }
    }
    *lo = a;
    *hi = b;
    *sum = s;
}

int main(void)
{
    image *a = make(37, 9, 7), *b = make(37, 9, 8);
    long m[3];
    pixel lo, hi;
    unsigned sum;
    moments(a, 100, m);
    range(b, &lo, &hi, &sum);
    printf("%ld %ld %ld %ld\n", ssd(a, b), m[0], m[1], m[2]);
    printf("%d %d %u\n", lo, hi, sum);
    return 0;
}
/* SPDX-License-Identifier: MIT */
