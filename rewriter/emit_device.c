/*
 * emit_device.c: a region as device text: the argument block, the functions
 * that the loop calls, the body as a functor, and one kernel.
 *
 * Arrays and pointers to arrays are flat on the device: a[i][j] of a base
 * becomes A.p_a[i * columns + j], with the number of columns captured where it
 * is known only at run time.  Records keep the host's layout.
 */
#include <string.h>

#include "ast.h"
#include "emit.h"
#include "math_table.h"

/* Operations per iteration from which the kernel does not unroll. */
#define HEAVY_BODY 60.0

struct emitter {
    struct region *r;
    struct buf *out;
    int indent;
    int loops, switches;       /* enclosing inner loops and switches: what continue means */
    bool in_function;
    struct record **records;   /* already printed */
    size_t n_records;
    struct buf *record_text;
};

static void expr(struct emitter *em, struct expr *e);
static void operand(struct emitter *em, struct expr *e);
static void stmt(struct emitter *em, struct stmt *s);

static void put(struct emitter *em, const char *s)
{
    buf_add(em->out, s);
}

static void line_start(struct emitter *em)
{
    for (int i = 0; i < em->indent; i++)
        put(em, "    ");
}

/* ---- names ---- */

static const char *const reserved[] = {
    "A", "G", "it", "v", "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor",
    "bool", "catch", "char16_t", "char32_t", "class", "compl", "concept", "const_cast",
    "constexpr", "decltype", "delete", "dynamic_cast", "explicit", "export", "false", "friend",
    "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "operator", "or",
    "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires",
    "static_assert", "static_cast", "template", "this", "thread_local", "throw", "true", "try",
    "typeid", "typename", "using", "virtual", "wchar_t", "xor", "xor_eq", "threadIdx", "blockIdx",
    "blockDim", "gridDim", "warpSize", "dim3", "float2", "float4", "double2", "int2", "int4"};

static const char *decl_name(struct decl *d)
{
    if (d->device_name)
        return d->device_name;
    bool clash = strncmp(d->name, "tcr_", 4) == 0 || strncmp(d->name, "__", 2) == 0;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        clash |= strcmp(reserved[i], d->name) == 0;
    d->device_name = clash ? ir_printf("u_%s", d->name) : d->name;
    return d->device_name;
}

static const char *field_name(const struct record *rec, const struct field *f)
{
    size_t i = (size_t)(f - rec->fields);
    return *f->name ? ir_printf("m_%s", f->name) : ir_printf("m%zu", i);
}

/* ---- types ---- */

static const char *scalar_name(enum tcr_type s)
{
    static const char *const name[] = {
        "bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
        "long long", "unsigned long long", "tcr_half", "tcr_bf16", "float", "double"};
    return name[s];
}

static const char *record_name(struct emitter *em, struct record *rec);

/* A type without arrays; pointers point to device memory. */
static const char *type_name(struct emitter *em, const struct type *t)
{
    switch (t->kind) {
    case TYPE_VOID:
        return "void";
    case TYPE_SCALAR:
        return scalar_name(t->scalar);
    case TYPE_POINTER: {
        struct type *flat = type_flat_element(t->of);
        if (flat->kind == TYPE_VOID)
            return "tcr_ptr<const unsigned char>";
        return ir_printf("tcr_ptr<const %s>", type_name(em, flat));
    }
    case TYPE_RECORD:
        return record_name(em, t->record);
    default:
        refuse(em->r, REFUSE_DEVICE, em->r->begin, "unsupported-type", "a value of type '%s'",
               t->spelling);
    }
}

static void pad(struct buf *out, int *n, long long bytes)
{
    if (bytes > 0)
        buf_printf(out, "    unsigned char pad%d[%lld];\n", (*n)++, bytes);
}

static void dimensions(struct buf *out, const struct type *t)
{
    for (; t->kind == TYPE_ARRAY; t = t->of)
        buf_printf(out, "[%lld]", t->count);
}

/* Pointers inside of records are the host's and of no use on the device. */
static const char *member_type(struct emitter *em, const struct type *flat)
{
    return flat->kind == TYPE_POINTER ? "unsigned long long" : type_name(em, flat);
}

static bool representable(const struct field *f)
{
    const struct type *flat = type_flat_element(f->type);
    return f->bits < 0 && f->type->size > 0 &&
           (flat->kind == TYPE_SCALAR || flat->kind == TYPE_POINTER || flat->kind == TYPE_RECORD);
}

static const char *record_name(struct emitter *em, struct record *rec)
{
    const char *name = *rec->tag ? ir_printf("tcr_r%d_%s_%d", em->r->id, rec->tag, rec->id)
                                 : ir_printf("tcr_r%d_record_%d", em->r->id, rec->id);
    for (size_t i = 0; i < em->n_records; i++)
        if (em->records[i] == rec)
            return name;
    if (!rec->complete)
        refuse(em->r, REFUSE_DEVICE, em->r->begin, "incomplete-type",
               "the members of 'struct %s' are not known in this unit", rec->tag);
    IR_PUSH(em->records, em->n_records, rec);
    struct buf text = {0};
    int pads = 0;
    long long at = 0;
    buf_printf(&text, "%s alignas(%zu) %s {\n", rec->is_union ? "union" : "struct", rec->align, name);
    for (size_t i = 0; i < rec->n_fields; i++) {
        const struct field *f = &rec->fields[i];
        long long offset = f->bit_offset / 8;
        if (!representable(f))
            continue;
        struct type *flat = type_flat_element(f->type);
        size_t align = flat->kind == TYPE_RECORD ? flat->record->align : (size_t)flat->size;
        if (align && (size_t)offset % align) {
            buf_free(&text);
            refuse(em->r, REFUSE_DEVICE, em->r->begin, "packed",
                   "member '%s' of a packed structure is not aligned", f->name);
        }
        const char *type = member_type(em, flat);
        if (!rec->is_union)
            pad(&text, &pads, offset - at);
        buf_printf(&text, "    %s %s", type, field_name(rec, f));
        dimensions(&text, f->type);
        buf_add(&text, ";\n");
        at = offset + f->type->size;
    }
    pad(&text, &pads, (rec->is_union ? 0 : -at) + (long long)rec->size);
    buf_printf(&text, "};\nstatic_assert(sizeof(%s) == %zu, \"layout\");\n", name, rec->size);
    buf_add(em->record_text, text.s);
    buf_free(&text);
    return name;
}

/* A declaration of a local: name with its array levels. */
static void declare(struct emitter *em, struct decl *d)
{
    struct type *flat = type_flat_element(d->type);
    if (d->type->kind == TYPE_POINTER && d->points_local) {
        if (d->type->of->kind == TYPE_ARRAY || d->type->of->kind == TYPE_POINTER)
            refuse(em->r, REFUSE_DEVICE, d->offset, "pointer-shape",
                   "'%s' points to a local array of arrays", d->name);
        buf_printf(em->out, "%s *%s", type_name(em, d->type->of), decl_name(d));
        return;
    }
    if (flat->kind == TYPE_POINTER && d->type->kind == TYPE_ARRAY)
        refuse(em->r, REFUSE_DEVICE, d->offset, "pointer-stored", "'%s' is an array of pointers",
               d->name);
    buf_printf(em->out, "%s %s", type_name(em, flat), decl_name(d));
    dimensions(em->out, d->type);
}

/* ---- lvalues and addresses ---- */

/* The array lvalue behind a pointer, or NULL. */
static struct expr *decayed(struct expr *e)
{
    return e->kind == EXPR_DECAY && e->base < 0 ? e->a : NULL;
}

/* Does a chain of subscripts end in a flat pointer (true) or in a real array
 * of the device text: a local or a member (false)? */
static bool is_flat(struct expr *pointer)
{
    struct expr *array = decayed(pointer);
    if (!array)
        return true;
    if (array->kind == EXPR_INDEX)
        return is_flat(array->a);
    return array->kind == EXPR_DEREF;
}

static const char *scale_of(struct emitter *em, struct expr *at, struct type *elem)
{
    if (elem->kind != TYPE_ARRAY)
        return NULL;
    struct type *flat = type_flat_element(elem);
    if (elem->size > 0 && flat->size > 0)
        return ir_printf("%lld", elem->size / flat->size);
    if (at->capture < 0)
        refuse(em->r, REFUSE_DEVICE, at->begin, "vla-extent", "the row length is not known");
    return ir_printf("A.%s", em->r->captures[at->capture].name);
}

static void scaled(struct emitter *em, struct expr *at, struct expr *index, struct type *elem)
{
    const char *scale = scale_of(em, at, elem);
    if (scale)
        put(em, "(long long)");
    operand(em, index);
    if (scale)
        buf_printf(em->out, " * %s", scale);
}

/* Prints the pointer at the bottom of the chain, then the flat index. */
static void flat_pointer(struct emitter *em, struct expr *pointer)
{
    struct expr *array = decayed(pointer);
    if (array && array->kind == EXPR_INDEX)
        flat_pointer(em, array->a);
    else if (array)
        flat_pointer(em, array->a); /* *p of array type */
    else
        operand(em, pointer);
}

static void flat_index(struct emitter *em, struct expr *index_expr)
{
    struct expr *array = decayed(index_expr->a);
    if (array && array->kind == EXPR_INDEX) {
        flat_index(em, array);
        put(em, " + ");
    }
    scaled(em, index_expr, index_expr->b, index_expr->a->type->of);
}

static void index_expr(struct emitter *em, struct expr *e)
{
    if (is_flat(e->a)) {
        flat_pointer(em, e->a);
        put(em, "[");
        flat_index(em, e);
    } else {
        struct expr *array = decayed(e->a);
        operand(em, array);
        put(em, "[");
        expr(em, e->b);
    }
    put(em, "]");
}

/* A pointer to an lvalue. */
static void address(struct emitter *em, struct expr *lv, bool local)
{
    if (lv->kind == EXPR_DEREF) {
        operand(em, lv->a);
    } else if (lv->kind == EXPR_INDEX && is_flat(lv->a)) {
        put(em, "(");
        flat_pointer(em, lv->a);
        put(em, " + (");
        flat_index(em, lv);
        put(em, "))");
    } else if (local) {
        put(em, "&");
        operand(em, lv);
    } else {
        struct type *flat = type_flat_element(lv->type);
        buf_printf(em->out, "tcr_cast<const %s>(&", type_name(em, flat));
        operand(em, lv);
        for (struct type *t = lv->type; t->kind == TYPE_ARRAY; t = t->of)
            put(em, "[0]");
        put(em, ")");
    }
}

static bool local_lvalue(const struct expr *e)
{
    for (;;) {
        if (e->kind == EXPR_MEMBER)
            e = e->a;
        else if (e->kind == EXPR_INDEX && e->a->kind == EXPR_DECAY && e->a->base < 0)
            e = e->a->a;
        else if (e->kind == EXPR_INDEX || e->kind == EXPR_DEREF)
            return e->a->kind == EXPR_VAR && e->a->decl->points_local;
        else
            return true;
    }
}

/* ---- expressions ---- */

static bool is_half(const struct type *t)
{
    return t->kind == TYPE_SCALAR && (t->scalar == TCR_F16 || t->scalar == TCR_BF16);
}

/* An argument or initialiser: C converts by the prototype, C++ would choose
 * another overload. */
static void exact(struct emitter *em, struct expr *e)
{
    if (e->kind == EXPR_CAST && e->implicit && e->type->kind == TYPE_SCALAR) {
        buf_printf(em->out, "(%s)", type_name(em, e->type));
        operand(em, e->a);
    } else {
        expr(em, e);
    }
}

static void call_args(struct emitter *em, struct expr *e, const char *first)
{
    put(em, "(");
    put(em, first);
    for (size_t i = 0; i < e->n_args; i++) {
        if (i || *first)
            put(em, ", ");
        if (e->args[i])
            exact(em, e->args[i]);
    }
    put(em, ")");
}

static void call(struct emitter *em, struct expr *e)
{
    if (!e->math) {
        put(em, ast_function(em->r, e->decl, e->begin)->name);
        call_args(em, e, "A");
    } else if (!e->math->device) {
        exact(em, e->args[0]);
    } else if (strncmp(e->math->device, "tcr_nan", 7) == 0 || e->n_args == 0) {
        buf_printf(em->out, "%s()", e->math->device);
    } else {
        put(em, e->math->device);
        call_args(em, e, "");
    }
}

static void integer(struct emitter *em, const struct expr *e)
{
    const char *suffix = "";
    if (e->type->kind == TYPE_SCALAR)
        suffix = e->type->scalar == TCR_U32   ? "u"
                 : e->type->scalar == TCR_I64 ? "ll"
                 : e->type->scalar == TCR_U64 ? "ull"
                                              : "";
    if (type_is_unsigned(e->type))
        buf_printf(em->out, "%llu%s", (unsigned long long)e->value, suffix);
    else if (e->value == -9223372036854775807LL - 1)
        put(em, "(-9223372036854775807ll - 1)");
    else if (e->value == -2147483648LL)
        buf_printf(em->out, "(-2147483647%s - 1)", suffix);
    else
        buf_printf(em->out, e->value < 0 ? "(%lld%s)" : "%lld%s", e->value, suffix);
}

static void floating(struct emitter *em, const struct expr *e)
{
    bool plain = !strpbrk(e->text, ".eEpPxX");
    if (is_half(e->type))
        buf_printf(em->out, "(%s)", type_name(em, e->type));
    buf_printf(em->out, "%s%s%s", e->text, plain ? ".0" : "",
               e->type->scalar == TCR_F64 ? "" : "f");
}

static void binary(struct emitter *em, struct expr *e)
{
    bool pointer = e->type->kind == TYPE_POINTER;
    if (pointer && strcmp(e->op, ",") != 0) {
        struct expr *p = e->a->type->kind == TYPE_POINTER ? e->a : e->b;
        operand(em, p);
        buf_printf(em->out, " %s ", e->op);
        scaled(em, e, p == e->a ? e->b : e->a, e->type->of);
        return;
    }
    operand(em, e->a);
    buf_printf(em->out, " %s ", e->op);
    operand(em, e->b);
    if (*e->op == '-' && e->a->type->kind == TYPE_POINTER &&
        e->a->type->of->kind == TYPE_ARRAY)
        refuse(em->r, REFUSE_DEVICE, e->begin, "pointer-shape",
               "a difference of pointers to arrays");
}

static void assign(struct emitter *em, struct expr *e)
{
    operand(em, e->a);
    if (is_half(e->a->type) && strcmp(e->op, "=") != 0) {
        put(em, " = ");
        operand(em, e->a);
        buf_printf(em->out, " %.*s ", (int)strlen(e->op) - 1, e->op);
        operand(em, e->b);
        return;
    }
    buf_printf(em->out, " %s ", e->op);
    exact(em, e->b);
}

static void cast(struct emitter *em, struct expr *e)
{
    if (e->type->kind == TYPE_POINTER) {
        long long k;
        if (e->a->type->kind != TYPE_POINTER && expr_const(e->a, &k) && k == 0) {
            buf_printf(em->out, "(%s)0", type_name(em, e->type));
            return;
        }
        struct type *to = type_flat_element(e->type->of);
        const char *name = to->kind == TYPE_VOID ? "unsigned char" : type_name(em, to);
        buf_printf(em->out, "tcr_cast<const %s>(", name);
        expr(em, e->a);
        put(em, ")");
    } else if (e->type->kind == TYPE_VOID) {
        put(em, "(void)");
        operand(em, e->a);
    } else if (e->implicit && !is_half(e->a->type) && e->a->type->kind == TYPE_SCALAR) {
        expr(em, e->a); /* C++ converts the same way */
    } else {
        buf_printf(em->out, "(%s)", type_name(em, e->type));
        operand(em, e->a);
    }
}

static void decay_expr(struct emitter *em, struct expr *e)
{
    if (e->a->kind == EXPR_INDEX && is_flat(e->a->a))
        address(em, e->a, false);
    else if (e->a->kind == EXPR_DEREF)
        operand(em, e->a->a);
    else if (local_lvalue(e->a))
        operand(em, e->a);
    else
        address(em, e->a, false);
}

static void variable(struct emitter *em, struct expr *e)
{
    put(em, decl_name(e->decl));
}

static void expr(struct emitter *em, struct expr *e)
{
    struct region *r = em->r;
    if (e->reduction >= 0) {
        put(em, r->reductions[e->reduction].device_name);
        return;
    }
    if (e->base >= 0 && r->bases[e->base].name) {
        buf_printf(em->out, "A.%s", r->bases[e->base].name);
        return;
    }
    if (e->capture >= 0 && (e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_RECORD)) {
        buf_printf(em->out, "A.%s", r->captures[e->capture].name);
        return;
    }
    switch (e->kind) {
    case EXPR_INT:
        integer(em, e);
        break;
    case EXPR_FLOAT:
        floating(em, e);
        break;
    case EXPR_VAR:
        variable(em, e);
        break;
    case EXPR_UNARY:
        put(em, e->op);
        operand(em, e->a);
        break;
    case EXPR_BINARY:
        binary(em, e);
        break;
    case EXPR_ASSIGN:
        assign(em, e);
        break;
    case EXPR_INCDEC:
        put(em, e->postfix ? "" : e->op);
        operand(em, e->a);
        put(em, e->postfix ? e->op : "");
        break;
    case EXPR_COND:
        operand(em, e->a);
        put(em, " ? ");
        exact(em, e->b);
        put(em, " : ");
        exact(em, e->c);
        break;
    case EXPR_CALL:
        call(em, e);
        break;
    case EXPR_INDEX:
        index_expr(em, e);
        break;
    case EXPR_MEMBER: {
        operand(em, e->a);
        buf_printf(em->out, ".%s", field_name(e->a->type->record, e->field));
        break;
    }
    case EXPR_DEREF:
        put(em, "*");
        operand(em, e->a);
        break;
    case EXPR_ADDR:
        address(em, e->a, local_lvalue(e->a));
        break;
    case EXPR_CAST:
        cast(em, e);
        break;
    case EXPR_DECAY:
        decay_expr(em, e);
        break;
    case EXPR_INIT:
    case EXPR_LITERAL:
        put(em, "{");
        for (size_t i = 0; i < e->n_args; i++) {
            put(em, i ? ", " : "");
            exact(em, e->args[i]);
        }
        put(em, "}");
        break;
    case EXPR_HOST:
        refuse(r, REFUSE_DEVICE, e->begin, "unsupported", "this expression");
    }
}

static bool is_atom(const struct emitter *em, const struct expr *e)
{
    if (e->reduction >= 0 || e->base >= 0)
        return true;
    if (e->capture >= 0 && (e->type->kind == TYPE_SCALAR || e->type->kind == TYPE_RECORD))
        return true;
    switch (e->kind) {
    case EXPR_INT:
    case EXPR_FLOAT:
        return !is_half(e->type);
    case EXPR_VAR:
    case EXPR_CALL:
    case EXPR_INDEX:
    case EXPR_MEMBER:
        return true;
    case EXPR_CAST:
        return e->implicit && !is_half(e->a->type) && e->type->kind == TYPE_SCALAR &&
               e->a->type->kind == TYPE_SCALAR && is_atom(em, e->a);
    default:
        return false;
    }
}

/* With brackets unless it cannot be misread. */
static void operand(struct emitter *em, struct expr *e)
{
    bool atom = is_atom(em, e);
    put(em, atom ? "" : "(");
    expr(em, e);
    put(em, atom ? "" : ")");
}

/* ---- statements ---- */

static void block(struct emitter *em, struct stmt *s)
{
    put(em, " {\n");
    em->indent++;
    if (s && s->kind == STMT_COMPOUND)
        for (size_t i = 0; i < s->n_list; i++)
            stmt(em, s->list[i]);
    else if (s)
        stmt(em, s);
    em->indent--;
    line_start(em);
    put(em, "}");
}

static void loop_body(struct emitter *em, struct stmt *s)
{
    int switches = em->switches;
    em->switches = 0;
    em->loops++;
    block(em, s);
    em->loops--;
    em->switches = switches;
}

static void decl_stmt(struct emitter *em, struct stmt *s, bool header)
{
    for (size_t i = 0; i < s->n_decls; i++) {
        if (!header)
            line_start(em);
        if (header && i)
            refuse(em->r, REFUSE_DEVICE, s->begin, "unsupported",
                   "several declarations in the header of an inner loop");
        declare(em, s->decls[i]);
        if (s->inits[i]) {
            put(em, " = ");
            exact(em, s->inits[i]);
        }
        put(em, header ? "" : ";\n");
    }
}

static void for_stmt(struct emitter *em, struct stmt *s)
{
    put(em, "for (");
    if (s->init && s->init->kind == STMT_DECL)
        decl_stmt(em, s->init, true);
    else if (s->init && s->init->expr)
        expr(em, s->init->expr);
    put(em, "; ");
    if (s->expr)
        expr(em, s->expr);
    put(em, "; ");
    if (s->step)
        expr(em, s->step);
    put(em, ")");
    loop_body(em, s->body);
    put(em, "\n");
}

static void stmt(struct emitter *em, struct stmt *s)
{
    if (s->kind == STMT_DECL) {
        decl_stmt(em, s, false);
        return;
    }
    line_start(em);
    switch (s->kind) {
    case STMT_EXPR:
        expr(em, s->expr);
        put(em, ";\n");
        break;
    case STMT_COMPOUND:
        put(em, "{\n");
        em->indent++;
        for (size_t i = 0; i < s->n_list; i++)
            stmt(em, s->list[i]);
        em->indent--;
        line_start(em);
        put(em, "}\n");
        break;
    case STMT_IF:
        put(em, "if (");
        expr(em, s->expr);
        put(em, ")");
        block(em, s->body);
        if (s->other) {
            put(em, " else");
            block(em, s->other);
        }
        put(em, "\n");
        break;
    case STMT_FOR:
        for_stmt(em, s);
        break;
    case STMT_WHILE:
        put(em, "while (");
        expr(em, s->expr);
        put(em, ")");
        loop_body(em, s->body);
        put(em, "\n");
        break;
    case STMT_DO:
        put(em, "do");
        loop_body(em, s->body);
        put(em, " while (");
        expr(em, s->expr);
        put(em, ");\n");
        break;
    case STMT_SWITCH:
        put(em, "switch (");
        expr(em, s->expr);
        put(em, ")");
        em->switches++;
        block(em, s->body);
        em->switches--;
        put(em, "\n");
        break;
    case STMT_CASE:
        put(em, "case ");
        expr(em, s->expr);
        if (s->case_high) {
            refuse(em->r, REFUSE_DEVICE, s->begin, "unsupported", "a range of case labels");
        }
        put(em, ":\n");
        stmt(em, s->body);
        break;
    case STMT_DEFAULT:
        put(em, "default:\n");
        stmt(em, s->body);
        break;
    case STMT_BREAK:
        put(em, "break;\n");
        break;
    case STMT_CONTINUE: /* of the region's own loop: this iteration is done */
        put(em, em->loops || em->in_function ? "continue;\n" : "return;\n");
        break;
    case STMT_RETURN:
        put(em, "return");
        if (s->expr) {
            put(em, " ");
            exact(em, s->expr);
        }
        put(em, ";\n");
        break;
    default:
        put(em, ";\n");
    }
}

/* ---- the region ---- */

static const char *reduction_class(enum tcr_op op)
{
    static const char *const name[] = {[TCR_ADD] = "tcr_sum",  [TCR_MUL] = "tcr_prod",
                                       [TCR_MIN] = "tcr_min",  [TCR_MAX] = "tcr_max",
                                       [TCR_AND] = "tcr_and",  [TCR_OR] = "tcr_or",
                                       [TCR_XOR] = "tcr_xor",  [TCR_LAND] = "tcr_land",
                                       [TCR_LOR] = "tcr_lor"};
    return name[op];
}

static void device_field(struct buf *out, const struct type *type, bool pointer, const char *name,
                         const void *ctx)
{
    struct emitter *em = (struct emitter *)ctx;
    if (pointer)
        buf_printf(out, "    tcr_ptr<const %s> %s;\n",
                   type->kind == TYPE_VOID ? "unsigned char" : type_name(em, type), name);
    else
        buf_printf(out, "    %s %s;\n", type_name(em, type), name);
}

static void args_block(struct emitter *em)
{
    buf_printf(em->out, "struct tcr_args_%d {\n", em->r->id);
    emit_fields(em->r, em->out, device_field, em);
    put(em, "};\n");
}

static void prototype(struct emitter *em, struct device_function *f)
{
    struct region *r = em->r;
    struct type *result = ast_result_type(r, f->decl);
    buf_printf(em->out, "TCR_DEVICE static %s %s(const tcr_args_%d &A", type_name(em, result),
               f->name, r->id);
    for (size_t i = 0; i < f->n_params; i++) {
        put(em, ", ");
        declare(em, f->params[i]);
    }
    put(em, ")");
}

static void functions(struct emitter *em)
{
    struct region *r = em->r;
    for (size_t i = 0; i < r->n_functions; i++) {
        if (!r->functions[i].called)
            continue;
        prototype(em, &r->functions[i]);
        put(em, ";\n");
    }
    em->in_function = true;
    for (size_t i = 0; i < r->n_functions; i++) {
        if (!r->functions[i].called)
            continue;
        prototype(em, &r->functions[i]);
        block(em, r->functions[i].body);
        put(em, "\n");
    }
    em->in_function = false;
}

/* var = lower + iteration * step */
static void induction(struct emitter *em, const struct region *r, const struct induction *v,
                      const char *iteration, size_t level, size_t k)
{
    (void)r;
    const struct type *t = v->var->type;
    line_start(em);
    if (t->kind == TYPE_POINTER) {
        buf_printf(em->out, "%s %s = ", type_name(em, t), decl_name(v->var));
        operand(em, v->lower);
        const char *scale = scale_of(em, v->lower, t->of);
        buf_printf(em->out, " + %s * ", iteration);
        if (scale)
            buf_printf(em->out, "%s * ", scale);
    } else {
        buf_printf(em->out, "%s %s = (%s)(A.tcr_lo%zu_%zu + %s * ", type_name(em, t),
                   decl_name(v->var), type_name(em, t), level, k, iteration);
    }
    if (v->step)
        buf_printf(em->out, "A.tcr_st%zu_%zu", level, k);
    else
        buf_printf(em->out, "(%lldll)", v->step_const);
    put(em, t->kind == TYPE_POINTER ? ";\n" : ");\n");
}

static void loop_variables(struct emitter *em)
{
    struct region *r = em->r;
    size_t n = r->n_loops;
    if (n > 1)
        put(em, "        long long tcr_rest = it;\n");
    for (size_t i = n; i-- > 0;) {
        const char *iteration = n > 1 ? ir_printf("tcr_it%zu", i) : "it";
        if (n > 1 && i > 0)
            buf_printf(em->out,
                       "        long long tcr_it%zu = tcr_divide(tcr_rest, A.tcr_n%zu);\n", i, i);
        else if (n > 1)
            put(em, "        long long tcr_it0 = tcr_rest;\n");
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            induction(em, r, &r->loops[i]->vars[k], iteration, i, k);
    }
}

static bool is_level_var(const struct region *r, const struct decl *d)
{
    for (size_t i = 0; i < r->n_loops; i++)
        for (size_t k = 0; k < r->loops[i]->n_vars; k++)
            if (r->loops[i]->vars[k].var == d)
                return true;
    return false;
}

static void privates(struct emitter *em)
{
    struct region *r = em->r;
    for (size_t i = 0; i < r->n_privates; i++) {
        if (is_level_var(r, r->privates[i]))
            continue;
        line_start(em);
        declare(em, r->privates[i]);
        if (r->firstprivate[i])
            buf_printf(em->out, " = A.tcr_fp%zu", i);
        put(em, ";\n");
    }
}

static void body(struct emitter *em)
{
    struct region *r = em->r;
    buf_printf(em->out,
               "struct tcr_body_%d {\n"
               "    TCR_DEVICE static void run(const tcr_args_%d &A, long long it, "
               "tcr_vars_%d::value &v)\n    {\n",
               r->id, r->id, r->id);
    em->indent = 2;
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct reduction *red = &r->reductions[i];
        line_start(em);
        buf_printf(em->out, "%s &%s = tcr_get<%zu>(v); // %s\n", type_name(em, red->type),
                   red->device_name, i, red->text);
    }
    loop_variables(em);
    privates(em);
    line_start(em);
    if (r->body->kind != STMT_COMPOUND)
        put(em, "{\n");
    int indent = em->indent;
    em->indent += r->body->kind != STMT_COMPOUND;
    if (r->body->kind == STMT_COMPOUND) {
        em->out->len -= 4 * (size_t)indent; /* stmt indents itself */
        em->out->s[em->out->len] = 0;
    }
    stmt(em, r->body);
    em->indent = indent;
    if (r->body->kind != STMT_COMPOUND) {
        line_start(em);
        put(em, "}\n");
    }
    put(em, "    }\n};\n");
}

void emit_device(struct region *r, struct buf *out)
{
    struct buf text = {0}, records = {0};
    struct emitter em = {.r = r, .out = &text, .record_text = &records};
    jmp_buf *outer = r->escape, here;
    if (setjmp(here)) {
        buf_free(&text);
        buf_free(&records);
        r->escape = outer;
        longjmp(*outer, 1);
    }
    r->escape = &here;
    for (size_t i = 0; i < r->n_reductions; i++) {
        struct reduction *red = &r->reductions[i];
        red->device_name =
            red->decl ? decl_name(red->decl) : ir_printf("tcr_red%zu", i);
    }
    args_block(&em);
    put(&em, "typedef tcr_vars<");
    for (size_t i = 0; i < r->n_reductions; i++)
        buf_printf(&text, "%s%s<%s>", i ? ", " : "", reduction_class(r->reductions[i].op),
                   type_name(&em, r->reductions[i].type));
    buf_printf(&text, " > tcr_vars_%d;\n", r->id);
    functions(&em);
    body(&em);
    /* a long body hides its own latencies; unrolled, it only costs registers */
    bool heavy = r->ops > HEAVY_BODY;
    buf_printf(&text, "TCR_KERNEL%s(tcr_region_%d, tcr_args_%d, tcr_vars_%d, tcr_body_%d%s)\n",
               heavy ? "_UNROLL" : "", r->id, r->id, r->id, r->id, heavy ? ", 1" : "");
    r->escape = outer;
    struct source_pos pos = source_position(r->src, r->pragma->begin);
    buf_printf(out, "\n// %s:%u: %s\n", pos.file, pos.line, r->pragma->words);
    if (records.s)
        buf_add(out, records.s);
    buf_add(out, text.s);
    buf_free(&text);
    buf_free(&records);
}
