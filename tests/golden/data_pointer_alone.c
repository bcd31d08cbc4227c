/* A pointer without a section names what is present; what is to become present needs an extent. */
void structured(double *x, int n);
void others(double *x, int n);

void structured(double *x, int n)
{
#pragma tcr data copyin(x)
    {
        x[0] = n;
    }
#pragma tcr data copy(x)
    {
        x[0] = n;
    }
#pragma tcr data copyout(x)
    {
        x[0] = n;
    }
}

void others(double *x, int n)
{
#pragma tcr enter data create(x)
#pragma tcr enter data copyin(x[0:n])
#pragma tcr data present(x)
    {
        x[0] = n;
    }
#pragma tcr update self(x)
#pragma tcr exit data copyout(x)
}
