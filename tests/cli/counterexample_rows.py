"""Check with `carom solve` that every problem found by `carom search --json` violates the guarantee of its row."""
import json
import subprocess
import sys

carom, name = sys.argv[1:]
rows = [row for row in json.load(open(name)) if "law" in row]


def solve(problem, *more):
    done = subprocess.run([carom, "solve", "--json", *more, "-"], input=json.dumps(problem), capture_output=True, text=True)
    return json.loads(done.stdout)


def breaks(row):
    problem, promise = row["problem"], row["guarantee"]
    answer = solve(problem, "--all")
    if promise == "unique":
        return len(answer["solutions"]) != 1 and len(answer["solutions"]) == row["solution_count"]
    if promise == "continuous":  # the problem lies next to a jump: a small change of v changes P
        P, size = answer["P"], max(map(abs, problem["v"]))
        for i in range(len(problem["v"])):
            for step in (-1e-9, 1e-9):
                v = [x + (step * size if k == i else 0) for k, x in enumerate(problem["v"])]
                beside = solve({**problem, "v": v})["P"]
                if max(abs(a - b) for a, b in zip(P, beside)) > 5e-4 * max(map(abs, P)):
                    return True
        return False
    words = {"dissipative": ["dE>0"], "coulomb": ["|P_t|>mu P_n", "P_n<0"], "nonpenetrating": ["v_n<0"]}[promise]
    return any(word in answer["violations"] for word in words)


found = [row for row in rows if row["found"]]
wrong = [row for row in found if not breaks(row)]
mistakes = [row for row in rows if row["guaranteed"]]
promised = [row for row in rows if row["kept"] == row["asked"]]
for row in wrong + mistakes:
    print("WRONG", json.dumps(row))
print(f"{len(rows)} rows, {len(found)} found and asked again, {len(promised)} promised for all: "
      f"{sum(row['asked'] for row in promised)} problems asked, none of them breaks one")
if wrong or mistakes or len(found) < 8 or len(promised) < 60 or any(row["found"] for row in promised):
    sys.exit(1)
