/* SPDX-License-Identifier: MIT */
/* team.h: threads for the runtime's own work on the host, and how many the program's loops have. */
#ifndef TCR_TEAM_H
#define TCR_TEAM_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Call work(ctx, member, members) once for each member of a team of threads.  From a thread of a
 * parallel region, it is a team of that thread alone. */
typedef void tcr_team_work(void *ctx, unsigned member, unsigned members);
void tcr_team_run(tcr_team_work *work, void *ctx);

/* Until tcr_team_widen, the calling thread's teams leave a processor or three alone: with all busy,
 * whoever else runs stops one member, and the others wait for that.  Returns how many threads it
 * would have had, for tcr_team_widen; 0: nothing has been changed, since it cannot be, a processor
 * is free, or something might be lost with a thread. */
int tcr_team_narrow(void);
void tcr_team_widen(int before);
/* Lets the calling thread, which is in no team, run wherever some thread of the program's teams
 * may, even if the thread that made it is bound to one place. */
void tcr_team_unbind(void);

/* The functions of the program's OpenMP; for tests. */
struct tcr_openmp {
    void (*parallel)(void (*)(void *), void *, unsigned, unsigned);
    int (*member)(void), (*members)(void);
    int (*most)(void), (*processors)(void), (*level)(void), (*bound)(void);
    void (*set)(int);
    int (*places)(void), (*place_size)(int);
    void (*place)(int, int *);
    int (*pause)(int);
    int (*cancellation)(void);
};
struct tcr_openmp *tcr_team_openmp(void);
/* May a thread leave a team before its end, by `omp cancel parallel`?  The same for the process's
 * life. */
bool tcr_team_may_be_left(void);
/* Others may have worked for this thread, in a loop on the host or here. */
extern _Thread_local bool tcr_team_had;
/* Before a fork(), and in its child: libgomp would wait there for the threads of the parent's.  So
 * the thread that forks has them end before, where nothing can be lost with them, and both
 * processes start new ones when they need some; else the child is told to start none.  (LLVM's
 * libomp begins anew by itself.)  `outside`: of the runtime; a signal handler's fork that has
 * interrupted it ends nothing. */
void tcr_team_fork(bool outside);
void tcr_team_child(void);

#pragma GCC visibility pop

#endif
