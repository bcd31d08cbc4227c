/* SPDX-License-Identifier: MIT */
/*
 * prefix_map.c: see prefix_map.h.
 */
#define _GNU_SOURCE
#include "prefix_map.h"

#include <ctype.h>
#include <string.h>

struct prefix_map prefix_map_of(const struct command *c)
{
    static const char *const options[] = {"-ffile-prefix-map=", "-fdebug-prefix-map="};
    struct prefix_map m = {{0}, {0}};

    for (size_t i = c->n_args; i-- > 0;)
        for (size_t k = 0; k < sizeof options / sizeof *options; k++) {
            const char *value = c->args[i].text + strlen(options[k]), *equals;

            if (c->args[i].input || !words_starts(c->args[i].text, options[k]))
                continue;
            equals = strchr(value, '=');
            if (equals == NULL) /* the compiler refuses it */
                continue;
            words_add(&m.old, words_copy(value, (size_t)(equals - value)));
            words_add(&m.new, equals + 1);
        }
    return m;
}

const char *prefix_map_path(const struct prefix_map *m, const char *path)
{
    for (size_t i = 0; i < m->old.n; i++)
        if (words_starts(path, m->old.at[i]))
            return words_join(m->new.at[i], path + strlen(m->old.at[i]), "");
    return path;
}

/* `# LINE "PATH" FLAGS`: where the path begins; NULL: it is no such line. */
static const char *marker_path(const char *line, size_t n)
{
    const char *quote = memchr(line, '"', n);

    if (n < 5 || line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2]) ||
        quote == NULL)
        return NULL;
    for (const char *s = line + 2; s < quote; s++)
        if (!isdigit((unsigned char)*s) && *s != ' ')
            return NULL;
    return quote + 1;
}

void prefix_map_text(const struct prefix_map *m, FILE *f, const char *text, size_t size)
{
    for (const char *at = text, *end = text + size; at < end;) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t n = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        const char *path = m->old.n ? marker_path(at, n) : NULL;
        const char *close = path ? memrchr(path, '"', (size_t)(at + n - path)) : NULL;

        if (close) {
            fwrite(at, 1, (size_t)(path - at), f);
            fputs(prefix_map_path(m, words_copy(path, (size_t)(close - path))), f);
            fwrite(close, 1, (size_t)(at + n - close), f);
        } else {
            fwrite(at, 1, n, f);
        }
        at += n;
    }
}
