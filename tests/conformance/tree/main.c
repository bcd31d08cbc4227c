#include <stdio.h>

int twice(int x);
int thrice(int x);

int main(void)
{
    int t = twice(1), u = thrice(3);

    printf("%d %d\n", t > 0, u);
    return t <= 0 || u != 9;
}
