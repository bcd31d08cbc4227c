/* SPDX-License-Identifier: MIT */
/* one.c: see one.h. */
#include "one.h"

#include <string.h>

void one_init(struct one *o, fake_kernel *kernel, void *address, long long n)
{
    memset(o, 0, sizeof *o);
    memcpy(&o->image.bytes, &kernel, sizeof kernel);
    o->unit = (struct tcr_unit){.abi = TCR_ABI_VERSION, .n_images = 1, .images = &o->image};
    o->unit.file = "one.c";
    o->var = (struct tcr_var){"s", TCR_ADD, TCR_F64};
    o->base = (struct tcr_base){.name = "a", .elem_size = 8, .parent = -1};
    o->region = (struct tcr_region){.unit = &o->unit,
                                    .kernel = "k",
                                    .file = "one.c",
                                    .line = 1,
                                    .n_vars = 1,
                                    .n_bases = 1,
                                    .vars = &o->var,
                                    .bases = &o->base,
                                    .arg_size = sizeof o->args};
    o->args.step = 1;
    o->address = address;
    o->loop.hi.c0 = n - 1;
    o->access[0] = (struct tcr_access){.size = 8, .offset = {.c = {8}}};
    o->call = (struct tcr_call){.n = n,
                                .base = &o->address,
                                .args = &o->args,
                                .n_loops = 1,
                                .n_accesses = 1,
                                .loops = &o->loop,
                                .accesses = o->access};
}

int one_run(struct one *o, double *result)
{
    union tcr_slot slot = {.f = -1};
    int done = tcr_region_run(&o->region, &o->call, &slot);

    *result = slot.f;
    return done;
}

void one_sum(const void *args, const struct tcr_launch *l)
{
    const struct sum_args *p = args;
    double s = 0;

    for (long long i = 0; i < l->grid.n; i++)
        s += p->a[i];
    l->grid.result[0].f = s;
}
