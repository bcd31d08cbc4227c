/* SPDX-License-Identifier: MIT */
/*
 * The kernels on a real device.
 *
 *     device_test                    everything; a table at the end
 *     device_test small CUBIN        types and operators on small sizes, for the sanitizers
 *     device_test shapes             speed over shapes, for tuning
 *     device_test mma, draws, long   these parts alone
 *     device_test cubins DIRECTORY   sums of each type and architecture, for a look at the SASS
 */
#include "checks.h"
#include "gpu.h"
#include "../kernels/regions.h"
#include "../../rewriter/images/images.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char rows[4000];
static int failed;

void check_row(const char *what, int failures, const char *fmt, ...)
{
    char detail[200];
    size_t used = strlen(rows);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(detail, sizeof detail, fmt, ap);
    va_end(ap);
    snprintf(rows + used, sizeof rows - used, "%-28s %-6s %s\n", what, failures ? "FAILED" : "ok",
             detail);
    failed |= failures != 0;
    fflush(stdout);
}

/* The kernels of tcr_sum (runtime/units/make_units.c), as `sum` and `sum_ready`, by this
 * instruction. */
static char *library_text(int type, const char *load)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out,
            "#define TCR_LOAD_BY \"%s\"\n"
            "#include \"library.cuh\"\n"
            "TCR_LIBRARY_KERNEL_OR_READY(sum, %s, TCR_LIBRARY_SUM, tcr_library_sum,\n"
            "                            tcr_library_dense, false, )\n",
            load, region_types[type].device);
    fclose(out);
    return text;
}

/* DIRECTORY/NAMETYPE.sm_ARCH.cubin, each with the kernel `sum`. */
static void write_cubin(const char *directory, const char *name, int type, char *text)
{
    static const unsigned archs[] = {
#define ARCH(n) n,
#include "../../spec/archs.def"
#undef ARCH
    };
    char *log, file[500];
    struct image_list list;
    if (images_compile(text, "", archs, sizeof archs / sizeof *archs, false, &list, &log)) {
        fprintf(stderr, "%s\n", log);
        exit(1);
    }
    for (unsigned i = 0; i < list.n; i++) {
        snprintf(file, sizeof file, "%s/%s%s.sm_%u.cubin", directory, name, region_types[type].name,
                 list.images[i].arch);
        FILE *out = fopen(file, "wb");
        if (!out)
            exit(1);
        fwrite(list.images[i].bytes, 1, list.images[i].size, out);
        fclose(out);
    }
    images_free(&list);
    free(text);
}

static void write_cubins(const char *directory)
{
    for (int t = TCR_I8; t <= TCR_F64; t++)
        write_cubin(directory, "", t, region_one((enum tcr_type)t, TCR_ADD, NULL, "sum", 0));
    for (int t = TCR_F32; t <= TCR_F64; t++)
        write_cubin(directory, "dot_", t, product_text(t, t, t, "sum"));
    for (int t = TCR_I8; t <= TCR_F64; t++)
        write_cubin(directory, "library_", t, library_text(t, "ld.global.nc"));
    for (int t = TCR_I8; t <= TCR_F64; t++)
        write_cubin(directory, "coherent_", t, library_text(t, "ld.global"));
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "";
    if (!strcmp(mode, "cubins") && argc > 2) {
        write_cubins(argv[2]);
        return 0;
    }
    gpu_open();
    if (!strcmp(mode, "small")) {
        check_cases(true, argc > 2 ? argv[2] : NULL);
        check_streams(true);
        check_many();
    } else if (!strcmp(mode, "shapes")) {
        check_shapes();
    } else if (!strcmp(mode, "mma")) {
        check_mma();
    } else if (!strcmp(mode, "draws")) {
        check_draws();
    } else if (!strcmp(mode, "long")) {
        check_long_sums();
    } else {
        check_cases(false, NULL);
        check_streams(false);
        check_many();
        check_long();
        check_non_finite();
        check_mma();
        check_draws();
        check_long_sums();
        check_repeat();
        check_speed();
    }
    printf("\n%s", rows);
    return failed;
}
