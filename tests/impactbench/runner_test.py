"""Tests the runner impactbench.py.

It must reject a row for each of these reasons:
- the driver computes another law than stated,
- the driver fails the initial test with balls (the gate),
- a spin does not follow from the impulse,
- digits change in a second run,
- the driver is missing.

A killed run can be continued, and new results keep those of the other rows.
"""
import json
import os
import subprocess
import sys
import tempfile

from support import built, command, run

# A driver that is correct except for the fault named by its argument.
DRIVER = """
import json, random, subprocess, sys
inner = subprocess.Popen(['./carom-driver'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    inner.stdin.write(line); inner.stdin.flush()
    out = json.loads(inner.stdout.readline())
    for u in out.get('u', []):
        if sys.argv[1] == 'slips' and out['id'] == 'A-space-slip': u[0] += 1
        if sys.argv[1] == 'spins': u[5] += 1
        if sys.argv[1] == 'wavers': u[0] += 1e-9 * random.random()
    print(json.dumps(out), flush=True)
"""

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
with open(os.path.join(ROOT, 'impactbench', 'package.json')) as f:
    installed = json.load(f)['dependencies']
with open(os.path.join(ROOT, 'impactbench', 'versions.json')) as f:
    listed = {v['package']: v['version'] for v in json.load(f)['versions'] if v['source'] == 'npm'}
assert listed == installed, f'versions.json and package.json differ: {set(listed.items()) ^ set(installed.items())}'

# New lines replace old ones and are inserted in the order of engines.json. Lines that engines.json lacks are dropped. With
# columns, only these are replaced.
sys.path.append(os.path.join(ROOT, 'impactbench'))
import impactbench  # noqa: E402

OLD = [dict(engine=name, page=page, gains=gain, gains_of='9', gains_worst=worst, slow_5='0.1', law_2d='', law_2d_identified='')
       for name, page, gain, worst in (('carom', 'carom', '0', '0'), ('A', 'a', '0', '0'), ('A, best', 'a', '3', '0.3'), ('B', 'b', '2', '0.005'),
                                       ('gone', 'gone', '1', '0.2'))]
NEW = [dict(OLD[1], gains='4', gains_worst='0.2', slow_5='0.8'), dict(OLD[1], engine='C', page='c')]
names = ['carom', 'C', 'A', 'A, best', 'B']
lines = impactbench.merged(OLD, NEW, names)
assert [line['engine'] for line in lines] == names and lines[2] == NEW[0] and lines[4] == OLD[3], lines
assert [[x['engine'] for x in some] for some in impactbench.classes(lines)] == [['A'], ['B'], ['C']], lines
lines = impactbench.merged(OLD, NEW, names, ['slow_5'])
assert lines[2] == dict(OLD[1], slow_5='0.8') and lines[1] == dict(engine='C', slow_5='0.1'), lines

folder = built()
with tempfile.TemporaryDirectory(dir=os.path.join(folder, 'impactbench')) as room:
    driver = os.path.join(room, 'driver.py')
    with open(driver, 'w') as f:
        f.write(DRIVER)
    law = ['routh-poisson', 'routh-poisson']
    rows = {
        'as it says': dict(cmd=['./carom-driver'], law=law),
        'another law': dict(cmd=['./carom-driver', '--law', 'whittaker'], law=law),
        'fails the gate': dict(cmd=['python3', driver, 'slips'], law=law),
        'excuse without need': dict(cmd=['./carom-driver'], law=law, gate='it would rather not'),
        'spin from nowhere': dict(cmd=['python3', driver, 'spins'], law=law),
        'other digits': dict(cmd=['python3', driver, 'wavers'], law=law),
        'not there': dict(cmd=['./no-such-driver'], law=law),
        'unknown option': dict(cmd=['./carom-driver', '--lawn', 'green'], law=law)}
    engines = os.path.join(room, 'engines.json')
    with open(engines, 'w') as f:
        json.dump([dict(r, name=name, page='carom') for name, r in rows.items()], f)
    code, said = run(folder, '--short', '--engines', engines)
print(said)
verdicts = {line[6:42].strip(): (line[:6].strip(), line[42:]) for line in said.splitlines()}
wanted = {'another law': 'identified', 'fails the gate': 'gate: wrong', 'excuse without need': 'excuse', 'spin from nowhere': 'spin',
          'other digits': 'other digits', 'not there': '', 'unknown option': ''}
assert code == 1 and verdicts['as it says'][0] == 'ok', said
for name, words in wanted.items():
    assert verdicts[name][0] == 'FAULT' and words in verdicts[name][1], (name, verdicts[name])
print('8 rows, 7 of them refused for their own reason')

# The driver of the first row counts its starts. That of the second row waits for a file, and the runner is killed while
# it waits.
ROW = """
import os, sys, time
open(os.path.join(sys.argv[1], 'starts'), 'a').write('x')
while sys.argv[2] == 'waits' and not os.path.exists(os.path.join(sys.argv[1], 'go')): time.sleep(0.05)
os.execv('./carom-driver', ['./carom-driver'])
"""
with tempfile.TemporaryDirectory(dir=os.path.join(folder, 'impactbench')) as room:
    first, second, engines, driver = (os.path.join(room, name) for name in ('first', 'second', 'engines.json', 'row.py'))
    os.makedirs(first), os.makedirs(second)
    with open(driver, 'w') as f:
        f.write(ROW)
    with open(engines, 'w') as f:
        json.dump([dict(name='first', page='carom', law=law, cmd=['python3', driver, first, 'runs']),
                   dict(name='second', page='carom', law=law, cmd=['python3', driver, second, 'waits'])], f)
    words = ['--short', '--once', '--engines', engines]
    started = subprocess.Popen(command(folder, '--fresh', *words), stderr=subprocess.PIPE, text=True, start_new_session=True)
    assert started.stderr.readline().startswith('ok    first')
    started.kill()
    started.wait()
    with open(os.path.join(first, 'starts')) as f:
        before = f.read()
    open(os.path.join(second, 'go'), 'w').close()
    code, said = run(folder, *words)
    with open(os.path.join(first, 'starts')) as f:
        after = f.read()
    assert code == 0 and '2 of 2' in said, said
    assert after == before and before, 'the first row was run again'
    code, said = run(folder, *words)
    with open(os.path.join(first, 'starts')) as f:
        assert code == 0 and len(f.read()) > len(after), 'a run that came to its end was not begun anew'
print('killed after its first row, a run goes on with the second; after its end it begins anew')
sys.exit(0)
