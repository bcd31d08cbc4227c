/* SPDX-License-Identifier: MIT */
/*
 * cancel.h: a thread's cancellation, off and as it was.
 *
 * A thread whose cancellation is asynchronous may be cancelled wherever it is.  To disable it is
 * not enough then: pthread_cancel() of the GNU C library before 2.41 sends a signal if the thread
 * can be cancelled just then, and when the signal arrives the thread ends if its type is still that
 * one, whatever its state has become.  So its type is another one meanwhile, too.
 */
#ifndef TCR_CANCEL_H
#define TCR_CANCEL_H

#include <signal.h>
#include <stdbool.h>

/* Only in programs that see what their threads say of cancellation (runtime/wrap/). */
extern const char tcr_mirror_wraps __attribute__((weak));

#pragma GCC visibility push(hidden)

struct tcr_cancel {
    int state, type;
};

/* The thread has said, where that is seen, that it may be cancelled at any time. */
extern _Thread_local bool tcr_any_time;
bool tcr_cancel_type_is_any_time(void);
static inline bool tcr_cancel_any_time(void)
{
    return &tcr_mirror_wraps ? tcr_any_time : tcr_cancel_type_is_any_time();
}

/* Off, until it is set back: the thread may end there. */
void tcr_cancel_off(struct tcr_cancel *before);
void tcr_cancel_set_back(const struct tcr_cancel *before);

/* The same from one call to another, in a thread's own data.  A signal handler that comes in
 * anywhere in the two calls, or between them, and makes both of its own leaves the thread as it
 * has found it.  To release what is not held does nothing. */
struct tcr_cancel_held {
    volatile sig_atomic_t depth; /* of handlers in each other; 0: not held */
    struct tcr_cancel before;
};
void tcr_cancel_hold(struct tcr_cancel_held *held);
void tcr_cancel_release(struct tcr_cancel_held *held);

#pragma GCC visibility pop

#endif
