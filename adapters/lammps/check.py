#!/usr/bin/env python3
"""Writes the lines of a LAMMPS input script for a given restitution e, and checks them with LAMMPS.

  check.py --e 0.8 --style hooke --kn 1e5 --mass 1e-3 --radius 5e-3 --speed 1
  check.py --e 0.8 --style hertz/history --kn 1e7 ... --limit

The lines are for the granular pair styles. carom computes the damping, as `carom convert --to lammps-hooke` does.
LAMMPS (`lmp`) then simulates one head-on impact of two equal spheres. With --limit (limit_damping) the contact never
pulls. The script exits with 1 if the simulated e differs from the given one by more than 0.2 %. It needs the command
carom (--carom) and lmp.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

# The contact model of carom with the same normal force as each style. The history of the slip has no effect in a
# head-on impact.
DEVICES = {'hooke': 'lammps-hooke', 'hooke/history': 'lammps-hooke', 'hertz/history': 'lammps-hertz-history'}


def damping(a):
    """Computes gamma_n of the two spheres with carom.

    In hertz/history, LAMMPS multiplies kn and gamma_n by the square root of the contact's effective radius.
    """
    scale = math.sqrt(a.radius / 2) if a.style.startswith('hertz') else 1.0
    words = [f'e={a.e!r}', f'm={a.mass / 2!r}', f'v={2 * a.speed!r}', f'kn={a.kn * scale!r}']
    ran = subprocess.run([a.carom, 'convert', '--to', DEVICES[a.style], *words, '--json'], capture_output=True, text=True)
    if ran.returncode:
        sys.exit(f'{ran.stderr.strip()}\ncarom has no answer, so there is no line')
    told = json.loads(ran.stdout)
    return told['cn' if a.limit else 'cn_allowed'] / scale


def snippet(a, gamma):
    """Returns the two lines for an input script. kt and gamma_t have LAMMPS's defaults."""
    limit = ' limit_damping' if a.limit else ''
    return [f'pair_style gran/{a.style} {a.kn!r} NULL {gamma!r} NULL {a.mu!r} 0{limit}', 'pair_coeff * *']


def measured(a, lines):
    """Runs a head-on impact of two spheres with lmp and returns the speed after it divided by the speed before it."""
    r, m, v = a.radius, a.mass, a.speed
    stiff = a.kn if not a.style.startswith('hertz') else a.kn * r * (m * v * v / (a.kn * r ** 3)) ** 0.2
    dt = math.pi * math.sqrt(m / 2 / stiff) / 4000
    script = ['units si', 'atom_style sphere', 'boundary f f f', 'newton off', 'comm_modify vel yes', 'atom_modify map array',
              f'region room block {-9 * r} {9 * r} {-9 * r} {9 * r} {-9 * r} {9 * r}', 'create_box 1 room',
              f'neighbor {r / 2} bin', 'neigh_modify delay 0', *lines,
              f'create_atoms 1 single {-r} 0 0', f'create_atoms 1 single {r} 0 0', f'set group all diameter {2 * r!r}',
              f'set group all mass {m!r}', 'group one id 1', 'group two id 2', f'velocity one set {v!r} 0 0',
              f'velocity two set {-v!r} 0 0', 'fix move all nve/sphere', f'timestep {dt!r}', 'thermo 1000000', 'run 30000',
              'variable after equal vx[2]', 'print "carom ${after}"']
    with tempfile.TemporaryDirectory() as room:
        with open(os.path.join(room, 'in.txt'), 'w') as f:
            f.write('\n'.join(script) + '\n')
        environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT='1', OMPI_ALLOW_RUN_AS_ROOT_CONFIRM='1', OMP_NUM_THREADS='1')
        ran = subprocess.run(['lmp', '-in', 'in.txt', '-log', 'none'], cwd=room, capture_output=True, text=True, env=environment)
    found = [x for x in ran.stdout.splitlines() if x.startswith('carom ')]
    if not found:
        sys.exit('lmp failed: ' + ' '.join(x for x in (ran.stdout + ran.stderr).splitlines() if 'ERROR' in x)[:300])
    return float(found[0].split()[1]) / v


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('--style', choices=DEVICES, default='hooke/history')
    for name, default, what in (('e', 0.8, 'restitution asked for'), ('kn', 1e5, 'N/m; hertz/history: Pa'), ('mass', 1e-3, 'of a sphere, kg'),
                                ('radius', 5e-3, 'm'), ('speed', 1.0, 'of each sphere, m/s'), ('mu', 0.5, 'friction')):
        p.add_argument('--' + name, type=float, default=default, help=f'{what}; {default} unless given')
    p.add_argument('--limit', action='store_true', help='limit_damping: the contact never pulls')
    p.add_argument('--off', type=float, default=1.0, help='times the damping, to see the check fail')
    p.add_argument('--carom', default='carom', help='the command')
    a = p.parse_args()
    lines = snippet(a, a.off * damping(a))
    print('\n'.join(lines))
    got = measured(a, lines)
    good = abs(got - a.e) < 2e-3 * a.e
    print(f"# asked e = {a.e:g}, LAMMPS gives {got:.6g}: {'as asked' if good else 'NOT as asked'}")
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
