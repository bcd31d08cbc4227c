/* SPDX-License-Identifier: MIT */
/* copy.c: copy ... -o OUTPUT INPUT: a preprocessor for text that has been through one. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    char buffer[65536];
    FILE *in = fopen(argv[argc - 1], "rb"), *out = NULL;
    for (int i = 1; i + 2 < argc; i++)
        if (strcmp(argv[i], "-o") == 0)
            out = fopen(argv[i + 1], "wb");
    if (!in || !out)
        return 1;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, in)) > 0;)
        fwrite(buffer, 1, n, out);
    fclose(in);
    return fclose(out) != 0;
}
