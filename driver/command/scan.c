/* SPDX-License-Identifier: MIT */
/*
 * scan.c: may a unit hold a directive?
 */
#define _GNU_SOURCE
#include "scan.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 32, SEEN_BUCKETS = 256 };

/* One unit being scanned. */
struct unit {
    const struct scan_context *ctx;
    bool pragma;   /* #pragma tcr, or close */
    bool operator; /* _Pragma */
    bool word;     /* the word tcr anywhere */
    bool unknown;  /* #include of a macro */
    struct seen {  /* files and names that need no second look */
        struct seen *next;
        const char *name;
        dev_t dev;
        ino_t ino;
    } * names[SEEN_BUCKETS], *files[SEEN_BUCKETS];
};

struct cursor {
    const char *at, *end;
    struct ending *ending;
};

/* What was last found when the end of a comment was looked for: a search from `from` on finds
 * it at `close`.  A text may open many comments that end far away, or nowhere. */
struct ending {
    const char *from, *close;
};

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The length of the spliced line end at `at` (a backslash, its newline; gcc
 * lets blanks stand between the two), 0 if it is none. */
static size_t splice(const char *at, const char *end)
{
    const char *p = at;

    if (p == end || *p++ != '\\')
        return 0;
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\f' || *p == '\v' || *p == '\r'))
        p++;
    return p < end && *p == '\n' ? (size_t)(p + 1 - at) : 0;
}

/* Does a line end within a word: `#pra\`, `gma`? */
static bool splits_word(const struct file *f)
{
    const char *end = f->bytes + f->size;

    for (const char *p = f->bytes; p < end && (p = memchr(p, '\\', (size_t)(end - p))); p++) {
        size_t n = splice(p, end);

        if (n && p > f->bytes && is_word(p[-1]) && p + n < end && is_word(p[n]))
            return true;
    }
    return false;
}

/* The text with its spliced lines joined. */
static struct file joined(const struct file *f)
{
    const char *end = f->bytes + f->size;
    char *text = words_alloc(f->size);
    struct file whole = {.bytes = text};

    for (const char *p = f->bytes; p < end;) {
        size_t n = splice(p, end);

        if (n)
            p += n;
        else
            text[whole.size++] = *p++;
    }
    return whole;
}

/* What a text may hold. */
enum { HOLDS_WORD = 1, HOLDS_OPERATOR = 2, HOLDS_DIGRAPH = 4 };

/* May the bytes hold `tcr`, `_Pragma`, or a digraph or trigraph for #?  In one
 * pass that compilers make vector code of: memmem for each took most of the
 * time where headers are large. */
static unsigned holds(const char *text, size_t size)
{
    enum { BLOCK = 64, AHEAD = 3 };
    unsigned char word = 0, op = 0, digraph = 0;
    char last[BLOCK + AHEAD] = {0};

    for (size_t at = 0; at < size; at += BLOCK) {
        const char *p = text + at;

        if (size - at < sizeof last) {
            memset(last, 0, sizeof last);
            memcpy(last, p, size - at);
            p = last;
        }
        for (int i = 0; i < BLOCK; i++) {
            word |= (unsigned char)((p[i] == 't') & (p[i + 1] == 'c') & (p[i + 2] == 'r'));
            op |= (unsigned char)((p[i] == '_') & (p[i + 1] == 'P') & (p[i + 2] == 'r') &
                                  (p[i + 3] == 'a'));
            digraph |= (unsigned char)(((p[i] == '%') & (p[i + 1] == ':')) |
                                       ((p[i] == '?') & (p[i + 1] == '?') & (p[i + 2] == '=')));
        }
    }
    return (word ? HOLDS_WORD : 0u) | (op ? HOLDS_OPERATOR : 0u) | (digraph ? HOLDS_DIGRAPH : 0u);
}

/* `tcr` standing alone in the text?  Also in strings and comments: they may be
 * stringised or destringised, and a false alarm costs only time. */
static bool has_word(const char *text, size_t size, const char *word)
{
    size_t n = strlen(word);
    const char *end = text + size;

    for (const char *p = text; (p = memmem(p, (size_t)(end - p), word, n)) != NULL; p += n)
        if ((p == text || !is_word(p[-1])) && (p + n == end || !is_word(p[n])))
            return true;
    return false;
}

/* A word that begins a pragma of ours, or of those that are taken over. */
static bool has_our_word(const struct scan_context *ctx, const char *text, size_t size)
{
    return has_word(text, size, "tcr") ||
           (ctx->accept && (has_word(text, size, "omp") || has_word(text, size, "acc")));
}

/* Behind the comment that has begun before `at`. */
static const char *comment_end(const struct cursor *c, const char *at)
{
    struct ending *e = c->ending;

    if (e->from == NULL || at < e->from || at > e->close) {
        const char *close = memmem(at, (size_t)(c->end - at), "*/", 2);

        *e = (struct ending){at, close ? close : c->end};
    }
    return e->close < c->end ? e->close + 2 : c->end;
}

/* Over blanks, comments and spliced lines, but not past the line's end. */
static void skip_blanks(struct cursor *c)
{
    while (c->at < c->end) {
        size_t left = (size_t)(c->end - c->at), spliced = splice(c->at, c->end);

        if (*c->at == ' ' || *c->at == '\t' || *c->at == '\f' || *c->at == '\v') {
            c->at++;
        } else if (spliced) {
            c->at += spliced;
        } else if (left >= 2 && c->at[0] == '/' && c->at[1] == '*') {
            c->at = comment_end(c, c->at + 2);
        } else {
            return;
        }
    }
}

static void take_word(struct cursor *c, char word[WORD_MAX])
{
    size_t n = 0;

    skip_blanks(c);
    for (; c->at < c->end && is_word(*c->at); c->at++)
        if (n + 1 < WORD_MAX)
            word[n++] = *c->at;
    word[n] = '\0';
}

static bool is_among(const char *word, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* `omp`, `acc`, what slips make of them, or the word behind them? */
static bool is_nearly_others(const char *word)
{
    static const char *const names[] = {"omp", "acc"}, *const first[] = {"target",     "teams",
                                                                         "distribute", "parallel",
                                                                         "kernels",    "serial",
                                                                         "for",        NULL};
    size_t n = strlen(word);

    if (strncasecmp(word, "open", 4) == 0 || is_among(word, first))
        return true;
    for (size_t i = 0; i < 2; i++)
        if (words_distance(word, names[i]) <= 1 || strncasecmp(word, names[i], 3) == 0 ||
            (n == 3 && strspn(word, names[i]) == 3))
            return strcmp(word, "GCC") != 0;
    return false;
}

/* Is the pragma at `c` tcr's, or what a slip of the finger or of the memory
 * makes of it?  Rather too often than not: tcr-rewrite knows better. */
static bool is_ours(const struct scan_context *ctx, struct cursor c)
{
    static const char *const slips[] = {"rtc",   "crt",  "reduce", "reduction", "data",
                                        "enter", "exit", "update", NULL};
    static const char *const others[] = {"omp", "acc", "GCC", "clang", NULL};
    char word[WORD_MAX];

    take_word(&c, word);
    if (word[0] == '\0')
        return false;
    if (ctx->accept && is_nearly_others(word))
        return true;
    if (is_among(word, others)) {
        take_word(&c, word);
        return strcmp(word, "tcr") == 0;
    }
    return strncasecmp(word, "tcr", 3) == 0 || words_distance(word, "tcr") <= 1 ||
           is_among(word, slips);
}

/* Has the name been looked up from this place before?  Remembers it. */
static bool seen_name(struct unit *u, const char *name)
{
    unsigned h = 0;
    struct seen *s;

    for (const char *p = name; *p; p++)
        h = h * 31 + (unsigned char)*p;
    h %= SEEN_BUCKETS;
    for (s = u->names[h]; s; s = s->next)
        if (strcmp(s->name, name) == 0)
            return true;
    s = words_alloc(sizeof *s);
    *s = (struct seen){.next = u->names[h], .name = name};
    u->names[h] = s;
    return false;
}

static bool seen_file(struct unit *u, const struct file *f)
{
    struct seen *s, **bucket = &u->files[f->ino % SEEN_BUCKETS];

    for (s = *bucket; s; s = s->next)
        if (s->ino == f->ino && s->dev == f->dev)
            return true;
    s = words_alloc(sizeof *s);
    *s = (struct seen){.next = *bucket, .dev = f->dev, .ino = f->ino};
    *bucket = s;
    return false;
}

static bool is_system(const char *dir)
{
    return strcmp(dir, "/usr/include") == 0 || words_starts(dir, "/usr/include/") ||
           words_starts(dir, "/usr/lib/gcc") || words_starts(dir, "/usr/lib/llvm");
}

static void scan_text(struct unit *u, const char *path, const struct file *f);

/* Scan `name` in `dir` (with or without slash; "" is the working directory).
 * Returns whether it is there. */
static bool scan_header(struct unit *u, const char *dir, const char *name)
{
    const char *slash = dir[0] == '\0' || words_ends(dir, "/") ? "" : "/";
    char *path = words_join(name[0] == '/' ? "" : dir, slash, name);
    struct file f;

    if (is_system(path) || file_map(&f, path) < 0)
        return false;
    if (!seen_file(u, &f))
        scan_text(u, path, &f);
    file_unmap(&f);
    return true;
}

/* Every match is scanned, not only the first: `#include_next`, and directories
 * that we know in another order than the compiler, then need no thought. */
static void scan_include(struct unit *u, const char *from, const char *name, bool quoted)
{
    const struct scan_context *ctx = u->ctx;
    char *dir = quoted ? words_dir(from) : "";

    if (seen_name(u, words_join(quoted ? dir : "<", ":", name)))
        return;
    if (name[0] == '/') {
        scan_header(u, "", name);
        return;
    }
    if (quoted) {
        scan_header(u, dir, name);
        for (size_t i = 0; i < ctx->quote_dirs.n; i++)
            scan_header(u, ctx->quote_dirs.at[i], name);
    }
    for (size_t i = 0; i < ctx->dirs.n; i++)
        scan_header(u, ctx->dirs.at[i], name);
}

static void include_line(struct unit *u, const char *from, struct cursor c)
{
    const char *close;
    char quote;

    skip_blanks(&c);
    if (c.at == c.end)
        return;
    quote = *c.at == '<' ? '>' : *c.at;
    if (quote != '"' && quote != '>') {
        u->unknown |= is_word(quote);
        return;
    }
    c.at++;
    for (close = c.at; close < c.end && *close != quote && *close != '\n'; close++)
        ;
    if (close - c.at == 5 && memcmp(c.at, "tcr.h", 5) == 0)
        *u->ctx->uses_api = true;
    u->pragma |= u->ctx->accept && close - c.at == 9 && memcmp(c.at, "openacc.h", 9) == 0;
    if (close < c.end && *close == quote)
        scan_include(u, from, words_format("%.*s", (int)(close - c.at), c.at), quote == '"');
}

/* `at` is a # of the text: is it the first of its line?  A comment's end
 * may stand before it, or a byte order mark. */
static bool starts_line(const char *text, const char *at)
{
    while (at > text && (at[-1] == ' ' || at[-1] == '\t' || at[-1] == '\f' || at[-1] == '\v'))
        at--;
    return at == text || at[-1] == '\n' || at[-1] == '\r' || at[-1] == '\xbf' ||
           (at - text >= 2 && at[-1] == '/' && at[-2] == '*');
}

static void scan_line(struct unit *u, const char *path, struct cursor c)
{
    char word[WORD_MAX];

    take_word(&c, word);
    if (strcmp(word, "include") == 0 || strcmp(word, "include_next") == 0 ||
        strcmp(word, "import") == 0) {
        include_line(u, path, c);
    } else if (strcmp(word, "pragma") == 0) {
        u->pragma |= is_ours(u->ctx, c);
    }
}

/* _Pragma("trc ...") in plain sight. */
static bool near_operator(const struct scan_context *ctx, const char *text, size_t size)
{
    const char *end = text + size;
    struct ending ending = {NULL, NULL};

    for (const char *p = text; (p = memmem(p, (size_t)(end - p), "_Pragma", 7)) != NULL;) {
        struct cursor c = {p += 7, end, &ending};

        skip_blanks(&c);
        if (c.at < end && *c.at == '(')
            c.at++;
        skip_blanks(&c);
        if (c.at < end && *c.at == '"')
            c.at++;
        if (is_ours(ctx, c))
            return true;
    }
    return false;
}

static void scan_text(struct unit *u, const char *path, const struct file *f)
{
    const char *end = f->bytes + f->size;
    struct ending ending = {NULL, NULL};
    struct file whole;
    unsigned held;

    if (splits_word(f)) {
        whole = joined(f);
        f = &whole;
        end = f->bytes + f->size;
    }
    for (const char *p = f->bytes; !u->pragma && p < end; p++) {
        p = memchr(p, '#', (size_t)(end - p));
        if (p == NULL)
            break;
        if (starts_line(f->bytes, p))
            scan_line(u, path, (struct cursor){p + 1, end, &ending});
    }
    if (u->pragma)
        return;
    held = holds(f->bytes, f->size);
    if ((held & HOLDS_OPERATOR) && memmem(f->bytes, f->size, "_Pragma", 7)) {
        u->operator= true;
        u->pragma |= near_operator(u->ctx, f->bytes, f->size);
    }
    /* Digraphs and trigraphs for #: too rare to be read properly. */
    if (held & HOLDS_DIGRAPH)
        u->operator|= memmem(f->bytes, f->size, "pragma", 6) != NULL;
    u->word |= (u->ctx->accept || (held & HOLDS_WORD)) && has_our_word(u->ctx, f->bytes, f->size);
}

/* The directories of a list in the environment; an empty one is the working
 * directory, as for the compiler. */
static void add_variable(struct words *dirs, const char *name)
{
    const char *list = getenv(name);

    while (list && *list) {
        size_t n = strcspn(list, ":");

        words_add(dirs, words_format("%.*s", (int)n, list));
        if (list[n] == ':' && list[n + 1] == '\0')
            words_add(dirs, "");
        list += n + (list[n] == ':');
    }
}

/* The directory that an option gives to <...>, or NULL.  `prefix` is what
 * -iprefix said, and `root` what --sysroot did. */
static const char *searched(const struct arg *arg, const char **prefix, const char **root)
{
    static const char *const names[] = {
        "-I",         "--include-directory", "--include-directory=", "-isystem",
        "-idirafter", "-isystem-after",      "-c-isystem",           NULL};
    const char *value = arg->value;

    if (arg->name == NULL)
        return NULL;
    if (options_is(arg, "-iprefix"))
        *prefix = value;
    else if (options_is(arg, "--sysroot") || options_is(arg, "--sysroot=") ||
             options_is(arg, "-isysroot"))
        *root = value;
    else if (options_is(arg, "-iwithprefix") || options_is(arg, "-iwithprefixbefore"))
        return words_format("%s%s", *prefix, value); /* without -iprefix: the compiler's own */
    else if (options_is(arg, "-iwithsysroot"))
        return words_format("%s%s", *root, value);
    else if (!is_among(arg->name, names))
        return NULL;
    else if (*value == '=')
        return words_format("%s%s", *root, value + 1);
    else
        return words_starts(value, "$SYSROOT") ? words_format("%s%s", *root, value + 8) : value;
    return NULL;
}

static void note_arg(struct scan_context *ctx, const struct arg *arg)
{
    static const char *const forcing[] = {
        "-include", "-imacros", "--include", "--include=", "--imacros", "--imacros=", NULL};

    if (options_is(arg, "-iquote"))
        words_add(&ctx->quote_dirs, arg->value);
    else if (arg->name && is_among(arg->name, forcing))
        words_add(&ctx->forced, arg->value);
    else if (words_starts(arg->text, "-D") || words_starts(arg->text, "--define-macro") ||
             words_starts(arg->text, "-Wp,") || options_is(arg, "-Xpreprocessor"))
        ctx->macro_word |= has_our_word(ctx, arg->value, strlen(arg->value));
}

struct scan_context scan_context(const struct command *c, bool accept, bool *uses_api)
{
    struct scan_context ctx = {.accept = accept, .uses_api = uses_api};
    const char *prefix = "", *root = "";

    for (size_t i = 0; i < c->n_args; i++) /* --sysroot holds for what stands before it, too */
        searched(&c->args[i], &prefix, &root);
    prefix = "";
    for (size_t i = 0; i < c->n_args; i++) {
        const char *dir = searched(&c->args[i], &prefix, &root);

        if (dir)
            words_add(&ctx.dirs, dir);
        else
            note_arg(&ctx, &c->args[i]);
    }
    add_variable(&ctx.dirs, "CPATH");
    add_variable(&ctx.dirs, "C_INCLUDE_PATH");
    /* The compiler's by default, but projects install their headers there. */
    words_add(&ctx.dirs, "/usr/local/include");
    return ctx;
}

enum scan_answer scan_unit(const struct scan_context *ctx, const char *path,
                           const struct file *text)
{
    struct unit *u = words_alloc(sizeof *u);
    struct file f;

    u->ctx = ctx;
    for (size_t i = 0; i < ctx->forced.n; i++)
        scan_include(u, "", ctx->forced.at[i], true);
    if (text) {
        scan_text(u, "", text);
    } else if (file_map(&f, path) == 0) {
        scan_text(u, path, &f);
        file_unmap(&f);
    }
    if (u->pragma)
        return SCAN_YES;
    return u->unknown || ctx->macro_word || (u->operator&& u->word) ? SCAN_MAYBE : SCAN_NO;
}
