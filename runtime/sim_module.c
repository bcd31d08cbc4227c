/*
 * sim_module.c: loads the compiled device text of units, each but once in a
 * process, and from TCR_SIM_CACHE if an earlier process has left it there.
 */
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../include/tcr.h"
#include "sim_compile.h"

/* What has been loaded stays loaded: a unit that comes back is free. */
struct loaded {
    struct loaded *next;
    uint64_t key[2];
    struct tcr_sim_module module;
};
static struct loaded *all;

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
    return 1;
}

/* Open an object and give it the device's table. */
static bool open_object(struct tcr_sim_module *m, const char *path, char message[TCR_SIM_MESSAGE])
{
    struct link_map *map;

    m->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct tcr_sim_table **table = m->handle ? dlsym(m->handle, "tcr_sim") : NULL;
    if (!table || dlinfo(m->handle, RTLD_DI_LINKMAP, &map) != 0) {
        const char *error = dlerror();
        snprintf(message, TCR_SIM_MESSAGE, "%s", error ? error : "not a compiled device text");
        if (m->handle)
            dlclose(m->handle);
        return false;
    }
    *table = &tcr_sim_device_table;
    m->begin = m->end = map->l_addr;
    dl_iterate_phdr(note_extent, m);
    return true;
}

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static bool compile_and_open(struct tcr_sim_module *m, const struct tcr_sim_recipe *recipe,
                             char message[TCR_SIM_MESSAGE])
{
    const char *cache = setting("TCR_SIM_CACHE"), *temporary = setting("TMPDIR");
    char kept[PATH_MAX] = "", unread[TCR_SIM_MESSAGE];
    struct tcr_sim_workshop workshop;

    if (cache &&
        snprintf(kept, sizeof kept, "%s/%016llx%016llx.so", cache,
                 (unsigned long long)recipe->key[0],
                 (unsigned long long)recipe->key[1]) < PATH_MAX &&
        open_object(m, kept, unread))
        return true;
    const char *parent = cache ? cache : temporary ? temporary : "/tmp";
    bool ok = tcr_sim_compile(&workshop, parent, recipe, message) &&
              open_object(m, workshop.object, message);
    if (ok && cache) /* in one step, as other processes may look for it; failing is no harm */
        (void)!rename(workshop.object, kept);
    tcr_sim_compile_clean(&workshop);
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
