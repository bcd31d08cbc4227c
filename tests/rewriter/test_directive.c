/* SPDX-License-Identifier: MIT */
/* test_directive.c: the grammar, over tables of good and bad directives. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../rewriter/source/directive_private.h"
#include "../../rewriter/source/operators.h"
#include "suites.h"

static void write_items(struct buf *b, const struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "%s%s", i ? "," : "", items[i].base);
        for (unsigned k = 0; k < items[i].n_sections; k++) {
            const struct section *s = &items[i].sections[k];
            if (s->is_index)
                buf_printf(b, "<%s>", s->lo);
            else
                buf_printf(b, "<%s:%s>", s->lo ? s->lo : "0", s->len ? s->len : "end");
        }
    }
}

/* A directive as text, every field that is set. */
static char *describe(const struct directive *d)
{
    struct buf b = {0};
    buf_add(&b, directive_names[d->kind]);
    for (size_t i = 0; i < d->n_reduce; i++) {
        buf_printf(&b, " %s%s%s:", d->reduce[i].inscan ? "inscan " : "",
                   operator_of(d->reduce[i].op)->name, d->reduce[i].minus ? "(-)" : "");
        write_items(&b, d->reduce[i].items, d->reduce[i].n_items);
    }
    for (size_t i = 0; i < d->n_data; i++) {
        buf_printf(&b, " %s/%d:", d->data[i].verb, (int)d->data[i].map);
        write_items(&b, d->data[i].items, d->data[i].n_items);
    }
    static const char *const lists[] = {" private:", " firstprivate:"};
    if (d->n_private)
        buf_add(&b, lists[0]);
    write_items(&b, d->private_items, d->n_private);
    if (d->n_firstprivate)
        buf_add(&b, lists[1]);
    write_items(&b, d->firstprivate_items, d->n_firstprivate);
    if (d->n_scan)
        buf_add(&b, d->scan_exclusive ? " exclusive:" : " inclusive:");
    write_items(&b, d->scan_items, d->n_scan);
    if (d->if_expr)
        buf_printf(&b, " if=%s", d->if_expr);
    if (d->device_expr)
        buf_printf(&b, " device=%s", d->device_expr);
    if (d->async)
        buf_printf(&b, " async=%s", d->async_expr ? d->async_expr : "");
    if (d->wait)
        buf_printf(&b, " wait=%s", d->wait_expr ? d->wait_expr : "");
    if (d->collapse)
        buf_printf(&b, " collapse=%ld", d->collapse);
    if (d->precision)
        buf_printf(&b, " precision=%s", d->precision);
    if (d->reproducible)
        buf_add(&b, " reproducible");
    if (d->chain)
        buf_printf(&b, " chain=%ld", d->chain);
    if (d->block)
        buf_printf(&b, " block=%ld", d->block);
    buf_add(&b, d->finalize ? " finalize" : "");
    buf_add(&b, d->if_present ? " if_present" : "");
    for (int k = 0; k < N_NUMBERS; k++)
        if (d->number_expr[k])
            buf_printf(&b, " %s=(%s)", directive_number_name((enum directive_number)k),
                       d->number_expr[k]);
    return buf_take(&b);
}

static const struct {
    const char *words, *want;
} good[] = {
    {"reduce(+:s)", "reduce +:s"},
    {"reduce ( + : s , t )", "reduce +:s,t"},
    {"reduce(-:s)", "reduce +(-):s"},
    {"reduce(*:s) reduce(min:a),reduce(max:b)", "reduce *:s min:a max:b"},
    {"reduce(&:s) reduce(|:t) reduce(^:u) reduce(&&:v) reduce(||:w)",
     "reduce &:s |:t ^:u &&:v ||:w"},
    {"reduce(inscan, +: x)", "reduce inscan +:x"},
    {"reduce(+:inscan)", "reduce +:inscan"},
    {"reduce(+:p->sum, q.s[3], *r, (*t), a[i][j])", "reduce +:p->sum,q.s[3],*r,(*t),a[i][j]"},
    {"reduce(+:h[0:64])", "reduce +:h<0:64>"},
    {"reduce(+:h[:n], g[2:], f[:])", "reduce +:h<0:n>,g<2:end>,f<0:end>"},
    {"reduce(+:a[i][0:m])", "reduce +:a<i><0:m>"},
    {"reduce(+:p->h[k?0:1 : f(n, 2)])", "reduce +:p->h<k?0:1:f(n,2)>"},
    {"reduce(+:s[i].x[0:m])", "reduce +:s[i].x<0:m>"},
    {"reduce(+:s) copyin(a[b[0]:(n+1)*sizeof (int)], c) copy(d) copyout(e) create(f) present(g)"
     " deviceptr(h)",
     "reduce +:s copyin/1:a<b[0]:(n+1)*sizeof(int)>,c copy/2:d copyout/3:e create/4:f present/5:g"
     " deviceptr/6:h"},
    {"reduce(+:s) copyin(((double *)p)[0:n])", "reduce +:s copyin/1:((double*)p)<0:n>"},
    {"reduce(+:s) copyin(a[0:n], a[m:n])", "reduce +:s copyin/1:a<0:n>,a<m:n>"},
    {"reduce(+:h[0:4]) copy(h[0:4])", "reduce +:h<0:4> copy/2:h<0:4>"},
    {"reduce(+:s), if(n > 1000 && ok), collapse(2), private(i,j) firstprivate(k)",
     "reduce +:s private:i,j firstprivate:k if=n>1000&&ok collapse=2"},
    {"reduce(+:s) collapse(N+1)", "reduce +:s collapse=(N+1)"},
    {"reduce(+:s) device(- -n) async wait", "reduce +:s device=- -n async= wait="},
    {"reduce(+:s) async(q) wait(1, 2)", "reduce +:s async=q wait=1,2"},
    {"reduce(+:s) precision(bf16) reproducible chain(16) block(1024)",
     "reduce +:s precision=bf16 reproducible chain=16 block=1024"},
    {"loop precision(tf32x3)", "loop precision=tf32x3"},
    {"loop precision(1e-5) collapse(2)", "loop collapse=2 precision=1e-5"},
    {"reduce(+:s) chain(0x8u) block(32)", "reduce +:s chain=8 block=32"},
    {"reduce(+:s) chain(R) block(4 * WARP)", "reduce +:s chain=(R) block=(4*WARP)"},
    {"loop", "loop"},
    {"loop collapse(2) private(i) copyin(a[0:n]) async(1)",
     "loop copyin/1:a<0:n> private:i async=1 collapse=2"},
    {"scan inclusive(x)", "scan inclusive:x"},
    {"scan exclusive(x, y)", "scan exclusive:x,y"},
    {"data copyin(a[0:n]) present(b)", "data copyin/1:a<0:n> present/5:b"},
    {"enter data copyin(a) create(b) attach(p->x)",
     "enter data copyin/1:a create/4:b attach/0:p->x"},
    {"exit data copyout(a) delete(b) detach(p->x)",
     "exit data copyout/3:a delete/0:b detach/0:p->x"},
    {"update self(a[0:n]) device(b) host(c) async(2)",
     "update self/0:a<0:n> device/0:b host/0:c async=2"},
    {"routine", "routine"},
    {"wait", "wait wait="},
    {"wait(q) async(r)", "wait async=r wait=q"},
};

START_TEST(good_directive)
{
    struct source src;
    char *out, *have;
    struct directive *d = parse_words(&src, good[_i].words, &out);
    ck_assert_msg(d != NULL, "%s\n%s", good[_i].words, out);
    have = describe(d);
    ck_assert_str_eq(have, good[_i].want);
    free(have);
    free(out);
    directive_free(d);
    source_free(&src);
}
END_TEST

#define OPERATORS "one of + - * min max & | ^ && ||"
#define DIRECTIVES "reduce, loop, scan, data, enter data, exit data, update, routine, wait"

/* Column counts from the `#` of "#pragma tcr "; `fix` is the last line, if any. */
static const struct {
    const char *words, *want, *fix;
} bad[] = {
    {"", "9: error: expected a directive after 'tcr': " DIRECTIVES, NULL},
    {"foo", "13: error: unknown directive 'foo'; the directives are " DIRECTIVES, NULL},
    {"(+:s)", "13: error: unknown directive '('; the directives are " DIRECTIVES, NULL},
    {"reduc(+:s)", "13: error: unknown directive 'reduc'; did you mean 'reduce'?", "reduce"},
    {"Reduce(+:s)", "13: error: unknown directive 'Reduce'; did you mean 'reduce'?", "reduce"},
    {"enter", "18: error: expected 'data' after 'enter'", NULL},
    {"exit dat delete(a)", "18: error: expected 'data' after 'exit'", NULL},
    {"reduction(+:s)", "13: error: unknown directive 'reduction'; it is called 'reduce' here",
     "reduce"},
    {"parallel for reduction(+:s)",
     "13: error: 'parallel for reduction' has no place here; write 'reduce' alone", "reduce"},
    {"parallel loop",
     "13: error: 'parallel loop' has no place here; write 'reduce(op: list)', or 'loop' without a "
     "reduction",
     "loop"},
    {"collapse(2) reduce(+:s)",
     "13: error: 'collapse' is a clause; write the directive before it, such as 'reduce(+: x)'",
     NULL},
    {"reduce", "19: error: expected '(' after 'reduce'", NULL},
    {"reduce +:s", "20: error: expected '(' after 'reduce'", NULL},
    {"reduce()", "19: error: empty argument of 'reduce'; write what it stands for", NULL},
    {"reduce(+:)", "22: error: empty list in 'reduce'; name at least one variable after ':'", NULL},
    {"reduce(+:,s)", "22: error: expected a variable before ','", NULL},
    {"reduce(+:s,)", "24: error: expected a variable before ')'", NULL},
    {"reduce(:s)", "20: error: expected an operator before ':'; " OPERATORS, NULL},
    {"reduce(%:s)", "20: error: unknown operator '%' in 'reduce'; " OPERATORS, NULL},
    {"reduce(+=:s)", "20: error: unknown operator '+=' in 'reduce'; did you mean '+'?", "+"},
    {"reduce(+:s) if(n = 2)",
     "30: error: '=' has no place in a directive, which may leave nothing changed", "=="},
    {"loop copy(a[0:n++])",
     "28: error: '++' has no place in a directive, which may leave nothing changed", NULL},
    {"reduce(sum:s)", "20: error: unknown operator 'sum' in 'reduce'; did you mean '+'?", "+"},
    {"reduce(maxx:s)", "20: error: unknown operator 'maxx' in 'reduce'; did you mean 'max'?",
     "max"},
    {"reduce(MIN:s)", "20: error: unknown operator 'MIN' in 'reduce'; did you mean 'min'?", "min"},
    {"reduce(inscan:s)", "20: error: unknown operator 'inscan' in 'reduce'; " OPERATORS, NULL},
    {"reduce(inscan,)", "27: error: expected an operator before ')'; " OPERATORS, NULL},
    {"reduce(task, +:s)", "20: error: 'task' has no meaning here; remove it with its comma", NULL},
    {"reduce(s)",
     "20: error: 'reduce' needs an operator and ':' before its list, such as 'reduce(+: s)'", NULL},
    {"reduce(+ s)", "20: error: expected ':' after the operator of 'reduce'", "+:"},
    {"reduce(max, s)", "20: error: expected ':' after the operator of 'reduce'", "max:"},
    {"reduce(+:3)",
     "22: error: '3' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:a+b)",
     "22: error: 'a+b' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:f(x))",
     "22: error: 'f(x)' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:(a+b))",
     "23: error: 'a+b' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:p->)",
     "22: error: 'p->' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:*)",
     "22: error: '*' in 'reduce' is not a variable, a member, an element or a section", NULL},
    {"reduce(+:a[0:n].x)", "23: error: a section must come last in its item", NULL},
    {"reduce(+:a[0:n:2])", "27: error: a section is 'start : length' and has no stride", NULL},
    {"reduce(+:a[])", "23: error: expected an index or 'start : length'", NULL},
    {"reduce(+:a[][0:n])", "23: error: expected an index or 'start : length'", NULL},
    {"reduce(+:s,s)", "24: error: 's' appears twice in 'reduce'; remove one", NULL},
    {"reduce(+:s) reduce(max:s)", "36: error: 's' appears twice in 'reduce'; remove one", NULL},
    {"reduce(+:s) private(s)", "33: error: 's' appears in both 'reduce' and 'private'; remove one",
     NULL},
    {"reduce(+:h[0:4]) firstprivate(h)",
     "43: error: 'h' appears in both 'reduce' and 'firstprivate'; remove one", NULL},
    {"reduce(+:s) private(i) copyin(i)",
     "43: error: 'i' appears in both 'private' and 'copyin'; remove one", NULL},
    {"reduce(+:s) copyin(a[0:n]) copy(a[0:n])",
     "45: error: 'a[0:n]' appears in both 'copyin' and 'copy'; remove one", NULL},
    {"reduce(+:s) private(p->x)", "33: error: 'p->x' in 'private' is not a plain variable", NULL},
    {"reduce(+:s", "23: error: expected ')' at the end", ")"},
    {"reduce(+:s[0)", "25: error: expected ']' before ')'", NULL},
    {"reduce(+:s))", "24: error: unmatched ')'; remove it", NULL},
    {"reduce(+:s) ;", "25: error: expected a clause before ';'", NULL},
    {"reduce(+:s),", "24: error: expected a clause after ','; remove the comma", NULL},
    {"reduce(+:s) copyn(a)",
     "25: error: unknown clause 'copyn' on 'reduce'; did you mean 'copyin'?", "copyin"},
    {"reduce(+:s) zzzzzz(a)",
     "25: error: unknown clause 'zzzzzz' on 'reduce'; it may have reduce, if, collapse, private, "
     "firstprivate, copyin, copy, copyout, create, present, deviceptr, device, async, wait, "
     "precision, reproducible, chain, block",
     NULL},
    {"routine zzzzzz", "21: error: unknown clause 'zzzzzz'; 'routine' has no clauses", NULL},
    {"reduce(+:s) reduction(max:t)",
     "25: error: unknown clause 'reduction'; it is called 'reduce' here", "reduce"},
    {"reduce(+:s) map(to: a[0:n])", "25: error: OpenMP's 'map' is written 'copyin(list)' here",
     "copyin("},
    {"reduce(+:s) map(always, tofrom: a[0:n])",
     "25: error: OpenMP's 'map' is written 'copy(list)' here", "copy("},
    {"reduce(+:s) map(a[0:n])", "25: error: OpenMP's 'map' is written 'copy(list)' here", "copy"},
    {"reduce(+:s) map", "25: error: OpenMP's 'map' is written 'copy(list)' here", "copy"},
    {"reduce(+:s) num_threads(4)",
     "25: error: 'num_threads' has no meaning here; remove it: the runtime chooses the number of "
     "threads",
     NULL},
    {"reduce(+:s) schedule(static)",
     "25: error: 'schedule' has no meaning here; remove it: iterations are distributed by the "
     "runtime",
     NULL},
    {"reduce(+:s) delete(a)",
     "25: error: clause 'delete' is not allowed on 'reduce', only on "
     "'exit data'",
     NULL},
    {"data collapse(2)",
     "18: error: clause 'collapse' is not allowed on 'data', only on 'reduce' and 'loop'", NULL},
    {"loop reduce(+:s)",
     "18: error: 'reduce' is not allowed on 'loop'; write '#pragma tcr reduce(...)'", NULL},
    {"reduce(+:s) copyin(readonly: a)",
     "32: error: a modifier has no meaning here; remove it with its colon", NULL},
    {"reduce(+:s) if()", "27: error: empty argument of 'if'; write what it stands for", NULL},
    {"reduce(+:s) async()",
     "30: error: empty argument of 'async'; write what it stands for, or leave out the brackets",
     NULL},
    {"reduce(+:s) if(a) if(b)", "31: error: 'if' may stand only once on a directive; remove one",
     NULL},
    {"reduce(+:s) reproducible(1)",
     "37: error: 'reproducible' takes no argument; remove the brackets", NULL},
    {"reduce(+:s) collapse(0)", "34: error: 'collapse' counts loops: at least 1", NULL},
    {"reduce(+:s) chain(1.5)", "31: error: 'chain' takes a number from 1 to 16", NULL},
    {"reduce(+:s) chain(17)", "31: error: 'chain' takes a number from 1 to 16", NULL},
    {"reduce(+:s) block(100)", "31: error: 'block' takes a multiple of 32 from 32 to 1024", NULL},
    {"reduce(+:s) block(-32)", "31: error: 'block' takes a multiple of 32 from 32 to 1024", NULL},
    {"reduce(+:s) block(99999999999999999999)",
     "31: error: 'block' takes a multiple of 32 from 32 to 1024", NULL},
    {"reduce(+:s) precision(half)", "35: error: unknown precision 'half'; did you mean 'f16'?",
     "f16"},
    {"reduce(+:s) precision(zzz)",
     "35: error: unknown precision 'zzz'; full, tf32, bf16 or f16, one of the last three with x2 "
     "or x3 behind it, or an error such as 1e-5",
     NULL},
    {"loop precision(0)",
     "28: error: the error of 'precision' is a number between 0 and 1, such as 1e-5", NULL},
    {"scan", "17: error: 'scan' needs 'inclusive(list)' or 'exclusive(list)'", NULL},
    {"scan inclusive(x) exclusive(x)",
     "31: error: 'scan' is either inclusive or exclusive; remove one", NULL},
    {"data if(1)",
     "23: error: 'data' needs a clause that names data: copyin, copy, copyout, "
     "create, present or deviceptr",
     NULL},
    {"wait()",
     "17: error: empty argument of 'wait'; write what it stands for, or leave out the "
     "brackets",
     NULL},
};

START_TEST(bad_directive)
{
    struct source src;
    char *out, *want = xasprintf("<t>:1:%s [tcr]", bad[_i].want);
    struct directive *d = parse_words(&src, bad[_i].words, &out);
    ck_assert_ptr_null(d);
    char *end = strchr(out, '\n');
    ck_assert_ptr_nonnull(end);
    *end = '\0';
    ck_assert_msg(strcmp(out, want) == 0, "%s\n have %s\n want %s", bad[_i].words, out, want);
    *end = '\n';
    if (bad[_i].fix) {
        char *fix = xasprintf(" %s\n", bad[_i].fix);
        ck_assert_msg(strstr(end, fix) != NULL, "%s: no fix '%s' in\n%s", bad[_i].words, fix, out);
        free(fix);
    }
    free(out);
    free(want);
    source_free(&src);
}
END_TEST

/* A small generator of its own, so that runs are the same everywhere. */
static unsigned next_random(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Take the good directives and damage them: bytes changed, cut, doubled, joined. */
START_TEST(mutations)
{
    static const char alphabet[] = "()[]{}:,+-*&|^<>.?;'\"\\/# ab0_reduce\xc3\t";
    enum { RUNS = 20000, MAX = 512 };
    unsigned state = 12345;
    for (int run = 0; run < RUNS; run++) {
        char words[MAX];
        const char *from = good[next_random(&state) % (sizeof good / sizeof *good)].words;
        int n = snprintf(words, sizeof words, "%s", from);
        for (unsigned k = 1 + next_random(&state) % 4; k > 0 && n > 0; k--) {
            size_t at = next_random(&state) % (unsigned)n, rest = (size_t)n - at;
            switch (next_random(&state) % 4) {
            case 0:
                words[at] = alphabet[next_random(&state) % (sizeof alphabet - 1)];
                break;
            case 1:
                memmove(words + at, words + at + 1, rest);
                n--;
                break;
            case 2:
                n = (int)at;
                break;
            default:
                if (n + 2 < MAX) {
                    memmove(words + at + 1, words + at, rest);
                    n++;
                }
            }
            words[n] = '\0';
        }
        LLVMFuzzerTestOneInput((const uint8_t *)words, (size_t)n);
    }
}
END_TEST

/* More brackets than a call for each would have stack for. */
START_TEST(deep_brackets)
{
    enum { DEPTH = 500000 };
    static const char head[] = "reduce(+:";
    char *words = xcalloc(1, sizeof head + 2 * DEPTH + 2);
    size_t n = strlen(head);
    memcpy(words, head, n);
    memset(words + n, '(', DEPTH);
    words[n + DEPTH] = 'a';
    memset(words + n + DEPTH + 1, ')', DEPTH + 1);
    LLVMFuzzerTestOneInput((const uint8_t *)words, strlen(words));
    free(words);
}
END_TEST

/* Each is compared with all others, but not one by one: that would be 80,000,000,000 times. */
START_TEST(many_items)
{
    struct buf b = {0};
    buf_add(&b, "loop private(x");
    for (int i = 0; i < 400000; i++)
        buf_printf(&b, ",v%d", i);
    buf_add(&b, ",x)");
    struct source src;
    char *out;
    ck_assert_ptr_null(parse_words(&src, b.s, &out));
    ck_assert_ptr_nonnull(strstr(out, "'x' appears twice in 'private'; remove one"));
    source_free(&src);
    free(out);
    buf_free(&b);
}
END_TEST

/* What the words ask for; the caller frees it. */
static char *described(const char *words)
{
    struct source src;
    char *out;
    struct directive *d = parse_words(&src, words, &out);
    ck_assert_msg(d != NULL, "%s: %s", words, out);
    char *text = describe(d);
    directive_free(d);
    source_free(&src);
    free(out);
    return text;
}

/* No line of the table is for nothing: the clause is taken where it stands, and asks for something.
 */
START_TEST(each_clause_counts)
{
    static const char *const plain[N_DIRECTIVES] = {
        [DIR_REDUCE] = "reduce(+:s)",
        [DIR_LOOP] = "loop",
        [DIR_SCAN] = "scan exclusive(s)",
        [DIR_DATA] = "data copy(z)",
        [DIR_ENTER_DATA] = "enter data create(z)",
        [DIR_EXIT_DATA] = "exit data delete(z)",
        [DIR_UPDATE] = "update self(z)",
        [DIR_WAIT] = "wait",
    };
    const struct clause *c = &directive_clauses[_i];
    for (int kind = 0; kind < N_DIRECTIVES; kind++) {
        if (!(c->on & ON(kind)))
            continue;
        const char *argument = c->argument == ARG_NONE        ? ""
                               : c->parse == clause_reduce    ? "(+:x)"
                               : c->parse == clause_precision ? "(full)"
                                                              : "(x)";
        const char *base = kind == DIR_SCAN ? "scan" : plain[kind];
        char *words = xasprintf("%s %s%s", base, c->name, argument);
        char *with = described(words), *without = described(plain[kind]);
        ck_assert_msg(strcmp(with, without) != 0, "%s: %s", words, with);
        free(words);
        free(with);
        free(without);
    }
}
END_TEST

Suite *directive_suite(void)
{
    Suite *s = suite_create("directive");
    TCase *c = tcase_create("directive");
    tcase_set_timeout(c, 120);
    tcase_add_loop_test(c, good_directive, 0, (int)(sizeof good / sizeof *good));
    tcase_add_loop_test(c, bad_directive, 0, (int)(sizeof bad / sizeof *bad));
    tcase_add_test(c, mutations);
    tcase_add_test(c, deep_brackets);
    tcase_add_test(c, many_items);
    tcase_add_loop_test(c, each_clause_counts, 0, (int)directive_n_clauses);
    suite_add_tcase(s, c);
    return s;
}
