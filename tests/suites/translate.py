#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Translates the OpenMP and OpenACC directives of a C file into tcr's.

    translate.py FILE.c [LOOPS] >TRANSLATED.c

It goes by the directives alone and knows nothing of the code between them:

  loop directives (`for`, `simd`, `distribute`, `taskloop`, `loop`, alone or combined with
      others)        `tcr reduce(op: list)`, or `tcr loop` if there is no reduction.
      `loop seq` without a reduction is removed: its iterations have an order.
  constructs around a block (`parallel`, `target`, `teams`, `kernels`, `serial`, `task`, ...)
      removed; their reductions and data clauses go to the loop directives in the block that
      name the variable.
  data directives, `update`, `scan`, `wait`, `routine`      tcr's of that name.
  all other directives, and the clauses that have no meaning here    removed.

A directive stays on its line, so that messages about the translation hold for the original.
LOOPS gets the lines of the outermost loop directives that have a reduction, or one inside.
Status 3: there is none.  Status 4: one has an operator of the program's own.
"""
import re
import sys
from directives import Directive, mask, statement_end

OPERATORS = {'+', '-', '*', 'min', 'max', '&', '|', '^', '&&', '||'}
LOOPS = {'for', 'simd', 'distribute', 'taskloop', 'loop'}
REDUCTIONS = {'reduction', 'in_reduction', 'task_reduction'}
DATA = {'copy', 'copyin', 'copyout', 'create', 'present', 'deviceptr'}
OLD_DATA = {prefix + word: word
            for prefix in ('present_or_', 'p') for word in ('copy', 'copyin', 'copyout', 'create')}
MAP_TYPES = {'to': 'copyin', 'from': 'copyout', 'tofrom': 'copy', 'alloc': 'create',
             'storage': 'create', 'release': 'delete', 'delete': 'delete'}
DEVICE_POINTERS = {'is_device_ptr', 'has_device_addr', 'use_device_ptr', 'use_device_addr'}
# What each tcr directive takes, beside the reductions and data clauses of loops.
CLAUSES = {
    'loop': DATA | {'if', 'async', 'wait', 'collapse', 'private', 'firstprivate'},
    'data': DATA | {'if', 'async', 'wait'},
    'enter data': {'copyin', 'create', 'attach', 'if', 'async', 'wait'},
    'exit data': {'copyout', 'delete', 'detach', 'finalize', 'if', 'async', 'wait'},
    'update': {'self', 'host', 'device', 'if_present', 'if', 'async', 'wait'},
    'wait': {'if', 'async'},
    'routine': set(),
}


def after_colon(argument):
    """The parts before and after an argument's first colon that stands in no brackets."""
    depth = 0
    for at, c in enumerate(argument):
        depth += (c in '([') - (c in ')]')
        if c == ':' and depth == 0:
            return argument[:at].strip(), argument[at + 1:].strip()
    return '', argument.strip()


class Unknown(Exception):
    """A reduction's operator is none of tcr's."""


def reduction(argument):
    """A reduction's argument with its operator last of the modifiers: (inscan?, op, list)."""
    modifiers, items = after_colon(argument)
    words = [w.strip() for w in modifiers.split(',')]
    if words[-1] not in OPERATORS:
        raise Unknown(words[-1])
    return 'inscan' in words[:-1], words[-1], items


def reduce_clause(argument):
    inscan, operator, items = reduction(argument)
    return 'reduce(%s%s:%s)' % ('inscan, ' if inscan else '', operator, items)


def map_clause(argument):
    modifiers, items = after_colon(argument)
    kinds = [w for w in re.findall(r'\w+', modifiers) if w in MAP_TYPES]
    return MAP_TYPES[kinds[-1] if kinds else 'tofrom'], items


def omp_clause(name, argument, directive):
    """One clause of OpenMP as (name, argument) of tcr, or None."""
    if name == 'map':
        return map_clause(argument)
    if name in DEVICE_POINTERS:
        return 'deviceptr', argument
    if name in ('to', 'from') and directive == 'update':
        return {'to': 'device', 'from': 'self'}[name], after_colon(argument)[1]
    if name == 'if':
        return 'if', after_colon(argument)[1]
    # `device` is another clause there, and `nowait` needs no word: nothing is asynchronous
    return (name, argument) if name in ('collapse', 'private', 'firstprivate') else None


def acc_clause(name, argument, directive):
    """One clause of OpenACC as (name, argument) of tcr, or None."""
    name = OLD_DATA.get(name, name)
    if name == 'self' and directive == 'loop':
        return ('if', '!(%s)' % argument) if argument else ('if', '0')
    if name in DATA and argument:
        return name, after_colon(argument)[1]
    if name == 'collapse':
        return name, after_colon(argument)[1]
    return name, argument


def written(name, argument):
    """A clause as text."""
    return name if argument is None else '%s(%s)' % (name, argument)


def clauses(d, word):
    """The clauses of d that the tcr directive WORD has, as pairs."""
    one = omp_clause if d.family == 'omp' else acc_clause
    pairs = []
    for name, argument in d.clauses:
        if name in ('device_type', 'dtype'):
            break  # what follows holds for that type of device only
        pair = None if name in REDUCTIONS else one(name, argument, word)
        if pair and pair[0] in CLAUSES[word] and pair not in pairs:
            pairs.append(pair)
    return one_list_each(pairs)


def split(argument):
    """A list's items."""
    items, depth, start = [], 0, 0
    for at, c in enumerate(argument + ','):
        depth += (c in '([') - (c in ')]')
        if c == ',' and depth == 0:
            items.append(argument[start:at].strip())
            start = at + 1
    return items


def one_list_each(pairs):
    """The pairs with each item in one data clause only, as tcr has it.  What stands in two is
    brought in and out."""
    clause_of, items_of = {}, {}
    for name, argument in pairs:
        for item in split(argument) if name in DATA else []:
            clause_of[item] = name if clause_of.get(item, name) == name else 'copy'
    for item, name in clause_of.items():
        items_of.setdefault(name, []).append(item)
    return [p for p in pairs if p[0] not in DATA] + [
        (name, ', '.join(items)) for name, items in items_of.items()]


def names_in(text):
    """All identifiers of it."""
    return set(re.findall(r'[A-Za-z_]\w*', text))


def bases(argument):
    """The variables of a list, of which the items are parts."""
    return [''.join(re.findall(r'[A-Za-z_]\w*', item)[:1]) for item in split(argument)]


def only_items(argument, names):
    """The items of a list that are parts of the variables with these names."""
    return [i for i, base in zip(split(argument), bases(argument)) if base in names]


def is_loop(d):
    return bool(LOOPS & set(d.names)) and 'declare' not in d.names


def is_sequential(d):
    return d.family == 'acc' and any(name == 'seq' for name, _ in d.clauses)


def is_region(d):
    """Does it stand in front of a block, and is it none of data?"""
    regions = {'parallel', 'target', 'teams', 'task', 'taskgroup', 'scope', 'sections', 'single',
               'kernels', 'serial', 'master', 'masked'}
    others = {'data', 'update', 'declare', 'end', 'begin'}
    return bool(regions & set(d.names)) and not others & set(d.names) and not is_loop(d)


def inside_loop(d, directives):
    """Does it stand in the loop of another directive?"""
    return any(is_loop(o) and o.end <= d.start < o.statement_end for o in directives)


def inherited(d, directives, text, own):
    """What d's loop takes from the constructs around it: reductions, data clauses.

    own: the variables that d names itself."""
    reductions, data = [], []
    wanted = names_in(text[d.end:d.statement_end]) - own
    for r in directives:
        if not is_region(r) or not r.end <= d.start < r.statement_end:
            continue
        for argument in (a for name, a in r.clauses if name in REDUCTIONS):
            _, operator, items = reduction(argument)
            items = only_items(items, wanted)
            if items:
                reductions.append('%s:%s' % (operator, ', '.join(items)))
        for name, argument in clauses(r, 'loop'):
            items = only_items(argument, wanted) if name in DATA else []
            if items:
                data.append((name, ', '.join(items)))
                wanted -= set(bases(argument))
    return reductions, data


def loop_directive(d, directives, text):
    """(tcr's directive for a loop, has it a reduction?)"""
    reductions = [argument for name, argument in d.clauses if name in REDUCTIONS]
    pairs = clauses(d, 'loop')
    if not inside_loop(d, directives):
        lists = [after_colon(r)[1] for r in reductions]
        lists += [a for name, a in pairs if name in DATA | {'private', 'firstprivate'}]
        own = {base for argument in lists for base in bases(argument)}
        more, data = inherited(d, directives, text, own)
        reductions += more
        pairs += data
    if not reductions and is_sequential(d):
        return None, False
    words = [reduce_clause(r) for r in reductions] or ['loop']
    return ' '.join(words + [written(*p) for p in pairs]), bool(reductions)


def other_directive(d):
    """tcr's directive for one that is not for a loop, or None."""
    names = d.names
    if d.family == 'omp':
        if names[:1] == ['scan']:
            return ' '.join(['scan'] + [written(*c) for c in d.clauses])
        names = [w for w in names if w != 'target'] if names[:1] == ['target'] else []
    word = ' '.join(names)
    if word not in CLAUSES or word == 'routine' and d.argument:
        return None
    pairs = clauses(d, word)
    if not pairs and word not in ('routine', 'wait'):
        return None
    return ' '.join([written(word, d.argument)] + [written(*p) for p in pairs])


def translate(text):
    """(the translation, the lines of its outermost loops with reductions)"""
    masked = mask(text)
    directives = Directive.all_of(text, masked)
    for d in directives:
        d.statement_end = statement_end(masked, d.end)
    pieces, at, reducing = [], 0, []
    for d in directives:
        if is_loop(d):
            words, reduces = loop_directive(d, directives, masked)
            reducing += [d] if reduces else []
        else:
            words = other_directive(d)
        pieces += [text[at:d.start], d.put(words), '\n' * text[d.start:d.end].count('\n')]
        at = d.end
    loops = [d for d in directives
             if is_loop(d) and not inside_loop(d, directives) and not d.in_macro]
    lines = [text.count('\n', 0, d.start) + 1 for d in loops
             if any(d.start <= r.start < d.statement_end for r in reducing)]
    return ''.join(pieces) + text[at:], lines


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split('\n\n')[1])
    with open(sys.argv[1], encoding='utf-8', errors='surrogateescape') as file:
        text = file.read()
    try:
        out, lines = translate(text)
    except Unknown as operator:
        sys.stderr.write('%s: the operator %s\n' % (sys.argv[1], operator))
        sys.exit(4)
    sys.stdout.reconfigure(errors='surrogateescape')
    sys.stdout.write(out)
    if len(sys.argv) == 3:
        with open(sys.argv[2], 'w', encoding='ascii') as file:
            file.writelines('%d\n' % line for line in lines)
    sys.exit(0 if lines else 3)


if __name__ == '__main__':
    main()
