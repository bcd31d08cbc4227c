/* SPDX-License-Identifier: MIT */
/*
 * plan.h: everything that is decided about a region, before any of its text is made; a plain
 * struct that `--tcr-dump=plan` prints.
 *
 * The analysis leaves facts (region.h); plan_make() decides; emission prints the plan and the
 * trees, and the report says it.  Whoever wants another decision changes it here.
 */
#ifndef TCR_PLAN_H
#define TCR_PLAN_H

#include <stdio.h>

#include "../analyse/fold.h"
#include "../ir/region.h"
#include "../../base/precision.h"
#include "../text/text.h"

enum plan_decision {
    PLAN_DEVICE, /* device code has been made; where a call runs is decided at run time */
    PLAN_HOST,   /* the host's OpenMP threads have the loop */
    PLAN_REFUSED /* as if the directive were not there */
};

/* ---- loops ---- */

/* What is known of the order of a loop's iterations. */
enum plan_order {
    PLAN_ORDER_PROVED,   /* any gives the same (access/dependence.h) */
    PLAN_ORDER_DECLARED, /* by the directive: any */
    PLAN_ORDER_ASKED, /* by the directive; the host's threads ask at each call whether it holds */
    PLAN_ORDER_FOUND, /* a level below the directive's own: its iterations write apart */
    PLAN_ORDER_GIVEN, /* an inner one's: any in calls whose arrays do not overlap; else as written
                       */
    PLAN_ORDER_KEPT   /* nobody has said or proved anything: as written */
};

/* Which part of the machine a loop's iterations are spread over. */
enum plan_mapping {
    PLAN_MAP_NONE,     /* there is no device code */
    PLAN_MAP_GRID,     /* the threads of the whole grid, together with the other such levels */
    PLAN_MAP_THREAD,   /* one after another in a thread */
    PLAN_MAP_UNROLLED, /* the same, unrolled: the elements that it names are registers */
    PLAN_MAP_TEAM      /* the threads of the team that does an iteration of the levels share it */
};

/* A read that the lanes of a shared loop make ahead of its body. */
struct plan_early {
    struct expr *read; /* one occurrence */
    int wave;          /* 0: the loop's number says where; 1: a read of wave 0 does */
    long long by;      /* elements from iteration to iteration; 0: not a run (plan_runs.c) */
    bool passes;       /* each of the nest's iterations has one of its own (plan_runs.c) */
    size_t until;      /* plan_ahead.c: where it may have changed, in source.text; 0: nowhere */
};

/* A level of the directive's nest, or a loop below it. */
/* Elements of an array that a loop in a thread keeps in registers while it runs. */
enum { PLAN_MOST_KEPT = 16 };
struct plan_keep {
    const struct stmt *loop;
    const struct expr *place; /* one of them */
    int base;
    long long lo, hi; /* what is added to the subscript that all have in common; else 0 */
    struct expr *element[PLAN_MOST_KEPT]; /* from lo on; NULL: the loop does not come to it */
    bool sure;                            /* the iteration has written all of them before */
    bool given;                           /* only in calls whose arrays do not overlap */
    bool out;                             /* while they are looked for: not one of them */
};

struct plan_loop {
    const struct loop *loop; /* NULL: it is not canonical */
    struct stmt *stmt;
    int level; /* of the directive's nest, outermost 0; -1: below it */
    enum plan_order order;
    /* An inner loop in which some variables are folded (analyse/fold.h): the order is that of all
     * else, and holds where each of those who share the loop has a copy of them.  Else none. */
    struct folds folds;
    const char *why; /* in words, what speaks against any order; NULL: nothing, or nobody knows */
    bool or_same;    /* PLAN_ORDER_GIVEN: or arrays are one and the same */
    enum plan_mapping mapping;
    bool collapsed; /* the host's threads share its iterations, too */
    /* PLAN_MAP_TEAM: iterations of a lane at once, where there are enough, and where perhaps not.
     */
    int unroll, batch;
    bool writes;                 /* PLAN_MAP_TEAM: memory, too */
    const struct region *levels; /* plan_ahead.c: it stands for its levels; NULL */
    struct plan_early *early;    /* PLAN_MAP_TEAM */
    size_t n_early;
    long long early_bytes; /* of an iteration, without what is the same in all of them */
    int width;             /* iterations of a lane that runs are read for in vectors; 1: none are */
    struct fold_parts parts; /* PLAN_MAP_TEAM: of sums that keep their order */
    /* PLAN_MAP_TEAM with prefix sums: the statements that say what an iteration adds
     * (plan_prefix.c); where the first one is that writes memory, in source.text, or 0. */
    struct stmt **adds;
    size_t n_adds, stores;
    /* Of a level's variable: may it wrap around past the bound?  Is it signed and compared as
     * unsigned?  May OpenMP count it wrongly, in some cases or in all? */
    bool wraps, mixed, far, miscounted;
};

/* ---- reductions ---- */

/* How the device combines a variable. */
enum plan_form {
    PLAN_FORM_NONE,   /* there is no device code */
    PLAN_FORM_SUM,    /* by the tile that sums its type (spec/tiles.def) */
    PLAN_FORM_FLOATS, /* a sum of double whose terms are numbers that float has */
    PLAN_FORM_CORES,  /* by CUDA cores: no sum */
    PLAN_FORM_EXACT,  /* a sum without rounding */
    PLAN_FORM_COPIES  /* a section of which every thread has a copy */
};

struct plan_reduction {
    const struct reduction *of;
    size_t index;    /* among the region's reductions: tcr_redI */
    size_t position; /* in the runtime's tables */
    enum plan_form form;
    bool exact;         /* PLAN_FORM_EXACT, with or without device code */
    bool copies;        /* PLAN_FORM_COPIES, the same */
    bool grouped;       /* one variable on the device with the other sums of double */
    bool several;       /* of several numbers, which the runtime combines */
    long long numbers;  /* how many; 0: the call says */
    enum tcr_type type; /* of each */
    /* On the host: */
    const char *user, *guard; /* what the user calls it; " && (p) != 0" for the pointers in that */
    const char *host;         /* what the loop there calls it */
    bool temp;                /* that is a variable tcr_redI of ours */
    const char *op;           /* what OpenMP calls the operator */
    bool own_op;              /* it is declared: copies must start from an infinity */
    bool sticky;              /* it takes one constant */
    bool ordered;             /* a minimum or maximum, compared as C does */
    bool keeps_initial;       /* && and || would make 0 or 1 of another initial value */
    /* A minimum or maximum that may start as a NaN: every compiler has its own OpenMP there; and
     * fmax(m, e) and m > e ? m : e take any element then, also what device and threads start from.
     */
    bool keeps_nan;
    bool keeps_counter;  /* it may start beyond the counter's values */
    bool keeps_constant; /* it may start from what the operator does not make the constant */
    bool doubted;        /* a product: where the device's is 0 or not finite, the host looks */
    bool overflows;      /* sums of parts may be infinite where the whole is not */
    bool loses_infinity; /* clang's copies start from the last finite number */
    bool counted;        /* a section whose numbers are known at run time only */
};

/* ---- the device ---- */

enum plan_kernel {
    PLAN_KERNEL_NONE,
    PLAN_KERNEL_MAP,       /* TCR_KERNEL_MAP: nothing is reduced */
    PLAN_KERNEL_PLAIN,     /* TCR_KERNEL: many iterations of a lane in flight */
    PLAN_KERNEL_STREAMS,   /* TCR_KERNEL_STREAMS: elements are read 16 bytes at a time */
    PLAN_KERNEL_UNROLL,    /* TCR_KERNEL_UNROLL: one iteration of a lane at a time */
    PLAN_KERNEL_COPIES,    /* TCR_KERNEL_COPIES: every thread has a copy of a section */
    PLAN_KERNEL_UPDATES,   /* TCR_KERNEL_UPDATES: sections of integers, in shared memory */
    PLAN_KERNEL_TEAMS,     /* TCR_KERNEL_TEAMS: threads share inner loops */
    PLAN_KERNEL_MAP_TEAMS, /* TCR_KERNEL_MAP_TEAMS: the same where nothing is reduced */
    PLAN_KERNEL_SCAN,      /* TCR_KERNEL_SCAN: prefix sums */
    PLAN_KERNEL_AHEAD,     /* TCR_KERNEL_AHEAD: some iterations' reads in front of their bodies */
    PLAN_KERNEL_MAP_AHEAD  /* TCR_KERNEL_MAP_AHEAD: the same where nothing is reduced */
};

/* A field of the argument block. */
struct plan_field {
    const char *name;
    const struct type *type;    /* of a pointer: of what it points to */
    const struct symbol *value; /* of a capture: what the host puts there */
    bool pointer;
    size_t offset;
};

/* A read that the kernel takes from one of its streams. */
struct plan_read {
    const struct expr *read;
    size_t stream;
};

/* What the device gets of an array. */
struct plan_section {
    const char *base, *intent;
    const char *extent; /* text such as "[0:n]", or NULL: computed at each call */
    bool clause;        /* it is that of a clause */
    bool rows;          /* what pointers in another of the arrays lead to */
    bool whole;         /* of the whole object, whose size is found at each call */
};

/* A number of the argument block, times k; without a field: k. */
struct plan_scale {
    double k;
    const char *field; /* of the argument block, or NULL */
    enum tcr_type type;
};

/* C = beta * C + alpha * sum of A * B (plan_product.c). */
struct plan_product {
    enum tcr_type type;  /* of the elements */
    size_t a, b, c;      /* accesses, of the region's; c writes */
    int init;            /* the write that sets or scales C before; -1: none */
    unsigned loops;      /* ranges of the loops around the product, a bit each, */
    unsigned init_loops; /* around `init`, */
    unsigned sum_loops;  /* and of those that may be the sum's */
    struct plan_scale alpha, beta;
    enum tcr_precision precision; /* which the directive allows */
    double error;                 /* not 0: where its bound for a call's sums is at most that */
};

/* s += x[i]; y[i] = s (plan_scan_plain.c): the elements' type, and the region's accesses. */
struct plan_plain_scan {
    enum tcr_type type;
    size_t x, y;
};

/* ---- the host ---- */

/* When the loop runs in its own order though the host has threads for it. */
enum plan_when {
    PLAN_WHEN_FAR = 1,      /* OpenMP would count another number of iterations */
    PLAN_WHEN_LARGE = 2,    /* a section is too large for copies on stacks */
    PLAN_WHEN_INFINITE = 4, /* an infinite minimum or maximum would be lost */
    PLAN_WHEN_ODD = 8,      /* OpenMP would lose an initial value, or two variables are one */
    PLAN_WHEN_ORDER = 16,   /* the runtime has found that two iterations meet */
    PLAN_WHEN_FEW = 32,     /* the iterations are too few for threads */
    PLAN_WHEN_LOST = 64     /* the threads' results are not finite: once more */
};
enum { PLAN_WHENS = 7 };

/* What runs the loop: tried in the order of the plan's list, the last without a condition. */
enum plan_run {
    PLAN_RUN_DEVICE,
    PLAN_RUN_IN_ORDER, /* a copy of the loop as it is written */
    PLAN_RUN_FEW,      /* the same, perhaps by the lanes of one thread */
    PLAN_RUN_EXACT,    /* blocks of iterations whose sums are not rounded */
    PLAN_RUN_THREADS,  /* OpenMP's threads */
    PLAN_RUN_WRITTEN,  /* the loop as it is written, or with the user's own pragmas */
    PLAN_RUN_AGAIN     /* all of these once more, in order, if the results are not finite */
};
enum { PLAN_MOST_RUNS = 6 };

struct plan_variant {
    enum plan_run run;
    unsigned when; /* any of these PLAN_WHEN_*; 0: else always */
};

struct plan_span {
    const struct decl *pointer;
    int base;
    long long lo, hi;
    unsigned read; /* bits of those that are read at once, too */
};

struct plan {
    struct region *r; /* the facts; no emission changes them */
    enum plan_decision decision;
    bool device;   /* it is a loop, with device code */
    bool has_host; /* there is host text; else the loop stays as it is */

    struct plan_keep *keeps; /* elements that loops keep in registers: the outer loops first */
    size_t n_keeps;
    struct plan_loop *loops; /* the levels, then those below in the order of the text */
    size_t n_loops;
    size_t n_collapsed; /* levels that the host's threads share */
    const char *total;  /* what the host calls the number of all iterations */
    const char *runs;   /* host text: some of them run, perhaps a number that is not known */

    struct plan_reduction *reductions;  /* as many as the region has, in its order */
    const struct plan_reduction **vars; /* in that of the runtime's tables; NULL: "stray" */
    size_t n_vars, stray;               /* stray: the place of that one */
    size_t n_group;                     /* the first so many are one variable on the device */
    bool several, copies, exact;        /* some variable is */

    bool writes; /* memory that outlives an iteration */
    bool proved; /* no iteration of the levels touches what another one writes */
    bool checks; /* the device may give up */
    bool agrees; /* and the threads of a team must know it of each other, as loops end by it */
    bool marks;  /* it marks which iteration has used an element */

    bool teams;              /* threads share inner loops; then: */
    struct plan_loop *ahead; /* what the levels' iterations read ahead; NULL: nothing */
    bool columns;            /* neighbouring lanes have neighbouring iterations of the levels */
    int rows;                /* of these iterations: so many of a column at once */
    bool if_apart;    /* these, or several threads, only where a call's arrays do not overlap, */
    bool or_same;     /* or are one and the same */
    bool ordered;     /* some sum keeps its order */
    bool prefixes;    /* some shared loop has prefix sums */
    bool flat;        /* a warp may do the one such loop of several iterations as one loop */
    bool packed;      /* a warp may do iterations of it of several rows at once */
    bool few;         /* a thread may do that of several iterations before what is behind it */
    bool probes;      /* the kernel may look how long the first of these loops is */
    size_t tail;      /* from that statement of the region's body on, the threads of a team read no
                         memory, except the one that leads */
    size_t probe_end; /* that statement follows the last one with a shared loop, so that the
                         kernel's look at an iteration ends in front of it */
    int batch;        /* iterations of a lane that are worth another one */
    bool vectors;     /* the first of them reads in vectors */
    int trips_range;  /* the range that says it; -1: none */

    struct decl **held; /* PLAN_KERNEL_SCAN: what the input phase leaves for the scan phase */
    size_t n_held;
    bool resets;         /* some variable is given a value in the input phase */
    long long scan_each; /* iterations of a thread in a tile */

    enum plan_kernel kernel;
    struct plan_product *product;       /* NULL: it is none */
    struct plan_plain_scan *plain_scan; /* the same */
    long long at_once;                  /* values of a lane that it sums at once */
    const char *kernel_name; /* tcr_FILE_LINE_ID: FILE without its directory, ID the region's */
    struct expr **streams;   /* a read of each */
    size_t n_streams;
    struct plan_read *reads;
    size_t n_reads;
    bool *apart; /* for each of the region's functions: it is compiled once and called */
    struct plan_span *spans; /* pointers of these functions, to neighbours that are checked once */
    const struct expr **spanned; /* the reads that need no check then */
    const struct expr **near;    /* those of elements that are read at once */
    size_t n_spans, n_spanned, n_near;
    struct plan_field *fields;
    size_t n_fields, args_size;
    struct plan_section *sections;
    size_t n_sections;

    bool legal;          /* the host loop may stand under an OpenMP pragma of ours */
    bool has_order;      /* it writes memory, and has a copy of the loop in its own order */
    bool asks_order;     /* the runtime says whether the iterations may be run in any order */
    bool parallel;       /* the host loop gets that pragma, */
    bool order;          /* and asks before */
    bool host_product;   /* the runtime is asked, too, whether it computes the product in tiles */
    bool own;            /* it calls functions that the loader may replace */
    bool compares;       /* TCR_COMPARE can run it on both sides, */
    bool deferred;       /* and waits for the host's, which the program's construct makes a task */
    bool missed;         /* some thread of its team may not come to it (TCR_REGION_MISSED) */
    bool large, odd;     /* some variable is a counted section, PLAN_WHEN_ODD */
    long long enough;    /* iterations under which threads cost more than they bring */
    long long unasked;   /* iterations, up to which nobody is asked; 0: every call asks */
    unsigned in_order;   /* PLAN_WHEN_*: there is a copy of the loop, chosen by tcr_seq */
    bool exact_twice;    /* sums without rounding have a loop without threads, too */
    bool short_simd;     /* PLAN_RUN_FEW is for lanes */
    bool pragma;         /* a pragma stands in front of the loop's text */
    bool one_iteration;  /* the pragma is for loops with at least one */
    const char *clauses; /* of the pragma */
    const char *reduced; /* the reduction clauses among them */
    const char *finals;  /* host text: when the loop variables must still get their values */
    struct plan_variant variants[PLAN_MOST_RUNS];
    size_t n_variants;
};

/* Everything that is decided about the region, from what is known of it; to be done again when
 * the region is refused later on.  Lives in the arena. */
void plan_make(struct plan *p, struct region *r);

/* What --tcr-dump=plan prints of it. */
void plan_print(const struct plan *p, FILE *out);

/* What an inner loop folds, in words: ", sum 's', minimum 'm' with 'at'" (arena). */
const char *plan_folds(const struct region *r, const struct folds *f);
/* "; in registers 'f[i]' and ..." (arena); "" */
const char *plan_keeps_of(const struct plan *p, const struct stmt *loop);

/* What the kernels of its product are called: in full, and in the precision of the directive. */
const char *plan_product_kernel(const struct plan *p);
const char *plan_fast_kernel(const struct plan *p);
/* What those of its plain prefix sums begin with. */
const char *plan_plain_kernel(const struct plan *p);

/* The loop, if a team's threads share it; NULL. */
/* Elements lo to hi behind a pointer, which every call of its function reads; NULL: there are none.
 */
bool plan_is_near(const struct plan *p, const struct expr *e);
const struct plan_span *plan_span_of(const struct plan *p, const struct decl *pointer);
bool plan_is_spanned(const struct plan *p, const struct expr *e);
const struct plan_loop *plan_team_loop(const struct plan *p, const struct stmt *loop);
/* The read, if it is one that is made ahead; NULL.  Does the statement, of the loop's body, declare
 * what a place of that wave may be computed from? */
const struct plan_early *plan_early_read(const struct plan_loop *at, const struct expr *e);
bool plan_early_needs(const struct plan_loop *at, const struct stmt *s, int wave);
/* Is an expression statement, outside of these loops, for one thread of the team?  Must the others
 * wait for it, as it changes what they may read? */
bool plan_leads(const struct plan *p, struct expr *e);
bool plan_meets(const struct plan *p, struct expr *e);
/* Is there something that the device's threads keep in registers only in calls whose arrays do not
 * overlap: such elements, or the places that a shared loop folds? */
bool plan_keeps_given(const struct plan *p);
/* Is the expression one of those?  Which: element `at`, or `at` and the variable's value. */
struct plan_kept {
    const struct decl *by; /* NULL: none */
    long long at;
};
bool plan_kept(const struct plan *p, const struct plan_keep *k, const struct expr *e,
               struct plan_kept *at);
/* Does the loop count from one small constant to another, so that it ends whatever is read? */
bool plan_is_counted(struct stmt *loop);
/* The loop, if its bound, read once in front of it, is that of all its iterations, and it ends
 * whatever they meet, with these keeps in registers (a bit each); NULL (plan_fixed.c). */
const struct loop *plan_fixed_loop(const struct plan *p, struct stmt *s, unsigned long long kept);
/* Where such a loop, in each of its iterations, passes a pointer that moves evenly to a function
 * which reads neighbours behind it (plan_passed.c): the statement of its body, at the top. */
struct plan_passed {
    struct stmt *at;
    struct expr *pointer;
    const struct plan_span *span;
};
size_t plan_passed(const struct plan *p, struct stmt *s, const struct loop *fixed,
                   struct plan_passed **list);
/* Does the statement of its body declare what such a pointer is computed from? */
bool plan_passed_needs(struct stmt *s, const struct loop *fixed, const struct stmt *declaration);
/* Is this loop unrolled? */
bool plan_unrolls(const struct plan *p, const struct stmt *loop);
/* Which of the streams this read is, -1: none. */
int plan_stream(const struct plan *p, const struct expr *read);
/* Where a field is in the argument block. */
size_t plan_offset(const struct plan *p, const char *field);

/* ---- how the kernels combine a variable (plan_tiles.c) ---- */

/* The architectures that device code is compiled for, as images_compile takes them; where there
 * are none, that of the simulated device.  What one is called. */
size_t plan_archs(const struct plan *p, const unsigned **list);
const char *plan_arch_name(unsigned arch);

/* A stable word, and one for people. */
struct plan_path {
    const char *word, *title;
};
struct plan_path plan_path(const struct plan *p, const struct plan_reduction *red, unsigned arch);
/* For people: on all these architectures. */
const char *plan_titles(const struct plan *p, const struct plan_reduction *red);

/* ---- text that decisions are made of (arena) ---- */

/* The user's text of an expression; " && (p) != 0" for every pointer on the way to an lvalue. */
const char *plan_quote(const struct region *r, const struct expr *e);
/* A loop variable's step, fit for use as an operand. */
const char *plan_step(const struct region *r, const struct induction *v);
/* A number of a section, as the host names it. */
const char *plan_number(const char *name, size_t reduction, size_t dim, struct hostint k);
/* Names of fields: the first of a checked base's, and the region's. */
const char *plan_range_field(size_t base);
const char *plan_astray_field(void);
/* May two reductions of the list be one object?  Only the host can tell. */
bool plan_maybe_same(const struct reduction *a, const struct reduction *b);
/* Bytes of a section that each thread's stack may have a copy of. */
#define PLAN_STACK_BYTES 65536LL

/* plan_loops.c: must the sums of an inner loop keep their order, by --tcr-inner=ordered or by
 * OpenACC's `seq` on it?  NULL: those of any. */
bool plan_in_order(const struct plan *p, const struct stmt *loop);

#endif
