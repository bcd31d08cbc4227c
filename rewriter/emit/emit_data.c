/* SPDX-License-Identifier: MIT */
/*
 * emit_data.c: the text of data directives.
 *
 *     {
 *         struct tcr_data_part tcr_part[1] = {{0}};
 *         if (condition) {
 *             tcr_part[0] = ...;
 *             tcr_data_enter(&tcr_data_0, tcr_part);
 *         }
 *         the user's statement
 *         tcr_data_exit(&tcr_data_0, tcr_part);
 *     }
 *
 * for `data`; the others have one call and no statement.
 */
#include "emit.h"

#include "../front/data.h"

static void part(const struct data_item *d, size_t i, struct buf *out)
{
    const char *p = ir_printf("    tcr_part[%zu]", i);
    buf_printf(out, "%s.address = (const volatile void *)%s;\n", p, d->address);
    buf_printf(out, "%s.element = %s;\n", p, d->element);
    if (d->n_levels)
        buf_printf(out, "%s.n_levels = %u;\n", p, d->n_levels);
    for (unsigned k = 0; k < d->n_levels; k++) {
        buf_printf(out, "%s.level[%u].lo = %s;\n", p, k, d->level[k].lo);
        buf_printf(out, "%s.level[%u].length = %s;\n", p, k, d->level[k].length);
        buf_printf(out, "%s.level[%u].extent = %s;\n", p, k, d->level[k].extent);
    }
}

void emit_data(const struct plan *p, struct buf *before, struct buf *after)
{
    const struct directive *dir = p->r->dir;
    const char *call = dir->kind == DIR_EXIT_DATA ? "exit"
                       : dir->kind == DIR_UPDATE  ? "update"
                                                  : "enter";
    if (p->decision != PLAN_DEVICE || !p->r->n_items)
        return;
    struct source_pos pos = source_position(p->r->src, p->r->pragma->begin);
    buf_printf(before, "{ /* tcr: %s:%u: %s */\n", pos.file, pos.line, p->r->pragma->words);
    buf_printf(before, "    struct tcr_data_part tcr_part[%zu] = {{0}};\n", p->r->n_items);
    if (dir->if_expr)
        buf_printf(before, "    if (%s) {\n", dir->if_expr);
    for (size_t i = 0; i < p->r->n_items; i++)
        part(&p->r->items[i], i, before);
    buf_printf(before, "    tcr_data_%s(&tcr_data_%d, tcr_part);\n", call, p->r->id);
    if (dir->if_expr)
        buf_add(before, "    }\n");
    if (dir->kind == DIR_DATA)
        buf_printf(after, "    tcr_data_exit(&tcr_data_%d, tcr_part);\n", p->r->id);
    buf_add(dir->kind == DIR_DATA ? after : before, "}\n");
}

void emit_data_declaration(const struct plan *p, struct buf *out)
{
    if (p->decision == PLAN_DEVICE && p->r->n_items)
        buf_printf(out, "static const struct tcr_data tcr_data_%d;\n", p->r->id);
}

void emit_data_descriptor(const struct plan *p, struct buf *out)
{
    static const enum tcr_data_kind kinds[] = {[DIR_DATA] = TCR_DATA_REGION,
                                               [DIR_ENTER_DATA] = TCR_DATA_ENTER,
                                               [DIR_EXIT_DATA] = TCR_DATA_EXIT,
                                               [DIR_UPDATE] = TCR_DATA_UPDATE};
    const struct directive *dir = p->r->dir;
    if (p->decision != PLAN_DEVICE || !p->r->n_items)
        return;
    buf_printf(out, "static const struct tcr_data_item tcr_items_%d[] = {", p->r->id);
    for (size_t i = 0; i < p->r->n_items; i++) {
        buf_add(out, i ? ", {" : "{");
        emit_c_string(out, p->r->items[i].name);
        buf_printf(out, ", %d}", (int)p->r->items[i].verb);
    }
    struct source_pos pos = source_position(p->r->src, p->r->pragma->begin);
    buf_printf(out, "};\nstatic const struct tcr_data tcr_data_%d = {", p->r->id);
    emit_c_string(out, pos.file);
    buf_printf(out, ", %u, %d, %d, %zu, tcr_items_%d};\n", pos.line, (int)kinds[dir->kind],
               (dir->finalize ? TCR_DATA_FINALIZE : 0) |
                   (dir->finalize_deleted ? TCR_DATA_FINALIZE_DELETED : 0) |
                   (dir->if_present ? TCR_DATA_IF_PRESENT : 0) |
                   (dir->origin == ORIGIN_OMP ? TCR_DATA_OPENMP : 0),
               p->r->n_items, p->r->id);
}
