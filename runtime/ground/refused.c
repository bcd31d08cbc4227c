/* SPDX-License-Identifier: MIT */
/*
 * refused.c: see refused.h.
 *
 * The section is not loaded, so it is read from the files.  Their bytes are data: each offset is
 * compared with what is there, and texts that are not closed are left out.
 */
#define _GNU_SOURCE
#include "refused.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../../base/trusted_file.h"
#include "../../spec/refused.h"

enum { MOST_SECTIONS = 4096, MOST_NAMES = 1 << 20, MOST_TEXT = 4 << 20 };

/* `size` bytes at an offset, the caller's to free; NULL: they are not there, or too many. */
static char *part(int fd, unsigned long long offset, unsigned long long size,
                  unsigned long long most)
{
    char *bytes;

    if (size == 0 || size > most || offset > (unsigned long long)INT64_MAX - size)
        return NULL;
    bytes = malloc(size + 1);
    if (bytes && pread(fd, bytes, size, (off_t)offset) != (ssize_t)size) {
        free(bytes);
        return NULL;
    }
    if (bytes)
        bytes[size] = '\0';
    return bytes;
}

/* The texts of the section, `size` bytes; NULL: the file has none. */
static char *read_section(int fd, const ElfW(Ehdr) * head, size_t *size)
{
    ElfW(Shdr) *all = (void *)part(fd, head->e_shoff, (size_t)head->e_shnum * sizeof *all,
                                   MOST_SECTIONS * sizeof *all);
    char *names = NULL, *text = NULL;
    size_t n_names = 0;

    if (all && head->e_shstrndx < head->e_shnum) {
        n_names = all[head->e_shstrndx].sh_size;
        names = part(fd, all[head->e_shstrndx].sh_offset, n_names, MOST_NAMES);
    }
    for (unsigned k = 0; names && !text && k < head->e_shnum; k++)
        if (all[k].sh_name < n_names && all[k].sh_type == SHT_PROGBITS &&
            !(all[k].sh_flags & SHF_COMPRESSED) &&
            strcmp(names + all[k].sh_name, TCR_REFUSED_SECTION) == 0) {
            *size = all[k].sh_size;
            text = part(fd, all[k].sh_offset, *size, MOST_TEXT);
        }
    free(names);
    free(all);
    return text;
}

static char *read_file(const char *path, size_t *size)
{
    const int fd = tcr_fd_above_streams(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    ElfW(Ehdr) head;
    struct stat st;
    char *text = NULL;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
        pread(fd, &head, sizeof head, 0) == (ssize_t)sizeof head &&
        memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_shentsize == sizeof(ElfW(Shdr)))
        text = read_section(fd, &head, size);
    close(fd);
    return text;
}

struct walk {
    void (*each)(void *of, const char *text);
    void *of;
    bool first;
};

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    struct walk *w = data;
    const char *path = w->first ? "/proc/self/exe" : info->dlpi_name;
    size_t n = 0;
    char *text = path && *path == '/' ? read_file(path, &n) : NULL;

    (void)size;
    w->first = false;
    for (const char *at = text; at && at < text + n; at += strlen(at) + 1)
        if (*at && at + strlen(at) < text + n)
            w->each(w->of, at);
    free(text);
    return 0;
}

void tcr_refused_each(void (*each)(void *of, const char *text), void *of)
{
    struct walk w = {each, of, true};

    dl_iterate_phdr(look, &w);
}
