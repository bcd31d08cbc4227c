/* SPDX-License-Identifier: MIT */
/*
 * Loop nests through generated code, beside what others offer for them.
 *
 *     nests [DIVISOR] [check] [GROUP...] [PEERS.so...]
 *
 * DIVISOR (1) makes all sizes smaller; `check` compares results and times nothing.  GROUPs: rows,
 * matrices, sparse, grids, sweeps, bins, pairs; all of them if none is named.  PEERS.so: files of
 * peers/, built by nvcc; a name with a slash. Exit status 1: a result was wrong.
 */
#define _GNU_SOURCE
#include "measure.h"
#include "peers.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tcr.h"

struct peer_cub peer_cub;
struct peer_libraries peer_libraries;
struct peer_kernels peer_kernels;

static const struct group {
    const char *name;
    int (*run)(long divisor);
} groups[] = {{"rows", rows},     {"matrices", matrices}, {"sparse", sparse}, {"grids", grids},
              {"sweeps", sweeps}, {"bins", bins},         {"pairs", pairs}};
enum { GROUPS = sizeof groups / sizeof *groups };

/* Each object has one of three tables, by its name. */
static int load(const char *path)
{
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        fprintf(stderr, "%s\n", dlerror());
        return -1;
    }
    const void *cub = dlsym(object, "nests_cub"), *libraries = dlsym(object, "nests_libraries");
    const void *kernels = dlsym(object, "nests_kernels");
    if (cub)
        memcpy(&peer_cub, cub, sizeof peer_cub);
    if (libraries)
        memcpy(&peer_libraries, libraries, sizeof peer_libraries);
    if (kernels)
        memcpy(&peer_kernels, kernels, sizeof peer_kernels);
    return cub || libraries || kernels ? 0 : -1;
}

/* ", driver N" of NVIDIA's kernel module, if it is loaded. */
static void print_driver(void)
{
    char line[256];
    FILE *in = fopen("/proc/driver/nvidia/version", "r");
    if (!in)
        return;
    if (fgets(line, sizeof line, in))
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
            if (*word >= '0' && *word <= '9' && strchr(word, '.')) {
                printf(", driver %s", word);
                break;
            }
    fclose(in);
}

static void print_head(long divisor)
{
    char versions[128] = "";
    printf("%s, tcr %s", tcr_device_name() ? tcr_device_name() : "no device", tcr_version());
    print_driver();
    if (peer_kernels.versions)
        peer_kernels.versions(versions, sizeof versions);
    printf("%s%s", *versions ? ", " : "", versions);
    if (peer_cub.version)
        printf(", CUB %d.%d.%d", peer_cub.version() / 100000, peer_cub.version() / 100 % 1000,
               peer_cub.version() % 100);
    printf("\nwall-clock time of synchronous calls, of tcr and of peers, launch included; medians "
           "of 7 to 15 calls\n"
           "(1 where a call takes over 0.3 s), +-: half the distance of the quartiles; arrays on "
           "the device\n");
    begin_table((int)divisor);
}

static int find_group(const char *name)
{
    for (int g = 0; g < GROUPS; g++)
        if (strcmp(name, groups[g].name) == 0)
            return g;
    return -1;
}

int main(int argc, char **argv)
{
    unsigned chosen = 0;
    long divisor = 1;
    int bad = 0;
    for (int i = 1; i < argc; i++) {
        int group = find_group(argv[i]);
        if (group >= 0) {
            chosen |= 1u << group;
        } else if (strcmp(argv[i], "check") == 0) {
            only_check = 1;
        } else if (strchr(argv[i], '/')) {
            if (load(argv[i]) != 0)
                return 2;
        } else if ((divisor = atol(argv[i])) < 1 || divisor > 1 << 20) {
            fprintf(stderr, "usage: %s [DIVISOR] [check] [GROUP...] [./PEERS.so...]\n", argv[0]);
            return 2;
        }
    }
    if (!only_check)
        print_head(divisor);
    for (int g = 0; g < GROUPS; g++)
        if (chosen == 0 || chosen >> g & 1)
            bad += groups[g].run(divisor);
    printf("%d wrong\n", bad);
    return bad != 0;
}
