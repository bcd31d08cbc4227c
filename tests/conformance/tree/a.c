#include <assert.h>
#include <stdio.h>

#include "one.h"

int twice(int x)
{
    assert(x > 0);
    switch (x) {
    case 1:
        x++; /* fall through */
    case 2:
        x += ONE;
    }
    return printf("%s:%d\n", __FILE__, __LINE__) + 2 * x;
}
