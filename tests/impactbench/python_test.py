"""Tests that driver.py reads options and answers cases.

Elastic spheres in LAMMPS, LIGGGHTS and YADE must agree with Hertz's contact law and Coulomb's friction, and Siconos with Whittaker's
law. The test prints the names of engines that are not installed. The drivers run in an empty directory and must leave it empty.
"""
import json
import math
import os
import shutil
import subprocess
import sys
import tempfile

from support import ROOT, built

folder = os.path.join(built(), 'impactbench')
working = tempfile.TemporaryDirectory()


def ask(words, cases=()):
    lines = ['{"impactbench": 1}', *(json.dumps({k: v for k, v in c.items() if k not in HIDDEN}) for c in cases)]
    words = [os.path.join(folder, w) if w.endswith('.py') else w for w in words]
    return subprocess.run(words, cwd=working.name, input='\n'.join(lines) + '\n', capture_output=True, text=True,
                          env=dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMP_NUM_THREADS='1'))


def answers(ran):
    assert ran.returncode == 0, ran
    return [json.loads(x) for x in ran.stdout.splitlines() if x.startswith('{')]


def distance(c, u):
    """Returns the kinetic distance of the velocities from the nearest reference, relative to the motion before the impact."""
    def energy(rows):
        return sum(b['mass'] * sum(x * x for x in r[:-spins]) + b['inertia'] * sum(x * x for x in r[-spins:])
                   for b, r in zip(c['bodies'], rows))
    spins = 3 if c['dim'] == 3 else 1
    before = [[*b['velocity'], *(b['spin'] if spins == 3 else [b['spin']])] for b in c['bodies']]
    return min(math.sqrt(energy([[x - y for x, y in zip(r, s)] for r, s in zip(u, law)]) / energy(before))
               for name, law in c['answers'].items() if name in ('normal', 'slip', 'whittaker'))


HIDDEN = ('answers', 'tolerance', 'duration', 'force', 'height')
by = {}
for family in 'BE':
    with open(os.path.join(ROOT, 'impactbench', 'cases', family + '.jsonl')) as f:
        by.update((c['id'], c) for c in map(json.loads, f))

with tempfile.TemporaryDirectory(dir=folder) as room:
    driver = os.path.join(room, 'mine.py')
    with open(driver, 'w') as f:
        f.write(f"import sys\nsys.path.append({folder!r})\nfrom driver import serve\nS = {{'steps': 7, 'law': 'a'}}\n"
                "serve(S, 'mine', lambda: '', [2], 'B', lambda c: dict(u=[[S['steps'], c['mu'], 0]]))\n")
    case = by['B-random-003']
    said, answer = answers(ask([sys.executable, driver, '--steps', '9'], [case]))
    assert said['settings'] == {'steps': 9, 'law': 'a'} and said['dims'] == [2] and said['version'], said
    assert answer == dict(id=case['id'], u=[[9, case['mu'], 0]]), answer
    for wrong in (['--step', '9'], ['--steps', 'many']):
        assert ask([sys.executable, driver, *wrong], [case]).returncode, wrong

SPHERES = ['E-1-spheres-glass', 'E-2-floor-aluminium', 'E-3-given-e0.4', 'E-5-tangential-16']
judged, absent = [], []
for program, words in (('lmp', ['python3', 'lammps.py', '--coefficients', 'exact']), ('liggghts', ['python3', 'liggghts.py']),
                       ('yade', ['yade', '-n', '-x', 'yade_spheres.py', '--hertzian', 'True', '--es', '1'])):
    if not shutil.which(program):
        absent.append(program)
        continue
    cases = [by[i] for i in SPHERES]
    for c, a in zip(cases, answers(ask(words, cases))[1:], strict=True):
        assert a['id'] == c['id'] and 'u' in a and distance(c, a['u']) < 2e-3, (program, a, c['answers'])
        for key in ('duration', 'force'):
            assert key not in c or abs(a[key] / c[key] - 1) < 1e-3, (program, key, a, c[key])
    judged.append(program)

if subprocess.run(['/usr/bin/python3', '-c', 'import siconos.kernel'], capture_output=True).returncode:
    absent.append('siconos')
else:
    cases = [c for c in by.values() if c['family'] == 'B'][::40]
    for c, a in zip(cases, answers(ask(['siconos_kernel.py'], cases))[1:], strict=True):
        assert distance(c, a['u']) < 1e-9, (a, c['answers'])
    judged.append('siconos')
assert not os.listdir(working.name), os.listdir(working.name)
print(f'{", ".join(judged) or "no engine"} as expected; not installed: {", ".join(absent) or "none"}')
