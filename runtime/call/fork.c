/* SPDX-License-Identifier: MIT */
/* fork.c: the parts of the runtime that have locks, or something to forget in a child. */
#include "../cuda/backend_cuda.h"
#include "../device/code.h"
#include "../device/crew.h"
#include "../device/fork.h"
#include "../device/pool.h"
#include "../device/spare.h"
#include "../map/extent.h"
#include "../mirror/mirror.h"
#include "../present/copied.h"
#include "../present/memory.h"
#include "../present/present.h"
#include "summary.h"

const struct tcr_fork_part tcr_fork_parts[] = {
    {tcr_present_fork, tcr_copied_clear, NULL},
    {tcr_extent_fork, NULL, NULL},
    {tcr_mirror_fork, tcr_mirror_child, tcr_mirror_quiet},
    {tcr_memory_fork, NULL, NULL},
    {tcr_code_fork, NULL, NULL},
    {tcr_pool_fork, NULL, NULL},
    {tcr_spare_fork, NULL, NULL},
    {tcr_crew_fork, tcr_crew_child, NULL},
    {tcr_cuda_blas_fork, NULL, NULL},
    {tcr_cuda_pinned_fork, NULL, NULL},
    {tcr_stats_fork, tcr_stats_clear, NULL},
    {NULL, NULL, NULL},
};
