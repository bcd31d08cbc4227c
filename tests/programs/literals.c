/* Structures built inside the loop: initialisers, literals, nested.
 * flags: -O2 -std=c99
 */
#include <stdio.h>
struct p {
    char c;
    double x;
    short k;
    float f;
    struct {
        char a;
        int b;
    } in;
};
struct p q[20];
int main(void)
{
    double s = 0;
    for (int i = 0; i < 20; i++) {
        q[i].x = i;
        q[i].k = 2 * i;
        q[i].in.b = 3;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 20; i++) {
        struct p t = {1, q[i].x, q[i].k, 2, {4, q[i].in.b}};
        struct p u = {0};
        double w[4] = {1, 2};
        s += t.c + t.x * t.k + t.f + t.in.b + u.x + u.in.b + w[i % 4];
    }
    printf("%g\n", s);
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 20; i++)
        s += ((struct p){.x = 1}).x;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < 20; i++)
        s += ((struct p){3, q[i].x}).x;
    printf("%g\n", s);
    printf("%g\n", s);
}
/* SPDX-License-Identifier: MIT */
