"""Runs the elastic spheres of ImpactBench (family E) in LAMMPS and its descendant LIGGGHTS, with one run per case."""
import math
import os
import subprocess
import tempfile


def stiffness(c):
    """Returns k/sqrt(radius) of the Hertzian force k d^1.5. A rigid floor doubles the effective modulus."""
    m = c['material']
    return 4 / 3 * m['young'] * (2 if m['floor'] == 'rigid' else 1) / (2 * (1 - m['poisson'] ** 2))


def duration(c):
    """Returns the duration of the undamped contact, s. Two equal spheres act like one of half the mass and radius."""
    b, n = c['bodies'][0], len(c['bodies'])
    k = stiffness(c) * math.sqrt(b['colliders'][0]['ball'] / n)
    return 2.9432 * (5 / 4 * b['mass'] / n / k) ** .4 / (abs(b['velocity'][1]) * n) ** .2


def commands(c, steps, opening, types, contact, spin, numbers):
    """Returns the text of the input script and the time step.

    The two programs differ in the first commands (`opening`), the number of materials (`types`) and the commands for
    the contact. `spin` is the option of `set` that sets a spin. `numbers` is the option of `dump_modify` that formats
    numbers.
    """
    r, dt = c['bodies'][0]['colliders'][0]['ball'], duration(c) / steps
    lines = ['units si', *opening, 'dimension 3', 'boundary f f f', 'newton off', 'atom_modify map array',
             f'region room block {-9 * r} {9 * r} {-9 * r} {9 * r} {-9 * r} {9 * r}', f'create_box {types} room',
             f'neighbor {r / 2} bin', 'neigh_modify delay 0', *contact]
    for i, b in enumerate(c['bodies'], 1):
        density = b['mass'] / (4 / 3 * math.pi * r ** 3)
        lines += ['create_atoms 1 single {} {} {}'.format(*b['centre']),
                  f'set atom {i} diameter {2 * r:.17g} density {density:.17g} ' + spin.format(*(f'{x:.17g}' for x in b['spin'])),
                  f'group g{i} id {i}', 'velocity g{} set {:.17g} {:.17g} {:.17g}'.format(i, *b['velocity'])]
    lines += ['fix move all nve/sphere', f'timestep {dt:.17g}', 'thermo 1000000', 'variable F equal fy[1]',
              'fix force all print 1 "$F" file force.txt screen no title ""', f'run {6 * steps}',
              'dump last all custom 1 last.txt id vx vy vz omegax omegay omegaz', f'dump_modify last sort id format {numbers}', 'run 0']
    return '\n'.join(lines) + '\n', dt


def run(program, c, text, dt):
    """Runs the input script and returns the answer of the driver."""
    with tempfile.TemporaryDirectory() as room:
        with open(os.path.join(room, 'in.txt'), 'w') as f:
            f.write(text)
        ran = subprocess.run([program, '-in', 'in.txt', '-log', 'none'], cwd=room, capture_output=True, text=True)
        if ran.returncode:
            return dict(error=' '.join(x for x in ran.stdout.splitlines() if 'ERROR' in x)[:200])
        with open(os.path.join(room, 'force.txt')) as f:
            force = [abs(float(x)) for x in f if x.strip()]
        with open(os.path.join(room, 'last.txt')) as f:
            rows = [x.split() for x in f][-len(c['bodies']):]
    touching = sum(x > 0 for x in force)
    note = {} if force[-1] == 0 else {'note': 'still touching'}
    return dict(u=[[float(x) for x in r[1:]] for r in rows], steps=touching, duration=touching * dt, force=max(force), **note)
