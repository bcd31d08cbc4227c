/* SPDX-License-Identifier: MIT */
/*
 * elf_file.h: sections and symbols of 64-bit little-endian ELF files.
 *
 * What is read may be damaged, or made to harm: every place is checked before it is looked at,
 * and the time that a file takes is bounded by its size.
 */
#ifndef TCR_ELF_FILE_H
#define TCR_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf {
    const char *bytes; /* of any alignment */
    size_t size;
    unsigned type; /* ET_REL, ET_DYN, ... */
    uint64_t sections;
    size_t n_sections, names; /* the section of their names */
};

/* False if it is no such file. */
bool elf_open(struct elf *e, const char *bytes, size_t size);

/* An object, not a program or shared library? */
bool elf_relocatable(const struct elf *e);

/* The bytes of the section `name`. */
bool elf_section(const struct elf *e, const char *name, const char **bytes, size_t *size);

/* Call `visit` for each section that a program has in memory; bytes is NULL if it holds zeros.
 * False if they are so many and so large together that they must overlap: some are left out. */
typedef void elf_visit_section(const char *name, const char *bytes, size_t size, void *ctx);
bool elf_loaded_sections(const struct elf *e, elf_visit_section *visit, void *ctx);

struct elf_symbol {
    const char *name;
    bool defined, weak, function; /* function: or of no type, as assembly has it */
    bool hidden;                  /* or protected: no other definition takes its place */
};

/* Call `visit` for each global or weak symbol; of a shared library, for those
 * that it shows to others.  False if their tables must overlap: some are left out. */
typedef void elf_visit(const struct elf_symbol *s, void *ctx);
bool elf_symbols(const struct elf *e, elf_visit *visit, void *ctx);

/* A copy of the relocatable file (words_alloc) with one more section, which
 * linkers leave out of what they make; NULL if that cannot be. */
char *elf_with_section(const struct elf *e, const char *name, const char *bytes, size_t size,
                       size_t *new_size);

#endif
