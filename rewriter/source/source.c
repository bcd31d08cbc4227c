/* SPDX-License-Identifier: MIT */
/*
 * source.c: the seam.  Runs the user's preprocessor, blanks out macro
 * definitions, keeps the line map, finds the directives.  See source.h.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* mkostemps */
#endif
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "declared.h"
#include "misspelt.h"
#include "source_private.h"

extern char **environ;

/* ---- processes and temporaries ------------------------------------------ */

/* What a signal must undo: of the process, for a handler has no argument. */
#define MAX_TEMPS 2
static char *volatile doomed_paths[MAX_TEMPS];
static volatile sig_atomic_t doomed_child;
static const int fatal_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define N_SIGNALS (sizeof fatal_signals / sizeof *fatal_signals)
static struct sigaction saved_actions[N_SIGNALS];
static int n_temps;

static void on_signal(int sig)
{
    if (doomed_child > 0)
        kill((pid_t)doomed_child, SIGTERM);
    for (size_t i = 0; i < MAX_TEMPS; i++)
        if (doomed_paths[i])
            unlink(doomed_paths[i]);
    signal(sig, SIG_DFL);
    raise(sig);
}

static void catch_signals(void)
{
    struct sigaction act = {.sa_handler = on_signal};
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < N_SIGNALS; i++) {
        sigaction(fatal_signals[i], NULL, &saved_actions[i]);
        if (saved_actions[i].sa_handler == SIG_DFL)
            sigaction(fatal_signals[i], &act, NULL);
    }
}

static void release_signals(void)
{
    for (size_t i = 0; i < N_SIGNALS; i++)
        sigaction(fatal_signals[i], &saved_actions[i], NULL);
}

/* A new file in the first place that takes one, by gcc's list of them. */
static int make_temporary(char **path, const char *suffix)
{
    const char *const places[] = {
        getenv("TMPDIR"), getenv("TMP"), getenv("TEMP"), "/tmp", "/var/tmp", "/usr/tmp", "."};
    int fd = -1;
    for (size_t i = 0; fd < 0 && i < sizeof places / sizeof *places; i++) {
        if (!places[i] || !*places[i])
            continue;
        *path = xasprintf("%s/tcr-XXXXXX%s", places[i], suffix);
        fd = mkostemps(*path, (int)strlen(suffix), O_CLOEXEC);
        int error = errno;
        if (fd < 0)
            free(*path);
        errno = error;
    }
    return fd;
}

int temp_open(struct temp *t, const char *suffix)
{
    char *path = NULL;
    sigset_t all, before; /* no signal between the file and the note of it */
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int fd = make_temporary(&path, suffix), error = errno;
    if (fd >= 0) {
        *t = (struct temp){.path = path, .fd = fd, .slot = doomed_paths[0] ? 1 : 0};
        doomed_paths[t->slot] = path;
        if (n_temps++ == 0)
            catch_signals();
    } else {
        *t = (struct temp){.fd = -1};
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return fd >= 0 ? 0 : -error;
}

void temp_remove(struct temp *t)
{
    if (!t->path)
        return;
    close(t->fd);
    unlink(t->path);
    doomed_paths[t->slot] = NULL;
    if (--n_temps == 0)
        release_signals();
    free(t->path);
    t->path = NULL;
}

int source_run(char *const *argv, bool quiet)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (quiet)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t pid;
    int error = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        return -error;
    doomed_child = (sig_atomic_t)pid;
    int status;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR) {
            doomed_child = 0;
            return -errno;
        }
    doomed_child = 0;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

char *source_read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rbe");
    if (!f)
        return NULL;
    struct buf b = {0};
    char chunk[65536];
    size_t n;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0)
        buf_addn(&b, chunk, n);
    int error = ferror(f) ? errno : 0;
    fclose(f);
    if (error) {
        buf_free(&b);
        errno = error;
        return NULL;
    }
    *size = b.len;
    return buf_take(&b);
}

/* ---- lines -------------------------------------------------------------- */

/* Is the quote at `at` that of a raw string? */
static bool is_raw(const char *s, size_t at)
{
    size_t begin = at;
    while (begin > 0 && text_word_char(s[begin - 1]))
        begin--;
    size_t n = at - begin;
    const char *p = s + begin;
    return (n == 1 || (n == 2 && strchr("LuU", *p)) || (n == 3 && p[0] == 'u' && p[1] == '8')) &&
           s[at - 1] == 'R';
}

/* R"delimiter( ... )delimiter": the offset behind it, or behind the quote if
 * it is no such thing. */
static size_t skip_raw(const char *s, size_t at)
{
    size_t n = strcspn(s + at + 1, "( \\)\t\n\"");
    if (n > 16 || s[at + 1 + n] != '(')
        return at + 1;
    char *close = xasprintf(")%.*s\"", (int)n, s + at + 1);
    const char *found = strstr(s + at + n, close);
    at = found ? (size_t)(found - s) + strlen(close) : at + 1;
    free(close);
    return at;
}

size_t source_skip_quoted(const char *s, size_t size, size_t at)
{
    if (s[at] == '"' && is_raw(s, at))
        return skip_raw(s, at);
    if (s[at] != '"' && s[at] != '\'')
        return at;
    size_t len = text_token(s, size, &at);
    return at + len;
}

size_t source_line_end(const char *s, size_t size, size_t at)
{
    while (at < size && s[at] != '\n') {
        size_t behind = source_skip_quoted(s, size, at);
        if (behind > at) {
            at = behind;
        } else if (s[at] == '/' && s[at + 1] == '/') {
            at += strcspn(s + at, "\n");
        } else if (s[at] == '/' && s[at + 1] == '*') {
            const char *close = strstr(s + at + 2, "*/");
            at = close ? (size_t)(close - s) + 2 : size;
        } else {
            at++;
        }
    }
    return at < size ? at : size;
}

/* What was meant by a word that is like one of our directives, for telling a
 * near miss of the namespace from others' pragmas; else NULL. */
static const char *like_directive(const char *s, size_t n)
{
    static const char *const words[][2] = {
        {"reduce", "tcr reduce"}, {"reduction", "tcr reduce"}, {"loop", "tcr loop"},
        {"scan", "tcr scan"},     {"data", "tcr data"},        {"enter", "tcr enter"},
        {"exit", "tcr exit"},     {"update", "tcr update"},    {"routine", "tcr routine"},
        {"wait", "tcr wait"},
    };
    char *word = xstrndup(s, n);
    const char *like = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words && !like; i++)
        if (text_distance(word, words[i][0]) <= (strlen(words[i][0]) > 4 ? 2 : 1))
            like = words[i][1];
    free(word);
    return like;
}

/* The three letters, in whatever order, or one slip away from them. */
static bool like_namespace(const char *word)
{
    return text_distance(word, "tcr") <= 1 || strcmp(word, "rtc") == 0 || strcmp(word, "crt") == 0;
}

/* Is a for statement the next that follows, other lines for the preprocessor aside? */
static bool before_for(const struct source *src, size_t at)
{
    const char *s = src->text;
    size_t len;
    while ((len = text_token(s, src->size, &at)) == 1 && s[at] == '#')
        at = source_line_end(s, src->size, at);
    return len == 3 && memcmp(s + at, "for", 3) == 0;
}

/* What was meant by a pragma whose first word is p->namespace_word; `*at` is
 * behind that.  NULL: it is somebody else's. */
static const char *near_miss(const struct source *src, struct pragma *p, size_t *at)
{
    static const char *const others[] = {"omp", "acc", "GCC", "clang"};
    const char *s = src->text, *word = p->namespace_word;
    size_t next = *at, n = text_token(s, p->end, &next);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(word, others[i]) == 0 && n == 3 && memcmp(s + next, "tcr", 3) == 0) {
            free(p->namespace_word);
            p->namespace_word = xasprintf("%s tcr", others[i]);
            *at = next + n;
            return "tcr";
        }
    bool bare_case = text_distance(word, "tcr") == 0 && n == 0;
    if (like_namespace(word))
        return bare_case || like_directive(s + next, n) ? "tcr" : NULL;
    if (text_distance(word, "reduce") == 0 || text_distance(word, "reduction") == 0)
        return n == 1 && s[next] == '(' && before_for(src, p->end) ? "tcr reduce" : NULL;
    if (strncasecmp(word, "tcr", 3) != 0)
        return NULL;
    word += word[3] == '_' ? 4 : 3;
    return like_directive(word, strlen(word));
}

/* One line, with comments taken out and blanks made single. */
static char *one_line(const char *s, size_t at, size_t end)
{
    struct buf b = {0};
    size_t len, last = at;
    while ((len = text_token(s, end, &at)) > 0) {
        if (b.len && at > last)
            buf_addc(&b, ' ');
        buf_addn(&b, s + at, len);
        last = at += len;
    }
    return buf_take(&b);
}

/* Keep the pragma, of ours or of others. */
static void keep_pragma(struct source *src, struct macros *m, struct pragma p, size_t words)
{
    bool ours = p.origin == ORIGIN_TCR, slip = !ours && p.near_miss;
    struct pragma **list = ours ? &src->pragmas : slip ? &src->slips : &src->others;
    size_t *n = ours ? &src->n_pragmas : slip ? &src->n_slips : &src->n_others;
    if (ours || (m->accept & 1u << p.origin))
        source_pragma_letters(src->text, words, p.end);
    p.words = one_line(src->text, words, p.end);
    p.from_macro = !source_has_pragma(src, p.begin);
    if (!p.near_miss && (ours || (m->accept & 1u << p.origin)))
        macros_mark(m, p.origin, *n, p.words);
    *list = xgrow(*list, *n, sizeof **list);
    (*list)[(*n)++] = p;
}

/* `#pragma update self(...)`: a data directive of ours without the word in front, or with that
 * behind it. */
static const char *without_namespace(const char *s, const char *word, size_t at, size_t end)
{
    static const char *const whole[][3] = {{"enter", "data", "tcr enter"},
                                           {"exit", "data", "tcr exit"},
                                           {"update", "self host device", "tcr update"},
                                           {"data", "copy copyin copyout create", "tcr data"}};
    size_t n = text_token(s, end, &at), open = at + n;
    bool swapped = n == 3 && memcmp(s + at, "tcr", 3) == 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(word, whole[i][0]) == 0 &&
            (swapped || (text_among(whole[i][1], s + at, n) &&
                         (i < 2 || (text_token(s, end, &open) == 1 && s[open] == '(')))))
            return whole[i][2];
    return NULL;
}

/* Whose is a pragma that does not begin with `tcr`?  False: nobody's whom we care for. */
static bool find_origin(const struct source *src, const struct macros *m, struct pragma *p,
                        size_t *at)
{
    bool omp = strcmp(p->namespace_word, "omp") == 0;
    p->meant = near_miss(src, p, at);
    if (!p->meant && (omp || strcmp(p->namespace_word, "acc") == 0)) {
        p->origin = omp ? ORIGIN_OMP : ORIGIN_ACC;
        return true;
    }
    if (!p->meant)
        p->meant = misspelt_namespace(p, src->text, *at, m->accept);
    if (!p->meant)
        p->meant = without_namespace(src->text, p->namespace_word, *at, p->end);
    p->near_miss = p->meant != NULL;
    return p->near_miss;
}

/* Keep the line text[begin..end) if it is `#pragma tcr ...` or a near miss, or
 * of OpenMP or OpenACC. */
static void take_pragma(struct source *src, struct macros *m, size_t begin, size_t end)
{
    char *s = src->text;
    size_t at = begin, len = text_token(s, end, &at);
    struct pragma p = {.begin = at, .end = end};
    if (len != 1 || s[at] != '#')
        return;
    at++;
    len = text_token(s, end, &at);
    if (len != 6 || memcmp(s + at, "pragma", 6) != 0)
        return;
    at += len;
    len = text_token(s, end, &at);
    if (len == 0 || !text_word_start(s[at]))
        return;
    p.namespace_word = xstrndup(s + at, len);
    at += len;
    if (strcmp(p.namespace_word, "tcr") != 0 && !find_origin(src, m, &p, &at))
        free(p.namespace_word);
    else
        keep_pragma(src, m, p, at);
}

/* Go through the preprocessor's output once, line by line. */
static void take_lines(struct source *src, struct macros *m)
{
    const struct source_lines *l = src->lines;
    for (size_t begin = 0, end; begin < src->size; begin = end + 1) {
        end = source_line_end(src->text, src->size, begin);
        size_t at = begin;
        while (at < end && isspace((unsigned char)src->text[at]))
            at++;
        if (at == end || src->text[at] != '#' || source_add_marker(src, begin, end))
            continue;
        const char *file = l->n_markers ? l->markers[l->n_markers - 1].file : "";
        if (macros_take(m, src->text + at, end - at, file[0] == '<')) {
            for (; at < end; at++)
                if (src->text[at] != '\n')
                    src->text[at] = ' ';
        } else {
            take_pragma(src, m, begin, end);
        }
    }
}

/* cc... -E -dD -o TEMP file */
static int preprocess(const char *file, char *const *cc, const char *out)
{
    size_t n = 0;
    while (cc[n])
        n++;
    char **argv = xcalloc(n + 6, sizeof *argv);
    memcpy(argv, cc, n * sizeof *argv);
    const char *const own[] = {"-E", "-dD", "-o", out, file, NULL};
    memcpy(argv + n, own, sizeof own);
    int status = source_run(argv, false);
    free(argv);
    return status;
}

void source_take(struct source *src, const char *main_file, char *const *cc, unsigned accept)
{
    struct source_lines *l = xcalloc(1, sizeof *l);
    l->main_file = xstrdup(main_file);
    src->lines = l;
    src->main_file = l->main_file;
    source_spell(src);
    src->unit_size = src->size;
    if (strstr(src->text, "/*") || strstr(src->text, "//"))
        source_blank_comments(src);
    struct macros m = {.accept = accept};
    take_lines(src, &m);
    src->may_be_clang = m.clang || !cc[0];
    src->strict_c90 = m.strict && !m.c99;
    macros_expand(&m, src, cc);
    macros_free(&m);
    if (accept & 1u << ORIGIN_OMP)
        declared_take(src);
}

int source_load(struct source *src, const char *file, char *const *cc, unsigned accept)
{
    *src = (struct source){0};
    struct temp t;
    int status = temp_open(&t, ".i");
    if (status)
        return status;
    status = preprocess(file, cc, t.path);
    if (status == 0) {
        src->text = source_read_file(t.path, &src->size);
        if (!src->text)
            status = errno ? -errno : -EIO;
    }
    temp_remove(&t);
    if (status == 0)
        source_take(src, file, cc, accept);
    return status;
}

static void free_pragmas(struct pragma *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free(list[i].words);
        free(list[i].namespace_word);
    }
    free(list);
}

void source_free(struct source *src)
{
    free_pragmas(src->pragmas, src->n_pragmas);
    free_pragmas(src->others, src->n_others);
    free_pragmas(src->slips, src->n_slips);
    free(src->declared);
    free(src->text);
    source_lines_free(src->lines);
    *src = (struct source){0};
}
