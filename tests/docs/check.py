# SPDX-License-Identifier: MIT
"""See run.sh.  check.py BUILD [FILE.md...]; check.py --extract FILE.md FOLDER writes the C code
with an output of a document as FOLDER/N.c and FOLDER/N.output, for other tests."""
import concurrent.futures
import difflib
import glob
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time

import blocks
import tables
import text as prose

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMIT = 120      # seconds for a command
MOST_LINES = 40  # of a difference
# Where no CUDA Toolkit is, each compilation notes it; the documents show what is printed with one.
NO_TOOLKIT = re.compile(r'tcr-rewrite: note: .*no CUDA Toolkit \(NVRTC\) here')
# Device code for all architectures takes most of the time there is, if there is a CUDA Toolkit: it is
# made for the README's example, and where a command names architectures.
TRUE_BUILD = {'README.md'}
NO_ARCHITECTURES = '''#!/bin/sh
case " $* " in *" --tcr-arch"*) ;; *) set -- "$@" --tcr-arch=none ;; esac
exec "%s/bin/tcr-cc" "$@"
'''
# refusals.md has a test of its own.
OWN_TEST = {'docs/refusals.md'}
# In which everything is wrong.
WRONG = 'tests/docs/wrong.md'


def terminal(argv, folder, environment):
    """(what a command prints on a terminal, where lines come in the order in which they are
    printed; its exit status, or words)"""
    master, slave = pty.openpty()
    settings = termios.tcgetattr(slave)
    settings[1] &= ~termios.OPOST  # no carriage returns
    termios.tcsetattr(slave, termios.TCSANOW, settings)
    process = subprocess.Popen(argv, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=slave,
                               stderr=slave, start_new_session=True)
    os.close(slave)
    said, status = b'', None
    end = time.monotonic() + LIMIT
    while status is None:
        if select.select([master], [], [], max(0, end - time.monotonic()))[0]:
            try:
                said += os.read(master, 65536)
            except OSError:  # nobody has the terminal open any more
                status = process.wait()
        else:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = 'no end after %d s' % LIMIT
    os.close(master)
    return said.decode(errors='replace'), status


class Document:
    """One document: what it says, and its outcome.  Commands share the directory `work`."""

    def __init__(self, name, build, work):
        self.name, self.build, self.work = name, build, work
        self.lines, self.messages, self.passed, self.failed, self.left_out = [], [], 0, 0, 0
        with open(os.path.join(ROOT, name), encoding='utf-8') as file:
            self.text = file.read()

    def passes(self):
        self.passed += 1

    def fails(self, line, what):
        self.failed += 1
        self.lines.append(line)
        self.messages.append('FAIL %s:%d: %s' % (self.name, line, what))

    def environment(self):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(('TCR_', 'OMP_', 'CUDA_'))}
        kept.pop('XDG_CONFIG_HOME', None)
        path = [self.build + '/bin', os.environ['PATH']]
        if self.name not in TRUE_BUILD:
            path.insert(0, os.path.dirname(self.work) + '/.fast')
        kept.update(PATH=':'.join(path), HOME=self.work, LC_ALL='C', OMP_NUM_THREADS='2', TERM='dumb',
                    TCR_SIM_CACHE=os.path.dirname(self.work) + '/.cache')
        return kept

    def shell(self, command, card=False):
        """(status, output) of a command in the document's shell, whose directory and exported
        variables last."""
        state = self.work + '/.state'
        before, after = ('export TCR_BACKEND=sim', 'unset TCR_BACKEND') if card else ('', '')
        script = ('test ! -e %s || . %s\n%s\n%s\ntcr_status=$?\n%s\n'
                  '{ export -p; echo "cd \'$PWD\'"; } >%s\nexit $tcr_status\n') % (
                      state, state, before, command, after, state)
        output, status = terminal(['/bin/sh', '-c', script], self.work, self.environment())
        return status, output

    def console(self, block):
        commands = block.commands()
        if not commands:
            self.fails(block.line, 'a console without a command')
        for n, (line, command, expected) in enumerate(commands):
            status, output = self.shell(command, 'card' in block.words)
            said = [s for s in output.splitlines() if not NO_TOOLKIT.match(s)]
            shall_fail = 'fails' in block.words and n == len(commands) - 1
            if (status != 0) != shall_fail or not isinstance(status, int):
                self.fails(line, '%s: exit status %s\n%s' % (command, status, output))
            elif not blocks.matches(said, expected):
                differ = list(difflib.unified_diff(expected, said, lineterm='', n=9))[3:MOST_LINES]
                self.fails(line, '%s: prints something else (-: the document)\n%s' % (
                    command, '\n'.join(differ)))
            else:
                self.passes()

    def unit(self, block, output):
        """C code: it compiles without a refusal, and prints OUTPUT, if that is given."""
        code = os.path.join(self.work, '%d.c' % block.line)
        with open(code, 'w', encoding='utf-8') as file:
            file.write(block.code(self.name))
        program = code[:-2]
        command = 'tcr-cc --tcr-strict -Wall -Werror -O1 -I%s/include ' % ROOT
        if output is None:
            # pieces of programs have variables that nobody reads
            command += '-Wno-unused -Wno-uninitialized -Wno-maybe-uninitialized -c'
        status, said = self.shell('%s %s -o %s %s' % (
            command, code, program, '-lm' if output is not None else ''))
        if status != 0 or said:
            self.fails(block.line, 'C code: status %s\n%s' % (status, said))
            return
        self.passes()
        for where in ('TCR_TARGET=host', 'TCR_STRICT=1 TCR_BACKEND=sim TCR_TARGET=device') if output is not None else ():
            status, said = self.shell('%s %s' % (where, program))
            if status != 0 or said != output.text:
                self.fails(output.line, '%s prints %s (status %s)' % (where, said, status))
            else:
                self.passes()

    def write(self, block):
        path = os.path.join(self.work, block.words[1])
        text = block.text
        if block.kind == 'diff':
            with open(path, encoding='utf-8') as file:
                old = file.read()
            text = block.edit(old)
            if text is None:
                self.fails(block.line, 'the lines to change are not there, or several times')
                return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def run(self):
        try:
            if self.name not in OWN_TEST:
                self.run_blocks(blocks.blocks(self.text))
        except (ValueError, OSError) as error:
            self.fails(1, str(error))

    def cannot_run(self, block):
        if block.words[-1] in ('not-run', 'needs'):
            self.fails(block.line, 'without a reason')
        if 'not-run' in block.words:
            return True
        return 'needs' in block.words and not shutil.which(block.words[block.words.index('needs') + 1])

    def run_blocks(self, found):
        for n, block in enumerate(found):
            following = found[n + 1] if n + 1 < len(found) and found[n + 1].kind == 'output' else None
            if block.kind == 'console' and self.cannot_run(block):
                self.left_out += len(block.commands())
                self.messages.append('left out: %s:%d: %s' % (self.name, block.line, ' '.join(block.words[1:])))
            elif block.kind == 'console':
                self.console(block)
            elif len(block.words) > 1:
                self.write(block)
            elif block.kind == 'c':
                self.unit(block, following)


def extract(name, folder):
    with open(name, encoding='utf-8') as file:
        found = blocks.blocks(file.read())
    n = 0
    for code, output in zip(found, found[1:]):
        if code.kind == 'c' and output.kind == 'output':
            n += 1
            for block, end in ((code, 'c'), (output, 'output')):
                with open('%s/%d.%s' % (folder, n, end), 'w', encoding='utf-8') as file:
                    file.write(block.text)
    return 0 if n else 1


def own_test(document):
    """What WRONG says of itself: every line that is found has to be."""
    expected = re.search(r'<!-- found: ([\d ]+) -->', document.text)[1].split()
    found = [str(line) for line in sorted(document.lines)]
    document.messages, document.passed, document.failed = [], len(found), 0
    if found != expected:
        document.fails(1, 'errors are found in the lines\n%s\nand not in\n%s\n' % (
            ' '.join(found), ' '.join(expected)))


def again(build, name):
    """The command that repeats a document alone; by again.sh, as in all suites."""
    return subprocess.run(['sh', '-c', '. "$0"; again "$1" "$2"', ROOT + '/tests/again.sh', build,
                           'docs/' + os.path.basename(name)], capture_output=True, text=True, check=True).stdout


def path(name):
    """The document of that name, or at that path, from ROOT."""
    for place in ('', 'docs/', 'tests/docs/'):
        if '/' not in name and os.path.exists(os.path.join(ROOT, place + name)):
            return place + name
    return os.path.relpath(os.path.abspath(name), ROOT)


def main():
    if sys.argv[1] == '--extract':
        return extract(*sys.argv[2:4])
    build = os.path.abspath(sys.argv[1])
    every = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'] + sorted(os.path.relpath(f, ROOT) for f in glob.glob(ROOT + '/docs/*.md'))
    chosen = [path(name) for name in sys.argv[2:]] or every + [WRONG]
    folder = tempfile.mkdtemp(prefix='tcr-docs.', dir=os.environ.get('TMPDIR', '/tmp'))
    try:
        os.mkdir(folder + '/.cache')
        os.mkdir(folder + '/.fast')
        with open(os.open(folder + '/.fast/tcr-cc', os.O_WRONLY | os.O_CREAT, 0o755), 'w', encoding='ascii') as file:
            file.write(NO_ARCHITECTURES % build)
        documents = []
        for name in chosen:
            work = os.path.join(folder, os.path.basename(name)[:-3])
            os.mkdir(work)
            documents.append(Document(name, build, work))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(Document.run, sorted(documents, key=lambda d: -d.text.count('\n$ '))))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    prose.check(ROOT, every, documents)
    for document in documents:
        tables.check(ROOT, document)
    for document in documents:
        if document.name == WRONG:
            own_test(document)
    for document in documents:
        print('\n'.join(document.messages), end='\n' if document.messages else '')
        if document.failed:
            print(again(build, document.name), end='')
    left_out = sum(d.left_out for d in documents)
    if left_out:
        print('%d commands of the documents are not run' % left_out)
    failed = sum(d.failed for d in documents)
    print('%d passed, %d failed' % (sum(d.passed for d in documents), failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
