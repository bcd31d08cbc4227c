/* SPDX-License-Identifier: MIT */
/* emit_stmt.c: statements of the device text. */
#include "emit_private.h"

/* ---- statements ---- */

/* d = init, which an array or structure can only have in a declaration. */
static void initial_value(struct emitter *em, struct decl *d, struct expr *init)
{
    bool plain = d->type->kind == TYPE_SCALAR || d->type->kind == TYPE_POINTER;
    const char *name = emit_decl_name(d);
    emit_indent(em);
    if (plain) {
        buf_printf(em->out, "%s = ", name);
    } else {
        struct decl first = *d;
        first.device_name = "tcr_first";
        emit_put(em, "{ ");
        emit_declare(em, &first);
        emit_put(em, " = ");
    }
    emit_exact(em, init);
    emit_put(em, plain ? ";\n" : ir_printf("; tcr_assign(%s, tcr_first); }\n", name));
}

/* A declaration with a label below it.  C++ lets no jump pass by
 * an initial value, as C does: it becomes an assignment. */
static void passed_decl(struct emitter *em, struct stmt *s)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        struct decl *d = s->decls[i];
        emit_indent(em);
        emit_declare(em, d);
        emit_put(em, ";\n");
        if (s->inits[i])
            initial_value(em, d, s->inits[i]);
        emit_leave_behind(em, s->inits[i]);
    }
}

/* In front of statement i of the region's body. */
static void own_statement(struct emitter *em, size_t i)
{
    em->tail = i >= em->p->tail;
    if (i == em->p->probe_end) {
        emit_indent(em);
        emit_put(em, EMIT_PROBED);
    }
}

static void statements(struct emitter *em, struct stmt *s)
{
    size_t passed = 0; /* the first so many have a label below */
    for (size_t i = 0; i < s->n_list; i++) {
        if (stmt_has_label(s->list[i]))
            passed = i;
    }
    for (size_t i = 0; i < s->n_list; i++) {
        if (s == em->r->body && !em->shared)
            own_statement(em, i);
        if (i < passed && s->list[i]->kind == STMT_DECL)
            passed_decl(em, s->list[i]);
        else
            emit_stmt(em, s->list[i]);
    }
}

/* With a line of ours before, or NULL. */
static void block_after(struct emitter *em, const char *line, struct stmt *s)
{
    emit_put(em, " {\n");
    em->indent++;
    if (line) {
        emit_indent(em);
        emit_put(em, line);
    }
    if (s && s->kind == STMT_COMPOUND)
        statements(em, s);
    else if (s)
        emit_stmt(em, s);
    em->indent--;
    emit_indent(em);
    emit_put(em, "}");
}

void emit_block(struct emitter *em, struct stmt *s)
{
    block_after(em, NULL, s);
}

static void loop_body(struct emitter *em, struct stmt *s)
{
    int switches = em->switches;
    em->switches = 0;
    em->loops++;
    emit_block(em, s);
    em->loops--;
    em->switches = switches;
}

static void decl_stmt(struct emitter *em, struct stmt *s, bool header)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        if (!header)
            emit_indent(em);
        emit_declare(em, s->decls[i]);
        if (s->inits[i]) {
            emit_put(em, " = ");
            emit_exact(em, s->inits[i]);
        }
        emit_put(em, header ? "" : ";\n");
        if (!header) {
            emit_leave_behind(em, s->inits[i]);
            emit_span(em, s->decls[i]);
        }
    }
}

/* The condition of a loop that may turn for ever. */
static void going_on(struct emitter *em, struct expr *condition)
{
    const char *more = emit_unless_gone(em);
    if (condition && more)
        emit_operand(em, condition);
    else if (condition)
        emit_expr(em, condition);
    if (more)
        buf_printf(em->out, condition ? " && %s" : "%s", more);
}

/* The condition may have ended it. */
static void behind_loop(struct emitter *em, const struct stmt *s)
{
    if (expr_may_end(em->r, s->expr) || expr_may_end(em->r, s->step) ||
        (s->init && expr_may_end(em->r, s->init->expr)))
        emit_leave_if_gone(em);
}

/* Is its condition long by checks?  The device's compiler would leave it in front of the body, and
 * then moves no read out of the loop, as perhaps no iteration makes it. */
static bool asks_behind(const struct emitter *em, struct stmt *s)
{
    return em->p->checks && s->expr && !s->loop && !plan_is_counted(s) && !plan_unrolls(em->p, s) &&
           !stmt_has_case(s->body) && !stmt_has_label(s->body) && !expr_may_end(em->r, s->expr) &&
           !expr_may_end(em->r, s->step);
}

#define BOUND "tcr_bound"

/* In front of a loop whose iterations all have the same bound. */
static void read_bound(struct emitter *em, struct stmt *s, const struct loop *fixed)
{
    emit_indent(em);
    buf_printf(em->out, "const %s " BOUND " = ", emit_type(em, fixed->cmp_type));
    emit_expr(em, fixed->upper);
    emit_put(em, ";\n");
    emit_passed(em, s, fixed);
}

/* `fixed`: its bound has been read. */
static void below_bound(struct emitter *em, const struct loop *fixed)
{
    buf_printf(em->out, "%s < " BOUND, emit_decl_name(fixed->vars[0].var));
}

/* From the condition on: if (condition) do body while ((step, condition)); What ends by itself asks
 * in front alone whether there is any sense in it. */
static void body_first(struct emitter *em, struct stmt *s, const struct loop *fixed)
{
    if (fixed) {
        below_bound(em, fixed);
        buf_printf(em->out, " && %s", emit_unless_gone(em));
        emit_passed_within(em, fixed, BOUND);
    } else {
        going_on(em, s->expr);
    }
    emit_put(em, ") do");
    loop_body(em, s->body);
    emit_put(em, " while (");
    if (s->step) {
        emit_put(em, "((void)(");
        emit_expr(em, s->step);
        emit_put(em, ")), ");
    }
    if (fixed)
        below_bound(em, fixed);
    else
        going_on(em, s->expr);
    emit_put(em, ");\n");
}

/* The same of a for. */
static void rest_of_for(struct emitter *em, struct stmt *s)
{
    if ((s->loop || plan_is_counted(s)) && s->expr && !expr_may_end(em->r, s->expr) &&
        !expr_may_end(em->r, s->step))
        emit_expr(em, s->expr);
    else
        going_on(em, s->expr);
    emit_put(em, "; ");
    if (s->step)
        emit_expr(em, s->step);
    emit_put(em, ")");
    loop_body(em, s->body);
    emit_put(em, "\n");
}

static void for_stmt(struct emitter *em, struct stmt *s)
{
    if (emit_team_loop(em, s))
        return;
    bool behind = asks_behind(em, s);
    const struct loop *fixed = behind ? plan_fixed_loop(em->p, s, em->kept) : NULL;
    bool declares = s->init && s->init->kind == STMT_DECL;
    bool enters = stmt_has_case(s->body);
    bool ends = stmt_may_end(em->r, s->init);
    bool several =
        declares && (s->init->n_decls > 1 || enters || ends); /* perhaps of several types */
    if (several || fixed) {
        emit_put(em, "{\n");
        em->indent++;
    }
    if (several) {
        if (enters)
            passed_decl(em, s->init);
        else
            decl_stmt(em, s->init, false);
    }
    struct plan_passed *const passed = em->passed;
    const size_t n_passed = em->n_passed;
    if (fixed)
        read_bound(em, s, fixed);
    if (several || fixed)
        emit_indent(em);
    if (plan_unrolls(em->p, s)) {
        emit_put(em, "TCR_UNROLL\n");
        emit_indent(em);
    }
    emit_put(em, behind ? "if (" : "for (");
    if (declares && !several)
        decl_stmt(em, s->init, true);
    else if (!declares && s->init && s->init->expr)
        emit_expr(em, s->init->expr);
    emit_put(em, "; ");
    if (behind)
        body_first(em, s, fixed);
    else
        rest_of_for(em, s);
    em->passed = passed;
    em->n_passed = n_passed;
    behind_loop(em, s);
    if (several || fixed) {
        em->indent--;
        emit_indent(em);
        emit_put(em, "}\n");
    }
}

static void compound(struct emitter *em, struct stmt *s)
{
    emit_put(em, "{\n");
    em->indent++;
    statements(em, s);
    em->indent--;
    emit_indent(em);
    emit_put(em, "}\n");
}

/* The value that an if or switch asks for, where nothing may be done before it is
 * known whether it is one: a variable.  (Not initialised, for jumps pass by.) */
static bool asked_first(struct emitter *em, const struct expr *e, const char *type)
{
    if (!expr_may_end(em->r, e))
        return false;
    em->indent++;
    buf_printf(em->out, "{\n");
    emit_indent(em);
    buf_printf(em->out, "%s tcr_asked;\n", type);
    emit_indent(em);
    buf_printf(em->out, "tcr_asked = (%s)(", type);
    emit_expr(em, (struct expr *)e);
    emit_put(em, ");\n");
    emit_leave_if_gone(em);
    emit_indent(em);
    return true;
}

static void asked_last(struct emitter *em)
{
    em->indent--;
    emit_indent(em);
    emit_put(em, "}\n");
}

static void if_stmt(struct emitter *em, struct stmt *s)
{
    bool led = emit_led_if(em, s->expr), first = asked_first(em, s->expr, "bool");
    emit_put(em, "if (");
    if (first)
        emit_put(em, "tcr_asked");
    else
        emit_expr(em, s->expr);
    emit_put(em, ")");
    block_after(em, emit_taken(em, s), s->body);
    if (s->other) {
        emit_put(em, " else");
        emit_block(em, s->other);
    }
    emit_put(em, "\n");
    if (first)
        asked_last(em);
    if (led)
        emit_led_end(em);
}

static void while_stmt(struct emitter *em, struct stmt *s)
{
    if (s->kind == STMT_DO) {
        emit_put(em, "do");
        loop_body(em, s->body);
        emit_put(em, " while (");
        going_on(em, s->expr);
        emit_put(em, ");\n");
        behind_loop(em, s);
    } else if (asks_behind(em, s)) {
        emit_put(em, "if (");
        body_first(em, s, NULL);
    } else {
        emit_put(em, "while (");
        going_on(em, s->expr);
        emit_put(em, ")");
        loop_body(em, s->body);
        emit_put(em, "\n");
        behind_loop(em, s);
    }
}

struct range_search {
    int n;
    struct buf after; /* the arguments of all ranges */
};

/* case 1 ... 9: the first value stands for all. */
static bool visit_range(struct stmt *s, void *ctx)
{
    struct range_search *f = ctx;
    long long first, last;
    if (s->kind == STMT_CASE && s->case_high && expr_const(s->expr, &first) &&
        expr_const(s->case_high, &last)) {
        buf_printf(&f->after, ", %lldll, %lldll)", first, last);
        f->n++;
    }
    return s->kind != STMT_SWITCH;
}

static void switch_stmt(struct emitter *em, struct stmt *s)
{
    struct range_search f = {0};
    stmt_walk(s->body, visit_range, &f);
    bool first = asked_first(em, s->expr, emit_type(em, s->expr->type));
    emit_put(em, "switch (");
    for (int i = 0; i < f.n; i++)
        emit_put(em, "tcr_case(");
    if (first)
        emit_put(em, "tcr_asked");
    else
        emit_expr(em, s->expr);
    buf_printf(em->out, "%s)", f.after.s ? f.after.s : "");
    buf_free(&f.after);
    em->switches++;
    emit_block(em, s->body);
    em->switches--;
    emit_put(em, "\n");
    if (first)
        asked_last(em);
}

static const char *label_name(const struct label *label)
{
    const char *plain = ir_plain_name(label->name);
    return ir_printf(plain == label->name ? "tcr_at_%s" : "tcr_atw_%s", plain);
}

static void label(struct emitter *em, struct stmt *s)
{
    if (s->kind == STMT_LABEL) {
        emit_put(em, label_name(s->label));
    } else if (s->kind == STMT_CASE) {
        emit_put(em, "case ");
        emit_expr(em, s->expr);
    } else {
        emit_put(em, "default");
    }
    emit_put(em, ":\n");
    emit_stmt(em, s->body);
}

static void return_stmt(struct emitter *em, struct stmt *s)
{
    emit_put(em, "return");
    if (s->expr) {
        emit_put(em, " ");
        emit_exact(em, s->expr);
    }
    emit_put(em, ";\n");
}

static void expression(struct emitter *em, struct expr *e)
{
    if (e->kind == EXPR_END) {
        emit_leave(em, e);
        return;
    }
    if (emit_led(em, e))
        return;
    emit_expr(em, e);
    emit_put(em, ";\n");
    emit_leave_behind(em, e);
}

static bool at_line_begin(const struct emitter *em)
{
    return em->out->len && em->out->s[em->out->len - 1] == '\n';
}

static void put_line(struct emitter *em, unsigned line, const char *file)
{
    buf_printf(em->out, "#line %u ", line);
    emit_c_string(em->out, file);
    emit_put(em, "\n");
}

/* The text from here on comes from `offset` of the source. */
static void user_line(struct emitter *em, size_t offset)
{
    if (!em->r->facts->lineinfo || !at_line_begin(em))
        return;
    struct source_pos pos = source_position(em->r->src, offset);
    put_line(em, pos.line, pos.file);
}

void emit_nobodys_line(struct emitter *em)
{
    if (em->r->facts->lineinfo && at_line_begin(em))
        put_line(em, 1, em->p->kernel_name);
}

void emit_stmt(struct emitter *em, struct stmt *s)
{
    if (s->kind != STMT_COMPOUND)
        user_line(em, s->begin);
    emit_passed_known(em, s);
    if (s->kind == STMT_DECL) {
        decl_stmt(em, s, false);
        return;
    }
    emit_indent(em);
    if (em->p->n_keeps && stmt_is_loop(s) && emit_kept_loop(em, s))
        return;
    switch (s->kind) {
    case STMT_EXPR:
        expression(em, s->expr);
        break;
    case STMT_COMPOUND:
        compound(em, s);
        break;
    case STMT_IF:
        if_stmt(em, s);
        break;
    case STMT_FOR:
        for_stmt(em, s);
        break;
    case STMT_WHILE:
    case STMT_DO:
        while_stmt(em, s);
        break;
    case STMT_SWITCH:
        switch_stmt(em, s);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
    case STMT_LABEL:
        label(em, s);
        break;
    case STMT_BREAK:
        emit_put(em, "break;\n");
        break;
    case STMT_CONTINUE: /* of the region's own loop: this iteration is done */
        emit_put(em, em->loops || em->in_function ? "continue;\n" : "return;\n");
        break;
    case STMT_GOTO:
        buf_printf(em->out, "goto %s;\n", label_name(s->label));
        break;
    case STMT_RETURN:
        return_stmt(em, s);
        break;
    default:
        emit_put(em, ";\n");
    }
}
