/* SPDX-License-Identifier: MIT */
/* emit_private.h: the parts of emit_device.c: emit_type.c (names, types),
 * emit_expr.c, emit_stmt.c. */
#ifndef TCR_EMIT_PRIVATE_H
#define TCR_EMIT_PRIVATE_H

#include "emit.h"
#include "../plan/device_shape.h"

struct emitter {
    const struct plan *p;
    struct region *r;   /* the plan's */
    const char **names; /* of the reduction variables */
    struct buf *out;
    int indent;
    int loops, switches; /* enclosing inner loops and switches: what continue means */
    bool in_function;
    const struct plan_loop *shared; /* the loop of a team that is being printed */
    int n_shared;                   /* such loops so far */
    int wave;                       /* of its reads that are made ahead; 2: its body */
    bool tail;                      /* behind what is printed, the team reads no memory */
    bool led;                       /* what is printed, one thread of the team does */
    bool updating;                  /* what is printed are updates of sums that keep their order */
    bool alone;                     /* what is printed, one thread that has no team does */
    unsigned long long kept;        /* the plan's keeps that are in registers there */
    const struct stmt *keeping;     /* the loop whose text follows theirs */
    struct plan_passed *passed;     /* the pointers that the loop passes, which are known to be */
    size_t n_passed;                /* within their sections */
    struct expr *whole;             /* that is being printed: no operand */
    struct expr *nowhere;           /* whose address is being printed */
    struct expr *ordered;           /* the comparison that is being emitted with a look for NaN */
    struct expr *owned;             /* the same, of a section whose elements are marked */
    struct expr *written;           /* the lvalue that the assignment around writes */
    struct expr *place;             /* that is being printed: neither read nor written by itself */
    struct expr *bare;              /* the element of which a part's address is being printed */
    struct expr *target;            /* the lvalue that is assigned, */
    bool updates;                   /* and read before */
    struct expr *loaded;            /* the lvalue of an atomic load that is being printed */
    struct expr *joint;             /* the lvalue that is accessed atomically, or a part of it */
    const char *no_result;          /* of that function: " " and any value of its type, or "" */
    bool in_place;                  /* what is printed is the place of a stream */
    struct expr *late;       /* the read that is printed as it is, though one is made ahead */
    struct record **records; /* already printed */
    size_t n_records;
    struct buf *record_text;
};

/* emit_device.c, of an iteration `it`: the levels' variables; the privates. */
void emit_loop_variables(struct emitter *em);
void emit_privates(struct emitter *em);
/* emit_scan.c: the body of a region with prefix sums; "(tcr_reset |= ..., " in front of an
 * assignment that gives a variable of it a value, whatever it was (false: it is none). */
void emit_scan(struct emitter *em);
bool emit_reset(struct emitter *em, struct expr *e);
/* emit_best.c: the functions that give an iteration's place, and a call of one; false: another. */
void emit_best_functions(struct emitter *em);
const char *emit_best_candidate(const struct best *best); /* the type of a place */
bool emit_best_place(struct emitter *em, struct expr *e);
/* emit_declared.c: the classes of the program's operators, in front of the variables' types; what
 * such a variable's is called; what their functions do, behind those of the loop. */
void emit_declared_classes(struct emitter *em);
const char *emit_declared_class(struct emitter *em, const struct declaring *d);
void emit_declared_functions(struct emitter *em);

void emit_put(struct emitter *em, const char *s);
/* With --tcr-lineinfo, at the beginning of a line: say that the text from here on comes from no
 * line of the user's. */
void emit_nobodys_line(struct emitter *em);
void emit_indent(struct emitter *em);
void emit_line(struct emitter *em, const char *text);

/* As the device text spells them (arena). */
const char *emit_decl_name(struct decl *d);
const char *emit_member_name(const struct record *rec, const struct field *f);
/* A type without array levels; pointers point to device memory.  Prints the
 * definition of a record at its first use. */
const char *emit_type(struct emitter *em, const struct type *t);
/* What a pointer to device memory points to: const, unless the loop writes. */
const char *emit_pointee(struct emitter *em, const struct type *flat);
const char *emit_local_pointer(struct emitter *em, const struct type *t);
/* A declaration of a local: name with its array levels. */
void emit_declare(struct emitter *em, struct decl *d);

void emit_expr(struct emitter *em, struct expr *e);
void emit_operand(struct emitter *em, struct expr *e); /* in brackets unless it cannot be misread */
void emit_exact(struct emitter *em, struct expr *e);   /* where C++ would convert otherwise */
/* A pointer to an lvalue; `local`: of the device's own memory. */
void emit_address(struct emitter *em, struct expr *lv, bool local);
/* emit_place.c: a[b]; an array as a pointer; an index in flat elements. */
void emit_index(struct emitter *em, struct expr *e);
void emit_decay(struct emitter *em, struct expr *e);
void emit_scaled(struct emitter *em, struct expr *at, struct expr *index, struct type *elem);
/* "(T *)" in front of the pointer to an element of which only a part's address is asked: the
 * simulated device looks where it is when it is used. */
const char *emit_bare(struct emitter *em, const struct expr *e);
/* The element in memory that an lvalue is a part of; or the variable. */
struct expr *emit_element_of(struct expr *lv);
/* Neither read nor written: the place of a part, or of an address. */
void emit_as_place(struct emitter *em, struct expr *lvalue);
/* What says, around an lvalue, that it is read or written; NULL: it is not in device memory,
 * or its pointer says it. */
const char *emit_use(const struct emitter *em, const struct expr *e);
/* emit_bits.c: the read of a bit-field; an assignment or ++ to one (false: it is something else);
 * an initialiser of a structure with bit-fields or of a union (false: it is something else). */
void emit_bits(struct emitter *em, struct expr *e);
bool emit_bits_change(struct emitter *em, struct expr *e);
bool emit_members_list(struct emitter *em, struct expr *e);
/* emit_atomic.c: an atomic assignment; an atomic load (false: it is a plain one). */
void emit_atomic(struct emitter *em, struct expr *e);
bool emit_joint_load(struct emitter *em, struct expr *e);
/* emit_expr.c: the lvalue that an assignment changes. */
void emit_target(struct emitter *em, struct expr *e, bool updates);
/* emit_check.c: the lvalue, if the device has to look where it is; else false. */
bool emit_checked(struct emitter *em, struct expr *e);
/* emit_device.c: a read of a stream, else false. */
bool emit_streamed(struct emitter *em, struct expr *e);
/* The variable that says that something was not where it should be; what must
 * hold for a loop that counts nothing to go on, or NULL. */
#define EMIT_TEAM "tcr_team_"
#define EMIT_GONE "tcr_gone"
/* The kernel's look at how long an iteration's loop is (tcr_probe) ends here. */
#define EMIT_PROBED "if constexpr (Team::probes) return;\n"
/* That of the number of the iteration, where elements are marked (kernels/owned.cuh). */
#define EMIT_ITERATION "tcr_it"
const char *emit_unless_gone(const struct emitter *em);
/* The device stops here, at an EXPR_END: as an expression; as a statement, which leaves the
 * function. */
void emit_end(struct emitter *em, const struct expr *end);
/* A comparison, of which the host wants to know whether it has met a NaN. */
void emit_ordered(struct emitter *em, struct expr *e);
/* emit_wrap.c: the unsigned type in which +, - and * of e, or the change that it makes, are done
 * where signed numbers wrap; else NULL.  Prints such an expression; false: it is none. */
const char *emit_wraps(const struct emitter *em, const struct expr *e);
bool emit_wrapping(struct emitter *em, struct expr *e);
/* The unsigned type of the right side alone, where the left one is narrower, or unsigned, and C
 * computes the change with signed numbers that wrap; else NULL. */
const char *emit_wraps_operand(const struct emitter *em, const struct expr *e);
void emit_leave(struct emitter *em, const struct expr *end);
/* Behind what may have ended it in a function that it calls: on, out of this one. */
void emit_leave_if_gone(struct emitter *em);
/* Behind the declaration of a pointer in a function: the check of the neighbours that the function
 * reads through it, and their reads. */
void emit_span(struct emitter *em, struct decl *pointer);
/* emit_passed.c: pointers that a loop whose bound has been read passes to functions: in front of
 * it, in its condition, and in front of a statement of its body. */
void emit_passed(struct emitter *em, struct stmt *s, const struct loop *fixed);
void emit_passed_within(struct emitter *em, const struct loop *fixed, const char *bound);
void emit_passed_known(struct emitter *em, const struct stmt *at);
/* The value of a neighbour that has been read there; false: the expression is something else. */
bool emit_near(struct emitter *em, struct expr *e);
/* Behind an expression that may have ended the iteration: out of the function. */
void emit_leave_behind(struct emitter *em, const struct expr *e);
/* Flat elements in one `elem` that a pointer steps over, or NULL for one. */
const char *emit_scale(struct emitter *em, struct expr *at, struct type *elem);

/* emit_vars.c: the types of the reduction variables; their names in the body; a
 * place of a section. */
void emit_var_types(struct emitter *em);
void emit_var_names(struct emitter *em);
void emit_section_place(struct emitter *em, struct expr *e);

void emit_stmt(struct emitter *em, struct stmt *s);
/* emit_shared.c: a loop that a team's threads share; false: it is none. */
bool emit_team_loop(struct emitter *em, struct stmt *s);
/* The statement, of an if's body, that says in which iteration variables are set along with a
 * minimum or maximum; NULL: it is not about such a one. */
const char *emit_taken(const struct emitter *em, const struct stmt *s);
/* emit_early.c: a read that is made ahead of a shared loop's body; false: it is none. */
bool emit_early(struct emitter *em, struct expr *e);
/* The body's functions that read ahead for an iteration of the levels.  An update of a place that
 * is among them; false: it is something else. */
void emit_ahead(struct emitter *em, const char *args, void (*variables)(struct emitter *));
bool emit_ahead_update(struct emitter *em, struct expr *e);
/* The type of what an iteration has read; its variable, in one of the loop's functions. */
const char *emit_early_type(const struct emitter *em);
void emit_shared_variable(struct emitter *em, const struct plan_loop *at, const char *lower);
/* In front of the loop: where its runs begin.  The functions that read. */
void emit_runs(struct emitter *em, const struct plan_loop *at, const char *lower);
void emit_early_reads(struct emitter *em, const struct plan_loop *at, const char *lower);
/* emit_ordered.c: the types and the function of a loop's sums that keep their order. */
void emit_parts(struct emitter *em, const struct plan_loop *at);
void emit_updates(struct emitter *em, const struct plan_loop *at);
/* An update of such a sum in the loop's body, or a part of it when the updates are made; false. */
bool emit_part_of(struct emitter *em, struct expr *e);
/* A place that the loop folds: the thread's copy; false: it is none. */
bool emit_folded(struct emitter *em, struct expr *e);
/* emit_keep.c: a loop that keeps elements of arrays in registers; the use of such an element
 * (false: the statement, or the expression, is something else). */
bool emit_kept_loop(struct emitter *em, struct stmt *s);
bool emit_kept(struct emitter *em, struct expr *e);
/* A statement that one thread of the team does; false: they all do it. */
bool emit_led(struct emitter *em, struct expr *e);
/* Does the condition name a result, which only that thread has?  Then it alone looks, and does what
 * hangs on it, up to emit_led_end(). */
bool emit_led_if(struct emitter *em, struct expr *condition);
void emit_led_end(struct emitter *em);
void emit_block(struct emitter *em, struct stmt *s);

#endif
