/* SPDX-License-Identifier: MIT */
/* emit_descriptor.c: the static tables that describe a unit and its regions to
 * the runtime (tcr_region.h), as C. */
#include "emit_host.h"

#include <string.h>

#include "../access/dependence.h"
#include "../front/data.h"
#include "../../spec/contract.h"

struct layout {
    size_t at;
    const char *want; /* field whose offset is asked for */
    size_t found;
};

static void layout_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                         const void *ctx)
{
    (void)out;
    struct layout *l = (struct layout *)ctx;
    size_t size = pointer ? 8 : (size_t)type->size;
    size_t align = !pointer && type->kind == TYPE_RECORD ? type->record->align : size;
    l->at = (l->at + align - 1) / align * align;
    if (l->want && strcmp(name, l->want) == 0)
        l->found = l->at;
    l->at += size;
}

static size_t field_offset(const struct region *r, const char *name)
{
    struct layout l = {.want = name};
    emit_fields(r, NULL, layout_field, &l);
    return l.found;
}

size_t emit_args_size(const struct region *r)
{
    struct layout l = {0};
    emit_fields(r, NULL, layout_field, &l);
    return (l.at + 7) / 8 * 8; /* records of greater alignment: refused by emit_host */
}

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

bool emit_has_host(const struct region *r)
{
    return !r->refused || (emit_openmp_legal(r) && !r->keeps_text);
}

void emit_host_prelude(struct region **regions, size_t n, struct buf *out)
{
    for (size_t i = 0; i < n; i++)
        if (directive_is_data(regions[i]->dir)) {
            emit_data_declaration(regions[i], out);
        } else if (emit_has_host(regions[i])) {
            int id = regions[i]->id;
            buf_printf(out, "static struct tcr_region tcr_region_%d;\n", id);
            emit_own_declaration(regions[i], out);
            if (regions[i]->site.unlisted)
                buf_printf(out,
                           "static __inline__ struct tcr_region *tcr_at_%d(void) "
                           "{ return &tcr_region_%d; }\n",
                           id, id);
        }
}

/* For the message of an update outside of them. */
static const char *copied_names(const struct region *r)
{
    const char *names = "";
    for (size_t i = 0; i < r->n_reductions; i++)
        if (r->reductions[i].section && r->reductions[i].section->copies)
            names = ir_printf("%s%s'%s'", names, *names ? " or " : "", r->reductions[i].text);
    return names;
}

static void var_table(const struct region *r, struct buf *out)
{
    int *order;
    size_t n = emit_var_order(r, &order);
    if (n == 0)
        return;
    buf_printf(out, "static const struct tcr_var tcr_vars_%d[] = {", r->id);
    for (size_t k = 0; k < n; k++) {
        const struct reduction *red = order[k] >= 0 ? &r->reductions[order[k]] : NULL;
        buf_add(out, k ? ", {" : "{");
        emit_c_string(out, red ? red->text : copied_names(r));
        buf_printf(out, ", %d, %d}", red ? (int)red->op : (int)TCR_LOR,
                   red ? (int)emit_number_type(red) : (int)TCR_BOOL);
    }
    buf_add(out, "};\n");
}

/* What the variables are made of; false: every one is a number. */
static bool shape_table(const struct region *r, struct buf *out)
{
    int *order;
    size_t n = emit_var_order(r, &order);
    if (!emit_has_several(r))
        return false;
    buf_printf(out, "static const struct tcr_shape tcr_shapes_%d[] = {", r->id);
    for (size_t k = 0; k < n; k++) {
        const struct reduction *red = order[k] >= 0 ? &r->reductions[order[k]] : NULL;
        bool exact = red && reproducible_sum(r, red);
        unsigned flags = exact                                  ? (unsigned)TCR_SHAPE_EXACT
                         : !red                                 ? (unsigned)TCR_SHAPE_STRAY
                         : !emit_is_several(red)                ? 0
                         : red->section && red->section->copies ? (unsigned)TCR_SHAPE_COPIES
                                                                : (unsigned)TCR_SHAPE_MANY;
        buf_printf(out, "%s{%u, %lld}", k ? ", " : "", flags,
                   exact ? TCR_EXACT_SLOTS
                   : red ? emit_numbers(red)
                         : 1);
    }
    buf_add(out, "};\n");
    return true;
}

static void base_table(const struct region *r, struct buf *out)
{
    if (!r->n_bases)
        return;
    buf_printf(out, "static const struct tcr_base tcr_bases_%d[] = {", r->id);
    for (size_t i = 0; i < r->n_bases; i++) {
        const struct base *b = &r->bases[i];
        buf_add(out, i ? ",\n    {" : "\n    {");
        emit_c_string(out, b->shown);
        buf_printf(
            out, ", %lld, %zu, %d, %d, %d, %lld, %zu}", b->elem->size > 0 ? b->elem->size : 1,
            b->name ? field_offset(r, b->name) : 0, (int)b->map,
            (b->rows ? TCR_BASE_ROWS : 0) | (b->parent >= 0 ? TCR_BASE_CHILD : 0) |
                (b->written ? TCR_BASE_WRITTEN : 0) | (b->checked ? TCR_BASE_CHECKED : 0) |
                (b->owned ? TCR_BASE_OWNED : 0) | (b->owned && b->joint ? TCR_BASE_JOINT : 0),
            b->parent, b->pointer_at, b->checked ? field_offset(r, emit_range_field(i)) : 0);
    }
    buf_add(out, "};\n");
}

static unsigned region_flags(const struct region *r)
{
    unsigned flags = r->mapped && region_writes(r) ? TCR_REGION_WRITES : 0;
    flags |= flags && dependence_proved(r) ? TCR_REGION_PROVED : 0;
    flags |= r->ends ? TCR_REGION_ENDS : 0;
    flags |= r->has_host_path ? TCR_REGION_HOST_PATH : 0;
    flags |= r->unordered ? TCR_REGION_UNORDERED : 0;
    flags |= r->sees_nan && !r->refused ? TCR_REGION_NAN : 0;
    for (size_t i = 0; i < r->n_bases; i++)
        if (r->bases[i].map == TCR_MAP_DEVICEPTR && !r->refused)
            return flags | TCR_REGION_FORCE_DEVICE;
    return flags | (r->n_lastprivates && !r->refused ? TCR_REGION_LAST_ON_HOST : 0);
}

void emit_host_descriptors(struct region *const *regions, size_t n, const char *file,
                           const char *device_flags, bool has_images, struct buf *out)
{
    buf_add(out, "__attribute__((used)) static const char *tcr_needed = &tcr_link_with_tcr_cc;\n");
    buf_printf(out, "static struct tcr_unit tcr_unit = {%d, %s, ", TCR_ABI_VERSION,
               has_images ? "sizeof(tcr_images) / sizeof(tcr_images[0])" : "0");
    emit_c_string(out, file);
    buf_printf(out, ", %s, tcr_device_text, ", has_images ? "tcr_images" : "0");
    emit_c_string(out, device_flags);
    buf_add(out, ", 0};\n");
    emit_own_definitions(regions, n, out);
    for (size_t i = 0; i < n; i++) {
        struct region *r = regions[i];
        if (directive_is_data(r->dir))
            emit_data_descriptor(r, out);
        if (directive_is_data(r->dir) || !emit_has_host(r))
            continue;
        struct source_pos pos = source_position(r->src, r->pragma->begin);
        bool device = !r->refused, bases = device || emit_has_order(r);
        var_table(r, out);
        bool shapes = device && shape_table(r, out);
        int *order;
        size_t n_vars = emit_var_order(r, &order);
        if (bases)
            base_table(r, out);
        buf_printf(out, "static struct tcr_region tcr_region_%d = {&tcr_unit, \"%s\", ", r->id,
                   emit_kernel_name(r));
        emit_c_string(out, pos.file);
        buf_printf(out, ", %u, %u, %zu, %zu, %s, %s, %zu, %ld, %g, 0, %s, %zu};\n", pos.line,
                   region_flags(r), n_vars, bases ? r->n_bases : (size_t)0,
                   n_vars ? ir_printf("tcr_vars_%d", r->id) : "0",
                   bases && r->n_bases ? ir_printf("tcr_bases_%d", r->id) : "0",
                   device ? emit_args_size(r) : (size_t)0, r->dir->block, r->ops_flat,
                   shapes ? ir_printf("tcr_shapes_%d", r->id) : "0",
                   device && emit_checks(r) ? field_offset(r, emit_astray_field()) : (size_t)0);
    }
}
