/* access_private.h: the abstract values of access.c, shared by access_base.c
 * (bases, captures, accesses), access_place.c (lvalues), access_value.c
 * (expressions) and access.c (statements, loops, clauses). */
#ifndef TCR_ACCESS_PRIVATE_H
#define TCR_ACCESS_PRIVATE_H

#include "ast.h"
#include "hostint.h"
#include "region.h"

enum value_kind { V_UNKNOWN, V_INT, V_POINTER, V_LOCAL, V_NULL };

/* A pointer also remembers how the host could write it. */
struct value {
    enum value_kind kind;
    struct affine aff; /* INT: the value; POINTER: bytes from the root */
    bool wraps;        /* INT: right modulo 2^32 only */
    bool known;        /* POINTER: aff is meant; otherwise anywhere in the base */
    const char *why;   /* POINTER, !known: the reason */
    size_t why_at;
    struct root *root; /* POINTER */
    const char *text;  /* POINTER: host text of this very pointer, NULL if it varies */
    const char *guard; /* pointers that must not be null before text is evaluated */
    const char *proto; /* POINTER: host text of the same type, for sizeof only */
    bool subscripted;  /* text contains a subscript: may only be evaluated unconditionally */
};

/* What a base will be made of, once it is really needed. */
struct root {
    const char *text, *guard, *proto, *user_text;
    struct type *elem; /* flattened element type */
    const char *extent;
    struct expr *node; /* where the base's index is kept for emit_device */
    int base;          /* -1 until needed */
    int rows_of;       /* base whose rows these are, -1 */
};

/* An lvalue. */
struct place {
    bool memory;              /* reached through `at`; otherwise local or a named variable */
    struct value at;          /* its address */
    const char *text, *guard; /* host text of the lvalue when it does not vary */
    const char *proto;
    bool subscripted;
    bool named; /* a variable declared outside of the loop (text is its path) */
    bool local;
};

struct binding {
    struct decl *decl;
    struct value value;
};

struct walker {
    struct region *r;
    struct binding *bindings;
    size_t n_bindings;
    int conditional;                  /* not every iteration comes here */
    int inner;                        /* depth of inner loops */
    bool header;                      /* in a header that only the host evaluates */
    struct decl **once;               /* locals with a single definition */
    struct value *returned;           /* of the function being walked */
    int call_conditional, call_inner; /* at its call */
};

static inline struct value value_unknown(void)
{
    return (struct value){.kind = V_UNKNOWN};
}

static inline struct value value_integer(struct affine a)
{
    return (struct value){.kind = V_INT, .aff = a};
}

/* The value a local has here, and giving it one. */
struct binding *access_binding(struct walker *w, const struct decl *d);
void access_bind(struct walker *w, struct decl *d, struct value v);
/* The same, for a definition that may be one of several. */
void access_define(struct walker *w, struct decl *d, struct value v);

/* Index of the captured scalar with this host text, to be evaluated only if
 * `guard` (or NULL) holds. */
int access_capture(struct region *r, const char *text, const char *guard, struct type *type);
/* The expression's value is that scalar: in every call of the function it stands in. */
void access_set_capture(struct walker *w, struct expr *e, int capture);
/* Is this a point that the loop may never reach? */
bool access_unsure(const struct walker *w);
/* The pointer is needed on the device: index of its base. */
int access_need(struct walker *w, const struct value *v);
void access_use(struct walker *w, const struct value *v); /* if it is a pointer */
/* `size` bytes at `at` of the base are read; `offset`: where the source says so. */
void access_add(struct walker *w, int base, const struct value *at, long long size, size_t offset);

/* access_place.c: lvalues, and what is loaded from them. */
struct place access_place(struct walker *w, struct expr *e);
struct value access_load(struct walker *w, struct expr *e);
/* pointer + index, or minus it */
struct value access_advance(struct walker *w, struct expr *e, struct value v, struct value index,
                            bool minus);
struct value access_address(struct walker *w, struct expr *e);
struct value access_decay(struct walker *w, struct expr *e);
/* A variable that lives on the device. */
bool access_is_local(struct walker *w, const struct decl *d);

/* "guard ? text : zero", and the conjunction of two guards; either may be NULL. */
const char *access_guarded(const char *guard, const char *text, const char *zero);
const char *access_both(const char *a, const char *b);

struct value access_eval(struct walker *w, struct expr *e);
/* An integer of this type is used where more than its value modulo 2^32
 * matters: make it right, or have the runtime check it. */
void access_settle(struct walker *w, struct value *v, const struct type *type);
void access_stmt(struct walker *w, struct stmt *s);

#endif
