/* SPDX-License-Identifier: MIT */
/*
 * emit_host.h: what the parts of the host text share: emit_host.c (the frame and
 * the host's loop), emit_reduced.c (reduction variables), emit_trips.c (counts) and
 * emit_call.c (the device call).
 * Text is in the arena.
 */
#ifndef TCR_EMIT_HOST_H
#define TCR_EMIT_HOST_H

#include "emit.h"

/* The variable that holds the number of iterations of all levels. */
const char *emit_total(const struct region *r);
/* The levels that the host's loop shares among threads. */
size_t emit_collapsed(const struct region *r);
/* "__label__ a, b; " for a copy of the loop or of its body. */
const char *emit_labels(const struct region *r);
/* The user's text of an expression. */
const char *emit_quote(const struct region *r, const struct expr *e);

/* Initial value and step of a loop's variable, fit for use as operands. */
const char *emit_lower(const struct region *r, const struct induction *v);
const char *emit_step(const struct region *r, const struct induction *v);

/* long long tcr_nI = iterations of level I, -1: no such number. */
void emit_trips(const struct region *r, struct buf *out);
/* May OpenMP count wrongly?  int tcr_seq = it does. */
bool emit_maybe_far(const struct region *r);
void emit_far_test(const struct region *r, struct buf *out);

/* The address of the region's descriptor. */
const char *emit_region(const struct region *r);
/* Do the user's own constructs leave the variable outside of them alone?  `level`: of
 * the loop whose variable it is, or of none. */
bool emit_stays_private(const struct region *r, size_t level, const struct decl *var);
/* The loop variables' values behind the loop. */
void emit_final_values(const struct region *r, struct buf *out);

/* emit_reduced.c: what the host's loop calls reduction variable i: its name, or tcr_redI. */
const char *emit_host_name(const struct region *r, size_t i);
/* Declare those temporaries; give their values to the variables, `sequential`: unless
 * tcr_seq. */
void emit_load_temps(const struct region *r, struct buf *out);
void emit_store_temps(const struct region *r, bool sequential, struct buf *out);
/* Is there such a temporary?  Behind a copy of the loop in the user's names, give them what the
 * variables have now. */
bool emit_any_temp(const struct region *r);
void emit_reload_temps(const struct region *r, struct buf *out);
/* What OpenMP calls reduction i's operator; and the operators of ours among those, declared: with
 * clang, of minima and maxima whose copies must start from an infinity in a loop that runs once. */
const char *emit_openmp_operator(const struct region *r, size_t i);
void emit_declare_operators(const struct region *r, struct buf *out);
/* Is tcr_odd wanted: may a variable start from what OpenMP would change?  Declare it. */
bool emit_maybe_odd(const struct region *r);
void emit_odd_test(const struct region *r, struct buf *out);
/* May an infinite minimum or maximum be lost in a loop that cannot run again?  emit_infinity_test
 * then sets tcr_seq where that may happen. */
bool emit_maybe_infinite(const struct region *r);
void emit_infinity_test(const struct region *r, struct buf *out);
/* May a sum or product of lanes or threads overflow where that of the loop in its order
 * does not, or an infinite minimum or maximum be lost?  Such a loop is in a block that
 * emit_first_values() opens, and emit_again() closes: if a result is not finite, it runs once more,
 * with tcr_seq. */
bool emit_maybe_lost(const struct region *r);
void emit_first_values(const struct region *r, struct buf *out);
void emit_again(const struct region *r, struct buf *out);

/* Host text: the loop runs, perhaps a number of times that is not known. */
const char *emit_runs(const struct region *r);
/* " && (p) != 0" for every pointer on the way to an lvalue that the loop may
 * update in some iterations only. */
const char *emit_null_guard(const struct region *r, const struct expr *lvalue);

/* emit_vars.c, of a reduction's object in memory: its address, bytes, and whether
 * it is there, as far as the host may look. */
const char *emit_object_at(const struct region *r, size_t i);
const char *emit_object_size(const struct region *r, size_t i);
const char *emit_object_there(const struct region *r, size_t i);

/* The same file, of sections: declare their numbers; how many elements (0: none,
 * or they do not follow each other); arguments for the device; conditions for
 * it; tcr_o, if there are any. */
void emit_section_numbers(const struct region *r, struct buf *out);
const char *emit_section_count(const struct region *r, size_t i);
void emit_section_arguments(const struct region *r, struct buf *out);
const char *emit_section_guards(const struct region *r);
/* Why the host has the loop if those do not hold; "0": they do, or there are none. */
const char *emit_section_reason(const struct region *r);
/* Its entry of tcr_f: what it occupies. */
void emit_section_fixed(const struct region *r, size_t i, struct buf *out);
bool emit_objects(const struct region *r, struct buf *out);
/* May OpenMP's threads have copies of this one?  If so, unless tcr_seq says no. */
bool emit_section_shared(const struct region *r, const struct reduction *red);
bool emit_maybe_large(const struct region *r);
void emit_large_test(const struct region *r, struct buf *out);
/* As OpenMP's clause names it. */
void emit_section_clause(const struct region *r, size_t i, struct buf *out);

/* emit_compare.c, for TCR_COMPARE: declare tcr_both; hand on the reduction variables, before
 * the loop and behind it. */
void emit_compare_start(const struct region *r, struct buf *out);
void emit_compare_values(const struct region *r, struct buf *out);

/* " reduction(op:x)" for all but sums without rounding. */
void emit_reduction_clauses(const struct region *r, struct buf *out);
/* The host's loop with those (emit_exact.c); there is an iteration. */
void emit_exact_loop(const struct region *r, bool parallel, struct buf *out);
/* The last iteration once more, for the values that it leaves behind. */
void emit_repeat_last(const struct region *r, struct buf *out);

/* Of a region that calls functions of this file which the loader may replace: "are they ours && ",
 * the declaration of the function that says so, and its definition (emit_own.c). */
const char *emit_own_guard(const struct region *r);
void emit_own_declaration(const struct region *r, struct buf *out);
void emit_own_definitions(struct region *const *regions, size_t n, struct buf *out);

/* Iterations under which threads cost more than they bring. */
long long emit_enough(const struct region *r);

/* Try the device: tcr_done says whether it did.  `parallel`: the host's loop is
 * for several threads, so that the order of the iterations is asked for. */
void emit_call(const struct region *r, bool parallel, struct buf *out);
/* The same where all threads of a team meet the loop (emit_team.c). */
void emit_team_call(const struct region *r, struct buf *out);
/* What must hold for a try, the call of tcr_region_enter included.  `order`: that of
 * the iterations is asked for. */
void emit_condition(const struct region *r, bool order, struct buf *out);
/* Blocks that declare what the call needs, its description tcr_c last; the number of
 * them that are left open is returned. */
int emit_arguments(const struct region *r, struct buf *out);
/* tcr_done = ...; and where that is a success, the results into the user's variables. */
void emit_run(const struct region *r, bool order, struct buf *out);

#endif
