/* SPDX-License-Identifier: MIT */
/* soak.h: what the workers of soak.c share. */
#ifndef SOAK_H
#define SOAK_H
#include <stdbool.h>
#include <stddef.h>
enum { N = 24000, WORKERS = 10 };
extern volatile int stop;
extern volatile long turns[WORKERS], bad[WORKERS];
unsigned next(unsigned *r);
/* a loop's array after one step, by the device and by the host; its sum */
void step(long *x, int n, long k);
void step_host(long *x, int n, long k);
long sum(const long *x, int n);
long sum_host(const long *x, int n);
/* Workers: until `stop`; the argument is the worker's number. */
void *shapes(void *arg);  /* shapes.c: loops of many kinds */
void *traffic(void *arg); /* traffic.c: arrays that go through sockets, pipes and files in memory */
void *lives(void *arg);   /* lives.c: threads and processes that begin and end */
void *various(void *arg); /* various.c: products, prefix sums, directives, rows, exact sums */
void *large(void *arg);   /* large.c: blocks in huge pages; rows that lanes share */
/* growth.c: mappings, descriptors, threads and memory, noted now; wanted: with a line for each */
void growth_note(double seconds, bool wanted);
/* Have they grown from the second quarter of the notes to the last?  Says so. */
bool growth_none(void);
#endif
