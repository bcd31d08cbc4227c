/* SPDX-License-Identifier: MIT */
/* A static program, whose system calls nobody sees.
 *
 * flags: -O1 -static
 * off: the program was not linked by tcr-cc, or statically
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
enum { N = 60000 };
static double x[N];
int main(void)
{
    double *y = malloc(N * sizeof *y), s = 0;
    int fd = open("/dev/zero", O_RDONLY);
    for (int k = 0; k < 3; k++) {
#pragma tcr loop
        for (int i = 0; i < N; i++)
            x[i] = x[i] * 2 + 1, y[i] = x[i] + k;
    }
    printf("%zd\n", read(fd, y, 1000 * sizeof *y));
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i] + y[i];
    printf("%g\n", s);
    return 0;
}
