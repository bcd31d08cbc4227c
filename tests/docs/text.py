# SPDX-License-Identifier: MIT
"""What the text of a document names must exist: linked files and headings, files of the
repository, options, variables.  And docs/environment.md has the variables that the sources read,
the user guide the options."""
import glob
import os
import re

# Words in capitals in the sources that are no variables of the environment.
NO_VARIABLE = {'AS_NEEDED', 'TCR_APART', 'GROUP', 'INPUT', 'OUTPUT_FORMAT', 'NVRTC', 'GCC', 'FILE', 'PTX', 'TCRUNIT2', 'TCR_MAX_LOOPS', 'MPI_', 'TCR_', 'TCR_F16', 'TCR_F32',
               'TCR_F64', 'TCR_BF16', 'TCR_TEST_', 'MPI'}
# Of the compiler and of OpenMP, which the sources do not read, and of the user guide's examples.
READ_BY_OTHERS = {'OMP_PROC_BIND', 'OMP_PLACES', 'CUDA_VISIBLE_DEVICES', 'LD_LIBRARY_PATH'}


def outside_blocks(text):
    """The lines, those of fenced blocks empty."""
    lines, fence = [], False
    for line in text.splitlines():
        edge = line.startswith('```')
        lines.append('' if fence or edge else line)
        fence ^= edge
    return lines


def anchors(text):
    """The names by which headings can be linked, as GitHub makes them."""
    found = {}
    for line in outside_blocks(text):
        heading = re.match(r'#{1,6} +(.*)', line)
        if heading:
            words = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', heading[1]).strip().lower()
            name = re.sub(r'[^\w\- ]', '', words).replace(' ', '-')
            n = found[name] = found.get(name, -1) + 1
            if n:
                found['%s-%d' % (name, n)] = 0
    return found


def check_links(root, document, by_name):
    folder = os.path.dirname(document.name)
    for n, line in enumerate(outside_blocks(document.text), 1):
        for target in re.findall(r'\]\(([^)\s]+)\)', re.sub(r'`[^`]*`', '', line)):
            if re.match(r'[a-z]+:', target):
                continue
            path, _, anchor = target.partition('#')
            path = os.path.normpath(os.path.join(folder, path)) if path else document.name
            if not os.path.exists(os.path.join(root, path)):
                document.fails(n, 'the link %s leads nowhere' % target)
            elif anchor and anchor not in by_name(path):
                document.fails(n, '%s has no heading #%s' % (path, anchor))
            else:
                document.passes()


def sources(root):
    """All text of the tree that can define a name."""
    found = []
    for pattern in ('*/*.[ch]', '*/*/*.[ch]', '*/*.cuh', 'cmake/*', 'CMakeLists.txt', '*/*.in', 'tests/*/*.sh',
                    'tests/*.sh', 'bench/*/*', 'bench/*', 'kernels/*', 'setup.sh'):
        for path in glob.glob(os.path.join(root, pattern)):
            if os.path.isfile(path):
                with open(path, encoding='utf-8', errors='replace') as file:
                    found.append(file.read())
    return '\n'.join(found)


def check_names(root, document, words):
    """Options, names with TCR_ or tcr_, files of the repository."""
    for n, line in enumerate(outside_blocks(document.text), 1):
        for name in re.findall(r'(?<![\w-])--tcr-[a-z][a-z-]*[a-z]|\bTCR_[A-Z0-9_]*[A-Z0-9]\b', line):
            # a family has a star or a continuation behind it: TCR_SIM_*
            if name in words or name + '_' in words:
                document.passes()
            else:
                document.fails(n, '%s: the sources do not know it' % name)
        for path in re.findall(r'`((?:bench|cmake|driver|include|kernels|rewriter|runtime|samples|tests|tune|docs)/'
                               r'[\w./-]*\.\w+)`', line):
            if os.path.exists(os.path.join(root, path)):
                document.passes()
            else:
                document.fails(n, '%s: there is no such file' % path)


def check_figures(document, measured):
    """What is said of speed was measured: it stands in performance.md, too."""
    for n, line in enumerate(outside_blocks(document.text), 1):
        for figure in re.findall(r'\d[\d.]* (?:GB/s|µs|ms|%)', re.sub(r'^    .*', '', line)):
            if figure in measured:
                document.passes()
            else:
                document.fails(n, '%s does not stand in docs/performance.md' % figure)


def variables_of_sources(root):
    found = set()
    for folder in ('base', 'driver', 'rewriter', 'runtime', 'tune'):
        for path in glob.glob('%s/%s/**/*.c' % (root, folder), recursive=True):
            with open(path, encoding='utf-8') as file:
                found |= set(re.findall(r'"([A-Z][A-Z0-9_]{2,})"', file.read()))
    return found - NO_VARIABLE


def first_column(document, pattern):
    """{name: line} of what matches in the first cell of the rows of tables."""
    found = {}
    for n, line in enumerate(outside_blocks(document.text), 1):
        cell = re.match(r'\| (`[^|]*) \|', line)
        for name in re.findall(pattern, cell[1]) if cell else ():
            found.setdefault(name, n)
    return found


def check_list(document, listed, known, what):
    for name in sorted(known - set(listed)):
        document.fails(1, 'does not list %s %s, which the sources have' % (what, name))
    for name, n in listed.items():
        if name in known:
            document.passes()
        else:
            document.fails(n, '%s: no source has this %s' % (name, what))


def names_in(root, path, start):
    """The strings of the initialiser that begins with START, a pattern."""
    with open(os.path.join(root, path), encoding='utf-8') as file:
        body = re.split(start, file.read(), maxsplit=1)[1].split('};', 1)[0]
    return set(re.findall(r'"([^"]+)"', body))


def check(root, every, documents):
    texts = {}

    def by_name(path):
        if path not in texts:
            with open(os.path.join(root, path), encoding='utf-8') as file:
                texts[path] = anchors(file.read())
        return texts[path]

    words = set(re.findall(r'--tcr-[a-z-]+|TCR_[A-Z0-9_]+', sources(root)))
    for document in documents:
        check_links(root, document, by_name)
        check_names(root, document, words)
        if document.name in ('docs/performance-guide.md', 'docs/faq.md', 'docs/tutorial.md', 'docs/troubleshooting.md'):
            with open(root + '/docs/performance.md', encoding='utf-8') as file:
                check_figures(document, file.read())
        if document.name == 'docs/environment.md':
            listed = first_column(document, r'`([A-Z][A-Z0-9_]+)')
            check_list(document, listed, variables_of_sources(root) | READ_BY_OTHERS & set(listed), 'variable')
            # the runtime and tcr-cc warn of names that they do not know: both must know all
            ours = {v for v in listed if v.startswith('TCR_')}
            for path, start in (('driver/command/own.c', r'variable_names\[\] = {'), ('runtime/ground/env.c', r'names\[\] = {(?=\s*"TCR_)')):
                if names_in(root, path, start) != ours:
                    document.fails(1, 'its variables and those of %s differ: %s' % (
                        path, sorted(ours ^ names_in(root, path, start))))
                else:
                    document.passes()
        if document.name == 'docs/user-guide.md':
            listed = first_column(document, r'`(--tcr-[a-z-]+)')
            check_list(document, listed, names_in(root, 'driver/command/own.c', r'option_names\[\] = {'), 'option')
        if document.name == 'docs/index.md':
            listed = {os.path.normpath('docs/' + t): n
                      for n, line in enumerate(document.text.splitlines(), 1)
                      for t in re.findall(r'\]\(([\w.-]+\.(?:md|1|3))\)', line)}
            samples = {os.path.basename(os.path.dirname(d)) for d in glob.glob(root + '/samples/*/')}
            check_list(document, first_column(document, r'`([a-z_]+)`'), samples, 'sample')
            check_list(document, listed, {d for d in every if d.startswith('docs/') and d != 'docs/index.md'}
                       | {d for d in listed if not d.endswith('.md')}, 'document')
