/* SPDX-License-Identifier: MIT */
/*
 * local_rank.c: which of several devices this process uses.
 *
 * The ranks of an MPI program on one machine are processes of one launcher.  It numbers them
 * from 0 and puts the number into a variable; nobody needs to ask MPI, which the program may
 * not have initialised yet when its first loop runs.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "../../base/env_get.h"
#include "../ground/env.h"
#include "../ground/trace.h"
#include "local_rank.h"

/* Slurm's comes last: a shell of sbatch has it, too, and an mpirun that is started there hands
 * that one number to all ranks beside its own. */
static const char *const rank_names[] = {
    "OMPI_COMM_WORLD_LOCAL_RANK", /* Open MPI, and those made of it */
    "MPI_LOCALRANKID",            /* MPICH's Hydra, Intel MPI */
    "MV2_COMM_WORLD_LOCAL_RANK",  /* MVAPICH2 */
    "PMI_LOCAL_RANK",             /* Cray */
    "PALS_LOCAL_RANKID",          /* HPE PALS */
    "JSM_NAMESPACE_LOCAL_RANK",   /* IBM's jsrun */
    "FLUX_TASK_LOCAL_ID",         /* Flux */
    "SLURM_LOCALID",              /* Slurm's srun */
};

/* -1: not a number. */
static long rank_of(const char *text)
{
    char *end;
    long rank;

    if (!text || *text < '0' || *text > '9')
        return -1;
    rank = strtol(text, &end, 10);
    return *end == '\0' && rank < INT_MAX ? rank : -1;
}

/* -1: none is set. */
static long find_rank(const char **name)
{
    for (size_t k = 0; k < sizeof rank_names / sizeof *rank_names; k++) {
        const long rank = rank_of(tcr_env_get(rank_names[k]));

        *name = rank_names[k];
        if (rank >= 0)
            return rank;
    }
    return -1;
}

long tcr_local_rank(void)
{
    const char *name;

    return find_rank(&name);
}

int tcr_device_ordinal(int count)
{
    unsigned long long chosen = tcr_env_number("TCR_DEVICE");
    const char *name;
    long rank;

    if (chosen < (unsigned long long)count) {
        tcr_trace(1, "device %llu of %d: TCR_DEVICE", chosen, count);
        return (int)chosen;
    }
    if (chosen != TCR_DEVICE_BY_RANK) {
        char last[32] = "";

        if (count > 1)
            snprintf(last, sizeof last, " to %d", count - 1);
        fprintf(stderr,
                "tcr: warning: TCR_DEVICE=%llu, but the process sees %d device%s, number%s 0%s; "
                "everything runs on the host\n",
                chosen, count, count == 1 ? "" : "s", count == 1 ? "" : "s", last);
        return -1;
    }
    if (count > 1 && (rank = find_rank(&name)) >= 0) {
        tcr_trace(1, "device %ld of %d: %s=%ld", rank % count, count, name, rank);
        return (int)(rank % count);
    }
    return 0;
}
