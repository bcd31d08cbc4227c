/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "device.h"
#include "plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"f16", "f32"};
static const char *const distributions[] = {"normal", "uniform", "steps"};

static const char usage[] =
    "variants: times and errors of sums by the literature's variants, on a GPU\n"
    "\n"
    "    --variant=V        single-pass, recurrence, split, shuffle, tree-divergent,\n"
    "                       tree-sequential, cub-half, cub-float, openmp\n"
    "    --type=T           f16, f32: of the elements\n"
    "    --distribution=D   normal (0, 1), uniform [0, 1), steps (-1, 0, 1)\n"
    "    -n N               elements; 2^20 is understood\n"
    "    --block=B          threads of a block: 32 to 1024, by 32; 0: the product's own, else 256\n"
    "    --chain=R          MMAs of a chain: 1 to 16; 0: the product's own\n"
    "    --fraction=F       0 to 1: the split's part on the CUDA cores\n"
    "    --repeat=K         times that a measurement is repeated\n"
    "    --check            steps, many sizes: are all sums right?\n"
    "    --kernels=DIR      kernels/variants\n"
    "\n"
    "Options that say what is measured take lists: --block=64,256.\n";

static _Noreturn void wrong(const char *what, const char *word)
{
    fprintf(stderr, "variants: %s '%s'; see --help\n", what, word);
    exit(2);
}

/* Reads one word of a list; false: it is none. */
typedef bool reader(const char *word, double *value);

static bool in_names(const char *const *names, int n, const char *word, double *value)
{
    for (int k = 0; k < n; k++)
        if (!strcmp(names[k], word)) {
            *value = k;
            return true;
        }
    return false;
}

static bool read_variant(const char *word, double *value)
{
    return in_names(variant_names, N_VARIANTS, word, value);
}
static bool read_type(const char *word, double *value)
{
    return in_names(types, N_ELEMENTS, word, value);
}
static bool read_distribution(const char *word, double *value)
{
    return in_names(distributions, N_DISTRIBUTIONS, word, value);
}

static bool read_number(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    if (end > word && *end == '^') {
        char *power = end + 1;
        *value = pow(*value, strtod(power, &end));
        return end > power && *end == 0;
    }
    return end > word && *end == 0;
}
static bool read_size(const char *word, double *value)
{
    return read_number(word, value) && *value >= 1 && *value <= 0x1p32 && *value == floor(*value);
}
static bool read_block(const char *word, double *value)
{
    return read_number(word, value) && *value >= 0 && *value <= 1024 && fmod(*value, 32) == 0;
}
static bool read_chain(const char *word, double *value)
{
    return read_number(word, value) && *value >= 0 && *value <= 16 && *value == floor(*value);
}
static bool read_fraction(const char *word, double *value)
{
    return read_number(word, value) && *value >= 0 && *value <= 1;
}

static void read_list(struct list *list, char *words, reader *read)
{
    list->n = 0;
    for (char *at, *word = strtok_r(words, ",", &at); word; word = strtok_r(NULL, ",", &at))
        if (list->n == MOST_VALUES || !read(word, &list->value[list->n++]))
            wrong("cannot use", word);
}

static char *value_of(const char *option, int argc, char **argv, int *k)
{
    size_t length = strlen(option);
    if (strncmp(argv[*k], option, length))
        return NULL;
    if (argv[*k][length] == '=')
        return argv[*k] + length + 1;
    return argv[*k][length] == 0 && *k + 1 < argc ? argv[++*k] : NULL;
}

void options_parse(struct options *o, int argc, char **argv)
{
    const struct {
        const char *option;
        struct list *list;
        reader *read;
    } lists[] = {{"--variant", &o->variant, read_variant},
                 {"--type", &o->type, read_type},
                 {"--distribution", &o->distribution, read_distribution},
                 {"-n", &o->size, read_size},
                 {"--block", &o->block, read_block},
                 {"--chain", &o->chain, read_chain},
                 {"--fraction", &o->fraction, read_fraction}};
    *o = (struct options){.type = {1, {ELEMENT_F32}},
                          .distribution = {1, {NORMAL}},
                          .size = {1, {0x1p24}},
                          .block = {1, {0}},
                          .chain = {1, {0}},
                          .fraction = {1, {0.5}},
                          .repeat = 31,
                          .kernels = "kernels/variants"};
    o->variant.n = N_VARIANTS;
    for (int v = 0; v < N_VARIANTS; v++)
        o->variant.value[v] = v;
    for (int k = 1; k < argc; k++) {
        const char *word = argv[k];
        char *value = NULL;
        for (size_t l = 0; l < sizeof lists / sizeof *lists && !value; l++)
            if ((value = value_of(lists[l].option, argc, argv, &k)))
                read_list(lists[l].list, value, lists[l].read);
        if (value)
            continue;
        if (!strcmp(word, "--help")) {
            fputs(usage, stdout);
            exit(0);
        }
        if (!strcmp(word, "--check"))
            o->check = true;
        else if ((value = value_of("--repeat", argc, argv, &k)))
            o->repeat = atoi(value);
        else if ((value = value_of("--kernels", argc, argv, &k)))
            o->kernels = value;
        else
            wrong("unknown option", word);
    }
    if (o->repeat < 1 || o->repeat > 99)
        wrong("1 to 99 repetitions, not", "--repeat");
}
