/* SPDX-License-Identifier: MIT */
/*
 * pair.c: a compiler that calls two, for run.sh: each command is run by $PAIR_A and by $PAIR_B, one
 * after the other, which of them first by chance, so that both see the same load of the machine.
 * A line of $PAIR_LOG has the processor times (user and system) of A and B and their elapsed times,
 * in seconds.  Without $PAIR_LOG, it is B.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct took {
    double processor, elapsed;
};

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Not by the process number: makefiles come to the same ones again and again. */
static int by_chance(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (t.tv_nsec >> 10) & 1;
}

static void replace(const char *compiler, char **argv)
{
    argv[0] = (char *)compiler;
    execvp(compiler, argv);
    perror(compiler);
    _exit(127);
}

/* Run the command by `compiler`; what the second one prints is not wanted. */
static int run(const char *compiler, char **argv, int quiet, struct took *took)
{
    double start = now();
    struct rusage usage;
    int status, null;
    pid_t child = fork();

    if (child < 0) {
        perror("fork");
        return 1;
    }
    if (child == 0) {
        if (quiet && (null = open("/dev/null", O_RDWR)) >= 0) {
            dup2(null, STDOUT_FILENO);
            dup2(null, STDERR_FILENO);
        }
        replace(compiler, argv);
    }
    if (wait4(child, &status, 0, &usage) != child)
        return 1;
    took->processor = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    took->elapsed = now() - start;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
    const char *compiler[] = {getenv("PAIR_A"), getenv("PAIR_B")}, *path = getenv("PAIR_LOG");
    struct took took[2];
    int first = by_chance(), code, other;
    FILE *log;

    if (argc < 1 || !compiler[0] || !compiler[1]) {
        fputs("pair: PAIR_A and PAIR_B name no compilers\n", stderr);
        return 2;
    }
    if (!path)
        replace(compiler[1], argv);
    code = run(compiler[first], argv, 0, &took[first]);
    other = run(compiler[!first], argv, 1, &took[!first]);
    log = fopen(path, "a");
    if (!log || code != other) {
        fprintf(stderr, "pair: %s\n", log ? "the two compilers differ" : path);
        return 2;
    }
    fprintf(log, "%.6f %.6f %.6f %.6f\n", took[0].processor, took[1].processor, took[0].elapsed,
            took[1].elapsed);
    fclose(log);
    return code;
}
