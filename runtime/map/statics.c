/* SPDX-License-Identifier: MIT */
/*
 * statics.c: see statics.h.
 *
 * The table is not loaded, so it is read from the program's file, once.  Its bytes are data: what
 * does not lie in the memory that the program was loaded to is left out.
 */
#define _GNU_SOURCE
#include "statics.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/trusted_file.h"
#include "../device/device.h"

enum {
    MOST_SECTIONS = 4096,
    AT_ONCE = 512,       /* symbols that are read together */
    LEAST = 64,          /* bytes of a variable that is worth noting */
    BEFORE_FIRST = 64,   /* of a pointer to before the first element */
    MOST_NOTED = 1 << 20 /* variables */
};

struct variable {
    uintptr_t lo, hi;
};

struct table {
    uintptr_t lo, hi; /* of the program */
    uintptr_t shift;  /* of the file's addresses */
    size_t n, room;
    struct variable *all; /* by address, apart */
};

static struct table *_Atomic known;

/* ---- the program's memory ---- */

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    struct table *t = data;

    (void)size;
    t->shift = info->dlpi_addr;
    for (unsigned k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[k];
        const uintptr_t lo = info->dlpi_addr + p->p_vaddr, hi = lo + p->p_memsz;

        if (p->p_type != PT_LOAD)
            continue;
        t->lo = t->hi == 0 || lo < t->lo ? lo : t->lo;
        t->hi = hi > t->hi ? hi : t->hi;
    }
    return 1; /* the first is the program itself */
}

/* ---- the file ---- */

static bool add(struct table *t, const ElfW(Sym) * s)
{
    const unsigned type = ELF64_ST_TYPE(s->st_info); /* the same in both classes */
    const uintptr_t lo = t->shift + s->st_value;
    struct variable *more;

    if ((type != STT_OBJECT && type != STT_COMMON) || s->st_shndx == SHN_UNDEF ||
        s->st_size < LEAST || lo < t->lo || lo >= t->hi || s->st_size > t->hi - lo ||
        t->n == MOST_NOTED)
        return true;
    if (t->n == t->room) {
        more = realloc(t->all, (2 * t->room + 64) * sizeof *more);
        if (!more)
            return false;
        t->all = more;
        t->room = 2 * t->room + 64;
    }
    t->all[t->n++] = (struct variable){lo, lo + s->st_size};
    return true;
}

static bool read_symbols(struct table *t, int fd, const ElfW(Shdr) * section)
{
    ElfW(Sym) some[AT_ONCE];
    const unsigned long long n = section->sh_size / sizeof *some;

    for (unsigned long long at = 0; at < n; at += AT_ONCE) {
        const size_t count = n - at < AT_ONCE ? (size_t)(n - at) : AT_ONCE;
        const ssize_t size = (ssize_t)(count * sizeof *some);

        if (pread(fd, some, (size_t)size, (off_t)(section->sh_offset + at * sizeof *some)) != size)
            return false;
        for (size_t k = 0; k < count; k++)
            if (!add(t, &some[k]))
                return false;
    }
    return true;
}

static bool read_file(struct table *t, int fd)
{
    ElfW(Ehdr) head;
    ElfW(Shdr) section;
    struct stat st;

    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
        pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_shentsize != sizeof section)
        return false;
    for (unsigned k = 0; k < head.e_shnum && k < MOST_SECTIONS; k++) {
        const off_t at = (off_t)(head.e_shoff + k * sizeof section);

        if (pread(fd, &section, sizeof section, at) != (ssize_t)sizeof section)
            return false;
        if (section.sh_type == SHT_SYMTAB && section.sh_entsize == sizeof(ElfW(Sym)))
            return read_symbols(t, fd, &section);
    }
    return true;
}

/* ---- the table ---- */

static int by_address(const void *a, const void *b)
{
    const struct variable *x = a, *y = b;

    return x->lo < y->lo ? -1 : x->lo > y->lo ? 1 : x->hi < y->hi ? -1 : x->hi > y->hi;
}

/* Names of the same memory are one variable. */
static void put_in_order(struct table *t)
{
    size_t n = 0;

    if (t->n > 0)
        qsort(t->all, t->n, sizeof *t->all, by_address);
    for (size_t k = 0; k < t->n; k++) {
        struct variable *last = n ? &t->all[n - 1] : NULL;

        if (!last || last->hi <= t->all[k].lo)
            t->all[n++] = t->all[k];
        else if (last->hi < t->all[k].hi)
            last->hi = t->all[k].hi;
    }
    t->n = n;
}

/* Threads that meet here all read it, and one's is kept. */
static const struct table *table(void)
{
    struct table *t = atomic_load_explicit(&known, memory_order_acquire), *none = NULL;
    int fd;

    if (t)
        return t;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    dl_iterate_phdr(look, t);
    fd = tcr_fd_above_streams(open("/proc/self/exe", O_RDONLY | O_CLOEXEC | O_NOCTTY));
    if (fd < 0 || !read_file(t, fd))
        t->n = 0;
    if (fd >= 0)
        close(fd);
    put_in_order(t);
    if (atomic_compare_exchange_strong(&known, &none, t))
        return t;
    free(t->all);
    free(t);
    return none;
}

bool tcr_statics_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
    /* without a device nothing is copied, and a program makes no system calls for us */
    const struct table *t = atomic_load(&tcr_mode) == TCR_MODE_READY ? table() : NULL;
    size_t from = 0, to = t ? t->n : 0;

    while (from < to) { /* the first that ends behind the address */
        const size_t mid = from + (to - from) / 2;

        if (t->all[mid].hi <= address)
            from = mid + 1;
        else
            to = mid;
    }
    if (!t || from == t->n || address < t->all[from].lo)
        return false;
    *lo = t->all[from].lo;
    *hi = t->all[from].hi;
    return address == *lo || *hi - address > BEFORE_FIRST || from + 1 == t->n ||
           t->all[from + 1].lo - *hi >= BEFORE_FIRST;
}
