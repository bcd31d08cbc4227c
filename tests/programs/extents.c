/* Where objects of unknown extent are: heap blocks, their middle and what lies before them,
 * static data, stacks, mappings that end at a page's end, memory of the C library's own.
 * flags: -O1 -std=gnu17
 * device: 4
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static double table[300];
static const double fixed[4] = {0.5, 1.5, 2.5, 3.5};
static int order[300];

static double sum(const double *x, const int *idx, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += x[idx[i]];
    return s;
}

static long letters(const char *text, const int *idx, int n)
{
    long s = 0;
#pragma tcr reduce(+ : s)
    for (int i = 0; i < n; i++)
        s += text[idx[i]];
    return s;
}

struct chain {
    int *next;
    double *weight;
    int head[4];
};

static double follow(const struct chain *c, int lists)
{
    double s = 0;
#pragma tcr reduce(+ : s)
    for (int l = 0; l < lists; l++)
        for (int k = c->head[l]; k >= 0; k = c->next[k])
            s += c->weight[k] * (l + 1);
    return s;
}

/* The clause is wrong: the host must have the loop, and no thread go round for ever. */
static double too_short(const int *next, const double *weight, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(next [0:n / 2], weight [0:n / 2])
    for (int l = 0; l < 2; l++) {
        int k = l;
        do {
            s += weight[k];
            k = next[k];
        } while (k > 0);
    }
    return s;
}

static double enough(const int *next, const double *weight, int n)
{
    double s = 0;
#pragma tcr reduce(+ : s) copyin(next [0:n], weight [0:n])
    for (int l = 0; l < 2; l++) {
        int k = l;
        do {
            s += weight[k];
            k = next[k];
        } while (k > 0);
    }
    return s;
}

static double *numbers(size_t n)
{
    double *x = malloc(n * sizeof *x);
    for (size_t i = 0; i < n; i++)
        x[i] = (double)(i % 11) - 3;
    return x;
}

static void heap(void)
{
    double *x = numbers(300), *big = numbers(60000), *small = numbers(40);
    printf("%g %g %g\n", sum(x, order, 300), sum(big + 30000, order, 300), sum(small, order, 1));
    printf("%g %g\n", sum(x - 1, order + 1, 1), sum(x + 300, &(int){-300}, 1));
    x = realloc(x, 3000 * sizeof *x);
    for (int i = 300; i < 3000; i++)
        x[i] = i % 5;
    printf("%g %g\n", sum(x, order, 300), sum(x, (int[]){2999, 0}, 2));
    x = realloc(x, 200 * sizeof *x);
    printf("%g\n", sum(x, (int[]){199, 7}, 2));
    free(x);
    x = calloc(500, sizeof *x);
    x[499] = 3;
    printf("%g\n", sum(x, (int[]){499, 498}, 2));
    free(x);
    free(big);
    free(small);
    void *aligned;
    if (posix_memalign(&aligned, 4096, 8192) == 0) {
        x = aligned;
        for (int i = 0; i < 1024; i++)
            x[i] = i;
        printf("%g\n", sum(x + 1000, (int[]){23, -1000, -999}, 3));
        free(x);
    }
}

static void elsewhere(void)
{
    double here[300], *x;
    long page = sysconf(_SC_PAGESIZE), n = page / (long)sizeof *x;
    char *text = strdup("a text of the library's"), *line = NULL;
    size_t room = 0;
    FILE *f = tmpfile();
    for (int i = 0; i < 300; i++)
        here[i] = table[i] + 1;
    printf("%g %g %g\n", sum(here, order, 300), sum(table, order, 300),
           sum(fixed, (int[]){3, 0}, 2));
    printf("%ld\n", letters(text, (int[]){0, 23}, 2) + letters(text + 4, (int[]){2, -4, 18}, 3));
    if (f) {
        for (int i = 0; i < 5000; i++)
            fputc('a' + i % 26, f);
        rewind(f);
        if (getline(&line, &room, f) > 0)
            printf("%ld\n", letters(line, (int[]){4999, 2, 77}, 3));
        fclose(f);
    }
    free(line);
    free(text);
    x = mmap(NULL, 3 * (size_t)page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (x == MAP_FAILED || mprotect((char *)x + page, (size_t)page, PROT_READ | PROT_WRITE) != 0)
        return;
    x += n;
    for (int i = 0; i < n; i++)
        x[i] = i;
    printf("%g %g\n", sum(x, (int[]){(int)n - 1, 0}, 2), sum(x + n - 1, (int[]){0, -1}, 2));
    munmap((char *)x - page, 3 * (size_t)page);
}

int main(void)
{
    struct chain c = {malloc(300 * sizeof(int)), numbers(300), {299, 298, -1, 3}};
    for (int i = 0; i < 300; i++) {
        order[i] = (i * 7 + 120) % 300;
        table[i] = i * 0.25;
        c.next[i] = i - 5;
    }
    order[0] = 30;
    heap();
    elsewhere();
    printf("%g\n", follow(&c, 4));
    for (int i = 0; i < 300; i++)
        c.next[i] = (i * 7 + 150) % 300 == i ? 0 : i < 298 ? i + 2 : 0;
    printf("%g %g\n", too_short(c.next, c.weight, 300), enough(c.next, c.weight, 300));
    free(c.next);
    free(c.weight);
    return 0;
}
/* SPDX-License-Identifier: MIT */
