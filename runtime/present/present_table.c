/* SPDX-License-Identifier: MIT */
/* present_table.c: sections of memory sorted by address, which never overlap. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "../../include/tcr.h"
#include "../ground/checked.h"
#include "present_table.h"

size_t tcr_table_at(const struct tcr_table *t, uintptr_t host)
{
    size_t lo = 0, hi = t->n;

    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;

        if (t->entry[mid]->host + t->entry[mid]->size <= host)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int tcr_table_find(const struct tcr_table *t, uintptr_t host, size_t size,
                   struct tcr_present **found)
{
    uintptr_t end = tcr_end(host, size);
    size_t k = tcr_table_at(t, host);
    struct tcr_present *e;

    if (k == t->n || t->entry[k]->host >= end)
        return 0;
    e = t->entry[k];
    *found = e;
    return e->host <= host && size <= e->size - (host - e->host) ? 1 : TCR_E_PARTIAL;
}

int tcr_table_insert(struct tcr_table *t, struct tcr_present *entry)
{
    size_t k;

    if (t->n == t->room) {
        size_t room = t->room ? 2 * t->room : 16;
        struct tcr_present **more = realloc(t->entry, room * sizeof(*more));

        if (!more)
            return TCR_E_NO_MEMORY;
        t->entry = more;
        t->room = room;
    }
    k = tcr_table_at(t, entry->host);
    memmove(t->entry + k + 1, t->entry + k, (t->n - k) * sizeof(struct tcr_present *));
    t->entry[k] = entry;
    t->n++;
    return 0;
}

void tcr_table_remove(struct tcr_table *t, const struct tcr_present *entry)
{
    size_t k = tcr_table_at(t, entry->host);

    t->n--;
    memmove(t->entry + k, t->entry + k + 1, (t->n - k) * sizeof(struct tcr_present *));
}
