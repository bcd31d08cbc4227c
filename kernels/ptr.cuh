/* SPDX-License-Identifier: MIT */
/*
 * ptr.cuh: pointers into device memory.  Plain ones on a device; on the
 * simulated device sim_intrinsics.h has a checked class of the same name.
 */
#pragma once
#include "intrinsics.cuh"

/* The address of a temporary, which lasts as long as the call that gets it. */
template <class T> TCR_DEVICE T *tcr_address(T &&value)
{
    return &value;
}

#ifndef TCR_SIM
/* An object in device memory that is read, written, or both: sim_ptr.h. */
#define TCR_LOAD(...) (__VA_ARGS__)
#define TCR_LOAD_ONCE(...) tcr_load_once(&(__VA_ARGS__))
#define TCR_STORE(...) (__VA_ARGS__)
#define TCR_UPDATE(...) (__VA_ARGS__)
#define TCR_LOAD_BITS(first, n, ...) (__VA_ARGS__)
#define TCR_STORE_BITS(first, n, ...) (__VA_ARGS__)
#define TCR_UPDATE_BITS(first, n, ...) (__VA_ARGS__)

template <class T> using tcr_ptr = T *;

/* A pointer to other elements, as a C cast makes it. */
template <class V, class T> TCR_DEVICE V *tcr_cast(T *p)
{
    return (V *)p;
}

template <class T> TCR_DEVICE const char *tcr_bytes_at(const T *p)
{
    return (const char *)p;
}
template <class T> TCR_DEVICE unsigned tcr_element_bytes(const T *)
{
    return sizeof(T);
}
#endif
