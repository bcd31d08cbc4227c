/* SPDX-License-Identifier: MIT */
/*
 * keep.cuh: an element of an array that a loop keeps in a register while it runs
 * (rewriter/plan/plan_keep.c), where perhaps no iteration comes to it.
 *
 * The first use reads it, unless that gives it a value; `changed`: it is to be written behind the
 * loop.
 */
#pragma once
#include "ptr.cuh"

template <class T> struct tcr_kept {
    T value = 0;
    bool has = false, changed = false;
    template <class Read> TCR_DEVICE const T &get(const Read &read)
    {
        if (!has)
            value = read();
        has = true;
        return value;
    }
    template <class Read> TCR_DEVICE T &update(const Read &read)
    {
        if (!has)
            value = read();
        has = changed = true;
        return value;
    }
    TCR_DEVICE T &set()
    {
        has = changed = true;
        return value;
    }
};
