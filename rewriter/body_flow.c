/*
 * body_flow.c: is a variable declared outside the loop assigned before it is
 * read, in every iteration?  And if its value is used after the loop, does
 * every iteration assign it?
 *
 * Definite assignment along the structured flow of one iteration: break and
 * continue take what has surely been assigned to where they lead; a case label
 * can be reached from the head of its switch.
 */
#include <string.h>

#include "ast.h"
#include "body_private.h"

struct flow {
    const struct decl *d;
    bool assigned;    /* on every path to this point; true where none leads */
    bool read;        /* somewhere without */
    int conditional;  /* depth of statements and operands that may not be reached */
    bool written;     /* anywhere up to this point of the text */
    bool carried;     /* read by every iteration before anything is assigned */
    bool at_break;    /* assigned on every path that leaves the loop or switch by break */
    bool at_continue; /* the same for continue, of the loop */
    bool at_head;     /* assigned where the switch around this point was entered */
    bool has_default;
};

static void flow_expr(struct flow *f, const struct expr *e);

static void flow_branches(struct flow *f, const struct expr *a, const struct expr *b)
{
    bool before = f->assigned;
    f->conditional++;
    flow_expr(f, a);
    bool after = f->assigned;
    f->assigned = before;
    flow_expr(f, b);
    f->assigned = f->assigned && after;
    f->conditional--;
}

static void flow_expr(struct flow *f, const struct expr *e)
{
    if (!e)
        return;
    if (e->kind == EXPR_VAR) {
        bool early = e->decl == f->d && !f->assigned;
        f->read |= early;
        f->carried |= early && !f->written && f->conditional == 0;
    } else if (e->kind == EXPR_ASSIGN) { /* the value first, then the place */
        flow_expr(f, e->b);
        if (strcmp(e->op, "=") == 0 && e->a->kind == EXPR_VAR && e->a->decl == f->d)
            f->assigned = f->written = true;
        else
            flow_expr(f, e->a);
    } else if (e->kind == EXPR_COND) {
        flow_expr(f, e->a);
        flow_branches(f, e->b, e->c);
    } else if (e->kind == EXPR_BINARY && (strcmp(e->op, "&&") == 0 || strcmp(e->op, "||") == 0)) {
        flow_expr(f, e->a);
        flow_branches(f, e->b, NULL);
    } else {
        flow_expr(f, e->a);
        flow_expr(f, e->b);
        flow_expr(f, e->c);
        for (size_t i = 0; i < e->n_args; i++)
            flow_expr(f, e->args[i]);
    }
}

static void flow_stmt(struct flow *f, const struct stmt *s);

static bool visit_label(struct stmt *s, void *ctx)
{
    bool *found = ctx;
    *found |= s->kind == STMT_CASE || s->kind == STMT_DEFAULT;
    return s->kind != STMT_SWITCH;
}

/* Can only a break end the loop with this condition? */
static bool endless(const struct stmt *s)
{
    long long k;
    return !s->expr || (expr_const(s->expr, &k) && k != 0);
}

static void flow_loop(struct flow *f, const struct stmt *s)
{
    bool outer_break = f->at_break, outer_continue = f->at_continue, enters = false;
    flow_stmt(f, s->init);
    stmt_walk(s->body, visit_label, &enters);
    if (enters) /* a label of the switch around stands in the loop */
        f->assigned = f->assigned && f->at_head;
    f->at_break = f->at_continue = true;
    if (s->kind != STMT_DO)
        flow_expr(f, s->expr);
    bool leaves = endless(s) || f->assigned;
    f->conditional++;
    flow_stmt(f, s->body);
    f->assigned = f->assigned && f->at_continue;
    flow_expr(f, s->step);
    f->conditional--;
    if (s->kind == STMT_DO) {
        flow_expr(f, s->expr);
        leaves = endless(s) || f->assigned;
    }
    f->assigned = leaves && f->at_break;
    f->at_break = outer_break;
    f->at_continue = outer_continue;
}

static void flow_switch(struct flow *f, const struct stmt *s)
{
    flow_expr(f, s->expr);
    struct flow in = *f;
    in.at_head = f->assigned;
    in.at_break = in.assigned = true; /* nothing runs before the first label */
    in.has_default = false;
    in.conditional++;
    flow_stmt(&in, s->body);
    f->read = in.read;
    f->written = in.written;
    f->at_continue = in.at_continue;
    f->assigned = in.assigned && in.at_break && (in.has_default || f->assigned);
}

static void flow_if(struct flow *f, const struct stmt *s)
{
    flow_expr(f, s->expr);
    bool before = f->assigned;
    f->conditional++;
    flow_stmt(f, s->body);
    bool after = f->assigned;
    f->assigned = before;
    flow_stmt(f, s->other);
    f->assigned = f->assigned && after;
    f->conditional--;
}

static void flow_stmt(struct flow *f, const struct stmt *s)
{
    if (!s)
        return;
    switch (s->kind) {
    case STMT_IF:
        flow_if(f, s);
        break;
    case STMT_FOR:
    case STMT_WHILE:
    case STMT_DO:
        flow_loop(f, s);
        break;
    case STMT_SWITCH:
        flow_switch(f, s);
        break;
    case STMT_COMPOUND:
        for (size_t i = 0; i < s->n_list; i++)
            flow_stmt(f, s->list[i]);
        break;
    case STMT_DECL:
        for (size_t i = 0; i < s->n_decls; i++)
            flow_expr(f, s->inits[i]);
        break;
    case STMT_CASE:
    case STMT_DEFAULT:
        f->assigned = f->assigned && f->at_head;
        f->has_default |= s->kind == STMT_DEFAULT;
        flow_stmt(f, s->body);
        break;
    case STMT_BREAK:
        f->at_break = f->at_break && f->assigned;
        f->assigned = true;
        break;
    case STMT_CONTINUE:
        f->at_continue = f->at_continue && f->assigned;
        f->assigned = true;
        break;
    default:
        flow_expr(f, s->expr);
    }
}

static struct flow flow_of(const struct region *r, const struct decl *d)
{
    struct flow f = {.d = d, .at_break = true, .at_continue = true};
    flow_stmt(&f, r->body);
    f.assigned = f.assigned && f.at_continue;
    return f;
}

/* ---- what the user can do about it ---- */

struct combine_search {
    const struct decl *d;
    char op;  /* of all updates so far, 0: none yet, '?': several */
    int uses; /* other than updates */
};

static bool visit_combine(struct expr *e, void *ctx)
{
    struct combine_search *s = ctx;
    bool update = (e->kind == EXPR_ASSIGN && e->op[1] == '=' && strchr("+-*&|^", *e->op)) ||
                  e->kind == EXPR_INCDEC;
    if (update && e->a->kind == EXPR_VAR && e->a->decl == s->d) {
        char op = *e->op == '-' ? '+' : *e->op;
        s->op = s->op == 0 || s->op == op ? op : '?';
        s->uses--;
    }
    s->uses += e->kind == EXPR_VAR && e->decl == s->d;
    return true;
}

/* Advice for a variable whose value is carried: it may be a sum, and forgotten. */
static const char *advice(struct region *r, const struct decl *d, bool surely)
{
    struct combine_search s = {.d = d};
    stmt_walk_exprs(r->stmt, visit_combine, &s);
    if (s.uses == 0 && s.op && s.op != '?')
        return ir_printf("add reduce(%c:%s)", s.op, d->name);
    return surely ? "reduce it, or declare it inside the loop if every iteration has its own"
                  : ir_printf("declare it inside the loop, or write private(%s) if that never "
                              "happens",
                              d->name);
}

void body_check_private(struct region *r, struct decl *d, bool first)
{
    struct flow f = flow_of(r, d);
    bool plain = d->type->kind == TYPE_SCALAR || d->type->kind == TYPE_POINTER;
    if (first && f.read && stmt_writes(r->body, d))
        refuse(r, REFUSE_LOOP, r->begin, "carried",
               "'%s' is listed in firstprivate, and the loop changes it: its value is carried from "
               "one iteration to the next",
               d->name);
    if (!first && body_is_listed(r, d) && plain && f.carried)
        refuse(r, REFUSE_LOOP, r->begin, "carried",
               "'%s' is listed in private, but every iteration reads it before assigning it: its "
               "value is carried from one iteration to the next; %s",
               d->name, advice(r, d, true));
    if (body_is_listed(r, d))
        return;
    if (f.read)
        refuse(r, REFUSE_LOOP, r->begin, "carried",
               "'%s' may be read before an iteration assigns it: its value is carried from one "
               "iteration to the next; %s",
               d->name, advice(r, d, f.carried));
    if (!ast_live_after(r, d))
        return;
    if (!f.assigned || r->n_loops > 1) /* an inner loop may have no iteration */
        refuse(r, REFUSE_LOOP, r->begin, "live-out",
               "'%s' is assigned in only some iterations and its value may be used after the loop",
               d->name);
    refuse_device(r, r->begin, "live-out",
                  "the value of '%s' may be used after the loop; declare it inside the loop or "
                  "write private(%s) if it is not",
                  d->name, d->name);
    IR_PUSH(r->lastprivates, r->n_lastprivates, d);
}
