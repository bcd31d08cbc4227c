/* SPDX-License-Identifier: MIT */
/* trees.c: see trees.h. */
#include "trees.h"

static struct decl *decl(const char *name, struct type *t)
{
    struct decl *d = ir_alloc(sizeof *d);
    *d = (struct decl){.kind = DECL_LOCAL, .name = name, .type = t};
    return d;
}

struct decl *tree_int(const char *name)
{
    return decl(name, type_int());
}

struct decl *tree_pointer(const char *name)
{
    return decl(name, type_pointer_to(type_int()));
}

struct decl *tree_array(const char *name, long long n)
{
    struct type *t = ir_alloc(sizeof *t);
    *t = (struct type){.kind = TYPE_ARRAY, .of = type_int(), .count = n, .size = 4 * n};
    return decl(name, t);
}

static struct expr *node(enum expr_kind kind, enum c_op op, struct expr *a, struct expr *b)
{
    struct expr *e = expr_new(kind, a ? a->type : type_int(), 0, 0);
    e->op = op;
    e->a = a;
    e->b = b;
    return e;
}

struct expr *tree_number(long long k)
{
    struct expr *e = node(EXPR_INT, OP_NONE, NULL, NULL);
    e->value = k;
    return e;
}

struct expr *tree_var(struct decl *d)
{
    struct expr *e = expr_new(EXPR_VAR, d->type, 0, 0);
    e->decl = d;
    return e;
}

struct expr *tree_element(struct decl *d, struct expr *k)
{
    struct expr *base = tree_var(d), *e;
    if (d->type->kind == TYPE_ARRAY) {
        base = node(EXPR_DECAY, OP_NONE, base, NULL);
        base->type = type_pointer_to(d->type->of);
    }
    e = node(EXPR_INDEX, OP_NONE, base, k);
    e->type = d->type->of;
    return e;
}

struct expr *tree_binary(enum c_op op, struct expr *a, struct expr *b)
{
    return node(EXPR_BINARY, op, a, b);
}

struct expr *tree_not(struct expr *a)
{
    return node(EXPR_UNARY, OP_NOT, a, NULL);
}

struct expr *tree_choice(struct expr *a, struct expr *b, struct expr *c)
{
    struct expr *e = node(EXPR_COND, OP_NONE, a, b);
    e->type = b->type;
    e->c = c;
    return e;
}

struct expr *tree_set(struct expr *to, struct expr *value)
{
    return node(EXPR_ASSIGN, OP_ASSIGN, to, value);
}

struct expr *tree_step(struct decl *d)
{
    return node(EXPR_INCDEC, OP_INCREMENT, tree_var(d), NULL);
}

struct expr *tree_address(struct expr *of)
{
    struct expr *e = node(EXPR_ADDR, OP_NONE, of, NULL);
    e->type = type_pointer_to(of->type);
    return e;
}

struct expr *tree_call(struct expr *arg)
{
    static struct type type = {.kind = TYPE_FUNCTION, .spelling = "int(int)"};
    static struct decl function = {.kind = DECL_FUNCTION, .name = "f", .type = &type};
    struct expr *e = node(EXPR_CALL, OP_NONE, NULL, NULL);
    e->decl = &function;
    if (arg)
        IR_PUSH(e->args, e->n_args, arg);
    return e;
}

static struct stmt *statement(enum stmt_kind kind, struct expr *e, struct stmt *body)
{
    struct stmt *s = ir_alloc(sizeof *s);
    *s = (struct stmt){.kind = kind, .expr = e, .body = body};
    return s;
}

struct stmt *tree_do(struct expr *e)
{
    return statement(STMT_EXPR, e, NULL);
}

struct stmt *tree_block(size_t n, struct stmt *const *list)
{
    struct stmt *s = statement(STMT_COMPOUND, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        IR_PUSH(s->list, s->n_list, list[i]);
    return s;
}

struct stmt *tree_declare(struct decl *d, struct expr *init)
{
    struct stmt *s = statement(STMT_DECL, NULL, NULL);
    size_t n = 0;
    IR_PUSH(s->inits, n, init);
    IR_PUSH(s->decls, s->n_decls, d);
    return s;
}

struct stmt *tree_if(struct expr *e, struct stmt *yes, struct stmt *no)
{
    struct stmt *s = statement(STMT_IF, e, yes);
    s->other = no;
    return s;
}

struct stmt *tree_while(struct expr *e, struct stmt *body)
{
    return statement(STMT_WHILE, e, body);
}

struct stmt *tree_until(struct stmt *body, struct expr *e)
{
    return statement(STMT_DO, e, body);
}

struct stmt *tree_for(struct decl *v, struct expr *from, struct expr *to, struct stmt *body)
{
    struct stmt *s = statement(STMT_FOR, tree_binary(OP_LT, tree_var(v), to), body);
    s->init = tree_do(tree_set(tree_var(v), from));
    s->step = tree_step(v);
    return s;
}

struct stmt *tree_switch(struct expr *e, struct stmt *body)
{
    return statement(STMT_SWITCH, e, body);
}

struct stmt *tree_case(long long k, struct stmt *s)
{
    return statement(STMT_CASE, tree_number(k), s);
}

struct stmt *tree_default(struct stmt *s)
{
    return statement(STMT_DEFAULT, NULL, s);
}

struct stmt *tree_jump(enum stmt_kind kind)
{
    return statement(kind, NULL, NULL);
}

struct label *tree_label(const char *name)
{
    struct label *l = ir_alloc(sizeof *l);
    l->name = name;
    return l;
}

struct stmt *tree_labelled(struct label *l, struct stmt *s)
{
    struct stmt *of = statement(STMT_LABEL, NULL, s);
    of->label = l;
    return of;
}

struct stmt *tree_goto(struct label *l)
{
    struct stmt *s = statement(STMT_GOTO, NULL, NULL);
    s->label = l;
    return s;
}

/* ---- random trees ---- */

struct shape {
    struct decl *x, *y;
    unsigned seed;
    struct label *labels[3];
    bool placed[3];
    int left;
};

static unsigned roll(struct shape *s, unsigned n)
{
    s->seed = s->seed * 1103515245u + 12345u;
    return (s->seed >> 16) % n;
}

static struct expr *random_condition(struct shape *s)
{
    switch (roll(s, 5)) {
    case 0:
        return tree_binary(OP_LAND, tree_var(s->x), random_condition(s));
    case 1:
        return tree_not(random_condition(s));
    case 2:
        return tree_number(roll(s, 2));
    default:
        return tree_var(s->y);
    }
}

static struct stmt *random_tree(struct shape *s, int depth, bool in_loop)
{
    unsigned l = roll(s, 3);
    if (--s->left < 0 || depth > 5)
        return tree_do(tree_set(tree_var(s->x), tree_number(1)));
    switch (roll(s, 12)) {
    case 0:
        return tree_if(random_condition(s), random_tree(s, depth + 1, in_loop),
                       roll(s, 2) ? random_tree(s, depth + 1, in_loop) : NULL);
    case 1:
        return tree_while(random_condition(s), random_tree(s, depth + 1, true));
    case 2:
        return tree_until(random_tree(s, depth + 1, true), random_condition(s));
    case 3:
        return tree_for(s->y, tree_number(0), tree_var(s->x), random_tree(s, depth + 1, true));
    case 4:
        return tree_switch(tree_var(s->x),
                           TREE_BLOCK(tree_case(1, random_tree(s, depth + 1, in_loop)),
                                      tree_default(random_tree(s, depth + 1, in_loop))));
    case 5:
        return in_loop ? tree_jump(roll(s, 2) ? STMT_BREAK : STMT_CONTINUE)
                       : tree_jump(STMT_RETURN);
    case 6:
        return tree_goto(s->labels[l]);
    case 7:
        if (s->placed[l])
            return tree_do(tree_set(tree_var(s->y), tree_var(s->x)));
        s->placed[l] = true;
        return tree_labelled(s->labels[l], random_tree(s, depth + 1, in_loop));
    default:
        return TREE_BLOCK(random_tree(s, depth + 1, in_loop), random_tree(s, depth + 1, in_loop),
                          random_tree(s, depth + 1, in_loop));
    }
}

struct stmt *tree_random(unsigned seed, struct decl *x, struct decl *y)
{
    struct shape s = {.x = x, .y = y, .seed = seed, .left = 40};
    for (int i = 0; i < 3; i++)
        s.labels[i] = tree_label("l");
    return TREE_BLOCK(random_tree(&s, 0, false), random_tree(&s, 0, false));
}
