#include "answer.h"

int answer(const int *v)
{
    int total = 0;

#pragma tcr reduce(+ : total)
    for (int i = 0; i < ANSWER; i++)
        total += v[i];
    return total;
}
