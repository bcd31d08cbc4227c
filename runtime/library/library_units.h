/* SPDX-License-Identifier: MIT */
/*
 * library_units.h: the device units of the library's own kernels: dense ones of each type from
 * TCR_I8 on, then those with increments, then those of sums without rounding, then those of rows
 * and segments, then those of a matrix and a vector, then those of products of matrices: of f32 and
 * f64 in full, and of f32 in the other precisions (enum tcr_precision); then those of prefix sums
 * of each type, and of its other prefixes.
 */
#ifndef TCR_LIBRARY_UNITS_H
#define TCR_LIBRARY_UNITS_H

#include "../../base/precision.h"
#include "../../base/types.h"

enum {
    LIBRARY_TYPES = TCR_TYPES - TCR_I8,
    LIBRARY_EXACT_UNITS = 2 * LIBRARY_TYPES,
    LIBRARY_SEGMENTS_UNITS = 3 * LIBRARY_TYPES,
    LIBRARY_MATRIX_UNITS = 4 * LIBRARY_TYPES,
    LIBRARY_MATRIX_TYPES = TCR_TYPES - TCR_F32,
    LIBRARY_PRODUCT_UNITS = LIBRARY_MATRIX_UNITS + LIBRARY_MATRIX_TYPES,
    LIBRARY_FAST_UNITS = LIBRARY_PRODUCT_UNITS + LIBRARY_MATRIX_TYPES,
    LIBRARY_PRECISIONS = TCR_PRECISION_F16X3, /* but for the full one */
    LIBRARY_SCAN_UNITS = LIBRARY_FAST_UNITS + LIBRARY_PRECISIONS,
    LIBRARY_SCAN_OTHER_UNITS = LIBRARY_SCAN_UNITS + LIBRARY_TYPES,
    LIBRARY_UNITS = LIBRARY_SCAN_OTHER_UNITS + LIBRARY_TYPES
};

#endif
