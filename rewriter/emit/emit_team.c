/* SPDX-License-Identifier: MIT */
/*
 * emit_team.c: host text of the device call of a loop that all threads of a
 * team meet, to share its iterations (`omp for`).
 *
 *     int tcr_done = 0;
 *     int tcr_ask = tcr_team_meet(...);    0: the host has it, as all threads know
 *     if (tcr_ask) {
 *     #pragma omp single copyprivate(tcr_done, tcr_left)
 *     tcr_done = is it worth a try?
 *     tcr_left = if not, for how many more calls?
 *     tcr_team_met(..., tcr_left);
 *     if (tcr_done) {
 *         the arguments, by every thread
 *     #pragma omp single copyprivate(tcr_t)
 *         tcr_t = one thread's arguments
 *         tcr_t->differ if mine are others
 *     #pragma omp barrier
 *         tcr_done = 0;
 *     #pragma omp single copyprivate(tcr_done)
 *         the call, by one thread, with its copies of the reduction variables
 *     }
 *     }
 *     if (tcr_done <= 0)
 *         the user's own `omp for`
 *
 * The first `single` is where all threads have arrived: what one of them wrote
 * into its part of an array before is then there for the device.  The result is
 * added by one thread: to the shared variable, or, if the variable is one of the
 * reductions of the parallel region, to that thread's share of it.
 *
 * What the loop reads but does not share, a thread may have for itself: with
 * other values the device call would not be what the threads together compute.
 */
#include "emit_host.h"

/* Do all threads mean the same loop? */
static void compare(const struct plan *p, struct buf *out)
{
    const char *b = p->r->n_bases ? "tcr_b" : "0", *size = p->r->n_bases ? "sizeof tcr_b" : "0";
    buf_printf(
        out,
        "        {\n"
        "        struct tcr_team_arguments {\n"
        "            long long n; void *a; void **b; int differ;\n"
        "        } tcr_m, *tcr_t = &tcr_m;\n"
        "        tcr_m.n = %s;\n"
        "        tcr_m.a = &tcr_a;\n"
        "        tcr_m.b = %s;\n"
        "        tcr_m.differ = 0;\n"
        "#pragma omp single copyprivate(tcr_t)\n"
        "        tcr_t = &tcr_m;\n"
        "        if (tcr_t->n != tcr_m.n || __builtin_memcmp(tcr_t->a, &tcr_a, sizeof tcr_a)",
        p->total, b);
    if (p->r->n_bases)
        buf_printf(out, " || __builtin_memcmp(tcr_t->b, %s, %s)", b, size);
    buf_add(out, ")\n"
                 "#pragma omp atomic write\n"
                 "            tcr_t->differ = 1;\n"
                 "#pragma omp barrier\n");
}

/* Do all threads know that the host has it?  Where more than iterations must be looked at before
 * the bases are known to be there, the bases are not named. */
static void meet(const struct plan *p, struct buf *out)
{
    const char *meets = ir_printf("tcr_ask = tcr_team_meet(%s, %s, ", emit_region(p), p->total);
    buf_add(out, "    int tcr_ask = 0;\n    unsigned tcr_left = 0;\n");
    if (!p->r->n_bases || p->odd || p->r->dir->if_expr || *emit_own_guard(p) ||
        p->r->callees_behind || *emit_section_guards(p)) {
        buf_printf(out, "    %s0);\n", meets);
        return;
    }
    buf_printf(out, "    if (%s > 0) {\n", p->total);
    const bool some = emit_bases(p, out);
    buf_printf(out, "        %stcr_b);\n%s    } else %s0);\n", meets, some ? "        }\n" : "",
               meets);
}

void emit_team_call(const struct plan *p, struct buf *out)
{
    const char *region = emit_region(p), *total = p->total;
    meet(p, out);
    buf_add(out, "    if (tcr_ask) {\n"
                 "#pragma omp single copyprivate(tcr_done, tcr_left)\n"
                 "    {\n"
                 "    tcr_done = ");
    emit_condition(p, false, out);
    buf_add(out, ";\n");
    emit_settled(p, out);
    buf_printf(out,
               "    if (tcr_done <= 0) {\n"
               "        tcr_left = tcr_team_left(%s, %s);\n"
               "        tcr_run = tcr_region_host(%s, %s, %s);\n"
               "    }\n"
               "    }\n"
               "    tcr_team_met(%s, %s, tcr_left, tcr_ask);\n"
               "    if (tcr_done) {\n",
               region, total, region, total, emit_reason(p), region, total);
    int open = emit_arguments(p, out);
    compare(p, out);
    buf_add(out, "        tcr_done = 0;\n"
                 "#pragma omp single copyprivate(tcr_done)\n"
                 "        {\n"
                 "        if (!tcr_t->differ) {\n");
    emit_run(p, false, out);
    buf_printf(out,
               "        }\n"
               "        if (tcr_done <= 0) tcr_run = tcr_region_host(%s, %s, %s);\n"
               "        }\n"
               "        }\n",
               region, total,
               "tcr_t->differ ? \"the threads' own values differ\" : (const char *)0");
    while (open-- > 0)
        buf_add(out, "        }\n");
    buf_add(out, "    }\n    }\n");
}
