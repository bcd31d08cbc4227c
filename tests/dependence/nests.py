#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The order of random loop nests: what tcr-rewrite says against all pairs of iterations.

    nests.py REWRITER NESTS SEED [--show]

Makes NESTS small functions of one to four loops, with affine subscripts in which parameters occur,
has tcr-rewrite say of each loop whether its iterations may run in any order
(--tcr-dump=plan), and looks at all pairs of iterations, for several values of the parameters.
A loop that is proved and has a conflict for some values is a failure, and so is one that is
refused (no), and has none for any.  Of an inner loop that is proved but for what it folds, updates
of one place by one statement are no conflicts among each other.  Some nests read another array by a
pointer that is not `restrict`: of an inner loop that is free if arrays do not overlap, the two are
apart, and if they may be one, they are.  Some inner loops have bounds out of an array `c`, which
only the loop around them reads.  Some statements are under a condition on loop variables: a loop is
refused rightly if there is a conflict without it.  Some bodies are unrolled: many accesses whose
places differ by numbers.  Prints how many of the loops without any conflict are proved.
"""

import collections
import itertools
import random
import re
import subprocess
import sys
import tempfile

# n, m, k; the last is large enough for what is surely met, some iterations on
VALUES = [(12, 11, 1), (1, 1, 1), (2, 3, 2), (3, 2, 5), (4, 4, 4), (5, 3, 0), (6, 7, -2),
          (7, 0, 1), (40, 2, 0), (1, 40, 0), (6, -1, 2), (-2, 6, 1), (9, 2, -3), (2, 9, 7), (3, 2, -9)]
COUNTS = [(7, 12, 3, 9), (1, 0, 14, 20)]  # what c holds
VARS = "ijlp"
FUNCTIONS = {"MIN": min, "MAX": max}
MACROS = """#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

"""
A_FILE = 400


def parameter(r):
    return r.choice(["n", "m", "n", "m", "k"])


def bound(r, depth):
    """Lower bound, upper bound, step: Python and C at a time."""
    outer = VARS[depth - 1] if depth else None
    upper = r.choice(["n", "m", "n", "m", "n - 1", "m + 2", "9", "14"])
    lower = r.choice(["0", "0", "0", "0", "1", "2", "k"])
    if outer and r.random() < 0.25:
        if r.random() < 0.5:
            upper = r.choice([outer, f"{outer} + 1"])
        else:
            lower = r.choice([outer, f"{outer} + 1"])
    if outer and r.random() < 0.25:
        count = r.choice(["c[1]", f"c[{outer} & 3]", f"c[{outer} & 3]"])
        if r.random() < 0.8:
            upper = r.choice([count, count, f"{lower} + {count}"])
        else:
            lower = count
    return lower, upper, r.choice([1, 1, 1, 1, 1, 2, 3, -1, -1, -2])


def tiles(r):
    """The loops over tiles, in one dimension or two, and those in them, which end with the tile or
    the whole; tiles that overlap among them."""
    dimensions, around, inside = r.choice([1, 1, 2]), [], []
    for d in range(dimensions):
        end, size, v = r.choice(["n", "m", "9"]), r.choice([2, 3, 4]), VARS[d]
        own = size + (r.choice([-1, 1, 2]) if r.random() < 0.15 else 0)
        if r.random() < 0.2:
            around.append(("0", end, -size))
            inside.append((f"MAX({v} - {own} + 1, 0)", f"{v} + 1", -1))
        else:
            ends = [f"{v} + {own}", end if r.random() < 0.9 else r.choice(["n", "m - 1"])]
            r.shuffle(ends)
            around.append((r.choice(["0", "0", "1"]), end, size))
            inside.append((v, f"MIN({', '.join(ends)})", 1))
    return around + inside


def tiled(r, loops):
    """A subscript by the variables of the loops in tiles."""
    n = len(loops) // 2
    order = list(VARS[n : 2 * n])
    if r.random() < 0.3:
        r.shuffle(order)
    text = order[0]
    for v in order[1:]:
        text = f"({text}) * {r.choice(['n', 'm', loops[1][1], loops[1][1], '9', '14'])} + {v}"
    return text if r.random() < 0.8 else f"{text} {r.choice(['+ 1', '- 1', '+ n', '- m'])}"


def header(depth, lower, upper, step, kind):
    v = VARS[depth]
    if step > 0:
        more = f"{v} += {step}" if step > 1 else f"{v}++"
        return f"for ({kind} {v} = {lower}; {v} < {upper}; {more})"
    more = f"{v} -= {-step}" if step < -1 else f"{v}--"
    return f"for ({kind} {v} = {upper} - 1; {v} >= {lower}; {more})"


def product(r, depth):
    """No sum of the variables: most often the beginning of a row of a triangle."""
    v = VARS[r.randrange(depth + 1)]
    if r.random() < 0.2:
        return f"{v} * {VARS[r.randrange(depth + 1)]}"
    return f"{v} * ({v} {r.choice('+-')} 1) / 2"


def subscript(r, depth):
    """Of the variables of the first loops; often a row-major one."""
    if r.random() < 0.12:
        text = f"{product(r, depth)} + {VARS[depth]}"
        if r.random() < 0.2:
            text += f" + {product(r, depth)}"
    elif r.random() < 0.45:
        rows = [r.choice(["n", "m", "n", "m", "4", "8"]) for _ in range(depth)]
        order = list(VARS[: depth + 1])
        if r.random() < 0.2:
            r.shuffle(order)
        text = order[0]
        for row, v in zip(rows, order[1:]):
            text = f"({text}) * {row} + {v}"
        if r.random() < 0.3:
            text = f"{r.choice([2, 3])} * ({text})"
    else:
        terms = []
        for v in VARS[: depth + 1]:
            c = r.choice([0, 0, 1, 1, 1, 2, 3, 4, -1, -2, 6, 8])
            if c:
                terms.append(f"{c} * {v}" if r.random() < 0.75 else f"{c} * {parameter(r)} * {v}")
        text = " + ".join(terms) or "0"
    if r.random() < 0.5:
        text += f" + {r.choice([1, 1, 2, 3, -1, -2, 5, 16])}"
    if r.random() < 0.15:
        text += f" {r.choice('+-')} {r.choice(['n', 'm', 'n * m', 'k', '2 * n'])}"
    return text


def statement(r, depth, two, subscript=subscript):
    """C, the accesses of `a`: (subscript, is it written?), and whether it may be a fold.  With two
    arrays, those of `b` come last."""
    to, kind = subscript(r, depth), r.random()
    if two and kind < 0.3:
        return f"a[{to}] += b[{(other := subscript(r, depth))}];", [
            (to, True), (to, False), (other, False)], True
    if two:
        other = to if r.random() < 0.5 else subscript(r, depth)
        return f"a[{to}] = b[{other}] + 1;", [(to, True), (other, False)], False
    if kind < 0.3:
        return f"a[{to}] = x[{VARS[depth]} & 3];", [(to, True)], False
    if kind < 0.5:
        return f"a[{to}] += 2;", [(to, True), (to, False)], True
    other = to if r.random() < 0.2 else subscript(r, depth)
    if r.random() < 0.3:
        other = to + r.choice([" + 1", " - 1", " + n", " - n", " + 3"])
    return f"a[{to}] = a[{other}] + 1;", [(to, True), (other, False)], to == other


def unrolled(r, depth, subscript):
    """Statements by places that differ by numbers, as of a small matrix in each element: C, and the
    accesses."""
    size, of = r.choice([1, 2, 3, 4, 6, 9]), [subscript(r, depth)]
    if r.random() < 0.4:
        of.append(of[0] + r.choice([" + 1", " - 1", " + n", " - m", " + 7"])
                  if r.random() < 0.6 else subscript(r, depth))
    lines, accesses = [], []
    room = size + (r.choice([1, 2, 5]) if r.random() < 0.2 else 0)

    def place(text):
        scaled = f"{size} * ({text})" if size > 1 else text
        return f"{scaled} + {r.randrange(room)}"

    for _ in range(r.randint(2, 6)):
        to, reads = place(of[0]), [place(r.choice(of)) for _ in range(r.randint(1, 4))]
        lines.append(f"a[{to}] = {' + '.join(f'a[{read}]' for read in reads)} + 1;")
        accesses += [(to, True)] + [(read, False) for read in reads]
    return "{ " + " ".join(lines) + " }", accesses


def condition(r, depth):
    """C, and the same in Python: on one or two of the loop variables."""
    tests = []
    for _ in range(r.choice([1, 1, 2])):
        left = VARS[r.randrange(depth + 1)]
        if depth and r.random() < 0.25:
            left = f"{left} {r.choice('+-')} {VARS[depth]}"
        right = r.choice(["0", "1", "3", "n - 1", "n", "m", "m - 2", "k"])
        tests.append(f"{left} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {right}")
    return " && ".join(tests), " and ".join(tests)


class Nest:
    def __init__(self, r, number):
        self.depth = r.choice([1, 1, 2, 2, 2, 3])
        kind = r.choice(["int", "int", "long", "long long"])
        self.loops = [bound(r, d) for d in range(self.depth)]
        self.tiles = r.random() < 0.2
        if self.tiles:
            self.loops = tiles(r)
            self.depth = len(self.loops)
        self.size = r.choice([("double", 8), ("int", 4), ("short", 2)])
        self.two = r.random() < 0.25
        self.at = []  # (depth, subscript, written, update: its subscript, or "", array)
        restrict = "" if self.two else "restrict "
        self.counts = COUNTS if any("c[" in b for loop in self.loops for b in loop[:2]) else [()]
        c = "const int *restrict c, " if self.counts[0] else ""
        lines = [
            f"void f{number}({kind} n, {kind} m, {kind} k, {c}{self.size[0]} *{restrict}a, "
            + (f"const {self.size[0]} *b)" if self.two else "const int *restrict x)"),
            "{",
        ]
        flat = self.depth > 1 and not any(v in " ".join(self.loops[1][:2]) for v in VARS + "c")
        self.collapse = flat and r.random() < 0.3
        lines.append("#pragma tcr loop" + (" collapse(2)" if self.collapse else ""))
        for d, (lower, upper, step) in enumerate(self.loops):
            lines.append("    " * (d + 1) + header(d, lower, upper, step, kind) + " {")
            inside = d + 1 == self.depth
            if inside or (not self.collapse and r.random() < 0.25) or (
                self.collapse and d == 1 and r.random() < 0.25
            ):
                by = (lambda r, _: tiled(r, self.loops)) if self.tiles and inside else subscript
                if not self.two and r.random() < 0.15:
                    text, accesses, updates = *unrolled(r, d, by), False
                else:
                    text, accesses, updates = statement(r, d, self.two, by)
                test = condition(r, d) if r.random() < 0.3 else None
                lines.append("    " * (d + 2) + (f"if ({test[0]}) " if test else "") + text)
                other = len(accesses) - 1 if self.two else len(accesses)
                self.at += [(d, s, w, s if updates and k < other else "", "b" if k == other else "a",
                             test[1] if test else "True")
                            for k, (s, w) in enumerate(accesses)]
        for d in reversed(range(self.depth)):
            lines.append("    " * (d + 1) + "}")
        lines.append("}")
        self.text = "\n".join(lines)

    def conflicts(self, one, fixed=True, tested=True):
        """The loops of which two iterations meet, for some values; and those where they do so by
        more than updates of a place that the loop does not choose.  `one`: of two arrays, both
        are the same; not `fixed`: without what the host reads before the loop; not `tested`:
        as if all conditions held."""
        bad, worse = set(), set()
        scope = dict(FUNCTIONS)
        exec(self.python(one, fixed, tested), scope)
        for (n, m, k), c in itertools.product(VALUES, self.counts):
            touched = collections.defaultdict(set)  # place: {(iteration, written, update)}
            scope["run"](n, m, k, c, touched)
            for uses in touched.values():
                if len(uses) > 1:
                    uses_meet(uses, self.depth, bad, worse)
            if len(worse) == self.depth:
                break
        return bad, worse

    def python(self, one, fixed, tested):
        """A function that runs the nest and notes what is used."""
        lines = ["def run(n, m, k, c, touched):"]
        for d, (lower, upper, step) in enumerate(self.loops):
            ends = f"{lower}, {upper}" if step > 0 else f"({upper}) - 1, ({lower}) - 1"
            lines.append("    " * (d + 1) + f"for {VARS[d]} in range({ends}, {step}):")
            inside = "    " * (d + 2)
            lines.append(f"{inside}here = ({', '.join(VARS[:d + 1])},)")
            for at, s, written, update, array, test in self.at:
                if at == d and (fixed or written or any(v in s for v in VARS)):
                    place = f'"{"a" if one else array}", {s.replace(" / ", " // ")}'
                    lines.append(inside + (f"if {test}: " if tested else "")
                                 + f"touched[{place}].add((here, {written}, {update!r}))")
        return "\n".join(lines)


def meet(writing, others):
    """Is one iteration that writes another one than one of the others?"""
    return bool(writing and others) and len(writing | others) > 1


def uses_meet(uses, depth, bad, worse):
    """Adds the loops of which two iterations use one place, and one of them writes it; `worse`: by
    more than updates by one statement, of a place that the loop does not choose."""
    for d in range(depth):
        if VARS[d] in worse:
            continue
        around = {}  # iterations of the loops around it: {update: (of the loop, those that write)}
        for iteration, written, update in uses:
            if len(iteration) > d:
                of = "" if VARS[d] in update else update
                there = around.setdefault(iteration[:d], {}).setdefault(of, (set(), set()))
                there[0].add(iteration[d])
                if written:
                    there[1].add(iteration[d])
        for kinds in around.values():
            for (one, (_, writing)), (other, (all_of, _)) in itertools.product(
                    kinds.items(), kinds.items()):
                if meet(writing, all_of):
                    bad.add(VARS[d])
                    if not one or one != other:
                        worse.add(VARS[d])


def ask(rewriter, nests):
    """For each nest, the verdicts on its loops."""
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(MACROS + "\n\n".join(n.text for n in nests) + "\n")
        file.flush()
        out = subprocess.run(
            [rewriter, "--tcr-dump=plan", file.name, "--", "cc"],
            capture_output=True, text=True, check=False,
        )
    verdicts = {}
    for part in re.split(r"^region ", out.stdout, flags=re.M)[1:]:
        name = re.search(r" in f(\d+): ", part)
        orders = dict(re.findall(r"^  order of (\w+)[^:]*: (\w+(?:, but for)?.*)", part, re.M))
        refused = re.search(r"^  refused \((.*)\): ", part, re.M)
        verdicts[int(name[1])] = (orders, refused[1] if refused else None)
    if len(verdicts) != len(nests):
        sys.exit(f"tcr-rewrite: {out.stderr[:2000]}")
    return verdicts


def check_given(nest, orders):
    """The inner loops that are free if the two arrays are apart, or one: how many."""
    bad, worse = nest.conflicts(False, False)
    one, worse_one = nest.conflicts(True, False)
    given = [v for v in VARS[: nest.depth] if "any if arrays" in orders.get(v, "")]
    for v in given:
        folds, same = ", but for" in orders[v], "or one" in orders[v]
        if v in (worse if folds else bad) or (same and v in (worse_one if folds else one)):
            sys.exit(f"FAIL: order of {v}: {orders[v]}, and there is a conflict\n{nest.text}")
    return len(given)


def main():
    rewriter, total, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    show = "--show" in sys.argv
    r = random.Random(seed)
    count = {"proved": 0, "checked": 0, "no": 0, "declared": 0}
    free = free_proved = folded = wrong = left = loops = given = 0
    for begin in range(0, total, A_FILE):
        nests = [Nest(r, i) for i in range(begin, min(total, begin + A_FILE))]
        verdicts = ask(rewriter, nests)
        for number, nest in zip(range(begin, total), nests):
            orders, refused = verdicts[number]
            if refused and "carried" not in refused:
                left += 1
                continue
            bad, worse = nest.conflicts(True)
            tests = any(test != "True" for *_, test in nest.at)
            anyway = nest.conflicts(True, tested=False)[0] if tests else bad
            inner = (bad, worse)
            if nest.two:
                given += check_given(nest, orders)
            if not all(w or any(v in at for v in VARS) for _, at, w, *_ in nest.at):
                inner = nest.conflicts(True, False) # the levels ask what the host reads before
            for v in VARS[: nest.depth]:
                loops += 1
                if v not in orders:
                    sys.exit(f"no verdict on {v} in\n{nest.text}")
                order = re.match(r"\w+", orders[v])[0]
                folds = ", but for" in orders[v]
                met = v in ((bad, worse) if v == VARS[0] else inner)[folds]
                folded += folds
                count[order] += 1
                free += v not in bad
                free_proved += v not in bad and order == "proved"
                if (order == "proved" and met) or (order == "no" and v not in anyway):
                    wrong += 1
                    print(f"FAIL: order of {v}: {orders[v]}, and there is "
                          f"{'a' if met else 'no'} conflict\n{nest.text}")
                elif show and v not in bad and order != "proved":
                    print(f"not proved: order of {v}: {order}\n{nest.text}")
    print(f"{total} nests of seed {seed}, {left} of them refused for other reasons; {loops} loops: "
          + ", ".join(f"{n} {word}" for word, n in count.items() if n) + f"; {folded} of them fold, "
          f"{given} are free if arrays are apart")
    print(f"{free} loops without a conflict, {free_proved} of them proved")
    print(f"{loops - wrong} passed, {wrong} failed")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
