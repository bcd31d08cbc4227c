/* SPDX-License-Identifier: MIT */
/* team.h: threads for the runtime's own work on the host. */
#ifndef TCR_TEAM_H
#define TCR_TEAM_H

#include <stdbool.h>

#pragma GCC visibility push(hidden)

/* Call work(ctx, member, members) once for each member of a team of threads.  From a thread of a
 * parallel region, it is a team of that thread alone. */
typedef void tcr_team_work(void *ctx, unsigned member, unsigned members);
void tcr_team_run(tcr_team_work *work, void *ctx);

/* Others may have worked for this thread, in a loop on the host or here. */
extern _Thread_local bool tcr_team_had;
/* In the child of a fork(): libgomp would wait for the threads of the parent's, so it is told to
 * start none.  (LLVM's libomp begins anew by itself.) */
void tcr_team_child(void);

#pragma GCC visibility pop

#endif
