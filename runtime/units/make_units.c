/* SPDX-License-Identifier: MIT */
/*
 * make_units.c: writes the units behind the C API as C, at the library's
 * build.
 *
 *     make_units OUT.c [ARCH...]
 *
 * ARCH: 75, 80, ...: with a cubin for each and PTX, if there is NVRTC; arrays with increments
 * and sums without rounding, which are rarer, have PTX alone where that serves (sm_80 and newer).
 * Without NVRTC, the library compiles for the device when a program first needs it, or has the host
 * do it.
 */
#include <stdio.h>
#include <stdlib.h>
#include "../../base/precision.h"
#include "../../rewriter/images/images.h"
#include "../library/library_units.h"

enum { MOST_ARCHS = 16, PTX_ARCH = 80 };

static const struct tcr_type_facts *type_of(unsigned unit)
{
    return tcr_type_facts(unit < LIBRARY_MATRIX_UNITS    ? TCR_I8 + unit % LIBRARY_TYPES
                          : unit < LIBRARY_PRODUCT_UNITS ? TCR_F32 + unit - LIBRARY_MATRIX_UNITS
                          : unit < LIBRARY_FAST_UNITS    ? TCR_F32 + unit - LIBRARY_PRODUCT_UNITS
                          : unit < LIBRARY_SCAN_UNITS
                              ? TCR_F32
                              : TCR_I8 + (unit - LIBRARY_SCAN_UNITS) % LIBRARY_TYPES);
}

static enum tcr_precision precision_of(unsigned unit)
{
    return unit < LIBRARY_FAST_UNITS || unit >= LIBRARY_SCAN_UNITS
               ? TCR_PRECISION_FULL
               : (enum tcr_precision)(TCR_PRECISION_FULL + 1 + unit - LIBRARY_FAST_UNITS);
}

static const char *kind_of(unsigned unit)
{
    static const char *const kinds[] = {"", ", with increments", ", reproducible", ", segments"};

    return unit < LIBRARY_MATRIX_UNITS       ? kinds[unit / LIBRARY_TYPES]
           : unit < LIBRARY_PRODUCT_UNITS    ? ", matrices"
           : unit < LIBRARY_SCAN_UNITS       ? ", products of matrices"
           : unit < LIBRARY_SCAN_OTHER_UNITS ? ", prefixes"
                                             : ", other prefixes";
}

static bool is_exact(unsigned unit)
{
    return unit >= LIBRARY_EXACT_UNITS && unit < LIBRARY_SEGMENTS_UNITS;
}

/* Do the architectures that can do with PTX have images, too? */
static bool is_common(unsigned unit)
{
    return unit < LIBRARY_TYPES || (unit >= LIBRARY_SEGMENTS_UNITS && unit < LIBRARY_FAST_UNITS);
}

/* Has the library images of it, where there is a Toolkit?  Prefixes of other operators than sums
 * would make up half of the library: a program that needs them has NVRTC compile them. */
static bool has_images(unsigned unit)
{
    return unit < LIBRARY_SCAN_OTHER_UNITS;
}

static const char *flags_of(unsigned unit)
{
    return is_exact(unit) ? "-fmad=false" : "";
}

/* What a type's unit of sums without rounding has (kernels/library/library_exact.cuh). */
static const char *exact_part(const struct tcr_type_facts *t)
{
    return t->class == TCR_CLASS_FLOATING ? "" : t->size == 1 ? "_DISTANCES" : "_SQUARES";
}

static void unit_text(unsigned unit, char *text, size_t size)
{
    const struct tcr_type_facts *t = type_of(unit);

    if (unit >= LIBRARY_SCAN_OTHER_UNITS)
        snprintf(text, size, "#include \"library_scan.cuh\"\nTCR_LIBRARY_SCAN_OTHERS(%s)\n%s%s%s",
                 t->device, t->class == TCR_CLASS_FLOATING ? "" : "TCR_LIBRARY_SCAN_BITS(",
                 t->class == TCR_CLASS_FLOATING ? "" : t->device,
                 t->class == TCR_CLASS_FLOATING ? "" : ")\n");
    else if (unit >= LIBRARY_SCAN_UNITS)
        snprintf(text, size, "#include \"library_scan.cuh\"\nTCR_LIBRARY_SCAN(%s, add)\n",
                 t->device);
    else if (precision_of(unit) != TCR_PRECISION_FULL)
        snprintf(text, size,
                 "#include \"product_level.cuh\"\nTCR_KERNEL_PRODUCT(library_product, float)\n"
                 "TCR_KERNEL_PRODUCT_LEVEL(library_product_fast, %u, %u)\n",
                 tcr_precision_format(precision_of(unit)),
                 tcr_precision_products(precision_of(unit)));
    else if (unit >= LIBRARY_PRODUCT_UNITS)
        snprintf(text, size, "#include \"product.cuh\"\nTCR_KERNEL_PRODUCT(library_product, %s)\n",
                 t->device);
    else if (unit >= LIBRARY_MATRIX_UNITS)
        snprintf(text, size, "#include \"matrix.cuh\"\nTCR_MATRIX(%s)\n", t->device);
    else if (unit >= LIBRARY_SEGMENTS_UNITS)
        snprintf(text, size, "#include \"segments.cuh\"\nTCR_SEGMENTS(%s)\n", t->device);
    else if (!is_exact(unit))
        snprintf(text, size, "#include \"library.cuh\"\nTCR_LIBRARY%s(%s)\n",
                 unit < LIBRARY_TYPES ? "" : "_STRIDED", t->device);
    else
        snprintf(text, size, "#include \"library_exact.cuh\"\nTCR_LIBRARY_EXACT%s(%s)\n",
                 exact_part(t), t->device);
}

/* The unit's text and images; the number of images in n[unit]. */
static int write_unit(FILE *out, unsigned unit, const unsigned *archs, unsigned n_archs,
                      unsigned *n)
{
    char text[200], name[40], *log = NULL;
    unsigned cubins[MOST_ARCHS], n_cubins = 0;
    struct image_list list = {0};
    int error = 0;

    for (unsigned k = 0; k < n_archs; k++)
        if (is_common(unit) || archs[k] < PTX_ARCH)
            cubins[n_cubins++] = archs[k];

    unit_text(unit, text, sizeof text);
    snprintf(name, sizeof name, "text_%u", unit);
    error = images_write_text(out, name, text);
    *n = 0;
    if (error || n_archs == 0 || !has_images(unit))
        return error;
    error = images_compile(text, flags_of(unit), cubins, n_cubins, true, &list, &log);
    if (error && n_cubins) { /* a toolkit that does not know them */
        free(log);
        error = images_compile(text, flags_of(unit), NULL, 0, true, &list, &log);
    }
    if (error) {
        fprintf(stderr, "libtcr has no image for %s: %s\n", type_of(unit)->name, log ? log : "");
        free(log);
        return 0;
    }
    snprintf(name, sizeof name, "images_%u", unit);
    error = images_write_c(out, name, &list);
    *n = list.n;
    images_free(&list);
    return error;
}

int main(int argc, char **argv)
{
    unsigned archs[MOST_ARCHS], n_archs = 0, n_images[LIBRARY_UNITS];
    FILE *out = argc > 1 ? fopen(argv[1], "w") : NULL;
    char *what;

    if (!out)
        return 2;
    for (int k = 2; k < argc && n_archs < MOST_ARCHS; k++)
        archs[n_archs++] = (unsigned)strtoul(argv[k], NULL, 10);
    if (n_archs && images_find_compiler(&what)) {
        printf("libtcr without images for devices: %s\n", what);
        n_archs = 0;
    }
    fputs("/* Generated by make_units. */\n#include \"library/library.h\"\n\n", out);
    for (unsigned k = 0; k < LIBRARY_UNITS; k++)
        if (write_unit(out, k, archs, n_archs, &n_images[k]))
            return 1;
    fputs("struct tcr_unit tcr_library_units[LIBRARY_UNITS] = {\n", out);
    for (unsigned k = 0; k < LIBRARY_UNITS; k++) {
        fprintf(out, "    {TCR_ABI_VERSION, %u, \"libtcr (%s%s)\", ", n_images[k], type_of(k)->name,
                kind_of(k));
        fprintf(out, n_images[k] ? "images_%u, " : "NULL, ", k);
        fprintf(out, "text_%u, \"%s\", NULL},\n", k, flags_of(k));
    }
    fputs("};\n", out);
    return fclose(out) ? 1 : 0;
}
