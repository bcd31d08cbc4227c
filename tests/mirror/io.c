/* SPDX-License-Identifier: MIT */
/* System calls and stdio with mirrored memory, and functions of the C library that read it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/socket.h>
#include <unistd.h>
enum { N = 60000 };
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2 + 1;
}
static double sum(const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
int main(void)
{
    double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y);
    char name[] = "/tmp/tcr-mirror-XXXXXX";
    int fd = mkstemp(name);
    for (int i = 0; i < N; i++)
        x[i] = i % 50, y[i] = 1;
    step(x);
    printf("%zd\n", write(fd, x, N * sizeof *x));
    step(y);
    printf("%zd\n", pread(fd, y, N * sizeof *y, 0));
    printf("%g %g\n", sum(y), sum(x));
    step(x);
    step(y);
    struct iovec v[2] = {{x + 100, 40000}, {y, N * sizeof *y}};
    printf("%zd\n", pwritev(fd, v, 2, 0));
    step(x);
    step(y);
    printf("%zd\n", preadv(fd, v, 2, 0));
    printf("%g %g\n", sum(x), sum(y));
    step(x);
    FILE *f = fopen(name, "w+");
    printf("%zu\n", fwrite(x, sizeof *x, N, f));
    rewind(f);
    step(y);
    printf("%zu\n", fread(y, sizeof *y, N, f));
    printf("%g %g\n", sum(y), y[17]);
    step(y);
    step(x);
    rewind(f);
    for (int i = 0; i < N; i++)
        if (fread(&y[i], sizeof *y, 1, f) != 1)
            return 1;
    printf("%g\n", sum(y));
    fclose(f);
    step(y);
    step(x);
    int s[2];
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    step(x);
    ssize_t w = send(s[0], x, 40000, 0);
    ssize_t r = recv(s[1], y, 40000, MSG_WAITALL);
    printf("%zd %zd %g %g\n", w, r, sum(x), sum(y));
    step(x);
    char *text = malloc(200000);
#pragma tcr loop
    for (int i = 0; i < 199999; i++)
        text[i] = 'a' + i % 26;
    text[199999] = 0;
    puts(text);
    fputs(text, stdout);
    printf("%s\n%.100000s\n", text, text + 5);
    step(x);
    step(y);
    memcpy(x, y, N * sizeof *x);
    printf("%g %g\n", sum(x), sum(y));
    step(x);
    printf("%d\n", memcmp(x, y, N * sizeof *x) > 0);
    printf("%zu\n", strlen(text));
    unlink(name);
    return 0;
}
