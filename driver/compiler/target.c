/* SPDX-License-Identifier: MIT */
/*
 * target.c: see target.h.
 */
#include "target.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "../objects/archive.h"
#include "../system/file.h"

/* Machines by the first word of their triples: what their files say. */
static const struct machine {
    const char *name;
    unsigned machine, class;
} machines[] = {
    {"x86_64", EM_X86_64, ELFCLASS64},   {"i386", EM_386, ELFCLASS32},
    {"aarch64", EM_AARCH64, ELFCLASS64}, {"arm", EM_ARM, ELFCLASS32},
    {"riscv64", EM_RISCV, ELFCLASS64},   {"powerpc64le", EM_PPC64, ELFCLASS64},
    {"s390x", EM_S390, ELFCLASS64},      {"loongarch64", 258, ELFCLASS64},
};

/* That of this very program. */
#if defined __x86_64__ && !defined __ILP32__
#define OWN_MACHINE "x86_64"
#elif defined __aarch64__
#define OWN_MACHINE "aarch64"
#elif defined __riscv
#define OWN_MACHINE "riscv64"
#elif defined __powerpc64__
#define OWN_MACHINE "powerpc64le"
#else
#define OWN_MACHINE ""
#endif
#ifdef __GLIBC__
#define OWN_SYSTEM "linux-gnu"
#else
#define OWN_SYSTEM "linux-musl"
#endif

const char target_own[] = OWN_MACHINE "-" OWN_SYSTEM;

struct words target_options(const struct command *c)
{
    struct words chosen = {0};

    for (size_t i = 0; i < c->n_args; i++) {
        const struct arg *a = &c->args[i];

        if (words_starts(a->text, "--target=") || strcmp(a->text, "-m32") == 0 ||
            strcmp(a->text, "-m64") == 0 || strcmp(a->text, "-mx32") == 0)
            words_add(&chosen, a->text);
        else if (strcmp(a->text, "-target") == 0 && i + 1 < c->n_args)
            words_add(&chosen,
                      words_format("--target=%s", a->next ? a->next : c->args[i + 1].text));
    }
    return chosen;
}

static bool has(const struct words *w, const char *option)
{
    for (size_t i = 0; i < w->n; i++)
        if (strcmp(w->at[i], option) == 0)
            return true;
    return false;
}

/* Without a vendor, and the name of the machine as in the table above. */
static char *plain_triple(const struct compiler *cc, const char *triple)
{
    size_t n = strcspn(triple, "-\n");
    const char *rest = triple[n] == '-' ? triple + n + 1 : "";
    char *machine = words_format("%.*s", (int)n, triple);
    bool narrow = has(&cc->chosen, "-m32") || has(&cc->chosen, "-mx32");

    if (!words_starts(rest, "linux") && strchr(rest, '-'))
        rest = strchr(rest, '-') + 1;
    if (n == 4 && machine[0] == 'i' && strcmp(machine + 2, "86") == 0)
        machine[1] = '3';
    if (strcmp(machine, "x86_64") == 0 && narrow)
        machine = "i386"; /* gcc tells nothing of it */
    if (strcmp(machine, "i386") == 0 && has(&cc->chosen, "-m64"))
        machine = "x86_64";
    return words_format("%s-%.*s", machine, (int)strcspn(rest, "\n"), rest);
}

/* A compiler of the system, by its plain name and without a word about the target,
 * need not be asked: that takes longer than a file without directives may. */
static bool is_native(const struct compiler *cc)
{
    const char *name = NULL;

    if (cc->chosen.n)
        return false;
    for (size_t i = 0; i < cc->argv.n; i++) {
        if (words_starts(cc->argv.at[i], "--target") || words_starts(cc->argv.at[i], "-m") ||
            strcmp(cc->argv.at[i], "-target") == 0)
            return false;
        if (i == 0 || compiler_is_name(words_base(cc->argv.at[i])))
            name = words_base(cc->argv.at[i]);
    }
    return (words_starts(cc->path, "/usr/bin/") || words_starts(cc->path, "/bin/")) &&
           (strchr(name, '-') == NULL || words_starts(name, "clang-") ||
            words_starts(name, "gcc-") || words_starts(name, OWN_MACHINE "-linux-gnu-"));
}

const char *target_foreign(const struct compiler *cc)
{
    static const char *foreign;
    static bool asked;
    char *triple;

    if (asked || OWN_MACHINE[0] == '\0' || is_native(cc))
        return foreign;
    asked = true;
    triple = compiler_ask(cc, "-dumpmachine");
    if (triple == NULL || strchr(triple, '-') == NULL)
        return NULL;
    triple = plain_triple(cc, triple);
    if (strcmp(triple, target_own) != 0 && strcmp(triple, OWN_MACHINE "-linux") != 0)
        foreign = triple;
    return foreign;
}

/* What the file, or the first member of an archive, says of its machine. */
static bool is_of(const char *path, const struct machine *m)
{
    struct file f;
    struct archive a;
    const char *bytes;
    size_t size;
    bool same = true;

    if (file_map(&f, path) < 0)
        return false;
    bytes = f.bytes;
    size = f.size;
    if (archive_open(&a, path, bytes, size) && a.n && a.members[0].path == NULL) {
        bytes += a.members[0].at;
        size = a.members[0].size;
    }
    if (size > sizeof(Elf32_Ehdr) && memcmp(bytes, ELFMAG, SELFMAG) == 0) {
        bool big = bytes[EI_DATA] == ELFDATA2MSB;
        unsigned char low = (unsigned char)bytes[18 + big], high = (unsigned char)bytes[19 - big];

        same = (unsigned char)bytes[EI_CLASS] == m->class && low + 256u * high == m->machine;
    }
    file_unmap(&f);
    return same;
}

/* NULL: our own, or none that we know. */
static const struct machine *machine_of(const struct compiler *cc)
{
    const char *triple = target_foreign(cc);

    for (size_t i = 0; triple && i < sizeof machines / sizeof *machines; i++)
        if (words_starts(triple, machines[i].name))
            return &machines[i];
    return NULL;
}

bool target_takes(const struct compiler *cc, const char *path)
{
    const struct machine *m = machine_of(cc);

    return m == NULL || is_of(path, m);
}

bool target_is_wide(const struct compiler *cc)
{
    const struct machine *m = machine_of(cc);

    return m == NULL || m->class == ELFCLASS64;
}

const char *target_libdir(const struct compiler *cc)
{
    const char *triple = target_foreign(cc), *dir = compiler_libdir(), *below;

    if (triple == NULL)
        return dir;
    below = compiler_libdir_of(triple);
    if (below)
        return below;
    return dir && target_takes(cc, words_format("%s/libtcr.a", dir)) ? dir : NULL;
}

char *target_missing(const struct compiler *cc)
{
    const char *dir = compiler_libdir(), *triple = target_foreign(cc);

    if (!target_is_wide(cc))
        return words_format("there is no runtime for %s, but for 64-bit targets only", triple);
    return words_format(
        "no runtime for %s: %s%s%s/libtcr.a is not there (install one: see "
        "'Cross-compilation' in the user guide; TCR_LIBDIR=DIR names its directory)",
        triple, dir ? dir : "", dir ? "/" : "", triple);
}
