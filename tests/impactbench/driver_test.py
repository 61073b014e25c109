"""Tests that driver.h reads valid JSON with keys in any order, spaces and escapes.

An invalid line must not affect the following cases, and the order of the cases must not change a result.
"""
import json
import os
import random
import subprocess
import sys

from support import ROOT, built

folder = os.path.join(built(), 'impactbench')


def ask(lines, *words):
    ran = subprocess.run(['./' + words[0], *words[1:]], cwd=folder, input='\n'.join(lines) + '\n', capture_output=True, text=True)
    assert ran.returncode == 0, ran
    return [json.loads(x) for x in ran.stdout.splitlines() if x.startswith('{')]


def cases(families, step=1):
    out = []
    for family in families:
        with open(os.path.join(ROOT, 'impactbench', 'cases', family + '.jsonl')) as f:
            out += [json.loads(x) for x in f.readlines()[::step]]
    return [{k: v for k, v in c.items() if k not in ('answers', 'tolerance')} for c in out]


def shuffled(x, rnd):
    """Returns the same JSON value with its keys in another order, and with additional keys."""
    if isinstance(x, dict):
        items = [(k, shuffled(v, rnd)) for k, v in x.items()] + [('note "{[', ['}', {'a': ']'}])]
        rnd.shuffle(items)
        return dict(items)
    return [shuffled(y, rnd) for y in x] if isinstance(x, list) else x


rnd = random.Random(1)
some = cases('ACD', 3)
plain = ask([json.dumps(c) for c in some], 'carom-driver')
other = ask([json.dumps(shuffled(c, rnd), indent=None, separators=(' , ', ' : ')) for c in some], 'carom-driver')
assert plain == other and len(plain) == len(some), 'another order of keys reads otherwise'

broken = ['', '{', '[', '{"id":', '{"id":"x"', '{"id":"x","bodies":[{', '{"id":"x","bodies":[{}],"contacts":[{"a":7,"b":9}]}', '"' * 50,
          '{"id":"' + 'x' * 500 + '"}', '{"bodies":' + '[' * 200]
ran = ask(broken + [json.dumps(some[0])], 'carom-driver')
assert ran[-1] == plain[0] and len(ran) == len(broken) + 1, ran

orders = 0
for program in ('carom-driver', 'chipmunk', 'box2d', 'ode', 'bullet'):
    if not os.path.exists(os.path.join(folder, program)):
        continue
    lines = [json.dumps(c) for c in cases('ABCDFHRSTZ', 5)]
    mixed = lines[:]
    rnd.shuffle(mixed)
    first, second = ({a['id']: a for a in ask(x, program)} for x in (lines, mixed))
    assert first == second, (program, [i for i in first if first[i] != second[i]][:3])
    orders += 1
print(f'{len(some)} cases in another order of keys, {len(broken)} broken lines, {orders} drivers asked in another order')
sys.exit(0 if orders >= 4 else 1)
