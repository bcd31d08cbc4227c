/* SPDX-License-Identifier: MIT */
/*
 * elf_file.c: sections and symbols of 64-bit little-endian ELF files.
 */
#define _GNU_SOURCE
#include "elf_file.h"

#include <elf.h>
#include <string.h>

#include "../system/words.h"

static bool inside(const struct elf *e, uint64_t at, uint64_t n)
{
    return at <= e->size && n <= e->size - at;
}

static bool section_at(const struct elf *e, size_t i, Elf64_Shdr *s)
{
    if (i >= e->n_sections)
        return false;
    memcpy(s, e->bytes + e->sections + i * sizeof *s, sizeof *s);
    return s->sh_type == SHT_NOBITS || inside(e, s->sh_offset, s->sh_size);
}

/* A string of the string section s, which must end as the format says: looking for the end
 * of each string would take for ever where there is none. */
static const char *string_at(const struct elf *e, const Elf64_Shdr *s, uint64_t at)
{
    if (s->sh_type == SHT_NOBITS || at >= s->sh_size ||
        e->bytes[s->sh_offset + s->sh_size - 1] != '\0')
        return NULL;
    return e->bytes + s->sh_offset + at;
}

/* How many bytes a visit of all symbols or sections may look at: names may share their ends and
 * sections may overlap, but thousands of them that are the whole file each are an attack. */
static uint64_t most_work(const struct elf *e)
{
    return 16 * (uint64_t)e->size + 65536;
}

/* Take the work of a name and of `more` bytes from what is left. */
static bool spend(uint64_t *left, const char *name, uint64_t more)
{
    uint64_t n = strnlen(name, (size_t)*left);

    if (n == *left || more > *left - n)
        return false;
    *left -= n + more;
    return true;
}

bool elf_open(struct elf *e, const char *bytes, size_t size)
{
    static const char magic[] = {ELFMAG0,    ELFMAG1,     ELFMAG2,   ELFMAG3,
                                 ELFCLASS64, ELFDATA2LSB, EV_CURRENT};
    Elf64_Ehdr h;

    *e = (struct elf){.bytes = bytes, .size = size};
    if (size < sizeof h || memcmp(bytes, magic, sizeof magic) != 0)
        return false;
    memcpy(&h, bytes, sizeof h);
    e->type = h.e_type;
    e->sections = h.e_shoff;
    e->n_sections = h.e_shnum;
    e->names = h.e_shstrndx;
    return h.e_shentsize == sizeof(Elf64_Shdr) && h.e_shnum > 0 &&
           inside(e, h.e_shoff, (uint64_t)h.e_shnum * sizeof(Elf64_Shdr));
}

bool elf_relocatable(const struct elf *e)
{
    return e->type == ET_REL;
}

bool elf_section(const struct elf *e, const char *name, const char **bytes, size_t *size)
{
    Elf64_Shdr names, s;

    if (!section_at(e, e->names, &names))
        return false;
    for (size_t i = 1; i < e->n_sections; i++) {
        const char *is = section_at(e, i, &s) ? string_at(e, &names, s.sh_name) : NULL;

        if (is == NULL || strcmp(is, name) != 0 || s.sh_type == SHT_NOBITS)
            continue;
        *bytes = e->bytes + s.sh_offset;
        *size = (size_t)s.sh_size;
        return true;
    }
    return false;
}

bool elf_loaded_sections(const struct elf *e, elf_visit_section *visit, void *ctx)
{
    uint64_t left = most_work(e);
    Elf64_Shdr names, s;

    for (size_t i = 1; section_at(e, e->names, &names) && i < e->n_sections; i++) {
        const char *name = section_at(e, i, &s) ? string_at(e, &names, s.sh_name) : NULL;
        bool zeros = s.sh_type == SHT_NOBITS;

        if (name == NULL || !(s.sh_flags & SHF_ALLOC))
            continue;
        if (!spend(&left, name, zeros ? 0 : s.sh_size))
            return false;
        visit(name, zeros ? NULL : e->bytes + s.sh_offset, (size_t)s.sh_size, ctx);
    }
    return true;
}

static bool visit_table(const struct elf *e, const Elf64_Shdr *table, uint64_t *left,
                        elf_visit *visit, void *ctx)
{
    Elf64_Shdr strings;
    Elf64_Sym sym;

    if (!section_at(e, table->sh_link, &strings))
        return true;
    for (uint64_t at = 0; at + sizeof sym <= table->sh_size; at += sizeof sym) {
        struct elf_symbol s;
        unsigned bind, type;

        memcpy(&sym, e->bytes + table->sh_offset + at, sizeof sym);
        bind = ELF64_ST_BIND(sym.st_info);
        type = ELF64_ST_TYPE(sym.st_info);
        s.name = "";
        if (bind == STB_GLOBAL || bind == STB_WEAK || bind == STB_GNU_UNIQUE)
            s.name = string_at(e, &strings, sym.st_name);
        s.defined = sym.st_shndx != SHN_UNDEF;
        s.weak = bind == STB_WEAK;
        s.hidden = ELF64_ST_VISIBILITY(sym.st_other) != STV_DEFAULT;
        s.function = type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_NOTYPE;
        if (!spend(left, s.name ? s.name : "", sizeof sym))
            return false;
        if (s.name && *s.name)
            visit(&s, ctx);
    }
    return true;
}

bool elf_symbols(const struct elf *e, elf_visit *visit, void *ctx)
{
    unsigned wanted = elf_relocatable(e) ? SHT_SYMTAB : SHT_DYNSYM;
    uint64_t left = most_work(e);
    Elf64_Shdr s;

    for (size_t i = 1; i < e->n_sections; i++)
        if (section_at(e, i, &s) && s.sh_type == wanted && !visit_table(e, &s, &left, visit, ctx))
            return false;
    return true;
}

static uint64_t aligned(uint64_t at)
{
    return (at + 7) & ~(uint64_t)7;
}

/* The file as it is, then the section, then the names of sections with one
 * more, then their headers with one more. */
char *elf_with_section(const struct elf *e, const char *name, const char *bytes, size_t size,
                       size_t *new_size)
{
    Elf64_Shdr names, added = {.sh_type = SHT_PROGBITS, .sh_flags = SHF_EXCLUDE};
    uint64_t at = e->size, names_at, headers_at;
    size_t headers = e->n_sections * sizeof names, length = strlen(name) + 1;
    Elf64_Ehdr h;
    char *out;

    if (!elf_relocatable(e) || e->n_sections >= SHN_LORESERVE - 1 ||
        !section_at(e, e->names, &names) || names.sh_type != SHT_STRTAB ||
        string_at(e, &names, 0) == NULL)
        return NULL;
    names_at = at + size;
    headers_at = aligned(names_at + names.sh_size + length);
    *new_size = (size_t)headers_at + headers + sizeof added;
    out = words_alloc(*new_size);
    memcpy(out, e->bytes, e->size);
    memcpy(out + at, bytes, size);
    memcpy(out + names_at, e->bytes + names.sh_offset, (size_t)names.sh_size);
    memcpy(out + names_at + names.sh_size, name, length);
    memcpy(out + headers_at, e->bytes + e->sections, headers);
    added.sh_name = (Elf64_Word)names.sh_size;
    added.sh_offset = at;
    added.sh_size = size;
    added.sh_addralign = 1;
    names.sh_offset = names_at;
    names.sh_size += length;
    memcpy(out + headers_at + e->names * sizeof names, &names, sizeof names);
    memcpy(out + headers_at + headers, &added, sizeof added);
    memcpy(&h, out, sizeof h);
    h.e_shoff = headers_at;
    h.e_shnum++;
    memcpy(out, &h, sizeof h);
    return out;
}
