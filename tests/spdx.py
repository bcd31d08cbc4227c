#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does every source say its license, as SPDX-License-Identifier?

    tests/spdx.py          names those that do not
    tests/spdx.py --add    adds the line to them

Sources are C, CUDA, Fortran, shell, Python and CMake.  The line is the first one (behind
`#!`); in sources of which tests and documents know line numbers, or read the first comment, it is
the last one.  Inputs of tests whose whole text is expected again have none, nor have data and
what is generated.
"""
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TAG = 'SPDX-License-Identifier: MIT'
INPUTS = re.compile(r'tests/(golden/.*\.[ch]$|refusals/.*\.[ch]$|conformance/(tree|marked)/|'
                    r'suites/(cases|stubs)/|fuzz/corpus/)')
LINES_COUNT = re.compile(r'(samples|tests/programs|tests/fuzz/refuse|tests/annotated)/.*\.[ch]$')
STYLES = {
    r'\.(c|h|cu|cuh)$': '/* %s */',
    r'\.f90$': '! %s',
    r'(\.(sh|py|cmake|bash|fish)(\.in)?|/CMakeLists\.txt)$': '# %s',
}


def style(path, text):
    """How a comment looks in the file; None: it is no source."""
    for pattern, comment in STYLES.items():
        if re.search(pattern, '/' + path):
            return comment
    return '# %s' if re.match(r'#!|#compdef', text) else None


def has_tag(text):
    lines = text.splitlines()
    return any(TAG in line for line in lines[:5] + lines[-1:])


def with_tag(path, text, comment):
    line = comment % TAG + '\n'
    if LINES_COUNT.match(path):
        return text + ('' if text.endswith('\n') else '\n') + line
    # how a script shows its own head: by line numbers
    text = re.sub(r"(sed -n ')2,(\d+)(s/\^#)", lambda m: '%s3,%d%s' % (
        m[1], int(m[2]) + 1, m[3]), text)
    text = re.sub(r"(sed -n ')2,(/\^set/s/\^#)", r'\g<1>3,\2', text)
    first = re.match(r'(#!|#compdef).*\n', text)
    at = first.end() if first else 0
    return text[:at] + line + text[at:]


def main():
    add = sys.argv[1:] == ['--add']
    if not shutil.which('git'):
        print('left out: there is no git')
        return 0
    names = subprocess.run(['git', '-C', ROOT, 'ls-files', '-z', '-co', '--exclude-standard'],
                           capture_output=True, check=False).stdout.decode().split('\0')
    passed = failed = 0
    for path in sorted(filter(None, names)):
        whole = os.path.join(ROOT, path)
        if INPUTS.match(path) or os.path.islink(whole) or not os.path.isfile(whole):
            continue
        with open(whole, encoding='utf-8', errors='surrogateescape', newline='') as file:
            text = file.read()
        comment = style(path, text)
        if comment is None or has_tag(text):
            passed += comment is not None
        elif add:
            with open(whole, 'w', encoding='utf-8', errors='surrogateescape', newline='') as file:
                file.write(with_tag(path, text, comment))
        else:
            print('FAILED: %s has no line "%s" (tests/spdx.py --add)' % (path, TAG))
            failed += 1
    if not add and not passed and not failed:
        print('left out: no git tree here')
    if not add:
        print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
