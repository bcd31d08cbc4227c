# SPDX-License-Identifier: MIT
"""Tables of the documents that say again what a table of spec/ says, line by line."""
import re

# Clauses that docs/directives.md explains with their directives.
WITH_DIRECTIVE = {'reduce', 'inclusive', 'exclusive'}


def lines_of(root, name, macro):
    """The arguments of each MACRO(...) of spec/NAME, those in quotes without them."""
    with open('%s/spec/%s' % (root, name), encoding='utf-8') as file:
        text = re.sub(r'/\*.*?\*/', '', file.read(), flags=re.S)
    found = []
    for body in re.findall(r'^%s\(((?:"[^"]*"|\'.\'|\([^()]*\)|[^()"\'])*)\)' % macro, text, flags=re.M):
        words = re.findall(r'\s*((?:"[^"]*"|\'.\'|[^,"\'])+)', body)
        found.append([w.strip().strip('"') for w in words])
    return found


def places(root):
    """{clause: {the directives that it stands on}}; `device` has two meanings."""
    kinds = {name: words for name, words in lines_of(root, 'directives.def', 'DIRECTIVE')}
    groups = {'LOOPS': {'REDUCE', 'LOOP'}, 'RESIDENCY': {'DATA', 'ENTER_DATA', 'EXIT_DATA', 'UPDATE'}}
    found = {}
    for macro in ('CLAUSE', 'DATA_CLAUSE'):
        for line in lines_of(root, 'clauses.def', macro):
            if macro == 'CLAUSE':
                del line[0]
            on = set()
            for sign, name in re.findall(r'(~?)ON_(\w+)', line[1]):
                on = on - {name} if sign else on | groups.get(name, {name})
            word = line[0]
            if word == 'device':
                word += '(items)' if macro == 'DATA_CLAUSE' else '(n)'
            found.setdefault(word, set()).update(kinds[name] for name in on)
    return found


def rows(document, head):
    """(number, cells) of the lines of the table whose first line begins with HEAD; None: it is not
    there."""
    found = None
    for n, line in enumerate(document.text.splitlines(), 1):
        if line.startswith(head):
            found = []
        elif found is not None and not line.startswith('|'):
            break
        if found is not None and not re.match(r'\| -+ \|', line):
            found.append((n, [cell.strip() for cell in re.split(r'(?<!\\)\|', line)[1:-1]]))
    return found


def check_places(root, document, needed):
    """Which clause stands where."""
    table = rows(document, '| clause | reduce |')
    if table is None:
        if needed:
            document.fails(1, 'has no table of which clause stands where')
        return
    expected, head = places(root), table[0][1][1:]
    if set(head) != set().union(*expected.values()):
        document.fails(table[0][0], 'the directives are not those of spec/directives.def that have clauses')
    for n, cells in table[1:]:
        stands = {directive for directive, cell in zip(head, cells[1:]) if cell == 'yes'}
        for word in re.findall(r'`([^`]*)`', re.sub(r'\(`.*?\)', '', cells[0])):
            if expected.pop(word, None) == stands:
                document.passes()
            else:
                document.fails(n, 'spec/clauses.def says something else of `%s`' % word)
    if expected:
        document.fails(table[0][0], 'spec/clauses.def has %s, too' % ', '.join(sorted(expected)))


def check_clauses(root, document, needed):
    """What each clause means."""
    table = rows(document, '| clause | meaning |')
    if table is None:
        if needed:
            document.fails(1, 'has no table of what the clauses mean')
        return
    known = {word.split('(')[0] for word in places(root)} - WITH_DIRECTIVE
    listed = {}
    for n, cells in table[1:]:
        for word in re.findall(r'`(\w+)', cells[0]):
            listed.setdefault(word, n)
    for word in sorted(set(listed) - known):
        document.fails(listed[word], 'spec/clauses.def does not have `%s`' % word)
    if known - set(listed):
        document.fails(table[0][0], 'does not explain %s' % ', '.join(sorted(known - set(listed))))
    document.passed += len(known & set(listed))


def check_text(document, needed, pattern, expected, what):
    """PATTERN's group in the text is the words EXPECTED."""
    match = re.search(pattern, document.text)
    if match is None:
        if needed:
            document.fails(1, 'does not list %s' % what)
        return
    line = document.text.count('\n', 0, match.start(1)) + 1
    if match[1].split() == expected:
        document.passes()
    else:
        document.fails(line, '%s are %s in spec/' % (what, ' '.join(expected)))


def check(root, document):
    """What DOCUMENT has of them; docs/directives.md and docs/internals.md have to have theirs."""
    directives, internals = document.name == 'docs/directives.md', document.name == 'docs/internals.md'
    words = [line[1] for line in lines_of(root, 'operators.def', 'OPERATOR')]
    words.insert(words.index('+') + 1, '-')
    check_places(root, document, directives)
    check_clauses(root, document, directives)
    check_text(document, directives, r'\noperator +=((?: \|? ?"[^"]+")+)\n',
               ' | '.join('"%s"' % word for word in words).split(), 'the operators')
    check_text(document, internals, r'Reduction classes: `([^`]*)`',
               ['tcr_%s<T>' % line[6] for line in lines_of(root, 'operators.def', 'OPERATOR')], 'the reduction classes')
    check_text(document, internals, r'T any of `([^`]*)`',
               ', '.join(line[6] for line in lines_of(root, 'types.def', 'TYPE')).split(), 'the types')
    if directives:
        check_manual(root, document, words)


def check_manual(root, document, operators):
    """tcr(7), by the document that says the same."""
    with open(root + '/docs/tcr.7', encoding='utf-8') as file:
        text = file.read()
    wrong = [] if '"%s"' % ' '.join(operators) in text else ['the operators']
    for name, words in lines_of(root, 'directives.def', 'DIRECTIVE'):
        if name != 'SCAN' and not re.search(r'#pragma tcr %s\b' % words, text):
            wrong.append(words)
    if wrong:
        document.fails(1, 'docs/tcr.7 does not say of spec/: %s' % ', '.join(wrong))
    else:
        document.passes()
