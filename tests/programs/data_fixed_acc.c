/* SPDX-License-Identifier: MIT */
/* The same with OpenACC's directives.
 *
 * flags: -O1
 * accept: acc
 */
#define LOOP(...) SAID(acc parallel loop __VA_ARGS__)
#define DATA(...) SAID(acc data copy(__VA_ARGS__))
#include "data_fixed.c"
