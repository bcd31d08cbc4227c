/* SPDX-License-Identifier: MIT */
/* cfg_print.c: control-flow graphs as text, a line a block. */
#include "cfg.h"
#include "math_table.h"

/* As the dumps name it: lvalues by their names, calls by their functions. */
static void print_expr(const struct expr *e, FILE *out)
{
    long long k;
    if (expr_const(e, &k)) {
        fprintf(out, "%lld", k);
        return;
    }
    switch (e->kind) {
    case EXPR_VAR:
        fputs(e->decl->name, out);
        break;
    case EXPR_MEMBER:
        print_expr(e->a, out);
        fprintf(out, ".%s", e->field->name);
        break;
    case EXPR_INDEX:
        print_expr(e->a, out);
        fputc('[', out);
        print_expr(e->b, out);
        fputc(']', out);
        break;
    case EXPR_DEREF:
    case EXPR_ADDR:
    case EXPR_UNARY:
        fputs(e->kind == EXPR_DEREF ? "*" : e->kind == EXPR_ADDR ? "&" : c_op_token(e->op), out);
        print_expr(e->a, out);
        break;
    case EXPR_CAST:
    case EXPR_DECAY:
        print_expr(e->a, out);
        break;
    case EXPR_ASSIGN:
    case EXPR_BINARY:
        print_expr(e->a, out);
        fprintf(out, " %s ", c_op_token(e->op));
        print_expr(e->b, out);
        break;
    case EXPR_INCDEC:
        print_expr(e->a, out);
        fputs(c_op_token(e->op), out);
        break;
    case EXPR_CALL:
        fprintf(out, "%s()", e->decl ? e->decl->name : e->math->name);
        break;
    case EXPR_FLOAT:
    case EXPR_HOST:
        fputs(e->text, out);
        break;
    default:
        fputs("...", out);
    }
}

static void print_event(const struct cfg_event *v, const char *sep, FILE *out)
{
    static const char *const words[] = {"read", "write", "address", "call", "declare"};
    fprintf(out, "%s %s ", sep, words[v->kind]);
    if (v->kind == CFG_DECLARE)
        fputs(v->decl->name, out);
    else
        print_expr(v->kind == CFG_WRITE || v->kind == CFG_ADDRESS ? v->e->a : v->e, out);
    if (v->kind == CFG_DECLARE && v->e)
        fputs(" set", out);
}

static void print_target(const struct cfg *g, const struct cfg_block *to, FILE *out)
{
    static const char *const exits[] = {"out", "return", "leave", "end"};
    for (int i = 0; i < CFG_EXITS; i++)
        if (to == g->exits[i]) {
            fputs(exits[i], out);
            return;
        }
    fprintf(out, "%zu", to->number);
}

static void print_edge(const struct cfg *g, const struct cfg_edge *e, FILE *out)
{
    static const char *const words[] = {"",       "if true ", "if false ", "case ",
                                        "again ", "",         "stop "};
    static const char *const jumps[] = {[STMT_BREAK] = "break ", [STMT_CONTINUE] = "continue ",
                                        [STMT_GOTO] = "goto ",   [STMT_RETURN] = "",
                                        [STMT_CASE] = "",        [STMT_DEFAULT] = "default "};
    if (e->kind == CFG_CASE && e->by && e->by->kind == STMT_CASE) {
        fputs("case ", out);
        print_expr(e->by->expr, out);
        fputs(e->by->case_high ? " ... " : " ", out);
        if (e->by->case_high) {
            print_expr(e->by->case_high, out);
            fputc(' ', out);
        }
    } else {
        fputs(e->by ? jumps[e->by->kind] : e->kind == CFG_CASE ? "no case " : words[e->kind], out);
    }
    print_target(g, e->to, out);
}

static void print_block(const struct cfg *g, const struct cfg_block *b, FILE *out)
{
    fprintf(out, "  %zu", b->number);
    if (b->order == CFG_UNREACHED)
        fputs(" (not reached)", out);
    if (b->loop && b->loop->head == b)
        fprintf(out, " (loop%s)", b->loop->stmt ? "" : " by goto");
    fputc(':', out);
    for (size_t i = 0; i < b->n_events; i++)
        print_event(&b->events[i], i ? ";" : "", out);
    if (b->test) {
        fprintf(out, "%s test ", b->n_events ? ";" : "");
        print_expr(b->test, out);
    }
    for (size_t i = 0; i < b->n_out; i++) {
        fputs(i ? ", " : " -> ", out);
        print_edge(g, b->out[i], out);
    }
    fputc('\n', out);
}

void cfg_print(const struct cfg *g, FILE *out)
{
    for (size_t i = 0; i + CFG_EXITS < g->n_blocks; i++)
        if (g->blocks[i]->order != CFG_UNREACHED || g->blocks[i]->n_events)
            print_block(g, g->blocks[i], out);
}
