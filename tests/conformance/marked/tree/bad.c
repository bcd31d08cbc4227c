int bad(const int *v)
{
    int total = 0;

#pragma tcr reduce(+ : total)
    for (int i = 0; i < 1000; i++)
        total += v[i];
    return x + total;
}
