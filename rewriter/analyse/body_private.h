/* SPDX-License-Identifier: MIT */
/* body_private.h: what the body_*.c files share. */
#ifndef TCR_BODY_PRIVATE_H
#define TCR_BODY_PRIVATE_H

#include "body.h"
#include "fold.h"
#include "../ir/made.h"
#include "../text/text_index.h"

/* ---- where the loop names variables (body_item.c) ---- */

/* A variable from outside the loop, in the loop. */
struct mention {
    struct expr *e;
    struct mention *next;
};

struct body_index {
    struct text_index texts, names; /* text of an lvalue -> firsts; name -> mentions, last */
    struct expr **firsts;
    struct mention **mentions, **last;
    size_t n_firsts, n_names;
};

struct body_index body_index_of(struct region *r);
/* The first lvalue of the body, from outside, that is written so (body_squeeze); or NULL. */
struct expr *body_index_lvalue(const struct body_index *index, const char *text);
/* All mentions of the variables of this name, in the order of the text; or NULL. */
struct mention *body_index_variable(const struct body_index *index, const char *name);
/* The variable from outside the loop that the statement, of the loop, names so; or NULL. */
struct decl *body_outside(struct stmt *s, const char *name);
/* linear.c: refuses a loop that does not move a variable as OpenMP's `linear` says. */
bool linear_check(struct region *r, const struct body_index *index);
/* Every mention of a reduction's lvalue gets its number. */
void body_index_mark(struct region *r, const struct body_index *index, const struct expr *lvalue,
                     int number);

/* An assignment to something that is not a reduction variable. */
bool body_check_target(struct region *r, struct expr *lhs);

/* Text without blanks, with no brackets around names nor around the whole (body_item.c). */
char *body_squeeze(const char *s);
/* May the item be named on a path where the device stops (ast_end.c), which is not built? */
bool body_left_out(const struct region *r, const struct item *it);

void body_add_private(struct region *r, struct decl *d, bool first);

/* Flags and updates in critical sections, of variables that OpenMP's threads share: the former are
 * memory from now on, the latter in a clause `reduce` (body_shared.c). */
void body_take_shared(struct region *r);

/* Numbers in local structures and arrays that the body sets, best.value or pair[0], as variables of
 * their own while such minima and maxima are looked for (body_name_parts); those that are still
 * there become parts again (body_unname_parts).  But the copy of a structure that a condition
 * guards which names it, if (c.value < best.value) best = c, has become an assignment to each
 * member, and stays so, whether or not a minimum is found: that is the same.  body_root: the
 * program's variable of which d is a part, or d. */
struct parts {
    struct region *r;
    struct number_part {
        struct decl *decl, *root;
        struct expr *place;
        bool taken; /* all that the loop does with the root is to name numbers in it */
    } * list;
    size_t n;
    struct named_part {
        struct expr *at, was;
    } * named;
    size_t n_named;
    const struct decl *asked;
    bool whole;
};
/* A minimum or maximum with others along: an iteration's own from now on (body_best.c). */
void body_take_best(struct region *r, const struct fold *f, const struct parts *parts);
struct parts body_name_parts(struct region *r);
void body_unname_parts(struct parts *p);
struct decl *body_root(const struct parts *p, struct decl *d);
/* Is it a number in a local structure or array, at a place that the text says? */
bool body_is_part(const struct expr *e);
/* A number in a variable as the program writes it, best.value; with `root`, if not NULL, in place
 * of that variable. */
const char *body_part_name(const struct expr *e, const char *root);
/* { the iteration's own variables, the body, what stands behind it }, which takes the body's place.
 */
struct stmt *body_block(struct region *r);
/* The iteration's own variable in place of d: declared in front of the body, which names it. */
struct decl *body_own(struct region *r, struct decl *d, struct expr *init);
/* Variables that are reduced by an operator of the program's: an iteration's own from now on; and
 * behind the body, what it has in them, as reduction variables (body_declared.c). */
bool body_take_declared(struct region *r);
void body_add_results(struct region *r, struct stmt *last);
/* A sum, product or exclusive or of C's own, d, of which the body gives functions the address: an
 * iteration's own from now on, which an update behind the body combines with d.  Other
 * variables are left as they are (body_addressed.c). */
void body_take_addressed(struct region *r, const struct reduce_clause *c, struct decl *d);
/* The same of elements of d, an array or the pointer to it, that the clause reduces. */
void body_take_elements(struct region *r, const struct reduce_clause *c, const struct decl *d);
/* Does the body take the address of any variable from outside, or of an element? */
bool body_has_addresses(const struct region *r);
/* The place of what the rewriter makes of the body (body_last.c). */
struct made body_place(const struct region *r);
/* Behind the body: a label before the statement `last`, if some `continue` leads there. */
struct stmt *body_behind(const struct region *r, struct stmt *body, struct stmt *last);
/* Can the host run an iteration once more, for what it leaves behind (body_carried.c)? */
bool body_is_repeatable(const struct region *r);

/* Is all that each thread of a team does with its own d, which the loop changes by this operator,
 * to combine it with what the team shares (body_merged.c)? */
bool body_is_merged(struct region *r, const struct decl *d, enum tcr_op op);
/* The same of a minimum or maximum and what it takes along: `if (mine > best) { best = mine; at =
 * my_at; }`. */
bool body_is_best_merged(struct region *r, const struct fold *f);

/* A structure or array from outside of which every iteration sets all that it
 * reads, and nobody reads it afterwards (body_out.c). */
bool body_sets_parts(struct region *r, struct decl *d);
/* An element of an array, or an array, not a plain member? */
bool body_in_array(const struct expr *e);
/* What called functions write through their parameters is private, too. */
void body_add_handed(struct region *r);

/* Of a called function: does it point to an iteration's own variables, whoever calls? */
bool body_points_own(struct region *r, const struct expr *pointer);

/* A private variable must be assigned before it is read in every iteration
 * (body_carried.c).  `first`: it starts each iteration with its value before the loop. */
bool body_check_private(struct region *r, struct decl *d, bool first);
/* The name that the directive's own kind has for reductions. */
const char *body_clause(const struct region *r);
/* How to write a minimum or maximum with its place, if that is what sets d; else NULL. */
const char *body_place_advice(const struct region *r, const struct decl *d);

/* Refuses what the operator or the device cannot reduce (body_item.c). */
bool body_check_type(struct region *r, const struct reduction *red);

/* A reduced element must be one and the same all the time, and the loop must
 * not read it by another name (body_alias.c). */
bool body_check_element(struct region *r, const struct reduction *red);
void body_check_aliases(struct region *r);

/* ---- lists that are wrong (body_wrong.c) ---- */

/* Refuses counters of loops, offsets and compensated sums in the list. */
bool body_check_lists(struct region *r);
/* x = e: refuses what makes x by several operations of its old value. */
bool body_check_recurrence(struct region *r, const struct expr *e, int red);
/* What to do about a use of a reduction variable that is no update; or "". */
const char *body_remedy(struct region *r, int red, const char *how);

/* ---- sections (body_section.c) ---- */

/* A reduction of the section `it` of array `base`, which has n dimensions in the
 * clause, or of all of it (0): finds its places; false: there are none. */
bool body_add_section(struct region *r, const struct item *it, size_t n, struct expr *base,
                      struct reduction *red);
/* Refuses subscripts that do more than to say which element. */
void body_check_sections(struct region *r);
/* Do all mentions of `red` in an expression mean the place that is updated? */
bool body_one_place(struct region *r, int red, const struct expr *place, struct expr *in);

/* ---- updates (body_update.c) ---- */

/* For stmt_walk: the updates of one statement; ctx is the region. */
bool body_visit_update(struct stmt *s, void *ctx);
/* All of the body; of a scan, each phase by its rules. */
void body_check_updates(struct region *r);

/* The reduction variable that e is, casts aside, or a part of it, if it is
 * complex; -1: none. */
int body_target(const struct expr *e);
/* How often does e mention reduction variable `red`? */
int body_mentions(struct expr *e, int red);
/* What is updated: a variable or a place in memory that an inner loop folds (fold.h), or with
 * neither a reduction variable of the region. */
struct updated {
    const struct decl *decl;
    const struct expr *place;
    int reduction;
    const struct type *type;
};
/* Is the expression it?  How often does the expression name it? */
bool body_is(const struct updated *u, const struct expr *e);
int body_names(struct expr *e, const struct updated *u);
/* Refuses: reduction variable `red` is used in another way at `at`. */
MUST_CHECK void *body_misuse(struct region *r, const struct expr *at, int red, const char *how);
/* Refuses if e reads a reduction variable, or uses an update's value. */
bool body_check_expr(struct region *r, struct expr *e);
/* What is evaluated only if the variable says so must have no effects: it is
 * another one in every thread. */
bool body_check_guarded(struct region *r, struct expr *e, int red);
/* Refuses a floating value of type t for an integer. */
bool body_check_truncation(struct region *r, const struct expr *e, int red, const struct type *t);

/* ---- trees of an operator that is not min or max (body_tree.c) ---- */

/* Without casts that cannot change what is stored in a variable of type x in the end. */
struct expr *body_strip(struct expr *e, const struct type *x);
/* 0 or 1 whatever the variables' values? */
bool body_is_truth(const struct expr *e);
/* The value for && and || that settles it: 0 and 1. */
bool body_is_absorbing(const struct expr *e, enum tcr_op op);
/* x = k, of |, &, min and max: then it becomes x = x OP k (struct reduction, `constant`). */
bool body_sets_constant(struct region *r, struct expr *e, int red);
/* x = rhs: is x a term of rhs, whichever way the conditions in it go?  Notes
 * for && and || what kind of update it is. */
bool body_in_tree(struct region *r, struct expr *rhs, int red);
/* The same of whatever is updated, and nothing noted. */
bool body_tree_of(struct expr *rhs, const struct updated *of, enum tcr_op op);
/* Is it `if (!x && p) x = 1` for ||, `if (x) x = p` for &&, or the like? */
bool body_flag_if(struct region *r, struct expr *cond, struct expr *assign);
/* _Bool x: refuses terms that + or ^ would not combine as 0 and 1. */
bool body_check_bool(struct region *r, struct expr *e, int red);

/* ---- min and max (body_order.c) ---- */

/* x = rhs: TCR_MIN or TCR_MAX if rhs is that of x and values without x; else -1. */
int body_order_tree(struct region *r, struct expr *rhs, int red);
/* Has a value of x's type the same order after a conversion to t? */
bool body_keeps(const struct type *t, const struct type *x);
/* Without conversions that keep the order of x's values; without those that keep every value;
 * without the one to the type in which a comparison is done. */
struct expr *body_strip_kept(struct expr *e, const struct type *x);
struct expr *body_strip_widening(struct expr *e);
struct expr *body_operand(struct expr *e);
/* Is what has been compared what x gets?  A cast to x's type makes no difference. */
bool body_same_value(struct expr *compared, struct expr *value, const struct type *x);
/* The variable t of (t = e) REL x; NULL if there is none. */
struct expr *body_just_assigned(struct expr *compared);
/* x is compared as type `as` with `other` and may take its value: of integers, does neither
 * conversion change the order? */
bool body_compared_alike(const struct type *x, const struct type *as, struct expr *other);
/* Which of two values does the call return?  The operator, or -1.  `last`: the argument returned
 * where nothing compares (none of them: n_args); `compared`: by which comparison, or NULL. */
int body_order_call(const struct region *r, const struct expr *e, const struct type *x,
                    size_t *last, struct expr **compared);
/* Integers compared by a floating function, fmax(n, x): the expression, without the conversion of
 * its value to x's type, if that cuts nothing off.  Else NULL. */
struct expr *body_order_of_integers(struct expr *e, const struct type *x);
/* Is it `if (cond) assign`, where cond compares a reduction variable with the
 * value that it is assigned?  Refuses what is nearly so. */
bool body_order_if(struct region *r, struct expr *cond, struct expr *assign, bool has_else);
/* x = i, the loop's counter, which goes the operator's way: then e becomes its minimum or
 * maximum with x, which is the same if x starts below (above) all of its values. */
bool body_order_counter(struct region *r, struct expr *e, int red);

#endif
