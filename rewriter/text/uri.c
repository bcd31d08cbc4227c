/* SPDX-License-Identifier: MIT */
/* uri.c: see uri.h. */
#include "uri.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

/* The path from the root without `.` and `..`. */
static char *whole_path(const char *name)
{
    char *here = *name == '/' ? NULL : getcwd(NULL, 0);
    char *all = xasprintf("%s/%s", here ? here : "", name);
    struct buf path = {0};
    buf_add(&path, "");
    for (const char *at = all; *at;) {
        at += strspn(at, "/");
        size_t n = strcspn(at, "/");
        if (n == 2 && memcmp(at, "..", 2) == 0) {
            while (path.len && path.s[path.len - 1] != '/')
                path.len--;
            path.len -= path.len > 0;
            path.s[path.len] = '\0';
        } else if (n && (n != 1 || *at != '.')) {
            buf_addc(&path, '/');
            buf_addn(&path, at, n);
        }
        at += n;
    }
    free(here);
    free(all);
    return buf_take(&path);
}

static char *uri_of_path(const char *path)
{
    struct buf uri = {0};
    buf_add(&uri, "file://");
    for (const unsigned char *s = (const unsigned char *)path; *s; s++)
        if ((*s < 0x80 && isalnum(*s)) || strchr("/-._~", *s))
            buf_addc(&uri, (char)*s);
        else
            buf_printf(&uri, "%%%02X", *s);
    return buf_take(&uri);
}

char *uri_of_file(const char *name, int real)
{
    char *path = real ? realpath(name, NULL) : whole_path(name);
    char *uri = path ? uri_of_path(path) : NULL;
    free(path);
    return uri;
}

static int is_versioned(const char *directory)
{
    static const char *const marks[] = {".git", ".hg", ".svn"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        char *mark = xasprintf("%s/%s", directory, marks[i]);
        int there = access(mark, F_OK) == 0;
        free(mark);
        if (there)
            return 1;
    }
    return 0;
}

char *uri_top(const char *log)
{
    char *path = log ? realpath(log, NULL) : NULL;
    if (!path)
        path = whole_path(log ? log : "x");
    *strrchr(path, '/') = '\0';
    char *at = xstrdup(path);
    while (*at && !is_versioned(at))
        *strrchr(at, '/') = '\0';
    char *directory = xasprintf("%s/", *at ? at : path);
    char *uri = uri_of_path(directory);
    free(directory);
    free(at);
    free(path);
    return uri;
}

char *uri_documents(void)
{
    char *self = realpath("/proc/self/exe", NULL);
    if (*TCR_DOCS_URL || !self) {
        free(self);
        return xstrdup(TCR_DOCS_URL);
    }
    *strrchr(self, '/') = '\0';
    char *path = xasprintf("%s/%s", self, TCR_DOCS_FROM_BIN);
    char *uri = uri_of_file(path, 0);
    free(path);
    free(self);
    return uri;
}
