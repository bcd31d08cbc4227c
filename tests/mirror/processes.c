/* SPDX-License-Identifier: MIT */
/* fork, vfork and what nobody is told of; arguments of new programs in mirrored memory.
 */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
enum { N = 60000 };
extern char **environ;
static void step(double *x)
{
#pragma tcr loop
    for (int i = 0; i < N; i++)
        x[i] = x[i] * 2 + 1;
}
static double total(const double *x)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static double sum(const double *x)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}
static void child(double *x, const char *what)
{
    /* no loop of ours where the runtime was not told of the child: its device is the parent's */
    printf("%s %g %g\n", what, total(x), strcmp(what, "fork") == 0 ? sum(x) : total(x));
    x[5] = 1e6;
    x[N - 5] = 3;
    if (strcmp(what, "fork") == 0)
        step(x);
    printf("%s %g\n", what, total(x));
    fflush(stdout);
    _exit(3);
}
int main(void)
{
    double *x = malloc(N * sizeof *x);
    int st;
    for (int i = 0; i < N; i++)
        x[i] = i % 50;
    step(x);
    fflush(stdout);
    if (fork() == 0)
        child(x, "fork");
    wait(&st);
    printf("%d %g\n", WEXITSTATUS(st), sum(x));
    x[7] = 9;
    step(x);
    fflush(stdout);
    if (_Fork() == 0)
        child(x, "_Fork");
    wait(&st);
    printf("%d %g\n", WEXITSTATUS(st), sum(x));
    step(x);
    fflush(stdout);
    if (syscall(SYS_fork) == 0)
        child(x, "syscall");
    wait(&st);
    printf("%d %g\n", WEXITSTATUS(st), sum(x));
    char *cmd = malloc(100000);
#pragma tcr loop
    for (int i = 0; i < 100000; i++)
        cmd[i] = 'x';
    strcpy(cmd + 40000, "echo hello");
#pragma tcr loop
    for (int i = 0; i < 40000; i++)
        cmd[i] = ' ';
    fflush(stdout);
    printf("%d\n", system(cmd));
#pragma tcr loop
    for (int i = 0; i < 40000; i++)
        cmd[i] = ':';
    strcpy(cmd + 60000, "/bin/echo");
    strcpy(cmd + 61000, "spawned");
    char **argv = malloc(3 * 100000);
    argv[0] = cmd + 60000;
    argv[1] = cmd + 61000;
    argv[2] = NULL;
#pragma tcr loop
    for (int i = 0; i < 40000; i++)
        cmd[i] = ',';
    pid_t p;
    fflush(stdout);
    printf("%d\n", posix_spawn(&p, argv[0], NULL, NULL, argv, environ));
    waitpid(p, &st, 0);
    printf("%d\n", st);
#pragma tcr loop
    for (int i = 0; i < 100000; i++)
        cmd[i] = cmd[i] == ',' ? ';' : cmd[i];
    fflush(stdout);
    if ((p = vfork()) == 0) {
        execl(cmd + 60000, cmd + 60000, cmd + 61000, (char *)NULL);
        _exit(9);
    }
    waitpid(p, &st, 0);
    printf("%d %c\n", st, cmd[17]);
    step(x);
    if ((p = vfork()) == 0) {
        ((volatile double *)x)[3] = 1;
        _exit(x[100] > 5 ? 4 : 2);
    }
    waitpid(p, &st, 0);
    printf("%d %g %g\n", WEXITSTATUS(st), x[3], sum(x));
    return 0;
}
