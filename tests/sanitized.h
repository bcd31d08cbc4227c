/* SPDX-License-Identifier: MIT */
/*
 * sanitized.h: for tests, which sanitizer looks on: ADDRESS_SANITIZER or THREAD_SANITIZER are
 * defined, whether the compiler says it as gcc does or as clang.
 */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER 1
#endif
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER 1
#endif
#endif
#if defined __SANITIZE_ADDRESS__ && !defined ADDRESS_SANITIZER
#define ADDRESS_SANITIZER 1
#endif
#if defined __SANITIZE_THREAD__ && !defined THREAD_SANITIZER
#define THREAD_SANITIZER 1
#endif

#endif
