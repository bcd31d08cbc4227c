/* SPDX-License-Identifier: MIT */
/* symbol_print.c: symbols as C text, and in the user's words; with brackets only where C wants
 * them, or compilers warn without. */
#include <limits.h>
#include <string.h>

#include "symbol.h"
#include "../text/text.h"

/* How tightly an expression holds together. */
enum level {
    LEVEL_ANY,
    LEVEL_COND,
    LEVEL_AND,
    LEVEL_RELATION,
    LEVEL_SHIFT,
    LEVEL_SUM,
    LEVEL_PRODUCT,
    LEVEL_UNARY,
    LEVEL_POSTFIX
};

/* The device call's text names long numbers; what stands elsewhere cannot, and messages need not be
 * C. */
enum style { STYLE_NAMED, STYLE_WHOLE, STYLE_SHOWN };

enum { LONG = 120, LARGE = 60 }; /* characters; operands in a message */

static const char *print(const struct symbol *s, enum style style);

static enum level level_of_operator(enum c_op op)
{
    switch (op) {
    case OP_MUL:
    case OP_DIV:
    case OP_REM:
        return LEVEL_PRODUCT;
    case OP_ADD:
    case OP_SUB:
        return LEVEL_SUM;
    case OP_SHL:
    case OP_SHR:
        return LEVEL_SHIFT;
    case OP_LAND:
        return LEVEL_AND;
    default:
        return LEVEL_RELATION;
    }
}

static bool is_advance(const struct symbol *s)
{
    return s->kind == SYMBOL_BINARY && !s->number && s->op == OP_ADD;
}

/* What a message leaves out. */
static const struct symbol *seen(const struct symbol *s)
{
    for (;; s = s->kind == SYMBOL_COND ? s->b : s->a) {
        bool through = s->kind == SYMBOL_LOAD || s->kind == SYMBOL_SURE ||
                       (s->kind == SYMBOL_CAST && s->number) ||
                       (s->kind == SYMBOL_COND && s->a == s->b->when);
        if (!through)
            return s;
    }
}

static enum level level_of(const struct symbol *s, enum style style)
{
    if (style == STYLE_SHOWN)
        s = seen(s);
    switch (s->kind) {
    case SYMBOL_INT:
        return s->k < 0 && s->k != LLONG_MIN ? LEVEL_UNARY : LEVEL_POSTFIX;
    case SYMBOL_QUOTE:
        return LEVEL_ANY;
    case SYMBOL_DEREF:
        return is_advance(s->a) ? LEVEL_POSTFIX : LEVEL_UNARY;
    case SYMBOL_LOAD:
    case SYMBOL_SURE:
        return level_of(s->a, style);
    case SYMBOL_ADDRESS:
    case SYMBOL_CAST:
        return LEVEL_UNARY;
    case SYMBOL_BINARY:
        return level_of_operator(s->op);
    case SYMBOL_COND:
        return LEVEL_COND;
    default:
        return LEVEL_POSTFIX;
    }
}

/* It as an operand that must hold together so tightly. */
static const char *operand(const struct symbol *s, enum level level, enum style style)
{
    const char *text = print(s, style);
    bool named = style == STYLE_NAMED && s->in->printed[s->id].named;
    return named || level_of(s, style) >= level ? text : ir_printf("(%s)", text);
}

const char *symbol_int_c(long long k)
{
    return k == LLONG_MIN ? "(-9223372036854775807LL - 1)" : ir_printf("%lldLL", k);
}

static const char *binary(const struct symbol *s, enum style style)
{
    enum level own = level_of_operator(s->op), left = own, right = own + 1;
    if (own == LEVEL_SHIFT) /* gcc warns of a + b << c */
        left = right = LEVEL_UNARY;
    else if (own == LEVEL_RELATION)
        left = right = LEVEL_SUM;
    else if (own == LEVEL_AND)
        right = own;
    return ir_printf("%s %s %s", operand(s->a, left, style), c_op_token(s->op),
                     operand(s->b, right, style));
}

/* The place that a pointer leads to; with a member of it or "". */
static const char *deref(const struct symbol *p, const char *member, enum style style)
{
    if (style == STYLE_SHOWN)
        p = seen(p);
    if (is_advance(p))
        return ir_printf("%s[%s]%s%s", operand(p->a, LEVEL_POSTFIX, style), print(p->b, style),
                         *member ? "." : "", member);
    return *member ? ir_printf("%s->%s", operand(p, LEVEL_POSTFIX, style), member)
                   : ir_printf("*%s", operand(p, LEVEL_UNARY, style));
}

static const char *member(const struct symbol *s, enum style style)
{
    if (s->a->kind == SYMBOL_DEREF)
        return deref(s->a->a, s->text, style);
    return ir_printf("%s.%s", operand(s->a, LEVEL_POSTFIX, style), s->text);
}

static const char *text_of(const struct symbol *s, enum style style)
{
    switch (s->kind) {
    case SYMBOL_INT:
        return style == STYLE_SHOWN || s->k == 0 ? ir_printf("%lld", s->k) : symbol_int_c(s->k);
    case SYMBOL_NAME:
        return style == STYLE_SHOWN && s->decl ? s->decl->name : s->text;
    case SYMBOL_QUOTE:
        return s->text;
    case SYMBOL_MEMBER:
        return member(s, style);
    case SYMBOL_DEREF:
        return deref(s->a, "", style);
    case SYMBOL_ADDRESS:
        return ir_printf("&%s", operand(s->a, LEVEL_UNARY, style));
    case SYMBOL_LOAD:
    case SYMBOL_SURE:
        return print(s->a, style);
    case SYMBOL_CAST:
        return ir_printf("(%s)%s", s->text, operand(s->a, LEVEL_UNARY, style));
    case SYMBOL_SIZEOF:
        return ir_printf("sizeof(%s)", print(s->a, style));
    case SYMBOL_READABLE:
        return ir_printf("tcr_readable(&%s, sizeof(%s))", operand(s->a, LEVEL_UNARY, style),
                         print(s->a, style));
    case SYMBOL_BINARY:
        return binary(s, style);
    case SYMBOL_COND:
        return ir_printf("%s ? %s : %s", operand(s->a, LEVEL_AND, style),
                         operand(s->b, LEVEL_AND, style), operand(s->c, LEVEL_COND, style));
    case SYMBOL_CALL:
        return ir_printf("%s(%s, %s)", s->text, operand(s->a, LEVEL_COND, style),
                         operand(s->b, LEVEL_COND, style));
    }
    return "";
}

/* The text, or the name of the number that it becomes. */
static const char *print_named(const struct symbol *s)
{
    struct symbols *t = s->in;
    while (t->n_printed <= s->id)
        IR_PUSH(t->printed, t->n_printed, (struct symbol_text){0});
    if (t->printed[s->id].text)
        return t->printed[s->id].text;
    const char *text = text_of(s, STYLE_NAMED);
    bool named = s->number && !s->when && strlen(text) > LONG;
    if (named) {
        IR_PUSH(t->numbers, t->n_numbers, text);
        text = ir_printf("tcr_h[%zu]", t->n_numbers - 1);
    }
    t->printed[s->id] = (struct symbol_text){text, named};
    return text;
}

static const char *print(const struct symbol *s, enum style style)
{
    if (style == STYLE_NAMED)
        return print_named(s);
    if (style == STYLE_SHOWN && s->size > LARGE)
        return "...";
    return text_of(style == STYLE_SHOWN ? seen(s) : s, style);
}

const char *symbol_c(const struct symbol *s)
{
    return print(s, STYLE_NAMED);
}

const char *symbol_whole(const struct symbol *s)
{
    return print(s, STYLE_WHOLE);
}

const char *symbol_shown(const struct symbol *s)
{
    return operand(s, LEVEL_POSTFIX, STYLE_SHOWN);
}
