/* SPDX-License-Identifier: MIT */
/* plan.h: one call's sections: the bytes of each base, and where they are on the device. */
#ifndef TCR_PLAN_H
#define TCR_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "../device/pool.h"
#include "../device/transfer.h"
#include "../ground/affine.h"
#include "../ground/why.h"
#include "../present/present_table.h"

#pragma GCC visibility push(hidden)

enum tcr_how {
    TCR_HOW_NOTHING, /* nothing is read: the host's address, for tests against null */
    TCR_HOW_AS_IS,   /* a device pointer */
    TCR_HOW_MIRROR,  /* stays on the device without a directive (mirrored.c) */
    TCR_HOW_PRESENT, /* inside a present entry, pinned */
    TCR_HOW_COPY,    /* to be copied for this call */
    TCR_HOW_SHARED,  /* inside the copy of an earlier base of this call */
    TCR_HOW_ROWS,    /* a table of pointers, with what they point to */
    TCR_HOW_CHILD    /* what the pointers of a ROWS base point to: done with that */
};

/* A device address as a number: device addresses are never followed
 * on the host, and biased ones lie outside of any object. */
typedef uintptr_t tcr_device_address;

struct tcr_mirror_call;

struct tcr_section {
    struct tcr_hull hull;    /* bytes from the base address */
    struct tcr_hull read;    /* with a clause: what the subscripts give */
    struct tcr_hull written; /* of the hull */
    bool dense;              /* all of that is surely written */
    bool reads;              /* and some of the hull perhaps read */
    unsigned shared;         /* SHARED: with this base */
    struct tcr_runs *runs;   /* not dense, but surely written: so many, or none */
    unsigned n_runs;
    struct tcr_piece part; /* what comes back of it, where only changes do */
    void *sent; /* of spare.h: what went to the device, to tell what has changed there, or to
                   undo what has come back */
    uintptr_t base, host; /* the base's address; the section's first byte */
    size_t size;
    enum tcr_how how;
    bool clause;  /* the hull is a data clause's */
    bool whole;   /* it is the object's, as extent.c has found it */
    bool around;  /* and more: the object is somewhere in it */
    bool unknown; /* nothing was found; it may be device memory yet */
    bool lacks;   /* and if it is none, it gets no memory */
    bool alone;   /* AS_IS: memory that only the device can use */
    struct tcr_present *entry;
    unsigned use;              /* MIRROR: of the call's */
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
    double accesses; /* of that which is made most often, as far as that is sure */
    double host_estimate, device_estimate; /* seconds, once made */
    double move_least; /* of `move`: what would be copied even if data stayed from call to call */
    bool trial;        /* the device has it to find out how long that takes */
    bool must;         /* some data is, or may be, newer on the device */
    bool started;      /* the kernel may have run */
    bool replaceable;  /* or is about to; of what it changes, the host has a copy */
    bool half_written; /* it has failed, and what it changed in place is neither old nor new */
    uintptr_t device_only; /* a base that is device memory, or 0 */
    bool apart;  /* no base leads into memory that another, written one does: set if asked */
    bool astray; /* the loop has read outside of the sections, */
    bool wrong_in_place; /* and has then changed in place what was on the device */
    bool met;            /* two iterations have met in what they write */
    bool stopped;        /* an iteration has come to a path that only the host takes, */
    bool outgrown;       /* or needs more memory of its own than the device has for it */
    unsigned lacks; /* the number + 1 of a base that gets no memory, for it has no extent; or 0 */
    bool lacked;    /* and the loop has used such a base */
    unsigned long long bytes_to, bytes_from;
    unsigned slots;       /* of results; one more says that an access was not within its section */
    size_t words;         /* bytes of the copy of sections that all threads share; 0: none */
    bool may_mirror;      /* the call ends before the loop does: sections may be MIRROR */
    bool eager;           /* and at once, not from the next call on */
    double move_mirrored; /* bytes of those that have to be copied */
    double once;          /* seconds in which new mirrors were filled */
    struct tcr_mirror_call *mirror; /* begun, or NULL */
};

/* The sections of every base.  No device call is made. */
int tcr_plan_make(struct tcr_plan *p, const struct tcr_region *region, const struct tcr_call *call,
                  struct tcr_why *why);
/* map_bytes.c: the accesses' hulls; refuses what surely leaves its variable. */
int tcr_bytes_join(struct tcr_plan *p, const struct tcr_nest *nest, struct tcr_why *why);
/* A clause may name more than the loop surely reads, never less, and not
 * nothing where something may be read. */
int tcr_bytes_check_clauses(struct tcr_plan *p, struct tcr_why *why);
/* The bytes that its loop uses, and what would be copied if nothing were on the device. */
void tcr_plan_count(struct tcr_plan *p);
/* Find out where every section is.  Bound to an open device. */
int tcr_plan_locate(struct tcr_plan *p, struct tcr_why *why);
/* Makes the plan of a call of the library, and finds its arrays, if all of them are memory that
 * only the device can use; nothing need be there under another name.  Bound to an open device. */
bool tcr_plan_there(struct tcr_plan *p, const struct tcr_region *region,
                    const struct tcr_call *call);
/* Bring them to the device and write the addresses into call->args. */
int tcr_plan_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
/* Just before the kernel is launched, and where the call has failed since then:
 * what it changes in place (in_place.c). */
void tcr_plan_about_to_start(struct tcr_plan *p);
void tcr_plan_failed(struct tcr_plan *p, struct tcr_lane *lane);
/* After the kernel: copy back what the loop has written, and what `copy` and
 * `copyout` ask for.  If not all of it comes over, the host's memory is what it was, wherever
 * the loop reads it. */
int tcr_plan_copy_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
/* mirrored.c: sections that stay on the device.  Where they are; bring them up to date; after the
 * kernel, if all is well, or not (false: data is lost); at last.  All but the first end the call
 * if they fail, or the kernel has run. */
int tcr_mirrored_begin(struct tcr_plan *p, struct tcr_why *why);
int tcr_mirrored_map(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
int tcr_mirrored_back(struct tcr_plan *p, struct tcr_lane *lane, struct tcr_why *why);
bool tcr_mirrored_failed(struct tcr_plan *p, struct tcr_lane *lane);
void tcr_mirrored_end(struct tcr_plan *p);
/* Has it begun, with any section? */
bool tcr_mirrored_any(const struct tcr_plan *p);
/* The host's loop will run. */
void tcr_mirrored_to_host(const struct tcr_plan *p);
/* What the accesses write: sets the sections' fields.  The hulls are known. */
void tcr_written_find(struct tcr_plan *p, const struct tcr_nest *nest);
/* Of what will be copied: where writes leave gaps. */
void tcr_written_gaps(struct tcr_plan *p);
static inline bool tcr_writes(const struct tcr_plan *p, unsigned k)
{
    return p->region->bases[k].flags & TCR_BASE_WRITTEN;
}
/* Does this access write, in this call? */
static inline bool tcr_access_writes(const struct tcr_access *a)
{
    return (a->flags & TCR_ACCESS_WRITE) && !(a->flags & TCR_ACCESS_NEVER);
}
/* Must the device have the host's bytes of base k?  (Not of rows.) */
bool tcr_written_needs(const struct tcr_plan *p, unsigned k);
/* And is such a copy kept of it? */
bool tcr_written_keeps(const struct tcr_plan *p, unsigned k);
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

#pragma GCC visibility pop

#endif
