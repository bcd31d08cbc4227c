#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Objects and archives that are made to keep a reader busy: hostile.py KIND FILE"""
import struct
import sys

MEGABYTE = 1 << 20


def section(name, kind, offset, size, link=0):
    return struct.pack("<IIQQQQIIQQ", name, kind, 0, 0, offset, size, link, 0, 1, 24)


def elf(data, headers, names):
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", 1, 62, 1, 0, 0, 64 + len(data), 0, 64, 0, 0, 64, len(headers), names)
    return head + data + b"".join(headers)


def sections():
    """Every section's name begins at the start of a table in which no name ends."""
    data = b"x" * (64 * MEGABYTE)
    return elf(data, [bytes(64)] + [section(0, 3, 64, len(data))] * 65000, 1)


def symbols():
    """Every symbol has the same name, which is half of the file."""
    name = b"x" * (10 * MEGABYTE) + b"\0"
    table = struct.pack("<IBBHQQ", 0, 0x12, 0, 1, 0, 0) * 400000
    return elf(name + table, [bytes(64), section(0, 3, 64, len(name)),
                              section(0, 2, 64 + len(name), len(table), 1)], 1)


def tables():
    """Every section is a table of symbols, and the same one: the file."""
    table = struct.pack("<IBBHQQ", 0, 0x12, 0, 1, 0, 0) * 400000
    data = b"x\0" + table
    return elf(data, [bytes(64), section(0, 3, 64, 2)] +
               [section(0, 2, 66, len(table), 1)] * 65000, 1)


def archive():
    """Every member's name begins at the start of a table in which no name ends."""
    def member(name, size):
        return b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"644", size)

    names = b"x" * (10 * MEGABYTE)
    return b"!<arch>\n" + member(b"//", len(names)) + names + member(b"/0", 0) * 200000


KINDS = {"sections": sections, "symbols": symbols, "tables": tables, "archive": archive}
with open(sys.argv[2], "wb") as file:
    file.write(KINDS[sys.argv[1]]())
