/* SPDX-License-Identifier: MIT */
/* type.h: the operations of one type; see ops.c for its macros.  Included for each. */
#define NAME(op) JOIN(op, JOIN(_, TYPE))
#define X(i) NAME(value)(x[i])
#define Y(i) NAME(value)(y[i])
#define OPERATION(op)                                                                              \
    static void NAME(op)(long long n, const void *x_, __attribute__((unused)) const void *y_,      \
                         __attribute__((unused)) const union tcr_host_shift *shift,                \
                         struct tcr_host_part *part)
#define ELEMENTS const T *x = x_;

#if FLOATING
#define KEEP_SUM(sum) (part->value.f = (sum))
#define ABSOLUTE_TERM(i) fabs((double)X(i))
#define BITS_TERM(i) NAME(magnitude)(x + (i))

static inline BITS NAME(magnitude)(const T *x)
{
    const BITS all = (BITS)(((uint64_t)1 << (8 * sizeof(BITS) - 1)) - 1);
    BITS bits;

    memcpy(&bits, x, sizeof bits);
    return (BITS)(bits & all);
}
#else
#define KEEP_SUM(sum) (part->value.u = (unsigned long long)(long long)(sum))
#define ABSOLUTE_TERM(i) NAME(magnitude)(X(i))
#define BITS_TERM(i) NAME(magnitude)(X(i))

static inline ABSOLUTE NAME(magnitude)(T x)
{
    return x < (T)1 ? (ABSOLUTE)0 - (ABSOLUTE)x : (ABSOLUTE)x;
}
#endif

#define SUM_TERM(i) ((SUM)X(i))
OPERATION(sum)
{
    ELEMENTS
    ADD_UP(SUM, sum, SUM_TERM)
    KEEP_SUM(sum);
}

OPERATION(asum)
{
    ELEMENTS
    ADD_UP(ABSOLUTE, sum, ABSOLUTE_TERM)
    KEEP_SUM(sum);
}

#define PRODUCT_TERM(i) (PRODUCT)((PRODUCT)X(i) * (PRODUCT)Y(i))
OPERATION(dot)
{
    ELEMENTS
    const T *y = y_;

    ADD_UP(PRODUCT, sum, PRODUCT_TERM)
    KEEP_SUM(sum);
}

#define SQUARE_TERM(i) ((double)X(i) * (double)X(i))
#ifdef SCALED
/* Squares of scaled small and large numbers apart from the others. */
static void NAME(squares_apart)(long long n, const T *x, struct tcr_host_part *part)
{
    double small = 0, middle = 0, large = 0;

    for (long long i = 0; i < n; i++) {
        double v = fabs(X(i));

        if (v > TCR_NRM2_ABOVE)
            large += v * TCR_NRM2_DOWN * (v * TCR_NRM2_DOWN);
        else if (v < TCR_NRM2_BELOW)
            small += v * TCR_NRM2_UP * (v * TCR_NRM2_UP);
        else
            middle += v * v;
    }
    part->small = small;
    part->value.f = middle;
    part->large = large;
}
#endif

OPERATION(nrm2)
{
    ELEMENTS
#ifdef SCALED
    ADD_UP(double, sum, SQUARE_TERM)
    part->small = part->large = 0;
    part->value.f = sum;
    if (!(sum > 0x1p-900 && sum < 0x1p1000)) /* squares have been lost, perhaps */
        NAME(squares_apart)(n, x, part);
#else
    if (sizeof(T) > 1) {
        ADD_UP(double, sum, SQUARE_TERM)
        part->value.f = sum;
    } else { /* of bytes, they are whole numbers */
        NAME(dot)(n, x, x, shift, part);
    }
#endif
}

OPERATION(amax)
{
    ELEMENTS
    PICK(BITS, most, 0, >, BITS_TERM)
    part->value.u = SAME_BITS(most);
}

OPERATION(minimum)
{
    ELEMENTS
    PICK(V, least, GREATEST, <, X)
    part->value.KEEP = least;
}

OPERATION(maximum)
{
    ELEMENTS
    PICK(V, most, LEAST, >, X)
    part->value.KEEP = most;
}

/* `part` has the best so far, which only a better one replaces; else the chunk is not looked
 * at twice. */
static inline long long NAME(place)(long long n, const T *x, V value, long long first)
{
    for (long long i = 0; i < n; i++)
        if (X(i) == value)
            return first + i;
    return -1;
}

OPERATION(argmin)
{
    ELEMENTS
    PICK(V, least, GREATEST, <, X)
    if (part->at < 0 || least < part->value.KEEP) {
        part->at = NAME(place)(n, x, least, part->first);
        part->value.KEEP = least;
    }
}

OPERATION(argmax)
{
    ELEMENTS
    PICK(V, most, LEAST, >, X)
    if (part->at < 0 || most > part->value.KEEP) {
        part->at = NAME(place)(n, x, most, part->first);
        part->value.KEEP = most;
    }
}

#define DISTANCE_TERM(i) DISTANCE(X(i))
#define SPREAD_TERM(i) ((DISTANCE(X(i)) - mean) * (DISTANCE(X(i)) - mean))
OPERATION(meanvar)
{
    ELEMENTS
    ADD_UP(double, sum, DISTANCE_TERM)
    const double mean = sum / (double)n;
    ADD_UP(double, squares, SPREAD_TERM)
    part->n = (double)n;
    part->mean = mean;
    part->squares = squares;
}

#undef NAME
#undef X
#undef Y
#undef ELEMENTS
#undef OPERATION
#undef KEEP_SUM
#undef ABSOLUTE_TERM
#undef BITS_TERM
#undef SUM_TERM
#undef PRODUCT_TERM
#undef SQUARE_TERM
#undef DISTANCE_TERM
#undef SPREAD_TERM
#undef TYPE
#undef BITS
#undef SAME_BITS
