/* Static inline helpers, directives and tables in headers, several of them.
 * flags: -std=gnu99 -O2 -Iinclude -Wall -Wextra
 */
#include <stdio.h>
#include "include/vector.h"
#include "include/norms.h"

int main(void)
{
    static vec3 p[64];
    double x[64];
    for (int i = 0; i < 64; i++) {
        p[i] = vec3_make(i % 5, i % 7 - 3, 0.5 * (i % 3));
        x[i] = i % 9 - 4;
    }
    real_t e = 0;
    int inside = 0;
#pragma tcr reduce(+ : e, inside)
    for (int i = 0; i < 64; i++) {
        vec3 d = vec3_sub(p[i], vec3_make(1, 1, 1));
        e += vec3_dot(d, d) * weight_of(i);
        inside += vec3_inside(&p[i], 3.0);
    }
    printf("%.9g %d\n", e, inside);
    printf("%.9g %.9g %.9g\n", norm_one(x, 64), norm_two(x, 64), norm_max(x, 64));
    return 0;
}
/* SPDX-License-Identifier: MIT */
