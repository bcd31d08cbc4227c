/* SPDX-License-Identifier: MIT */
/* fork.c: the parts of the runtime that have locks, or something to forget in a child. */
#include "../device/code.h"
#include "../device/crew.h"
#include "../device/fork.h"
#include "../device/pool.h"
#include "../device/spare.h"
#include "../map/extent.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "summary.h"

const struct tcr_fork_part tcr_fork_parts[] = {
    {tcr_present_fork, NULL},
    {tcr_extent_fork, NULL},
    {tcr_memory_fork, NULL},
    {tcr_code_fork, NULL},
    {tcr_pool_fork, NULL},
    {tcr_spare_fork, NULL},
    {tcr_crew_fork, tcr_crew_child},
    {tcr_stats_fork, tcr_stats_clear},
    {NULL, NULL},
};
