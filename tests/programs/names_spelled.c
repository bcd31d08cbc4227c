/* Names with letters outside ASCII, spelt in both ways, and with `$`: each is the same name in the
 * directive, in the loop and on the device.
 * flags: -O1 -std=gnu17
 * device: 6
 */
#include <stdio.h>

enum { N = 300 };
struct größe$ {
    double x$, _24, ñ;
};
static struct größe$ g[N];
static double w_c3_a9[N];

static double mehr$(struct größe$ s)
{
    return s.x$ > s.ñ ? s.x$ : s.ñ + s._24;
}

int main(void)
{
    double é = 1, $ = 2, $$ = 3, _24$ = 4, *Länge = w_c3_a9, s = 0;
    int w_ = 0, h\u00e4[5] = {0}, n = N;

#pragma tcr loop
    for (int ι = 0; ι < n; ι++) {
        g[ι] = (struct größe$){ι, ι % 3, 7};
        w_c3_a9[ι] = ι % 5;
    }
#pragma tcr reduce(+ : \u00e9, $, $$, _24$) reduce(max : w_)
    for (int $i = 0; $i < n; $i++) {
        é += mehr$(g[$i]);
        $ += g[$i].x$;
        $$ += g[$i]._24;
        _24$ += w_c3_a9[$i];
        if ($i % 3)
            goto nächste;
        w_ = $i > w_ ? $i : w_;
    nächste:;
    }
#pragma tcr reduce(+ : hä[0 : 5])
    for (int i = 0; i < n; i++)
        h\u00e4[i % 5] += i;
#pragma tcr data copy(L\u00e4nge[0 : n])
    {
#pragma tcr loop present(Länge[0 : n])
        for (int i = 0; i < n; i++)
            L\u00e4nge[i] += 1;
    }
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += Länge[i] * h\u00e4[i % 5];
    int \u00e9t\u00e9 = 0;
#pragma tcr reduce(| : ét\u00e9)
    for (int i = 0; i < n; i++)
        \u00e9té |= i;
    printf("%g %g %g %g %d %d %g %d \u00e9\n", \u00e9, $, $$, _24$, w_, hä[3], s, été);
    return 0;
}
/* SPDX-License-Identifier: MIT */
