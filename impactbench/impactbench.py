#!/usr/bin/env python3
"""ImpactBench, the whole table: every engine of engines.json judged by `carom judge`, and the pages made from it.

  impactbench/impactbench.py                     build what is missing, judge every row, write docs/impactbench-results.md
  impactbench/impactbench.py --only Jolt ODE     rows whose name begins so; prints the tables, writes no page
  impactbench/impactbench.py --only Jolt --short --check   a sixth of the cases; are the rows what engines.json says?
  impactbench/impactbench.py --adapters          engines with carom inside (adapters.json) beside themselves without;
                                                 writes docs/impactbench-adapters.md

This file judges nothing: it asks the command and collects. A row is published only if its driver passes the gate, a
frictionless and a slipping ball whose answers are known, if spin follows from the impulse, if it computes the law that
engines.json says, and if a second run (of all but the long runs) gives the same digits. A driver that cannot pass the gate
or whose spin does not follow says why in engines.json, and the words are printed; an excuse without need is a fault too.
Needs Python's standard library, the packages of packages.txt, and a network for npm.
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

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
DOCS = os.path.join(ROOT, 'docs')
# A frictionless and a slipping ball: in space, in the plane, of elastic spheres.
GATES = [('A-space-frictionless', 'A-space-slip'), ('A-ball-normal-e1', 'A-ball-slip'),
         ('E-1-spheres-glass', 'E-4-oblique-45')]


# ---- building and asking ---------------------------------------------------------------------------------------------
def build(folder, adapters):
    """The command and every driver whose engine is found; with npm's packages beside them."""
    configure = ['cmake', '-S', ROOT, '-B', folder, '-G', 'Ninja', '-DCAROM_IMPACTBENCH=ON', '-DCAROM_TESTS=OFF',
                 '-DCMAKE_BUILD_TYPE=Release', f"-DCAROM_ADAPTERS={'ON' if adapters else 'OFF'}"]
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(['cmake', '--build', folder, '--target', 'carom_cli', 'impactbench/all'] + (['adapters/all'] if adapters else []),
                   check=True, stdout=subprocess.DEVNULL)


def build_package(folder):
    """The npm package carom, from its sources; needs emscripten. Its folder."""
    package = os.path.join(folder, 'carom-npm')
    if not shutil.which('emcc'):
        return package
    shutil.copytree(os.path.join(ROOT, 'web', 'carom'), package, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns('node_modules', 'dist'))
    for words in (['npm', 'ci'], ['npm', 'run', 'build']):
        subprocess.run(words, cwd=package, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ, CAROM_ROOT=ROOT))
    return package


def beside(name, folder, package):
    """A folder with the driver of an engine of npm, its adapter and the package carom."""
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


def shorten(path):
    """A sixth of families B and D, all of A and C, for a quick look."""
    with open(path, 'w') as out:
        for family, step in (('A', 1), ('B', 6), ('C', 1), ('D', 6)):
            with open(os.path.join(HERE, 'cases', family + '.jsonl')) as f:
                out.writelines(f.readlines()[::step])


def ask(row, folder, words):
    """One row: what `carom judge` finds, or why there is nothing."""
    drivers = row.get('cwd') or os.path.join(folder, 'impactbench')
    if 'cwd' in row and not os.path.exists(os.path.join(drivers, 'node_modules', 'carom', 'dist', 'index.js')):
        return {'missing': 'the npm package carom is not built: it needs emcc'}
    if row['cmd'][0] == 'node' and not os.path.isdir(os.path.join(drivers, 'node_modules')):
        return {'missing': 'node_modules is not there: npm ci needs npm and a network, at the build'}
    if 'families' in row and '--family' not in words and '--cases' not in words:
        words = words + ['--family', row['families']]
    command = [os.path.join(folder, 'carom'), 'judge', '--json', *words, '--', *row['cmd']]
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMP_NUM_THREADS='1')
    ran = subprocess.run(command, cwd=drivers, capture_output=True, text=True, env=environment)
    if not ran.stdout.startswith('{'):
        return {'missing': ran.stderr.strip().splitlines()[-1] if ran.stderr.strip() else f'exit {ran.returncode}'}
    return json.loads(ran.stdout)


# ---- what a row must be to be published ------------------------------------------------------------------------------
def gate(found):
    """The balls of the gate that are wrong; None if no gate was asked."""
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


def faults(row, found, again):
    """Why the row cannot be published as it stands."""
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
    if bool(spin) != ('torque' in row):
        out.append(f"spin not explained by the impulse in {spin} cases, excuse {row.get('torque')!r}")
    if laws(found) != row.get('law', [None, None]):
        out.append(f"identified {laws(found)}, engines.json says {row.get('law')}")
    if 'before' in row and score['energy_gained']['cases']:
        out.append(f"with carom {count(score['energy_gained'])} gain energy")
    if again is not None and moved(found, again):
        out.append(f'a second run gave other digits in {moved(found, again)} cases')
    return out


def moved(found, again):
    """In how many cases a second run, of fewer cases maybe, answered otherwise."""
    first = {c['id']: c for c in found['cases']}
    if 'missing' in again:
        return len(first)
    return sum(first[c['id']] != c for c in again['cases'] if c['id'] in first)


# ---- tables ----------------------------------------------------------------------------------------------------------
def percent(x):
    return '0' if abs(x) < 1e-4 else f'{100 * x:.2g} %' if abs(x) < .995 else f'{100 * x:.0f} %'


def markdown(head, rows):
    return '\n'.join('| ' + ' | '.join(r) + ' |' for r in [head, ['---'] * len(head)] + rows)


def law_cells(ranking):
    """Name, how many within 1 %, median, furthest; the name in brackets if it is nearest, not identified."""
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
    head = ['engine', 'version', 'plane: nearest law', 'median', 'furthest', 'space: nearest law', 'median', 'furthest']
    return markdown(head, [[link(r), f['version'], *law_cells(f['score']['plane']), *law_cells(f['score']['space'])]
                           for r, f in rows if f['score']['plane']['judged']])


def table_breaks(rows):
    head = ['engine', 'balls right to 1 % (worst)', 'several contacts right', 'energy gained (most)', "outside Coulomb's cone",
            'still approaching', 'turned scene differs (most)', 'spin not explained']
    def cells(s):
        return [share(s['balls_right']), share(s['several_right']), gains(s['energy_gained']),
                count(s['outside_cone']),
                share(s['still_approaching'], lambda x: f'{x:.2g} m/s'), share(s['turned_differs']),
                count(s['spin_unexplained'])]
    return markdown(head, [[link(r), *cells(f['score'])] for r, f in rows if f['score']['plane']['judged']])


def table_scenes(rows):
    head = ['engine', 'step', 'arriving: balls right to 1 % (worst)', 'arriving: rods that gain energy (most)',
            'long runs right', 'most energy gained in a run', 'energy kept by a dropped ball, e = 1']
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
    head = ['engine', 'version', 'right to 1 %', 'furthest off']
    return markdown(head, [[link(r), f['version'], count(f['score']['elastic_right']), percent(f['score']['elastic_right']['worst'])]
                           for r, f in rows if f['score']['elastic_right']['of']])


def link(row):
    return f"[{row['name']}](impactbench/{row['page']}.md)"


# ---- pages -----------------------------------------------------------------------------------------------------------
FAIR = """Engines are made for stacks and games, and most of what is found here was chosen for them: speed, a stable pile, a bounce that
looks right. **Wrong** means "differs from every law of rigid bodies" or "breaks energy, cone or penetration"; it never means "a bad
engine". There is no ranking and no total. A correction of a driver by someone who knows the engine better goes in first; see
[impactbench.md](impactbench.md)."""


def worst(found):
    """The cases furthest from the engine's own nearest law."""
    by, out = {c['id']: c for c in found['cases']}, []
    for i in found['worst']:
        c = by[i]
        nearest = found['score']['space' if i.startswith(('D', 'A-space')) else 'plane']['nearest']
        d = c['distance'].get(nearest, min(c['distance'].values()))
        gain = f", energy {'+' if c['gain'] > 0 else ''}{percent(c['gain'])}"
        out.append(f"`{i}` {percent(d)} from {nearest}{gain}{', outside the cone' if c.get('outside_cone') else ''}")
    return '; '.join(out)


def settings(found):
    return ', '.join(f'{k} {json.dumps(v)}' for k, v in (found['settings'] or {}).items())


def engine_page(page, rows):
    with open(os.path.join(HERE, 'notes', page + '.md')) as f:
        title, _, note = f.read().partition('\n')
    out = [f'<!-- made by impactbench/impactbench.py from impactbench/notes/{page}.md -->', title, '']
    nested = [(dict(r, name=r['name']), f) for r, f in rows]
    unlinked = lambda text: text.replace('](impactbench/' + page + '.md)', '](#settings)')
    if any(f['score']['plane']['judged'] for r, f in nested):
        out += ['At touch, which is what the solver computes:', '', unlinked(table_laws(nested)), '', unlinked(table_breaks(nested)), '',
                'On arrival and in long runs, which is what a scene shows:', '', unlinked(table_scenes(nested)), '']
    if any(f['score']['elastic_right']['of'] for r, f in nested):
        out += ['Elastic spheres:', '', unlinked(table_elastic(nested)), '']
    out += ['What the columns mean is told in [the whole table](../impactbench-results.md).', '', note.strip(), '', '## Settings', '']
    for r, f in nested:
        out.append(f"- **{r['name']}**: `{' '.join(r['cmd'])}`; {settings(f)}" +
                   (f"\n  The gate: {r['gate']}." if 'gate' in r else '') + (f"\n  Spin not explained by the impulse: {r['torque']}." if 'torque' in r else ''))
    out += ['', '## Furthest from its own nearest law', '']
    out += [f"- **{r['name']}**: {worst(f)}." for r, f in nested if f['worst']]
    return '\n'.join(out) + '\n'


def how_many():
    """Cases there are."""
    total = 0
    for family in 'ABCDEG':
        with open(os.path.join(HERE, 'cases', family + '.jsonl')) as f:
            total += sum(1 for _ in f)
    return total


def results_page(rows, carom):
    node = subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()
    out = ['<!-- made by impactbench/impactbench.py -->', '# ImpactBench: results', '', FAIR, '',
           f"{datetime.date.today()}, carom {carom}, {platform.system()} {platform.machine()}, node {node}; {how_many()} cases "
           '([what they are](impactbench.md)). Every engine stands with its own defaults (step 1/60 s, or what it ships), and with the best '
           'settings found where those differ. Each row was run twice, but for its long runs, and gave the same digits. `carom` is one more driver, as blind as the rest. With carom inside them: [engines before and after](impactbench-adapters.md).',
           '', '## Which law the solver computes', '',
           'Bodies touch when they are handed to the engine. Distances are in the kinetic metric, relative to the motion before. After a law '
           'stands the number of answers within 1 % of it; a law in brackets is the nearest, but fewer than half of the answers are within 1 %.', '',
           table_laws(rows), '', '## What breaks mechanics at touch', '',
           'The kinds of statement that need no law: a ball on which all laws agree is off; energy is gained; the impulse lies outside '
           "Coulomb's cone; the bodies still approach (by more than 1 cm/s); the answer changes when the scene is turned about the vertical. "
           'The last column is a check of the driver: spin that does not follow from the impulse (see the engine\'s page).', '',
           table_breaks(rows), '', '## What a scene shows', '',
           'The same balls and rods arriving .37 of a step above the floor, and runs of 1000 s under gravity, about 1000 bounces. This is the '
           'solver together with collision detection, position correction and integration; nothing here is a statement about the '
           "solver's law. `right` in a run means that energy is kept to 1 % (e = 1, no friction), or never rises by more; "
           'a ball that lies on the floor has kept 29 % of its energy.', '',
           table_scenes(rows), '', '## Elastic spheres', '',
           'Velocity, duration and greatest force of Hertzian contacts, after the tests of Chung & Ooi 2011.', '', table_elastic(rows), '']
    return '\n'.join(out)


def adapters_page(rows, carom):
    """Rows of engines, each with itself and carom below it."""
    node = subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()
    out = ['<!-- made by impactbench/impactbench.py --adapters -->', '# ImpactBench: engines with carom inside', '',
           f'{datetime.date.today()}, carom {carom}, {platform.system()} {platform.machine()}, node {node}. Every engine as it is, and below it the '
           'same with its [adapter](../adapters/README.md), asked for law `routh`: the same driver, the same cases, the same judge. Each row '
           'was run twice, but for its long runs, and gave the same digits. What the columns mean is told in '
           '[the table of all engines](impactbench-results.md).', '',
           '## Which law comes out', '', table_laws(rows), '', '## What breaks mechanics at touch', '', table_breaks(rows), '',
           '## What a scene shows', '',
           'Default rule (impacts faster than 1 m/s are struck, MuJoCo: 0.05 m/s): a long run is the engine\'s steps as much as its impacts.', '',
           table_scenes(rows), '', '## What limits them', '', LIMITS, '']
    return '\n'.join(out)


LIMITS = """- Chipmunk: rounding. ODE: its solver still sees the contact and softens it by its CFM. Bullet: single precision, and 1e-5 m of
  overlap corrected. Box2D, Rapier: single precision. planck: rounding.
- Rapier in space: its gyroscopic torque turns the spin within a step, and has no switch; at 1/60 s two of 120 impacts gain 0.05 %.
- MuJoCo: where a contact does not part (e = 0) its own spring goes on with it in the same step, 1.6 % at most; its friction is never
  below 1e-5, so the cases' own is asked for.
- Long runs: the judge reads velocity and place of an engine half a step apart, 2.4 % of a bounce with e = 1 at 1/60 s. In Bullet the
  rod with e = 1 goes through the judge's floor of 10 km in single precision; on a floor of 40 m its energy is kept to 4e-5.
- Several contacts: of one pair, Newton's law with friction at every point; of several pairs, one after the other, so that the
  outcome of chains (a cradle) depends on the engine's order."""


def write_pages(rows):
    os.makedirs(os.path.join(DOCS, 'impactbench'), exist_ok=True)
    with open(os.path.join(DOCS, 'impactbench-results.md'), 'w') as f:
        f.write(results_page(rows, rows[0][1]['carom']))
    for page in sorted({r['page'] for r, _ in rows}):
        with open(os.path.join(DOCS, 'impactbench', page + '.md'), 'w') as f:
            f.write(engine_page(page, [x for x in rows if x[0]['page'] == page]))


# ---- the run ---------------------------------------------------------------------------------------------------------
def digest(a):
    """Of what the answers depend on: cases, drivers, npm's versions, the command that judges, how often; rows bring
    their own command."""
    files = [os.path.join(HERE, 'package-lock.json'), os.path.join(a.build, 'carom')]
    for folder in (os.path.join(HERE, 'cases'), os.path.join(HERE, 'drivers')):
        files += [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    digest_ = hashlib.sha256(repr((a.short, a.twice)).encode())
    for path in files:
        with open(path, 'rb') as f:
            digest_.update(f.read())
    return digest_.hexdigest()


def saved(path):
    """The rows that an interrupted run has left, by name."""
    if not os.path.exists(path):
        return {}
    with open(path) as f:
        return {x['row']['name']: x for x in json.load(f)}


def save(path, judged):
    """Whole, or not at all."""
    with open(path + '.part', 'w') as f:
        json.dump(judged, f)
    os.replace(path + '.part', path)


def adapter_rows(rows, a):
    """Rows of adapters.json, each below the engine it was made for."""
    with open(os.path.join(HERE, 'adapters.json')) as f:
        own = json.load(f)
    after = [r for r in own if 'before' in r and (not a.only or any(r['name'].startswith(x) for x in a.only))]
    by, out = {r['name']: r for r in rows + own}, []
    package = a.package or (None if a.built else build_package(a.build))
    for row in after:
        if 'in' in row and package:
            row['cwd'] = beside(row['in'], a.build, os.path.abspath(package))
        same = {'families': row['families']} if 'families' in row else {}
        out += [dict(by[row['before']], **same), row] if a.before else [row]
    return out


def collect(rows, a):
    """Judges the rows; those that may be published, and how many may not."""
    judged, bad, before, of = [], 0, saved(a.save), digest(a)
    names = {row['name'] for row in rows}
    others = [x for name, x in before.items() if name not in names and x.get('of') == of]
    words, second = [], ['--family', 'ABCDE']
    if a.short:
        words = second = ['--cases', os.path.join(a.build, 'impactbench', 'short.jsonl')]
        shorten(words[1])
    for row in rows:
        old = before.get(row['name'], {})
        if old.get('of') == of and old['row'] == row:
            found, why = old['found'], old['why']
        else:
            found = ask(row, a.build, words)
            again = ask(row, a.build, second) if a.twice and 'missing' not in found else None
            why = faults(row, found, again)
        bad += bool(why)
        if 'missing' not in found:
            judged.append(dict(row=row, found=found, why=why, of=of))
        save(a.save, others + judged) # before the row is printed: a run stopped after that line resumes with the next row
        print(f"{'FAULT' if why else 'ok':6}{row['name']:36}{'; '.join(why) if why else laws(found)}", file=sys.stderr, flush=True)
    return [(x['row'], x['found']) for x in judged], bad


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--build', default=os.path.join(ROOT, 'build', 'impactbench'), help='folder of the build; made if need be')
    p.add_argument('--built', action='store_true', help='the folder is built already')
    p.add_argument('--only', nargs='+', help='rows whose name begins with one of these')
    p.add_argument('--engines', default=os.path.join(HERE, 'engines.json'), help='rows of your own')
    p.add_argument('--short', action='store_true', help='a sixth of the cases')
    p.add_argument('--once', dest='twice', action='store_false', help='one run of each row, not two')
    p.add_argument('--check', action='store_true', help='print no tables')
    p.add_argument('--pages', metavar='FILE', help='make the pages from what --save wrote, without a run')
    p.add_argument('--adapters', action='store_true', help='engines with carom inside, from adapters.json')
    p.add_argument('--after', dest='before', action='store_false', help='of --adapters those with carom alone')
    p.add_argument('--package', metavar='FOLDER', help='the built npm package carom; else it is built')
    p.add_argument('--save', metavar='FILE', help='keep everything found, as JSON; without it the build keeps what an interrupted run '
                   'found, and the next run goes on from there')
    p.add_argument('--fresh', action='store_true', help='do not go on from what an earlier run found')
    a = p.parse_args()
    a.build = os.path.abspath(a.build)
    with open(a.engines) as f:
        rows = [r for r in json.load(f) if a.adapters or not a.only or any(r['name'].startswith(x) for x in a.only)]
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
        print('\n\n'.join(t(good) for t in (table_laws, table_breaks, table_scenes, table_elastic)))
    whole = not a.only and not a.short and a.twice and not bad
    if whole and a.adapters and a.before:
        with open(os.path.join(DOCS, 'impactbench-adapters.md'), 'w') as f:
            f.write(adapters_page(good, good[0][1]['carom']))
    elif whole and not a.adapters:
        write_pages(good)
    print(f"{len(rows) - bad} of {len(rows)} rows as {'adapters' if a.adapters else 'engines'}.json says", file=sys.stderr)
    return 1 if bad or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
