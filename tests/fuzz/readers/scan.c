/* SPDX-License-Identifier: MIT */
/* scan.c: any bytes as a unit that may hold a directive, and as a header that it includes. */
#include <stdlib.h>
#include <unistd.h>

#include "../../../driver/messages/pragmas.h"
#include "../../../driver/command/scan.h"
#include "input.h"

void fuzz_input(const char *bytes, size_t size)
{
    bool uses_api = false;
    struct scan_context ctx = {.uses_api = &uses_api};
    enum scan_answer plain;

    fuzz_file("self.h", bytes, size);
    if (chdir(fuzz_path(".")) != 0)
        return;
    plain = scan_unit(&ctx, "self.h", NULL);
    pragmas_in_file("self.h");
    ctx.accept = true; /* the directives of others, too: it may only find more */
    if (scan_unit(&ctx, "self.h", NULL) < plain)
        abort();
}
