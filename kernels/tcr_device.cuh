/* SPDX-License-Identifier: MIT */
/* tcr_device.cuh: everything that the device text of a unit needs. */
#pragma once
#include "ahead.cuh"
#include "atomic.cuh"
#include "complex.cuh"
#include "keep.cuh"
#include "math.cuh"
#include "nest.cuh"
#include "owned.cuh"
#include "product.cuh"
#include "ptr.cuh"
#include "reduce.cuh"
#include "rows.cuh"
#include "scan_short.cuh"
#include "updates.cuh"
#include "within.cuh"
