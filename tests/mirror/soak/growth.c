/* SPDX-License-Identifier: MIT */
/* What a process that leaks has more and more of. */
#include "soak.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
/* Notes of a program that has just begun say little. */
enum { KINDS = 4, FEWEST = 40, MOST = 4096 };
static const struct {
    const char *name;
    long slack; /* by so much it may grow besides */
} kinds[KINDS] = {{"mappings", 200}, {"descriptors", 6}, {"threads", 6}, {"memory in KiB", 50000}};
static long notes[KINDS][MOST];
static int count;
static long entries(const char *directory)
{
    long n = 0;
    DIR *d = opendir(directory);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}
static long lines(const char *file)
{
    long n = 0;
    FILE *f = fopen(file, "r");
    for (int c = 0; f && (c = getc(f)) != EOF;)
        n += c == '\n';
    if (f)
        fclose(f);
    return n;
}
static long resident(void)
{
    long n = 0;
    char line[400];
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmRSS: %ld", &n) == 1)
            break;
    if (f)
        fclose(f);
    return n;
}
void growth_note(double seconds, bool wanted)
{
    if (count == MOST) { /* every other of them is enough */
        for (int k = 0; k < KINDS; k++)
            for (int i = 0; i < MOST / 2; i++)
                notes[k][i] = notes[k][2 * i];
        count /= 2;
    }
    notes[0][count] = lines("/proc/self/maps");
    notes[1][count] = entries("/proc/self/fd");
    notes[2][count] = entries("/proc/self/task");
    notes[3][count] = resident();
    if (wanted)
        fprintf(stderr, "soak: after %.0f s: %ld mappings, %ld descriptors, %ld threads, %ld KiB\n",
                seconds, notes[0][count], notes[1][count], notes[2][count], notes[3][count]);
    count++;
}
static int by_size(const void *a, const void *b)
{
    const long x = *(const long *)a, y = *(const long *)b;
    return (x > y) - (x < y);
}
/* The median of a quarter of the notes, which it sorts. */
static long quarter(long *of, int which)
{
    const int from = count * which / 4, to = count * (which + 1) / 4;
    qsort(of + from, (size_t)(to - from), sizeof *of, by_size);
    return of[(from + to) / 2];
}
bool growth_none(void)
{
    bool none = true;
    for (int k = 0; count >= FEWEST && k < KINDS; k++) {
        const long early = quarter(notes[k], 1), late = quarter(notes[k], 3);
        const bool grown = late > early + early / 10 + kinds[k].slack;
        fprintf(stderr, "soak: %s: %ld in the second quarter, %ld in the last%s\n", kinds[k].name,
                early, late, grown ? ": GROWN" : "");
        none &= !grown;
    }
    return none;
}
