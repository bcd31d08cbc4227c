/* SPDX-License-Identifier: MIT */
/* emit_descriptor.c: the static tables that describe a unit and its regions to
 * the runtime (tcr_region.h), as C. */
#include "emit_host.h"

#include "../../spec/contract.h"

void emit_c_string(struct buf *out, const char *s)
{
    buf_add(out, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            buf_printf(out, "\\%c", *s);
        else if ((unsigned char)*s < 32)
            buf_printf(out, "\\%03o", (unsigned char)*s);
        else
            buf_addn(out, s, 1);
    }
    buf_add(out, "\"");
}

void emit_host_prelude(struct plan *const *plans, size_t n, struct buf *out)
{
    for (size_t i = 0; i < n; i++) {
        int id = plans[i]->r->id;
        if (directive_is_data(plans[i]->r->dir))
            emit_data_declaration(plans[i], out);
        if (!plans[i]->has_host)
            continue;
        buf_printf(out, "static struct tcr_region tcr_region_%d;\n", id);
        emit_own_declaration(plans[i], out);
        if (plans[i]->r->site.unlisted)
            buf_printf(out,
                       "static __inline__ struct tcr_region *tcr_at_%d(void) "
                       "{ return &tcr_region_%d; }\n",
                       id, id);
    }
}

/* For the message of an update outside of them. */
static const char *copied_names(const struct plan *p)
{
    const char *names = "";
    for (size_t i = 0; i < p->r->n_reductions; i++)
        if (p->reductions[i].copies)
            names = ir_printf("%s%s'%s'", names, *names ? " or " : "", p->reductions[i].of->text);
    return names;
}

static void var_table(const struct plan *p, struct buf *out)
{
    if (!p->n_vars)
        return;
    buf_printf(out, "static const struct tcr_var tcr_vars_%d[] = {", p->r->id);
    for (size_t k = 0; k < p->n_vars; k++) {
        const struct plan_reduction *red = p->vars[k];
        buf_add(out, k ? ", {" : "{");
        emit_c_string(out, red ? red->of->text : copied_names(p));
        buf_printf(out, ", %d, %d}", red ? (int)red->of->op : (int)TCR_LOR,
                   red ? (int)red->type : (int)TCR_BOOL);
    }
    buf_add(out, "};\n");
}

/* What the variables are made of; false: every one is a number. */
static bool shape_table(const struct plan *p, struct buf *out)
{
    if (!p->several)
        return false;
    unsigned copies = TCR_SHAPE_COPIES;
    if (p->kernel == PLAN_KERNEL_UPDATES)
        copies |= TCR_SHAPE_UPDATES;
    buf_printf(out, "static const struct tcr_shape tcr_shapes_%d[] = {", p->r->id);
    for (size_t k = 0; k < p->n_vars; k++) {
        const struct plan_reduction *red = p->vars[k];
        unsigned flags = !red            ? (unsigned)TCR_SHAPE_STRAY
                         : red->exact    ? (unsigned)TCR_SHAPE_EXACT
                         : !red->several ? 0
                         : red->copies   ? copies
                                         : (unsigned)TCR_SHAPE_MANY;
        buf_printf(out, "%s{%u, %lld}", k ? ", " : "", flags,
                   !red         ? 1
                   : red->exact ? TCR_EXACT_SLOTS
                                : red->numbers);
    }
    buf_add(out, "};\n");
    return true;
}

static void base_table(const struct plan *p, struct buf *out)
{
    if (!p->r->n_bases)
        return;
    buf_printf(out, "static const struct tcr_base tcr_bases_%d[] = {", p->r->id);
    for (size_t i = 0; i < p->r->n_bases; i++) {
        const struct base *b = &p->r->bases[i];
        buf_add(out, i ? ",\n    {" : "\n    {");
        emit_c_string(out, b->shown);
        buf_printf(out, ", %lld, %zu, %d, %d, %d, %lld, %zu}",
                   b->elem->size > 0 ? b->elem->size : 1, b->name ? plan_offset(p, b->name) : 0,
                   (int)b->map,
                   (b->rows ? TCR_BASE_ROWS : 0) | (b->parent >= 0 ? TCR_BASE_CHILD : 0) |
                       (b->written ? TCR_BASE_WRITTEN : 0) | (b->checked ? TCR_BASE_CHECKED : 0) |
                       (b->owned ? TCR_BASE_OWNED : 0) |
                       (b->owned && region_unmarked(p->r, b) ? TCR_BASE_JOINT : 0),
                   b->parent, b->pointer_at, b->checked ? plan_offset(p, plan_range_field(i)) : 0);
    }
    buf_add(out, "};\n");
}

static const char *scale(const struct plan *p, const struct plan_scale *s)
{
    return ir_printf("{%a, %d, %d}", s->k, s->field ? (int)plan_offset(p, s->field) : -1,
                     (int)s->type);
}

static void product_table(const struct plan *p, struct buf *out)
{
    const struct plan_product *x = p->product;
    buf_printf(out,
               "static const struct tcr_product tcr_product_%d = {\"%s\", %d, %zu, %zu, %zu, %d, "
               "%u, %u, %u, %s, %s, %s, %d, 0, %a};\n",
               p->r->id, plan_product_kernel(p), (int)x->type, x->a, x->b, x->c, x->init, x->loops,
               x->init_loops, x->sum_loops, scale(p, &x->alpha), scale(p, &x->beta),
               x->precision ? ir_printf("\"%s\"", plan_fast_kernel(p)) : "0", (int)x->precision,
               x->error);
}

static void plain_scan_table(const struct plan *p, struct buf *out)
{
    const struct plan_plain_scan *x = p->plain_scan;
    buf_printf(out,
               "static const struct tcr_plain_scan tcr_plain_scan_%d = {\"%s\", %d, %zu, %zu, %zu, "
               "%d};\n",
               p->r->id, plan_plain_kernel(p), (int)x->type, x->x, x->y,
               plan_offset(p, "tcr_first0"), p->r->scan->exclusive);
}

static unsigned region_flags(const struct plan *p)
{
    unsigned flags = p->r->mapped && p->writes ? TCR_REGION_WRITES : 0;
    bool asks = p->r->scan && p->r->scan->if_apart;
    flags |= flags && p->proved && !asks ? TCR_REGION_PROVED : 0;
    if (flags == TCR_REGION_WRITES && !p->r->scan)
        flags |= TCR_REGION_PROMISED * region_promised(p->r);
    flags |= (p->teams || p->ahead || p->n_keeps) && p->if_apart ? TCR_REGION_IF_APART : 0;
    flags |= p->teams && p->if_apart && p->or_same ? TCR_REGION_OR_SAME : 0;
    flags |= asks ? TCR_REGION_IF_APART : 0;
    flags |= p->flat ? TCR_REGION_FLAT : 0;
    flags |= p->teams && !p->columns ? TCR_REGION_BY_ROWS : 0;
    flags |= p->packed ? TCR_REGION_PACKED : 0;
    flags |= p->missed ? TCR_REGION_MISSED : 0;
    flags |= p->ahead ? TCR_REGION_AHEAD : 0;
    flags |= p->writes && !p->copies ? TCR_REGION_TELLS : 0;
    flags |= p->r->ends ? TCR_REGION_ENDS : 0;
    flags |= p->device && p->r->counts_at_most ? TCR_REGION_AT_MOST : 0;
    flags |= p->r->has_host_path || p->r->outgrows ? TCR_REGION_HOST_PATH : 0;
    flags |= p->r->unordered ? TCR_REGION_UNORDERED : 0;
    flags |= p->r->sees_nan && p->device ? TCR_REGION_NAN : 0;
    flags |= p->r->dir->on_host ? TCR_REGION_HOST_DATA : 0;
    for (size_t i = 0; i < p->r->n_bases; i++)
        if (p->r->bases[i].map == TCR_MAP_DEVICEPTR && p->device)
            return flags | TCR_REGION_FORCE_DEVICE;
    bool repeats = (p->r->n_lastprivates && !p->r->gives_last) || p->r->n_bests;
    return flags | (repeats && p->device ? TCR_REGION_LAST_ON_HOST : 0);
}

void emit_host_descriptors(struct plan *const *plans, size_t n, const char *file,
                           const char *device_flags, bool has_images, struct buf *out)
{
    buf_add(out, "__attribute__((used)) static const char *tcr_needed = &tcr_link_with_tcr_cc;\n");
    buf_printf(out, "static struct tcr_unit tcr_unit = {%d, %s, ", TCR_ABI_VERSION,
               has_images ? "sizeof(tcr_images) / sizeof(tcr_images[0])" : "0");
    emit_c_string(out, file);
    buf_printf(out, ", %s, tcr_device_text, ", has_images ? "tcr_images" : "0");
    emit_c_string(out, device_flags);
    buf_add(out, ", 0};\n");
    emit_own_definitions(plans, n, out);
    for (size_t i = 0; i < n; i++) {
        const struct plan *p = plans[i];
        if (directive_is_data(p->r->dir))
            emit_data_descriptor(p, out);
        if (!p->has_host)
            continue;
        struct source_pos pos = source_position(p->r->src, p->r->pragma->begin);
        bool device = p->device, bases = device || p->has_order;
        var_table(p, out);
        bool shapes = device && shape_table(p, out);
        if (bases)
            base_table(p, out);
        const bool product = device && p->product;
        if (product)
            product_table(p, out);
        const bool plain_scan = device && p->plain_scan;
        if (plain_scan)
            plain_scan_table(p, out);
        buf_printf(out, "static struct tcr_region tcr_region_%d = {&tcr_unit, \"%s\", ", p->r->id,
                   p->kernel_name);
        emit_c_string(out, pos.file);
        buf_printf(out,
                   ", %u, %u, %zu, %zu, %s, %s, %zu, %ld, %g, 0, %s, %zu, %d, %g, %lld, %d, %s, "
                   "%s};\n",
                   pos.line, region_flags(p), p->n_vars, bases ? p->r->n_bases : (size_t)0,
                   p->n_vars ? ir_printf("tcr_vars_%d", p->r->id) : "0",
                   bases && p->r->n_bases ? ir_printf("tcr_bases_%d", p->r->id) : "0",
                   device ? p->args_size : (size_t)0, p->r->dir->block, p->r->ops_flat,
                   shapes ? ir_printf("tcr_shapes_%d", p->r->id) : "0",
                   device && p->checks ? plan_offset(p, plan_astray_field()) : (size_t)0,
                   !p->teams            ? (int)TCR_TEAM_NONE
                   : p->trips_range < 0 ? (int)TCR_TEAM_ASKED
                                        : (int)TCR_TEAM_LOOP + p->trips_range,
                   p->r->work, p->scan_each, p->r->id,
                   product ? ir_printf("&tcr_product_%d", p->r->id) : "0",
                   plain_scan ? ir_printf("&tcr_plain_scan_%d", p->r->id) : "0");
    }
}
