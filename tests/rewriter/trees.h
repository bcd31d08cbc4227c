/* SPDX-License-Identifier: MIT */
/* trees.h: statements and expressions made by hand, for tests of what is found out about them. */
#ifndef TEST_REWRITER_TREES_H
#define TEST_REWRITER_TREES_H

#include "../../rewriter/ir/ir.h"

/* A variable of type int, or a pointer to or an array of n of them (arena). */
struct decl *tree_int(const char *name);
struct decl *tree_pointer(const char *name);
struct decl *tree_array(const char *name, long long n);

struct expr *tree_number(long long k);
struct expr *tree_var(struct decl *d);
struct expr *tree_element(struct decl *d, struct expr *k);
struct expr *tree_binary(enum c_op op, struct expr *a, struct expr *b);
struct expr *tree_not(struct expr *a);
struct expr *tree_choice(struct expr *a, struct expr *b, struct expr *c);
struct expr *tree_set(struct expr *to, struct expr *value);
struct expr *tree_step(struct decl *d);
struct expr *tree_address(struct expr *of);
struct expr *tree_call(struct expr *arg);

struct stmt *tree_do(struct expr *e);
struct stmt *tree_block(size_t n, struct stmt *const *list);
#define TREE_BLOCK(...)                                                                            \
    tree_block(sizeof((struct stmt *[]){__VA_ARGS__}) / sizeof(struct stmt *),                     \
               (struct stmt *[]){__VA_ARGS__})
struct stmt *tree_declare(struct decl *d, struct expr *init);
struct stmt *tree_if(struct expr *e, struct stmt *yes, struct stmt *no);
struct stmt *tree_while(struct expr *e, struct stmt *body);
struct stmt *tree_until(struct stmt *body, struct expr *e); /* do body while (e) */
/* for (v = from; v < to; v++) body */
struct stmt *tree_for(struct decl *v, struct expr *from, struct expr *to, struct stmt *body);
struct stmt *tree_switch(struct expr *e, struct stmt *body);
struct stmt *tree_case(long long k, struct stmt *s);
struct stmt *tree_default(struct stmt *s);
struct stmt *tree_jump(enum stmt_kind kind); /* break, continue, return */
struct label *tree_label(const char *name);
struct stmt *tree_labelled(struct label *l, struct stmt *s);
struct stmt *tree_goto(struct label *l);

/* Statements of all kinds that read and set both variables, gotos into loops among them. */
struct stmt *tree_random(unsigned seed, struct decl *x, struct decl *y);

#endif
