// compiler: gcc
/* JSON strings: quotes, backslashes, control characters, UTF-8 and what is none. */
double strings(const double *größe, int n)
{
    double s = 0;
#line 7 "a \"b\"\\c\t€\377\355\240\200.c"
#pragma tcr reduce(+ : s) if (n > '"' + '\\')
    for (int i = 0; i < n; i++)
        s += größe[i];
    return s;
}
