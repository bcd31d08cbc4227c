/* SPDX-License-Identifier: MIT */
/* tuning.c: any bytes as the file of shapes that tcr-tune writes. */
#include "../../../runtime/device/tuning.c"
#include "input.h"

struct tcr_properties tcr_properties = {.arch = 90};

void fuzz_input(const char *bytes, size_t size)
{
    char *text = malloc(size + 1); /* as tcr_trusted_load gives it */

    if (text == NULL)
        return;
    memcpy(text, bytes, size);
    text[size] = '\0';
    rows = NULL;
    n_rows = 0;
    read_rows(text, size, "shapes");
    free(text);
    for (size_t i = 0; i < n_rows; i++)
        if (rows[i].tuning.threads == 0 || rows[i].tuning.threads > 1024 ||
            rows[i].tuning.threads % 32 || rows[i].tuning.waves == 0 ||
            rows[i].tuning.waves > MOST_WAVES || rows[i].type >= TCR_TYPES)
            abort(); /* the launch relies on it */
    for (int type = 0; type < TCR_TYPES; type++)
        find(rows, n_rows, (enum tcr_type)type);
}
