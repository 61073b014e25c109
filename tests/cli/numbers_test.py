"""Test numbers in the formats of the output and exit codes of streams.

The balances in JSON must be satisfied, CSV must print small numbers, and a stream must exit with its most severe code.

Usage: numbers_test.py CAROM EXAMPLES"""
import csv
import io
import json
import math
import os
import subprocess
import sys

carom, examples = sys.argv[1:]


def run(*words, text=None):
    return subprocess.run([carom, *words], input=text, capture_output=True, text=True)


def near(a, b, scale):
    return all(math.isclose(x, y, rel_tol=0, abs_tol=1e-9 * scale) for x, y in zip(a, b))


def listed(x):
    return x if isinstance(x, list) else [x]


# The bodies and fixed parts together must keep their momentum and angular momentum.
ledgers = 0
for name in sorted(os.listdir(examples)):
    if not name.endswith('.json'):
        continue
    ran = run('solve', '--json', os.path.join(examples, name))
    answer = json.loads(ran.stdout) if ran.returncode == 0 else {}
    if 'balance' not in answer:
        continue
    before, after, fixed = (answer['balance'][k] for k in ('before', 'after', 'fixed'))
    for what in ('momentum', 'angular'):
        b, a, f = (listed(x[what]) for x in (before, after, fixed))
        size = 1 + max(map(abs, a + b + f))
        assert near([y - x for x, y in zip(a, b)], f, size), (name, what, b, a, f)
    ledgers += 1
assert ledgers >= 3, ledgers

# Compare mu_s and mu_q with their formulas.
W, v = '3 1; 1 2', '-1 0.25'
found = json.loads(run('explain', '--json', '--law', 'routh', '--W', W, '--v', v, '--e', '0.5', '--mu', '0.3').stdout)
found = found.get('contact', found) if 'mu_s' not in found else found
B1, B2, B3, S0, C0 = 2, 3, -1, 0.25, -1
assert math.isclose(found['mu_s'], -B3 / B1) and math.isclose(found['mu_q'], (B2 * S0 + B3 * C0) / (B3 * S0 + B1 * C0)), found

# The gap must be the difference of v_n' between Poisson's and Newton's restitution.
rod = ('--W', '2.5 -1.5; -1.5 2.5', '--v', '-1 0.6', '--e', '0.5', '--mu', '0.7', '--json')
poisson, newton = (json.loads(run('solve', '--law', 'routh', '--restitution', r, *rod).stdout)['v_after'][0] for r in ('poisson', 'newton'))
gap = json.loads(run('explain', *rod).stdout)['newton_poisson']['gap']
assert abs(poisson - newton) > 0.1 and math.isclose(gap, poisson - newton), (gap, poisson, newton)

# CSV must print a slip of 1e-12 times the approach speed, and not 0.
rows = list(csv.reader(io.StringIO(run('compare', '--csv', '--W', '1 0; 0 1', '--v', '-1 1e-12', '--e', '0.5', '--mu', '0.3').stdout)))
numbers = [float(x) for row in rows for x in row if x.lstrip('-')[:1].isdigit()]
assert any(math.isclose(x, 1e-12, rel_tol=1e-9) for x in numbers), rows

# The exit code of a rejected line (3) has priority over that of an overflow (4), in either order.
good = '{"law":"routh","W":[[1,0],[0,1]],"v":[-1,0],"params":{"e":0.5,"mu":0.3}}'
huge = good.replace('[[1,0],[0,1]]', '[[1e-300,0],[0,1e-300]]').replace('[-1,0]', '[-1e300,0]')
bad = good.replace('"e":0.5', '"e":7')
codes = [run('solve', '--jsonl', text='\n'.join(lines)).returncode for lines in ([good], [huge], [bad], [huge, bad], [bad, huge])]
assert codes == [0, 4, 3, 3, 3], codes

# A negative length must be rejected.
with open(os.path.join(examples, 'falling_rod.json')) as f:
    fallen = json.load(f)
for body in fallen['bodies']:
    if isinstance(body, dict) and 'shape' in body:
        body['shape'] = {'rod': -1}
        for key in ('inertia', 'gyration'):
            body.pop(key, None)
ran = run('solve', '-', text=json.dumps(fallen))
assert ran.returncode == 3, ran
print(f'{ledgers} ledgers, two slopes, CSV, exit codes {codes}, a negative length, a gap')
