/* SPDX-License-Identifier: MIT */
/*
 * depend.c: the depfile of a rewritten unit.
 *
 * gcc and clang agree, whether they link or not: the file is the output with
 * its suffix replaced by .d, or the input's name with .d in the working
 * directory; the target is the output, or the input's name with .o.  Three
 * differences: with -Wp,-MD,FILE, gcc's target is the input's name even with
 * -o; clang leaves FILE unheeded if more follows, and has its default instead;
 * and gcc, from 11 on, puts a- before the file's name when it links a.out,
 * unless that made a-a.d of a single a.c.
 */
#include "depend.h"

#include <stdlib.h>
#include <string.h>

static bool has_prefix(const struct command *c, const struct compiler *cc, enum compiler_kind kind,
                       const char *stem)
{
    const char *version;

    if (c->mode != MODE_LINK || kind != KIND_GCC || (c->n_inputs == 1 && strcmp(stem, "a") == 0))
        return false;
    version = compiler_ask(cc, "-dumpversion");
    return version && atoi(version) >= 11;
}

static const char *depfile(const struct command *c, const struct compiler *cc,
                           enum compiler_kind kind, const char *stem)
{
    if (c->output)
        return words_format("%s%s.d", words_dir(c->output), words_stem(c->output));
    return words_format("%s%s.d", has_prefix(c, cc, kind, stem) ? "a-" : "", stem);
}

void depend_add(struct words *argv, const struct command *c, const struct arg *input,
                const struct compiler *cc, enum compiler_kind kind)
{
    const char *stem = words_stem(input->text);

    if (!c->depend && !(c->depend_wp && kind == KIND_CLANG))
        return;
    if (!c->depend_file && (c->depend || !c->depend_wp_file)) {
        words_add(argv, "-MF");
        words_add(argv, depfile(c, cc, kind, stem));
    }
    if (!c->depend_target) {
        words_add(argv, "-MQ");
        words_add(argv, c->output ? c->output : words_format("%s.o", stem));
    }
}

/* The variables that ask for depfiles. */
static const char *const depend_variables[DEPEND_VARIABLES] = {"DEPENDENCIES_OUTPUT",
                                                               "SUNPRO_DEPENDENCIES"};

void depend_hide(char *values[DEPEND_VARIABLES])
{
    for (int i = 0; i < DEPEND_VARIABLES; i++) {
        const char *value = getenv(depend_variables[i]);

        values[i] = value ? words_format("%s", value) : NULL;
        unsetenv(depend_variables[i]);
    }
}

void depend_show(char *const values[DEPEND_VARIABLES])
{
    for (int i = 0; i < DEPEND_VARIABLES; i++)
        if (values[i])
            setenv(depend_variables[i], values[i], 1);
}
