/* SPDX-License-Identifier: MIT */
/* ast_private.h: what the files of ast share. */
#ifndef TCR_AST_PRIVATE_H
#define TCR_AST_PRIVATE_H

#include <clang-c/Index.h>
#include "ast.h"
#include "data.h"
#include "../ir/region.h"
#include "../text/text_index.h"
#include "units.h"

/* What libclang has been asked (ast_memo.c): open addressing; rooms: powers of two. */
struct ast_memo {
    struct ast_entry *table;
    struct ast_note *notes;
    size_t room, used, note_room, n_notes;
};

/* Of the functions that directives stand in front of. */
struct ast_names {
    const char **list;
    size_t n;
};

/* A parse: of the unit that is being rewritten, and, in `others`, of the texts behind it. */
struct ast {
    CXIndex index;
    CXTranslationUnit unit;
    const struct source *src;
    const char *weak;       /* the first '#pragma weak' of its text, or "" (ast_names.c) */
    const char **args;      /* of the parser */
    size_t n_args, n_fixed; /* all; the first of them, which do not depend on the command */
    CXCursor *functions;    /* definitions, in text order */
    size_t n_functions;
    size_t *atomics; /* operations that are other words to libclang (ast.c), in source.text */
    size_t n_atomics;
    size_t *errors; /* where libclang found some in system headers */
    size_t n_errors;
    struct clean { /* directives whose clauses have been found to be C */
        const struct directive *dir;
        size_t first; /* of a data directive: the shape of its first item */
    } * clean;
    size_t n_clean;
    struct data_shape *shapes;
    struct record **records;
    CXCursor *record_cursors;
    size_t n_records;
    int filling; /* records that are being filled, each a part of the one before */
    struct record *complex_records[2]; /* of float and of double */
    struct decl **decls;               /* of the region being built */
    CXCursor *decl_cursors;
    size_t n_decls;
    CXCursor *named, *named_as; /* variables of statement expressions, their values (ast_macro.c) */
    size_t n_named;
    CXCursor loop;              /* of the region being built */
    struct scratch **scratches; /* of it (ast_scratch.c) */
    size_t n_scratches;
    struct thread_memory *threads; /* of it (ast_thread.c) */
    size_t n_threads;
    bool no_scratch;           /* build regions as if iterations had no memory of their own */
    CXCursor updated;          /* the operand that the innermost assignment changes, or & names */
    int uses;                  /* of such names */
    int breaks;                /* loops and switches around the statement that is being built */
    struct stmt *tables;       /* static ones of other units in the function being built */
    const struct given *given; /* its parameters that are functions (ast_pointer.c) */
    bool apart;                /* it is called without the loop's arguments */
    /* ast_unit.c */
    struct ast_outside outside;
    struct units *linked;                /* the units of outside, whoever asks */
    struct ast_names routines, variants; /* of `tcr routine`, `omp declare variant` */
    size_t base;                         /* of another unit: where its text begins */
    struct ast *library;     /* the functions of ast_library.c, once one of them has been needed */
    struct ast *others;      /* all that have been parsed behind the unit */
    struct ast *next;        /* of those */
    struct ast_memo memo;    /* the unit's, of the cursors of all */
    struct text_index names; /* of functions; empty: nobody has asked (ast_text.c) */
    /* ast_outline.c */
    struct outline_var **outline_vars;
    size_t n_outline_vars;
    struct outline_function **outline_functions;
    size_t n_outline_functions;
    struct outline *outlines;
    unsigned outline_mark;
};

/* The function in whose definition the offset lies. */
bool ast_function_at(struct ast *ast, size_t offset, CXCursor *out);

/* Past blanks, line markers and pragmas between tokens of the text. */
size_t ast_skip_blank(const char *text, size_t at, bool *line_start);
/* libclang's extent of a statement leaves out a closing semicolon. */
size_t ast_whole_end(struct ast *ast, const char *text, CXCursor statement, size_t end);

/* ast_data.c */
struct data_shape ast_data_shape(CXType t);

/* Is the operation in gcc's words, which has other ones to libclang? */
bool ast_is_patched(const struct ast *ast, size_t at);
/* NULL: libclang gives up.  The caller disposes of it.  `spell`: errors about a name say which
 * other name may be meant; libclang then goes on as if that stood there. */
CXTranslationUnit ast_parse_text(const struct ast *ast, const char *text, size_t size, bool spell);

/* Parse src->text from `begin` on; otherwise as ast_parse. */
struct ast *ast_parse_at(const struct source *src, size_t begin, const char *const *flags,
                         size_t n_flags, size_t *where, char **message);

/* ast_unit.c: where the text that a cursor is of begins: 0, the unit's own. */
size_t ast_base(struct ast *ast, CXCursor c);
bool ast_is_foreign(struct ast *ast, CXCursor c);

/* Is a function of this name for the link to find? */
bool ast_is_routine(const struct ast *ast, const char *name);
/* ... and may the compiler call another one in its place, where this call of it stands? */
bool ast_has_variants(struct ast *ast, CXCursor call, const char *name);
/* The definition of an external function in another unit, or why it is not to
 * be had (NULL: nothing is known of it). */
bool ast_find_outside(struct region *r, CXCursor callee, size_t at, CXCursor *out,
                      const char **why);
char *ast_symbol(CXCursor c); /* what the linker calls it */
/* Refuses one in which data directives stand. */
bool ast_check_no_data(struct region *r, CXCursor definition, const char *name, size_t at);
/* Refuses a call of another unit's function by other types than its own. */
bool ast_match_call(struct region *r, struct expr *e, const struct device_function *f);
/* Records from number `first` on that are those of another unit, too, become them. */
void ast_join_records(struct ast *ast, size_t first);
/* The declaration that stands for an external variable in all units; NULL: none yet. */
struct decl *ast_same_variable(struct region *r, CXCursor c);
/* Is it a file's own variable, of another unit?  Refuses those that the device
 * code cannot have a copy of. */
bool ast_foreign_static(struct region *r, CXCursor c, struct decl *d);
/* The function being built gets its own copy. */
void ast_add_table(struct region *r, CXCursor c, struct decl *d);
/* The same of the unit's own: the copy, which nobody else knows. */
struct decl *ast_own_table(struct region *r, CXCursor c, const struct decl *d);
struct stmt *ast_with_tables(struct stmt *body, struct stmt *tables);
/* ast_stmt.c: static const, with an initialiser. */
bool ast_is_table(struct ast *ast, CXCursor variable);

/* ast.c: an attribute in whose text the word stands. */
bool ast_has_attribute(const struct region *r, CXCursor declaration, const char *word);

struct children {
    CXCursor *list;
    size_t n;
};

/* ast_memo.c: what libclang says is kept until ast_forget(); the unit's own ast is meant, whatever
 * the cursor is of. */
struct children ast_children(struct ast *ast, CXCursor c);
struct children ast_children_once(CXCursor c); /* the same, of what nobody asks again: not kept */
void ast_extent(struct ast *ast, CXCursor c, size_t *begin, size_t *end);
/* The place of an answer, AST_UNKNOWN at first; valid until the next call. */
enum ast_question {
    AST_ENDS = 1,
    AST_ALWAYS,
    AST_VARIABLE, /* ast_outline.c */
    AST_FUNCTION,
    AST_INITIAL
};
enum { AST_UNKNOWN = -1 };
int *ast_note(struct ast *ast, enum ast_question question, CXCursor about, CXCursor variable,
              long long part);
void ast_forget(struct ast *ast);
/* Arena copies. */
char *ast_string(CXString s);
/* An integer constant expression? */
bool ast_evaluate(CXCursor c, long long *value);

struct type *ast_type(struct ast *ast, CXType t);
/* The lengths in the declaration of an array, the first `most` (at most 8) in the order of the
 * text, which is that from the outside to the inside; returns how many there are. */
size_t ast_lengths(struct ast *ast, CXCursor variable, size_t most, CXCursor *out);
/* The type of a local array gets its length, if that is constant all the same. */
void ast_settle_length(struct region *r, struct decl *d, CXCursor variable);
const struct field *ast_field(struct ast *ast, CXCursor field);
struct decl *ast_decl(struct region *r, CXCursor c);
/* Never NULL: ast_or_zero(). */
struct expr *ast_expr(struct region *r, CXCursor c);
/* e, or once the region has been refused a constant of c's type. */
struct expr *ast_or_zero(struct region *r, CXCursor c, struct expr *e);
struct expr *ast_expr_at(struct region *r, enum expr_kind kind, CXCursor c);
/* ast_complex.c: an imaginary constant; a number of two; a part of a complex number. */
struct expr *ast_imaginary(struct region *r, CXCursor c);
struct expr *ast_complex_of(struct region *r, CXCursor c);
struct expr *ast_complex_part(struct region *r, CXCursor c, struct expr *a, bool imaginary);
struct expr *ast_int_const(struct region *r, CXCursor c, long long value);
MUST_CHECK void *ast_unsupported(struct region *r, CXCursor c, const char *what);
/* ast_call.c: calls and builtins; _Generic. */
struct expr *ast_call(struct region *r, CXCursor c);
struct expr *ast_generic(struct region *r, CXCursor c);
/* The function called by name, or by a _Generic that chooses among names. */
CXCursor ast_callee(struct region *r, CXCursor call);
/* As if the call named this function. */
struct expr *ast_call_of(struct region *r, CXCursor call, CXCursor function);
/* A call through a pointer, as a choice between functions; NULL: they are not known
 * (ast_pointer.c). */
struct expr *ast_pointer_call(struct region *r, CXCursor call);
/* Parameters that stand for functions which a call names: each such call has a function of its
 * own, without these parameters. */
struct given {
    CXCursor parameter, function;
    const struct given *next;
};
/* The host asks for it before each call of the loop. */
void ast_ask(struct region *r, const char *condition);
/* Is the function one of the unit, and its name no other thing's where the loop stands? */
bool ast_names_function(struct region *r, const struct decl *function);
bool ast_is_given(const struct given *given, CXCursor parameter, CXCursor *function);
/* The function that such a parameter stands for where it is called. */
bool ast_given_callee(struct region *r, CXCursor call, CXCursor *function);
/* d, or the function that this call has of it. */
struct decl *ast_for_given(struct region *r, CXCursor call, struct decl *d);
/* ast_host.c: why calls of a function of this name must stay in the program's order, or NULL;
 * the reason of atomic operations is ast_an_atomic itself. */
const char *ast_sequential(const char *name);
extern const char ast_an_atomic[];
bool ast_is_allocation(const char *name); /* malloc or calloc */
bool ast_is_block_name(const char *name); /* memset, memcpy, memmove or memcmp */
/* Does the call do what only the host does, so that the device stops there?  `unused`: the program
 * does not use the call's value. */
bool ast_is_host_path(struct region *r, CXCursor call, bool unused);
/* Does every iteration of the loop, as far as can be told, come to such a call? */
bool ast_always_leaves(struct region *r, CXCursor loop);
/* An `if` with such a call in it, whose condition no single iteration knows. */
bool ast_is_host_choice(struct region *r, CXCursor statement);
/* The first part of such a condition, A of A && B, if an iteration knows that. */
bool ast_host_condition(struct region *r, CXCursor statement, CXCursor *out);
/* A function with such a call in it, and variables that outlive its calls. */
bool ast_is_host_function(struct region *r, CXCursor definition);
/* ast_init.c: { ... } for an object of this type; a compound literal. */
struct expr *ast_init_list(struct region *r, CXCursor c, struct type *type);
struct expr *ast_literal(struct region *r, CXCursor c);
/* ast_macro.c: a GNU statement expression; and what a variable declared in one
 * stands for, or NULL. */
struct expr *ast_statement_expr(struct region *r, CXCursor c);
struct expr *ast_named_operand(struct region *r, CXCursor variable);
/* ast_end.c: does every path through the statement or expression come to a call
 * that ends the program, or to what only the host does?  That call: does it end it? */
bool ast_ends(struct region *r, CXCursor c);
bool ast_never_returns(struct region *r, CXCursor function);
/* Does the function of this name never return, by its declaration? */
bool ast_says_no_return(struct region *r, CXCursor function, const char *name);
/* ast.c: is it without libclang's errors?  May the program have another definition of it? */
bool ast_is_whole(struct ast *ast, CXCursor function);
bool ast_is_replaced(const struct region *r, CXCursor definition);
/* By an attribute or `#pragma weak` (ast_names.c). */
bool ast_is_weak(const struct region *r, CXCursor function);
/* May control leave the statement, or come into it, but through its ends? */
bool ast_may_jump(struct ast *ast, CXCursor statement);
/* A list of statements that is gone through forwards; what follows n is what has been
 * seen of it: the next one that ends, leaves the list, declares; behind the last label. */
struct ast_path {
    const CXCursor *list;
    size_t n;
    size_t end, jump, declaration, labels;
    bool labels_known;
};
/* From one of them on (the labels before it aside): where such a path ends; n: it does
 * not.  `from` is never less than in the call before. */
size_t ast_path_end(struct region *r, struct ast_path *p, size_t from);
/* Such an end has been found: is it one of the device only, and not of the program? */
void ast_note_host_path(struct region *r, const CXCursor *list, size_t n, size_t from);
/* The end, in place of the text; an expression whose value is not used, as statements
 * of its parts where the program may end in it. */
struct expr *ast_end_here(struct region *r, size_t begin, size_t end);
struct stmt *ast_spread(struct expr *e);
/* ast_block.c: memset, memcpy or memmove as a statement; NULL: another call, or
 * of what cannot be told. */
struct stmt *ast_block(struct region *r, CXCursor c);
/* May bytes of such an object be copied and compared on the device?  Not those of pointers. */
bool ast_is_plain_memory(const struct type *t);
/* All bytes from a pointer on are 0, so many of them: a statement. */
struct stmt *ast_zero(struct region *r, size_t begin, size_t end, struct expr *pointer,
                      struct expr *bytes);
/* ast_compare.c: true, and the arguments are in `call`, if it is a call of memcmp that the device
 * can compute. */
bool ast_compares_bytes(struct region *r, CXCursor c, struct expr *call);
void ast_check_compares(struct region *r); /* refuses those whose value is used beyond its sign */
/* ast_dead.c: the value of a condition, built as e, if it is constant and nothing
 * happens when it is evaluated. */
bool ast_settled(CXCursor c, struct expr *e, long long *value);
/* May a branch that never runs be left out?  Not if a label leads into it. */
bool ast_leave_out(struct region *r, CXCursor branch);
bool ast_is_entered(struct region *r, CXCursor statement); /* by a label */
/* ast_string.c: an initial value of this type; a string, as an array of the iteration's own. */
struct expr *ast_initial(struct region *r, CXCursor c, struct type *type);
struct expr *ast_string_array(struct region *r, CXCursor c);
/* ast_library.c: the definition of a function of the C library.  ast_is_host_table: the function
 * returns a pointer that stays the same, for which the host asks before the loop. */
bool ast_find_library(struct region *r, const struct decl *d, CXCursor *out);
bool ast_is_host_table(const char *name);
bool ast_has_library(const char *name); /* is a function of this name among them? */
/* ast_unit.c: adds a parse of another text behind the unit's. */
void ast_add_other(struct ast *ast, struct ast *other);
/* ast_atomic.c: an atomic update of a variable in the lists whose value is not used, as
 * an assignment; NULL: something else. */
struct expr *ast_atomic_update(struct region *r, CXCursor c);
/* Any atomic operation of the compilers; NULL: something else. */
struct expr *ast_atomic(struct region *r, CXCursor c);
bool ast_is_atomic(struct region *r, CXCursor c);
/* The value of such an operation that puts it in the variable; NULL. */
struct expr *ast_atomic_given(struct region *r, CXCursor c, CXCursor variable);
bool ast_check_atomic(struct region *r, CXCursor c); /* refuses operations that are not known */
/* An atomic read of the lvalue. */
struct expr *ast_read_jointly(struct region *r, struct expr *place, bool fenced);
/* The expression of c, the operand of an assignment, of ++ or of &.  ast_is_updated: is c the
 * operand of the innermost of them?  Loops may use an _Atomic variable in no other way. */
struct expr *ast_updated(struct region *r, CXCursor c);
bool ast_is_updated(struct region *r, CXCursor c, const struct expr *e);
/* An assignment or ++, atomic if its object is _Atomic. */
struct expr *ast_atomically(struct region *r, struct expr *e);
/* Make an assignment or ++ atomic. */
bool ast_make_atomic(struct region *r, struct expr *e, bool fenced);
/* ast_joint.c: changes the statement s into an atomic operation if it stands under `atomic`. */
void ast_joint(struct region *r, struct stmt *s);
void ast_dropped(struct expr *e); /* its value is not used */
/* Offsets of the two semicolons of a for header that begins at `begin`. */
void ast_header_semicolons(const char *text, size_t begin, size_t semi[2]);
/* Never NULL: an empty statement once the region has been refused. */
struct stmt *ast_stmt(struct region *r, CXCursor c);

#endif
