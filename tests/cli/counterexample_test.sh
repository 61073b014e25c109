# Tests tools/counterexample.py: the smallest counterexamples to properties of laws and of methods for two contacts.
. "$(dirname "$0")/expect.sh"
tool="$(dirname "$0")/../../tools/counterexample.py"
python3 - "$tool" "$carom" <<'PY' || fail "a smallest counterexample differs"
import json, subprocess, sys
tool, carom = sys.argv[1:]
box = [[1, 1], [1, 2]], [-1, -1]
cases = [  # arguments, size, W, v; the size is None if no problem up to the limit violates the property
    ("whittaker dissipative", 10, *box),
    ("routh dissipative --set restitution=newton", 10, *box),
    ("routh dissipative --set restitution=poisson --limit 10", None, None, None),
    ("ivanov nonpenetrating", 5, [[1, 0], [0, 1]], [-1, 0]),
    ("impulse-ratio unique", 9, [[1, 1], [1, 2]], [-1, 0]),
    ("whittaker coulomb --dim 3", 9, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [-1, 1, 1]),
    # Kane & Levinson's law has three results.
    ("whittaker unique --dim 3 --set friction=cone --set e=0 --set mu=2", 13, [[2, 1, 0], [1, 1, 0], [0, 0, 2]], [-1, 1, 5]),
    ("glocker dissipative --contacts 2", 15, [[2, 0, -1, 0], [0, 1, 0, 0], [-1, 0, 1, 0], [0, 0, 0, 1]], [1, 0, -1, 0]),
    ("hm-brach unique --contacts 2", 13, [[1, 0, -1, 0], [0, 1, 0, 0], [-1, 0, 2, 0], [0, 0, 0, 1]], [-1, 0, 1, 0]),
]
for words, size, W, v in cases:
    done = subprocess.run([sys.executable, tool, *words.split(), "--carom", carom], capture_output=True, text=True)
    out = json.loads(done.stdout)
    problem = out.get("problem", {})
    assert (out.get("size"), problem.get("W"), problem.get("v")) == (size, W, v) and done.returncode == (size is None), (words, out)
out = json.loads(subprocess.run([sys.executable, tool, "accessible", "continuous", "--carom", carom], capture_output=True).stdout)
P = out["result"]["P"]
assert out["size"] == 8 and abs(abs(P[1]) - P[0]) < 1e-12, out  # friction jumps from one edge of the cone to the other
out = json.loads(subprocess.run([sys.executable, tool, "routh", "homogeneous", "--limit", "7", "--carom", carom], capture_output=True).stdout)
assert not out["found"] and out["guaranteed"] and out["tried"] > 20, out
PY
finish
