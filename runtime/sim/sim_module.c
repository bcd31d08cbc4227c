/* SPDX-License-Identifier: MIT */
/*
 * sim_module.c: loads the compiled device text of units, each but once in a
 * process, and from TCR_SIM_CACHE if an earlier process has left it there.
 *
 * What is loaded becomes a part of the program: a cache is used only where nobody else can
 * have written to it (base/trusted_file.h), and objects are opened in the directory that has
 * been looked at, whatever its path has come to mean.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../../base/env_get.h"
#include "../../base/trusted_file.h"
#include "../../include/tcr.h"
#include "../ground/loading.h"
#include "sim.h"
#include "sim_compile.h"

enum { MOST_BYTES = 1 << 28 }; /* of an object: hundreds of thousands are usual */

/* What has been loaded stays loaded: a unit that comes back is free. */
struct loaded {
    struct loaded *next;
    uint64_t key[2];
    struct tcr_sim_module module;
};
static struct loaded *all;

/* What stays writable once the object is loaded. */
static void note_data(struct tcr_sim_module *m, const struct dl_phdr_info *info)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);

    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_LOAD && p->p_flags & PF_W && m->data == 0) {
            m->data = info->dlpi_addr + p->p_vaddr;
            m->data_end = m->data + p->p_memsz;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t end = (info->dlpi_addr + p->p_vaddr + p->p_memsz) / page * page;
        if (p->p_type == PT_GNU_RELRO && end > m->data)
            m->data = end < m->data_end ? end : m->data_end;
    }
}

/* Where the object lies in memory. */
static int note_extent(struct dl_phdr_info *info, size_t size, void *data)
{
    struct tcr_sim_module *m = data;
    (void)size;
    if (info->dlpi_addr != m->begin)
        return 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t end = info->dlpi_addr + p->p_vaddr + p->p_memsz;
        if (p->p_type == PT_LOAD && end > m->end)
            m->end = end;
    }
    note_data(m, info);
    return 1;
}

/* Open an object and give it the device's table. */
static bool open_object(struct tcr_sim_module *m, const char *path, char message[TCR_SIM_MESSAGE])
{
    struct link_map *map;

    tcr_loading_begin(); /* dlsym() waits for the loader, too */
    m->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct tcr_sim_table **table = m->handle ? dlsym(m->handle, "tcr_sim") : NULL;
    tcr_loading_end();
    if (!table || dlinfo(m->handle, RTLD_DI_LINKMAP, &map) != 0) {
        const char *error = dlerror();
        snprintf(message, TCR_SIM_MESSAGE, "%s", error ? error : "not a compiled device text");
        if (m->handle)
            dlclose(m->handle);
        return false;
    }
    *table = &tcr_sim_device_table;
    m->begin = m->end = map->l_addr;
    m->data = m->data_end = 0;
    dl_iterate_phdr(note_extent, m);
    return true;
}

static const char *setting(const char *name)
{
    const char *value = tcr_env_get(name);
    return value && *value ? value : NULL;
}

/* ---- the cache ---- */

struct cache {
    const char *path; /* NULL: there is none */
    int directory;
    char name[40]; /* of the object */
};

/* Once in a process: the user has named it. */
__attribute__((format(printf, 2, 3))) static void warn(const struct cache *c, const char *fmt, ...)
{
    static bool warned;
    char text[TCR_SIM_MESSAGE];
    va_list ap;

    if (warned)
        return;
    warned = true;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    fprintf(stderr, "tcr: warning: TCR_SIM_CACHE=%s: %s\n", c->path, text);
}

static void cache_open(struct cache *c, const struct tcr_sim_recipe *recipe)
{
    char why[TCR_TRUSTED_WHY];

    c->path = setting("TCR_SIM_CACHE");
    if (!c->path)
        return;
    snprintf(c->name, sizeof c->name, "%016llx%016llx.so", (unsigned long long)recipe->key[0],
             (unsigned long long)recipe->key[1]);
    c->directory = tcr_trusted_directory(c->path, why);
    if (c->directory >= 0)
        return;
    warn(c, "%s; the directory is not used", *why ? why : strerror(errno));
    c->path = NULL;
}

/* The object that an earlier process has left. */
static bool cache_load(struct tcr_sim_module *m, const struct cache *c)
{
    char why[TCR_TRUSTED_WHY], path[PATH_MAX], message[TCR_SIM_MESSAGE];
    size_t size;
    char *bytes = tcr_cache_read(c->directory, c->name, MOST_BYTES, &size, why);

    free(bytes);
    if (!bytes) {
        if (*why)
            warn(c, "%s: %s; it is made again", c->name, why);
        return false;
    }
    if (!tcr_trusted_path(path, sizeof path, c->directory, c->name)) {
        warn(c, "it cannot be used without /proc");
        return false;
    }
    if (open_object(m, path, message))
        return true;
    warn(c, "%s: %s; it is made again", c->name, message);
    return false;
}

/* Failing is no harm. */
static void cache_keep(const struct cache *c, const struct tcr_sim_workshop *w)
{
    char why[TCR_TRUSTED_WHY];
    size_t size;
    char *bytes = tcr_trusted_read(w->fd, w->object, MOST_BYTES, &size, why);

    if (bytes)
        tcr_cache_write(c->directory, c->name, bytes, size, why);
    free(bytes);
}

/* ---- modules ---- */

static bool open_compiled(struct tcr_sim_module *m, const struct tcr_sim_workshop *w,
                          char message[TCR_SIM_MESSAGE])
{
    char path[PATH_MAX + 64];

    if (!tcr_trusted_path(path, sizeof path, w->fd, w->object)) /* no /proc */
        snprintf(path, sizeof path, "%s/%s", w->directory, w->object);
    return open_object(m, path, message);
}

static bool compile_and_open(struct tcr_sim_module *m, const struct tcr_sim_recipe *recipe,
                             char message[TCR_SIM_MESSAGE])
{
    const char *temporary = setting("TMPDIR");
    struct tcr_sim_workshop workshop;
    struct cache cache;
    bool ok;

    cache_open(&cache, recipe);
    ok = cache.path && cache_load(m, &cache);
    if (!ok) {
        bool room = cache.path && faccessat(cache.directory, ".", W_OK | X_OK, 0) == 0;
        const char *parent = room ? cache.path : temporary ? temporary : "/tmp";

        ok = tcr_sim_compile(&workshop, parent, room ? cache.directory : -1, recipe, message) &&
             open_compiled(m, &workshop, message);
        if (ok && cache.path)
            cache_keep(&cache, &workshop);
        tcr_sim_compile_clean(&workshop);
    }
    if (cache.path)
        close(cache.directory);
    return ok;
}

int tcr_sim_module_load(struct tcr_sim_module *module, const struct tcr_unit *unit, unsigned arch,
                        char message[TCR_SIM_MESSAGE])
{
    struct tcr_sim_recipe recipe;

    if (!tcr_sim_recipe_make(&recipe, unit, arch, message))
        return TCR_E_NO_IMAGE;
    for (const struct loaded *l = all; l; l = l->next)
        if (memcmp(l->key, recipe.key, sizeof l->key) == 0) {
            *module = l->module;
            return 0;
        }
    struct loaded *l = malloc(sizeof *l);
    if (!l) {
        snprintf(message, TCR_SIM_MESSAGE, "out of memory");
        return TCR_E_NO_MEMORY;
    }
    if (!compile_and_open(&l->module, &recipe, message)) {
        free(l);
        return TCR_E_NO_IMAGE;
    }
    memcpy(l->key, recipe.key, sizeof l->key);
    l->next = all;
    all = l;
    *module = l->module;
    return 0;
}

void *tcr_sim_module_kernel(const struct tcr_sim_module *module, const char *name)
{
    char symbol[512];
    if (snprintf(symbol, sizeof symbol, "tcr_sim_%s", name) >= (int)sizeof symbol)
        return NULL;
    return dlsym(module->handle, symbol);
}
