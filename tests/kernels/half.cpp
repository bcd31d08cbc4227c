/* The conversions of half.cuh that stand in for a device's own, against the
 * definition: every value, and around every midpoint between two values.  Built-ins
 * only: the simulated device declares what it needs of math.h itself. */
#define TCR_SIM
#include "half.cuh"

static int failures;

static void expect(bool ok, const char *what, unsigned bits)
{
    if (!ok && failures++ < 10)
        __builtin_printf("%s: %04x\n", what, bits);
}

/* The value of a finite pattern with so many fraction bits. */
static double value(unsigned bits, int fraction_bits, int bias)
{
    int exponent = (int)(bits >> fraction_bits);
    double fraction = bits & ((1u << fraction_bits) - 1);
    if (exponent == 0)
        return __builtin_ldexp(fraction, 1 - bias - fraction_bits);
    return __builtin_ldexp(fraction + (1 << fraction_bits), exponent - bias - fraction_bits);
}

template <class T> static void check(const char *name, int fraction_bits, int bias, unsigned inf)
{
    for (unsigned bits = 0; bits < inf; bits++) {
        double low = value(bits, fraction_bits, bias), high = value(bits + 1, fraction_bits, bias);
        double middle = (low + high) / 2;
        T x;
        x.bits = (unsigned short)bits;
        unsigned even = bits % 2 ? bits + 1 : bits;
        expect((double)(float)x == low, name, bits);
        expect(T(low).bits == bits, name, bits);
        expect(T(-low).bits == (bits | 0x8000u), name, bits);
        expect(T(middle).bits == even, name, bits);
        expect(T(__builtin_nextafter(middle, 0.0)).bits == bits, name, bits);
        expect(T(__builtin_nextafter(middle, 1e300)).bits == bits + 1, name, bits);
        if ((double)(float)middle == middle) {
            expect(T((float)middle).bits == even, name, bits);
            expect(T(__builtin_nextafterf((float)middle, 0.0f)).bits == bits, name, bits);
            expect(T(__builtin_nextafterf((float)middle, __builtin_inff())).bits == bits + 1, name, bits);
        }
    }
    expect(T(__builtin_inff()).bits == inf && T(-1e300).bits == (inf | 0x8000u), name, inf);
    expect(__builtin_isnan((float)T(__builtin_nanf(""))) && __builtin_isinf((float)T(__builtin_inff())), name, inf);
}

int main()
{
    check<tcr_half>("tcr_half", 10, 15, 0x7c00);
    check<tcr_bf16>("tcr_bf16", 7, 127, 0x7f80);
    return failures != 0;
}
