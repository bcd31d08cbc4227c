/* SPDX-License-Identifier: MIT */
/* fake.c: see fake.h. */
#include "../check_marks.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../../runtime/ground/loading.h"
#include "../../runtime/backend/backend.h"
#include "../../runtime/device/device.h"
#include "../../runtime/device/pool.h"
#include "fake.h"

#define MAX_BLOCKS 512

_Atomic int fake_blocks, fake_host_blocks, fake_streams, fake_bound, fake_launches;
size_t fake_memory = SIZE_MAX;
unsigned fake_most_threads = 1024;
void (*fake_at_init)(void);
const void *fake_shared;
_Atomic bool fake_driver;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    char *p;
    size_t size;
} block[MAX_BLOCKS];
static size_t used; /* bytes of all blocks */

static bool fake_in_process(void)
{
    return fake_driver;
}

static int fake_init(void)
{
    if (fake_at_init)
        fake_at_init();
    return tcr_loading_leaving() ? TCR_E_NO_DEVICE : 0; /* as a driver between two steps */
}

static int fake_properties(struct tcr_properties *p)
{
    *p = (struct tcr_properties){"fake device", 90, 4, (size_t)1 << 28, TCR_SHARED_ROOM, false};
    return 0;
}

static int fake_bind(void)
{
    fake_bound++;
    return 0;
}

static void fake_unbind(void)
{
    fake_bound--;
}

/* Note a block.  False: there is no memory left for it. */
static bool take(char *p, size_t size)
{
    bool room;
    int k = 0;

    pthread_mutex_lock(&lock);
    room = size <= fake_memory - used;
    while (room && k < MAX_BLOCKS && block[k].p)
        k++;
    ck_assert_int_lt(k, MAX_BLOCKS);
    if (room) {
        block[k].p = p;
        block[k].size = size;
        used += size;
    }
    pthread_mutex_unlock(&lock);
    return room;
}

static int fake_alloc(void **device, size_t size)
{
    char *p = aligned_alloc(256, (size + 255) / 256 * 256);

    ck_assert_ptr_nonnull(p);
    ck_assert_uint_gt(size, 0);
    memset(p, 0xA5, size);
    if (!take(p, size)) {
        free(p);
        return TCR_E_NO_MEMORY;
    }
    fake_blocks++;
    *device = p;
    return 0;
}

static int fake_free(void *device)
{
    int k = 0;

    pthread_mutex_lock(&lock);
    while (k < MAX_BLOCKS && block[k].p != device)
        k++;
    ck_assert_int_lt(k, MAX_BLOCKS);
    block[k].p = NULL;
    used -= block[k].size;
    pthread_mutex_unlock(&lock);
    free(device);
    fake_blocks--;
    return 0;
}

bool fake_is_device(const void *p, size_t size)
{
    uintptr_t a = (uintptr_t)p;
    bool found = false;

    pthread_mutex_lock(&lock);
    for (int k = 0; k < MAX_BLOCKS && !found; k++)
        found = block[k].p && a >= (uintptr_t)block[k].p &&
                a + size <= (uintptr_t)block[k].p + block[k].size;
    pthread_mutex_unlock(&lock);
    return found;
}

static int fake_host_alloc(void **host, void **device, size_t size)
{
    *host = *device = malloc(size);
    fake_host_blocks++;
    return *host ? 0 : TCR_E_NO_MEMORY;
}

static int fake_host_free(void *host)
{
    free(host);
    fake_host_blocks--;
    return 0;
}

static int fake_stream_create(void **stream)
{
    *stream = malloc(1);
    fake_streams++;
    return 0;
}

static int fake_stream_destroy(void *stream)
{
    free(stream);
    fake_streams--;
    return 0;
}

static int fake_sync(void *stream)
{
    ck_assert_ptr_nonnull(stream);
    return 0;
}

/* Everything is done at once. */
static int fake_event_create(void **event)
{
    *event = malloc(1);
    return *event ? 0 : TCR_E_NO_MEMORY;
}

static int fake_event_destroy(void *event)
{
    free(event);
    return 0;
}

static int fake_event_record(void *event, void *stream)
{
    ck_assert_ptr_nonnull(event);
    ck_assert_ptr_nonnull(stream);
    return 0;
}

static int fake_event_wait(void *event)
{
    ck_assert_ptr_nonnull(event);
    return 0;
}

static int fake_wait(void *stream, const void *word, unsigned tag)
{
    ck_assert_ptr_nonnull(stream);
    ck_assert_ptr_nonnull(word);
    ck_assert_uint_ne(tag, 0);
    return 1;
}

static int fake_copy_to(void *device, const void *host, size_t size, void *stream)
{
    ck_assert_ptr_nonnull(stream);
    ck_assert(fake_is_device(device, size));
    memcpy(device, host, size);
    return 0;
}

static int fake_copy_from(void *host, const void *device, size_t size, void *stream)
{
    ck_assert_ptr_nonnull(stream);
    ck_assert(fake_is_device(device, size));
    memcpy(host, device, size);
    return 0;
}

static int fake_fill(void *device, int byte, size_t size, void *stream)
{
    ck_assert_ptr_nonnull(stream);
    ck_assert(fake_is_device(device, size));
    memset(device, byte, size);
    return 0;
}

static int fake_copy_within(void *to, const void *from, size_t size, void *stream)
{
    ck_assert_ptr_nonnull(stream);
    ck_assert(fake_is_device(to, size) && fake_is_device(from, size));
    memcpy(to, from, size);
    return 0;
}

/* The "images" of a test's unit are its kernel, a C function. */
static int fake_module_load(void **module, const struct tcr_unit *unit)
{
    if (!unit->images)
        return TCR_E_NO_IMAGE;
    *module = (void *)(uintptr_t)unit->images[0].bytes;
    return 0;
}

static int fake_module_unload(void *module)
{
    (void)module;
    return 0;
}

static int fake_function(void **function, void *module, const char *kernel)
{
    (void)kernel;
    *function = module;
    return 0;
}

static int fake_occupancy(unsigned *blocks, void *function, unsigned threads)
{
    ck_assert_ptr_nonnull(function);
    *blocks = threads > fake_most_threads ? 0 : 2048 / threads;
    return 0;
}

static int fake_launch(const struct tcr_launch *l)
{
    fake_kernel *kernel;

    fake_launches++;
    ck_assert_uint_eq(l->threads % 32, 0);
    ck_assert_uint_ge(l->blocks, 1);
    ck_assert_uint_eq(*l->grid.ticket, 0);
    ck_assert(fake_is_device(l->grid.partial, (size_t)l->blocks * TCR_PARTIAL_BYTES));
    memcpy(&kernel, &l->function, sizeof kernel);
    kernel(l->args, l);
    return 0;
}

static enum tcr_pointer fake_pointer(const void *address)
{
    if (address && address == fake_shared)
        return TCR_POINTER_SHARED;
    return fake_is_device(address, 1) ? TCR_POINTER_DEVICE : TCR_POINTER_HOST;
}

static bool fake_lost(void)
{
    return false;
}

static const char *fake_error_name(void)
{
    return "FAKE_ERROR";
}

const struct tcr_backend fake_backend = {
    .name = "fake",
    .in_process = fake_in_process,
    .init = fake_init,
    .properties = fake_properties,
    .bind = fake_bind,
    .unbind = fake_unbind,
    .alloc = fake_alloc,
    .free = fake_free,
    .host_alloc = fake_host_alloc,
    .host_free = fake_host_free,
    .stream_create = fake_stream_create,
    .stream_destroy = fake_stream_destroy,
    .sync = fake_sync,
    .wait = fake_wait,
    .event_create = fake_event_create,
    .event_destroy = fake_event_destroy,
    .event_record = fake_event_record,
    .event_wait = fake_event_wait,
    .copy_to = fake_copy_to,
    .copy_from = fake_copy_from,
    .fill = fake_fill,
    .copy_within = fake_copy_within,
    .module_load = fake_module_load,
    .module_unload = fake_module_unload,
    .function = fake_function,
    .occupancy = fake_occupancy,
    .launch = fake_launch,
    .pointer = fake_pointer,
    .lost = fake_lost,
    .error_name = fake_error_name,
};

void fake_use(void)
{
    tcr_backend_for_test = &fake_backend;
}

void fake_process(const char *const *variables, void (*program)(void), char *text, size_t size)
{
    FILE *file = tmpfile();
    int status = -1;
    pid_t pid;

    ck_assert_ptr_nonnull(file);
    pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        dup2(fileno(file), STDERR_FILENO);
        for (; *variables; variables += 2)
            setenv(variables[0], variables[1], 1);
        fake_use();
        program();
        exit(0);
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_int_eq(status, 0);
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

void fake_check_released(void)
{
    ck_assert_int_eq(fake_bound, 0);
    tcr_pool_trim();
    ck_assert_int_eq(fake_blocks, 0);
    ck_assert_int_eq(fake_host_blocks, 0);
    ck_assert_int_eq(fake_streams, 0);
}

/* ---- the sum ---- */

static void sum_kernel(const void *args, const struct tcr_launch *l)
{
    const struct sum_args *a = args;
    double sum = 0;

    ck_assert(fake_is_device(a->a, (size_t)((l->grid.n - 1) * a->step + 1) * sizeof(double)));
    for (long long i = 0; i < l->grid.n; i++)
        sum += a->a[i * a->step];
    l->grid.result[0].f = sum;
}

static struct tcr_image sum_image;
static struct tcr_unit sum_unit = {
    .abi = TCR_ABI_VERSION, .n_images = 1, .file = "test.c", .images = &sum_image};
static const struct tcr_var sum_var = {"sum", TCR_ADD, TCR_F64};
static struct tcr_base sum_base = {
    "a", sizeof(double), offsetof(struct sum_args, a), TCR_MAP_AUTO, 0, -1, 0, 0};
struct tcr_region fake_sum_region = {.unit = &sum_unit,
                                     .kernel = "tcr_region_0",
                                     .file = "test.c",
                                     .line = 12,
                                     .n_vars = 1,
                                     .n_bases = 1,
                                     .vars = &sum_var,
                                     .bases = &sum_base,
                                     .arg_size = sizeof(struct sum_args),
                                     .ops_per_iteration = 1};

static void sum_ready(void)
{
    fake_kernel *kernel = sum_kernel;

    memcpy(&sum_image.bytes, &kernel, sizeof kernel);
}

int fake_sum(const double *a, long long n, unsigned char map, unsigned access_flags, double *sum)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct sum_args args = {NULL, 1};
    void *const base[] = {(void *)(uintptr_t)a};
    struct tcr_range loop = {.lo = {.c0 = 0}, .hi = {.c0 = n - 1}};
    struct tcr_access access = {
        .flags = access_flags, .size = sizeof(double), .offset = {.c = {sizeof(double)}}};
    struct tcr_call call = {.n = n,
                            .base = base,
                            .args = &args,
                            .n_loops = 1,
                            .n_accesses = 1,
                            .loops = &loop,
                            .accesses = &access};
    struct tcr_base own = sum_base;
    struct tcr_region one, *region = &one;
    union tcr_slot slot;

    pthread_once(&once, sum_ready);
    if (map == TCR_MAP_AUTO) {
        region = &fake_sum_region; /* shared, as by the threads of a program */
    } else {
        own.map = map;
        one = (struct tcr_region){.unit = &sum_unit,
                                  .kernel = "tcr_region_0",
                                  .file = "test.c",
                                  .line = map,
                                  .flags = map == TCR_MAP_DEVICEPTR ? TCR_REGION_FORCE_DEVICE : 0,
                                  .n_vars = 1,
                                  .n_bases = 1,
                                  .vars = &sum_var,
                                  .bases = &own,
                                  .arg_size = sizeof args};
    }
    if (!tcr_region_enter(region) || !tcr_region_run(region, &call, &slot))
        return 0;
    *sum = slot.f;
    return 1;
}
