/* SPDX-License-Identifier: MIT */
/* uri.h: the addresses of files, as SARIF has them (RFC 3986, RFC 8089).  All texts are the
 * caller's. */
#ifndef TCR_URI_H
#define TCR_URI_H

/* "file:///home/me/a%20b.c": from the root, without `.` and `..`; with `real`, without
 * symbolic links, or NULL if there is no such file. */
char *uri_of_file(const char *name, int real);
/* The top of the sources, "file:///home/me/project/": the nearest directory at or above that
 * of the file `log` that is under version control, else that directory.  NULL: the working
 * directory counts. */
char *uri_top(const char *log);
/* Where the documents are, without a slash at the end. */
char *uri_documents(void);

#endif
