/* SPDX-License-Identifier: MIT */
/* test_trusted.c: files that are used only where nobody else can have written them.  What
 * programs make of them is in tests/security. */
#define _GNU_SOURCE
#include "../../base/trusted_file.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "suites.h"

static char path[64], why[TCR_TRUSTED_WHY];
static int directory;

static void setup(void)
{
    umask(022);
    strcpy(path, "/tmp/tcr-trusted-XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(path));
    directory = tcr_trusted_directory(path, why);
    ck_assert_int_gt(directory, 2);
}

static void teardown(void)
{
    unlinkat(directory, "file", 0);
    unlinkat(directory, "other", 0);
    close(directory);
    ck_assert_int_eq(rmdir(path), 0); /* nothing else is left */
}

/* Put the bytes there as anybody would. */
static void put(const char *bytes, size_t size)
{
    int fd = openat(directory, "file", O_WRONLY | O_CREAT | O_TRUNC, 0644);

    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

START_TEST(written_and_read)
{
    size_t size = 99;
    char *bytes;

    ck_assert_ptr_null(tcr_trusted_read(directory, "file", 100, &size, why));
    ck_assert_str_eq(why, ""); /* it is not there */
    umask(0);
    for (int k = 0; k < 2; k++)
        ck_assert_int_eq(tcr_trusted_write(directory, "file", "a\0b", 3, why), 0);
    bytes = tcr_trusted_read(directory, "file", 3, &size, why);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(size, 3);
    ck_assert_mem_eq(bytes, "a\0b", 4);
    free(bytes);
    ck_assert_ptr_null(tcr_trusted_read(directory, "file", 2, &size, why));
    ck_assert_str_eq(why, "it is too large");
    ck_assert_int_eq(tcr_trusted_write(directory, "none/file", "a", 1, why), -1);
    ck_assert_str_ne(why, "");
}
END_TEST

/* Every bit of an entry counts, its length and its name. */
START_TEST(damaged_entries)
{
    static const char text[] = "the bytes of an entry";
    size_t size, whole;
    char *all, *bytes;

    ck_assert_int_eq(tcr_cache_write(directory, "file", text, sizeof text, why), 0);
    bytes = tcr_cache_read(directory, "file", 1000, &size, why);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(size, sizeof text);
    ck_assert_str_eq(bytes, text);
    free(bytes);
    all = tcr_trusted_read(directory, "file", 1000, &whole, why);
    ck_assert_uint_gt(whole, size);
    for (size_t k = 0; k < whole; k++) {
        all[k] = (char)(all[k] ^ 1 << k % 8);
        put(all, whole);
        ck_assert_ptr_null(tcr_cache_read(directory, "file", 1000, &size, why));
        ck_assert_str_eq(why, "it is damaged");
        all[k] = (char)(all[k] ^ 1 << k % 8);
        put(all, k);
        ck_assert_ptr_null(tcr_cache_read(directory, "file", 1000, &size, why));
        ck_assert_str_eq(why, "it is damaged");
    }
    put(all, whole);
    bytes = tcr_cache_read(directory, "file", 1000, &size, why);
    ck_assert_ptr_nonnull(bytes);
    free(bytes);
    ck_assert_int_eq(renameat(directory, "file", directory, "other"), 0);
    ck_assert_ptr_null(tcr_cache_read(directory, "other", 1000, &size, why));
    ck_assert_str_eq(why, "it is damaged");
    free(all);
}
END_TEST

START_TEST(an_empty_entry)
{
    size_t size = 1;
    char *bytes;

    ck_assert_int_eq(tcr_cache_write(directory, "file", "", 0, why), 0);
    bytes = tcr_cache_read(directory, "file", 1000, &size, why);
    ck_assert_ptr_nonnull(bytes);
    ck_assert_uint_eq(size, 0);
    free(bytes);
}
END_TEST

START_TEST(rights)
{
    size_t size;

    put("text", 4);
    for (unsigned mode = 0; mode < 0100; mode++) {
        char *bytes;

        ck_assert_int_eq(fchmodat(directory, "file", 0600 | mode, 0), 0);
        bytes = tcr_trusted_read(directory, "file", 10, &size, why);
        ck_assert_int_eq(bytes != NULL, (mode & 022) == 0);
        free(bytes);
        ck_assert_int_eq(chmod(path, 0700 | mode), 0);
        bytes = tcr_trusted_load(path, "file", 10, &size, why);
        ck_assert_int_eq(bytes != NULL, (mode & 022) == 0);
        free(bytes);
        bytes = tcr_trusted_load(path, "none", 10, &size, why);
        ck_assert(!bytes && !*why);
    }
}
END_TEST

/* What is opened while standard streams are closed has another number than theirs. */
START_TEST(above_the_streams)
{
    int kept = dup(0), fd;

    ck_assert_int_ge(kept, 0);
    close(0);
    fd = tcr_fd_above_streams(open("/", O_RDONLY));
    ck_assert_int_gt(fd, 2);
    ck_assert_int_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    ck_assert_int_eq(fcntl(0, F_GETFD), -1); /* free again */
    close(fd);
    fd = tcr_trusted_directory(path, why);
    ck_assert_int_gt(fd, 2);
    close(fd);
    ck_assert_int_eq(dup2(kept, 0), 0);
    errno = 0;
    ck_assert_int_eq(tcr_fd_above_streams(-1), -1);
}
END_TEST

START_TEST(by_path)
{
    char by_path[128], wrong[4];
    struct stat a, b;

    put("text", 4);
    if (!tcr_trusted_path(by_path, sizeof by_path, directory, "file"))
        return; /* no /proc */
    ck_assert_int_eq(stat(by_path, &a), 0);
    ck_assert_int_eq(fstatat(directory, "file", &b, 0), 0);
    ck_assert(a.st_ino == b.st_ino && a.st_dev == b.st_dev);
    ck_assert(!tcr_trusted_path(wrong, sizeof wrong, directory, "file"));
    ck_assert(!tcr_trusted_path(by_path, sizeof by_path, -1, "file"));
}
END_TEST

Suite *suite_trusted(void)
{
    Suite *s = suite_create("trusted files");
    TCase *c = tcase_create("trusted files");

    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, written_and_read);
    tcase_add_test(c, damaged_entries);
    tcase_add_test(c, an_empty_entry);
    tcase_add_test(c, rights);
    tcase_add_test(c, above_the_streams);
    tcase_add_test(c, by_path);
    suite_add_tcase(s, c);
    return s;
}
