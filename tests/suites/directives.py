# SPDX-License-Identifier: MIT
"""OpenMP's and OpenACC's directives in C text: where they are, what they say, and where the
statement behind them ends."""
import re

OMP_NAMES = set('''parallel for simd target teams distribute loop taskloop task taskgroup taskwait
taskyield sections section single master masked critical barrier atomic flush ordered scan scope
cancel cancellation point data enter exit update declare begin end requires threadprivate allocate
metadirective unroll tile workshare groupprivate interop dispatch assume nothing error depobj
declare_target reduction mapper variant declare_simd'''.split())
# Directives, or behind `declare`, that are clauses elsewhere.
CLAUSES_TOO = {'reduction', 'mapper', 'variant', 'allocate', 'ordered', 'allocators'}
ACC_NAMES = set('''parallel kernels serial loop data enter exit update host_data wait routine atomic
cache declare init shutdown set'''.split())


def blank(piece):
    return re.sub(r'[^\n]', ' ', piece)


def mask(text):
    """The text with its comments, strings and preprocessor lines blanked; offsets stay."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/',
                  lambda m: blank(m.group()), text, flags=re.S)
    return re.sub(r'^[ \t]*#(?:\\\n|[^\n])*', lambda m: blank(m.group()), text, flags=re.M)


def close(text, at):
    """The offset behind the bracket that closes the one at AT."""
    depth = 0
    while at < len(text):
        depth += (text[at] in '([{') - (text[at] in ')]}')
        at += 1
        if depth == 0:
            return at
    return at


def skip(text, at):
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def statement_end(text, at):
    """The offset behind the statement that begins at AT; of masked text."""
    at = skip(text, at)
    if text[at:at + 1] == '{':
        return close(text, at)
    word = re.match(r'(for|while|if|switch|do|else)\b', text[at:])
    if not word:
        while at < len(text) and text[at] not in ';}':
            at = close(text, at) if text[at] in '([{' else at + 1
        return at + 1
    at += word.end()
    if word[1] not in ('do', 'else'):
        at = close(text, skip(text, at))
    at = statement_end(text, at)
    following = re.match(r'\s*(else\b|while\b)', text[at:])
    if following and (word[1], following[1]) in (('if', 'else'), ('do', 'while')):
        return statement_end(text, skip(text, at))
    return at


class Directive:
    """start, end: its offsets; family: omp or acc; names: its words; argument: that of the last
    of them (`wait(1)`), or None; clauses: (name, argument or None); operator: is it a _Pragma?;
    in_macro: one in a macro's definition?"""

    def __init__(self, start, end, family, words, operator=False, in_macro=False):
        self.start, self.end, self.family = start, end, family
        self.operator, self.in_macro = operator, in_macro
        self.names, self.argument, self.clauses = [], None, []
        known = OMP_NAMES if family == 'omp' else ACC_NAMES
        at = 0
        named = False  # are the names over?
        while True:
            word = re.match(r'[\s,]*(\w+)\s*', words[at:])
            if not word:
                break
            at += word.end()
            argument = None
            if words[at:at + 1] == '(':
                end_of = close(words, at)
                argument = words[at + 1:end_of - 1].strip()
                at = end_of
            clause = word[1] in CLAUSES_TOO and self.names[-1:] not in ([], ['declare'])
            if named or clause or word[1] not in known:
                named = True
                self.clauses.append((word[1], argument))
            else:
                self.names.append(word[1])
                self.argument = argument
                named = argument is not None

    def put(self, words):
        """tcr's directive of these words, in the form of this one."""
        if words is None:
            return ''
        return '_Pragma("tcr %s")' % words if self.operator else '#pragma tcr ' + words

    @staticmethod
    def all_of(text, masked):
        """All directives, in order.  MASKED: the same text without preprocessor lines."""
        plain = re.sub(r'//[^\n]*|/\*.*?\*/', lambda m: blank(m.group()), text, flags=re.S)
        found = []
        for m in re.finditer(r'^[ \t]*#[ \t]*pragma[ \t]+(omp|acc)\b((?:\\\n|[^\n])*)', plain,
                             flags=re.M):
            start = m.start() + len(m.group()) - len(m.group().lstrip(' \t'))
            found.append(Directive(start, m.end(), m[1], m[2].replace('\\\n', ' ')))
        for m in re.finditer(r'_Pragma\s*\(\s*"(omp|acc)\b([^"]*)"\s*\)', plain):
            # blanked like all preprocessor lines: the definition of a macro
            found.append(Directive(m.start(), m.end(), m[1], m[2], True, masked[m.start()] == ' '))
        return sorted(found, key=lambda d: d.start)
