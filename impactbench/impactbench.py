#!/usr/bin/env python3
"""Runs ImpactBench: judges every engine of engines.json and writes the pages of results.

A row is an engine with its settings: an entry of engines.json and a row of the tables.

  impactbench/impactbench.py                     build what is missing, judge every row, write docs/impactbench-results.md
  impactbench/impactbench.py --only Jolt ODE     rows whose name begins with Jolt or ODE; prints tables, writes no page
  impactbench/impactbench.py --only Siconos --add  puts these rows into the pages, which keep the other rows
  impactbench/impactbench.py --only Jolt --short --check   a sixth of the cases; compares the rows with engines.json
  impactbench/impactbench.py --everyday          families F, H, R, S, T and Z; replaces their part of the results page
  impactbench/impactbench.py --adapters          engines with and without carom (adapters.json); writes docs/impactbench-adapters.md

This script only runs the command and collects the results. It publishes a row under four conditions:

- The driver passes the gate: a frictionless and a slipping ball with known results.
- The spin follows from the impulse.
- The engine implements the law that engines.json names.
- A second run, without the long runs, gives the same digits.

If a driver fails the first or second condition, engines.json must give the reason, which is printed. A reason without a
failure is also an error. The script needs Python's standard library, the packages of packages.txt, and a network for
npm.
"""
import argparse
import datetime
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys

import judge
from judge import percent

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DOCS = os.path.join(ROOT, 'docs')
# The balls of the gate, a frictionless and a slipping one: in 3D, in 2D, and as elastic spheres.
GATES = [('A-space-frictionless', 'A-space-slip'), ('A-ball-normal-e1', 'A-ball-slip'),
         ('E-1-spheres-glass', 'E-4-oblique-45')]


# ---- build and run ---------------------------------------------------------------------------------------------
def build(folder, adapters):
    """Builds the command, the npm packages, and the driver of every engine that is found."""
    configure = ['cmake', '-S', ROOT, '-B', folder, '-G', 'Ninja', '-DCAROM_IMPACTBENCH=ON', '-DCAROM_TESTS=OFF',
                 '-DCMAKE_BUILD_TYPE=Release', f"-DCAROM_ADAPTERS={'ON' if adapters else 'OFF'}"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['cmake', '--build', folder, '--target', 'carom_cli', 'impactbench/all'] + (['adapters/all'] if adapters else []),
                   check=True, stdout=subprocess.DEVNULL)


def build_package(folder):
    """Builds the npm package carom, which needs emscripten, and returns its folder."""
    package = os.path.join(folder, 'carom-npm')
    if not shutil.which('emcc'):
        return package
    shutil.copytree(os.path.join(ROOT, 'web', 'carom'), package, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns('node_modules', 'dist'))
    for words in (['npm', 'ci'], ['npm', 'run', 'build']):
        subprocess.run(words, cwd=package, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, CAROM_ROOT=ROOT))
    return package


def beside(name, folder, package):
    """Makes a folder with the driver of an npm engine, its adapter and the package carom. Returns the folder."""
    work, engines = os.path.join(folder, 'impactbench-adapters', name), os.path.join(folder, 'impactbench', 'node_modules')
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, 'adapters', name), work)
    for driver in ('driver.mjs', name + '.mjs'):
        shutil.copy(os.path.join(HERE, 'drivers', driver), work)
    modules = os.path.join(work, 'node_modules')
    os.mkdir(modules)
    for package_ in os.listdir(engines):
        if not package_.startswith('.'):
            os.symlink(os.path.join(engines, package_), os.path.join(modules, package_))
    os.symlink(package, os.path.join(modules, 'carom'))
    os.symlink(work, os.path.join(modules, 'carom-' + name))
    return work


def shorten(path, families=(('A', 1), ('B', 6), ('C', 1), ('D', 6))):
    """Writes every `step`-th case of each family, for a quick test: by default a sixth of B and D, all of A and C."""
    with open(path, 'w') as out:
        for family, step in families:
            with open(os.path.join(HERE, 'cases', family + '.jsonl')) as f:
                out.writelines(f.readlines()[::step])


def ask(row, folder, cases, families=None):
    """Judges a row. Returns the report, or the reason why there is none. `cases` is a file of cases, or None for those of the families."""
    drivers = row.get('cwd') or os.path.join(folder, 'impactbench')
    if 'cwd' in row and not os.path.exists(os.path.join(drivers, 'node_modules', 'carom', 'dist', 'index.js')):
        return {'missing': 'the npm package carom is not built: it needs emcc'}
    if row['cmd'][0] == 'node' and not os.path.isdir(os.path.join(drivers, 'node_modules')):
        return {'missing': 'node_modules is not there: npm ci needs npm and a network, at the build'}
    os.environ['CAROM'] = os.path.join(folder, 'carom')
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMP_NUM_THREADS='1')
    try:
        asked = judge.read_cases(judge.read_file(cases)) if cases else judge.built_in_cases(families or row.get('families'))
        run = judge.judge(row['cmd'], asked, cwd=drivers, env=environment)
    except judge.Failure as e:
        return {'missing': str(e)}
    if run.stopped:
        raise KeyboardInterrupt
    return run.report


# ---- conditions for a row ------------------------------------------------------------------------------
def gate(found):
    """Returns the balls of the gate with an error above 1 %, or None if the gate was not run."""
    by = {c['id']: c for c in found['cases']}
    for ids in GATES:
        balls = [by[i] for i in ids if 'distance' in by.get(i, {})]
        if len(balls) == len(ids):
            return [c['id'] for c in balls if c['distance'].get('routh-poisson', min(c['distance'].values())) > .01]
    return None


def law_of(ranking):
    return ranking['nearest'] if ranking['identified'] else None


def laws(found):
    return [law_of(found['score'][k]) for k in ('plane', 'space')]


def faults(row, found, again, sample=False):
    """Returns the reasons why the row cannot be published.

    A sample of the cases may identify a law, or explain every spin, where all cases together do not. This is allowed.
    """
    if 'missing' in found:
        return [found['missing']]
    score, out = found['score'], []
    if found['faults'] or score['errors']:
        out.append(f"{len(found['faults'])} faults, {score['errors']} errors, {found['faults'][:1]}")
    wrong = gate(found)
    if wrong is None:
        out.append('the gate was not asked')
    elif bool(wrong) != ('gate' in row):
        out.append(f"gate: wrong {wrong}, excuse {row.get('gate')!r}")
    spin = score['spin_unexplained']['cases']
    if bool(spin) != ('torque' in row) and (spin or not sample):
        out.append(f"spin not explained by the impulse in {spin} cases, excuse {row.get('torque')!r}")
    if any(known != law and (known or not sample) for known, law in zip(row.get('law', [None, None]), laws(found))):
        out.append(f"identified {laws(found)}, engines.json states {row.get('law')}")
    if 'before' in row and score['energy_gained']['cases']:
        out.append(f"with carom {count(score['energy_gained'])} gain energy")
    if again is not None and moved(found, again):
        out.append(f'a second run gave other digits in {moved(found, again)} cases')
    return out


def moved(found, again):
    """Counts the cases in which a second run, possibly of fewer cases, gave another result."""
    first = {c['id']: c for c in found['cases']}
    if 'missing' in again:
        return len(first)
    return sum(first[c['id']] != c for c in again['cases'] if c['id'] in first)


# ---- tables ----------------------------------------------------------------------------------------------------------
def markdown(head, rows):
    return '\n'.join('| ' + ' | '.join(r) + ' |' for r in [head, ['---'] * len(head)] + rows)


def law_cells(ranking):
    """Returns three cells: the nearest law with the number of cases within 1 %, the median and the largest distance.

    The name is in parentheses if the law is not identified.
    """
    if not ranking['laws']:
        return ['-', '', '']
    best = ranking['laws'][0]
    name = ' = '.join(x['law'] for x in ranking['laws'][:ranking['alike']])
    named = name if ranking['identified'] else f'({name})'
    return [f"{named}, {best['within']} of {ranking['judged']}", f"{best['median']:.0e}", percent(best['max'])]


def count(s):
    return f"{s['cases']} of {s['of']}" if s['of'] else ''


def share(s, most=percent):
    return count(s) + (f" ({most(s['worst'])})" if s['worst'] >= 1e-4 else '')


def gains(s):
    return count(s) + (f" (+{percent(s['worst'])})" if s['cases'] else '')


def table_laws(rows):
    head = ['engine', 'version', '2D: nearest law', 'median', 'largest', '3D: nearest law', 'median', 'largest']
    return markdown(head, [[link(r), f['version'], *law_cells(f['score']['plane']), *law_cells(f['score']['space'])]
                           for r, f in rows if f['score']['plane']['judged']])


def table_breaks(rows):
    head = ['engine', 'correct balls (largest error)', 'correct with several contacts (largest error)', 'energy gained (largest gain)', "outside the friction cone",
            'still approaching', 'rotated scene differs (largest)', 'spin not explained']
    def cells(s):
        return [share(s['balls_right']), share(s['several_right']), gains(s['energy_gained']),
                count(s['outside_cone']),
                share(s['still_approaching'], lambda x: f'{x:.2g} m/s'), share(s['turned_differs']),
                count(s['spin_unexplained'])]
    return markdown(head, [[link(r), *cells(f['score'])] for r, f in rows if f['score']['plane']['judged']])


def table_scenes(rows):
    head = ['engine', 'step', 'arrival: correct balls (largest error)', 'arrival: rods that gain energy (largest gain)',
            'correct long runs', 'largest energy gain in a run', 'energy of a dropped ball at the end, e = 1']
    def cells(f):
        s, by = f['score'], {c['id']: c for c in f['cases']}
        runs = [c['highest'] for c in f['cases'] if 'highest' in c]
        ball = by.get('G-ball-e1', {})
        dt = f['settings'].get('dt')
        return ['' if dt is None else f'{1000 * dt:.3g} ms', share(s['arriving_balls_right']), gains(s['arriving_rods_gain']),
                count(s['runs_right']),
                ('+' + percent(max(runs)) if max(runs) > 0 else 'none') if runs else '',
                f"{100 * (1 + ball['last']):.0f} %" if 'last' in ball else '']
    return markdown(head, [[link(r), *cells(f)] for r, f in rows if f['score']['plane']['judged']])


def table_elastic(rows):
    head = ['engine', 'version', 'correct within 1 %', 'largest error']
    return markdown(head, [[link(r), f['version'], count(f['score']['elastic_right']), percent(f['score']['elastic_right']['worst'])]
                           for r, f in rows if f['score']['elastic_right']['of']])


SPEEDS = ('0.02', '0.1', '0.3', '0.6', '1.2', '2.5', '5')
RATIOS = ('0.001', '0.01', '0.1', '1', '10', '100', '1000')


def value(x, show=percent):
    return '' if x is None else show(x)


def error(case, restitution):
    return judge.everyday_error(case['distance'], case['rebound'], restitution)


def answered(found, prefix):
    return [c for c in found['cases'] if c['id'].startswith(prefix) and 'distance' in c]


def largest(found, prefix, restitution):
    return value(max((error(c, restitution) for c in answered(found, prefix)), default=None))


def judged_everyday(rows):
    return [(r, f, {c['id']: c for c in f['cases'] if 'rebound' in c}) for r, f in rows if f['score'].get('slow_balls_right', {}).get('of')]


def table_slow(rows):
    def cell(c):
        return f"{c['rebound']:.2f}" if c else ''
    return markdown(['engine', *(f'{s} m/s' for s in SPEEDS)],
                    [[link(r), *(cell(by.get('T-ball-' + s)) for s in SPEEDS)] for r, f, by in judged_everyday(rows)])


def table_ratios(rows):
    def cell(by, ratio):
        return value(error(by['R-pile-' + ratio], 0)) if 'R-pile-' + ratio in by else ''
    return markdown(['engine', 'two balls, largest error', *(f'pile, {x}' for x in RATIOS)],
                    [[link(r), largest(f, 'R-pair', .5), *(cell(by, x) for x in RATIOS)] for r, f, by in judged_everyday(rows)])


def heights(found):
    """Returns the largest error of the balls of family H, with the height at which it occurs."""
    balls = [(error(c, float(c['id'].split('-e')[1].split('-')[0])), c['id'].rsplit('-', 1)[1]) for c in answered(found, 'H-ball')]
    if not balls:
        return ''
    most, at = max(balls)
    return percent(most) + (f' (at {at})' if most >= 1e-4 else '')


def table_everyday(rows):
    head = ['engine', 'ball on a standing box, e = 0', 'ball on a free box', 'e = 0: largest restitution', 'boxes and capsules near the law (largest distance)',
            'boxes and capsules that gain energy (largest gain)', 'arriving balls, largest error (height)', 'arriving rods that gain energy (largest gain)']
    def cells(f):
        s, parts = f['score'], [c['rebound'] for c in answered(f, 'Z')]
        return [largest(f, 'F-standing', 0), largest(f, 'F-free', .5), value(max(parts, default=None), lambda x: f'{max(x, 0):.2f}'),
                share(s['shapes_right']), gains(s['shapes_gain']), heights(f), gains(s['heights_rods_gain'])]
    return markdown(head, [[link(r), *cells(f)] for r, f, _ in judged_everyday(rows)])


def link(row):
    return f"[{row['name']}](impactbench/{row['page']}.md)"


# ---- pages -----------------------------------------------------------------------------------------------------------
FAIR = """This page shows which impact law each physics engine implements and how often it violates the laws of mechanics. It is for engine developers and for users who choose an
engine. [ImpactBench](impactbench.md) describes the cases and the tests.

Most engines are made for stacks and games, and their makers chose speed, stable stacks and a convincing bounce. **Wrong** means that a result differs from every law
of rigid bodies or violates energy, friction or penetration. It does not mean that the engine is bad. ImpactBench does not rank engines.
If you know an engine better and correct its driver, your correction has priority."""


def worst(row, found):
    """Returns table rows for the results that are furthest from the nearest law of the engine."""
    by, out = {c['id']: c for c in found['cases']}, []
    for i in found['worst']:
        c = by[i]
        nearest = found['score']['space' if i.startswith(('D', 'A-space')) else 'plane']['nearest']
        d = c['distance'].get(nearest, min(c['distance'].values()))
        out.append([row['name'], f'`{i}`', nearest, percent(d), ('+' if c['gain'] > 0 else '') + percent(c['gain']), 'outside' if c.get('outside_cone') else 'inside'])
    return out


def settings(found):
    return ', '.join(f'{k} {json.dumps(v)}' for k, v in (found['settings'] or {}).items())


def engine_page(page, rows):
    with open(os.path.join(HERE, 'notes', page + '.md')) as f:
        title, _, note = f.read().partition('\n')
    names = title[2:].split(', ')
    out = [f'<!-- made by impactbench/impactbench.py from impactbench/notes/{page}.md -->', title, '',
           f'This page shows how {" and ".join(names)} {"behaves" if len(names) == 1 else "behave"} in [ImpactBench](../impactbench.md) and why. '
           f'It is for users and developers of {"this engine" if len(names) == 1 else "these engines"}.', '']
    nested = [(dict(r, name=r['name']), f) for r, f in rows]
    unlinked = lambda text: text.replace('](impactbench/' + page + '.md)', '](#settings)')
    if any(f['score']['plane']['judged'] for r, f in nested):
        out += ['Touch tests show the law of the solver:', '', unlinked(table_laws(nested)), '', unlinked(table_breaks(nested)), '']
    if any('dt' in (f['settings'] or {}) for _, f in nested):
        out += ['Arrival tests and long runs test the whole engine, including collision detection and time stepping:', '', unlinked(table_scenes(nested)), '']
    if any(f['score']['elastic_right']['of'] for r, f in nested):
        out += ['Elastic spheres:', '', unlinked(table_elastic(nested)), '']
    out += ['For column definitions, see the [results page](../impactbench-results.md).', '', note.strip(), '', '## Settings', '']
    out += [markdown(['row', 'command', 'settings'], [[r['name'], f"`{' '.join(r['cmd'])}`", settings(f)] for r, f in nested]), '']
    for key, title in (('gate', 'Reasons why the driver fails the initial test with balls'), ('torque', 'Reasons why the spin does not follow from the impulse')):
        if any(key in r for r, _ in nested):
            out += [title + ':', '', markdown(['row', 'reason'], [[r['name'], r[key]] for r, _ in nested if key in r]), '']
    furthest = [cells for r, f in nested for cells in worst(r, f)]
    if furthest:
        out += ['## Results furthest from the nearest law', '',
                markdown(['row', 'case', 'nearest law', 'distance', 'change of energy', 'friction cone'], furthest), '']
    out.pop()
    return '\n'.join(out) + '\n'


EVERYDAY = '## Everyday scenes'


def everyday(rows):
    """Returns the part of the results page on families F, H, R, S, T and Z."""
    carom = rows[0][1]['carom']
    return '\n'.join([
        EVERYDAY, '', 'These cases test what users of engines report most. The tables show values instead of counts, because several of these results are choices. An error is the '
        'distance from the reference or the error of the restitution, relative to the motion before the impact, whichever is larger. A cell is empty if the engine or its driver '
        f'lacks the bodies of the case. Measured on {datetime.date.today()} with carom {carom}; each row was run twice and gave the same digits.', '', '**Slow balls.** A ball with e = 0.8 falls vertically on the floor. The table shows its rebound divided by its speed. Many engines suppress '
        'the restitution of slow contacts, so that stacks come to rest.', '', table_slow(rows), '', '**Mass ratios.** In *two balls*, a ball strikes one at rest, with e = 0.5 and ratios from 0.001 '
        'to 1000. In *pile*, a ball falls on a ball on the floor with e = 0, which ends all motion. The columns are ratios of the upper to the lower mass, and the error is '
        'the motion that remains.', '', table_ratios(rows), '', '**Boxes, plastic impacts and arrival.** *Standing box*: a ball with e = 0 falls on a box on the floor at five points inside its '
        'corners, which ends all motion. *Free box*: the same without a floor, with e = 0.5. *e = 0*: rods and balls that should not separate; 0.1 means that they do with 10 % of the approach '
        'speed. *Boxes and capsules*: bodies that land on a corner, an edge or an end, compared with the nearest law of the engine. *Arriving*: balls and rods that start at seven heights '
        'above the floor, from 0.05 to 0.95 of the distance that they fall in a step.', '', table_everyday(rows), '',
        'Box2D v3 and Rapier solve contacts in sub-steps and then add the restitution. With e = 0 they add none, so the motion that remains in these cases comes from the contact solver. In 2D, '
        'the law [sub-stepped](laws/sub-stepped.md) of Rapier predicts the largest restitution for e = 0, 0.29.', ''])


def replace_everyday(rows):
    """Replaces the part on everyday scenes in the results page and keeps the rest."""
    path = os.path.join(DOCS, 'impactbench-results.md')
    with open(path) as f:
        before, _, after = f.read().partition(EVERYDAY + '\n')
    rest = after.partition('\n## ')[2]
    with open(path, 'w') as f:
        f.write(before.rstrip('\n') + '\n\n' + everyday(rows) + ('\n## ' + rest if rest else ''))


def versions():
    """Returns the part of the results page on the versions of the engines, from versions.json."""
    with open(os.path.join(HERE, 'versions.json')) as f:
        known = json.load(f)
    return '\n'.join(['## Versions', '', f"The newest versions on npm were looked up on {known['checked']}. Debian 12 keeps the versions of its release; the dates are those of its packages.", '',
                      markdown(['engine', 'package', 'tested version', 'date', 'newest on npm'],
                               [[v['engine'], f"{v['package']}, {v['source']}", v['version'], v.get('date', ''), v.get('newest', '')] for v in known['versions']]), ''])


def results_page(rows, carom):
    node = subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()
    out = ['<!-- made by impactbench/impactbench.py -->', '# Results of ImpactBench', '', FAIR, '',
           f"{datetime.date.today()}, carom {carom}, {platform.system()} {platform.machine()}, node {node}; {len(judge.built_in_cases())} cases "
           '(see [the list](impactbench.md#the-cases)). Each engine has a row with its default settings and, if they differ, rows with the best settings found. The step is 1/60 s '
           'unless the engine has another default. Each row was run twice, except for long runs, and gave the same digits. `carom` is tested like the other engines. '
           'A separate page shows [engines with carom](impactbench-adapters.md).',
           '', '## Impact law of each engine', '',
           'In these touch tests the bodies are in contact at the start. Distances are in the kinetic metric, relative to the motion before the impact. The number after a law '
           'counts the results within 1 % of it. A law in parentheses is the nearest one, but less than half of the results are within 1 %. In all tables, a largest distance or error of 0 means '
           'less than 0.01 %.', '',
           table_laws(rows), '', '## Violations of mechanics', '',
           'These columns do not depend on the choice of a law. *Correct balls* counts balls for which all laws agree and the engine is within 1 %. *Still approaching* counts '
           'bodies that approach faster than 1 cm/s after the impact. *Rotated scene* counts results that change if the scene is rotated about the vertical. The last column '
           'checks the driver: it counts results whose spin does not follow from the impulse. The page of the engine explains them.', '', counted(table_breaks(rows)), '',
           table_breaks(rows), '', '## Arrival tests and long runs', '',
           'In arrival tests the same balls and rods start 0.37 steps above the floor. Long runs last 1000 s under gravity, about 1000 bounces. Both involve collision detection, '
           'position correction and integration, so they do not show the law of the solver alone. With e = 1 and no friction, a long run is correct if '
           'the energy changes by at most 1 %. Other long runs are correct if the energy never rises by more than 1 %. In the last column, 29 % means that the ball has come '
           'to rest on the floor: its centre started at 1.75 m and is then at 0.5 m. '
           'A row is empty if the driver runs touch tests only.', '',
           table_scenes(rows), '', '## Elastic spheres', '',
           'These tests compare the velocities of elastic spheres with known results, after Chung & Ooi 2011. Some also compare the duration and the largest force. They do not '
           'identify a law; the page of each engine explains its errors.', '', table_elastic(rows), '', everyday(rows), versions()]
    return '\n'.join(out)


def adapters_page(rows, carom):
    """Makes the page that compares each engine with and without its adapter."""
    node = subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()
    out = ['<!-- made by impactbench/impactbench.py --adapters -->', '# ImpactBench results with adapters', '',
           'This page compares physics engines with and without their carom adapter. It is for engine developers who want to know what an adapter changes.', '',
           f'{datetime.date.today()}, carom {carom}, {platform.system()} {platform.machine()}, node {node}. Each engine is followed by a row with its '
           '[adapter](../adapters/README.md) and the law `routh`. Driver, cases and judgement are the same. Each row was run twice, except for long runs, and gave the same '
           'digits. For column definitions, see the [results page](impactbench-results.md).', '',
           '## Impact law of each engine', '', table_laws(rows), '', '## Violations of mechanics', '', table_breaks(rows), '',
           '## Arrival tests and long runs', '',
           'The adapters treat approaches faster than 1 m/s as impacts, and faster than 0.05 m/s in MuJoCo. The engine computes the rest of a long run.', '',
           table_scenes(rows), '', '## Limits', '', LIMITS, '']
    return '\n'.join(out)


LIMITS = """- **Accuracy of a single impact.** With Chipmunk and planck, only rounding errors limit the accuracy. With Box2D, Rapier and Bullet, single precision limits it; Bullet also corrects an
  overlap of 1e-5 m. ODE's solver still acts on the contact and softens it with its CFM.
- **Rapier in 3D.** The gyroscopic torque changes the spin within a step and cannot be disabled. With steps of 1/60 s, 2 of 120 impacts gain 0.05 % of energy.
- **MuJoCo.** If a contact does not separate (e = 0), MuJoCo's spring continues in the same step, which changes the result by up to 1.6 %. MuJoCo does not
  accept a friction coefficient below 1e-5. The driver therefore passes the coefficient of the case directly to the adapter.
- **Long runs.** The position and the velocity of an engine are half a step apart. This changes the energy that the judge computes by 2.4 % for e = 1 and steps of 1/60 s. In
  Bullet, the rod with e = 1 falls through the floor of 10 km that the judge uses, because of single precision. On a floor of 40 m its energy changes by 4e-5.
- **Several contacts.** If several points take part in an impact, the adapter uses Newton's law with friction at every point. This includes the points of other
  pairs that touch, for example in a row of balls. Jolt and matter-js solve such impacts pair by pair.
- **Time of a step.** While 1000 bodies fall into a heap for 2.5 s, a step takes 1.5 to 1.8 times as long with the planck adapter. With the Rapier
  adapter it takes 6 to 7 times as long in the first half second. In the whole fall it takes 10 to 17 times as long. Rapier's JavaScript interface has
  no hook between collision detection and solver. So the adapter searches for contacts in a second world and reads up to 2000 pairs per step."""


def write_pages(rows):
    os.makedirs(os.path.join(DOCS, 'impactbench'), exist_ok=True)
    with open(os.path.join(DOCS, 'impactbench-results.md'), 'w') as f:
        f.write(results_page(rows, rows[0][1]['carom']))
    write_engine_pages(rows)


def write_engine_pages(rows):
    for page in sorted({r['page'] for r, _ in rows}):
        with open(os.path.join(DOCS, 'impactbench', page + '.md'), 'w') as f:
            f.write(engine_page(page, [x for x in rows if x[0]['page'] == page]))


COUNTED = 'With default settings, '


def counted(violations):
    """Returns a sentence that counts the engines that gain energy, from the table of violations.

    The first row of each page has the default settings.
    """
    first = {}
    for row in violations.split('\n')[2:]:
        cells = row.split(' | ')
        first.setdefault(cells[0].partition('](impactbench/')[2].removesuffix('.md)'), cells[3])
    engines = [cell for page, cell in first.items() if page != 'carom']
    return (f"{COUNTED}{sum(not cell.startswith('0 of') for cell in engines)} of {len(engines)} engines gain energy in at least one case. This counts the first row of "
            'each engine. Bullet in ammo counts as Bullet, planck as Box2D 2.4, MuJoCo 2 as MuJoCo 3, and Rapier 2D as Rapier 3D. Engines that compute only elastic spheres are not counted.')


TABLES = (table_laws, table_breaks, table_scenes, table_elastic, table_slow, table_ratios, table_everyday)


def merge(text, table, names):
    """Puts the rows of a table into the table with the same head in the text. Returns the text.

    The rows get the order of the names. Rows with other names are dropped.
    """
    head, line, *new = table.split('\n')
    before, found, after = text.partition(head + '\n' + line + '\n')
    if not found:
        sys.exit('impactbench: a table is not in the page: make the page anew, without --add')
    old, _, after = after.partition('\n\n')
    rows = {row.partition('](')[0].removeprefix('| ['): row for row in old.split('\n') + new}
    return before + found + '\n'.join(rows[name] for name in names if name in rows) + '\n\n' + after


def add_to_pages(rows, known):
    """Puts judged rows into the results page and writes the pages of their engines. `known` is all of engines.json."""
    pages, names = {r['page'] for r, _ in rows}, [r['name'] for r in known]
    missing = [r['name'] for r in known if r['page'] in pages and r['name'] not in {r['name'] for r, _ in rows}]
    path = os.path.join(DOCS, 'impactbench-results.md')
    with open(path) as f:
        text = f.read()
    if missing or f", carom {rows[0][1]['carom']}, " not in text:
        sys.exit(f"impactbench: --add needs all rows of a page, and the version of carom that made the other rows; missing: {missing}")
    for table in TABLES:
        text = merge(text, table(rows), names)
    violations = '| engine | correct balls' + text.partition('| engine | correct balls')[2].partition('\n\n')[0]
    text = '\n'.join(counted(violations) if line.startswith(COUNTED) else line for line in text.split('\n'))
    before, head, _ = text.partition('## Versions\n')
    with open(path, 'w') as f:
        f.write(before + (versions() if head else ''))
    write_engine_pages(rows)


# ---- the run ---------------------------------------------------------------------------------------------------------
def digest(a):
    """Returns a hash of everything that determines the results: cases, drivers, npm versions, command and options."""
    files = [os.path.join(HERE, 'package-lock.json'), os.path.join(HERE, 'judge.py')]
    for folder in (os.path.join(HERE, 'cases'), os.path.join(HERE, 'drivers')):
        files += [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    digest_ = hashlib.sha256(repr((a.short, a.twice, a.everyday)).encode())
    for path in files:
        with open(path, 'rb') as f:
            digest_.update(f.read())
    return digest_.hexdigest()


def saved(path):
    """Returns the rows of an interrupted run, by name."""
    if not os.path.exists(path):
        return {}
    with open(path) as f:
        return {x['row']['name']: x for x in json.load(f)}


def save(path, judged):
    """Writes the file completely or not at all."""
    with open(path + '.part', 'w') as f:
        json.dump(judged, f)
    os.replace(path + '.part', path)


def adapter_rows(rows, a):
    """Returns the rows of adapters.json, each after the row of its engine."""
    with open(os.path.join(HERE, 'adapters.json')) as f:
        own = json.load(f)
    after = [r for r in own if 'before' in r and (not a.only or any(r['name'].startswith(x) for x in a.only))]
    by, out = {r['name']: r for r in rows + own}, []
    package = a.package or (None if a.built else build_package(a.build))
    for row in after:
        if (a.short or a.everyday) and 'short_law' in row:
            row['law'] = row['short_law']  # two laws are nearly equally close; fewer cases identify the other one
        if 'in' in row and package:
            row['cwd'] = beside(row['in'], a.build, os.path.abspath(package))
        same = {'families': row['families']} if 'families' in row else {}
        out += [dict(by[row['before']], **same), row] if a.before else [row]
    return out


def collect(rows, a):
    """Judges the rows. Returns those that have results, and the number of rows with faults."""
    judged, bad, before, of = [], 0, saved(a.save), digest(a)
    names = {row['name'] for row in rows}
    others = [x for name, x in before.items() if name not in names and x.get('of') == of]
    cases = None
    if a.short:
        cases = os.path.join(a.build, 'impactbench', 'short.jsonl')
        shorten(cases)
    if a.everyday:
        cases = os.path.join(a.build, 'impactbench', 'everyday.jsonl')
        shorten(cases, [('A', 1), ('B', 6), ('D', 6), *((family, 1) for family in 'FHRSTZ')])  # B and D identify the law
    for row in rows:
        old = before.get(row['name'], {})
        if old.get('of') == of and old['row'] == row:
            found, why = old['found'], old['why']
        else:
            found = ask(row, a.build, cases)
            again = ask(row, a.build, cases, 'ABCDEFHRSTZ') if a.twice and 'missing' not in found else None
            why = faults(row, found, again, a.everyday)
        bad += bool(why)
        if 'missing' not in found:
            judged.append(dict(row=row, found=found, why=why, of=of))
        save(a.save, others + judged)  # before printing, so that an interrupted run continues with the next row
        print(f"{'FAULT' if why else 'ok':6}{row['name']:36}{'; '.join(why) if why else laws(found)}", file=sys.stderr, flush=True)
    return [(x['row'], x['found']) for x in judged], bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--build', default=os.path.join(ROOT, 'build', 'impactbench'), help='folder of the build; made if need be')
    p.add_argument('--built', action='store_true', help='the folder is built already')
    p.add_argument('--only', nargs='+', help='rows whose name begins with one of these')
    p.add_argument('--add', action='store_true', help='of --only: put these rows into the pages, which keep the other rows')
    p.add_argument('--engines', default=os.path.join(HERE, 'engines.json'), help='rows of your own')
    p.add_argument('--short', action='store_true', help='a sixth of the cases')
    p.add_argument('--once', dest='twice', action='store_false', help='one run of each row, not two')
    p.add_argument('--check', action='store_true', help='print no tables')
    p.add_argument('--pages', metavar='FILE', help='make the pages from what --save wrote, without a run')
    p.add_argument('--adapters', action='store_true', help='engines with carom inside, from adapters.json')
    p.add_argument('--everyday', action='store_true', help='families F, H, R, S, T and Z; replaces their part of the results page')
    p.add_argument('--after', dest='before', action='store_false', help='of --adapters those with carom alone')
    p.add_argument('--package', metavar='FOLDER', help='the built npm package carom; else it is built')
    p.add_argument('--save', metavar='FILE', help='keep everything found, as JSON; without it the build keeps what an interrupted run '
                   'found, and the next run goes on from there')
    p.add_argument('--fresh', action='store_true', help='do not go on from what an earlier run found')
    a = p.parse_args()
    a.build = os.path.abspath(a.build)
    with open(a.engines) as f:
        known = json.load(f)
    rows = [r for r in known if a.adapters or not a.only or any(r['name'].startswith(x) for x in a.only)]
    if a.everyday:
        rows = [r for r in rows if 'T' in r.get('families', 'T')]
    if a.pages:
        with open(a.pages) as f:
            found = {x['row']['name']: x['found'] for x in json.load(f)}
        write_pages([(r, found[r['name']]) for r in rows])
        return 0
    if not a.built:
        build(a.build, a.adapters)
    if a.adapters:
        rows = adapter_rows(rows, a)
    keep, a.save = a.save, a.save or os.path.join(a.build, 'impactbench-unfinished.json')
    if a.fresh and os.path.exists(a.save):
        os.remove(a.save)
    good, bad = collect(rows, a)
    if not keep and os.path.exists(a.save):
        os.remove(a.save)
    if not a.check and good:
        print('\n\n'.join(table(good) for table in TABLES))
    whole = not a.only and not a.short and a.twice and not bad
    if whole and a.everyday:
        replace_everyday(good)
        whole = False
    if whole and a.adapters and a.before:
        with open(os.path.join(DOCS, 'impactbench-adapters.md'), 'w') as f:
            f.write(adapters_page(good, good[0][1]['carom']))
    elif whole and not a.adapters:
        write_pages(good)
    if a.add and a.only and not (bad or a.short or a.everyday or a.adapters) and a.twice:
        add_to_pages(good, known)
    print(f"{len(rows) - bad} of {len(rows)} rows as {'adapters' if a.adapters else 'engines'}.json says", file=sys.stderr)
    return 1 if bad or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
