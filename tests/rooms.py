#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Includes between folders form no circle.

    tests/rooms.py [--show]

Rooms are the folders of sources; what a room includes it needs, and nothing that it needs may need
it.  A file directly in a folder that has rooms is in the room `.`, which may include them all.
Kernel headers are embedded, not included, by the programs: they count like others.  --show prints
for each room what it includes, lowest rooms first.
"""
import os
import re
import sys

TOPS = ["base", "include", "spec", "kernels", "runtime", "rewriter", "driver", "tune"]
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.M)


def sources():
    for top in TOPS:
        for folder, below, files in os.walk(top):
            below[:] = sorted(b for b in below if b != "libclang")
            for name in sorted(files):
                if name.endswith((".c", ".h", ".cuh", ".cu", ".def")):
                    yield os.path.join(folder, name)


def room_of(path):
    return os.path.dirname(path)


def edges(files):
    """{(room, room it includes): [(file, included file)]}; other spellings are looked for in base/
    and in the folder's own top, as the build does."""
    found = {}
    for path in files:
        with open(path, encoding="utf-8") as f:
            text = f.read()
        here = room_of(path)
        for name in INCLUDE.findall(text):
            for start in (here, here.split("/")[0], "base", "include", "."):
                target = os.path.normpath(os.path.join(start, name))
                if target in files:
                    if room_of(target) != here:
                        found.setdefault((here, room_of(target)), []).append((path, target))
                    break
    return found


def order(rooms, needs):
    """Rooms, those that are needed first; and those that are left, if they form circles."""
    done, left = [], set(rooms)
    while True:
        free = sorted(r for r in left if not needs.get(r, set()) & left - {r})
        if not free:
            return done, left
        done += free
        left -= set(free)


def main():
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    files = set(sources())
    found = edges(files)
    needs = {}
    for here, there in found:
        needs.setdefault(here, set()).add(there)
    done, left = order({room_of(f) for f in files}, needs)
    if "--show" in sys.argv[1:]:
        for room in done:
            print(f"{room}: {' '.join(sorted(needs.get(room, ()))) or '-'}")
    # of what is left, only the rooms on a circle, not those that include them
    inverse = {}
    for here, there in found:
        inverse.setdefault(there, set()).add(here)
    _, circle = order(left, {r: inverse.get(r, set()) & left for r in left})
    for (here, there), pairs in sorted(found.items()):
        if here in circle and there in circle:
            print(f"FAIL {here} includes {there}, in a circle: " +
                  ", ".join(f"{a} {b}" for a, b in pairs[:6]) + (" ..." if len(pairs) > 6 else ""))
    full = [room for room in done + sorted(left)
            if sum(room_of(f) == room for f in files) > 40]
    for room in full:
        print(f"FAIL {room}: over 40 files")
    print(f"{len(done)} passed, {len(circle) + len(full)} failed")
    return bool(circle or full)


if __name__ == "__main__":
    sys.exit(main())
