/* SPDX-License-Identifier: MIT */
/*
 * spawn.c: child processes, the private temporary directory, and signals.
 */
#define _GNU_SOURCE
#include "spawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../messages/gather.h"
#include "../messages/message.h"

/* A command line longer than this goes through a response file when it has to
 * be rebuilt: the kernel's limit may be as low as 128 KiB. */
enum { LONG_COMMAND = 100000 };

static const int fatal_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU};

static char *directory;
static bool showing, stdin_held;
static volatile sig_atomic_t caught;
static volatile pid_t child;
static sigset_t blocked, before;

void spawn_show(void)
{
    showing = true;
}

void spawn_hold_stdin(void)
{
    stdin_held = true;
}

static void on_signal(int sig)
{
    int saved = errno;

    caught = sig;
    if (child > 0)
        kill(child, sig);
    errno = saved;
}

static void catch_signals(void)
{
    struct sigaction sa = {.sa_handler = on_signal}, old;

    sigemptyset(&sa.sa_mask);
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
        sigaddset(&blocked, fatal_signals[i]);
        sigaction(fatal_signals[i], &sa, &old);
        if (old.sa_handler == SIG_IGN) /* nohup */
            sigaction(fatal_signals[i], &old, NULL);
    }
}

int spawn_begin(void)
{
    /* The places and their order are those of gcc: what it can use must not stop us. */
    const char *const places[] = {
        getenv("TMPDIR"), getenv("TMP"), getenv("TEMP"), "/tmp", "/var/tmp", "/usr/tmp", "."};
    char *tried = "";

    if (directory)
        return 0;
    if (showing) {
        directory = "${TMPDIR:-/tmp}/tcr-cc";
        return 0;
    }
    catch_signals();
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i] == NULL || *places[i] == '\0')
            continue;
        directory = words_format("%s/tcr-cc-XXXXXX", places[i]);
        if (mkdtemp(directory)) {
            chmod(directory, 0700); /* whatever the umask takes away */
            return 0;
        }
        tried =
            words_format("%s%s'%s' (%s)", tried, *tried ? ", " : "", places[i], strerror(errno));
    }
    directory = NULL;
    return message_error("cannot make a temporary directory in %s", tried);
}

const char *spawn_directory(void)
{
    return directory;
}

char *spawn_temporary(size_t number, const char *name)
{
    char *dir = words_format("%s/%zu", directory, number);

    if (!showing && mkdir(dir, 0700) == 0)
        chmod(dir, 0700);
    return words_format("%s/%s", dir, name);
}

/* `depth` keeps a mishap small: there are only two levels. */
static void remove_tree(const char *dir, int depth)
{
    DIR *d = opendir(dir);
    struct dirent *e;

    while (d && (e = readdir(d)) != NULL) {
        char *path = words_format("%s/%s", dir, e->d_name);

        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        if (unlink(path) < 0 && depth > 0)
            remove_tree(path, depth - 1);
    }
    if (d)
        closedir(d);
    rmdir(dir);
}

void spawn_end(void)
{
    if (directory && !showing)
        remove_tree(directory, 2);
    directory = NULL;
}

static void show(const struct words *argv)
{
    for (size_t i = 0; i < argv->n; i++) {
        bool temporary = directory && words_starts(argv->at[i], directory);

        printf(temporary ? "%s\"%s\"" : "%s%s", i ? " " : "",
               temporary ? argv->at[i] : words_quote(argv->at[i]));
    }
    putchar('\n');
}

static void check_caught(void)
{
    if (caught)
        spawn_exit(-caught);
}

static int decode(int status)
{
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

static _Noreturn void become(const char *path, const struct words *argv)
{
    execv(path, argv->at);
    fprintf(stderr, "tcr-cc: error: cannot run '%s': %s\n", path, strerror(errno));
    _exit(127);
}

/* Start a child with `out` and `err` as its standard output and error where
 * they are not negative. */
static void start(const char *path, const struct words *argv, int out, int err)
{
    check_caught();
    if (stdin_held)
        lseek(STDIN_FILENO, 0, SEEK_SET);
    fflush(NULL);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    child = fork();
    if (child == 0) {
        for (size_t i = 0; directory && i < sizeof fatal_signals / sizeof *fatal_signals; i++) {
            struct sigaction sa;

            sigaction(fatal_signals[i], NULL, &sa);
            if (sa.sa_handler == on_signal)
                signal(fatal_signals[i], SIG_DFL);
        }
        sigprocmask(SIG_SETMASK, &before, NULL);
        if (out >= 0)
            dup2(out, STDOUT_FILENO);
        if (err >= 0)
            dup2(err, STDERR_FILENO);
        become(path, argv);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
}

static int finish(void)
{
    int status = 127 << 8;
    pid_t pid = child;

    if (pid < 0)
        return 127;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    check_caught();
    return decode(status);
}

static const struct words *shorten(const struct words *argv, struct words *copy)
{
    size_t length = 0;
    char *path;
    FILE *f;
    int fd;

    for (size_t i = 0; i < argv->n; i++)
        length += strlen(argv->at[i]) + 1;
    if (length < LONG_COMMAND || directory == NULL)
        return argv;
    path = spawn_temporary(0, "arguments");
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    f = fd < 0 ? NULL : fdopen(fd, "w");
    if (f == NULL)
        return argv;
    for (size_t i = 1; i < argv->n; i++) {
        for (const char *p = argv->at[i]; *p; p++)
            fprintf(f, strchr(" \t\n\v\f\r\\'\"", *p) ? "\\%c" : "%c", *p);
        fprintf(f, "%s\n", argv->at[i][0] ? "" : "\"\"");
    }
    if (ferror(f) | fclose(f)) /* as it is, it may be taken; half of it must not be */
        return argv;
    words_add(copy, argv->at[0]);
    words_add(copy, words_format("@%s", path));
    return copy;
}

int spawn_run(const char *path, const struct words *argv, const char *errors)
{
    struct words copy = {0};
    int err = -1, rc;

    if (showing) {
        show(argv);
        return 0;
    }
    if (errors)
        err = open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    start(path, shorten(argv, &copy), -1, err);
    if (child < 0)
        dprintf(err >= 0 ? err : STDERR_FILENO, "tcr-cc: error: cannot start '%s': %s\n", path,
                strerror(errno));
    rc = finish();
    if (err >= 0)
        close(err);
    return rc;
}

int spawn_run_inside(const char *path, const struct words *argv, const char *errors)
{
    const char *before_it = getenv("TMPDIR");
    char *kept = before_it ? words_format("%s", before_it) : NULL;
    int rc;

    if (directory && !showing)
        setenv("TMPDIR", directory, 1);
    rc = spawn_run(path, argv, errors);
    if (kept)
        setenv("TMPDIR", kept, 1);
    else
        unsetenv("TMPDIR");
    return rc;
}

char *spawn_output(const char *path, const struct words *argv)
{
    char text[4096];
    size_t used = 0;
    ssize_t n;
    int fd[2], null = open("/dev/null", O_WRONLY | O_CLOEXEC);

    if (null < 0 || pipe2(fd, O_CLOEXEC) < 0)
        return NULL;
    start(path, argv, fd[1], null);
    close(fd[1]);
    close(null);
    while (used < sizeof text - 1 && (n = read(fd[0], text + used, sizeof text - 1 - used)) != 0) {
        if (n > 0)
            used += (size_t)n;
        else if (errno != EINTR)
            break;
    }
    close(fd[0]);
    if (finish() != 0)
        return NULL;
    while (used && text[used - 1] == '\n')
        used--;
    return words_format("%.*s", (int)used, text);
}

_Noreturn void spawn_exec(const char *path, const struct words *argv)
{
    check_caught();
    if (showing) {
        show(argv);
        exit(0);
    }
    spawn_end();
    gather_end();
    if (stdin_held)
        lseek(STDIN_FILENO, 0, SEEK_SET);
    become(path, argv);
}

_Noreturn void spawn_exit(int outcome)
{
    spawn_end();
    gather_end();
    if (outcome < 0) {
        signal(-outcome, SIG_DFL);
        raise(-outcome);
        outcome = 128 - outcome;
    }
    exit(outcome);
}
