/* SPDX-License-Identifier: MIT */
/* ast_scratch.h: memory that an iteration allocates and gives back, as the device has it: arrays.
 */
#ifndef TCR_AST_SCRATCH_H
#define TCR_AST_SCRATCH_H

#include "ast_private.h"

/* What stands in front of a
 * statement that does, or that declares an array of variable length, is added to the block.  The
 * declared array gets its type (NULL: it has none); a call that allocates or frees such memory, and
 * the size of such an array, as the device has it (NULL: another).  Does the call free it?  Is c a
 * test of such a pointer, whose value is known?  When the region's tree is whole, the arrays share
 * the room that there is. */
void ast_scratch_lead(struct region *r, CXCursor statement, struct stmt *block);
struct decl *ast_scratch_array(struct region *r, CXCursor declared, struct decl *d);
struct expr *ast_scratch_call(struct region *r, CXCursor call);
/* a[i][k] of such an array with rows (NULL: another subscript).  Does c name one? */
struct expr *ast_scratch_cell(struct region *r, CXCursor subscript);
bool ast_scratch_has_rows(struct region *r, CXCursor name);
struct expr *ast_scratch_size(struct region *r, CXCursor query);
bool ast_frees_scratch(struct region *r, CXCursor call);
bool ast_tests_scratch(struct region *r, CXCursor c, long long *value);
void ast_scratch_share(struct region *r);

#endif
