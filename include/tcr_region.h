/* SPDX-License-Identifier: MIT */
/*
 * tcr_region.h: the versioned contract between generated code and the runtime.
 *
 * tcr-rewrite turns every directive into one region: static descriptors (what
 * the region is) and one call (what it needs this time).  Nothing here is for
 * people to write by hand; the public C API is tcr.h.  The header is C89 with
 * long long, so that generated code compiles in every mode of the user's
 * compiler.
 *
 * Order of a call, as the generated code makes it:
 *
 *     n = trip count;
 *     if (n > 0 && tcr_region_enter(&region)) {
 *         fill bases, args, loop ranges and accesses;
 *         done = tcr_region_run(&region, &call, slots);
 *         if (done > 0) combine slots into the user's variables;
 *     }
 *     if (done <= 0) run = tcr_region_host(...), the user's own loop,
 *         if (run) tcr_region_host_end(run);
 *
 * A loop that writes memory is asked for the order of its iterations, too, where
 * the device is not to have it:
 *
 *         done = tcr_region_enter(&region) ? tcr_region_run(...) : tcr_region_order(...);
 *     if (done == TCR_SEQUENTIAL) the user's own loop, as it stands;
 *     else if (!done) the same, by several threads;
 *
 * A product of matrices, the runtime may compute on the host, too, before that:
 *
 *         if (!done) done = tcr_region_product(...);
 *
 * Not so with TCR_REGION_PROVED: then nobody is asked, and nothing prepared, without a device.
 *
 * What the runtime has agreed on with the kernels is in spec/contract.h.  This header is
 * installed, and pasted into generated code, so that it stands alone.
 */
#ifndef TCR_REGION_H
#define TCR_REGION_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TCR_ABI_VERSION 16
#define TCR_MAX_LOOPS 8 /* loop variables that one affine subscript may use */

/* Scalar types of reduction variables.  The order is part of the ABI.  (Also in
 * tcr_reduce.h, for people.) */
#ifndef TCR_TYPE_KNOWN
#define TCR_TYPE_KNOWN
enum tcr_type {
    TCR_BOOL,
    TCR_I8,
    TCR_U8,
    TCR_I16,
    TCR_U16,
    TCR_I32,
    TCR_U32,
    TCR_I64,
    TCR_U64,
    TCR_F16,
    TCR_BF16,
    TCR_F32,
    TCR_F64
};
#endif

/* Reduction operators.  `-` is TCR_ADD, as in OpenMP. */
enum tcr_op { TCR_ADD, TCR_MUL, TCR_MIN, TCR_MAX, TCR_AND, TCR_OR, TCR_XOR, TCR_LAND, TCR_LOR };

/* One compiled form of a unit's device text. */
enum tcr_image_kind { TCR_IMAGE_CUBIN, TCR_IMAGE_PTX };
struct tcr_image {
    unsigned kind; /* enum tcr_image_kind */
    unsigned arch; /* 75, 80, 90, ...: compute capability × 10 */
    size_t size;   /* bytes; PTX: without its terminating NUL, which is there */
    const void *bytes;
};

/* One translation unit's device code. */
struct tcr_unit {
    unsigned abi; /* TCR_ABI_VERSION */
    unsigned n_images;
    const char *file;               /* main source file, as the user named it */
    const struct tcr_image *images; /* NULL when built without a CUDA Toolkit */
    const char *device_text;        /* CUDA C++ source, for the simulated device */
    const char *device_flags;       /* blank-separated compile flags, e.g. "-fmad=false" */
    void *state;                    /* the runtime's; NULL at start */
};

/* A reduction variable. */
struct tcr_var {
    const char *name;   /* as the user wrote it */
    unsigned char op;   /* enum tcr_op */
    unsigned char type; /* enum tcr_type */
};

/* What a reduction variable is made of, if not of one number.  The numbers of
 * a complex one are its parts. */
enum tcr_shape_flags {
    TCR_SHAPE_MANY = 1,    /* the runtime combines the results with tcr_call.objects */
    TCR_SHAPE_COPIES = 2,  /* every thread has a copy; how many numbers, the call says;
                              such variables come last */
    TCR_SHAPE_STRAY = 4,   /* not the user's: did an update leave its section?  Then the
                              device's results are of no use */
    TCR_SHAPE_EXACT = 8,   /* a sum without rounding, of TCR_EXACT_SLOTS numbers (spec/contract.h).
                              Its slot has
                              the value from before as `f`, and then the result as `f` */
    TCR_SHAPE_UPDATES = 16 /* with TCR_SHAPE_COPIES, and then of all such variables: integers
                              that the threads share (kernels/updates.cuh) */
};
struct tcr_shape {
    unsigned flags; /* enum tcr_shape_flags */
    unsigned count; /* numbers; 0 with TCR_SHAPE_COPIES */
};

/* What a data clause asks for.  TCR_MAP_AUTO: no clause; read only. */
enum tcr_map {
    TCR_MAP_AUTO,
    TCR_MAP_COPYIN,
    TCR_MAP_COPY,
    TCR_MAP_COPYOUT,
    TCR_MAP_CREATE,
    TCR_MAP_PRESENT,
    TCR_MAP_DEVICEPTR
};

/* A base pointer that the loop reads or writes through.  Its device address is written
 * into the argument block at `arg_offset` by the runtime, biased so that the
 * host's subscripts work unchanged on the device. */
enum tcr_base_flags {
    TCR_BASE_ROWS = 1,    /* holds pointers that the loop follows (T **, structures): the
                             device gets a copy with device pointers */
    TCR_BASE_CHILD = 2,   /* what pointers in `parent` point to; has no argument of its own */
    TCR_BASE_WRITTEN = 4, /* some access is a write */
    TCR_BASE_OWNED = 16,  /* CHECKED, and written at unknown places: the device finds out
                             whether two iterations meet in an element */
    TCR_BASE_JOINT = 32,  /* with OWNED: there are no marks, since all accesses are atomic, so that
                             iterations may meet in an element, or the program promises that
                             they do not */
    TCR_BASE_CHECKED = 8  /* the device asks whether accesses without a known range are
                             within the section, whose range is in the argument block */
};
struct tcr_base {
    const char *name;   /* as the user wrote it, for messages */
    unsigned elem_size; /* bytes of one element (a pointer, for T **) */
    unsigned short arg_offset;
    unsigned char map;     /* enum tcr_map */
    unsigned char flags;   /* enum tcr_base_flags */
    int parent;            /* TCR_BASE_CHILD: index of the ROWS base; else -1 */
    unsigned pointer_at;   /* TCR_BASE_CHILD: where its pointer is in an element of the parent */
    unsigned range_offset; /* TCR_BASE_CHECKED: of two long long in the argument block that the
                              runtime sets (TCR_RANGE_FIELDS of spec/contract.h), OWNED: and
                              two more (TCR_MARK_FIELDS) */
};

/* A region: static and constant except for `state`. */
enum tcr_region_flags {
    TCR_REGION_FORCE_DEVICE = 1, /* some base is deviceptr: the host loop cannot run */
    TCR_REGION_LAST_ON_HOST = 2, /* the host repeats an iteration: it needs the data, too */
    TCR_REGION_WRITES = 4,       /* some base is written */
    TCR_REGION_ENDS = 8,         /* on some paths the kernel stops: nothing that the accesses
                                    say is surely reached */
    TCR_REGION_NAN = 16,         /* the kernel looks whether a NaN is compared */
    TCR_REGION_HOST_PATH = 32,   /* with ENDS: the host may go on there, and use any memory */
    TCR_REGION_UNORDERED = 64,   /* what it writes, or its results, may depend on the order in
                                    which iterations come to what they update atomically */
    TCR_REGION_PROVED = 128,     /* with WRITES: no iteration touches what another one writes,
                                    whatever the call's addresses and numbers are */
    TCR_REGION_IF_APART = 256,   /* with WRITES and `team`: several threads may do an iteration only
                                    if no base leads into memory that another, written one does
                                    (with `scan`: else the loop keeps its order), */
    TCR_REGION_OR_SAME = 512,    /* with IF_APART: or both are one pointer */
    TCR_REGION_HOST_DATA = 1024, /* OpenMP has it work on the host's data: it leaves what the
                                    program has put on the device alone */
    TCR_REGION_AHEAD = 2048,     /* its kernel is for blocks of 256 threads at most */
    TCR_REGION_TELLS = 4096,     /* with WRITES: its kernel leaves a tag when all is written */
    TCR_REGION_FLAT = 8192,      /* with `team`: its kernel may leave terms in shared memory, and is
                                    for blocks of 256 threads at most */
    TCR_REGION_AT_MOST = 16384,  /* some inner loop may end before the bounds that the ranges say */
    TCR_REGION_SCAN_LINE = 32768, /* with `scan`: the C API's, of elements as large as those of the
                                first base, whose kernel has blocks and memory of its own kind;
                                without: its rows, which warps have whole */
    TCR_REGION_PROMISED = 65536,  /* with WRITES, times a number: iterations that differ in the
                                     first so many levels touch nothing that the other writes, as
                                     the program's OpenMP construct says */
    TCR_REGION_BY_ROWS = 524288,  /* with `team`: neighbouring lanes have neighbouring iterations of
                                     the inner loop */
    TCR_REGION_PACKED = 1048576, /* with `team`: a warp has iterations of the inner loops of several
                                    of its iterations at once */
    TCR_REGION_MISSED = 2097152 /* threads of OpenMP share it, and the program has no barrier there:
                                   one that has left the team by `cancel` may not come to it */
};
#define TCR_PROMISED_LEVELS(flags) ((flags) / TCR_REGION_PROMISED & 7u)
/* A number: k, or with an `offset` not below 0 k times the argument block's number there. */
struct tcr_scale {
    double k;
    int offset;
    unsigned type; /* enum tcr_type: TCR_F32 or TCR_F64 */
};

/* The region does nothing but C = beta C + alpha * sum of A * B, as its accesses and loops say:
 * which of the loops is whose, the call's numbers tell.  Where they do not tell, or C is not apart
 * from A and B, the region's own kernel runs. */
struct tcr_product {
    const char *kernel;           /* in the unit's images, for any strides (kernels/product.cuh) */
    unsigned type;                /* enum tcr_type, of all elements */
    unsigned a, b, c;             /* accesses of tcr_call; c: that which writes */
    int init;                     /* the one that sets or scales C before; -1: there is none */
    unsigned loops;               /* of tcr_call.loops, a bit each: around the product, */
    unsigned init_loops;          /* around `init`, */
    unsigned sum_loops;           /* and of `loops` those that may be the sum's */
    struct tcr_scale alpha, beta; /* beta 0, without an offset: C is not read */
    const char *fast;             /* the kernel of a precision that the program allows (and */
    unsigned precision;           /* which, enum tcr_precision: kernels/product_level.cuh); NULL */
    unsigned given;               /* the C API's: the argument block is that of the kernels */
    double error; /* not 0: `fast` only for sums of which the bound is at most that */
};

/* A loop that is nothing but the prefix sums of an array: s += x[i]; y[i] = s.  It has two more
 * kernels, of these names with "_short" and "_long" (kernels/library/library_scan_loop.cuh), for
 * calls whose elements follow each other. */
struct tcr_plain_scan {
    const char *kernel;
    unsigned type;      /* enum tcr_type, of s and all elements */
    unsigned x, y;      /* accesses of tcr_call */
    unsigned start;     /* where s is in the argument block */
    unsigned exclusive; /* y[i] = s; s += x[i] */
};

struct tcr_region {
    struct tcr_unit *unit;
    const char *kernel; /* name of the kernel in the unit's images */
    const char *file;   /* of the directive */
    unsigned line;
    unsigned flags; /* enum tcr_region_flags */
    unsigned n_vars, n_bases;
    const struct tcr_var *vars;
    const struct tcr_base *bases;
    unsigned arg_size;              /* bytes of the argument block; 8-aligned */
    unsigned block;                 /* threads per block (0: default), from block(B) */
    double ops_per_iteration;       /* rough arithmetic count, for the decision */
    void *state;                    /* the runtime's statistics; NULL at start */
    const struct tcr_shape *shapes; /* one for each variable, or NULL: all are numbers */
    unsigned astray_offset; /* with a TCR_BASE_CHECKED, TCR_REGION_ENDS or TCR_REGION_NAN: of two
                               long long in the argument block that the runtime sets, for the
                               kernel to say what is wrong (TCR_ASTRAY_FIELDS) */
    unsigned team;          /* enum tcr_team */
    double work;   /* of an iteration of tcr_call.n: operations, with inner loops of a length
                      that is not known and with all that is called, for the decision */
    unsigned scan; /* not 0: prefix sums, of so many iterations of each thread of a block at a time;
                      the results have the variables' values from before in them */
    unsigned number;                   /* among the unit's regions, in the order of its text */
    const struct tcr_product *product; /* NULL: it is not known to be one */
    const struct tcr_plain_scan *plain_scan; /* the same */
};
/* How many threads do an iteration? */
enum tcr_team {
    TCR_TEAM_NONE,  /* one */
    TCR_TEAM_ASKED, /* the kernel finds out */
    TCR_TEAM_LOOP   /* and k: it depends on the length of loop k of tcr_call.loops */
};

/* c0 + sum of c[k] * (value of loop variable k).  In bytes where it is an
 * offset, in the variable's own units where it is a bound. */
struct tcr_affine {
    long long c0;
    long long c[TCR_MAX_LOOPS];
};

/* Least and greatest value (inclusive) of loop variable k, in terms of the
 * variables before it.  lo > hi: no iteration. */
struct tcr_range {
    struct tcr_affine lo, hi;
};

/* One use of a base: bytes [offset, offset + size) from the base address for
 * every combination of loop variable values; the runtime maps the hull of all
 * uses of a base. */
enum tcr_access_flags {
    TCR_ACCESS_SOFT = 1,   /* executed under a condition, or over-estimated: the hull
                              may reach beyond the object; check before reading */
    TCR_ACCESS_CLAUSE = 2, /* the section of a data clause: replaces the computed ones */
    TCR_ACCESS_INDEX = 4,  /* no access: `offset` is a subscript that the program computes
                              modulo 2^32; the device can only have the loop if it is
                              within [limit_lo, limit_hi] throughout */
    TCR_ACCESS_NEVER = 8,  /* not this time: the rest says nothing */
    TCR_ACCESS_WRITE =
        16, /* the bytes are written; what is read before that is an access of its own */
    TCR_ACCESS_ATOMIC = 512,  /* atomic: iterations may meet in the bytes of two such accesses */
    TCR_ACCESS_WITHIN = 1024, /* only made where all its bytes are in [within_lo, within_hi) */
    TCR_ACCESS_ROW = 64,      /* `row` is known */
    TCR_ACCESS_ANYWHERE = 32, /* with CLAUSE: stands for reads whose place is not known */
    TCR_ACCESS_SCATTER = 256, /* with WRITE and SOFT, of an OWNED base: some of it may be written,
                                 and is not known */
    TCR_ACCESS_WHOLE = 128    /* anywhere in the object that the base points into: the runtime
                                finds its extent, or refuses */
};
struct tcr_access {
    unsigned base;           /* index into the region's bases */
    unsigned flags;          /* enum tcr_access_flags */
    unsigned long long size; /* bytes */
    struct tcr_affine offset;
    long long limit_lo, limit_hi; /* the variable, in bytes from the base; limit_hi 0: not known.
                                     A SOFT access is cut to it, another one must be within */
    struct tcr_affine row;   /* of a TCR_BASE_CHILD: where in the parent the pointer is, in bytes */
    unsigned group;          /* not 0: it is any of these accesses, or between them, ... */
    long long unit;          /* ... so many bytes from one to the next */
    struct tcr_affine above; /* if the parent is a TCR_BASE_CHILD, too: where in its own parent
                                the parent's pointer is, in bytes */
    long long within_lo, within_hi; /* what conditions around it say, in bytes from the base */
};

/* An object that the host reads once, before the loop: which must not write it. */
struct tcr_fixed {
    const volatile void *at; /* NULL: not this time */
    unsigned long long size; /* bytes */
    const char *name;        /* as the user wrote it */
};

/* Where a variable of several numbers is, one after the other. */
struct tcr_object {
    void *at;
    long long n; /* numbers */
};

/* Everything one execution needs. */
struct tcr_call {
    long long n;       /* iterations, > 0 */
    void *const *base; /* host (or device) address of each base */
    void *args;        /* argument block; base slots are filled here */
    unsigned n_loops, n_accesses;
    unsigned n_levels; /* the first of the loops: their iterations are run in any order */
    unsigned n_fixed;
    const struct tcr_range *loops;
    const struct tcr_access *accesses;
    const struct tcr_fixed *fixed;
    const struct tcr_object *objects; /* one for each variable; NULL without shapes */
};

/* One reduction result, without the variable's initial value: `f` for + and *
 * on floating types and for min/max on floating types (exact: the type's own
 * value as double); `i`/`u` modulo 2^64 for + * & | ^ on integers, the value
 * itself for integer min/max, 0 or 1 for && and ||. */
#ifndef TCR_SLOT_KNOWN
#define TCR_SLOT_KNOWN
union tcr_slot {
    double f;
    long long i;
    unsigned long long u;
    double align_[2];
};
#endif

/* Is there any point in preparing a device call?  0: run the host loop (no
 * device, TCR_TARGET=host, device lost, forked child).  Always 1 where the host
 * loop may lack data: with TCR_REGION_FORCE_DEVICE, and once something may be
 * newer on the device.  Thread-safe. */
int tcr_region_enter(struct tcr_region *region);

/* Can these bytes be read?  1 or 0; never faults.  For what the loop reads only
 * under a condition, and what must be known before it starts. */
int tcr_readable(const volatile void *address, unsigned long long size);

/* The smaller and the larger of two numbers: for bounds that generated code
 * computes. */
long long tcr_min(long long a, long long b);
long long tcr_max(long long a, long long b);
/* a times b, or the nearest number that there is: of a section that is too large, the runtime
 * must hear that. */
long long tcr_product(long long a, long long b);

/* Run on the device.  Returns 1 with slots[0..n_vars) filled (but for variables
 * of several numbers, which have been combined) and all that the
 * loop writes in host memory (or, where it is present, on the device); or 0: the
 * user's variables and arrays are as they were, host memory at most brought up to
 * date from the device, and the host loop must run (the reason is in the trace);
 * or TCR_SEQUENTIAL: the same, and in its own order, for some iteration may touch
 * what another one writes.  Does not return if the host loop cannot be given its
 * data.  Thread-safe; synchronous. */
enum { TCR_SEQUENTIAL = -1 };
int tcr_region_run(struct tcr_region *region, const struct tcr_call *call, union tcr_slot *slots);

/* The host loop is to run: 0 if its iterations may be run in any order, else
 * TCR_SEQUENTIAL.  Makes no device call. */
int tcr_region_order(struct tcr_region *region, const struct tcr_call *call);

/* A product of matrices (tcr_region.product) that the host is to compute, in tiles: 1 if it has; 0:
 * nothing has been done, for it is small, or the call is no product, and the host loop must run.
 * The sums are added up in the order of the loops, in the elements' type.  Makes no device call. */
int tcr_region_product(struct tcr_region *region, const struct tcr_call *call);

/* The host loop is about to run: counted for TCR_SUMMARY.  `why`: the reason,
 * or NULL if the runtime is to find it.  What it returns, if that is not NULL,
 * goes to tcr_region_host_end when the loop has ended; one that ends otherwise
 * (longjmp, exit) is not timed. */
void *tcr_region_host(struct tcr_region *region, long long n, const char *why);
void tcr_region_host_end(void *run);

enum { TCR_TEAM_LOOPS = 32 }; /* of one parallel region; others are asked for at each call */

/* A loop, and how many of its next calls are the host's without a question. */
struct tcr_team_site {
    void *loop;  /* the runtime's own */
    long long n; /* of so many iterations at most */
    unsigned left, granted;
    unsigned long long bases[2]; /* hashes of those that are known to be the host's memory */
};

/* The loops to which teams of a parallel region have come; a static variable of the region's text,
 * zero at first. */
struct tcr_team_known {
    unsigned n;
    void *loop[TCR_TEAM_LOOPS];
};

/* What the thread that makes a team says of the region's loops before it does: all of the team's
 * threads begin with that.  It stays as it is while they live. */
struct tcr_team_offer {
    struct tcr_team_known *known;
    unsigned n;
    struct tcr_team_grant {
        void *loop;
        long long n;
        unsigned left;
    } of[TCR_TEAM_LOOPS];
};
void tcr_team_make(struct tcr_team_offer *offer, struct tcr_team_known *known);

/* What each thread of a team counts by itself, a variable of the region's text.  (Where no region
 * is seen, nobody counts.) */
struct tcr_team_counts {
    struct tcr_team_counts *around; /* what the thread had before */
    struct tcr_team_known *known;
    int level;
    unsigned n, last; /* places; the one that was looked for last */
    struct tcr_team_site site[TCR_TEAM_LOOPS];
};
void tcr_team_enter(struct tcr_team_counts *team, const struct tcr_team_offer *offer);
void tcr_team_leave(struct tcr_team_counts *team);

/* A loop that the threads of a team share: each comes here first.  0: the host has it; else one
 * thread asks, and all agree on what that says (`single`).  `base`: of the region, or NULL if they
 * cannot be had.  Then each thread calls tcr_team_met once, with what tcr_team_meet has returned,
 * and what that one thread was told by tcr_team_left if the host has the call: that is about the
 * calls after this. */
int tcr_team_meet(struct tcr_region *region, long long n, void *const *base);
unsigned tcr_team_left(const struct tcr_region *region, long long n);
void tcr_team_met(const struct tcr_region *region, long long n, unsigned left, int asked);
/* There, before the other arguments are known: has the host had such calls, with these bases, so
 * often that this one is not looked at?  Then tcr_region_host follows. */
int tcr_region_settled(struct tcr_region *region, long long n, void *const *base);
/* May a call of few iterations be left to the host without a word, as nobody wants to know of it
 * and no directive or call has put data on a device?  What is there by itself (TCR_MIRROR) comes
 * back as the loop touches it. */
int tcr_region_few(const struct tcr_region *region);

/* ---- both sides (TCR_COMPARE) ---- */

/* The region is about to be called.  NULL, unless TCR_COMPARE=1.  `types`: the numbers
 * that an element of each base is made of (rewriter/emit/emit_compare.c). */
void *tcr_compare_start(struct tcr_region *region, const char *types);
/* The values of the reduction variables of one number, as tcr_slot has them: before
 * tcr_region_run, which then leaves the user's variables and arrays alone and has the host
 * loop run; and behind that loop, which compares them, and frees `compare`. */
void tcr_compare_values(void *compare, const union tcr_slot *values);

/* ---- reproducible sums ---- */

/* A sum of floating numbers without rounding: `reproducible`.  Digit d counts
 * 2^(32 d - 1088); the bins hold what is in the window below 2^top. */
struct tcr_exact {
    long long digit[68]; /* TCR_EXACT_DIGITS of spec/contract.h */
    long long bin[2];
    int top;
    unsigned chunks, adds; /* since bins and digits have been emptied */
    unsigned nan, plus, minus;
};

/* n sums of nothing. */
void tcr_exact_start(struct tcr_exact *sum, unsigned n);
/* Add the numbers x[0..n). */
void tcr_exact_add(struct tcr_exact *sum, const double *x, long long n);
/* Add n sums to n others, which several threads may do at a time. */
void tcr_exact_join(struct tcr_exact *to, struct tcr_exact *from, unsigned n);
/* The sum and `first`, rounded once, to nearest even, to the numbers of a floating
 * type.  +0 if it is zero; the positive quiet NaN without a payload if a NaN was
 * among the numbers, or infinities of both signs.  (`type` is of enum tcr_type, which
 * generated code does not have, and whose size -fshort-enums would change.) */
double tcr_exact_round(struct tcr_exact *sum, double first, unsigned type);

/* ---- data directives ---- */

enum tcr_data_kind { TCR_DATA_REGION, TCR_DATA_ENTER, TCR_DATA_EXIT, TCR_DATA_UPDATE };
enum tcr_data_verb {
    TCR_DATA_COPYIN,
    TCR_DATA_COPY,
    TCR_DATA_COPYOUT,
    TCR_DATA_CREATE,
    TCR_DATA_PRESENT,
    TCR_DATA_DEVICEPTR,
    TCR_DATA_ATTACH,
    TCR_DATA_DELETE,
    TCR_DATA_DETACH,
    TCR_DATA_TO_HOST,
    TCR_DATA_TO_DEVICE
};
enum tcr_data_flags {
    TCR_DATA_FINALIZE = 1,        /* exit data: the dynamic reference counter becomes 0 */
    TCR_DATA_IF_PRESENT = 2,      /* update: what is not present is no error */
    TCR_DATA_OPENMP = 4,          /* of OpenMP, whose loops for the host leave it alone */
    TCR_DATA_FINALIZE_DELETED = 8 /* TCR_DATA_FINALIZE, of items with TCR_DATA_DELETE */
};
struct tcr_data_item {
    const char *name; /* as the user wrote it */
    unsigned verb;    /* enum tcr_data_verb */
};
/* A data directive: static and constant. */
struct tcr_data {
    const char *file;
    unsigned line;
    unsigned kind;  /* enum tcr_data_kind */
    unsigned flags; /* enum tcr_data_flags */
    unsigned n_items;
    const struct tcr_data_item *items;
};
/* A section's range of one dimension, in its elements. */
struct tcr_data_level {
    long long lo, length;
    long long extent; /* of the whole dimension; -1: not known */
};
/* What an item is this time.  All zero where the if clause is false. */
struct tcr_data_part {
    const volatile void *address; /* of element 0 in all dimensions; NULL: no action */
    unsigned long long element;   /* bytes; 0: a pointer without a section */
    unsigned n_levels;            /* dimensions, outermost first */
    struct tcr_data_level level[TCR_MAX_LOOPS];
    void *entry; /* the runtime's, from the begin of a region to its end */
};

/* `data` begins, or `enter data`; `data` ends (with the parts of its begin), or
 * `exit data`; `update`.  One part for each item.  Without a device they do
 * nothing.  What OpenACC calls a run-time error is a message and abort().
 * Thread-safe; synchronous. */
void tcr_data_enter(const struct tcr_data *data, struct tcr_data_part *parts);
void tcr_data_exit(const struct tcr_data *data, struct tcr_data_part *parts);
void tcr_data_update(const struct tcr_data *data, struct tcr_data_part *parts);

/* FILE is a part of the program, and nobody heeds its directives for data: it might read what is
 * old on the host, or change what others have on the device.  From now on all units' directives for
 * data, and the calls of tcr.h, find what they find without a device: the host's memory is the
 * device's.  Loops run on the device all the same.  Called before main() (spec/unheeded.h); if data
 * is on the device by then, for a library is opened late, the process ends with a message.  `file`
 * must stay. */
void tcr_data_unheeded(const char *file);

/* Every unit refers to it, so that the message of a link without the runtime names the remedy. */
extern const char tcr_link_with_tcr_cc;

/* A loop follows that only the host can run, and nothing is known of what it
 * uses: what is newer on the device comes back, and if it `writes` memory,
 * kernels get the host's data from then on. */
void tcr_data_host_loop(const char *file, unsigned line, int writes);
/* The host reads an object, or has written it: a reduction variable in memory
 * that may be present. */
void tcr_data_fetch(const volatile void *address, unsigned long long size);
void tcr_data_store(const volatile void *address, unsigned long long size);

#ifdef __cplusplus
}
#endif
#endif
