/* SPDX-License-Identifier: MIT */
/* A call that answers with -1, which is no error, while errno is that of an older one.
 *
 * library: library/answers.c
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
extern int asked;
enum { N = 20000 };
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 0.5 + 1;
}
int main(void)
{
    double *x = calloc(N, sizeof *x);
    int word = 0, answer;
    step(x);
    step(x);
    errno = EFAULT;
    answer = ioctl(-1, 1, &word);
    printf("%d, asked %d times, %s\n", answer, asked, errno == EFAULT ? "as before" : "changed");
    errno = 0;
    answer = ioctl(1000, FIONREAD, &word);
    printf("%d, %s\n", answer, errno == EBADF ? "no descriptor" : "another error");
    step(x);
    printf("%g\n", x[N / 2]);
    free(x);
    return 0;
}
