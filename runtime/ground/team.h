/* SPDX-License-Identifier: MIT */
/* team.h: threads for the runtime's own work on the host. */
#ifndef TCR_TEAM_H
#define TCR_TEAM_H

#pragma GCC visibility push(hidden)

/* Call work(ctx, member, members) once for each member of a team of threads.  From a thread of a
 * parallel region, it is a team of that thread alone. */
typedef void tcr_team_work(void *ctx, unsigned member, unsigned members);
void tcr_team_run(tcr_team_work *work, void *ctx);

#pragma GCC visibility pop

#endif
