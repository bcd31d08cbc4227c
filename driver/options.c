/*
 * options.c: what the words of a compiler command mean.
 *
 * The table holds what gcc 9 to 15 and clang 11 to 22 document.  The longest
 * name that matches wins, so that `-include` is not `-i`.
 */
#include "options.h"

#include <string.h>

#define JOINED OPT_JOINED
#define NEXT OPT_NEXT
#define BOTH (OPT_JOINED | OPT_NEXT)
#define CPP OPT_CPP
#define DEPEND (OPT_CPP | OPT_DEPEND)
#define CODE OPT_CODE
#define LINK OPT_LINK
#define QUERY OPT_QUERY

static const struct spec {
    const char *name;
    unsigned use;
} table[] = {
    /* what is to be made */
    {"-c", OPT_MODE},
    {"--compile", OPT_MODE},
    {"-S", OPT_MODE},
    {"--assemble", OPT_MODE},
    {"-fsyntax-only", OPT_MODE},
    {"-o", OPT_OUTPUT | BOTH},
    {"--output", OPT_OUTPUT | NEXT},
    {"--output=", OPT_OUTPUT | JOINED},
    {"-x", OPT_LANG | BOTH},
    {"--language", OPT_LANG | NEXT},
    {"--language=", OPT_LANG | JOINED},
    /* questions, and outputs that are the source's own */
    {"-E", QUERY},
    {"--preprocess", QUERY},
    {"-M", QUERY},
    {"--dependencies", QUERY},
    {"-MM", QUERY},
    {"--user-dependencies", QUERY},
    {"-###", QUERY},
    {"--version", QUERY},
    {"--help", QUERY | JOINED},
    {"--target-help", QUERY},
    {"-dumpversion", QUERY},
    {"-dumpfullversion", QUERY},
    {"-dumpmachine", QUERY},
    {"-dumpspecs", QUERY},
    {"-print-", QUERY | JOINED},
    {"--print-", QUERY | JOINED},
    {"-qversion", QUERY},
    {"-V", QUERY},
    {"-emit-ast", QUERY},
    {"--analyze", QUERY},
    {"-cc1", QUERY},
    {"-cc1as", QUERY},
    {"-emit-pch", QUERY},
    {"-module-file-info", QUERY},
    /* preprocessing */
    {"-I", CPP | BOTH},
    {"--include-directory", CPP | NEXT},
    {"--include-directory=", CPP | JOINED},
    {"-D", CPP | BOTH},
    {"--define-macro", CPP | NEXT},
    {"--define-macro=", CPP | JOINED},
    {"-U", CPP | BOTH},
    {"--undefine-macro", CPP | NEXT},
    {"--undefine-macro=", CPP | JOINED},
    {"-A", CPP | BOTH},
    {"-include", CPP | BOTH},
    {"--include", CPP | NEXT},
    {"--include=", CPP | JOINED},
    {"-imacros", CPP | BOTH},
    {"--imacros", CPP | NEXT},
    {"--imacros=", CPP | JOINED},
    {"-include-pch", CPP | NEXT},
    {"-iquote", CPP | BOTH},
    {"-isystem", CPP | BOTH},
    {"-idirafter", CPP | BOTH},
    {"-iprefix", CPP | BOTH},
    {"-iwithprefix", CPP | BOTH},
    {"-iwithprefixbefore", CPP | BOTH},
    {"-iwithsysroot", CPP | BOTH},
    {"-isystem-after", CPP | BOTH},
    {"-cxx-isystem", CPP | BOTH},
    {"-c-isystem", CPP | BOTH},
    {"-isysroot", CPP | BOTH},
    {"-imultilib", CPP | BOTH},
    {"-iframework", CPP | BOTH},
    {"-ivfsoverlay", CPP | BOTH},
    {"-nostdinc", CPP},
    {"-nobuiltininc", CPP},
    {"-nostdlibinc", CPP},
    {"-undef", CPP},
    {"-remap", CPP},
    {"-H", CPP},
    {"--trace-includes", CPP},
    {"-Xpreprocessor", CPP | NEXT},
    {"-Wp,", CPP | JOINED},
    {"-finput-charset=", CPP | JOINED},
    {"-fworking-directory", CPP},
    {"-fpch-preprocess", CPP},
    {"-fno-working-directory", CPP},
    {"-ftrack-macro-expansion", CPP | JOINED},
    {"-fmacro-prefix-map=", CPP | JOINED},
    {"-fextended-identifiers", CPP},
    {"-MD", DEPEND},
    {"--write-dependencies", DEPEND},
    {"-MMD", DEPEND},
    {"--write-user-dependencies", DEPEND},
    {"-MF", DEPEND | BOTH},
    {"-MT", DEPEND | BOTH},
    {"-MQ", DEPEND | BOTH},
    {"-MJ", DEPEND | BOTH},
    {"-MP", DEPEND},
    {"-MG", DEPEND},
    {"-MV", DEPEND},
    /* after preprocessing */
    {"-P", CODE},
    {"-C", CODE},
    {"-CC", CODE},
    {"-dA", CODE},
    {"-dD", CODE},
    {"-dI", CODE},
    {"-dM", CODE},
    {"-dN", CODE},
    {"-dU", CODE},
    {"-dP", CODE},
    {"-dp", CODE},
    {"-dH", CODE},
    {"-dx", CODE},
    {"-fdirectives-only", CODE},
    {"-v", CODE},
    {"--verbose", CODE},
    {"-time", CODE | JOINED},
    {"-Q", CODE},
    {"-ftime-report", CODE},
    {"-fmem-report", CODE},
    {"-Wa,", CODE | JOINED},
    {"-Xassembler", CODE | NEXT},
    {"-emit-llvm", CODE},
    {"-aux-info", CODE | BOTH | OPT_AUX},
    {"-serialize-diagnostics", CODE | NEXT},
    {"--serialize-diagnostics", CODE | NEXT},
    {"-save-temps", CODE | JOINED | OPT_AUX},
    {"--save-temps", CODE | JOINED | OPT_AUX},
    {"-fdump-", CODE | JOINED | OPT_AUX},
    {"-fstack-usage", CODE | OPT_AUX},
    {"-fcallgraph-info", CODE | JOINED | OPT_AUX},
    {"-fopt-info", CODE | JOINED},
    {"-fsave-optimization-record", CODE | JOINED | OPT_AUX},
    {"-ftime-trace", CODE | OPT_AUX},
    {"-dumpbase", CODE | NEXT | OPT_AUX},
    {"-dumpbase-ext", CODE | NEXT | OPT_AUX},
    {"-dumpdir", CODE | NEXT | OPT_AUX},
    {"-gsplit-dwarf", JOINED | OPT_AUX},
    {"--coverage", OPT_AUX},
    {"-coverage", OPT_AUX},
    {"-ftest-coverage", OPT_AUX},
    {"-fprofile-arcs", OPT_AUX},
    {"-fprofile-use", JOINED | OPT_AUX},
    {"-fprofile-generate", JOINED | OPT_AUX},
    {"-fauto-profile", JOINED},
    {"-fbranch-probabilities", OPT_AUX},
    {"-fprofile-instr-generate", JOINED},
    /* linking */
    {"-L", LINK | BOTH},
    {"--library-directory", LINK | NEXT},
    {"-l", LINK | BOTH},
    {"-T", LINK | BOTH},
    {"-Tbss", LINK | BOTH},
    {"-Tdata", LINK | BOTH},
    {"-Ttext", LINK | BOTH},
    {"-u", LINK | BOTH},
    {"-z", LINK | BOTH},
    {"-e", LINK | BOTH},
    {"--entry", LINK | NEXT},
    {"-R", LINK | BOTH},
    {"-rpath", LINK | NEXT},
    {"-Wl,", LINK | JOINED},
    {"-Xlinker", LINK | NEXT},
    {"--for-linker", LINK | NEXT},
    {"--for-linker=", LINK | JOINED},
    {"-shared", LINK},
    {"--shared", LINK},
    {"-static", LINK},
    {"--static", LINK},
    {"-static-pie", LINK},
    {"-static-libgcc", LINK},
    {"-static-libstdc++", LINK},
    {"-shared-libgcc", LINK},
    {"-rdynamic", LINK},
    {"-nostartfiles", LINK},
    {"-nodefaultlibs", LINK},
    {"-nostdlib", LINK},
    {"-nolibc", LINK},
    {"-pie", LINK},
    {"-no-pie", LINK},
    {"-s", LINK},
    {"-r", LINK},
    {"-t", LINK},
    {"-fuse-ld=", LINK | JOINED},
    {"--ld-path=", LINK | JOINED},
    {"-symbolic", LINK},
    {"-framework", LINK | NEXT},
    {"-rtlib=", LINK | JOINED},
    {"--rtlib=", LINK | JOINED},
    /* any stage */
    {"-B", BOTH},
    {"--prefix", NEXT},
    {"--sysroot", NEXT},
    {"--sysroot=", JOINED},
    {"-target", NEXT},
    {"--target=", JOINED},
    {"-arch", NEXT},
    {"-mllvm", NEXT},
    {"-Xclang", NEXT},
    {"-Xarch_", JOINED | NEXT},
    {"-Xopenmp-target", JOINED | NEXT},
    {"-Xcuda-ptxas", NEXT},
    {"-Xoffload-linker", JOINED | NEXT},
    {"-G", BOTH},
    {"--param", NEXT},
    {"--param=", JOINED},
    {"-wrapper", NEXT},
    {"-specs", NEXT},
    {"--specs", NEXT},
    {"-specs=", JOINED},
    {"-resource-dir", NEXT},
    {"-working-directory", NEXT},
    {"--gcc-toolchain=", JOINED},
    {"--config", NEXT},
    {"-ccc-gcc-name", NEXT},
    {"-W", JOINED},
    {"-g", JOINED},
    {"-f", JOINED},
    {"-m", JOINED},
    {"-O", JOINED},
    {"-std=", JOINED},
};

static const struct spec *find(const char *word)
{
    const struct spec *found = NULL;
    size_t longest = 0;

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const struct spec *s = &table[i];
        size_t n = strlen(s->name);

        if (s->name[1] != word[1] || n < longest || strncmp(s->name, word, n) != 0)
            continue;
        /* -dumpbase has its argument in the next word only: -dumpbaseX is not it. */
        if (word[n] != '\0' && !(s->use & OPT_JOINED))
            continue;
        found = s;
        longest = n;
    }
    return found;
}

bool options_is(const struct arg *arg, const char *name)
{
    return arg->name && strcmp(arg->name, name) == 0;
}

void options_emit(struct words *to, const struct arg *arg)
{
    words_add(to, arg->text);
    if (arg->next)
        words_add(to, arg->next);
}

static enum language language_of(const char *path, const char *x)
{
    const char *suffix = words_suffix(path);

    if (x)
        return strcmp(x, "c") == 0            ? LANG_C
               : strcmp(x, "cpp-output") == 0 ? LANG_C_PREPROCESSED
                                              : LANG_OTHER;
    return strcmp(suffix, ".c") == 0   ? LANG_C
           : strcmp(suffix, ".i") == 0 ? LANG_C_PREPROCESSED
                                       : LANG_OTHER;
}

/* Is the input compiled, and not just handed to the linker? */
static bool is_source(const char *path, const char *x)
{
    static const char *const suffixes[] = {
        ".c",   ".i",   ".h",  ".s",  ".S",   ".sx",  ".C",  ".cc", ".cp",  ".cxx", ".cpp",
        ".CPP", ".c++", ".ii", ".m",  ".mi",  ".mm",  ".M",  ".f",  ".F",   ".for", ".f90",
        ".F90", ".cu",  ".d",  ".go", ".adb", ".ads", ".bc", ".ll", ".hpp", ".hh",  ".cppm",
    };
    const char *suffix = words_suffix(path);

    if (x)
        return true;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(suffix, suffixes[i]) == 0)
            return true;
    return false;
}

static void note_input(struct command *c, struct arg *arg, const char *x)
{
    arg->input = true;
    arg->value = "";
    arg->x = x;
    arg->language = language_of(arg->text, x);
    c->n_inputs++;
    c->n_sources += is_source(arg->text, x);
}

static void note_mode(struct command *c, const char *name)
{
    enum command_mode mode = MODE_OBJECT;

    if (strcmp(name, "-fsyntax-only") == 0)
        mode = MODE_CHECK;
    else if (strcmp(name, "-S") == 0 || strcmp(name, "--assemble") == 0)
        mode = MODE_ASSEMBLY;
    if (mode > c->mode) {
        c->mode = mode;
        c->mode_word = name;
    }
}

static void note_depend(struct command *c, const struct arg *arg)
{
    if (options_is(arg, "-MF"))
        c->depend_file = true;
    else if (options_is(arg, "-MT") || options_is(arg, "-MQ"))
        c->depend_target = true;
    else if (options_is(arg, "-MD") || options_is(arg, "-MMD") ||
             words_starts(arg->name, "--write"))
        c->depend = true;
}

static void note_format(struct command *c, const char *name)
{
    bool json = strcmp(name, "json") == 0 || strcmp(name, "json-stderr") == 0;
    bool sarif = strcmp(name, "sarif") == 0 || strcmp(name, "sarif-stderr") == 0;

    c->format = json ? FORMAT_JSON : sarif ? FORMAT_SARIF : FORMAT_TEXT;
}

/* Options of which it is enough to know that they are there.  In the order of
 * the command: a later one takes an earlier one back. */
static void note_flag(struct command *c, const struct arg *arg)
{
    const char *t = arg->text;

    if (strcmp(t, "-fopenmp") == 0 || words_starts(t, "-fopenmp="))
        c->openmp = true;
    else if (strcmp(t, "-fno-openmp") == 0)
        c->openmp = false;
    else if (strcmp(t, "-fopenmp-simd") == 0)
        c->openmp_simd = true;
    else if (words_starts(t, "-fsanitize=") && strstr(t, "thread"))
        c->thread_sanitizer = true;
    else if (strcmp(t, "-fanalyzer") == 0)
        c->analyzer = true;
    else if (options_is(arg, "--coverage") || options_is(arg, "-coverage") ||
             options_is(arg, "-ftest-coverage") || strcmp(t, "-fcoverage-mapping") == 0)
        c->line_counts = true;
    else if (strcmp(t, "-Wextra") == 0 || strcmp(t, "-W") == 0 ||
             words_starts(t, "-Wimplicit-fallthrough") ||
             words_starts(t, "-Werror=implicit-fallthrough"))
        c->fallthrough = true;
    else if (strcmp(t, "-Wno-implicit-fallthrough") == 0)
        c->fallthrough = false;
    else if (words_starts(t, "-fdiagnostics-color") || strcmp(t, "-fno-diagnostics-color") == 0 ||
             strcmp(t, "-fcolor-diagnostics") == 0 || strcmp(t, "-fno-color-diagnostics") == 0)
        c->color = true;
    else if (words_starts(t, "-fdiagnostics-format="))
        note_format(c, strchr(t, '=') + 1);
    else if (strcmp(t, "-Werror") == 0 || strcmp(t, "-Werror=unknown-pragmas") == 0)
        c->werror = true;
    else if (strcmp(t, "-w") == 0)
        c->quiet = true;
    else if (strcmp(t, "-g0") == 0)
        c->debug = false;
    else if (options_is(arg, "-g") || options_is(arg, "-gsplit-dwarf"))
        c->debug = true;
    else if (strcmp(t, "-shared") == 0 || strcmp(t, "--shared") == 0)
        c->shared = true;
    else if (strcmp(t, "-static") == 0 || strcmp(t, "--static") == 0 ||
             strcmp(t, "-static-pie") == 0)
        c->is_static = true;
    else if (strcmp(t, "-r") == 0)
        c->relocatable = true;
    else if (words_starts(t, "-Wp,-MD") || words_starts(t, "-Wp,-MMD"))
        c->depend_wp = true;
    else if (options_is(arg, "-save-temps") || options_is(arg, "--save-temps")) {
        c->save_temps = true;
        c->save_temps_obj = strcmp(arg->value, "=obj") == 0;
    }
}

static void note_option(struct command *c, const struct arg *arg, const char **x)
{
    c->aux |= (arg->use & OPT_AUX) != 0;
    if (arg->use & OPT_QUERY)
        c->mode = MODE_QUERY;
    else if (arg->use & OPT_MODE)
        note_mode(c, arg->text);
    else if (arg->use & OPT_OUTPUT)
        c->output = arg->value;
    else if (arg->use & OPT_LANG)
        *x = strcmp(arg->value, "none") == 0 ? NULL : arg->value;
    else if (arg->use & OPT_DEPEND)
        note_depend(c, arg);
    else
        note_flag(c, arg);
}

struct command options_parse(const struct words *words)
{
    struct command c = {.words = *words, .mode = MODE_LINK};
    struct words all = {0};
    const char *x = NULL;
    bool only_inputs = false;

    for (size_t i = 0; i < words->n; i++) {
        words_add_expanded(&all, words->at[i]);
        c.response_files |= words->at[i][0] == '@' && all.at[all.n - 1] != words->at[i];
    }
    c.args = words_alloc((all.n + 1) * sizeof *c.args);
    for (size_t i = 0; i < all.n; i++) {
        struct arg *arg = &c.args[c.n_args++];
        const struct spec *s;

        arg->text = all.at[i];
        arg->value = "";
        if (only_inputs && arg->text[0] == '-')
            arg->text = words_format("./%s", arg->text);
        if (only_inputs || arg->text[0] != '-' || arg->text[1] == '\0') {
            note_input(&c, arg, x);
            continue;
        }
        if (strcmp(arg->text, "--") == 0) {
            /* Written out again without it: an input `-x.c` becomes `./-x.c`. */
            only_inputs = true;
            c.n_args--;
            continue;
        }
        s = find(arg->text);
        if (s) {
            arg->name = s->name;
            arg->use = s->use;
            arg->value = arg->text + strlen(s->name);
            if ((s->use & OPT_NEXT) && (arg->value[0] == '\0' || !(s->use & OPT_JOINED)) &&
                i + 1 < all.n)
                arg->value = arg->next = all.at[++i];
        }
        note_option(&c, arg, &x);
    }
    return c;
}
