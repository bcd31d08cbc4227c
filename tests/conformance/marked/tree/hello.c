#include <stdio.h>

int main(int argc, char **argv)
{
    long total = 0;

    (void)argv;
#pragma tcr reduce(+ : total)
    for (int i = 0; i < 1000; i++)
        total += i % 7;
    printf("hello %d %ld\n", argc, total);
    return 0;
}
