/* SPDX-License-Identifier: MIT */
/* plan_tiles.c: how the kernels of each architecture combine a variable (spec/tiles.def). */
#include "plan_private.h"

#include <string.h>

#include "../images/images.h"
#include "../../spec/contract.h"

enum tile_kind { TILE_F64, TILE_FLOATS, TILE_COLUMNS, TILE_F32, TILE_F16, TILE_BF16, TILE_INT };

static const struct tile {
    enum tile_kind kind;
    unsigned least, most; /* architectures */
    long long values;     /* of a lane at once */
    const char *word, *title;
} tiles[] = {
#define TILE(kind, file, least, most, values, uses, word, title)                                   \
    {TILE_##kind, least, most, values, word, title},
#include "../../spec/tiles.def"
#undef TILE
};

/* ---- values of a lane at once ---- */

/* Bytes of registers that the values of one iteration take (kernels/vars.cuh). */
static long long value_bytes(const struct plan *p)
{
    long long bytes = 0;
    for (size_t k = 0; k < p->n_vars; k++) {
        const struct plan_reduction *red = p->vars[k];
        if (red && red->copies)
            break;
        long long size = red ? red->numbers * (long long)scalar_of(red->type)->size : 1;
        bytes += size < 4 ? 4 : size;
    }
    return bytes;
}

/* Of a loop with streams, as struct tcr_share_of_tile has it (kernels/reduce.cuh). */
static long long held_at_once(const struct plan *p, long long bytes)
{
    long long least = 8, sum = 0;
    for (size_t k = 0; k < p->n_streams; k++) {
        long long size = p->streams[k]->type->size;
        least = size < least ? size : least;
        sum += size;
    }
    long long together = TCR_STREAM_TOGETHER(least, sum, bytes), group = together;
    long long wanted = TCR_LANE_BYTES / sum;
    long long held = wanted < together ? together : wanted / together * together;
    while (group > 1 && group * bytes > 128)
        group /= 2;
    return held * sum <= 160 && group * bytes <= 128 ? group : TCR_UNROLL_OF(bytes);
}

long long plan_at_once(const struct plan *p)
{
    long long bytes = value_bytes(p);
    bool heavy = p->r->ops > TCR_HEAVY_OPERATIONS;
    return p->kernel == PLAN_KERNEL_STREAMS             ? held_at_once(p, bytes)
           : p->kernel == PLAN_KERNEL_PLAIN             ? TCR_UNROLL_OF(bytes)
           : p->kernel == PLAN_KERNEL_UPDATES && !heavy ? TCR_UPDATES_AT_ONCE
                                                        : 1;
}

/* ---- tiles ---- */

static enum tile_kind kind_of(const struct plan_reduction *red)
{
    switch (red->type) {
    case TCR_F64:
        return red->form == PLAN_FORM_FLOATS                         ? TILE_FLOATS
               : red->grouped || (red->several && red->numbers != 2) ? TILE_COLUMNS
                                                                     : TILE_F64;
    case TCR_F32:
        return TILE_F32;
    case TCR_F16:
        return TILE_F16;
    case TCR_BF16:
        return TILE_BF16;
    default:
        return TILE_INT;
    }
}

static const struct tile *find(enum tile_kind kind, unsigned arch, long long values)
{
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        if (tiles[i].kind == kind && arch >= tiles[i].least && arch <= tiles[i].most &&
            values >= tiles[i].values)
            return &tiles[i];
    return kind == TILE_FLOATS ? find(TILE_F64, arch, values) : NULL;
}

struct plan_path plan_path(const struct plan *p, const struct plan_reduction *red, unsigned arch)
{
    const struct tile *t;
    switch (red->form) {
    case PLAN_FORM_NONE:
        return (struct plan_path){"host", "host"};
    case PLAN_FORM_EXACT:
        return (struct plan_path){"exact-f64", "exact, in FP64"};
    case PLAN_FORM_SUM:
    case PLAN_FORM_FLOATS:
        if (p->kernel == PLAN_KERNEL_AHEAD)
            break;
        t = find(kind_of(red), arch & ~(unsigned)IMAGES_COMPUTE, p->at_once);
        if (t)
            return (struct plan_path){t->word, t->title};
        break;
    default:
        break;
    }
    return (struct plan_path){"cuda-cores", "CUDA cores"};
}

size_t plan_archs(const struct plan *p, const unsigned **list)
{
    static const unsigned simulated = 90; /* which has no other (kernels/intrinsics.cuh) */
    const struct facts *f = p->r->facts;
    *list = f->n_archs ? f->archs : &simulated;
    return f->n_archs ? f->n_archs : 1;
}

const char *plan_arch_name(unsigned arch)
{
    return ir_printf(arch & IMAGES_COMPUTE ? "compute_%u" : "sm_%u",
                     arch & ~(unsigned)IMAGES_COMPUTE);
}

const char *plan_titles(const struct plan *p, const struct plan_reduction *red)
{
    const unsigned *archs;
    size_t n = plan_archs(p, &archs);
    const char *text = "", *last = NULL;
    bool machine = false, same = true;
    for (size_t i = 0; i < n; i++)
        machine |= !(archs[i] & IMAGES_COMPUTE);
    for (size_t i = 0; i < n; i++) {
        if (machine && archs[i] & IMAGES_COMPUTE) /* for cards that the others are not for */
            continue;
        const char *title = plan_path(p, red, archs[i]).title;
        bool again = last && strcmp(title, last) == 0;
        same &= !last || again;
        text = again ? ir_printf("%s and %s", text, plan_arch_name(archs[i]))
                     : ir_printf("%s%s%s on %s", text, last ? ", " : "", title,
                                 plan_arch_name(archs[i]));
        last = title;
    }
    return same ? last : text;
}
