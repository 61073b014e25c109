#!/usr/bin/env python3
"""Finds the smallest problem in integers for which a law or a method for several contacts violates a property.

Usage: counterexample.py LAW PROPERTY [--contacts N] [--dim 2|3] [--limit SIZE] [--set NAME=VALUE ...] [--carom COMMAND]

The properties are dissipative, coulomb, nonpenetrating, unique, homogeneous and continuous (the last two for one contact).
W and v have integer entries, and the coefficients are ratios of integers. The size of a problem is the sum of the absolute
values of these integers. W counts with its entries on and above the diagonal, a coefficient with numerator and denominator.
The search tries all problems of one size before any larger one. It omits problems that mirror or reorder an earlier one.
Coefficients given by --set are held and do not count. mu_static equals mu unless it is set.

It prints one JSON object. `whole` is the largest size that was searched completely. `guaranteed` is true if the law states
the property for all problems of one contact. If a counterexample is `found`, the object has its `size`, `problem` and
`result`, and the exit code is 0; otherwise the exit code is 1.
"""
import argparse
import fractions
import itertools
import json
import math
import subprocess
import sys

VIOLATIONS = {"dissipative": {"dE>0"}, "coulomb": {"|P_t|>mu P_n", "P_n<0"}, "nonpenetrating": {"v_n<0"}}
SOLVED = {"ok", "no-impact", "not-unique", "truncated"}
CHUNK = 4096     # problems per call of the command
JUMP = 1e-3      # a larger change of the impulse, relative to its largest component, is a jump
HALVINGS = 45    # then the two velocities differ by 3e-14 m/s, and a continuous law changes by 3e-14 times its slope
NEARBY = 1e-6    # far above rounding, and far below the distances between ratios of small integers
ACCURACY = 1e-6  # of contact models that are integrated over time


class Search:
    def __init__(self, args):
        self.args, self.n = args, args.contacts * args.dim
        law = json.loads(subprocess.run([args.carom, "laws", args.law, "--json"], check=True, capture_output=True).stdout)
        self.guaranteed = args.contacts == 1 and args.property in law["guarantees"]
        self.scale_free = "homogeneous" in law["guarantees"]
        self.held = dict(args.set)
        self.striking = args.law.startswith("hm-") and self.held.setdefault("c", 0) == 0 and args.contacts > 1
        # Each slot is a coefficient of one contact: (name, contact, row of the law).
        rows = list(law["coefficients"])
        if "single" in self.held:
            single = subprocess.run([args.carom, "laws", self.held["single"], "--json"], check=True, capture_output=True)
            rows += [row for row in json.loads(single.stdout)["coefficients"] if row["name"] not in {r["name"] for r in rows}]
        self.slots = [(row["name"], contact, row) for contact in range(args.contacts) for row in rows if self.varies(row)]

    def varies(self, row):
        if row["name"] in {*self.held, "mu_static"} or self.args.contacts > 1 and "choices" in row:
            return False
        return "choices" in row or row["unit"] == "1" and not isinstance(row["range"], str)

    def solve(self, problems):
        """Returns the answers of the command; None for a rejected problem."""
        lines = "".join(json.dumps(problem) + "\n" for problem in problems)
        done = subprocess.run([self.args.carom, "solve", "--jsonl", "-"], input=lines, capture_output=True, text=True)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert len(answers) == len(problems), done.stderr
        return [answer if answer.get("status") in SOLVED | {"no-solution", "not-applicable"} else None for answer in answers]

    # Enumerates problems.

    def images(self):
        """Yields each mirroring and swap of tangents and, unless one contact strikes, each order of the contacts."""
        dim, contacts = self.args.dim, range(self.args.contacts)
        tangents = [(order, signs) for order in itertools.permutations(range(1, dim))
                    for signs in itertools.product((1, -1), repeat=dim - 1)]
        for order in itertools.permutations(contacts) if not self.striking else [contacts]:
            for choice in itertools.product(tangents, repeat=self.args.contacts):
                moved = tuple(order) != tuple(contacts)
                yield moved, [(k * dim + i, sign) for k, (axes, signs) in zip(order, choice)
                              for i, sign in zip((0, *axes), (1, *signs))]

    def inverse_masses(self, most):
        """Yields (cost, W) for every positive definite W, one of each set of images, that costs at most `most`."""
        n, pairs = self.n, list(itertools.combinations(range(self.n), 2))
        images = list(self.images())[1:]
        for diagonal in sums(n, most, 1):
            for above in integers(len(pairs), most - sum(diagonal), [math.isqrt(diagonal[i] * diagonal[j]) for i, j in pairs]):
                W = [[diagonal[i] if i == j else 0 for j in range(n)] for i in range(n)]
                for (i, j), x in zip(pairs, above):
                    W[i][j] = W[j][i] = x
                if self.scale_free and math.gcd(*diagonal, *above) != 1 or not positive_definite(W):
                    continue
                key, stays = [x for i in range(n) for x in W[i][i:]], []
                for moved, image in images:
                    other = [s * t * W[a][b] for i, (a, s) in enumerate(image) for b, t in image[i:]]
                    if other > key:
                        break
                    if other == key and not moved:
                        stays.append(image)
                else:
                    yield sum(diagonal) + sum(map(abs, above)), W, stays

    def velocities(self, cost, stays):
        for v in integers(self.n, cost, [cost] * self.n, exactly=True):
            normal = v[:: self.args.dim]
            first = [[s * v[a] for a, s in image] <= list(v) for image in stays]
            if min(normal) < 0 and (not self.striking or normal[0] < 0 <= min(normal[1:])) and all(first):
                if not self.scale_free or math.gcd(*v) == 1:
                    yield list(v)

    def coefficients(self, slots, cost):
        """Yields each list of values of the slots that costs exactly `cost`."""
        if not slots:
            if cost == 0:
                yield []
            return
        row = slots[0][2]
        low, high = (float(x) for x in row.get("range", (0, 0)))
        if "choices" in row:
            values = [(0, choice) for choice in row["choices"]]
        elif row["name"] == "direction":
            values = [(c, list(d)) for c in range(cost + 1) for d in integers(self.args.dim, c, [c] * self.n, exactly=True)]
        else:
            ratios = [(a, b, s) for a in range(cost) for b in range(1, cost - a + 1) for s in ((1, -1) if a else (1,))]
            values = sorted(((a + b, s * a / b) for a, b, s in ratios if math.gcd(a, b) == 1 and low <= s * a / b <= high),
                            key=lambda value: value[0])
        for spent, value in values:
            for rest in self.coefficients(slots[1:], cost - spent):
                yield [value, *rest]

    def problems(self, size):
        params = {cost: [self.params(values) for values in self.coefficients(self.slots, cost)] for cost in range(size)}
        least = min((cost for cost in params if params[cost]), default=size)
        for spent, W, stays in self.inverse_masses(size - least - 1):
            for cost in range(1, size - spent - least + 1):
                if params[size - spent - cost]:
                    for v, given in itertools.product(self.velocities(cost, stays), params[size - spent - cost]):
                        yield {"law": self.args.law, "params": given, "W": W, "v": v}

    def params(self, values):
        given = dict(self.held)
        for (name, contact, _), value in zip(self.slots, values):
            if self.args.contacts == 1:
                given[name] = value
            else:
                given.setdefault(name, [None] * self.args.contacts)[contact] = value
        return given

    # Tests properties.

    def violated(self, problems, answers):
        """Returns a list of the indices of problems that violate the property, in order."""
        name, solved = self.args.property, [answer is not None and answer["status"] in SOLVED for answer in answers]
        if name in VIOLATIONS:
            return [i for i, answer in enumerate(answers) if solved[i] and VIOLATIONS[name] & set(answer["violations"])]
        if name == "unique":
            return [i for i, answer in enumerate(answers) if not_one(answer) and self.not_one_nearby(problems[i])]
        if name == "homogeneous":
            asked = [i for i, ok in enumerate(solved) if ok]
            fast = self.solve([{**problems[i], "v": [2 * x for x in problems[i]["v"]]} for i in asked])
            heavy = self.solve([{**problems[i], "W": [[x / 2 for x in row] for row in problems[i]["W"]]} for i in asked])
            return [i for i, *other in zip(asked, fast, heavy)
                    if any(o is None or o["P"] is None or distance(o["P"], [2 * x for x in answers[i]["P"]]) > ACCURACY for o in other)]
        return self.jumps(problems, [answer["P"] if ok else None for answer, ok in zip(answers, solved)])

    def not_one_nearby(self, problem):
        """Returns true if a small change of slip or friction keeps the number of results: on a border, one counts twice."""
        near = []
        for share in (1 - NEARBY, 1 + NEARBY):
            v = [x * share if i % self.args.dim else x for i, x in enumerate(problem["v"])]
            mu = problem["params"].get("mu", 0)
            mu = [x * share for x in mu] if isinstance(mu, list) else mu * share
            near += [{**problem, "v": v}]
            near += [{**problem, "params": {**problem["params"], "mu": mu}}] if "mu" in problem["params"] else []
        return all(map(not_one, self.solve(near)))

    def jumps(self, problems, impulses):
        """Bisects the way to each neighbouring velocity and keeps the half with the larger change of the impulse."""
        ways = []
        for i, problem in enumerate(problems):
            for axis in range(self.n):
                end = list(problem["v"])
                end[axis] += 1 if axis else -1
                ways.append([i, list(problem["v"]), end, impulses[i]])
        ends = self.solve([{**problems[way[0]], "v": way[2]} for way in ways])
        ways = [way + [end["P"]] for way, end in zip(ways, ends) if way[3] and end and end["P"]]
        for _ in range(HALVINGS):
            middles = [[(a + b) / 2 for a, b in zip(low, high)] for _, low, high, _, _ in ways]
            answers, kept = self.solve([{**problems[way[0]], "v": v} for way, v in zip(ways, middles)]), []
            for (i, low, high, P, Q), v, answer in zip(ways, middles, answers):
                if not answer or not answer["P"]:
                    continue
                left, right = distance(P, answer["P"]), distance(answer["P"], Q)
                if max(left, right) > JUMP:
                    kept.append([i, low, v, P, answer["P"]] if left > right else [i, v, high, answer["P"], Q])
            ways = kept
        for i, low, *_ in ways:
            problems[i]["v"] = low  # next to the jump
        return [way[0] for way in ways]

    def run(self):
        out = {"law": self.args.law, "property": self.args.property, "guaranteed": self.guaranteed, "found": False, "tried": 0}
        for size in range(1, self.args.limit + 1):
            source = self.problems(size)
            while chunk := list(itertools.islice(source, CHUNK)):
                answers = self.solve(chunk)
                found = self.violated(chunk, answers)
                valid = [answer is not None for answer in answers]  # coefficients may exclude each other
                out["tried"] += sum(valid[: found[0] + 1] if found else valid)
                if found:
                    problem = chunk[found[0]]
                    return {**out, "found": True, "size": size, "problem": problem, "result": self.solve([problem])[0]}
            out["whole"] = size
        return out


def sums(count, most, least):
    """Yields each tuple of `count` integers of at least `least` with a sum of at most `most`."""
    if count == 0:
        yield ()
        return
    for x in range(least, most - (count - 1) * least + 1):
        for rest in sums(count - 1, most - x, least):
            yield (x, *rest)


def integers(count, cost, bounds, exactly=False):
    """Yields each tuple of integers within ±bounds whose absolute values sum to at most, or exactly, `cost`."""
    if count == 0:
        if not exactly or cost == 0:
            yield ()
        return
    for x in range(cost if exactly and count == 1 else 0, min(cost, bounds[0]) + 1):
        for value in (x, -x) if x else (0,):
            for rest in integers(count - 1, cost - x, bounds[1:], exactly):
                yield (value, *rest)


def positive_definite(W):
    """Eliminates exactly; all pivots must be positive."""
    A = [[fractions.Fraction(x) for x in row] for row in W]
    for p, pivot in enumerate(A):
        if pivot[p] <= 0:
            return False
        for row in A[p + 1:]:
            share = row[p] / pivot[p]
            for j in range(p, len(W)):
                row[j] -= share * pivot[j]
    return True


def not_one(answer):
    return answer is not None and (answer["status"] == "no-solution" or answer.get("solution_count", 1) > 1)


def distance(a, b):
    size = max(map(abs, b))
    return max(abs(x - y) for x, y in zip(a, b)) / (size or 1)


def main():
    def setting(text):
        name, _, value = text.partition("=")
        try:
            return name, json.loads(value)
        except ValueError:
            return name, value

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("law")
    parser.add_argument("property", choices=[*VIOLATIONS, "unique", "homogeneous", "continuous"])
    parser.add_argument("--contacts", type=int, default=1)
    parser.add_argument("--dim", type=int, choices=(2, 3), default=2)
    parser.add_argument("--limit", type=int, default=16)
    parser.add_argument("--set", action="append", type=setting, default=[], metavar="NAME=VALUE")
    parser.add_argument("--carom", default="carom")
    args = parser.parse_args()
    if args.contacts > 1 and args.property in ("homogeneous", "continuous"):
        parser.error(f"{args.property} is searched for one contact only")
    out = Search(args).run()
    print(json.dumps(out))
    sys.exit(not out["found"])


if __name__ == "__main__":
    main()
