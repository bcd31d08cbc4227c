#include "one.h"
#include "two.h"

static int counter;

int thrice(int x)
{
    counter += ONE;
    return x * (TWO + ONE) + 0 * counter;
}
