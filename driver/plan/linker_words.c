/* SPDX-License-Identifier: MIT */
/*
 * linker_words.c: see linker_words.h.
 *
 * Long options may stand with one hyphen or two, abbreviated, their value behind `=` or in the
 * next word.
 */
#define _GNU_SOURCE
#include "linker_words.h"

#include <ctype.h>
#include <string.h>

/* ---- the command ---- */

struct words linker_words_of(const struct arg *arg)
{
    struct words all = {0};
    const char *list = arg->value;

    if (options_is(arg, "-Xlinker"))
        words_add(&all, list);
    else if (options_is(arg, LINKER_LIST))
        while (*list) {
            size_t n = strcspn(list, ",");

            words_add(&all, words_copy(list, n));
            list += n + (list[n] == ',');
        }
    return all;
}

struct words linker_words(const struct command *c)
{
    struct words all = {0};

    for (size_t i = 0; i < c->n_args; i++) {
        struct words some = linker_words_of(&c->args[i]);

        words_append(&all, &some);
    }
    return all;
}

/* Is it the option, abbreviated to no less than `least` characters? */
static bool is_long(const char *word, const char *name, size_t least)
{
    size_t n;

    if (word[0] != '-')
        return false;
    word += word[1] == '-' ? 2 : 1;
    n = strcspn(word, "=");
    return n >= least && n <= strlen(name) && memcmp(word, name, n) == 0;
}

const char *linker_replaces_any(const struct command *c, const struct words *all)
{
    for (size_t i = 0; i < c->n_args; i++)
        if (options_is(&c->args[i], "-T"))
            return words_format("the linker script '%s'", c->args[i].value);
    for (size_t i = 0; i < all->n; i++) {
        const char *word = all->at[i];

        if (word[0] == '@')
            return words_format("what '%s' tells the linker", word);
        if (is_long(word, "script", 2) || is_long(word, "default-script", 8) ||
            words_starts(word, "-T") || is_long(word, "just-symbols", 2) ||
            (words_starts(word, "-R") && strcmp(word, "-R") != 0 && word[2] != '/'))
            return words_format("the linker's option '%s'", word);
    }
    return NULL;
}

bool linker_replaces(const struct words *all, const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < all->n; i++) {
        const char *value = strchr(all->at[i], '=');

        if (!is_long(all->at[i], "wrap", 2) && !is_long(all->at[i], "defsym", 4))
            continue;
        value = value ? value + 1 : i + 1 < all->n ? all->at[i + 1] : "";
        if (strncmp(value, name, length) == 0 && (value[length] == '\0' || value[length] == '='))
            return true;
    }
    return false;
}

bool linker_binds_symbols(const struct words *all)
{
    bool binds = false;

    for (size_t i = 0; i < all->n; i++) /* the last of them counts */
        if (is_long(all->at[i], "Bsymbolic", 9) || is_long(all->at[i], "Bsymbolic-functions", 10))
            binds = true;
        else if (is_long(all->at[i], "Bno-symbolic", 3))
            binds = false;
    return binds;
}

/* ---- scripts ---- */

/* The next word of a script, comments left out; NULL at the end. */
static char *script_word(const char **at, const char *end)
{
    const char *s = *at, *begin;

    for (; s < end; s++)
        if (end - s > 3 && s[0] == '/' && s[1] == '*') {
            const char *close = memmem(s + 2, (size_t)(end - s) - 2, "*/", 2);

            if (close == NULL)
                return NULL;
            s = close + 1;
        } else if (!isspace((unsigned char)*s) && *s != ',') {
            break;
        }
    begin = s;
    if (s < end && strchr("()=;{}", *s))
        s++;
    else
        while (s < end && !isspace((unsigned char)*s) && !strchr("()=;{},", *s))
            s++;
    *at = s;
    return s > begin ? words_copy(begin, (size_t)(s - begin)) : NULL;
}

static bool is_system_library(const char *word)
{
    return words_ends(word, ".so") || strstr(word, ".so.") || words_starts(word, "/usr/lib") ||
           words_starts(word, "/lib") || words_starts(word, "elf64-");
}

bool linker_script_replaces(const char *bytes, size_t size)
{
    static const char *const harmless[] = {"(",     ")",         ";",     "OUTPUT_FORMAT",
                                           "GROUP", "AS_NEEDED", "INPUT", NULL};
    const char *at = bytes, *end = bytes + size;
    char *word;

    if (size == 0 || memchr(bytes, '\0', size)) /* no script: the linker will refuse it */
        return false;
    while ((word = script_word(&at, end)) != NULL) {
        size_t i = 0;

        while (harmless[i] && strcmp(word, harmless[i]) != 0)
            i++;
        if (harmless[i] == NULL && !is_system_library(word))
            return true;
    }
    return false;
}
