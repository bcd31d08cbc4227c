#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The first inputs of the readers' harnesses: small files that are right, and slightly wrong.

    tests/fuzz/readers/seeds.py DIR    writes DIR/NAME/* for each harness NAME
"""
import os
import struct
import sys


def section(name, kind, flags, offset, size, link=0, entry=0):
    return struct.pack("<IIQQQQIIQQ", name, kind, flags, 0, offset, size, link, 0, 1, entry)


def symbol(name, info, index):
    return struct.pack("<IBBHQQ", name, info, 0, index, 0, 0)


def elf(extra=b"", kind=1, symtab=2, tables=1, terminated=True):
    """An object: code, symbols, their names, the names of sections, and `extra` as .tcr.unit."""
    names = b"\0.text\0.symtab\0.strtab\0.shstrtab\0.tcr.unit\0.bss\0"
    strings = b"\0main\0add\0weak" + (b"\0" if terminated else b"!")
    code = b"\xc3" * 16
    symbols = (symbol(0, 0, 0) + symbol(1, 0x12, 1) + symbol(6, 0x12, 0) + symbol(10, 0x22, 1) +
               symbol(1, 0x02, 1))
    parts = [code, symbols, strings, names, extra]
    at, offsets = 64, []
    for part in parts:
        offsets.append(at)
        at += len(part)
    where = [names.index(n) for n in
             (b".text", b".symtab", b".strtab", b".shstrtab", b".tcr.unit", b".bss")]
    headers = [bytes(64), section(where[0], 1, 6, offsets[0], len(code))]
    headers += [section(where[1], symtab, 0, offsets[1], len(symbols), 2 + tables, 24)] * tables
    headers += [section(where[2], 3, 0, offsets[2], len(strings)),
                section(where[3], 3, 0, offsets[3], len(names)),
                section(where[4], 1, 0x80000000, offsets[4], len(extra)),
                section(where[5], 8, 3, 0, 1 << 40)]
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack(
        "<HHIQQQIHHHHHH", kind, 62, 1, 0, 0, at, 0, 64, 0, 0, 64, len(headers), 3 + tables)
    return head + b"".join(parts) + b"".join(headers)


def member(name, data, size=None):
    head = b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name, 0, 0, 0, b"644",
                                               len(data) if size is None else size)
    return head + data + (b"\n" if len(data) & 1 else b"")


def archives():
    first = 8 + 60 + 14
    table = struct.pack(">II", 1, first) + b"main\0\0"
    plain = b"!<arch>\n" + member(b"/", table) + member(b"a.o/", b"abc") + member(b"b.o/", b"")
    names = b"a_long_name_of_a_member.o/\nanother_long_name.o/\n"
    named = b"!<arch>\n" + member(b"//", names) + member(b"/0", b"x") + member(b"/27", b"yz")
    thin = b"!<thin>\n" + member(b"//", b"sub/a.o/\n/tmp/b.o/\n")
    return {
        "plain": plain,
        "named": named,
        "unended": b"!<arch>\n" + member(b"//", b"no_newline") + member(b"/0", b"") * 3,
        "thin": thin + member(b"/0", b"", 9) + member(b"/9", b"", 3),
        "empty": b"!<arch>\n",
        "no_members": b"!<arch>\n" + member(b"/", table),
        "empty_members": b"!<arch>\n" + member(b"e.o/", b"") * 8,
        "sym64": b"!<arch>\n" + member(b"/SYM64/", bytes(8)) + member(b"a.o/", b"abc"),
        "object": b"!<arch>\n" + member(b"o.o/", elf()),
        "too_large": b"!<arch>\n" + member(b"a.o/", b"abc", 9999999999),
    }


def record(fields, text):
    body = b"".join(f + b"\0" for f in fields) + b"t%d\0" % len(text) + text
    return b"TCRUNIT2" + struct.pack("<Q", 16 + len(body)) + body


def records():
    fields = [b"sa.c", b"d/tmp", b"h" + b"0123456789abcdef" * 4, b"o--tcr-arch=none", b"c-O2", b"p1"]
    one = record(fields, b"int f(void);\n")
    return {"one": one, "two": one + one, "cut": one[:-4], "no_text": record(fields, b""),
            "no_fields": record([], b"x"), "long": one[:8] + b"\xff" * 8 + one[16:]}


def objects():
    plain = elf()
    return {"plain": elf(), "record": elf(records()["one"]), "shared": elf(kind=3, symtab=11),
            "tables": elf(tables=12), "unended": elf(terminated=False),
            "names_are_zeros": plain[:62] + struct.pack("<H", 6) + plain[64:]}


TEXTS = {
    "response": {
        "words": b"-c a.c -O2 '-DA=\"x y\"' \\\\ \"-DB=c d\"\n",
        "open_quote": b"-c 'a.c",
        "others": b"@r1 @r2\n\1@r2 -O1\n\1-DLAST",
        "itself": b"-c @r0",
        "bomb": b"@r1 @r1 @r1\1@r2 @r2 @r2\1" + b"x " * 9,
        "directory": b"@. @/ @",
    },
    "scan": {
        "pragma": b"int a;\n#pragma tcr reduce(+:s)\nfor (;;)\n",
        "operator": b"#define R _Pragma(\"tcr reduce(+:s)\")\nR\n",
        "omp": b"# pragma omp parallel for\n",
        "split": b"#pra\\\ngma \\ \n t\\\ncr loop\n",
        "comments": b"/* x */ # /* */ pragma /* y */ tcr\n#/*\n#/*\n#/*\n",
        "itself": b"#include \"self.h\"\n#include <self.h>\n#include N\n#include_next \"self.h\"\n",
        "digraph": b"%:pragma tcr\n??=pragma tcr\n",
        "api": b"#include <tcr.h>\n#import \"x\n",
    },
    "tuning": {
        "rows": b"# measured\nsm_90 f64 threads=512 waves=16\nsm_80 any threads=256 waves=1 # x\n\n",
        "bad_threads": b"sm_90 f64 threads=33 waves=1\n",
        "bad_arch": b"sm_9 f64 threads=32 waves=1\n",
        "huge": b"sm_90 i8 threads=99999999999999999999 waves=18446744073709551617\n",
        "long": b"#" + b"x" * 300 + b"\n",
        "no_end": b"sm_90 f64 threads=512 waves=16",
        "many": b"sm_90 any threads=32 waves=1\n" * 260,
    },
    "directive": {
        "sums": b"reduce(+:a,b.c,p->d,*q,x[3],y[0:n]) reduce(min:m) collapse(2)",
        "sections": b"reduce(+:h[0:64], g[i][0:m]) copyin(a[0:n]) if(n > 100) async(1) wait",
        "data": b"data copyin(a[0:n], b) copyout(c[lo:len]) present(d) device(0)",
        "enter": b"enter data attach(p->q) create(r[0:9])",
        "exit": b"exit data delete(a) detach(b) finalize",
        "update": b"update self(a[0:2]) device(b) if_present async",
        "scan": b"scan inclusive(x, y)",
        "wait": b"wait(1, 2) async(3)",
        "nested": b"reduce(+:((((((a)))))[f(b[c{1}])])) precision(tf32) chain(4) block(64)",
        "near": b"reduced(plus:a) chain(x",
        "inscan": b"reduce(inscan, max: a ? b : c)",
        "twice": b"reduce(+:a, a) private(b, c, b)",
    },
}


def main():
    made = {"object": objects(), "archive": archives(), "record": records(), **TEXTS}
    for reader, files in made.items():
        folder = os.path.join(sys.argv[1], reader)
        os.makedirs(folder, exist_ok=True)
        for name, data in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)


if __name__ == "__main__":
    main()
