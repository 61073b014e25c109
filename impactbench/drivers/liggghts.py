#!/usr/bin/env python3
"""Runs the elastic spheres of ImpactBench (family E) in LIGGGHTS, with one run of `liggghts` per case.

The driver uses the normal model `hertz` with the tangential model `history`. The spheres have material 1 and the floor
has material 2. Young's modulus of a rigid floor is 1e12 times that of the spheres. The options --tangential_damping
(on, the default of LIGGGHTS, or off) and --limitForce (off, the default, or on) are explained in the manual of
LIGGGHTS. --steps is the number of steps in the duration of a Hertzian contact.
"""
import subprocess

from driver import serve
from spheres import commands, run

SETTINGS = {'tangential_damping': 'on', 'limitForce': 'off', 'steps': 2000}


def answer(c):
    if 'material' not in c:
        return dict(cannot='only elastic spheres')
    m = c['material']
    pairs = lambda x: ' '.join([f'{x:.17g}'] * 4)
    model = 'model hertz tangential history'
    options = ' '.join(f'{k} {SETTINGS[k]}' for k in ('tangential_damping', 'limitForce'))
    contact = [f"fix young all property/global youngsModulus peratomtype {m['young']:.17g} {1e12 * m['young']:.17g}",
               f"fix poisson all property/global poissonsRatio peratomtype {m['poisson']:.17g} {m['poisson']:.17g}",
               f"fix e all property/global coefficientRestitution peratomtypepair 2 {pairs(c['e'])}",
               f"fix mu all property/global coefficientFriction peratomtypepair 2 {pairs(c['mu'])}",
               f'pair_style gran {model} {options}', 'pair_coeff * *']
    if m['floor'] != 'none':
        contact.append(f'fix floor all wall/gran {model} primitive type 2 yplane 0 {options}')
    return run('liggghts', c, *commands(c, SETTINGS['steps'], ['atom_style granular', 'hard_particles yes', 'communicate single vel yes'],
                                        2, contact, 'omegax {} omegay {} omegaz {}', '"%d' + ' %.17g' * 6 + '"'))


def version():
    out = subprocess.run(['liggghts', '-h', '-log', 'none'], capture_output=True, text=True).stdout
    return out.split('PUBLIC ')[1].split(',')[0] if 'PUBLIC ' in out else ''


serve(SETTINGS, 'LIGGGHTS', version, [3], 'E', answer)
