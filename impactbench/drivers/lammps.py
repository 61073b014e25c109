#!/usr/bin/env python3
"""LAMMPS, granular package, for the elastic spheres of family E: one run of `lmp` a case.

--coefficients documented (default): Young's modulus, Poisson's ratio and e are handed over as the manual says, a Hertzian
force damped after Tsuji. LAMMPS takes wall and sphere to be of one material; a rigid floor makes the contact twice as stiff,
so twice the modulus is given. --coefficients exact: stiffnesses along normal and tangent are computed here and handed over,
and Tsuji's coefficient is the one that restitutes e in that force.
--tangential mindlin (default), mindlin_rescale, mindlin/force or mindlin_rescale/force: how the friction spring follows a
changing normal force. Damping along the tangent is off. --steps: to a Hertzian contact.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

SETTINGS = {'coefficients': 'documented', 'tangential': 'mindlin', 'steps': 2000}


def tsuji(e):
    """Returns the damping of LAMMPS's polynomial for a coefficient of restitution."""
    return sum(k * e ** n for n, k in enumerate((1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218)))


def restituting(e):
    """Returns the coefficient with which F = k d^1.5 + a sqrt(m k) d^.25 d' has the restitution e: a = -sqrt(5) ln e/sqrt(pi^2 +
    ln^2 e).
    """
    wanted, low, high = -math.sqrt(5) * math.log(e) / math.hypot(math.pi, math.log(e)), 0., 1.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tsuji(middle) > wanted else (low, middle)
    return low


def contact(c):
    """Returns the line of coefficients, and the duration of a Hertzian contact."""
    m, b = c['material'], c['bodies'][0]
    young, nu = m['young'] * (2 if m['floor'] == 'rigid' else 1), m['poisson']
    normal, along = 4 / 3 * young / (2 * (1 - nu ** 2)), 8 * young / (4 * (2 - nu) * (1 + nu))
    if SETTINGS['coefficients'] == 'exact':
        first, along = f"hertz {normal:.17g} {restituting(c['e']):.17g}", f'{along:.17g}'
    else:
        first, along = f"hertz/material {young:.17g} {c['e']:.17g} {nu:.17g}", 'NULL'
    coefficients = f"{first} tangential {SETTINGS['tangential']} {along} 0.0 {c['mu']:.17g} damping tsuji"
    share = 2 if len(c['bodies']) == 2 else 1  # for two equal spheres: half the mass and radius, twice the approach
    radius, mass = b['colliders'][0]['ball'] / share, b['mass'] / share
    approach, stiffness = abs(b['velocity'][1]) * share, normal * math.sqrt(radius)
    return coefficients, 2.9432 * (15 / 16 * mass * 4 / 3 / stiffness) ** .4 / approach ** .2


def script(c):
    coefficients, lasts = contact(c)
    r = c['bodies'][0]['colliders'][0]['ball']
    dt = lasts / SETTINGS['steps']
    lines = ['units si', 'atom_style sphere', 'dimension 3', 'boundary f f f', 'newton off', 'comm_modify vel yes',
             'atom_modify map array', f'region room block {-9 * r} {9 * r} {-9 * r} {9 * r} {-9 * r} {9 * r}',
             'create_box 1 room', f'neighbor {r / 2} bin', 'neigh_modify delay 0', 'pair_style granular',
             f'pair_coeff * * {coefficients}']
    for i, b in enumerate(c['bodies'], 1):
        lines += ['create_atoms 1 single {} {} {}'.format(*b['centre']), f'set atom {i} diameter {2 * r:.17g}',
                  f"set atom {i} mass {b['mass']:.17g}", 'set atom {} omega {:.17g} {:.17g} {:.17g}'.format(i, *b['spin']),
                  f'group g{i} id {i}', 'velocity g{} set {:.17g} {:.17g} {:.17g}'.format(i, *b['velocity'])]
    if c['material']['floor'] != 'none':
        lines.append(f'fix floor all wall/gran granular {coefficients} yplane 0 NULL')
    lines += ['fix move all nve/sphere', f'timestep {dt:.17g}', 'thermo 1000000', 'variable F equal fy[1]',
              'compute spin all property/atom omegax omegay omegaz',
              'fix force all print 1 "$F" file force.txt screen no title ""', f"run {6 * SETTINGS['steps']}",
              'dump last all custom 1 last.txt id vx vy vz c_spin[1] c_spin[2] c_spin[3]',
              'dump_modify last sort id format float %.17g', 'run 0']
    return '\n'.join(lines) + '\n', dt


def answer(c):
    text, dt = script(c)
    with tempfile.TemporaryDirectory(dir='.') as room:
        with open(os.path.join(room, 'in.txt'), 'w') as f:
            f.write(text)
        ran = subprocess.run(['lmp', '-in', 'in.txt', '-log', 'none'], cwd=room, capture_output=True, text=True)
        if ran.returncode:
            return dict(id=c['id'], error=' '.join(x for x in ran.stdout.splitlines() if 'ERROR' in x)[:200])
        force = [abs(float(x)) for x in open(os.path.join(room, 'force.txt')) if x.strip()]
        rows = [x.split() for x in open(os.path.join(room, 'last.txt'))][-len(c['bodies']):]
    touching = sum(x > 0 for x in force)
    note = {} if force[-1] == 0 else {'note': 'still touching'}
    return dict(id=c['id'], u=[[float(x) for x in r[1:]] for r in rows], steps=touching, duration=touching * dt,
                force=max(force), **note)


def version():
    out = subprocess.run(['lmp', '-h'], capture_output=True, text=True).stdout
    return out.split(' - ')[1].split('\n')[0] if ' - ' in out else 'of unknown version'


def main():
    words = sys.argv[1:]
    for name, value in zip(words[::2], words[1::2]):
        if name[2:] not in SETTINGS:
            sys.exit(f'lammps.py: no option {name}')
        SETTINGS[name[2:]] = type(SETTINGS[name[2:]])(value)
    for line in sys.stdin:
        c = json.loads(line)
        if 'impactbench' in c:
            out = dict(impactbench=1, engine='LAMMPS', version=version(), dims=[3], families='E', settings=SETTINGS)
        elif 'material' not in c:
            out = dict(id=c['id'], cannot='only elastic spheres')
        else:
            out = answer(c)
        print(json.dumps(out), flush=True)


if __name__ == '__main__':
    main()
