/* SPDX-License-Identifier: MIT */
/*
 * region.h: one directive with everything found out about its loop.  What is
 * decided about it is a plan (plan/plan.h), which `--tcr-dump=plan` prints.
 *
 * A stage that cannot go on calls refuse(): the region then stays a host loop,
 * and says why at compile time.  There are two degrees: the loop may not run
 * in any other order than the user wrote (REFUSE_LOOP: plain sequential host
 * loop), or it is a legal parallel loop that the device cannot take
 * (REFUSE_DEVICE: OpenMP host loop).
 *
 * refuse() returns, and so does its caller, at once, with what refuse() gives: NULL, which
 * is false, too.  ast_expr() and ast_stmt() put a constant and an empty statement in the
 * place of what is refused; of a refused value nothing is known.  Who goes on and would
 * change the region, or say something, looks at `stopped` before, as the list of the
 * passes does (stages.c).  Later refusals have no effect.
 */
#ifndef TCR_REGION_PRIVATE_H
#define TCR_REGION_PRIVATE_H

#include "../source/directive.h"
#include "ir.h"
#include "nest.h"
#include "../source/refusal_code.h"
#include "../source/site.h"
#include "../text/text_index.h"
#include "symbol.h"

/* A variable that moves by a fixed amount with each iteration. */
struct induction {
    struct decl *var;
    struct expr *lower;
    struct expr *step; /* NULL: step_const; pointers count in elements */
    long long step_const;
    bool negated;  /* var -= step */
    bool declared; /* in the loop's header */
    /* Of a variable that the body moves (linear.c): the host's variable with the
     * number added in each iteration (NULL: step_const), and its text; the one
     * with the initial value. */
    const char *by, *kept;
    const struct symbol *by_is;
};

/* A canonical loop: for (var = lower; var REL upper; var += step); further
 * induction variables may move along in the header. */
struct loop {
    struct stmt *stmt;
    struct induction *vars; /* [0] is the one that the condition tests */
    size_t n_vars;
    struct expr *upper;
    enum c_op rel;         /* < <= > >= != with the variable on the left */
    struct type *cmp_type; /* type in which var REL upper is compared */
    bool sets_more;        /* the header sets other variables, too */
    bool linked;           /* two variables, the second one's initial value uses that of `first` */
    struct decl *first;
    int level; /* distributed level 0, 1, ... in the region, -1: inner sequential loop */
    /* NULL, or the statements of the level above: the last one is this loop, and the others are
     * done by every iteration of this loop for itself (loop_lead.c). */
    const struct stmt *lead;
};

/* An integer that the host knows. */
struct hostint {
    long long k;
    const struct symbol *symbol; /* NULL: the value is k */
};

/* One dimension of an array section, of the clause or below it. */
struct section_dim {
    struct hostint lo, len;
    bool whole;              /* the array's own */
    bool has_declared;       /* the array's own length is known */
    struct hostint declared; /* that length, if it is known */
};

enum { SECTION_DIMS = 4 };
struct array_section {
    struct expr *base; /* the array or pointer, in the loop */
    size_t n_dims;
    struct section_dim dims[SECTION_DIMS];
    const struct symbol *contiguous; /* do the numbers follow each other?  NULL: yes */
    long long count;                 /* numbers; -1: known at run time only */
    bool object;                     /* all of an object, or of several */
    bool inside;                     /* no update can leave it */
    bool checkable;                  /* else no update of a call can if its `checks` hold */
    struct index_check *checks;
    size_t n_checks;
    bool computed; /* some subscript is no constant, even with inner loops unrolled */
    bool copies;   /* a copy for each thread; else as so many variables (emit_device.c) */
};

/* A minimum or maximum of OpenMP's threads that takes others along, most often its place
 * (analyse/body_best.c).  Each iteration has the variable for itself, and that starts from the
 * program's; the device finds which iteration has the best one, and the host does that one. */
struct best {
    enum tcr_op op;
    struct decl *var;    /* or what a part of a variable is called here (struct parts) */
    struct expr *value;  /* the program's, of var */
    struct expr **along; /* what is taken along, the program's */
    size_t n_along;
    struct decl **roots; /* the variables that these are, or are parts of: first value's, then
                            along's */
    size_t n_roots;
    size_t update;      /* in source.text: the statement that sets them */
    bool last;          /* of equal ones, the last one's place */
    struct decl *taken; /* has the iteration a place?  NULL: if its value is better than that from
                           before the loop */
    struct decl *own;   /* the iteration's, of var */
    struct decl *place; /* the host's: the iteration that has it, -1: none; reduced */
};

/* A variable that an operator of the program's reduces (analyse/body_declared.c).  Each iteration
 * has it for itself. */
struct declaring {
    const struct declared *is;
    /* The program's variable, and the iteration's.  Of an array there is one `struct declaring` for
     * each element. */
    struct decl *var, *own;
    const char *place;    /* the text of what the host combines with */
    struct expr *part;    /* what the iteration has */
    struct type *type;    /* the type of `part` */
    struct decl *result;  /* the host's: the bytes of what all have come to; reduced */
    struct decl *combine; /* a function of two */
    unsigned words;       /* of 64 bits, and one more: have there been any iterations? */
};

struct reduction {
    enum tcr_op op;
    const struct best *best; /* what this is the place of; NULL: a variable of the program */
    const struct declaring *declared; /* what this is the result of; NULL */
    const char *text;                 /* as the user wrote it */
    struct expr *lvalue;              /* one occurrence in the body; NULL: never used */
    struct decl *decl;                /* when it is a plain variable */
    struct type *type;
    size_t offset;                 /* in pragma.words */
    bool sets_constant;            /* if (...) found = 1; */
    const struct expr *constant;   /* the same of |, &, min and max; NULL: none */
    bool combines;                 /* some other update */
    bool takes_counter;            /* last = i; of min and max */
    bool drops_nan;                /* fmin, fmax */
    bool takes_nan;                /* m > e ? m : e: the host's loop must run in its order */
    bool resets;                   /* of a scan: x = e, whatever x was */
    struct array_section *section; /* of an array; NULL: one number */
};

/* The phases of a loop with prefix sums (analyse/scan.c), in the list of its body: what stands
 * before the directive `scan` and what stands behind it.  The input phase is the former if the scan
 * is inclusive; else the latter, with the lead in front: declarations and assignments of variables
 * with which the body begins, and which do not name what is scanned. */
struct scan {
    const struct directive *directive;
    bool exclusive;
    size_t lead;   /* statements; of an inclusive scan: 0 */
    size_t at;     /* the first statement behind the directive */
    bool reading;  /* body.c is at the scan phase */
    bool if_apart; /* arrays must not overlap: the input phase, which comes later in the text, reads
                      while the scan phase writes */
};

/* A scalar (or small struct) evaluated on the host before the loop. */
struct capture {
    const struct symbol *symbol;
    bool sure; /* the loop evaluates it, too; else it is guarded in the end */
    struct type *type;
    const char *name; /* field of the argument block */
};

/* A pointer whose target the loop reads or writes. */
struct base {
    const struct symbol *symbol; /* the pointer or array, or with a parent a word for it */
    bool guarded;                /* it is there only where the host may compute it */
    const char *shown;           /* in messages: as the user wrote it, where that can be told */
    struct type *elem;           /* type of one element, array levels flattened */
    const char *name;            /* field of the argument block */
    bool rows;                   /* it holds pointers that are followed */
    int parent;                  /* whose elements hold the pointers to this one; -1: none */
    long long pointer_at;        /* bytes from the start of the parent's element */
    const struct symbol *extent; /* bytes of the declared array; NULL: unknown */
    long long elements;          /* of its first dimension, where that is constant; 0: not known */
    const struct symbol *object; /* the variable that it is in: what the program may use */
    bool complete; /* it is that variable; otherwise a part of it, or behind a pointer:
                      the program may walk beyond its extent */
    enum tcr_map map;
    const char *clause_lo, *clause_len; /* bytes, host text, of a data clause's section */
    bool used;                          /* some access goes through it */
    bool written;                       /* some of them are writes */
    bool unbounded; /* some access has no computable range: needs a clause or an extent */
    size_t unbounded_at;
    const char *unbounded_why;
    bool mixed;   /* such an access may be one of another base, too */
    bool whole;   /* the runtime finds out how large the object is */
    bool checked; /* the device looks whether such an access is within the section */
    bool owned;   /* some such access is a write: it looks whether two iterations meet, too */
    bool atomic;  /* some access is atomic */
    bool apart;   /* some access is not, and cannot be made so */
    bool scalars; /* some access is a plain read of a number */
    bool joint;   /* all accesses are atomic, after such reads have been made so: iterations may
                     meet in any element */
    bool several; /* an lvalue may be one of another base, too */
    unsigned long long astray_in; /* loops of the nest with accesses at unknown places */
    unsigned long long lost_in;   /* those with an access of which not even `opens` has the place */
};

/* Loops of which only an iteration knows how many turns they have (k < count[i]) have variables,
 * too: from TCR_MAX_LOOPS on.  What depends on these has no ends (struct value, `open`). */
enum { OPEN_LOOPS = 12, AFFINE_VARS = TCR_MAX_LOOPS + OPEN_LOOPS };

/* Sum of coefficient × loop variable. */
struct affine {
    struct hostint c0;
    struct hostint c[AFFINE_VARS];
};

/* A product or quotient of sums that is none itself, i * (i + 1) / 2, as a variable without ends:
 * an iteration has one value of it wherever it stands.  Or where a loop begins, start[i]. */
struct opaque {
    enum c_op op;
    enum tcr_type scalar; /* of the result */
    struct affine a, b;
    unsigned of; /* the variables in these, a bit each */
    int index;   /* its own */
};

struct range {
    struct affine lo, hi;
    bool exact; /* every value between lo and hi is taken */
    /* In an iteration that is made, the value times `by` is at most this: `hi` in the words of the
     * program, where that is a number of ours. */
    struct affine span;
    long long by;
    bool limited;         /* that times `by` is at most this, too */
    struct affine within; /* (the rest of a last tile) */
};

struct access {
    int base;
    struct affine offset; /* bytes */
    long long size;
    bool soft, write;
    bool atomic;
    bool number;     /* it reads no pointer */
    long long start; /* where in an element of the base it begins, or the walk that it is part of */
    bool in_row;     /* the base is a child, and `row` says which pointer of the parent's */
    struct affine row;         /* bytes */
    struct affine above;       /* where the parent's own pointer is, if it is a child, too; bytes */
    const struct symbol *when; /* else there is no such access */
    bool end;                  /* of what conditions leave, which need not be reached */
    bool within;               /* conditions leave it only bytes from lo on, and before hi, */
    struct hostint lo, hi;     /* from the base: `offset` may say more */
    bool once;                 /* one iteration makes it */
    const struct expr *constant; /* all that it ever writes; NULL: not known */
    bool alike;                  /* iterations may meet there: they all write that, */
    bool meets;                  /* and those of a level perhaps do */
    unsigned group;              /* not 0: any of those of this number, or a place between them, */
    long long unit;              /* in steps of so many bytes */
    size_t at;                   /* in source.text */
    unsigned long long loops;    /* of the nest, around it: bit i is nest[i] */
};

/* An object that the host reads once, before the loop, for all iterations. */
struct fixed {
    const struct symbol *place; /* where it may be computed, it is there */
    const struct expr *read;    /* where it was first met; NULL: it is a variable */
    const char *shown;
    bool pointer; /* or a structure with one: the device's copy of it may lead elsewhere */
    bool unnamed; /* in a structure of which the host's text has no members (record.elsewhere) */
};

/* A subscript that is computed modulo 2^32, or of an update that must not leave its section: its
 * value must be within the limits. */
struct index_check {
    struct affine value;
    struct hostint least, greatest;
    bool of_section;
    const struct symbol *when; /* else there is no such value */
};

struct device_function {
    struct decl *decl;
    struct stmt *body;
    struct decl **params;
    size_t n_params;
    char *name;
    const char *symbol;                 /* the assembler's */
    bool called;                        /* by what runs on the device, not only by a bound */
    bool copy;                          /* for one call: its pointers are that call's */
    bool counted;                       /* its writes (access.c) */
    bool replaceable;                   /* by a definition in the program that loads this one */
    bool ends;                          /* the program may end in it */
    bool returns_memory, returns_local; /* a pointer: to mapped memory, to locals */
    struct call_walks *walks;           /* of the body, done so far (access_call.c) */
    struct cfg *cfg;                    /* of the body, if asked for */
    double cost;                        /* 0: not asked for yet (cost.c) */
};

enum refuse_level { REFUSE_LOOP, REFUSE_DEVICE };

struct region {
    const struct facts *facts;
    int id; /* position among the unit's regions */
    struct source *src;
    struct diag *diag;
    struct ast *ast;
    struct directive *dir;
    const struct pragma *pragma;
    size_t begin, end; /* of the loop statement in source.text */
    size_t function_begin, function_end;
    const char *function; /* name of the enclosing function */
    struct stmt *stmt;    /* the loop */
    struct cfg *cfg;      /* of an iteration, if asked for; NULL again when its tree changes */
    struct loop **loops;  /* distributed levels, outermost first */
    size_t n_loops;
    size_t most_levels; /* that the loop may have; those deeper are sequential loops of the body */
    struct stmt *body;  /* of the innermost distributed level */
    struct reduction *reductions;
    size_t n_reductions;
    struct best *bests;
    size_t n_bests;
    struct declaring *declarings;
    size_t n_declarings;
    struct stmt *best_block; /* with what is the iteration's own, and stands behind the body; NULL:
                                nothing does */
    struct scan *scan;       /* NULL: the loop has no prefix sums */
    struct decl **privates;  /* outer variables that are private to an iteration */
    size_t n_privates;
    bool *firstprivate;         /* parallel to privates */
    struct decl **lastprivates; /* privates whose value is used after the loop */
    size_t n_lastprivates;
    bool gives_last; /* the body does that itself (body_last.c); else the host repeats it */
    struct capture *captures;
    size_t n_captures;
    struct base *bases;
    size_t n_bases;
    struct range *ranges; /* loop variables of affine subscripts */
    size_t n_ranges;
    size_t negative;     /* where a remainder of a signed number may be below 0; 0: nowhere */
    bool counts_at_most; /* some range is that of an inner loop that may end early */
    struct opaque *opaques;
    size_t n_opaques;
    unsigned n_open; /* from ranges[TCR_MAX_LOOPS] on, of loops without a known number of turns */
    struct nest_loop *nest;
    size_t n_nest;
    unsigned long long recalled; /* loops of it that call a function whose walk was another's */
    struct access *accesses;
    size_t n_accesses;
    struct access *opens; /* those whose offsets depend on variables without ends: of no section */
    size_t n_opens;
    struct symbols symbols;
    struct text_index name_index; /* names in the argument block; the next number for each */
    struct index_check *indices;
    size_t n_indices;
    unsigned n_groups; /* of accesses */
    struct expr_facts **expr_facts;
    size_t n_expr_facts;
    struct decl_facts **decl_facts;
    size_t n_decl_facts;
    struct fixed *fixed;
    size_t n_fixed;
    struct expr **amounts; /* what the steps of struct induction's `by` are computed from */
    size_t n_amounts;
    struct device_function *functions;
    size_t n_functions;
    bool races;          /* refused for an error of the program that OpenMP's threads meet */
    bool hands_address;  /* functions get that of a reduction variable (body_addressed.c) */
    const char *callees; /* host text: the pointers that it calls lead to functions in its text;
                            NULL: it calls none */
    const char *callees_behind; /* the same of those in memory, which is asked for: to be looked at
                                   last */
    struct label **labels;      /* in the loop and in the functions that it calls */
    size_t n_labels;
    struct extern_line {
        const char *text;            /* a declaration of what only other units declare */
        const struct record *record; /* which it declares, or defines; else NULL */
        bool defines;
    } * externs;
    size_t n_externs;
    struct record **records;
    size_t n_records;
    struct data_item *items; /* of a data directive (data.h) */
    size_t n_items;
    double ops;        /* rough operations an iteration, inner loops counted 16 times */
    double ops_flat;   /* the same, inner loops counted once */
    double work;       /* rough operations with all that is called (cost.h) */
    bool counted;      /* the writes in the body (access.c) */
    bool copies;       /* every call of a function with pointers gets a copy of its own */
    bool differ;       /* without copies, something is another for each call (access.c) */
    bool trusts;       /* some write is apart from those of other iterations by promise alone */
    bool distrusts;    /* such a promise does not hold: no write is apart by it (access.c) */
    bool signed_wraps; /* of the facts */
    bool wide_wraps;   /* a subscript may have a product modulo 2^64 in it */
    bool sees_nan;     /* some reduction variable takes one */
    bool finite_math;  /* the user's flags exclude NaN and infinities */
    bool thread_local; /* uses a variable of which every thread has its own */
    const struct construct *exclusive; /* `omp atomic` or `critical` in the loop, or NULL */
    const struct construct **atomic_constructs; /* that expressions stand for (ast_atomic.c) */
    size_t n_atomic_constructs;
    bool unordered;   /* results may depend on the order of such operations */
    bool fences;      /* the order of an iteration's atomic operations may show */
    bool atomics;     /* the host's text updates a reduction variable by a builtin */
    bool inner_omp;   /* omp pragmas of the user's stand inside of the loop */
    struct site site; /* where it stands among the user's constructs */
    bool keeps_text;  /* the host runs the user's own text, with the pragmas on it */

    bool dead_exit; /* the text has a jump out of the loop, which never runs */
    bool pending;   /* refused until the link shows what it calls */
    bool checked;   /* body_check() has found nothing against another order */
    bool stores;    /* something is written that may be seen outside of the iteration */
    bool ends;      /* on some path the device stops: nothing is surely reached */
    bool leaves;    /* on some of them is text that is not translated */
    bool outgrows;  /* on some, an iteration needs more scratch than the device has for it */
    bool host_paths, has_host_path; /* what only the host does is such a path; there is one */
    bool mapped;                    /* access_find() knows all memory that the loop touches */
    bool refused;                   /* no device code */
    enum refuse_level refuse_level;
    enum refusal_code refuse_code;
    char *refuse_reason;
    size_t refuse_offset;
    bool stopped; /* by refuse(): nothing more is to be found out */
};

/* What the program calls its operator. */
const char *reduction_operator(const struct reduction *red);

#define MUST_CHECK __attribute__((warn_unused_result))

/* Ends the analysis of the region.  NULL, for the caller to return: what it was asked for,
 * or that something holds, is not to be had. */
MUST_CHECK void *refuse(struct region *r, enum refuse_level level, size_t offset,
                        enum refusal_code code, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));

/* The same, but the analysis goes on: for what the device lacks and the host
 * has.  The first reason counts. */
void refuse_device(struct region *r, size_t offset, enum refusal_code code, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));

/* The text between two offsets on one line, line markers left out (arena). */
char *region_quote(const struct region *r, size_t begin, size_t end);

/* The same line by line, for generated text: each begins with \1, its offset and \1, and
 * gets that position when the unit is written. */
const char *region_lines(const struct region *r, size_t begin, size_t end);

/* Does the loop write memory that outlives an iteration?  Known when it is mapped. */
bool region_writes(const struct region *r);

/* Is it a loop without a reduction that OpenMP has on the host?  It works on the host's data, also
 * where the program has a copy on the device, and when it is refused nothing of ours is left. */
bool region_is_plain(const struct region *r);

/* The function of that declaration, not a copy of it for other pointers; NULL: the region does not
 * have it yet. */
struct device_function *region_function(const struct region *r, const struct decl *d);

/* Of the header of one of the region's levels? */
bool region_is_level_var(const struct region *r, const struct decl *d);

/* Of how many levels, the outermost first, does the program's own construct promise that their
 * iterations are independent? */
unsigned region_promised(const struct region *r);
/* Need the device not look whether iterations meet in the elements of the base? */
bool region_unmarked(const struct region *r, const struct base *b);

/* Is it one of the region's lastprivates? */
bool region_is_last(const struct region *r, const struct decl *d);
/* Is it a private variable that the last iteration itself writes to the program's (body_last.c)? */
bool region_gives_last(const struct region *r, const struct decl *d);

/* Has each thread its own: by C's words, or by '#pragma omp threadprivate'? */
bool region_is_of_thread(const struct region *r, const struct decl *d);

/* In private() or firstprivate()? */
bool region_lists(const struct region *r, const struct decl *d);

/* The control-flow graph of an iteration (of the loop, where it is not known what that is), and of
 * a function that it calls: built when it is first asked for, of trees that are complete. */
struct cfg *region_cfg(struct region *r);
struct cfg *function_cfg(struct region *r, struct device_function *f);

/* effects.c */
bool expr_has_effects(const struct expr *e);
bool expr_may_end(struct region *r, const struct expr *e); /* the program; e may be NULL */
bool stmt_may_end(struct region *r, struct stmt *s);
bool stmt_writes(struct stmt *s, const struct decl *d); /* assigns, or takes its address */
/* Is its address taken anywhere?  Then a statement may write it by a pointer. */
bool region_addresses(const struct region *r, const struct decl *d);
bool region_may_write(const struct region *r, struct stmt *s, const struct decl *d);
bool expr_writes(struct expr *e, const struct decl *d);              /* the same; e may be NULL */
const struct expr *stmt_write(struct stmt *s, const struct decl *d); /* where, or NULL */
/* The same for a member of d (NULL: any part), and `address`: does taking it count? */
bool stmt_writes_part(struct stmt *s, const struct decl *d, const struct field *field,
                      bool address);
/* The same of a variable, or of members of one. */
bool stmt_writes_place(struct stmt *s, const struct expr *place, bool address);
struct stmt *stmt_find_break(struct stmt *body); /* one that leaves the loop with this body */
bool stmt_breaks(struct stmt *body);
size_t stmt_mentions(struct stmt *s, const struct decl *d); /* how often it is named */
size_t expr_mentions(struct expr *e, const struct decl *d);
struct stmt *stmt_only(struct stmt *s); /* the only statement in its braces, or itself */
bool stmt_has_case(struct stmt *s);     /* case or default of a switch around s */
bool stmt_has_loop(struct stmt *s);
bool stmt_has_label(struct stmt *s); /* that, or a label that gotos lead to */
bool stmt_has_goto(struct stmt *s);
/* return, a break or continue for a loop around s, a goto to somewhere else */
bool stmt_leaves(struct stmt *s);

/* Is something in the loop body not done once in every iteration (continue, goto)? */
bool stmt_skips(struct stmt *body);

/* live.c: do the statements that may run after the region read d before writing it? */
bool live_after(struct region *r, struct decl *d);
/* escape.c: is the address of d, or of a part of it, kept in a variable anywhere in the unit
 * (`inside`: the loop itself included)?  One that is only handed to a function whose text is not to
 * be seen is taken not to be.  escape_seen_later: may anything read it by another way than its
 * name? */
bool escape_kept(struct region *r, struct decl *d, bool inside);
/* The statement in which it goes there, or NULL. */
const struct stmt *escape_keeper(struct region *r, struct decl *d, bool inside);
bool escape_seen_later(struct region *r, struct decl *d);
/* Does the function at this place do anything with the address of its variable d? */
bool escape_addressed(struct region *r, size_t at, const struct decl *d);

/* jump.c: refuses gotos into blocks that they do not stand in. */
void jump_check(struct region *r, struct stmt *s);

/* reproducible.c: refuses what the clause cannot promise.  Is it a sum that is to be
 * computed without rounding?  Is there one? */
bool reproducible_check(struct region *r);
bool reproducible_sum(const struct region *r, const struct reduction *red);
bool reproducible_any(const struct region *r);

/* body_section.c: the subscripts of a place of the section, first dimension
 * first; returns the array. */
struct expr *section_subscripts(const struct array_section *s, struct expr *e, struct expr **subs);
/* expr_walk over each of them; s may be NULL. */
void section_walk(const struct array_section *s, struct expr *e, expr_visit *visit, void *ctx);
/* Is another section of the same array reduced? */
bool section_has_sibling(const struct region *r, const struct reduction *red);

/* The stages, in order; each refuses on trouble. */
bool loop_find(struct region *r); /* loop.c: canonical loops of the nest */
struct loop *loop_canonical(struct stmt *s, const char **why);
/* The loop's own variable d, or NULL. */
struct induction *loop_var(struct loop *l, const struct decl *d);
/* loop_lead.c.  The loop that may be the next level of a nest with this body: the body's only, or
 * last, statement, if that is a loop at all. */
struct stmt *loop_below(struct stmt *body);
/* May what stands in front of it in the body be done by each of its iterations?  Sets its lead. */
bool loop_takes_lead(struct region *r, struct stmt *body, struct loop *inner);
/* Does a variable declared there carry a value from one iteration of r->body to the next? */
bool loop_lead_carries(struct region *r, const struct loop *inner);
/* What an iteration of all levels does: the leads, and the body of the innermost loop. */
struct stmt *loop_whole_body(struct region *r);
/* loop_apart.c: does it write only places that it chooses, as far as its text
 * tells?  Does it choose among elements of a reduced section? */
bool loop_writes_apart(struct region *r, struct loop *l);
bool loop_chooses_elements(struct region *r, struct loop *l);
/* Does an iteration read an array that it writes, at another place?  If the places are named by
 * other variables than its own, or it has a lead, it is no level: its iterations would meet. */
bool loop_reads_others(const struct loop *l);
/* scan.c: prefix sums.  Does the directive ask for them?  The phases of the body; what may stand in
 * them; what they may do to memory. */
bool scan_wanted(const struct region *r);
bool scan_find(struct region *r);
bool scan_check(struct region *r);
bool scan_check_memory(struct region *r);
/* Is statement i of the body's list one of the input phase? */
bool scan_is_input(const struct scan *s, size_t i);
bool body_check(struct region *r);  /* body.c: reductions, privates, what is written */
bool body_stores(struct region *r); /* may something be written for all to see? */
bool access_find(struct region *r); /* access.c: captures, bases, affine accesses */
/* Is something written at a place that is not known before the loop (access_whole.c)? */
bool access_scatters(const struct region *r);
/* Is it, as the user wrote it, a reduction variable of the directive's lists? */
bool body_is_item(const struct region *r, const struct expr *lvalue);
/* The text of such a variable, or of a section? */
bool body_is_listed_text(const struct region *r, size_t begin, size_t end);
/* Of an array or section in it? */
bool body_is_element(const struct region *r, const struct expr *lvalue);
/* linear.c: does every iteration move it by the same amount? */
bool linear_moves(struct region *r, struct decl *d);
/* Does the function store anything but in its own variables? */
bool body_function_stores(struct region *r, const struct device_function *f);

#endif
