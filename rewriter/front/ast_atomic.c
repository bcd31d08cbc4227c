/* SPDX-License-Identifier: MIT */
/*
 * ast_atomic.c: the compilers' atomic operations, as assignments and loads:
 *
 *     __sync_fetch_and_add(&count, 1)                      count += 1, its value before
 *     __atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)      lock = 1, its value before
 *     __sync_bool_compare_and_swap(p, old, new)            *p ?= (old, new), whether it was old
 *     __atomic_compare_exchange_n(p, &old, new, ...)       old = (*p ?= (old, new)), whether
 *                                                          old has stayed the same
 *     __atomic_load_n(p, __ATOMIC_RELAXED)                 *p
 *
 * Each iteration has its own value of a variable in the directive's lists, which nobody else can
 * see: there an update is a plain assignment.
 */
#include "ast_private.h"

#include <string.h>

enum form {
    FORM_UPDATE,             /* place, value */
    FORM_LOAD,               /* place */
    FORM_LOAD_TO,            /* place, pointer to the result */
    FORM_STORE,              /* place, value */
    FORM_STORE_BY,           /* place, pointer to the value */
    FORM_EXCHANGE,           /* place, value */
    FORM_EXCHANGE_BY,        /* place, pointer to the value, pointer to the result */
    FORM_CLEAR,              /* place */
    FORM_COMPARE_SWAP,       /* place, expected, desired */
    FORM_COMPARE_EXCHANGE,   /* place, pointer to what is expected, desired */
    FORM_COMPARE_EXCHANGE_BY /* place, pointer to what is expected, pointer to desired */
};

struct operation {
    enum form form;
    enum c_op op;
    enum atomic_value gives;
    bool sync;         /* __sync_: has no operand for the memory order, which is the strictest */
    CXCursor args[3];  /* the operands that enum form lists */
    CXCursor order;    /* the memory order; null for __sync_ */
    const char *named; /* the builtin's name in the program */
};

/* "+=" for fetch_and_add_4 and its kin; false: another function. */
static bool find_update(const char *rest, bool sync, struct operation *out)
{
    static const struct {
        const char *word;
        enum c_op op;
    } table[] = {{"add", OP_ASSIGN_ADD}, {"sub", OP_ASSIGN_SUB}, {"or", OP_ASSIGN_OR},
                 {"and", OP_ASSIGN_AND}, {"xor", OP_ASSIGN_XOR}, {"nand", OP_ASSIGN_NAND}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (int before = 0; before < 2; before++) {
            const char *form = before ? (sync ? "fetch_and_%s" : "fetch_%s")
                                      : (sync ? "%s_and_fetch" : "%s_fetch");
            const char *at = strchr(form, '%');
            const char *name = ir_printf("%.*s%s%s", (int)(at - form), form, table[i].word, at + 2);
            size_t n = strlen(name);
            if (strncmp(rest, name, n) != 0 || strspn(rest + n, "_0123456789") != strlen(rest + n))
                continue;
            out->form = FORM_UPDATE;
            out->op = table[i].op;
            out->gives = before ? VALUE_OLD : VALUE_NEW;
            return true;
        }
    return false;
}

static bool find_other(const char *name, struct operation *out)
{
    static const struct {
        const char *name;
        enum form form;
        enum atomic_value gives;
    } table[] = {{"__sync_val_compare_and_swap", FORM_COMPARE_SWAP, VALUE_OLD},
                 {"__sync_bool_compare_and_swap", FORM_COMPARE_SWAP, VALUE_SUCCESS},
                 {"__sync_lock_test_and_set", FORM_EXCHANGE, VALUE_OLD},
                 {"__sync_lock_release", FORM_CLEAR, VALUE_NEW},
                 {"__atomic_load_n", FORM_LOAD, VALUE_NEW},
                 {"__atomic_load", FORM_LOAD_TO, VALUE_NEW},
                 {"__atomic_store_n", FORM_STORE, VALUE_NEW},
                 {"__atomic_store", FORM_STORE_BY, VALUE_NEW},
                 {"__atomic_exchange_n", FORM_EXCHANGE, VALUE_OLD},
                 {"__atomic_exchange", FORM_EXCHANGE_BY, VALUE_OLD},
                 {"__atomic_compare_exchange_n", FORM_COMPARE_EXCHANGE, VALUE_EXPECTED},
                 {"__atomic_compare_exchange", FORM_COMPARE_EXCHANGE_BY, VALUE_EXPECTED},
                 {"__c11_atomic_load", FORM_LOAD, VALUE_NEW},
                 {"__c11_atomic_store", FORM_STORE, VALUE_NEW},
                 {"__c11_atomic_exchange", FORM_EXCHANGE, VALUE_OLD},
                 {"__c11_atomic_compare_exchange_strong", FORM_COMPARE_EXCHANGE, VALUE_EXPECTED},
                 {"__c11_atomic_compare_exchange_weak", FORM_COMPARE_EXCHANGE, VALUE_EXPECTED}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t n = strlen(table[i].name);
        bool sync = strncmp(name, "__sync_", 7) == 0;
        if (strncmp(name, table[i].name, n) != 0 ||
            strspn(name + n, sync ? "_0123456789" : "") != strlen(name + n))
            continue;
        out->form = table[i].form;
        out->op = out->form >= FORM_COMPARE_SWAP ? OP_COMPARE_SWAP : OP_ASSIGN;
        out->gives = table[i].gives;
        return true;
    }
    return false;
}

static bool find(const char *name, struct operation *out)
{
    static const char *const prefixes[] = {"__sync_", "__atomic_", "__c11_atomic_"};
    out->sync = strncmp(name, "__sync_", 7) == 0;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t n = strlen(prefixes[i]);
        if (strncmp(name, prefixes[i], n) == 0)
            return find_other(name, out) || find_update(name + n, out->sync, out);
    }
    return false;
}

static const char *word_at(const char *text)
{
    return ir_strndup(text, strspn(text, "_abcdefghijklmnopqrstuvwxyz0123456789"));
}

/* On an _Atomic object in the words that gcc has for all: a call to libclang. */
static bool is_patched(CXCursor c, const char *text, struct operation *out)
{
    int n = clang_Cursor_getNumArguments(c);
    out->named = word_at(text);
    if (!find(out->named, out) || n < 3)
        return false;
    for (int i = 0; i < 3; i++)
        out->args[i] = clang_Cursor_getArgument(c, (unsigned)i);
    out->order = clang_Cursor_getArgument(c, (unsigned)(n > 4 ? 4 : n - 1));
    return true;
}

/* To libclang, those with an order of memory are no calls, and their operands come as: place,
 * order, value, result or order of failure, desired value, weak. */
static bool is_operation(struct region *r, CXCursor c, struct operation *out)
{
    struct children kids = ast_children(r->ast, c);
    CXCursor callee = clang_getCursorReferenced(c);
    enum CXCursorKind kind = clang_getCursorKind(c);
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    *out = (struct operation){.order = clang_getNullCursor()};
    if (kind == CXCursor_CallExpr && clang_getCursorKind(callee) == CXCursor_FunctionDecl) {
        int n = clang_Cursor_getNumArguments(c);
        for (int i = 0; i < n && i < 3; i++)
            out->args[i] = clang_Cursor_getArgument(c, (unsigned)i);
        out->named = ast_string(clang_getCursorSpelling(callee));
        return n > 0 && strncmp(out->named, "__sync_", 7) == 0 && find(out->named, out);
    }
    const char *text = r->src->text + begin;
    if (kind == CXCursor_CallExpr && ast_is_patched(r->ast, begin))
        return is_patched(c, text, out);
    if (kind != CXCursor_UnexposedExpr || kids.n < 2 || strncmp(text, "__", 2) != 0)
        return false;
    out->named = word_at(text);
    if (!find(out->named, out))
        return false;
    out->args[0] = kids.list[0];
    out->order = kids.list[1];
    if (kids.n > 2)
        out->args[1] = kids.list[2];
    if (kids.n > 3)
        out->args[2] = kids.list[out->form >= FORM_COMPARE_SWAP ? (kids.n > 4 ? 4 : 3) : 3];
    return true;
}

/* ---- places ---- */

/* The lvalue; of a variable from outside of the iteration as *&lvalue, so that it is accessed in
 * memory that all iterations share. */
static struct expr *shared(struct expr *lvalue)
{
    const struct expr *of = expr_object(lvalue), *part = lvalue;
    while (part->kind == EXPR_MEMBER)
        part = part->a;
    if (of->kind != EXPR_VAR || of->decl->in_region || part->kind == EXPR_INDEX)
        return lvalue;
    struct expr *address =
        expr_new(EXPR_ADDR, type_pointer_to(lvalue->type), lvalue->begin, lvalue->end);
    struct expr *object = expr_new(EXPR_DEREF, lvalue->type, lvalue->begin, lvalue->end);
    address->a = lvalue;
    object->a = address;
    return object;
}

/* Without the conversions and the operator & around a variable. */
static CXCursor variable_at(struct region *r, CXCursor to)
{
    while (clang_getCursorKind(to) == CXCursor_UnexposedExpr ||
           clang_getCursorKind(to) == CXCursor_UnaryOperator) {
        struct children kids = ast_children(r->ast, to);
        if (kids.n == 0)
            break;
        to = kids.list[0];
    }
    return clang_getCursorReferenced(to);
}

/* What the pointer points to; of the address of a name for an operand (ast_macro.c), the operand.
 */
static struct expr *pointee(struct region *r, CXCursor arg)
{
    struct expr *named = ast_named_operand(r, variable_at(r, arg));
    if (named && named->type->kind != TYPE_POINTER)
        return named;
    struct expr *p = ast_expr(r, arg);
    while (p->kind == EXPR_CAST && p->implicit && p->a->type->kind == TYPE_POINTER)
        p = p->a;
    if (p->kind == EXPR_ADDR)
        return p->a;
    if (p->type->kind != TYPE_POINTER)
        return ast_or_zero(r, arg, ast_unsupported(r, arg, "the operand of an atomic operation"));
    struct type *t = ir_alloc(sizeof *t);
    *t = *p->type->of;
    t->is_volatile = false;
    struct expr *e = expr_new(EXPR_DEREF, t, p->begin, p->end);
    e->a = p;
    return e;
}

static bool fits(const struct type *t)
{
    return t->kind == TYPE_SCALAR && !type_is_half(t);
}

/* Is it a member of a packed structure, whose place devices cannot update atomically? */
static bool is_misaligned(const struct expr *e)
{
    for (; e->kind == EXPR_MEMBER; e = e->a)
        if (e->field->bits >= 0 || e->field->bit_offset / 8 % e->type->size != 0 ||
            (e->a->type->kind == TYPE_RECORD &&
             e->a->type->record->align < (size_t)type_flat_element(e->type)->size))
            return true;
    return false;
}

static bool check_place(struct region *r, const struct expr *e)
{
    if (!fits(e->type))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "an atomic operation on an object of type '%s', which devices do not have; use an "
            "integer or floating type of at most 8 bytes",
            e->type->spelling);
    if (is_misaligned(e))
        return refuse(
            r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
            "an atomic operation on a member whose place in its structure is not a multiple of "
            "its size; use a structure that is not packed");
    return true;
}

static struct expr *as_type(struct expr *e, struct type *to)
{
    struct expr *cast = expr_new(EXPR_CAST, to, e->begin, e->end);
    cast->a = e;
    return cast;
}

/* ---- operations ---- */

static struct expr *loaded(struct region *r, struct expr *place, bool fenced)
{
    check_place(r, place);
    place = shared(place);
    place->atomic = true;
    place->fenced = fenced;
    return place;
}

static struct expr *assignment(struct region *r, CXCursor c, struct expr *to, enum c_op op,
                               struct expr *value)
{
    struct expr *e = ast_expr_at(r, EXPR_ASSIGN, c);
    e->type = to->type;
    e->op = op;
    e->a = to;
    e->b = value;
    return e;
}

static struct expr *pair(struct expr *expected, struct expr *desired)
{
    struct expr *e = expr_new(EXPR_BINARY, desired->type, expected->begin, desired->end);
    e->op = OP_COMMA;
    e->a = expected;
    e->b = desired;
    return e;
}

/* The value that the operation's `i`-th operand is or points to, of the place's type. */
static struct expr *operand(struct region *r, const struct operation *o, int i, bool pointed,
                            struct type *type)
{
    struct expr *e = pointed ? pointee(r, o->args[i]) : ast_expr(r, o->args[i]);
    if (!fits(e->type) || (pointed && e->type->scalar != type->scalar))
        return ast_or_zero(
            r, o->args[i],
            refuse(r, REFUSE_LOOP, e->begin, CODE_CALL_SEQUENTIAL,
                   "an atomic operation with an operand of type '%s' on an object of type '%s'",
                   e->type->spelling, type->spelling));
    return as_type(e, type);
}

/* old = (place ?= (old, desired)); whether old has stayed the same */
static struct expr *compare_exchange(struct region *r, CXCursor c, const struct operation *o,
                                     struct expr *place, struct expr *swap)
{
    struct expr *old = pointee(r, o->args[1]);
    if (!expr_is_lvalue(old) || expr_has_effects(old) || !fits(old->type) ||
        old->type->scalar != place->type->scalar)
        return refuse(r, REFUSE_LOOP, old->begin, CODE_CALL_SEQUENTIAL,
                      "'%s' with an expected value that is not a variable of type '%s'", o->named,
                      place->type->spelling);
    struct expr *desired = operand(r, o, 2, o->form == FORM_COMPARE_EXCHANGE_BY, place->type);
    swap->b = pair(pointee(r, o->args[1]), desired);
    swap->gives = VALUE_OLD;
    struct expr *e = assignment(r, c, old, OP_ASSIGN, swap);
    e->gives = VALUE_EXPECTED;
    e->type = ast_expr_at(r, EXPR_ASSIGN, c)->type;
    return e;
}

/* Without the pointer to the result. */
static struct expr *value_of(struct region *r, CXCursor c, const struct operation *o,
                             struct expr *place)
{
    long long order;
    bool fenced = o->sync || !ast_evaluate(o->order, &order) || order != 0;
    if (o->form == FORM_LOAD || o->form == FORM_LOAD_TO)
        return loaded(r, place, fenced);
    check_place(r, place);
    struct expr *e = assignment(r, c, shared(place), o->op, NULL);
    e->atomic = true;
    e->fenced = fenced;
    e->gives = o->gives;
    struct type *type = place->type;
    switch (o->form) {
    case FORM_CLEAR:
        e->b = as_type(ast_int_const(r, c, 0), type);
        e->b->a->type = type_int();
        break;
    case FORM_COMPARE_SWAP:
        e->b = pair(operand(r, o, 1, false, type), operand(r, o, 2, false, type));
        e->type = o->gives == VALUE_SUCCESS ? ast_expr_at(r, EXPR_ASSIGN, c)->type : type;
        break;
    case FORM_COMPARE_EXCHANGE:
    case FORM_COMPARE_EXCHANGE_BY:
        return compare_exchange(r, c, o, place, e);
    default:
        e->b = operand(r, o, 1, o->form == FORM_STORE_BY || o->form == FORM_EXCHANGE_BY, type);
    }
    return e;
}

/* Which operand is a pointer to the result, -1: none. */
static int result_of(const struct operation *o)
{
    return o->form == FORM_LOAD_TO ? 1 : o->form == FORM_EXCHANGE_BY ? 2 : -1;
}

static struct expr *operation(struct region *r, CXCursor c, const struct operation *o,
                              struct expr *place)
{
    struct expr *e = value_of(r, c, o, place);
    int to = result_of(o);
    return to < 0 ? e : assignment(r, c, pointee(r, o->args[to]), OP_ASSIGN, e);
}

/* Items of the lists may only be updated, by operations whose values are not used: refuse others.
 */
static MUST_CHECK void *refuse_item(struct region *r, CXCursor c, const char *name)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    return refuse(
        r, REFUSE_LOOP, begin, CODE_CALL_SEQUENTIAL,
        "call to '%s': an atomic operation on a reduction variable that is more than an update; "
        "do not use its value",
        name);
}

struct expr *ast_atomic(struct region *r, CXCursor c)
{
    struct operation o;
    if (!is_operation(r, c, &o))
        return NULL;
    struct expr *place = pointee(r, o.args[0]);
    if (body_is_item(r, place))
        return refuse_item(r, c, o.named);
    return operation(r, c, &o, place);
}

bool ast_is_atomic(struct region *r, CXCursor c)
{
    struct operation o;
    return is_operation(r, c, &o);
}

struct expr *ast_atomic_given(struct region *r, CXCursor c, CXCursor variable)
{
    struct operation o;
    if (!is_operation(r, c, &o) || result_of(&o) < 0)
        return NULL;
    CXCursor to = variable_at(r, o.args[result_of(&o)]);
    struct expr *place = pointee(r, o.args[0]);
    if (!clang_equalCursors(to, variable) || body_is_item(r, place))
        return NULL;
    return value_of(r, c, &o, place);
}

bool ast_check_atomic(struct region *r, CXCursor c)
{
    size_t begin, end;
    ast_extent(r->ast, c, &begin, &end);
    const char *text = r->src->text + begin;
    if (strncmp(text, "__atomic_", 9) == 0 || strncmp(text, "__c11_atomic_", 13) == 0)
        return refuse(r, REFUSE_LOOP, begin, CODE_CALL_SEQUENTIAL,
                      "call to '%s': an atomic operation that devices do not have",
                      ir_strndup(text, strcspn(text, "( ")));
    return true;
}

struct expr *ast_atomic_update(struct region *r, CXCursor c)
{
    struct operation o;
    if (!is_operation(r, c, &o))
        return NULL;
    struct expr *place = pointee(r, o.args[0]);
    if (!r->stopped && body_is_item(r, place) && o.form == FORM_UPDATE && o.op != OP_ASSIGN_NAND) {
        r->atomics = true;
        struct expr *e = assignment(r, c, place, o.op, NULL);
        e->b = ast_expr(r, o.args[1]);
        return e;
    }
    return NULL;
}

/* ---- assignments to _Atomic objects, or under `omp atomic` ---- */

struct expr *ast_read_jointly(struct region *r, struct expr *place, bool fenced)
{
    return loaded(r, place, fenced);
}

bool ast_make_atomic(struct region *r, struct expr *e, bool fenced)
{
    if (!check_place(r, e->a))
        return false;
    e->gives = e->kind == EXPR_INCDEC && e->postfix ? VALUE_OLD : VALUE_NEW;
    if (e->kind == EXPR_INCDEC) {
        if (type_is_bool(e->a->type))
            return refuse(r, REFUSE_LOOP, e->begin, CODE_UNSUPPORTED, "++ or -- on a _Bool");
        e->kind = EXPR_ASSIGN;
        e->op = c_op_assignment(c_op_plain(e->op));
        e->b = expr_new(EXPR_INT, type_int(), e->begin, e->end);
        e->b->value = 1;
        e->postfix = false;
    }
    e->a = shared(e->a);
    e->atomic = true;
    e->joint = false;
    e->fenced = fenced;
    return true;
}

/* ---- _Atomic objects ---- */

bool ast_is_updated(struct region *r, CXCursor c, const struct expr *e)
{
    return clang_equalCursors(r->ast->updated, c) && !body_is_item(r, e);
}

struct expr *ast_updated(struct region *r, CXCursor c)
{
    CXCursor outer = r->ast->updated, inner = c;
    while (clang_getCursorKind(inner) == CXCursor_ParenExpr)
        inner = ast_children(r->ast, inner).list[0];
    r->ast->updated = inner;
    struct expr *e = ast_expr(r, c);
    r->ast->updated = outer;
    return e;
}

struct expr *ast_atomically(struct region *r, struct expr *e)
{
    const struct expr *of = expr_object(e->a);
    if (e->a->type->is_atomic && !(of->kind == EXPR_VAR && of->decl->in_region))
        ast_make_atomic(r, e, true);
    return e;
}
