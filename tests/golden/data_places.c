/* Data directives that cannot be honoured where they stand. */
double a[100];
#pragma tcr enter data copyin(a)
double f(int n, int k)
{
    double s = 0;
#pragma tcr data copyin(a)
    {
        if (n < 0)
            return 0;
    }
    for (int i = 0; i < n; i++) {
#pragma tcr data copyin(a)
        {
            if (a[i] > 3)
                break;
        }
#pragma tcr data copyin(a)
        if (a[i] > 2)
            continue;
    }
#pragma tcr data copyin(a)
    {
        if (n < 1)
            goto end;
    }
#pragma tcr data copyin(a)
    {
    inside:
        s += 1;
    }
#pragma tcr data copyin(a)
    {
        static void *const to[] = {&&there};
        goto *to[0];
    there:
        s += 1;
    }
    switch (k) {
    case 1:
#pragma tcr data copyin(a)
        {
        case 2:
            s += 1;
        }
    }
#pragma tcr data copyin(a)
    int declared = 0;
#pragma tcr data copyin(a)
end:
    s += 1;
    if (n > 3)
#pragma tcr update self(a)
        s += 1;
    else
#pragma tcr update device(a)
        s += 2;
    do
#pragma tcr exit data delete(a)
        s += 3;
    while (s < 0);
    s +=
#pragma tcr update device(a)
        1;
#pragma omp parallel for
#pragma tcr update device(a)
    for (int i = 0; i < n; i++)
        s += 1;
#pragma omp barrier
#pragma tcr update device(a)
    s += 1;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++) {
#pragma tcr update device(a)
        s += a[i];
    }
    if (s > 10)
        goto inside;
    return s + declared;
#pragma tcr data copyin(a)
}
static double with_update(int i)
{
#pragma tcr update self(a[0:1]) if_present
    return a[i];
}
double g(int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += with_update(i);
    return s;
}
