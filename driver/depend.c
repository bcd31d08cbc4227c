/*
 * depend.c: the depfile of a rewritten unit.
 *
 * gcc and clang agree, whether they link or not: the file is the output with
 * its suffix replaced by .d, or the input's name with .d in the working
 * directory; the target is the output, or the input's name with .o.  Only
 * -Wp,-MD,FILE differs: there gcc's target is the input's name even with -o.
 */
#include "depend.h"

void depend_add(struct words *argv, const struct command *c, const struct arg *input,
                enum compiler_kind kind)
{
    const char *stem = words_stem(input->text);

    if (!c->depend && !(c->depend_wp && kind == KIND_CLANG))
        return;
    if (!c->depend_file && c->depend) {
        words_add(argv, "-MF");
        words_add(argv, c->output ? words_format("%s%s.d", words_dir(c->output),
                                                 words_stem(c->output))
                                  : words_format("%s.d", stem));
    }
    if (!c->depend_target) {
        words_add(argv, "-MQ");
        words_add(argv, c->output ? c->output : words_format("%s.o", stem));
    }
}
