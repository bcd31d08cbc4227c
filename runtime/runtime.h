/* SPDX-License-Identifier: MIT */
/*
 * runtime.h: the runtime's parts to each other.
 *
 *     region   what generated code calls: plan, decide, map, launch
 *     map      bytes of each base → device addresses (rows.c: T ** bases)
 *     decide   host or device, by a roofline
 *     device   the one device: opened at need, lost, forked
 *     code     units' modules and regions' kernels
 *     grid     threads and blocks; tuning.c: what is best for large arrays
 *     pool     device memory kept for reuse; lanes (a stream and its buffers)
 *     present  what is on the device: present_table.c sections by address,
 *              present.c the process's table, newer.c which copy is the newer,
 *              residency.c tcr_copyin and its kin, data.c the data directives
 *     results  variables of several numbers: slots, threads' copies, combining
 *     exact    sums without rounding
 *     transfer copies that must not trust the host address
 *     trace    TCR_TRACE; summary: regions' statistics, TCR_SUMMARY
 */
#ifndef TCR_RUNTIME_H
#define TCR_RUNTIME_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "../base/keep_errno.h"
#include "affine.h"
#include "backend.h"
#include "checked.h"
#include "env.h"
#include "inside.h"

/* Of the shared library, only tcr.h and tcr_region.h can be seen from outside:
 * where a program has the static one, too, all of them are the program's. */
#pragma GCC visibility push(hidden)

/* ---- why: the reason for not running on the device --------------------- */

struct tcr_why {
    bool wanted; /* somebody will read the text */
    int error;
    bool device;                     /* a call of the device has failed, */
    bool injected;                   /* because TCR_FAULT asks for it */
    const struct tcr_region *region; /* NULL: it is not a loop that is turned away */
    char text[240];
};

/* Note a reason; returns `error`. */
int tcr_refuse(struct tcr_why *why, int error, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* The same after a failed device call: adds the device's word for it, and
 * finds out whether the device is lost. */
int tcr_refuse_device(struct tcr_why *why, int error, const char *what);

/* Reasons beside tcr.h's errors. */
enum tcr_reason_code {
    TCR_ORDER = -100,    /* some iteration may touch what another one writes */
    TCR_ESTIMATE = -101, /* the host is the faster */
    TCR_OTHER_ABI = -102 /* compiled for another version of the runtime */
};

/* strict.c: a loop (why->region), or a call of the C API (NULL), does not get the
 * device.  Does not return if that is to end the program. */
void tcr_strict_check(const struct tcr_why *why);
/* Will anybody read why? */
bool tcr_strict_asks(void);

/* ---- trace -------------------------------------------------------------- */

extern struct tcr_config tcr_config; /* constant once the mode is not NEW */

/* Why calls ran on the host, and how many; never freed. */
struct tcr_reason {
    struct tcr_reason *next;
    unsigned long long count;
    char text[240];
};

/* A region's statistics and kernel; made at its first call, never freed while
 * the process lives, so that it may outlast the region's own library. */
struct tcr_stats {
    struct tcr_stats *next;
    char *file;
    unsigned line, block; /* as the directive has them */
    const void *code;     /* with which, and the kernel's name, it is known again; may be NULL */
    char *kernel;
    _Atomic unsigned long long host_calls, device_calls;
    _Atomic unsigned long long interrupted; /* of the host's: calls in a signal handler */
    _Atomic unsigned long long host_nanoseconds, nanoseconds; /* of the calls; on the device */
    _Atomic unsigned long long bytes_to, bytes_from;
    struct tcr_reason *reasons; /* in the order of their first; under summary.c's lock */
    void *_Atomic function;
    unsigned per_multiprocessor; /* blocks; written before `function`, */
    unsigned threads;            /* of those blocks: as asked for, or what the device can hold */
    _Atomic bool left;           /* it has been said that it cannot be compared (compare.c) */
    _Atomic unsigned met;        /* calls in which iterations met (owned.c), */
    _Atomic unsigned stopped;    /* or came to a path that only the host takes (extent.c) */
};

/* The region's, or NULL when out of memory. */
struct tcr_stats *tcr_stats_of(struct tcr_region *region);
/* Count a reason for the host (stats may be NULL); true: it is a new one. */
bool tcr_stats_reason(struct tcr_stats *stats, const char *text);
/* Fork: the child starts counting anew. */
void tcr_stats_clear(void);

/* One line on stderr at TCR_TRACE >= level. */
void tcr_trace(int level, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* At once, so that lines of threads and processes do not mix. */
void tcr_write(FILE *to, const char *text, size_t size);
/* The device has not taken the call because of `text`: in the trace once for
 * each new reason.  NULL: it has taken it. */
void tcr_trace_refused(const struct tcr_region *region, struct tcr_stats *stats, const char *text);
/* The host loop begins, because of `why` unless tcr_trace_refused has just said
 * it.  For tcr_region_host_end; NULL when out of memory. */
void *tcr_trace_host(const struct tcr_region *region, struct tcr_stats *stats, long long n,
                     const char *why);
void tcr_trace_host_end(void *run);
struct tcr_plan;
/* A call that the device has done: at TCR_TRACE=2, a line with its sections. */
void tcr_trace_device(const struct tcr_plan *p, unsigned long long from, double seconds);
double tcr_now(void); /* seconds, monotonic */

/* ---- device -------------------------------------------------------------- */

enum tcr_mode {
    TCR_MODE_NEW,   /* the environment has not been read */
    TCR_MODE_IDLE,  /* a device may exist; nothing was opened yet */
    TCR_MODE_READY, /* open */
    TCR_MODE_HOST,  /* none, or not wanted */
    TCR_MODE_LOST,  /* its context is gone */
    TCR_MODE_FORKED /* it is the parent's */
};

extern _Atomic int tcr_mode;
extern const struct tcr_backend *tcr_backend; /* valid from IDLE on */
extern struct tcr_properties tcr_properties;  /* valid from READY on */
/* For tests: set before the first call, used instead of the cuda backend. */
extern const struct tcr_backend *tcr_backend_for_test;

/* Read the environment if that has not been done; the mode. */
enum tcr_mode tcr_device_setup(void);
/* Open the device if that has not been tried.  0 or a negative error. */
int tcr_device_open(struct tcr_why *why);
/* A device call failed: was that the device's end? */
void tcr_device_check(void);
/* 0 when READY, TCR_E_LOST, TCR_E_FORKED, or TCR_E_NO_DEVICE for host only. */
int tcr_device_state(void);
/* Why no region is even prepared for the device; NULL: they are. */
const char *tcr_device_host_reason(void);
/* Does every region go to the device, without an estimate? */
bool tcr_device_always(void);

/* keep.c: the OpenMP runtime stays in the process, whatever is closed.  To be called without a
 * lock: the dynamic linker has one, with which a library's constructors may run loops. */
void tcr_keep_openmp(void);
/* stack.c: is it below 256 KiB?  Then no driver is called on it. */
bool tcr_stack_is_small(void);

/* Fork handlers of the parts that have locks. */
void tcr_pool_fork(bool before);
void tcr_present_fork(bool before);
void tcr_code_fork(bool before);
void tcr_trace_fork(bool before);

/* memory.c's list of tcr_malloc. */
void tcr_memory_fork(bool before);
/* tcr_memcpy_to_device, of who is inside. */
int tcr_memory_to_device(void *device, const void *host, size_t size);

/* fault.c: a backend that fails as config->fault says, around `inner`. */
const struct tcr_backend *tcr_fault_wrap(const struct tcr_backend *inner,
                                         const struct tcr_config *config);
/* Was the calling thread's last failure one of those?  Once the device is lost so: always. */
bool tcr_fault_injected(void);
/* Is it the turn of the result that has just come from the device to be altered? */
bool tcr_fault_alters(void);

/* ---- code ---------------------------------------------------------------- */

/* The region's kernel, its unit loaded at need; stats->function is set. */
int tcr_code_kernel(struct tcr_region *region, struct tcr_stats *stats, unsigned threads,
                    struct tcr_why *why);

/* The same for every unit with the same code, as where a library is closed and opened again;
 * NULL: not known.  It outlives the unit. */
const void *tcr_code_identity(struct tcr_unit *unit);

/* Where the unit has no image for the device: makes one, if it is set (nvrtc_load.c).
 * Returns TCR_E_NO_IMAGE for what it does not take. */
extern int (*tcr_code_compile)(void **module, const struct tcr_unit *unit);

/* ---- region -------------------------------------------------------------- */

/* tcr_region_enter and tcr_region_host, of who is inside. */
int tcr_region_wanted(const struct tcr_region *region);
void *tcr_region_host_begin(struct tcr_region *region, long long n, const char *why);
/* As tcr_region_run, for regions that write nothing: but where the host loop cannot
 * have its data, that is a negative error. */
int tcr_region_attempt(struct tcr_region *region, const struct tcr_call *call,
                       union tcr_slot *slots);

/* interrupted.c: a loop runs on the host, of which this is known, or nothing but whether it writes;
 * a single object is read, or has been written.  They return if its data is the host's, and end the
 * process with a message else. */
void tcr_interrupted_call(const struct tcr_region *region, const struct tcr_call *call);
void tcr_interrupted_loop(const char *file, unsigned line, bool writes);
void tcr_interrupted_object(uintptr_t at, unsigned long long size, bool writes);
_Noreturn void tcr_interrupted_stop(const char *file, unsigned line, const char *what);

/* ---- pool ---------------------------------------------------------------- */

/* The backend's alloc and host_alloc; when memory is short, what is kept here
 * and in idle lanes is given back and they are called again. */
int tcr_device_alloc(void **device, size_t size);
int tcr_pinned_alloc(void **host, void **device, size_t size);

/* `*size` bytes of device memory (rounded up in *size), from what was freed
 * before where it fits. */
int tcr_pool_alloc(void **device, size_t *size);
void tcr_pool_free(void *device, size_t size);
/* Give everything that is kept, lanes too, back to the device. */
void tcr_pool_trim(void);

#define TCR_STAGE_BYTES ((size_t)4 << 20)

/* What one running call needs for itself: a stream, scratch memory, results. */
struct tcr_lane {
    struct tcr_lane *next;
    void *stream;
    void *scratch; /* device: the ticket; from TCR_LANE_SPARE on TCR_SPARE_BYTES zeros and as many
                      of litter; from TCR_LANE_HEAD on the blocks' partial results */
    size_t scratch_size;
    union tcr_slot *result; /* host's and device's address of the result slots */
    void *result_device;
    size_t n_result;
    void *stage[2]; /* TCR_STAGE_BYTES of pinned host memory each, or NULL */
    void *replay;   /* the backend's: of its launches */
    int turn;       /* of the two, the one that no copy is reading */
};

#define TCR_LANE_SPARE 64
#define TCR_LANE_HEAD (TCR_LANE_SPARE + 2 * TCR_SPARE_BYTES)

int tcr_lane_get(struct tcr_lane **lane);
/* `good` false: something failed on it; it is not used again. */
void tcr_lane_put(struct tcr_lane *lane, bool good);
/* Room for n result slots and `partials` bytes of block partials. */
int tcr_lane_reserve(struct tcr_lane *lane, size_t n_result, size_t partials);

/* ---- present ------------------------------------------------------------- */

struct tcr_present {
    uintptr_t host;
    size_t size;
    char
        *device; /* of the first byte; NULL: no memory was left for it, and the host has the data */
    void *alloc; /* of the pool, */
    size_t alloc_size;
    unsigned refs;         /* OpenACC's dynamic reference counter */
    unsigned structured;   /* its structured one: data regions */
    unsigned pins;         /* loops that are using it, and data regions */
    char origin[80];       /* who made it present, for messages */
    _Atomic bool diverged; /* the device's copy may be newer */
    _Atomic bool exposed;  /* its address was given out: who knows when it is written */
    _Atomic bool behind;   /* the host's copy is newer */
    bool removed;          /* out of the table; freed at the last unpin */
};

/* Sections sorted by address, which never overlap. */
struct tcr_table {
    struct tcr_present **entry;
    size_t n, room;
};

/* Index of the first entry that ends beyond `host`; t->n: none. */
size_t tcr_table_at(const struct tcr_table *t, uintptr_t host);
/* 1 with *found when [host, host + size) is inside one entry, 0 when no byte
 * of it is present, else TCR_E_PARTIAL with *found the first entry met. */
int tcr_table_find(const struct tcr_table *t, uintptr_t host, size_t size,
                   struct tcr_present **found);
/* The entry must not overlap another.  0 or TCR_E_NO_MEMORY. */
int tcr_table_insert(struct tcr_table *t, struct tcr_present *entry);
void tcr_table_remove(struct tcr_table *t, const struct tcr_present *entry);

/* Is there any entry, and this thread not itself about to change them? */
bool tcr_present_any(void);
/* tcr_table_find in the process's table; an entry that holds the section is
 * pinned until tcr_present_unpin. */
int tcr_present_pin(uintptr_t host, size_t size, struct tcr_present **found);
void tcr_present_unpin(struct tcr_present *entry);

/* The program is about to give [host, host + size) back to the heap, or to have it
 * moved: what is present there is released, with a message.  To be called by
 * whoever sees the program's free() and realloc(); one load while nothing is
 * present. */
void tcr_present_freed(uintptr_t host, size_t size);

/* For a thread that may hold the table's lock itself, and must not wait for it: could a byte of
 * [lo, hi) be on the device, and `newer` there? */
bool tcr_present_perhaps(uintptr_t lo, uintptr_t hi, bool newer);

/* Bring a pinned entry that is behind up to date.  1 or an error. */
int tcr_present_catch_up(struct tcr_present *entry);
/* A kernel writes to a pinned entry, or is about to. */
void tcr_present_written(struct tcr_present *entry);
/* It has failed, and left a pinned entry neither old nor new: the host's copy counts. */
void tcr_present_spoilt(struct tcr_present *entry);

/* 1: `host` is in a section [*lo, *hi) that is present; 0: [*lo, *hi), around
 * it, is made smaller until it meets none. */
int tcr_present_around(uintptr_t host, uintptr_t *lo, uintptr_t *hi);
/* Could anything that is, or was, present be newer on the device? */
bool tcr_present_newer(void);
/* Copy back what is newer on the device of [base + hull.lo, base + hull.hi).
 * A soft hull may reach into other arrays: of it, only the entry counts that
 * holds the base address.  Negative: there is some and it cannot be had. */
int tcr_present_to_host(uintptr_t base, const struct tcr_hull *hull, struct tcr_why *why);
/* A loop of which it is not known what it uses will run on the host, and perhaps
 * write: all that is newer on the device comes back, and what it `writes` goes
 * there before a kernel uses it.  Does not return if the data is lost. */
void tcr_present_host_loop(const char *file, unsigned line, bool writes);
/* The same, of a loop that writes some of [host, host + size). */
void tcr_present_host_writes(uintptr_t host, size_t size, const char *file, unsigned line);

/* ---- transfer ------------------------------------------------------------ */

/* A stretch of host memory; `host` and `size` multiples of TCR_PIECE_ALIGN, so that the
 * bytes around what was asked for are in the same pages. */
struct tcr_piece {
    uintptr_t host;
    size_t size;
};
struct tcr_piece tcr_piece_around(uintptr_t host, size_t size);

/* Copy pieces to the device one after the other, without ever faulting on a
 * host address.  TCR_E_INVALID: some of it cannot be read. */
int tcr_gather(struct tcr_lane *lane, char *device, const struct tcr_piece *piece, size_t n,
               struct tcr_why *why);
/* Read, and write, this process's own memory without faulting.  False: some of
 * it is not readable, or writable. */
bool tcr_peek(void *to, uintptr_t from, size_t size);
bool tcr_poke(uintptr_t to, const void *from, size_t size);
/* The same before a device is known, without system calls that a shut-in program may not make:
 * is that the time?  quiet.c. */
bool tcr_quiet(void);
bool tcr_quiet_readable(uintptr_t from, size_t size);
bool tcr_quiet_read(void *to, uintptr_t from, size_t size);

/* ---- results ------------------------------------------------------------- */

struct tcr_results {
    unsigned long long slots; /* one for each number */
    unsigned long long fixed; /* of them, those of variables without copies */
    unsigned long long copy;  /* bytes of one thread's copies of sections */
    unsigned n_sections;
    long long count[TCR_MAX_SECTIONS]; /* numbers of each */
};

/* Can the sections be memory, and their results be numbered?  To be asked before all else. */
int tcr_results_check(const struct tcr_region *region, const struct tcr_call *call,
                      struct tcr_why *why);
void tcr_results_plan(struct tcr_results *r, const struct tcr_region *region,
                      const struct tcr_call *call);
/* May the sums be what the C loop would give, as far as tensor cores matter? */
bool tcr_results_finite(const struct tcr_region *region, const union tcr_slot *slot);
/* Bits of tcr_grid.plain: result k is a sum of double that is not finite; perhaps it was only
 * too large on the way. */
unsigned tcr_results_overflowed(const struct tcr_region *region, const union tcr_slot *slot);
/* The loop may be run once only: what it reads, it may have written.  Is there a
 * result that the tensor cores could spoil, so that they must not be used? */
bool tcr_results_need_cores(const struct tcr_region *region);
/* The variable of && or || with a number other than 0 and 1 in it; NULL: none. */
const char *tcr_results_odd(const struct tcr_region *region, const struct tcr_call *call);
/* Did an update leave its section?  The names of the sections; NULL: no. */
const char *tcr_results_stray(const struct tcr_region *region, const union tcr_slot *slot);
/* Combine variables of several numbers with their targets; hand on the others. */
void tcr_results_store(const struct tcr_region *region, const struct tcr_call *call,
                       const union tcr_slot *from, union tcr_slot *to);

/* x op y, of floating numbers; of && and ||, 0 or 1. */
double tcr_results_real(unsigned op, double x, double y);
/* A result with one number at `at`, of any type but the two short floating ones. */
void tcr_results_combine(const struct tcr_var *v, void *at, const union tcr_slot *slot);

/* exact.c: a kernel's exact sum, and what the variable was before, rounded once. */
double tcr_exact_result(const union tcr_slot *slot, double first, unsigned type);

/* ---- grid, tuning -------------------------------------------------------- */

struct tcr_tuning {
    unsigned threads; /* of a block */
    unsigned waves;   /* times as many blocks as the device holds at once, at most */
};
/* Of a type's sums on this device. */
struct tcr_tuning tcr_tuning_of(enum tcr_type type);
/* For tcr-tune, before any other thread: this one, whatever the type. */
void tcr_tuning_force(const struct tcr_tuning *t);
const char *tcr_tuning_type(enum tcr_type type);
/* In the user's configuration directory: `file` is "" or begins with a slash. */
bool tcr_tuning_path(char *path, size_t size, const char *file);
/* For large n. */
struct tcr_tuning tcr_grid_tuning(const struct tcr_region *region);
/* Of n iterations, if blocks have `most` threads at most, and so many of those are on a
 * multiprocessor at once. */
void tcr_grid_shape(struct tcr_launch *l, const struct tcr_region *region, unsigned most,
                    unsigned per_multiprocessor, long long n);

/* ---- decide -------------------------------------------------------------- */

struct tcr_estimate {
    double bytes; /* that the loop reads, each once */
    double move;  /* of them, to be copied to the device */
    double operations;
    int threads;    /* of the host loop */
    bool context;   /* the device is open already */
    double updates; /* seconds that the device needs for threads' copies, if any */
};

/* Roofline seconds of both ways; true: the device is the faster. */
bool tcr_decide(const struct tcr_estimate *e, double *host_seconds, double *device_seconds);
int tcr_host_threads(void);
struct tcr_plan;
/* The bytes that a plan's loop reads. */
void tcr_plan_count(struct tcr_plan *p);
/* How many of the device's threads should have copies of `bytes` of sections
 * for n iterations, and the seconds that this takes beside the loop itself. */
double tcr_copies_threads(double n, double bytes);
double tcr_copies_seconds(double n, double bytes, double threads);

/* ---- map ----------------------------------------------------------------- */

enum tcr_how {
    TCR_HOW_NOTHING, /* nothing is read: the host's address, for tests against null */
    TCR_HOW_AS_IS,   /* a device pointer */
    TCR_HOW_PRESENT, /* inside a present entry, pinned */
    TCR_HOW_COPY,    /* to be copied for this call */
    TCR_HOW_SHARED,  /* inside the copy of an earlier base of this call */
    TCR_HOW_ROWS,    /* a table of pointers, with what they point to */
    TCR_HOW_CHILD    /* what the pointers of a ROWS base point to: done with that */
};

/* A device address as a number: device addresses are never followed
 * on the host, and biased ones lie outside of any object. */
typedef uintptr_t tcr_device_address;

struct tcr_section {
    struct tcr_hull hull;    /* bytes from the base address */
    struct tcr_hull read;    /* with a clause: what the subscripts give */
    struct tcr_hull written; /* of the hull */
    bool dense;              /* all of that is surely written */
    bool reads;              /* and some of the hull perhaps read */
    unsigned shared;         /* SHARED: with this base */
    void *sent;              /* what went to the device, to tell what has changed there */
    uintptr_t base, host;    /* the base's address; the section's first byte */
    size_t size;
    enum tcr_how how;
    bool clause;  /* the hull is a data clause's */
    bool whole;   /* it is the object's, as extent.c has found it */
    bool around;  /* and more: the object is somewhere in it */
    bool unknown; /* nothing was found; it may be device memory yet */
    struct tcr_present *entry;
    tcr_device_address device; /* of the base address: subscripts work unchanged */
    void *alloc;               /* of the pool */
    size_t alloc_size;
    void *marks, *kept; /* of the pool: who touches its elements; what it was (owned.c) */
    size_t marks_size, kept_size;
    struct tcr_rows *rows;
};

#define TCR_PLAN_INLINE 12
struct tcr_plan {
    const struct tcr_region *region;
    const struct tcr_call *call;
    struct tcr_section few[TCR_PLAN_INLINE], *section; /* one for each base */
    double bytes, move, iterations;                    /* for the estimate */
    double host_estimate, device_estimate;             /* seconds, once made */
    bool must;             /* some data is, or may be, newer on the device */
    bool started;          /* the kernel may have run */
    bool replaceable;      /* or is about to; of what it changes, the host has a copy */
    bool spoilt;           /* it has failed, and what it changed is neither old nor new */
    uintptr_t device_only; /* a base that is device memory, or 0 */
    bool astray;           /* the loop has read outside of the sections, */
    bool spoiled;          /* and has written what was on the device */
    bool met;              /* two iterations have met in what they write */
    bool stopped;          /* an iteration has come to a path that only the host takes */
    unsigned long long bytes_to, bytes_from;
    unsigned slots; /* of results; one more says that an access was not within its section */
};

/* The sections of every base.  No device call is made. */
int tcr_plan_make(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call,
                  struct tcr_why *why);
/* map_bytes.c: the accesses' hulls; refuses what surely leaves its variable. */
int tcr_bytes_join(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why);
/* A clause may name more than the loop surely reads, never less, and not
 * nothing where something may be read. */
int tcr_bytes_check_clauses(struct tcr_plan *p, struct tcr_why *why);
/* Find out where every section is.  Bound to an open device. */
int tcr_plan_locate(struct tcr_plan *p, struct tcr_why *why);
/* Bring them to the device and write the addresses into call->args. */
int tcr_plan_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
/* Just before the kernel is launched, and where the call has failed since then:
 * what it changes in place (in_place.c). */
void tcr_plan_about_to_start(struct tcr_plan *p);
void tcr_plan_failed(struct tcr_plan *p, struct tcr_lane *lane);
/* After the kernel: copy back what the loop has written, and what `copy` and
 * `copyout` ask for.  What the loop reads is changed in the host's memory only
 * when all of it has come over. */
int tcr_plan_copy_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
/* What the accesses write: sets the sections' fields.  The hulls are known. */
void tcr_written_find(struct tcr_plan *p, const struct tcr_nest *nest);
static inline bool tcr_writes(const struct tcr_plan *p, unsigned k)
{
    return p->region->bases[k].flags & TCR_BASE_WRITTEN;
}
/* Must the device have the host's bytes of base k?  (Not of rows.) */
bool tcr_written_needs(const struct tcr_plan *p, unsigned k);
/* Of `size` bytes, those that differ from what was sent. */
void tcr_store_changed(char *host, const char *now, const char *sent, size_t size);
/* TCR_ORDER: some iteration may touch what another one writes. */
int tcr_plan_order(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why);

/* Give back whatever the steps so far hold on the device; may be repeated. */
void tcr_plan_release(struct tcr_plan *p);
/* The host loop will run: bring it what is newer on the device.  Released, and
 * not bound.  Negative: that cannot be done. */
int tcr_plan_to_host(struct tcr_plan *p, struct tcr_why *why);
/* And then: what the host loop writes goes to the device before a kernel uses it. */
void tcr_plan_host_writes(const struct tcr_plan *p);
void tcr_plan_end(struct tcr_plan *p);

/* ---- extent -------------------------------------------------------------- */

enum tcr_extent {
    TCR_EXTENT_NONE,
    TCR_EXTENT_OBJECT, /* a present section, a block of the heap */
    TCR_EXTENT_AROUND  /* readable memory around the address, other objects perhaps among it */
};

/* The object that an address points into, or one past: [*lo, *hi). */
enum tcr_extent tcr_extent_find(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* An address in the object that the loop reads.  The base may lie in another one: a[i] of
 * a = x - 1. */
uintptr_t tcr_used_address(const struct tcr_section *s);
/* The hulls of the bases that are read at unknown places, joined with what is known. */
int tcr_extent_plan(struct tcr_plan *p, struct tcr_why *why);
/* Nobody knows how large base k is. */
int tcr_extent_refuse(const struct tcr_plan *p, unsigned k, struct tcr_why *why);
/* Enlarge [*lo, *hi) by the object at `address`; false: it is not known, or
 * they are too much for one copy. */
bool tcr_extent_join(uintptr_t address, uintptr_t *lo, uintptr_t *hi);
/* For the kernel's check: a range on the device for base k, its section, which
 * has its device address, and what the launch adds. */
void tcr_extent_range(const struct tcr_plan *p, unsigned k, tcr_device_address lo,
                      unsigned long long size);
void tcr_extent_section(const struct tcr_plan *p, unsigned k);
bool tcr_extent_checks(const struct tcr_region *region);
void tcr_extent_lane(const struct tcr_plan *p, struct tcr_lane *lane);
/* After the kernel: was all that it read within the sections? */
int tcr_extent_check(struct tcr_plan *p, const struct tcr_lane *lane, struct tcr_why *why);
/* 0, or a refusal: iterations of the region have come to paths of the host too often for the device
 * to try again. */
int tcr_extent_promising(const struct tcr_stats *stats, struct tcr_why *why);
void tcr_extent_fork(bool before);

/* owned.c: when the sections are mapped, marks for the elements of those that are
 * written at unknown places, and copies of what is written in place; the latter put back
 * (false: there were none, or that failed); and given back. */
int tcr_owned_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
bool tcr_owned_restore(struct tcr_plan *p, struct tcr_lane *lane);
/* Have iterations of the region met too often for another try? */
int tcr_owned_promising(const struct tcr_stats *stats, struct tcr_why *why);
void tcr_owned_release(struct tcr_section *s);

/* compare.c: the call that tcr_compare_start has announced; NULL: none. */
struct tcr_compare;
struct tcr_compare *tcr_compare_of(const struct tcr_region *region);
/* Keep what the loop writes, with the host's memory up to date.  False, and said once: it
 * cannot be compared. */
bool tcr_compare_keep(struct tcr_compare *c, struct tcr_plan *p);
/* The device has done the call: take its results, and put back what was kept. */
bool tcr_compare_take(struct tcr_compare *c, struct tcr_plan *p, const union tcr_slot *slots);
/* It is not compared, because of `why`: said once. */
void tcr_compare_left(const struct tcr_region *region, const char *why);

/* results.c: variables of several numbers must not be what the loop reads. */
int tcr_results_apart(const struct tcr_plan *p, struct tcr_why *why);

/* rows.c: the same for one ROWS base, all its children and theirs. */
int tcr_rows_locate(struct tcr_plan *p, unsigned base, struct tcr_why *why);
int tcr_rows_map(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why);
/* What it holds; `rows` itself is the caller's to free. */
void tcr_rows_release(struct tcr_rows *rows);
/* Call visit() for every table and row that the loop may touch, with its address
 * and what is touched of it, until one returns an error.  `lenient`: what cannot be
 * read is left out. */
typedef int tcr_row_visit(void *ctx, unsigned base, uintptr_t address, const struct tcr_hull *hull);
int tcr_rows_visit(struct tcr_plan *p, unsigned base, bool lenient, tcr_row_visit *visit, void *ctx,
                   struct tcr_why *why);
/* Back to the host: over, and when all has come over, into its memory. */
int tcr_rows_fetch(struct tcr_plan *p, unsigned base, struct tcr_lane *lane, struct tcr_why *why);
void tcr_rows_store(const struct tcr_plan *p, unsigned base);
/* The same as tcr_present_to_host for each row. */
int tcr_rows_to_host(struct tcr_plan *p, unsigned base, struct tcr_why *why);

#pragma GCC visibility pop

#endif
