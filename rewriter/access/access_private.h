/* SPDX-License-Identifier: MIT */
/* access_private.h: the abstract values of access.c, shared by access_base.c
 * (bases, captures, accesses), access_flow.c (locals along the program's
 * paths), access_set.c (values that are one of several), access_bound.c (what
 * conditions say of them), access_turn.c (what one turn of a loop leaves to the next),
 * access_place.c (lvalues), access_limit.c (how far the program may
 * walk from them), access_value.c (expressions), access_call.c (calls), access_number.c
 * (arithmetic), access_loop.c and
 * access_move.c (loops), access_record.c (structures passed by value) and
 * access.c (statements, clauses). */
#ifndef TCR_ACCESS_PRIVATE_H
#define TCR_ACCESS_PRIVATE_H

#include "../front/ast.h"
#include "../ir/hostint.h"
#include "../ir/region.h"

enum value_kind { V_UNKNOWN, V_INT, V_POINTER, V_LOCAL, V_NULL };

/* A pointer also remembers how the host could name it. */
struct value {
    enum value_kind kind;
    struct affine aff; /* INT: the value; POINTER: bytes from the root */
    bool wraps;        /* INT: right modulo 2^32 only */
    int grown;         /* INT: so many bits longer by products that may be right modulo 2^64 only */
    bool known;        /* POINTER: aff is meant; otherwise anywhere in the base */
    const char *why;   /* POINTER, !known: the reason */
    size_t why_at;
    struct root *root;          /* POINTER */
    const struct symbol *is;    /* POINTER: this very pointer, NULL if it varies */
    const struct symbol *proto; /* POINTER: one of the same type, for sizeof only */
    long long member;           /* POINTER: bytes into the root's element, -1: not known */
    long long start;            /* POINTER: that when it was last known */
    bool no_row;                /* POINTER: has left the loop whose variable is part of root->at */
    bool subscripted;           /* `is` has a subscript: may only be evaluated unconditionally */
    const struct value *also;   /* it may be one of these instead */
    const struct symbol *when;  /* only then does it have this value; NULL: always */
    bool open; /* UNKNOWN or POINTER, !known: `aff` is meant, with variables that have no ends */
    const struct limits *limits; /* INT, with `also`: what all of these keep to; NULL: not known */
};

/* The smallest or the largest of several sums, MIN(i + 8, n): which of them, only an iteration
 * knows. */
struct limits {
    bool largest;
    size_t n;
    struct affine sum[4];
};
#define ACCESS_MAX_VALUES 64

/* What a base will be made of, once it is really needed. */
struct root {
    const struct symbol *is, *extent, *object; /* as in struct base */
    const char *shown;                         /* the same */
    bool complete;                             /* the same */
    struct type *elem;                         /* flattened element type */
    long long size;                            /* that extent, where it is constant; 0: not known */
    long long elements;                        /* as in struct base */
    struct expr *node;                         /* where the base's index is kept for emit_device */
    int base;                                  /* -1 until needed */
    bool unsure;                               /* loaded where the loop may never come */
    int rows_of;                               /* base in which the pointer is, -1 */
    long long pointer_at;                      /* where in its elements */
    struct affine at;                          /* and where that element is, in bytes */
    bool placed;                               /* `at` is known here and in the roots above */
    bool fixed; /* `at`, here and in the roots above, stays the same in an iteration */
    const struct root *above; /* if that base has a parent: the pointer that leads to it */
};

/* Is `at` of x, or of a root above it, moved by that loop's variable? */
bool access_row_moves(const struct root *x, size_t loop);
/* Are the pointers of both, and of the roots above them, in the same places? */
bool access_same_row(const struct root *x, const struct root *y);

/* An lvalue. */
struct place {
    bool memory;             /* reached through `at`; otherwise local or a named variable */
    struct value at;         /* its address */
    const struct symbol *is; /* the lvalue when it does not vary */
    const struct symbol *proto;
    bool subscripted;
    bool named;                  /* a variable declared outside of the loop (`is` is its path) */
    const struct symbol *object; /* that variable, if its type says how large it is */
    bool trailing;               /* reached by a pointer, and no member is behind it */
    bool local;
};

struct binding {
    struct decl *decl;
    const struct value *value; /* NULL: none yet */
};

/* The locals' values at a point of the program. */
struct flow {
    struct binding *bindings;
    size_t n;
    bool dead; /* control does not come here */
};

/* A switch that is being walked. */
struct choice {
    struct stmt *stmt;
    struct flow head, out; /* at its condition, at its breaks */
    int inner;             /* depth of loops there */
    size_t n_bounds;       /* what is assumed there */
    bool has_default;
};

/* Control comes to a label from a goto. */
struct jump {
    const struct label *label;
    struct flow flow;
};

/* A list of statements that is being walked. */
struct block {
    struct stmt *stmt;
    size_t n_bounds; /* what is assumed at its beginning */
};

/* A condition holds here: the sum of iteration numbers is within [lo, hi]; and with all that has
 * been assumed of it before, within the other two. */
struct bound {
    bool holds;        /* false: nothing is known any more */
    struct affine sum; /* without a constant; its first number of 1 or -1 is 1 */
    struct hostint lo, hi;
    struct hostint least, most;
    bool summed; /* these are known */
};

struct bound_list {
    struct bound *list;
    size_t n;
};

/* A loop that a goto makes, or that a switch enters in its middle, is somewhere in the statement.
 */
struct turning {
    const struct stmt *stmt;
    struct flow head; /* where control comes again */
    size_t from;      /* n_sets there */
};

struct walker {
    struct region *r;
    struct flow flow;
    struct choice *choice;       /* the innermost switch of the function, or NULL */
    struct block block;          /* the innermost one */
    const struct stmt *function; /* the body of the one being walked; NULL: an iteration's */
    struct jump *jumps;          /* to labels of the functions being walked */
    size_t n_jumps;
    struct binding *sets; /* all values that locals have been given so far */
    size_t n_sets;
    struct turning *turning;
    size_t n_turning;
    struct bound *bounds;
    size_t n_bounds;
    struct root *
        *rows; /* pointers loaded from memory, in the same place all through an iteration */
    size_t n_rows;
    unsigned long long inside; /* loops of the nest around this point */
    unsigned open_from;        /* access_detach: variables without ends that stay as they are */
    int conditional;           /* not every iteration comes here */
    int inner;                 /* depth of inner loops */
    bool header;               /* in a header that only the host evaluates */
    bool ends;                 /* the program may, before it comes here */
    bool atomic;               /* the access that is being walked is atomic */
    const struct expr *stored; /* the constant that is assigned; NULL: none */
    bool once;                 /* the assignment is the last iteration's (body_last.c) */
    bool computed;             /* access_section.c: a subscript is no constant */
    struct value *returned;    /* of the function being walked */
    bool returns;              /* it has got a value */
};

static inline struct value value_unknown(void)
{
    return (struct value){.kind = V_UNKNOWN};
}

/* refuse() has been called, and gives NULL. */
static inline struct value value_refused(const void *null)
{
    (void)null;
    return value_unknown();
}

/* An integer that may be right modulo 2^64 only: no loop has so many iterations that their numbers
 * are 48 bits long. */
static inline bool value_wide(const struct value *v)
{
    return v->grown > 16;
}

static inline struct value value_integer(struct affine a)
{
    return (struct value){.kind = V_INT, .aff = a};
}

/* What the value is as a sum, be its variables with ends or without; NULL: not known. */
static inline const struct affine *value_sum(const struct value *v)
{
    bool known = v->kind == V_INT ? !v->wraps : v->open || (v->kind == V_POINTER && v->known);
    return known && !v->also && !v->when ? &v->aff : NULL;
}

/* access_set.c: values that are one of several. */
struct value value_join(const struct value *a, const struct value *b);
struct value value_between(struct hostint lo, struct hostint hi); /* lo, hi, or any between */
/* Any number; a pointer to anywhere in what it points into, and why. */
struct value value_anywhere(const struct value *v, const char *why, size_t at);
/* What it is known to be without variables that have no ends. */
struct value value_closed(const struct value *v);
/* A pointer that a loop moves by multiples of `size` bytes. */
struct value value_striding(const struct value *v, long long size);
struct value value_shifted(const struct value *v, const struct affine *by);
struct value value_named(const struct value *v, const struct symbol *proto);
bool access_same_base(const struct value *a, const struct value *b);
/* All of them point into one object: the device's addresses may be compared. */
bool access_one_object(const struct value *a, const struct value *b);
/* The same list with a change in each of its values. */
typedef void value_edit(struct value *v, const void *ctx);
struct value value_edited(const struct value *list, value_edit *edit, const void *ctx);
typedef struct value value_pair(struct walker *w, struct expr *e, const struct value *a,
                                const struct value *b);
typedef struct value value_one(struct walker *w, struct expr *e, const struct value *a);
struct value access_map(struct walker *w, struct expr *e, const struct value *a, value_one *fn);
/* fn() of every value of a with every value of b. */
struct value access_each(struct walker *w, struct expr *e, const struct value *a,
                         const struct value *b, value_pair *fn);

/* access_flow.c: the value a local has here (NULL: none), and giving it one. */
const struct value *access_value_of(const struct walker *w, const struct decl *d);
const struct value *access_flow_value(const struct flow *f, const struct decl *d);
void access_bind(struct walker *w, struct decl *d, struct value v);
void access_unbind(struct walker *w, struct decl *d);
/* It is among the values that the local has been given. */
void access_note(struct walker *w, struct decl *d, struct value v);
/* Bind, for a definition in the program's text. */
bool access_define(struct walker *w, struct decl *d, struct value v);
/* A copy of the state here; another state in its place; control may also come
 * from there; what the statement assigns more than once is not known. */
struct flow access_save(const struct walker *w);
void access_swap(struct walker *w, struct flow *f);
void access_meet(struct walker *w, const struct flow *f);
void access_forget(struct walker *w, struct stmt *s);
/* After a loop: locals are as `before` it, or have one of the values noted
 * since n_sets was `from`; ranges from `first` on belong to the loop. */
void access_bind_noted(struct walker *w, const struct flow *before, size_t from, unsigned first);

/* access_turn.c: the loop `s` (NULL: one of another form) has been walked, from what the locals
 * were before its first turn.  Refused is one that leaves to its next turn a pointer which leads
 * elsewhere. */
void access_check_turns(struct walker *w, const struct stmt *s, const struct flow *before,
                        size_t from);
/* After the loop `s`, a pointer that may lead elsewhere than its value here says is not known. */
void access_forget_strays(struct walker *w, const struct stmt *s, const struct flow *before,
                          size_t from);
/* Control comes here again, from somewhere in `s`; and the end of `s`. */
void access_start_turns(struct walker *w, struct stmt *s);
void access_end_turns(struct walker *w, const struct stmt *s);

void access_label(struct walker *w, bool is_default);
void access_break(struct walker *w);
void access_goto(struct walker *w, const struct stmt *s);
void access_target(struct walker *w, const struct stmt *s);

/* access_least.c: a value that `cond` has chosen between b, as `then` says, and c, as `other` says:
 * it gets limits if it is the smaller or the larger of the two. */
void access_limit(struct walker *w, struct value *v, struct expr *cond, struct expr *then,
                  const struct value *b, struct expr *other, const struct value *c);
/* Those of the value when `by` has been added. */
const struct limits *access_limits_moved(const struct limits *limits, const struct affine *by);
/* The same of a local that an if may set: if (end > n) end = n. */
struct clamp {
    struct decl *decl; /* NULL: there is none */
    struct expr *then, *other;
    struct value b, c;
};
struct clamp access_clamp(const struct stmt *s);
/* Its values at the ends of both branches; and when these have met. */
void access_clamp_values(struct clamp *c, const struct flow *then, const struct flow *other);
void access_clamped(struct walker *w, const struct stmt *s, const struct clamp *c);

/* access_bound.c: is the operand's value what the affine sum says, in the type in which it is
 * compared? */
bool access_compares(const struct walker *w, const struct expr *e, struct value *v);
/* sum REL 0 holds from here on. */
void access_assume_sign(struct walker *w, struct affine sum, enum c_op rel);
/* The condition holds (or does not) from here on, until w->n_bounds is set back. */
void access_assume(struct walker *w, struct expr *cond, bool holds);
/* Nothing is known any more of what has been assumed since n_bounds was `from`:
 * control comes from elsewhere, too. */
void access_unassume(struct walker *w, size_t from);
/* The same value by what has been assumed since n_bounds was `from`. */
struct value access_within(struct walker *w, struct value v, size_t from);
/* The least or greatest value of an affine sum as the ranges from `first` on
 * are run through, without their variables; false: not known. */
bool access_end(const struct walker *w, struct affine *a, unsigned first, bool greatest);
/* A value that those variables gave at some time: between its ends. */
struct value access_detach(const struct walker *w, const struct value *v, unsigned first);
/* That of all locals. */
void access_detach_all(struct walker *w, unsigned first);

/* The name by which the host reads a variable that only another unit declares
 * (access_extern.c). */
const char *access_extern(struct region *r, const struct expr *e);
/* Refuse if the member cannot be named in the host's text, as it is one of such a variable. */
bool access_extern_member(struct region *r, const struct expr *e, const struct symbol *place);
/* The type of the elements that a pointer leads to; bytes for a pointer to void. */
struct type *access_element(const struct expr *pointer);
/* Index of the captured scalar; `sure`: the loop evaluates it, too. */
int access_capture(struct region *r, const struct symbol *s, bool sure, struct type *type);
/* The value of e, which is s: an integer, if it is one.  access_captured: captured, too. */
struct value access_host_value(const struct expr *e, const struct symbol *s, bool sure);
struct value access_captured(struct walker *w, struct expr *e, const struct symbol *s, bool sure);
/* The expression's value is that scalar: in every call of the function it stands in. */
/* The facts about an expression or a variable, which are still to be found out. */
struct expr_facts *access_facts(struct region *r, struct expr *e);
struct decl_facts *access_decl_facts(struct region *r, struct decl *d);
/* All of them: as if nothing had been found. */
void access_drop_facts(const struct region *r);
/* Calls of a function differ in what this is.  In the first walk, which has one text for all: there
 * is to be a second one (access_find); then it is refused, for that reason. */
MUST_CHECK void *access_differ(struct region *r, size_t at, const char *what);
const char *access_other_object(const struct region *r, const struct expr *e); /* in words */
bool access_set_capture(struct walker *w, struct expr *e, int capture);
/* Is this a point that the loop may never reach? */
bool access_unsure(const struct walker *w);
/* The pointer is needed on the device: index of its base. */
int access_need(struct walker *w, const struct value *v);
void access_use(struct walker *w, const struct value *v); /* if it is a pointer */
/* `size` bytes at `at` are read, by the lvalue e. */
void access_read(struct walker *w, const struct value *at, long long size, struct expr *e);

/* access_whole.c: the lvalue is read at `at`, which has been made a base. */
void access_note_place(struct region *r, struct expr *lvalue, const struct value *at);
/* When all is known: which objects' extents the runtime has to find, and which
 * accesses the device has to check.  Refuses what neither can tell. */
bool access_settle_bases(struct region *r);

/* access_write.c: the same for what is written. */
bool access_write(struct walker *w, struct expr *lhs, const struct value *at, long long size);
/* The host reads an object before the loop, which must not write it. */
void access_fix(struct walker *w, struct expr *e, const struct symbol *place);
/* What the headers of the region's levels read. */
void access_fix_headers(struct walker *w);
bool access_holds_pointers(const struct type *t);
/* Refuses writes whose place is not known, and those that surely meet. */
bool access_check_writes(struct region *r);

/* access_atomic.c: notes an access of the lvalue at `at`, unless it is atomic. */
void access_note_plain(struct walker *w, const struct value *at, const struct expr *lvalue,
                       bool write);
/* Once all accesses are known: finds the objects that the loop only accesses atomically, and
 * refuses operations that the directive does not allow. */
bool access_settle_atomics(struct region *r);

/* access_record.c: the call passes objects from outside of the loop by value,
 * with pointers in them; the copy of the function for this call names these
 * objects itself, and the call loses the arguments. */
bool access_names_records(struct walker *w, const struct expr *call,
                          const struct device_function *f);
void access_name_records(struct walker *w, struct expr *call, struct device_function *copy);
/* access_base.c: an access at `at`, which conditions leave these places of: where they are the ends
 * of one sum of loop variables, the sum stays, for the order of iterations, and they limit it. */
void access_touch_guarded(struct walker *w, const struct value *at, const struct value *places,
                          struct access how);

/* access_place.c: lvalues, and what is loaded from them. */
struct place access_place(struct walker *w, struct expr *e);
struct value access_load(struct walker *w, struct expr *e);
/* pointer[index], pointer + index or - index, whichever e is */
struct value access_advance(struct walker *w, struct expr *e, struct value v, struct value index);
/* A pointer that the host evaluates before the loop (EXPR_HOST). */
struct value access_host_pointer(struct walker *w, struct expr *e);
struct value access_address(struct walker *w, struct expr *e);
struct value access_decay(struct walker *w, struct expr *e);
/* A variable that lives on the device. */
bool access_is_local(struct walker *w, const struct decl *d);

/* access_call.c: what the call returns.  `walk` walks the function's body, its parameters
 * having got the values args[0..n) (arena), if no call with the same values has had that
 * done.  All arguments have been used (access_use). */
typedef struct value access_walk_body(struct walker *w, const struct device_function *f);
struct value access_walk_call(struct walker *w, struct device_function *called, struct value *args,
                              size_t n, access_walk_body *walk);

/* access_limit.c: an object of this type may go on where its type ends: an array without a
 * size is its last part. */
bool access_open_end(const struct type *t);
/* No other member of its structure is behind this one. */
bool access_is_last(const struct expr *member);
/* The variable that a place is in, if it is known how large that is. */
const struct symbol *access_object(const struct place *p);
/* The array there stands for as many elements as have been allocated. */
bool access_flexible(const struct place *p, const struct type *array);

long long access_load_size(const struct expr *lvalue); /* bytes that hold it */

struct value access_eval(struct walker *w, struct expr *e);

/* access_section.c: the subscripts of a reduced section's place, evaluated; can
 * they leave the section? */
void access_section(struct walker *w, struct expr *e);
/* Before the first and after the last: how each section is reduced. */
void access_start_sections(struct region *r);
bool access_choose_sections(struct region *r);

/* access_number.c: what e (+ - * and so on; a cast) makes of integers that its
 * operands have. */
struct value access_arithmetic(struct walker *w, struct expr *e, const struct value *a,
                               const struct value *b);
struct value access_convert(struct walker *w, struct expr *e, const struct value *v);
struct value access_negate(struct walker *w, struct expr *e, const struct value *v);
struct value access_absolute(struct walker *w, const struct value *v);
struct value access_choice(struct walker *w, struct expr *e, const struct value *cond,
                           const struct value *b, const struct value *c);
/* Any number of this type: unknown, unless it is an unsigned one of 8 bits. */
struct value access_narrow(const struct type *t);
struct value access_truth(void); /* 0 or 1 */
/* One value, and the same in every iteration. */
bool access_invariant(const struct value *v);
/* An integer of this type is used where more than its value modulo 2^32
 * matters: make it right, or have the runtime check it. */
void access_settle(struct walker *w, struct value *v, const struct type *type);
void access_stmt(struct walker *w, struct stmt *s);
void access_drop(struct walker *w, struct expr *e); /* an expression whose value is not used */
/* access_loop.c: the region's own loops, and one in its body. */
void access_levels(struct walker *w);
void access_loop(struct walker *w, struct stmt *s);

/* An inner loop's bounds. */
struct bounds {
    struct value lo, hi;
    long long step, past; /* past: 1 if the loop stops before its bound */
    bool steady;          /* step is the number it moves by, not only the direction */
};

/* They are evaluated; false: the step is not known. */
bool access_bounds(struct walker *w, struct loop *l, struct bounds *b);
/* The last iteration's number.  With a step other than one and bounds that are
 * not fixed it is no affine number: then `dense` says that every value between
 * the bounds is counted.  False: not known. */
bool access_range(const struct walker *w, struct loop *l, const struct bounds *b, struct range *out,
                  bool *dense);
/* Index of a new range; -1: there are too many. */
int access_add_range(struct region *r, struct range range);
/* That of a loop's variable without ends. */
int access_add_open(struct region *r);

/* access_move.c: the values of what is being walked: of a function that is called, or of the loop.
 */
const struct ssa *access_ssa(struct walker *w);
/* At the head of iteration `range` of `s`, what moves steadily
 * is as far from where it was `before` the loop as that number says. */
void access_bind_moving(struct walker *w, struct stmt *s, const struct flow *before, int range);
/* The same for what an iteration may set to what it counts (`best = j`), or move
 * under a condition (`if (...) k++`): between its ends. */
void access_bind_chosen(struct walker *w, struct stmt *s, const struct flow *before, int range);
/* The range of the iterations of a loop that is not canonical, -1: not known. */
int access_counted(struct walker *w, struct stmt *s, const struct flow *before);

#endif
