#include "not_there.h"
long spaced(const long *v)
{
    long total = 0;

#pragma tcr reduce(+ : total)
    for (int i = 0; i < 1000; i++)
        total += v[i];
    return total;
}
