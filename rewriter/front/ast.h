/* SPDX-License-Identifier: MIT */
/*
 * ast.h: libclang's view of the preprocessed unit, and its translation into
 * ir.h.  Only the ast_*.c files know libclang.
 */
#ifndef TCR_AST_H
#define TCR_AST_H

#include "../source/diag.h"
#include "../ir/ir.h"
#include "../source/source.h"

struct region;
struct outline;
struct outline_function;
struct outline_var;
struct directive;
struct ast;
struct units;

/* Parse src->text.  `flags`: the words of the user's command that matter to
 * the parse of preprocessed text (-std=, -m, -f[un]signed-char, --target=).
 * NULL if the unit has an error outside system headers: *where and *message
 * tell (message: arena). */
struct ast *ast_parse(const struct source *src, const char *const *flags, size_t n_flags,
                      size_t *where, char **message);
void ast_free(struct ast *ast);

/* What is to be known of other units (ast_unit.c). */
struct ast_outside {
    struct units *units;      /* NULL: nothing is linked yet */
    bool whole_program;       /* a function without definition is for the link to find */
    bool lto;                 /* objects hold no machine code that a link could replace */
    const char *device_flags; /* of this unit */
};
void ast_set_outside(struct ast *ast, const struct ast_outside *outside);
/* Does the directive that is looked at next wait for the link?  What was decided
 * without it stays. */
void ast_ask_outside(struct ast *ast, bool waits);
/* `tcr routine` stands in front of this place: the functions declared there may be another
 * unit's.  False if there is none. */
bool ast_routine(struct ast *ast, size_t offset);
/* So does `omp declare variant`, which the compiler heeds: it may call others in their place. */
void ast_variant(struct ast *ast, size_t offset);
const char *ast_version(void); /* of libclang (arena) */

/* The statement that starts at `offset` (first token after the directive),
 * with the function around it; fills r->begin, end, function*, stmt.  Refuses. */
bool ast_region(struct region *r, size_t offset);

/* The statement that starts at the first token from `offset` on, pragmas and line
 * markers aside; 0, 0 if none does. */
void ast_statement(struct ast *ast, size_t offset, size_t *begin, size_t *end);
/* Is it a declaration, which C does not count as a statement? */
bool ast_is_declaration(struct ast *ast, size_t offset);

/* ast_text.c: a function that the unit defines, by its name; the one around a place. */
struct ast_text {
    const char *name;
    size_t begin, end; /* of its body */
    bool hidden;       /* no other unit can name it */
};
bool ast_text_named(struct ast *ast, const char *name, struct ast_text *out);
bool ast_text_around(struct ast *ast, size_t at, struct ast_text *out);
/* Each call in this part of a function, until `visit` says false; name NULL: by a pointer, or it
 * is no call, but what is volatile or _Atomic. */
typedef bool ast_call_visit(const char *name, void *ctx);
bool ast_text_calls(struct ast *ast, size_t begin, size_t end, ast_call_visit *visit, void *ctx);
/* The variables from outside that this part of a function names, each once: their kind, name,
 * place, and the kind of their type. */
struct decl *ast_text_names(struct ast *ast, size_t begin, size_t end, size_t *n);
/* Each for statement in this part of a function, those around others before these. */
typedef void ast_loop_visit(size_t begin, size_t end, void *ctx);
void ast_text_loops(struct ast *ast, size_t begin, size_t end, ast_loop_visit *visit, void *ctx);
/* Do the statements in this part of a function do nothing but compute with numbers of the
 * function's own, in variables of which no address is taken?  `hole`: this one need not be looked
 * at.  `may_name`: may such a variable be used? */
struct ast_plain {
    bool (*hole)(size_t begin, size_t end, void *ctx);
    bool (*may_name)(const char *name, void *ctx);
    void *ctx;
};
bool ast_text_is_plain(struct ast *ast, size_t begin, size_t end, const struct ast_plain *how);
/* The first token from a place on, pragmas and line markers aside. */
size_t ast_statement_at(const struct source *src, size_t offset);

/* The definition of a function visible in the unit, as device function; NULL
 * if the unit has only its declaration.  Refuses when the body cannot be
 * translated. */
struct device_function *ast_function(struct region *r, struct decl *fn, size_t call_offset);
/* The same of one that is called without the loop's arguments: it, and those that it calls, have
 * copies of the static variables that only ever have their first value.  A function that has been
 * built before stays as it is. */
struct device_function *ast_function_apart(struct region *r, struct decl *fn, size_t call_offset);
/* The function of this name that the rewriter has put behind the unit's text; NULL: there is none
 * without errors. */
struct decl *ast_made_function(struct region *r, const char *name);

/* What a function returns. */
struct type *ast_result_type(struct region *r, struct decl *fn);

/* Room that the functions of the C library need behind the unit's text. */
size_t ast_library_bytes(void);

/* Has the region that was built last memory of its iterations' own?  From now on, are regions built
 * as if there were none (ast_scratch.c)? */
bool ast_has_scratch(const struct ast *ast);
void ast_without_scratch(struct ast *ast, bool without);
/* Put the arrays that the body needs (tables, strings) at its beginning, once it is known which
 * loop's body it is. */
void ast_add_tables(struct region *r);

/* Is a local of the same name as file-scope `d` visible where the region stands? */
bool ast_shadowed(struct region *r, const struct decl *d);

/* ast_joint.c: has the statement under this construct `atomic` become an atomic operation?
 * ast_settle_joint, once the reduction variables are known, does that for the remaining
 * variables that all iterations share. */
struct construct;
bool ast_atomic_taken(const struct region *r, const struct construct *c);
void ast_settle_joint(struct region *r);

/* Look at the clauses of all directives (in the text's order) at once, so that
 * ast_require_clauses() need not parse the unit for each. */
void ast_check_unit(struct ast *ast, struct directive *const *dirs, size_t n);

/* Are the expressions of the directive's clauses C where the loop stands?  Says
 * what is wrong at the clause, and refuses.  ast_check.c. */
bool ast_require_clauses(struct region *r);

/* ast_names.c.  Is there no other name for the variable, by an attribute or an assembler name that
 * the unit shows?  Is the pointer declared `restrict`? */
bool ast_only_name(struct region *r, const struct decl *d);
bool ast_is_restrict(const struct decl *d);
/* ast_text.c.  The statement around this place, if all that have run the loop come to it
 * afterwards, as often as to the loop: one of the list in which the loop stands.  NULL: that is not
 * known, or it cannot be built.  `next`: nothing stands in between. */
struct stmt *ast_after(struct region *r, size_t at, bool *next);
/* Does the statement that begins at this place lead to the loop in any case: is it one before it in
 * that list? */
bool ast_leads(struct region *r, size_t at);
/* Each mention of the variable in this part of the function; `sets`: it is on the left of `=`. */
typedef void ast_use_visit(size_t at, bool sets, void *ctx);
void ast_uses(struct region *r, const struct decl *d, size_t begin, size_t end,
              ast_use_visit *visit, void *ctx);
/* ast_outline.c: outlines (outline.h), each made when it is first asked for.  Of the function at
 * this place; of one that is called; NULL if there is none.  The for statement that begins at a
 * place. */
struct outline *ast_outline(struct region *r, size_t at);
struct outline *ast_outline_callee(struct region *r, struct outline_function *f);
const struct stmt *ast_outline_loop(const struct outline *o, size_t at);
struct outline_var *ast_outline_variable(struct region *r, const struct decl *d);
void ast_outline_all(struct region *r, const struct decl *d); /* that name a variable of the file */
struct outline *ast_outlines(struct region *r);               /* the last one that has been made */
unsigned ast_outline_mark(struct region *r);                  /* another one each time */

#endif
