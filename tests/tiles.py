#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What spec/tiles.def says of the forms of sums is what the kernels' text says.

For each architecture of spec/archs.def, the file of a line, preprocessed without its #includes for
that architecture, must have the intrinsic of the line, and none of the kind's other lines.
"""
import os
import re
import subprocess
import sys

LINE = re.compile(r'^TILE\((\w+), "([^"]*)", (\d+), (\d+), (\d+), "([^"]*)", "([^"]*)", "([^"]*)"\)$', re.M)


def text_for(name, arch):
    """The part of a header of kernels/tiles/ that is compiled for an architecture."""
    with open(os.path.join("kernels", "tiles", name), encoding="utf-8") as f:
        text = re.sub(r"^#(include|pragma).*$", "", f.read(), flags=re.M)
    return subprocess.run([os.environ.get("CC", "cc"), "-E", "-P", "-x", "c", f"-DTCR_ARCH={arch}", "-"],
                          input=text, capture_output=True, text=True, check=True).stdout


def uses(text, name):
    return re.search(rf"\b{name}\b", text) is not None


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    with open("spec/archs.def", encoding="utf-8") as f:
        archs = [int(a) for a in re.findall(r"^ARCH\((\d+)\)", f.read(), re.M)]
    with open("spec/tiles.def", encoding="utf-8") as f:
        table = f.read()
    lines = [(kind, file, range(int(least), int(most) + 1), int(values), name)
             for kind, file, least, most, values, name, _, _ in LINE.findall(table)]
    failed = passed = 0
    if len(lines) != table.count("\nTILE("):
        print("FAIL spec/tiles.def: a line cannot be read")
        failed += 1
    for arch in archs:
        for kind in {line[0] for line in lines}:
            # what the kind uses on this architecture, and what its other lines would
            here = [line for line in lines if line[0] == kind and arch in line[2]]
            names = {line[4] for line in here} - {""}
            if not here and kind != "FLOATS" or [line[3] for line in here] != sorted(
                    (line[3] for line in here), reverse=True):
                print(f"FAIL spec/tiles.def: {kind} on {arch}: no line, or not in descending order of values")
                failed += 1
            for other in (line for line in lines if line[0] == kind and line[4]):
                good = uses(text_for(other[1], arch), other[4]) == (other[4] in names)
                passed += good
                failed += not good
                if not good:
                    print(f"FAIL {kind} on {arch}: kernels/tiles/{other[1]} and spec/tiles.def differ on '{other[4]}'")
    print(f"{passed} passed, {failed} failed")
    return failed != 0


sys.exit(main())
