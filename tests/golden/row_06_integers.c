/* Row 6: accumulators of every integer type. */
#include <stdbool.h>
#include <stdint.h>
long long f(const int *a, int n)
{
    bool any = false, all = true;
    char c = 0;
    unsigned char uc = 0;
    short h = 0;
    uint16_t uh = 0;
    int i, x = 0;
    unsigned u = 0;
    long l = 0;
    unsigned long ul = 1;
    int64_t q = 0;
#pragma tcr reduce(|| : any) reduce(&& : all) reduce(+ : c, h, uh, x, l) reduce(^ : uc)            \
    reduce(max : u) reduce(* : ul) reduce(& : q)
    for (i = 0; i < n; i++) {
        any = any || a[i] == 7;
        all = all && a[i];
        c += 1;
        uc ^= (unsigned char)a[i];
        h += (short)a[i];
        uh++;
        ++x;
        u = (unsigned)a[i] > u ? (unsigned)a[i] : u;
        l = l + a[i];
        ul *= 3;
        q &= a[i];
    }
    return any + all + c + uc + h + uh + x + (long long)u + l + (long long)ul + q;
}
