/* SPDX-License-Identifier: MIT */
/* unit_device.c: the device text of a unit, and its images. */
#include "unit.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "images/cache.h"
#include "text/text.h"
#include "ir/refusal.h"

/* Has the region device code? */
static bool on_device(const struct region *r)
{
    return !r->refused && !directive_is_data(r->dir);
}

size_t unit_device_regions(const struct unit *u)
{
    size_t n = 0;
    for (size_t i = 0; i < u->n_regions; i++)
        n += on_device(u->regions[i]);
    return n;
}

char *unit_device_text(const struct unit *u, size_t only)
{
    struct buf text = {0};
    buf_add(&text, "#include \"tcr_device.cuh\"\n");
    for (size_t i = 0; i < u->n_regions; i++)
        if (on_device(u->regions[i]) && (only == SIZE_MAX || only == i))
            buf_add(&text, u->device[i]);
    return buf_take(&text);
}

/* Look for the images that `compiler` has made of this text; *key is their key in the cache. */
static bool find_kept(struct unit *u, const char *text, const char *compiler, struct cache_key *key)
{
    const struct options *o = &u->opt;
    *key = cache_key_of(text, o->device_flags, o->archs, o->n_archs, o->ptx, compiler);
    return cache_get(key, &u->images);
}

/* From the cache, if they are there: then the device compiler need not be loaded. */
static int compile(struct unit *u, const char *text, char **log)
{
    const struct options *o = &u->opt;
    char *compiler = NULL, *loaded = NULL;
    struct cache_key key;
    bool kept = false;
    int err = 0;
    *log = NULL;
    if (!cache_is_off() && images_identity(&compiler) == 0) {
        kept = find_kept(u, text, compiler, &key);
        if (!kept && images_true_identity(&loaded) == 0 && strcmp(loaded, compiler) != 0)
            kept = find_kept(u, text, loaded, &key);
    }
    if (!kept)
        err = images_compile(text, o->device_flags, o->archs, o->n_archs, o->ptx, &u->images, log);
    if (!kept && !err && loaded)
        cache_put(&key, &u->images);
    free(compiler);
    free(loaded);
    return err;
}

/* The device compiler rejects the unit: which regions are to blame?  They stay
 * on the host; the others need not. */
static void refuse_rejected(struct unit *u)
{
    for (size_t i = 0; i < u->n_regions; i++) {
        char *text = unit_device_text(u, i), *log = NULL;
        struct image_list images = {0};
        struct region *r = u->regions[i];
        unsigned arch = u->opt.n_archs ? u->opt.archs[0] : 80 | IMAGES_COMPUTE;
        if (on_device(r) &&
            images_compile(text, u->opt.device_flags, &arch, 1, false, &images, &log) == -EINVAL) {
            const char *error = log ? strstr(log, "error") : NULL;
            refuse_device(r, r->pragma->begin, CODE_DEVICE_COMPILER,
                          "its device code was not accepted (a fault of tcr; please report it): "
                          "%.*s",
                          error ? (int)strcspn(error, "\n") : 0, error ? error : "");
            plan_make(u->plans[i], r);
            refusal_say(&u->diag, r);
        }
        images_free(&images);
        free(log);
        free(text);
    }
}

void unit_compile_images(struct unit *u, char **text)
{
    if (!unit_device_regions(u) || u->opt.host_only || (u->opt.n_archs == 0 && !u->opt.ptx))
        return;
    char *log = NULL;
    const char *home = images_missing_home();
    bool quiet = u->opt.quiet || u->opt.style.form >= DIAG_JSON; /* -w; only programs listen */
    if (home && !quiet)
        fprintf(stderr, "tcr-rewrite: warning: TCR_CUDA_HOME is ignored: '%s' is not a directory\n",
                home);
    int err = compile(u, *text, &log);
    if (err == -EINVAL) {
        free(log);
        free(*text);
        log = NULL;
        refuse_rejected(u);
        *text = unit_device_text(u, SIZE_MAX);
        err = unit_device_regions(u) ? compile(u, *text, &log) : 0;
    }
    u->has_images = err == 0 && u->images.n > 0;
    if (err && quiet)
        ;
    else if (err == -ENOENT)
        fprintf(stderr,
                "tcr-rewrite: note: %s: no CUDA Toolkit (NVRTC) here; the loops of this "
                "object run on the host\n",
                u->src.main_file);
    else if (err)
        fprintf(stderr,
                "tcr-rewrite: warning: %s: the device code could not be compiled; its "
                "loops run on the host: %s\n",
                u->src.main_file, log ? log : strerror(-err));
    free(log);
}
