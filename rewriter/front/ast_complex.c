/* SPDX-License-Identifier: MIT */
/* ast_complex.c: what C has for complex numbers alone.  Their types are records of
 * two numbers (ast_type.c). */
#include "ast_private.h"

#include <string.h>

/* { real, imaginary } */
static struct expr *number_of(struct expr *e, struct expr *real, struct expr *imaginary)
{
    e->a = expr_new(EXPR_INIT, e->type, e->begin, e->end);
    IR_PUSH(e->a->args, e->a->n_args, real);
    IR_PUSH(e->a->args, e->a->n_args, imaginary);
    return e;
}

/* 1.0i: { 0, 1.0 } */
struct expr *ast_imaginary(struct region *r, CXCursor c)
{
    struct expr *e = ast_expr_at(r, EXPR_LITERAL, c);
    if (!type_is_complex(e->type))
        return refuse(r, REFUSE_DEVICE, e->begin, CODE_COMPLEX, "a constant of type '%s'",
                      e->type->spelling);
    struct expr *zero = expr_new(EXPR_FLOAT, e->type->record->part, e->begin, e->end);
    zero->text = "0.0";
    struct expr *value = ast_expr(r, ast_children(r->ast, c).list[0]);
    if (value->kind == EXPR_FLOAT) { /* without the i */
        size_t n = strcspn(value->text, "iIjJ");
        value->text = ir_strndup(value->text, n);
    }
    return number_of(e, zero, value);
}

/* __builtin_complex(x, y), which CMPLX(x, y) is. */
struct expr *ast_complex_of(struct region *r, CXCursor c)
{
    struct expr *e = ast_expr_at(r, EXPR_LITERAL, c);
    if (!type_is_complex(e->type))
        return ast_unsupported(r, c, ir_printf("a value of type '%s'", e->type->spelling));
    struct expr *real = ast_expr(r, clang_Cursor_getArgument(c, 0));
    return number_of(e, real, ast_expr(r, clang_Cursor_getArgument(c, 1)));
}

/* __real__ z, __imag__ z */
struct expr *ast_complex_part(struct region *r, CXCursor c, struct expr *a, bool imaginary)
{
    if (!type_is_complex(a->type))
        return ast_unsupported(r, c, "the real or imaginary part of a real number");
    struct expr *e = ast_expr_at(r, EXPR_MEMBER, c);
    e->a = a;
    e->field = &a->type->record->fields[imaginary];
    e->type = e->field->type;
    return e;
}
