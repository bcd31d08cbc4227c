/* OpenMP's library for translated programs, which are sequential: what the functions say in
 * a program of one thread, one team and one device. */
#ifndef TCR_SUITES_OMP_H
#define TCR_SUITES_OMP_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline int omp_get_num_threads(void)
{
    return 1;
}
static inline int omp_get_max_threads(void)
{
    return 1;
}
static inline int omp_get_thread_num(void)
{
    return 0;
}
static inline int omp_in_parallel(void)
{
    return 0;
}
static inline int omp_get_num_teams(void)
{
    return 1;
}
static inline int omp_get_team_num(void)
{
    return 0;
}
static inline int omp_get_num_devices(void)
{
    return 1;
}
static inline int omp_get_default_device(void)
{
    return 0;
}
static inline int omp_get_initial_device(void)
{
    return 1;
}
static inline int omp_is_initial_device(void)
{
    return 1;
}
static inline int omp_get_cancellation(void)
{
    return 0;
}
static inline void omp_set_num_threads(int n)
{
    (void)n;
}
static inline double omp_get_wtime(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}
static inline void *omp_target_alloc(size_t size, int device)
{
    (void)device;
    return malloc(size);
}
static inline void omp_target_free(void *p, int device)
{
    (void)device;
    free(p);
}
static inline int omp_target_memcpy(void *to, const void *from, size_t size, size_t to_offset,
                                    size_t from_offset, int to_device, int from_device)
{
    (void)to_device;
    (void)from_device;
    memcpy((char *)to + to_offset, (const char *)from + from_offset, size);
    return 0;
}

#endif
