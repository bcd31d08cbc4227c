/* SPDX-License-Identifier: MIT */
/* product_run.c: who computes a product of matrices: the vendor's library, or the kernels of
 * kernels/product.cuh and, where the program allows less precision, product_parts.cuh and
 * product_level.cuh; or the host, in tiles. */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "../../base/precision.h"
#include "../../spec/contract.h"
#include "../device/code.h"
#include "../device/device.h"
#include "../device/pool.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/trace.h"
#include "../matmul/product_host.h"
#include "product.h"
#include "region.h"

/* The kernels' tiles, the best ones first, and how long a multiprocessor takes for one, in units of
 * the first one's time: measured on one H100. */
struct shape {
    unsigned rows, columns, flag;
    double time;
};
enum { SMALL = TCR_PRODUCT_SMALL_TILE, LARGE = TCR_PRODUCT_TILE, SHAPES = 3 };
static const struct shape full[SHAPES] = {{LARGE, LARGE, 0, 1},
                                          {LARGE, SMALL, TCR_PRODUCT_MIDDLE, 0.61},
                                          {SMALL, SMALL, TCR_PRODUCT_SMALL, 0.41}};
static const struct shape level[] = {{SMALL, SMALL, TCR_PRODUCT_SMALL, 1}};
static const struct shape parts[SHAPES] = {{LARGE, 2 * LARGE, TCR_PRODUCT_WIDE, 1},
                                           {LARGE, LARGE, 0, 0.57},
                                           {LARGE, SMALL, TCR_PRODUCT_MIDDLE, 0.39}};
/* Multiplications, and terms of a sum, with fewer of which the host's own loop is as fast as tiles,
 * which are copied first. */
#define LEAST_ON_HOST (96.0 * 96 * 96)
enum { LEAST_SUM_ON_HOST = 32 };
enum { FAST_ARCH = 80 }; /* and later ones have the tensor cores of product_level.cuh */
/* Multiplications from which on the two launches of product_parts.cuh are faster; and, so that it
 * sees them, on a device that judges what kernels do. */
#define LEAST_IN_PARTS (768.0 * 768 * 768)
#define LEAST_JUDGED (50.0 * 50 * 50)
enum { MOST_TERMS = 1 << 28 }; /* whose bytes an int holds */

static long long tiles(const struct tcr_product_args *a, const struct shape *of)
{
    const long long down = (a->m + of->rows - 1) / of->rows;
    const long long across = (a->n + of->columns - 1) / of->columns;
    long long all;

    return __builtin_mul_overflow(down, across, &all) || __builtin_mul_overflow(all, a->batch, &all)
               ? INT64_MAX
               : all;
}

/* Bytes of shared memory for a slab of each matrix. */
static unsigned stage_of(const struct tcr_product_call *of, const struct shape *s)
{
    const unsigned products = tcr_precision_products(of->precision);

    return of->precision == TCR_PRECISION_FULL
               ? TCR_PRODUCT_STAGE(s->rows, s->columns, of->type == TCR_F64 ? 8 : 4)
               : TCR_PARTS_STAGE(products, s->rows, s->columns);
}

/* Slabs that a tile has in shared memory; fewer than 2: there is no room.  More than these, of
 * three products and in full, made nothing faster. */
static unsigned stages_of(const struct tcr_product_call *of, const struct shape *s)
{
    const bool few =
        of->precision == TCR_PRECISION_FULL || tcr_precision_products(of->precision) > 2;
    const unsigned all = tcr_properties.shared / stage_of(of, s);
    const unsigned most = few ? 2 : TCR_PARTS_STAGES;

    return all < most ? all : most;
}

/* The fastest of the shapes that there is room for; NULL: there is none.  The device makes as many
 * tiles at a time as it has multiprocessors. */
static const struct shape *choose(const struct tcr_product_call *of, const struct shape *shapes,
                                  size_t n)
{
    const long long at_once = tcr_properties.multiprocessors;
    const struct shape *best = NULL;
    double least = INFINITY;

    for (size_t k = 0; k < n; k++) {
        const long long all = tiles(&of->args, &shapes[k]);
        const long long turns = all / at_once + (all % at_once != 0);
        const double time = (double)turns * shapes[k].time;

        if (stages_of(of, &shapes[k]) >= 2 && time < least) {
            best = &shapes[k];
            least = time;
        }
    }
    return best;
}

/* Is each product one for a warp? */
static bool is_little(const struct tcr_product_call *of)
{
    const struct tcr_product_args *a = &of->args;

    return of->precision != TCR_PRECISION_FULL && a->m <= TCR_LITTLE && a->n <= TCR_LITTLE &&
           a->k <= TCR_LITTLE;
}

static unsigned blocks_of(double all)
{
    return all < INT32_MAX ? (unsigned)all : INT32_MAX;
}

static int launch_tiles(const struct tcr_product_call *of, void *kernel, void *stream)
{
    const bool is_full = of->precision == TCR_PRECISION_FULL, little = is_little(of);
    const struct shape *shape = is_full ? choose(of, full, SHAPES) : level;
    const unsigned products = tcr_precision_products(of->precision);
    const int warps = TCR_PRODUCT_THREADS / TCR_WARP;
    struct tcr_product_args args = of->args;
    const long long all =
        little ? args.batch / warps + (args.batch % warps != 0) : tiles(&args, shape);
    struct tcr_launch l = {.function = kernel,
                           .stream = stream,
                           .replay = of->replay,
                           .blocks = blocks_of((double)all),
                           .threads = TCR_PRODUCT_THREADS,
                           .args = &args,
                           .arg_size = sizeof args};

    args.flags |= little ? TCR_PRODUCT_LITTLE : shape->flag;
    l.shared = little    ? 0
               : is_full ? stages_of(of, shape) * stage_of(of, shape)
                         : TCR_LEVEL_SHARED(shape->rows, 1 + products);
    return tcr_backend->launch(&l);
}

/* ---- in parts ---- */

/* What a large product's workspace has, and where. */
struct room {
    struct tcr_product_parts parts;
    bool library;
    size_t sums;  /* what the library makes, if C is read besides; 0: C itself */
    size_t bytes; /* of all; 0: none is wanted */
};

/* Tiles for it; NULL: there is no room. */
static const struct shape *choose_parts(const struct tcr_product_call *of)
{
    const bool wide = tcr_precision_products(of->precision) < 3;

    return wide ? choose(of, parts, SHAPES) : choose(of, parts + 1, SHAPES - 1);
}

static bool is_large(const struct tcr_product_call *of)
{
    const struct tcr_product_args *a = &of->args;
    const double least = tcr_backend->flags & TCR_BACKEND_JUDGES ? LEAST_JUDGED : LEAST_IN_PARTS;

    return of->precision != TCR_PRECISION_FULL && !is_little(of) && a->k <= MOST_TERMS &&
           (double)a->m * (double)a->n * (double)a->k * (double)a->batch >= least &&
           choose_parts(of);
}

/* Are its sums to be the library's, if it will have them?  C's rows or columns must be next to each
 * other. */
static bool wants_library(const struct tcr_product_call *of, bool library)
{
    return library && tcr_backend->product && tcr_config.blas != TCR_BLAS_OFF &&
           tcr_precision_chain(of->precision) > 0 && (of->args.c_m == 1 || of->args.c_n == 1);
}

/* From the start of device memory on, or, to see how much that is, from 0. */
static struct room lay_out(const struct tcr_product_call *of, bool library, uintptr_t from)
{
    const struct tcr_product_args *a = &of->args;
    const unsigned products = tcr_precision_products(of->precision);
    const long long pitch = TCR_PARTS_PITCH(a->k, tcr_precision_bytes(of->precision));
    const double elements = (double)a->batch * (double)a->m * (double)a->n;
    const double all = (double)a->batch * ((double)a->m + (double)a->n) * 2 * (double)pitch;
    struct room r = {.bytes = 0};
    size_t end = TCR_PARTS_HEAD;

    if (all + 4 * elements > (double)tcr_properties.memory / 4)
        return r;
    r.parts.pitch = pitch;
    r.parts.a = from + end;
    r.parts.a_plane = a->batch * a->m * pitch;
    end += (size_t)r.parts.a_plane * (products > 1 ? 2 : 1);
    r.parts.b = from + end;
    r.parts.b_plane = a->batch * a->n * pitch;
    end += (size_t)r.parts.b_plane * (products > 2 ? 2 : 1);
    end = (end + 255) / 256 * 256;
    r.library = wants_library(of, library);
    if (r.library) {
        r.parts.room = (void *)(from + end);
        end += tcr_backend->product_room;
        if (!(a->flags & TCR_PRODUCT_SETS)) {
            r.sums = from + end;
            end += (size_t)(4 * elements);
        }
    }
    r.bytes = end;
    return r;
}

/* The tiles are stored by rows, so of a C whose columns are in one piece it is the transposed one.
 */
static struct tcr_product_call by_rows(const struct tcr_product_call *asked)
{
    struct tcr_product_call of = *asked;

    if (of.args.c_m == 1 && of.args.c_n != 1)
        tcr_product_turn(&of.args);
    return of;
}

size_t tcr_product_room(const struct tcr_product_call *asked,
                        const struct tcr_product_kernels *kernels, bool library)
{
    const struct tcr_product_call of = by_rows(asked);

    return kernels->split && is_large(&of) ? lay_out(&of, library, 0).bytes : 0;
}

static int split(const struct tcr_product_call *of, struct tcr_launch *l, bool flagged)
{
    const double side = TCR_SPLIT_SIDE, k = (double)of->args.k;
    struct tcr_product_args args = of->args;
    int error = flagged ? tcr_backend->fill(l->grid.partial, 0, TCR_PARTS_HEAD, l->stream) : 0;

    args.flags |= TCR_PRODUCT_SPLIT;
    l->args = &args;
    l->blocks =
        blocks_of((double)args.batch * (ceil((double)args.m / side) + ceil((double)args.n / side)) *
                  ceil(k / side));
    l->shared = TCR_SPLIT_SHARED;
    return error ? error : tcr_backend->launch(l);
}

static int multiply(const struct tcr_product_call *of, struct tcr_launch *l)
{
    const struct shape *shape = choose_parts(of);
    struct tcr_product_args args = of->args;

    args.flags |= TCR_PRODUCT_PARTS | shape->flag;
    args.stages = stages_of(of, shape);
    l->args = &args;
    l->blocks = blocks_of((double)tiles(&args, shape));
    l->shared = args.stages * stage_of(of, shape);
    return tcr_backend->launch(l);
}

/* By the library, into C or, where that is read, beside it; then what that cannot do. */
static int multiply_by_library(const struct tcr_product_call *of, const struct room *r,
                               struct tcr_launch *l)
{
    const double all = (double)of->args.batch * (double)of->args.m * (double)of->args.n;
    struct tcr_product_call sums = *of;
    struct tcr_product_args args = of->args;
    int error;

    sums.parts = &r->parts;
    if (r->sums) {
        sums.args.c = r->sums;
        sums.args.c_m = args.c_n == 1 ? args.n : 1;
        sums.args.c_n = args.c_n == 1 ? 1 : args.m;
        sums.args.c_batch = args.m * args.n;
        sums.args.alpha = 1;
        sums.args.flags |= TCR_PRODUCT_SETS;
    }
    error = tcr_backend->product(&sums, l->stream);
    if (error)
        return error;
    args.flags |= TCR_PRODUCT_ENDS;
    l->args = &args;
    l->grid.copies = (void *)r->sums;
    l->blocks = blocks_of(ceil(all / TCR_PRODUCT_THREADS / 8));
    l->shared = 0;
    return tcr_backend->launch(l);
}

static int launch_parts(const struct tcr_product_call *asked,
                        const struct tcr_product_kernels *kernels, bool library, void *room,
                        void *stream)
{
    const struct tcr_product_call turned = by_rows(asked), *const of = &turned;
    const struct room r = lay_out(of, library, (uintptr_t)room);
    struct tcr_launch l = {.function = kernels->split,
                           .stream = stream,
                           .threads = TCR_PRODUCT_THREADS,
                           .arg_size = sizeof of->args,
                           .grid = {.partial = room}};
    int error = split(of, &l, r.library);

    if (!error && r.library)
        error = multiply_by_library(of, &r, &l);
    else if (!error)
        error = TCR_PRODUCT_BY_KERNEL;
    if (error != TCR_PRODUCT_BY_KERNEL)
        return error;
    l.function = kernels->main;
    return multiply(of, &l);
}

int tcr_product_queue(const struct tcr_product_call *of, const struct tcr_product_kernels *kernels,
                      bool library, void *room, void *stream)
{
    int error = TCR_PRODUCT_BY_KERNEL;

    if (room)
        return launch_parts(of, kernels, library, room, stream);
    if (tcr_backend->product && library && of->precision == TCR_PRECISION_FULL)
        error = tcr_backend->product(of, stream);
    return error == TCR_PRODUCT_BY_KERNEL ? launch_tiles(of, kernels->main, stream) : error;
}

/* ---- a region's ---- */

bool tcr_product_given(const struct tcr_region *region, const struct tcr_call *call,
                       struct tcr_product_call *of)
{
    if (!region->product || !region->product->given)
        return false;
    *of = (struct tcr_product_call){.type = (enum tcr_type)region->product->type};
    memcpy(&of->args, call->args, sizeof of->args);
    return true;
}

/* The least precision that the program allows for sums so long.  Where both sides are compared it
 * is the full one: what is allowed would hide what is wrong. */
static enum tcr_precision allowed(const struct tcr_product *product, long long k)
{
    const enum tcr_precision p = (enum tcr_precision)product->precision;

    if (!product->fast || tcr_config.compare || tcr_properties.arch < FAST_ARCH ||
        (product->error > 0 &&
         tcr_precision_bound((enum tcr_type)product->type, p, k) > product->error))
        return TCR_PRECISION_FULL;
    return p;
}

int tcr_product_kernels(const struct tcr_region *region, struct tcr_stats *stats,
                        struct tcr_product_call *of, struct tcr_product_kernels *kernels,
                        struct tcr_why *why)
{
    struct tcr_why none = {.wanted = false};

    kernels->split = NULL;
    of->precision = allowed(region->product, of->args.k);
    if (of->precision != TCR_PRECISION_FULL &&
        tcr_code_product(region, stats, TCR_CODE_FAST, &kernels->main, &none) == 0) {
        if (tcr_code_product(region, stats, TCR_CODE_SPLIT, &kernels->split, &none))
            kernels->split = NULL; /* an object of an older compiler */
        return 0;
    }
    of->precision = TCR_PRECISION_FULL; /* PTX for old devices has no other kernel */
    return tcr_code_product(region, stats, TCR_CODE_FULL, &kernels->main, why);
}

/* The device address of an access's first element. */
static uintptr_t placed(const struct tcr_plan *p, unsigned access, uintptr_t offset)
{
    const struct tcr_base *base = &p->region->bases[p->call->accesses[access].base];
    uintptr_t at;

    memcpy(&at, (const char *)p->call->args + base->arg_offset, sizeof at);
    return at + offset;
}

/* The product that a call is, with its matrices' places; false: it is none. */
static bool find(struct tcr_plan *p, struct tcr_product_call *of)
{
    const struct tcr_product *product = p->region->product;

    if (tcr_product_given(p->region, p->call, of))
        return true;
    if (!product || !tcr_product_find(p->region, p->call, of))
        return false;
    of->args.a = placed(p, product->a, of->args.a);
    of->args.b = placed(p, product->b, of->args.b);
    of->args.c = placed(p, product->c, of->args.c);
    return true;
}

/* On the lane's stream, to its end. */
static int run_here(struct tcr_plan *p, struct tcr_lane *lane, const struct tcr_product_call *of,
                    const struct tcr_product_kernels *kernels, struct tcr_why *why)
{
    const struct tcr_region *region = p->region;
    size_t size = tcr_product_room(of, kernels, true);
    void *room = NULL;
    int error, end;

    if (size && tcr_pool_alloc(&room, &size))
        room = NULL;
    error = tcr_product_queue(of, kernels, true, room, lane->stream);
    if (!error) {
        p->started = true;
        tcr_trace(2, "%s:%u: device: a product of %lld by %lld, sums of %lld, %lld times, %s%s",
                  region->file, region->line, of->args.m, of->args.n, of->args.k, of->args.batch,
                  tcr_precision_word(of->precision), room ? ", in parts" : "");
    }
    end = !error || room ? tcr_backend->sync(lane->stream) : 0;
    tcr_pool_free(room, size);
    return error ? tcr_refuse_device(why, error, "launching the product's kernel")
           : end ? tcr_refuse_device(why, end, "running the product's kernel")
                 : 0;
}

int tcr_product_run(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_stats *stats,
                    struct tcr_why *why)
{
    struct tcr_product_call of;
    struct tcr_product_kernels kernels;
    int error;

    if (!find(p, &of))
        return 0;
    error = tcr_product_kernels(p->region, stats, &of, &kernels, why);
    if (error)
        return error;
    of.replay = &lane->replay;
    p->slots = 0;
    tcr_plan_about_to_start(p);
    error = run_here(p, lane, &of, &kernels, why);
    return error ? error : 1;
}

/* ---- on the host ---- */

/* Are its loops long enough for tiles?  (Of no product are lengths other than constants.) */
static bool is_long(const struct tcr_product *product, const struct tcr_call *call)
{
    double terms = 1;

    for (unsigned k = 0; k < call->n_loops; k++)
        if (product->loops >> k & 1)
            terms *= (double)call->loops[k].hi.c0 - (double)call->loops[k].lo.c0 + 1;
    return terms >= LEAST_ON_HOST;
}

/* The product in host memory; false: the loops are to run.  With a number in front of the sum that
 * is 0, or with a C times 0, the loops read what the product would not. */
static bool find_on_host(const struct tcr_region *region, const struct tcr_call *call,
                         struct tcr_product_call *of)
{
    const struct tcr_product *product = region->product;
    struct tcr_product_args *p = &of->args;

    if (!product || tcr_config.compare || !is_long(product, call) ||
        !tcr_product_find(region, call, of) || p->alpha == 0 ||
        (p->beta == 0 && !(p->flags & TCR_PRODUCT_SETS)) || p->k < LEAST_SUM_ON_HOST)
        return false;
    p->a += (uintptr_t)call->base[call->accesses[product->a].base];
    p->b += (uintptr_t)call->base[call->accesses[product->b].base];
    p->c += (uintptr_t)call->base[call->accesses[product->c].base];
    return true;
}

int tcr_region_product(struct tcr_region *region, const struct tcr_call *call)
{
    TCR_NOT_CANCELLED;
    struct tcr_product_call of;
    void *run = NULL;
    bool done = false;

    if (!tcr_come_in())
        return 0;
    if (find_on_host(region, call, &of)) {
        run = tcr_region_host_begin(region, call->n, TCR_REASON_HINDERED, NULL);
        done = tcr_product_host(&of) == 0;
    }
    tcr_go_out();
    if (run)
        tcr_region_host_end(run);
    return done;
}
