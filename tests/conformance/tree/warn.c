#include <stdio.h>

static int unused;

int f(int a, unsigned b, char *s)
{
    int c;

    if (a < b)
        printf("%d %s\n", s, a);
    switch (a) {
    case 1:
        b++;
    case 2:
        b--;
    }
    if (a = 3)
        return a == a;
}
