/* SPDX-License-Identifier: MIT */
/*
 * agree.c: teams whose threads need not agree who has a loop.
 *
 * The threads of a team come to a loop that they share (`omp for`) one by one, and all of them must
 * go the same way: so one of them asks, and tells the others, which takes two barriers.  Where the
 * host has the loop anyway, that is wasted.  But two threads that look may see that at different
 * times, so that one waits at a barrier to which the other never comes.  There are two ways in
 * which they cannot.
 *
 * For good.  A word of each loop has both: fewer than how many iterations the host has without a
 * question (the limit), and how many threads have begun to ask.  The limit only rises, and only
 * while no thread has begun, in one step.  A thread that has begun leaves when all threads of its
 * team have: behind the first barrier.  So while a thread of a team has begun and another has not
 * come yet, the limit stays as the first has seen it; and once a thread has found its call below
 * the limit, those that come later do, too.  A thread that is cancelled in between is counted for
 * ever, and so is one in the child of a fork that came in between: the limit stays.  A thread that
 * has no such word, for want of memory, says so before it looks for the word a last time; whoever
 * raises a limit, of a word that is there, looks behind that whether any thread has: one of the two
 * sees the other.  The limit is none where there is no device and never will be.  Where the process
 * has begun without files of a driver, which makes a device unlikely, it is what the host has done
 * in some microseconds.
 *
 * For some calls.  The answer that a team's threads have been told holds for the next calls of the
 * loop with no more iterations, too, as many as it says (`left`), which each thread counts by
 * itself.  All threads of a team come to the same loops in the same order, so their counts are
 * equal whenever they come to the same call, as long as they count in this team and nothing but
 * this team's calls: the counts are in `struct tcr_team_counts`, which is a variable of the
 * parallel region's text in each of its threads.  The numbers of iterations are
 * equal for all threads, as OpenMP asks for. Is the variable that the thread has come by last that
 * of the team it is in?  It is while the nesting level is the same: regions inside, of code that
 * was compiled otherwise, have a higher one, and the variable is given up where its region ends.
 * (The levels begin anew in `omp target`; so there are no such variables in units that have it.  In
 * a region there that another compiler has seen, a loop of ours would have to be the very one that
 * the team around has settled.) What one thread sees by itself must not decide, with one exception:
 * memory that the host cannot read.  It takes the loop to the question.  What an array is was known
 * to the program before the loop, and if all threads have the array, all of them see the same; if
 * one alone has it, neither side could have run the loop.
 *
 * Before there is a team.  A parallel region that is short, and run again and again, would have all
 * of its loops asked for each time.  So the thread that makes the team says what holds from its
 * beginning (`struct tcr_team_offer`), and nobody changes that while the team is there: of the
 * loops to which earlier teams of the region have come, so many calls of each one are the host's
 * whose question is too dear for now (settled.c).  A meeting of the threads is part of what a
 * question takes.
 *
 * Nor do they ask where one of them may not come at all: it has left the team by `cancel parallel`,
 * in a caller, and the loop has no barrier of the program's own (TCR_REGION_MISSED).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include "../../base/keep_errno.h"
#include "../backend/backend.h"
#include "../cuda/backend_cuda.h"
#include "../device/device.h"
#include "../device/stats.h"
#include "../device/transfer.h"
#include "../ground/driver_here.h"
#include "../ground/env.h"
#include "../ground/inside.h"
#include "../ground/not_cancelled.h"
#include "../ground/team.h"
#include "../ground/thread_data.h"
#include "../ground/trace.h"
#include "../ground/why.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "choose.h"
#include "nvtx.h"
#include "region.h"
#include "settled.h"
#include "summary.h"

#define ASKING 0xffffffULL /* of the word: threads that have begun; the limit is above */
#define NO_LIMIT (UINT64_MAX >> 24)

static const double stretch = 2e-3;  /* s of calls for which an answer holds */
static const double meeting = 50e-6; /* s: more of it is a wait for what threads do elsewhere */

enum {
    FEWEST = 8, /* calls: for fewer, the question costs nothing */
    MOST = 1000
};

/* What generated code hands back (tcr_region.h). */
enum asked { NOT_ASKED, COUNTED, UNCOUNTED };

/* Has some thread begun that no word counts? */
static atomic_bool uncounted;

/* By this thread, the last time: for TCR_COMPARE, which may not have been read as yet. */
static _Thread_local const struct tcr_region *entered;
TCR_THREAD_DATA(entered);

/* That of the innermost region of ours in which the thread is. */
static _Thread_local struct tcr_team_counts *innermost;
TCR_THREAD_DATA(innermost);

/* Blocks of addresses that the thread has found to be the host's in the team that it is in: by
 * their last bits, each number and 1.  Memory of a device comes in blocks of that size. */
enum { BLOCK_BITS = 21, BLOCKS = 16 };
static _Thread_local uintptr_t hosts_block[BLOCKS];
TCR_THREAD_DATA(hosts_block);

/* When the thread has begun to ask. */
static _Thread_local double began;
TCR_THREAD_DATA(began);

/* For changes of any `struct tcr_team_known`. */
static pthread_mutex_t knowing = PTHREAD_MUTEX_INITIALIZER;

/* ---- for good ---- */

/* Nobody wants to know of each call, and there is no data of a device's.  (TCR_SUMMARY counts.) */
static bool is_uneventful(void)
{
    return tcr_config.target != TCR_TARGET_REQUIRED && !tcr_present_any() && !tcr_config.trace &&
           !tcr_config.compare && !tcr_nvtx_on();
}

/* No driver was there when the process began, and none has come yet. */
static bool without_driver(void)
{
    return atomic_load(&tcr_mode) == TCR_MODE_IDLE && tcr_backend == &tcr_backend_cuda &&
           !tcr_driver_here && !tcr_device_always() && !tcr_backend->in_process();
}

static uint64_t limit_of(struct tcr_stats *s, uint64_t before)
{
    const long long n = atomic_load(&s->short_n);

    if (!is_uneventful() || tcr_settled_observed())
        return 0;
    if (atomic_load(&tcr_mode) == TCR_MODE_HOST)
        return NO_LIMIT;
    return n > 0 && (uint64_t)n >= before && (uint64_t)n < NO_LIMIT - 1 && without_driver()
               ? (uint64_t)n + 1
               : 0;
}

static bool is_below(uint64_t word, long long n)
{
    const uint64_t limit = word >> 24;

    return limit == NO_LIMIT || (n >= 0 && (uint64_t)n < limit);
}

static struct tcr_stats *known_stats(const struct tcr_region *region)
{
    return __atomic_load_n(&region->state, __ATOMIC_ACQUIRE);
}

static struct tcr_stats *make_stats(struct tcr_region *region)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_stats *s = NULL;

    if (tcr_come_in()) {
        s = tcr_stats_of(region);
        tcr_go_out();
    }
    if (s)
        return s;
    atomic_store(&uncounted, true);
    atomic_thread_fence(memory_order_seq_cst);
    return known_stats(region);
}

/* Begins to ask, unless the host has such calls for good. */
static enum asked begin(struct tcr_stats *s, long long n)
{
    if (is_below(atomic_load_explicit(&s->team, memory_order_acquire), n))
        return NOT_ASKED;
    if (!is_below(atomic_fetch_add(&s->team, 1), n))
        return COUNTED;
    atomic_fetch_sub(&s->team, 1);
    return NOT_ASKED;
}

/* It has asked, and so have all threads of its team. */
static void end(struct tcr_stats *s)
{
    unsigned long long word = atomic_fetch_sub(&s->team, 1) - 1, limit;

    if (word & ASKING || word >> 24 == NO_LIMIT)
        return;
    limit = limit_of(s, word >> 24);
    atomic_thread_fence(memory_order_seq_cst);
    if (limit > word >> 24 && !atomic_load(&uncounted))
        atomic_compare_exchange_strong(&s->team, &word, limit << 24);
}

/* ---- for some calls ---- */

/* For how many calls of so many seconds each does an answer hold? */
static unsigned calls_of(double seconds)
{
    return (unsigned)(seconds > stretch / MOST ? stretch / seconds : MOST);
}

/* The host has a few more calls of it, even where they are long. */
static void grant(struct tcr_team_offer *offer, struct tcr_stats *s)
{
    const unsigned calls = calls_of(atomic_load_explicit(&s->host_seconds, memory_order_relaxed));
    const long long n = tcr_settled_waits(s);

    if (n > 0)
        offer->of[offer->n++] = (struct tcr_team_grant){s, n, calls < FEWEST ? FEWEST : calls};
}

void tcr_team_make(struct tcr_team_offer *offer, struct tcr_team_known *known)
{
    const unsigned n = __atomic_load_n(&known->n, __ATOMIC_ACQUIRE);

    offer->known = known;
    offer->n = 0;
    if (n > 0 && is_uneventful() && tcr_settled_spent())
        for (unsigned k = 0; k < n; k++)
            grant(offer, known->loop[k]);
}

void tcr_team_enter(struct tcr_team_counts *team, const struct tcr_team_offer *offer)
{
    const struct tcr_openmp *o = tcr_team_openmp();

    team->level = o->level ? o->level() : -1;
    team->known = offer->known;
    team->n = offer->n;
    team->last = 0;
    for (unsigned k = 0; k < offer->n; k++) {
        const struct tcr_team_grant *g = &offer->of[k];

        team->site[k] = (struct tcr_team_site){g->loop, g->n, g->left, g->left, {0, 0}};
    }
    team->around = innermost;
    innermost = team;
    memset(hosts_block, 0, sizeof hosts_block);
}

static bool is_first(void)
{
    const struct tcr_openmp *o = tcr_team_openmp();

    return o->member && o->member() == 0;
}

/* Calls that were the host's without a question have taken as long as those that were timed
 * (settled.c). */
static void add_skipped(struct tcr_team_site *site)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    struct tcr_stats *s = site->loop;
    const unsigned calls = site->granted - site->left;

    site->granted = site->left;
    if (calls == 0 || !is_first())
        return;
    atomic_fetch_add_explicit(&s->skipped, calls, memory_order_relaxed);
    if (tcr_config.noted && tcr_come_in()) {
        tcr_stats_waited(s, calls);
        tcr_go_out();
    }
}

void tcr_team_leave(struct tcr_team_counts *team)
{
    for (unsigned k = 0; k < team->n; k++)
        add_skipped(&team->site[k]);
    innermost = team->around;
}

/* What this thread counts in the team that it is in; NULL: it does not. */
static struct tcr_team_counts *here(void)
{
    const struct tcr_openmp *o = tcr_team_openmp();
    struct tcr_team_counts *team = innermost;

    return team && team->level > 0 && o->level && o->level() == team->level ? team : NULL;
}

/* Loops mostly come one after the other, as they have come before. */
static struct tcr_team_site *site_of(struct tcr_team_counts *team, const struct tcr_stats *s)
{
    const unsigned n = team ? team->n : 0;
    unsigned k = n ? team->last : 0;

    for (unsigned looked = 0; looked < n; looked++, k = k + 1 < n ? k + 1 : 0)
        if (team->site[k].loop == s) {
            team->last = k;
            return &team->site[k];
        }
    return NULL;
}

/* The next place, if there is one: for all threads of the team, or for none. */
static struct tcr_team_site *site_new(struct tcr_team_counts *team, struct tcr_stats *s)
{
    struct tcr_team_site *site;

    if (!team || team->n == TCR_TEAM_LOOPS)
        return NULL;
    site = &team->site[team->n++];
    *site = (struct tcr_team_site){.loop = s};
    return site;
}

/* The region's teams come to this loop. */
static void know(struct tcr_team_known *known, struct tcr_stats *s)
{
    const unsigned n = __atomic_load_n(&known->n, __ATOMIC_ACQUIRE);

    for (unsigned k = 0; k < n; k++)
        if (known->loop[k] == s)
            return;
    if (pthread_mutex_trylock(&knowing) != 0) /* in the child of a fork, perhaps for ever */
        return;
    if (known->n == n && n < TCR_TEAM_LOOPS) { /* else the next question finds it out */
        known->loop[n] = s;
        __atomic_store_n(&known->n, n + 1, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&knowing);
}

/* Is none of the bases memory that only a device can read? */
static bool look_at_bases(const struct tcr_region *region, void *const *base)
{
    TCR_KEEP_ERRNO;
    TCR_NOT_CANCELLED;
    bool hosts;

    if (!tcr_come_in())
        return true;
    hosts = tcr_settled_hosts(region, base);
    tcr_go_out();
    return hosts;
}

static uintptr_t block_of(const void *base)
{
    return ((uintptr_t)base >> BLOCK_BITS) + 1;
}

/* Have all bases been found to be near what was the host's?  Rows, of which each call has another
 * one, mostly are.  (Memory that the program has by tcr_malloc may be anywhere.) */
static bool are_near(const struct tcr_region *region, void *const *base)
{
    if (tcr_memory_any())
        return false;
    for (unsigned k = 0; k < region->n_bases; k++)
        if (hosts_block[block_of(base[k]) % BLOCKS] != block_of(base[k]))
            return false;
    return true;
}

/* Is none of the bases a device's, as far as the thread may have to look? */
static bool are_hosts(struct tcr_team_site *site, const struct tcr_region *region,
                      void *const *base)
{
    const unsigned long long bases = tcr_settled_bases(region->n_bases, base);

    if (site->bases[0] == bases || site->bases[1] == bases || are_near(region, base))
        return true;
    if (!look_at_bases(region, base))
        return false;
    for (unsigned k = 0; k < region->n_bases; k++)
        hosts_block[block_of(base[k]) % BLOCKS] = block_of(base[k]);
    site->bases[1] = site->bases[0];
    site->bases[0] = bases;
    return true;
}

/* Does the host have this call, as it has been told?  Then it counts. */
static bool counts(const struct tcr_stats *s, const struct tcr_region *region, long long n,
                   void *const *base)
{
    struct tcr_team_site *site = base || region->n_bases == 0 ? site_of(here(), s) : NULL;

    if (!site)
        return false;
    if (site->left > 0 && n <= site->n && are_hosts(site, region, base)) {
        site->left--;
        return true;
    }
    add_skipped(site);
    return false;
}

/* May some thread of the team not come?  Then the host has the loop, and nobody asks. */
static bool is_missed(const struct tcr_region *region)
{
    if (!(region->flags & TCR_REGION_MISSED) || !tcr_team_may_be_left())
        return false;
    if (is_first())
        tcr_trace(1, "%s:%u: host: a thread may have left the team by 'cancel', and not come to it",
                  region->file, region->line);
    return true;
}

/* ---- what generated code calls ---- */

int tcr_team_meet(struct tcr_region *region, long long n, void *const *base)
{
    struct tcr_stats *s = known_stats(region);
    enum asked asked;

    if (!s)
        s = make_stats(region);
    if (tcr_config.compare)
        entered = region;
    if (region->flags & TCR_REGION_FORCE_DEVICE || !s)
        return UNCOUNTED;
    asked = is_missed(region) || counts(s, region, n, base) ? NOT_ASKED : begin(s, n);
    if (asked)
        began = tcr_now();
    else if (n != 0 && tcr_present_any())
        tcr_region_to_host(region);
    return asked;
}

unsigned tcr_team_left(const struct tcr_region *region, long long n)
{
    const struct tcr_stats *s = known_stats(region);
    unsigned calls;

    if (!s || n <= 0 || !tcr_region_is_settled(region) || !is_uneventful())
        return 0;
    calls = calls_of(atomic_load_explicit(&s->host_seconds, memory_order_relaxed));
    return calls < FEWEST ? 0 : calls;
}

/* All have met, which has taken thread 0 so long. */
static void have_met(struct tcr_team_counts *team, struct tcr_stats *s)
{
    TCR_NOT_CANCELLED;
    const double seconds = tcr_now() - began;

    if (is_first()) {
        tcr_settled_met(s, seconds < meeting ? seconds : meeting);
        if (team)
            know(team->known, s);
    }
    end(s);
}

void tcr_team_met(const struct tcr_region *region, long long n, unsigned left, int asked)
{
    TCR_KEEP_ERRNO;
    struct tcr_stats *s = known_stats(region);
    struct tcr_team_counts *team = here();
    struct tcr_team_site *site = s ? site_of(team, s) : NULL;

    if (!site && s && left > 0)
        site = site_new(team, s);
    if (site && n > 0)
        *site = (struct tcr_team_site){s, n, left, left, {0, 0}};
    if (asked == COUNTED)
        have_met(team, s);
}

bool tcr_team_shares(const struct tcr_region *region)
{
    return entered == region;
}
