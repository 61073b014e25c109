#!/usr/bin/env python3
"""Runs ImpactBench: judges every engine of engines.json and writes the results.

A row is an engine with its settings: an entry of engines.json and a line of docs/impactbench/engines.csv.

  impactbench/impactbench.py                     build what is missing, judge every row, write docs/impactbench/*.csv
  impactbench/impactbench.py --only Jolt ODE     rows whose name begins with Jolt or ODE; prints results, writes no file
  impactbench/impactbench.py --only Siconos --add  puts these rows into the files, which keep the other rows
  impactbench/impactbench.py --only Jolt --short --check   a sixth of the cases; compares the rows with engines.json
  impactbench/impactbench.py --everyday          families F, H, R, S, T and Z; replaces their columns
  impactbench/impactbench.py --adapters          engines with and without carom (adapters.json); writes adapters.csv
  impactbench/impactbench.py --tables            writes the tables of docs/impactbench-results.md from the CSV files
                                                 (every run that writes CSV files does so); with --check compares them

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
import csv
import datetime
import hashlib
import json
import os
import re
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
        out.append(f"with carom {score['energy_gained']['cases']} of {score['energy_gained']['of']} gain energy")
    if again is not None and moved(found, again):
        out.append(f'a second run gave other digits in {moved(found, again)} cases')
    return out


def moved(found, again):
    """Counts the cases in which a second run, possibly of fewer cases, gave another result."""
    first = {c['id']: c for c in found['cases']}
    if 'missing' in again:
        return len(first)
    return sum(first[c['id']] != c for c in again['cases'] if c['id'] in first)


# ---- records: one line of a CSV file for each row ----------------------------------------------------------------------
# A column of the CSV file and the key of the score that it counts. Three columns follow from it: the number of cases, how
# many were judged, and the largest error or gain.
SHARES = {'balls': 'balls_right', 'several': 'several_right', 'gains': 'energy_gained', 'outside_cone': 'outside_cone',
          'approaching': 'still_approaching', 'rotated': 'turned_differs', 'spin': 'spin_unexplained',
          'arriving_balls': 'arriving_balls_right', 'arriving_rods_gain': 'arriving_rods_gain', 'runs': 'runs_right',
          'spheres': 'elastic_right', 'shapes': 'shapes_right', 'shapes_gain': 'shapes_gain', 'heights_rods_gain': 'heights_rods_gain'}
COUNTS = {'outside_cone', 'spin', 'runs'}  # these have no largest error
SPEEDS = ('0.02', '0.1', '0.3', '0.6', '1.2', '2.5', '5')
RATIOS = ('0.001', '0.01', '0.1', '1', '10', '100', '1000')


def shares(*names):
    return [name + end for name in names for end in ('', '_of', '_worst') if end != '_worst' or name not in COUNTS]


LAWS = [name + end for name in ('law_2d', 'law_3d') for end in ('', '_identified', '_within', '_of', '_median', '_worst')]
EVERYDAY = ['slow_' + s for s in SPEEDS] + ['pair_worst'] + ['pile_' + s for s in RATIOS] + [
    'standing_box', 'free_box', 'plastic_restitution', *shares('shapes', 'shapes_gain'), 'heights_balls_worst', 'heights_balls_at', *shares('heights_rods_gain')]
COLUMNS = ['engine', 'page', 'version', 'measured', 'carom', *LAWS, *shares('balls', 'several', 'gains', 'outside_cone', 'approaching', 'rotated', 'spin'),
           'step', *shares('arriving_balls', 'arriving_rods_gain', 'runs'), 'run_gain_worst', 'run_ball_energy', *shares('spheres'), *EVERYDAY,
           'command', 'settings']


def digits(x):
    """Writes two digits, and 0 below 1e-4."""
    return '' if x is None else '0' if abs(x) < 1e-4 else f'{x:.2g}' if abs(x) < .995 else f'{x:.2f}'


def error(case, restitution):
    return judge.everyday_error(case['distance'], case['rebound'], restitution)


def answered(found, prefix):
    return [c for c in found['cases'] if c['id'].startswith(prefix) and 'distance' in c]


def largest(found, prefix, restitution):
    return digits(max((error(c, restitution) for c in answered(found, prefix)), default=None))


def law_cells(name, ranking):
    if not ranking['laws']:
        return {}
    best, law = ranking['laws'][0], ' = '.join(x['law'] for x in ranking['laws'][:ranking['alike']])
    return {name: law, name + '_identified': 'yes' if ranking['identified'] else 'no', name + '_within': best['within'],
            name + '_of': ranking['judged'], name + '_median': f"{best['median']:.0e}", name + '_worst': digits(best['max'])}


def everyday_cells(found):
    by = {c['id']: c for c in found['cases'] if 'rebound' in c}
    out = {'slow_' + s: f"{by['T-ball-' + s]['rebound']:.2f}" for s in SPEEDS if 'T-ball-' + s in by}
    out |= {'pile_' + x: digits(error(by['R-pile-' + x], 0)) for x in RATIOS if 'R-pile-' + x in by}
    out |= dict(pair_worst=largest(found, 'R-pair', .5), standing_box=largest(found, 'F-standing', 0), free_box=largest(found, 'F-free', .5))
    parts = [c['rebound'] for c in answered(found, 'Z')]
    if parts:
        out['plastic_restitution'] = f'{max(0, *parts):.2f}'
    balls = [(error(c, float(c['id'].split('-e')[1].split('-')[0])), c['id'].rsplit('-', 1)[1]) for c in answered(found, 'H-ball')]
    if balls:
        most, at = max(balls)
        out |= dict(heights_balls_worst=digits(most), heights_balls_at=at if most >= 1e-4 else '')
    return out


def record(row, found):
    """Returns the line of a row: {column: cell}, without the columns that were not tested."""
    score, settings = found['score'], found['settings'] or {}
    out = dict(engine=row['name'], page=row['page'], version=found['version'], measured=str(datetime.date.today()), carom=found['carom'],
               command=' '.join(row['cmd']), settings=', '.join(f'{k} {json.dumps(v)}' for k, v in settings.items()))
    out |= law_cells('law_2d', score['plane']) | law_cells('law_3d', score['space']) | everyday_cells(found)
    for name, key in SHARES.items():
        s = score.get(key, {})
        if s.get('of'):
            out |= dict(zip(shares(name), (s['cases'], s['of'], digits(s['worst']))))
    if 'dt' in settings:
        out['step'] = f"{settings['dt']:.3g}"
    runs = [c['highest'] for c in found['cases'] if 'highest' in c]
    if runs:
        out['run_gain_worst'] = digits(max(0, *runs))
    out |= {'run_ball_energy': digits(1 + c['last']) for c in found['cases'] if c['id'] == 'G-ball-e1' and 'last' in c}
    return {k: str(v) for k, v in out.items() if v != ''}


def furthest(row, found):
    """Returns lines for the results that are furthest from the nearest law of the engine."""
    by, out = {c['id']: c for c in found['cases']}, []
    for i in found['worst']:
        c = by[i]
        nearest = found['score']['space' if i.startswith(('D', 'A-space')) else 'plane']['nearest']
        d = c['distance'].get(nearest, min(c['distance'].values()))
        out.append(dict(engine=row['name'], case=i, law=nearest, distance=digits(d), energy_change=digits(c['gain']),
                        friction_cone='outside' if c.get('outside_cone') else 'inside'))
    return out


# ---- files -----------------------------------------------------------------------------------------------------------
RESULTS = os.path.join(DOCS, 'impactbench')
FURTHEST = ['engine', 'case', 'law', 'distance', 'energy_change', 'friction_cone']


def read_lines(name):
    with open(os.path.join(RESULTS, name), newline='') as f:
        return list(csv.DictReader(f))


def write_lines(name, columns, lines):
    with open(os.path.join(RESULTS, name), 'w', newline='') as f:
        out = csv.DictWriter(f, columns, lineterminator='\n')
        out.writeheader()
        out.writerows(lines)


def merged(old, new, names, columns=None):
    """Puts new lines among old ones, in the order of the names; lines with other names are dropped.

    `columns` restricts what a new line replaces. A line keeps its other columns.
    """
    by = {line['engine']: line for line in old}
    for line in new:
        kept = {k: v for k, v in by.get(line['engine'], {}).items() if k not in columns} if columns else {}
        by[line['engine']] = kept | {k: v for k, v in line.items() if not columns or k in columns or k == 'engine'}
    return [by[name] for name in names if name in by]


def engines_known(path=os.path.join(HERE, 'engines.json')):
    with open(path) as f:
        return json.load(f)


def write_results(rows, columns=None):
    """Puts judged rows into the CSV files, and the tables of the page after them."""
    names = [r['name'] for r in engines_known()]
    write_lines('engines.csv', COLUMNS, merged(read_lines('engines.csv'), [record(r, f) for r, f in rows], names, columns))
    if not columns:
        done = {r['name'] for r, _ in rows}
        lines = [line for line in read_lines('furthest.csv') if line['engine'] not in done] + [line for r, f in rows for line in furthest(r, f)]
        write_lines('furthest.csv', FURTHEST, sorted((x for x in lines if x['engine'] in names), key=lambda x: names.index(x['engine'])))
    write_page()


# ---- the tables of docs/impactbench-results.md -------------------------------------------------------------------------
def markdown(head, rows):
    return '\n'.join('| ' + ' | '.join(r) + ' |' for r in [head, ['---'] * len(head)] + rows)


def link(line):
    return f"[{line['engine']}](impactbench/{line['page']}.md)"


def law(line, name):
    """Returns the nearest law and the number of results within 1 %, in parentheses if the law is not identified."""
    if not line[name]:
        return '-'
    text = f"{line[name].partition(' = ')[0]}, {line[name + '_within']} of {line[name + '_of']}"
    return text if line[name + '_identified'] == 'yes' else f'({text})'


def of(line, name):
    return f"{line[name]} of {line[name + '_of']}" if line[name + '_of'] else '-'


def gain(line):
    """Returns the largest gain of energy and the number of impacts that gain."""
    return '-' if not line['gains_of'] else f"none of {line['gains_of']}" if line['gains'] == '0' else f"+{percent(float(line['gains_worst']))}, {of(line, 'gains')}"


def defaults(lines):
    """Returns the first line of each page, without carom: the engines with their default settings."""
    first = {}
    for line in lines:
        first.setdefault(line['page'], line)
    return sorted((x for page, x in first.items() if page != 'carom'), key=lambda x: x['engine'].lower())


def classes(lines):
    """Returns the engines for rigid bodies in three classes: those that gain more than 1 % of energy, less, or none."""
    rigid = [x for x in defaults(lines) if x['gains_of']]
    more = [x for x in rigid if float(x['gains_worst']) > .01]
    less = [x for x in rigid if x not in more and int(x['gains'])]
    return more, less, [x for x in rigid if x not in more + less]


def summary(lines):
    more, less, never = classes(lines)
    newton = [x for x in more if x['law_2d'].startswith('whittaker') and x['law_2d_identified'] == 'yes']
    spheres = [x for x in defaults(lines) if x['spheres_of']]
    def named(some):
        return ', '.join(x['engine'] for x in some)
    carom = next(x for x in lines if x['page'] == 'carom')
    return '\n'.join([
        f"Of {len(more + less + never)} engines for rigid bodies with default settings,", '',
        f'- **{len(more)} gain more than 1 %** of energy in some impacts. {len(newton)} of them implement `whittaker`, which uses Newton\'s restitution: {named(newton)}.',
        f'- **{len(less)} gain less**: {named(less)}.', f'- **{len(never)} never gain**: {named(never)}.', '',
        markdown(['engine', 'version', 'law in 2D', 'law in 3D', 'gains energy', 'outside cone', 'balls', 'several contacts'],
                 [[link(x), x['version'].rpartition(' ')[2] if x['gains_of'] else x['version'], law(x, 'law_2d'), law(x, 'law_3d'), gain(x), of(x, 'outside_cone'), of(x, 'balls'), of(x, 'several')] for x in more + less + never]
                 + [[link(x), x['version'], '-', '-', '-', '-', of(x, 'spheres'), '-'] for x in spheres]), '',
        f"Measured on {max(x['measured'] for x in lines)} with carom {carom['carom']}."])


def scenes(lines):
    def restitution(line):
        return next((f'{s} m/s' for s in SPEEDS if line['slow_' + s] and float(line['slow_' + s]) >= .7), 'never')
    def worst(line, *names):
        cells = [float(line[name]) for name in names if line[name]]
        return percent(max(cells)) if cells else '-'
    return markdown(['engine', 'restitution acts from', 'pile of two balls', 'restitution at e = 0', 'shapes near the law', 'arriving balls', 'dropped ball'],
                    [[link(x), restitution(x), worst(x, *('pile_' + r for r in RATIOS)), x['plastic_restitution'], of(x, 'shapes'), worst(x, 'heights_balls_worst'),
                      worst(x, 'run_ball_energy')] for x in defaults(lines) if x['slow_5']])


def adapters(lines):
    with open(os.path.join(HERE, 'adapters.json')) as f:
        before = {r['name']: r['before'] for r in json.load(f) if 'before' in r}
    by = {x['engine']: x for x in lines}
    def both(line, cell):
        return f"{cell(by[before[line['engine']]])} → {cell(line)}"
    return markdown(['engine', 'gains energy: without → with carom', 'law with carom, 2D', '3D', 'balls', 'several contacts'],
                    [[f"[{before[x['engine']]}](impactbench/{x['page']}.md)", both(x, gain), law(x, 'law_2d'), law(x, 'law_3d'), both(x, lambda y: of(y, 'balls')),
                      both(x, lambda y: of(y, 'several'))] for x in lines if x['engine'] in before])


PAGE = os.path.join(DOCS, 'impactbench-results.md')


def page():
    """Returns the results page, and the page with its tables made from the CSV files."""
    lines = read_lines('engines.csv')
    tables = dict(summary=summary(lines), scenes=scenes(lines), adapters=adapters(read_lines('adapters.csv')))
    with open(PAGE) as f:
        text = f.read()
    return text, re.sub(r'(<!-- made by impactbench\.py: (\w+) -->\n).*?(<!-- end -->)', lambda m: f'{m[1]}\n{tables[m[2]]}\n\n{m[3]}', text, flags=re.S)


def write_page():
    _, new = page()
    with open(PAGE, 'w') as f:
        f.write(new)


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
    p.add_argument('--add', action='store_true', help='of --only: put these rows into the CSV files, which keep the other rows')
    p.add_argument('--engines', default=os.path.join(HERE, 'engines.json'), help='rows of your own')
    p.add_argument('--short', action='store_true', help='a sixth of the cases')
    p.add_argument('--once', dest='twice', action='store_false', help='one run of each row, not two')
    p.add_argument('--check', action='store_true', help='print no results; of --tables: compare')
    p.add_argument('--tables', action='store_true', help='write the tables of the results page from the CSV files, without a run')
    p.add_argument('--adapters', action='store_true', help='engines with carom inside, from adapters.json')
    p.add_argument('--everyday', action='store_true', help='families F, H, R, S, T and Z; replaces their columns')
    p.add_argument('--after', dest='before', action='store_false', help='of --adapters those with carom alone')
    p.add_argument('--package', metavar='FOLDER', help='the built npm package carom; else it is built')
    p.add_argument('--save', metavar='FILE', help='keep everything found, as JSON; without it the build keeps what an interrupted run '
                   'found, and the next run goes on from there')
    p.add_argument('--fresh', action='store_true', help='do not go on from what an earlier run found')
    a = p.parse_args()
    a.build = os.path.abspath(a.build)
    if a.tables:
        old, new = page()
        if a.check and old != new:
            sys.exit('impactbench: the tables of docs/impactbench-results.md differ from the CSV files; run impactbench.py --tables')
        if not a.check:
            write_page()
        return 0
    known = engines_known(a.engines)
    rows = [r for r in known if a.adapters or not a.only or any(r['name'].startswith(x) for x in a.only)]
    if a.everyday:
        rows = [r for r in rows if 'T' in r.get('families', 'T')]
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
    if not a.check:
        for row, found in good:
            print('\n'.join(f'{k:24}{v}' for k, v in record(row, found).items()), end='\n\n')
    if a.twice and not (bad or a.short):
        if a.adapters:
            if a.before and not a.only:
                write_lines('adapters.csv', COLUMNS, [record(r, f) for r, f in good])
                write_page()
        elif not a.only or a.add:
            write_results(good, EVERYDAY if a.everyday else None)
    print(f"{len(rows) - bad} of {len(rows)} rows as {'adapters' if a.adapters else 'engines'}.json says", file=sys.stderr)
    return 1 if bad or not rows else 0


if __name__ == '__main__':
    sys.exit(main())
