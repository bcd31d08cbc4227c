/* SPDX-License-Identifier: MIT */
/* A structure gets a literal that reads it: all of its values are those from before.
 *
 * flags: -O1
 * device: 2
 */
#include <stdio.h>
struct p {
    double v;
    int a, b;
};
enum { N = 400 };
int main(void)
{
    static int out[N], back[N];
    struct p q = {0, 0, 0};
#pragma tcr loop private(q)
    for (int i = 0; i < N; i++) {
        q.v = i;
        q.a = i;
        q.b = 7;
        if (q.v >= 0)
            q = (struct p){q.v, q.b, q.a};
        out[i] = q.a * 1000 + q.b;
    }
#pragma tcr loop private(q)
    for (int i = 0; i < N; i++) {
        q.v = i % 5;
        q.a = i;
        q.b = 2 * i;
        if (q.v < 3)
            q = (struct p){.a = q.b, .b = q.a, .v = q.a + q.b};
        back[i] = q.a * 3 + q.b + (int)q.v;
    }
    long s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] + 7L * back[i];
    printf("%ld\n", s);
    return 0;
}
