/* SPDX-License-Identifier: MIT */
/*
 * emit_host.h: what the parts of the host text share: emit_host.c (the frame and
 * the variants), emit_reduced.c (reduction variables), emit_vars.c (sections),
 * emit_trips.c (counts) and emit_call.c (the device call).
 * Text is in the arena.
 */
#ifndef TCR_EMIT_HOST_H
#define TCR_EMIT_HOST_H

#include "emit.h"

/* "__label__ a, b; " for a copy of the loop or of its body. */
const char *emit_labels(const struct plan *p);
/* The initial value of a loop's variable, fit for use as an operand; that which the loop's text
 * then has in the first iteration. */
const char *emit_lower(const struct plan *p, const struct induction *v);
const char *emit_first(const struct plan *p, const struct loop *l, const struct induction *v);

/* long long tcr_nI = iterations of level I, -1: no such number. */
void emit_trips(const struct plan *p, struct buf *out);
/* Calls, each with a comma behind it, that fetch what the loop's header reads in memory. */
const char *emit_header_fetches(const struct plan *p, const struct loop *l);
/* The same of all that the host reads before a device call.  False: there is nothing. */
bool emit_fetches(const struct plan *p, struct buf *out);
/* int tcr_seq = does OpenMP count wrongly? */
void emit_far_test(const struct plan *p, struct buf *out);

/* The address of the region's descriptor. */
const char *emit_region(const struct plan *p);
/* Do the user's own constructs leave the variable outside of them alone?  `level`: of
 * the loop whose variable it is, or of none. */
bool emit_stays_private(const struct plan *p, size_t level, const struct decl *var);
/* The loop variables' values behind the loop. */
void emit_final_values(const struct plan *p, struct buf *out);

/* emit_reduced.c: the value that a variable has before the loop, 0 if it is not there. */
const char *emit_value(const struct plan *p, const struct plan_reduction *red);
/* Declare the temporaries; give their values to the variables. */
void emit_load_temps(const struct plan *p, struct buf *out);
void emit_store_temps(const struct plan *p, struct buf *out);
/* The user's text from begin to end, which holds the body: with the temporaries' names in place of
 * the variables'. */
const char *emit_named_lines(const struct plan *p, size_t begin, size_t end);
/* Those of OpenMP's operators that are ours, declared: of minima and maxima whose copies must
 * start from an infinity in a loop that runs once. */
void emit_declare_operators(const struct plan *p, struct buf *out);
/* Declare tcr_odd: does a variable start from what OpenMP would change? */
void emit_odd_test(const struct plan *p, struct buf *out);
/* Set tcr_seq where an infinite minimum or maximum may be lost. */
void emit_infinity_test(const struct plan *p, struct buf *out);
/* Open a block, and close it: if a result is not finite, it runs once more, with tcr_seq. */
void emit_first_values(const struct plan *p, struct buf *out);
void emit_again(const struct plan *p, struct buf *out);
/* What any number is beyond, of a minimum or maximum. */
const char *emit_start_of(const struct reduction *red);

/* emit_vars.c, of a reduction's object in memory: its address, bytes, and whether
 * it is there, as far as the host may look. */
const char *emit_object_at(const struct plan *p, size_t i);
const char *emit_object_size(const struct plan *p, size_t i);
const char *emit_object_there(const struct plan *p, size_t i);

/* The same file, of sections: declare their numbers; arguments for the device; conditions for
 * it; tcr_o. */
void emit_section_numbers(const struct plan *p, struct buf *out);
void emit_section_arguments(const struct plan *p, struct buf *out);
const char *emit_section_guards(const struct plan *p);
/* Why the host has the loop if those do not hold, or tcr_odd does; "0": neither can be. */
const char *emit_reason(const struct plan *p);
/* Its entry of tcr_f: what it occupies. */
void emit_section_fixed(const struct plan *p, size_t i, struct buf *out);
void emit_objects(const struct plan *p, struct buf *out);
/* Set tcr_seq for those that OpenMP's threads may have no copies of. */
void emit_large_test(const struct plan *p, struct buf *out);

/* emit_compare.c, for TCR_COMPARE: declare tcr_both; hand on the reduction variables, before
 * the loop and behind it. */
void emit_compare_start(const struct plan *p, struct buf *out);
void emit_compare_values(const struct plan *p, struct buf *out);
/* emit_call.c: the slot's member that holds a number of the type, and the type of that. */
struct emit_slot {
    const char *member, *type;
};
struct emit_slot emit_slot_of(const struct type *t);

/* The host's loop of sums without rounding (emit_exact.c); there is an iteration. */
void emit_exact_loop(const struct plan *p, bool parallel, struct buf *out);
/* Behind the device call, an iteration once more, for the values that it leaves behind
 * (emit_repeat.c): the last one; those in which minima and maxima were found, whose numbers are
 * declared in front. */
void emit_best_places(const struct plan *p, struct buf *out);
void emit_repeat_best(const struct plan *p, struct buf *out);
/* emit_found.c, of such loops for OpenMP's threads: what is kept from before the loop; in front of
 * it, the threads' own variables; behind it, what they have found; and the values from before
 * again, as operands of commas. */
void emit_found_first(const struct plan *p, struct buf *out);
void emit_found_begin(const struct plan *p, struct buf *out);
void emit_found_end(const struct plan *p, struct buf *out);
void emit_found_back(const struct plan *p, struct buf *out);
/* emit_declared.c: what the device has come to by the program's operators; and combine that. */
void emit_declared_results(const struct plan *p, struct buf *out);
void emit_declared_combine(const struct plan *p, struct buf *out);
void emit_repeat_last(const struct plan *p, struct buf *out);

/* Of a region that calls functions of this file which the loader may replace: "are they ours && ",
 * the declaration of the function that says so, and its definition (emit_own.c). */
const char *emit_own_guard(const struct plan *p);
void emit_own_declaration(const struct plan *p, struct buf *out);
void emit_own_definitions(struct plan *const *plans, size_t n, struct buf *out);

/* Try the device: tcr_done says whether it did. */
void emit_call(const struct plan *p, struct buf *out);
/* The same where all threads of a team meet the loop (emit_team.c). */
void emit_team_call(const struct plan *p, struct buf *out);
/* What must hold for a try, the call of tcr_region_enter included.  `order`: that of
 * the iterations is asked for. */
void emit_condition(const struct plan *p, bool order, struct buf *out);
/* Declare tcr_b, the bases; true: a block has been opened for what they name. */
bool emit_bases(const struct plan *p, struct buf *out);
/* For one thread of a team, after that: tcr_done is 0 if the host has such calls anyway. */
void emit_settled(const struct plan *p, struct buf *out);
/* Blocks that declare what the call needs, its description tcr_c last; the number of
 * them that are left open is returned. */
int emit_arguments(const struct plan *p, struct buf *out);
/* tcr_done = ...; and where that is a success, the results into the user's variables. */
void emit_run(const struct plan *p, bool order, struct buf *out);

#endif
