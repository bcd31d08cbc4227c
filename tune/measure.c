/* SPDX-License-Identifier: MIT */
/* measure.c: a region as tcr-rewrite makes one, run by the runtime. */
#include "../runtime/backend/backend.h"
#include "../runtime/sim/backend_sim.h"
#include "../runtime/device/device.h"
#include "../runtime/ground/trace.h"
#include "measure.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../rewriter/images/images.h"
#include "../base/types.h"

enum { MOST_REPEATS = 64 };

struct arguments {
    long long first;
    const void *a;
};

static const char text[] =
    "#include \"tcr_device.cuh\"\n"
    "typedef %s element;\n"
    "struct tcr_args_0 {\n"
    "    long long first;\n"
    "    tcr_ptr<const element> a;\n"
    "};\n"
    "typedef tcr_vars<tcr_sum<element> > tcr_vars_0;\n"
    "struct tcr_body_0 {\n"
    "    typedef tcr_streams<element> streams;\n"
    "    TCR_DEVICE static auto stream(tcr_index<0>, const tcr_args_0 &A, long long it)\n"
    "    {\n"
    "        return A.a + (A.first + it);\n"
    "    }\n"
    "    template <class Reads>\n"
    "    TCR_DEVICE static void run(const tcr_args_0 &A, long long it, tcr_vars_0::value &v,\n"
    "                               const Reads &R)\n"
    "    {\n"
    "        element &x = tcr_get<0>(v);\n"
    "        x %s;\n"
    "    }\n"
    "};\n"
    "TCR_KERNEL_STREAMS(sum, tcr_args_0, tcr_vars_0, tcr_body_0)\n";

/* Code for the device, unless it is the simulated one, which compiles the text itself. */
static int compile(struct sum *s)
{
    struct image_list *list = calloc(1, sizeof *list);
    char *log = NULL;

    if (!list)
        return -1;
    s->images = list;
    if (tcr_backend == &tcr_backend_sim)
        return 0;
    if (images_compile(s->unit.device_text, "", &tcr_properties.arch, 1, false, list, &log)) {
        fprintf(stderr, "tcr-tune: %s\n", log ? log : "the kernel cannot be compiled");
        free(log);
        return -1;
    }
    s->unit.images = list->images;
    s->unit.n_images = list->n;
    return 0;
}

int sum_open(struct sum *s, enum tcr_type type)
{
    bool half = type == TCR_F16 || type == TCR_BF16;
    char *device_text;

    *s = (struct sum){
        .type = type, .size = tcr_type_size(type), .device = tcr_type_facts(type)->device};
    if (asprintf(&device_text, text, s->device,
                 half ? "= tcr_plus(x, R.template at<0>(A.a[A.first + it]))"
                      : "+= R.template at<0>(A.a[A.first + it])") < 0)
        return -1;
    s->unit = (struct tcr_unit){
        .abi = TCR_ABI_VERSION, .file = "tcr-tune", .device_text = device_text, .device_flags = ""};
    return compile(s);
}

void sum_close(struct sum *s)
{
    struct image_list *list = s->images;

    if (list)
        images_free(list);
    free(list);
    free((char *)(uintptr_t)s->unit.device_text);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double sum_time(struct sum *s, struct tcr_tuning shape, void *data, long long n, int repeat)
{
    struct arguments arguments = {0, NULL};
    struct tcr_var var = {"sum", TCR_ADD, (unsigned char)s->type};
    struct tcr_base base = {.name = "a",
                            .elem_size = s->size,
                            .arg_offset = offsetof(struct arguments, a),
                            .map = TCR_MAP_DEVICEPTR,
                            .parent = -1};
    struct tcr_access access = {.size = s->size, .offset.c = {s->size}};
    struct tcr_range loop = {.hi.c0 = n - 1};
    struct tcr_region region = {.unit = &s->unit,
                                .kernel = "sum",
                                .file = "tcr-tune",
                                .flags = TCR_REGION_FORCE_DEVICE,
                                .n_vars = 1,
                                .n_bases = 1,
                                .vars = &var,
                                .bases = &base,
                                .arg_size = sizeof arguments,
                                .ops_per_iteration = 1};
    struct tcr_call call = {.n = n,
                            .base = &data,
                            .args = &arguments,
                            .n_loops = 1,
                            .n_levels = 1,
                            .n_accesses = 1,
                            .loops = &loop,
                            .accesses = &access};
    double seconds[MOST_REPEATS];
    union tcr_slot slot;

    tcr_tuning_force(&shape);
    for (int k = -1; k < repeat && k < MOST_REPEATS; k++) {
        double start = tcr_now();

        if (tcr_region_run(&region, &call, &slot) != 1) {
            fprintf(stderr,
                    "tcr-tune: the device does not run the kernel (TCR_TRACE=1 says why)\n");
            return -1;
        }
        if (k >= 0)
            seconds[k] = tcr_now() - start;
    }
    tcr_tuning_force(NULL);
    qsort(seconds, (size_t)repeat, sizeof *seconds, ascending);
    return seconds[repeat / 2];
}
