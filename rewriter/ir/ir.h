/* SPDX-License-Identifier: MIT */
/*
 * ir.h: statements and expressions of a region, in a small form of our own.
 *
 * ast.c builds it from libclang's cursors; loop.c, body.c and access.c reason
 * about it; emit_device.c prints it.  Every node carries its offsets into
 * source.text, so that host text can be quoted.  All nodes live in one arena
 * for the length of the program.
 */
#ifndef TCR_IR_H
#define TCR_IR_H

#include <stdbool.h>
#include <stddef.h>
#include "../../include/tcr_region.h"
#include "../source/c_op.h"
#include "../text/arena.h"
#include "scalar.h"

/* ---- types (canonical: no typedefs, no enums, no typeof) ---- */

enum type_kind {
    TYPE_VOID,
    TYPE_SCALAR,
    TYPE_LONG_DOUBLE,
    TYPE_COMPLEX, /* of another type than float and double */
    TYPE_POINTER,
    TYPE_ARRAY,
    TYPE_RECORD,
    TYPE_FUNCTION,
    TYPE_OTHER
};

struct field {
    const char *name; /* "" for an anonymous record or padding bit-field */
    struct type *type;
    long long bit_offset;
    int bits; /* bit-field width, -1: none */
};

/* A complex type is a record of its real and imaginary part. */
struct record {
    struct type *part; /* of a complex type: that of both; else NULL */
    const char *tag;
    int id; /* numbers records: device name */
    bool is_union, complete;
    bool elsewhere; /* only another unit has it: the host's text has no members of it */
    size_t size, align;
    struct field *fields;
    size_t n_fields;
};

struct type {
    enum type_kind kind;
    enum tcr_type scalar; /* TYPE_SCALAR */
    bool is_long;         /* `long`: same as long long, but needs its own spelling on the host */
    bool is_volatile, is_atomic, is_const, is_enum;
    struct type *of; /* pointee or element */
    long long count; /* array elements; -1: run-time extent, -2: unknown extent */
    long long size;  /* bytes; -1: not constant */
    struct record *record;
    const char *spelling; /* for messages */
};

bool type_is_bool(const struct type *t);
bool type_is_integer(const struct type *t);
bool type_is_floating(const struct type *t);
bool type_is_arithmetic(const struct type *t);
bool type_is_unsigned(const struct type *t);
/* Of float or double. */
bool type_is_complex(const struct type *t);
/* Of 16 bits. */
bool type_is_half(const struct type *t);
/* How the host's C spells a scalar or complex type. */
const char *type_host_name(const struct type *t);
/* The element type behind all array levels. */
struct type *type_flat_element(struct type *t);
/* Types of expressions that the program does not have.  Shared: not to be changed. */
struct type *type_void(void);
struct type *type_int(void);
struct type *type_long_long(void);
struct type *type_unsigned_char(void);
/* A pointer to it (arena). */
struct type *type_pointer_to(struct type *of);

enum { TYPE_LEAVES = 64 };
/* A scalar in an object, in bits from its beginning. */
struct leaf {
    long long begin, size;
};
/* Those that an object of this type is made of; 0 if there are more than
 * TYPE_LEAVES, or something else is among them. */
size_t type_leaves(const struct type *t, struct leaf leaves[TYPE_LEAVES]);

/* ---- declarations ---- */

enum decl_kind { DECL_GLOBAL, DECL_STATIC_LOCAL, DECL_LOCAL, DECL_PARAM, DECL_FUNCTION };

struct decl {
    enum decl_kind kind;
    const char *name;
    struct type *type;
    size_t offset;                 /* of the declaration in source.text */
    size_t scope_begin, scope_end; /* of the function it belongs to; 0,0: file scope */
    bool is_register, is_thread_local;
    unsigned align;            /* bytes, of one that the rewriter has made; 0: its type's */
    void *cursor;              /* CXCursor *, for ast.c */
    const struct given *given; /* a function, for calls with such arguments (ast_pointer.c) */
    /* a body-local variable of the region (set by ast.c when the declaration lies inside it) */
    bool in_region;
    bool addressed; /* its address is taken, where the text has been seen (ast_expr.c) */
    const char *device_name;
    const char *symbol;       /* of another unit's: what the linker calls it */
    struct decl_facts *facts; /* NULL: none */
    size_t binding;           /* 1 + where access_flow.c has put it last; 0: nowhere */
    size_t private_at;        /* the same of a region's privates */
    int hidden; /* no pointer leads to it: 1; may lead: -1; 0: not looked at (access_write.c) */
};

/* What access.c finds out about a variable. */
struct decl_facts {
    struct decl *of;
    const char *host_name;            /* where it is not `name`: access_extern.c */
    bool points_memory, points_local; /* a pointer: to mapped memory, to locals */
    int writes;     /* in the region and the functions called, as far as counted, */
    int nulls;      /* and those of them that set it to a constant, NULL */
    bool addressed; /* its address is taken there */
    int written;    /* the loop writes it, or a part of it: 1; not: -1; 0: nobody has asked */
};

/* ---- expressions ---- */

enum expr_kind {
    EXPR_INT,     /* integer constant: value */
    EXPR_FLOAT,   /* floating constant: text */
    EXPR_VAR,     /* decl */
    EXPR_UNARY,   /* op, a */
    EXPR_BINARY,  /* op, a, b; "," included */
    EXPR_ASSIGN,  /* op: = += ... ; a, b */
    EXPR_INCDEC,  /* op: ++ or --, a, postfix */
    EXPR_COND,    /* a ? b : c */
    EXPR_CALL,    /* callee or builtin, args */
    EXPR_INDEX,   /* a[b]: a is pointer-valued (an array has been DECAYed) */
    EXPR_MEMBER,  /* a.field; a is an lvalue or value of record type */
    EXPR_DEREF,   /* *a */
    EXPR_ADDR,    /* &a */
    EXPR_CAST,    /* (type) a: explicit or implicit */
    EXPR_DECAY,   /* array lvalue a used as pointer to its first element */
    EXPR_INIT,    /* { ... }: args, in declaration order of the record or array */
    EXPR_LITERAL, /* compound literal: a = EXPR_INIT */
    EXPR_HOST,    /* host-evaluated integer (sizeof of a variable-length array): quoted text */
    EXPR_END,     /* the program ends here (ast_end.c); value 1: the device has no room for more of
                     an iteration's own memory (ast_scratch.c) */
    /* of outlines (outline.h) only */
    EXPR_OPAQUE,    /* args: each may be evaluated, and go anywhere */
    EXPR_STATEMENTS /* body, and then the value a, if any */
};

struct expr {
    enum expr_kind kind;
    struct type *type;
    size_t begin, end; /* in source.text */
    enum c_op op;      /* OP_NONE: it is of a kind that has none */
    struct expr *a, *b, *c;
    struct expr **args;
    size_t n_args;
    struct stmt *body;          /* STATEMENTS: in the list of the statement around it */
    struct decl *decl;          /* VAR; CALL of a function visible in the unit */
    const struct math_fn *math; /* CALL of a mathematical function or builtin */
    const struct field *field;  /* MEMBER */
    long long value;            /* INT */
    const char *text;           /* FLOAT, HOST */
    bool postfix, implicit;
    /* ast_atomic.c.  An ASSIGN, or the read of an lvalue, is atomic.  Only such an ASSIGN is an
     * OP_ASSIGN_NAND or an OP_COMPARE_SWAP. */
    bool atomic;
    bool joint;   /* under `omp atomic`: atomic if the variable is one that all iterations share */
    bool fenced;  /* in order with the iteration's other atomic operations */
    bool dropped; /* the program does not use the value */
    /* Its value: the object's after or before; whether a compare and swap has stored; the same,
     * where the old value is also assigned to the variable that held the expected one. */
    enum atomic_value { VALUE_NEW, VALUE_OLD, VALUE_SUCCESS, VALUE_EXPECTED } gives;
    bool resets;   /* an ASSIGN: gives what is scanned a value, whatever it was (scan.c) */
    bool once;     /* an ASSIGN: in one iteration of the region only (body_last.c) */
    bool sees_nan; /* a comparison: a NaN in it would show the order (body_order.c) */
    int reduction; /* index of the reduction variable, -1 (body.c) */
    struct expr_facts *facts; /* NULL: none; to be asked for by expr_facts() */
};

/* What access.c finds out about an expression. */
struct expr_facts {
    struct expr *of;
    int capture;      /* index of the captured scalar, -1 */
    int base;         /* index of the base pointer, -1 */
    int function;     /* CALL: index of the function's copy for this call, -1: the common one */
    int through;      /* INDEX, DEREF: the base that is read here; -1: none yet, -2: several */
    bool astray;      /* at a place in it that is not known beforehand */
    bool read_varies; /* not always at read_at */
    const struct affine *read_at; /* the place there, in bytes; NULL: not known */
    bool to_local;                /* a call that returns a pointer to a local */
    bool from_record;             /* a pointer that is loaded from a structure in memory */
    enum expr_where { WHERE_NOT_SEEN, WHERE_DEVICE, WHERE_HOST } where; /* who evaluates it, */
    const struct symbol *where_is;                                      /* and what that is */
};
const struct expr_facts *expr_facts(const struct expr *e);
const struct decl_facts *decl_facts(const struct decl *d);

/* ---- statements ---- */

enum stmt_kind {
    STMT_EXPR,
    STMT_DECL,
    STMT_COMPOUND,
    STMT_IF,
    STMT_FOR,
    STMT_WHILE,
    STMT_DO,
    STMT_SWITCH,
    STMT_CASE,
    STMT_DEFAULT,
    STMT_BREAK,
    STMT_CONTINUE,
    STMT_RETURN,
    STMT_GOTO,
    STMT_LABEL,
    STMT_NULL
};

/* Where gotos lead. */
struct label {
    const char *name;
    size_t begin;    /* of the statement that it stands before */
    struct stmt *at; /* in the tree that was numbered last */
    bool back;       /* a goto to it follows it: a loop */
};

struct stmt {
    enum stmt_kind kind;
    size_t begin, end;
    struct expr *expr;         /* EXPR; condition of IF WHILE DO FOR SWITCH; CASE value; RETURN */
    struct expr *case_high;    /* GNU case range */
    struct stmt *init;         /* FOR: EXPR or DECL statement */
    struct expr *step;         /* FOR */
    struct stmt *body, *other; /* IF: then, else; loops, labels: body */
    struct stmt **list;        /* COMPOUND */
    size_t n_list;
    struct decl **decls; /* DECL */
    struct expr **inits; /* DECL: one per decl, NULL if none */
    size_t n_decls;
    struct loop *loop;   /* FOR: canonical form, when it has one (loop.c) */
    struct label *label; /* GOTO; LABEL, whose statement is body */
    /* stmt_number().  BREAK, CONTINUE: what it leaves or continues; GOTO: its label; CASE,
     * DEFAULT: the switch; LABEL: the block that it stands in.  NULL: that is not in the tree. */
    struct stmt *target;
    size_t number, last; /* in the tree, in pre-order; the last of what it is made of */
    bool is_call;        /* FOR: memset() or memcpy() in the text */
    bool tested;         /* FOR: its text counts down in the condition (loop_test.c) */
};

/* ---- helpers (ir.c) ---- */

struct expr *expr_new(enum expr_kind kind, struct type *type, size_t begin, size_t end);
/* Same value at the same point of the program, judged by structure. */
bool expr_equal(const struct expr *a, const struct expr *b);
/* The same, implicit conversions included. */
bool expr_same(const struct expr *a, const struct expr *b);
bool expr_is_lvalue(const struct expr *e);
/* Without parentheses-like wrappers: implicit casts that keep the value's type class. */
struct expr *expr_strip(const struct expr *e);
bool expr_const(const struct expr *e, long long *value);
bool expr_orders(const struct expr *e);   /* < > <= >= */
bool expr_compares(const struct expr *e); /* these, == and != */
/* The object that an lvalue is a part of: what is left without members and
 * elements of arrays (not of what pointers point to). */
struct expr *expr_object(const struct expr *lvalue);
bool expr_is_bit_field(const struct expr *e);

/* A copy without facts (ir_clone.c). */
struct expr *expr_clone(const struct expr *e);

/* A copy of a function's body with copies of its parameters and variables (ir_clone.c),
 * without their facts. */
struct stmt *stmt_clone(const struct stmt *body, struct decl **params, size_t n,
                        struct decl ***copies);

/* for (i = n; i-- > 0;) with a variable of its own: for (i = n; i > 0; i--), and i - 1 in the body.
 * In the text, the variable is then one less. */
void stmt_move_test(struct stmt *s);

/* Number the statements of a whole tree from 0, and say where its jumps lead: before anything is
 * asked that depends on it, and again if the tree has changed.  Returns how many there are. */
size_t stmt_number(struct stmt *root);
/* Is it a part of `whole`, or `whole` itself?  Both are of one tree that has been numbered. */
bool stmt_within(const struct stmt *s, const struct stmt *whole);
bool stmt_is_loop(const struct stmt *s);

/* Call visit on every expression below (pre-order); visit returns false to
 * skip the children.  Statement walkers visit the expressions of statements. */
typedef bool expr_visit(struct expr *e, void *ctx);
void expr_walk(struct expr *e, expr_visit *visit, void *ctx);
void stmt_walk_exprs(struct stmt *s, expr_visit *visit, void *ctx);
typedef bool stmt_visit(struct stmt *s, void *ctx);
void stmt_walk(struct stmt *s, stmt_visit *visit, void *ctx);

#endif
