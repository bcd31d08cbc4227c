# SPDX-License-Identifier: MIT
"""The fenced blocks of a document, and how they are marked.

    ```c norm.c            a file (of any language), written before the next commands run
    ```diff norm.c         an edit of that file: its lines with - and blanks must be there, once
    ```c                   C code: compiled by `tcr-cc --tcr-strict`, each directive taken over
    ```output              what the program of the C code above prints
    ```console             `$ command` lines, each with what it prints; one directory a document
    ```console card        the same on the simulated device in place of a card
    ```console fails       the same; the last command has to fail
    ```console needs X     the same, if there is a program X; else not executed
    ```console not-run     not executed, only counted; a reason follows (`needs root`)
    ```text, ```json, ...  not looked at

A line of `...` in what a command prints stands for any lines; `...` in a line, for any text.  In lines
that begin with `tcr: `, times are not compared, nor how many blanks stand between columns.  A
command ends with its line, or goes on where the line ends in a backslash.

C code that is no unit of its own has its surroundings in a comment before it, which a reader
does not see; the code is put where the line `@@@` is:

    <!-- around
    double f(int n, const double *a) {
    @@@
    return s; }
    -->

A file that commands need and readers do not is in a comment that begins with `<!-- file norm.c`.
"""
import re


class Block:
    """line: of the fence, from 1; words: behind the fence; text: the lines between, each with its
    end; around: what the comment before it has, or None."""

    def __init__(self, line, words, text, around):
        self.line, self.words, self.text, self.around = line, words, text, around

    @property
    def kind(self):
        return self.words[0] if self.words else ''

    def code(self, name):
        """The C code in its surroundings, with the lines that it has in the document."""
        head, tail = self.around.split('@@@\n') if self.around else ('', '')
        return '#line 1 "around"\n%s#line %d "%s"\n%s%s' % (head, self.line + 1, name, self.text, tail)

    def edit(self, text):
        """The text of a file after the edit that a diff is; None if it does not fit."""
        lines = self.text.splitlines(keepends=True)
        old, new = (''.join(s[1:] for s in lines if s[0] != other) for other in '+-')
        return text.replace(old, new) if text.count(old) == 1 else None

    def commands(self):
        """(line, command, what it shall print)"""
        found, more = [], False
        for n, line in enumerate(self.text.splitlines(), self.line + 1):
            if more:
                found[-1][1] += '\n' + line
            elif line.startswith('$ '):
                found.append([n, line[2:], []])
            elif found:
                found[-1][2].append(line)
            else:
                raise ValueError('line %d: output before the first command' % n)
            more = (more or line.startswith('$ ')) and line.endswith('\\')
        return found


def blocks(text):
    """All fenced blocks.  A fence that is not closed is an error."""
    found, fence, around, note, hidden = [], None, None, None, ''
    for n, line in enumerate(text.splitlines(keepends=True), 1):
        if fence:
            if line.startswith('```'):
                found.append(Block(*fence))
                fence = around = None
            else:
                fence[2] += line
        elif note is not None:
            if line.strip() == '-->' and hidden:
                found.append(Block(n, ['file', hidden], note, None))
                note = None
            elif line.strip() == '-->':
                around, note = note, None
            else:
                note += line
        elif line.startswith(('<!-- around', '<!-- file ')):
            note, hidden = '', (line.split() + [''])[2]
        elif line.startswith('```'):
            fence = [n, line[3:].split(), '', around]
    if fence or note is not None:
        raise ValueError('line %d: a block or comment without an end' % (fence[0] if fence else n))
    return found


# In what the runtime prints about times, every number is as good as another.
TIMES = re.compile(r'(?:~?\b[\d.]+(?:e-?\d+)?|\.\.\.) [num]?s\b')


def without_times(line):
    if not line.startswith('tcr: '):
        return line.rstrip()
    return re.sub(r'\s+', ' ', TIMES.sub('T', line.rstrip())).rstrip()


def matches(said, expected):
    """Are the lines SAID those that are EXPECTED, with their wildcards?"""
    pattern = ''
    for line in expected:
        if line.strip() == '...':
            pattern += r'(?:[^\n]*\n)*'
        else:
            pattern += '[^\n]*'.join(re.escape(part) for part in without_times(line).split('...')) + '\n'
    text = ''.join(without_times(line) + '\n' for line in said)
    return re.fullmatch(pattern, text) is not None
