/* SPDX-License-Identifier: MIT */
/*
 * host.c: what the host does with the objects between loops.
 */
#include "mixed.h"

#include <string.h>

/* Around what touches an object that a data directive holds. */
static void held(struct mixed *M, enum set set, const struct object *o, bool after)
{
    static const char *const words[][2] = {
        {"#pragma tcr update self(%s)", "#pragma tcr update device(%s)"},
        {"#pragma omp target update from(%s)", "#pragma omp target update to(%s)"},
        {"#pragma acc update self(%s)", "#pragma acc update device(%s)"}};
    const char *form = words[set][after], *hole = strstr(form, "%s");
    if (o->resident)
        mixed_pragma(M, fmt("%.*s%s%s", (int)(hole - form), form, section_of(M, o), hole + 2));
}

static void changed(struct mixed *M, const struct object *o)
{
    const char *row = chance(50) ? "n / 2" : chance(50) ? "0" : "n - 1";
    const char *at = element_at(o, fmt("(%s)", row), fmt("%d", rnd(o->columns)));
    mixed_line(M, "if (n > 0)");
    mixed_line(M, "    %s = (%s)%d;", at, o->type, rnd(128));
}

static void summed(struct mixed *M, const struct object *o)
{
    mixed_line(M, "for (int k = 0; k < n; k++)");
    mixed_line(M, "    $total = ($total * 3 + (int)%s) & 0xffffff;",
               element_at(o, "k", fmt("%d", rnd(o->columns))));
}

struct object *alike(struct mixed *M, const struct object *o)
{
    for (int k = 0; k < M->n_objects; k++) {
        struct object *p = &M->object[k];
        if (p != o && p->shape == VECTOR && o->shape == VECTOR && p->columns == o->columns &&
            strcmp(p->type, o->type) == 0 && !p->resident && !o->resident)
            return p;
    }
    return NULL;
}

/* Whole arrays. */
static void moved(struct mixed *M, const struct object *o)
{
    const struct object *p = alike(M, o);
    long n = (M->rows + SLACK) * o->columns;
    if (p && p->heap && o->heap && chance(60)) {
        mixed_line(M, "{");
        mixed_line(M, "    %s *swapped = %s;", o->type, o->name);
        mixed_line(M, "    %s = %s;", o->name, p->name);
        mixed_line(M, "    %s = swapped;", p->name);
        mixed_line(M, "}");
    } else if (p) {
        mixed_line(M, "memcpy(%s, %s, %ld * sizeof *%s);", o->name, p->name, n, o->name);
    } else if (o->shape == VECTOR && o->heap && !o->resident) {
        mixed_line(M, "{");
        mixed_line(M, "    %s *anew = malloc(%ld * sizeof *anew);", o->type, n);
        mixed_line(M, "    memcpy(anew, %s, %ld * sizeof *anew);", o->name, n);
        mixed_line(M, "    free(%s);", o->name);
        mixed_line(M, "    %s = anew;", o->name);
        mixed_line(M, "}");
    } else if (o->shape == VECTOR && !o->resident) {
        mixed_line(M, "memmove(%s, %s + 1, %ld * sizeof *%s);", o->name, o->name, n - 1, o->name);
    } else if (!o->resident) {
        changed(M, o);
    }
}

/* By functions of the C library and of the system, which get the array's address. */
static void by_library(struct mixed *M, const struct object *o)
{
    static const char *const forms[] = {
        "for (int fd[2]; %1$s[0] >= 0 && pipe(fd) == 0;) {\n"
        "        $total += write(fd[1], %1$s, %2$ld * sizeof *%1$s);\n"
        "        $total += read(fd[0], %1$s, %2$ld * sizeof *%1$s);\n"
        "        close(fd[0]);\n        close(fd[1]);\n        break;\n    }",
        "for (FILE *f = tmpfile(); f; f = NULL) {\n"
        "        $total += (long)fwrite(%1$s, sizeof *%1$s, %2$ld, f);\n        rewind(f);\n"
        "        $total += (long)fread(%1$s, sizeof *%1$s, %2$ld, f);\n        fclose(f);\n"
        "        break;\n    }",
        "$total += memchr(%1$s, 3, %2$ld * sizeof *%1$s) != NULL;",
        "{\n        char s[24];\n        snprintf(s, sizeof s, \"%%g\", (double)%1$s[1]);\n"
        "        %1$s[0] = (%3$s)strtol(s, NULL, 10);\n    }",
    };
    long n = (M->rows + SLACK) * o->columns;
    bool small = n <= 6000; /* a pipe takes it as a whole */
    if (o->shape != VECTOR || o->resident) {
        changed(M, o);
    } else if (o->heap && chance(30)) {
        mixed_line(M, "%s = realloc(%s, %ld * sizeof *%s);", o->name, o->name, n * rnd_in(1, 3),
                   o->name);
    } else {
        const char *form = forms[small ? rnd(4) : rnd_in(1, 3)];
        mixed_line(M, form, o->name, n, o->type);
    }
}

void host_step(struct mixed *M, enum set set)
{
    const struct object *o = &M->object[rnd(M->n_objects)];
    held(M, set, o, false);
    switch (rnd(5)) {
    case 0:
        summed(M, o);
        break;
    case 4:
        by_library(M, o);
        break;
    case 1:
        moved(M, o);
        break;
    default:
        changed(M, o);
    }
    held(M, set, o, true);
}
