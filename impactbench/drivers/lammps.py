#!/usr/bin/env python3
"""Runs the elastic spheres of ImpactBench (family E) in LAMMPS's granular package, with one run of `lmp` per case.

--coefficients documented (default): the driver passes Young's modulus, Poisson's ratio and e as LAMMPS's manual
describes. The force is Hertzian with damping after Tsuji. LAMMPS assumes that wall and sphere have the same material. A
rigid floor makes the contact twice as stiff, so the driver passes twice the modulus.

--coefficients exact: the driver computes and passes the normal and tangential stiffnesses. It passes the coefficient of
Tsuji's damping with which this force has the restitution e.

--tangential is mindlin (default), mindlin_rescale, mindlin/force or mindlin_rescale/force. It selects how the friction
spring follows a changing normal force. Tangential damping is off. --steps is the number of steps in the duration of a
Hertzian contact.
"""
import math
import subprocess

from driver import serve
from spheres import commands, run, stiffness

SETTINGS = {'coefficients': 'documented', 'tangential': 'mindlin', 'steps': 2000}


def tsuji(e):
    """Returns the damping factor that LAMMPS computes from a restitution e by a polynomial."""
    return sum(k * e ** n for n, k in enumerate((1.2728, -4.2783, 11.087, -22.348, 27.467, -18.022, 4.8218)))


def restituting(e):
    """Returns the number to pass as e, so that LAMMPS's polynomial gives the exact damping factor a for the restitution
    e.

    The force is F = k d^1.5 + a sqrt(m k) d^.25 d'. The exact factor is a = -sqrt(5) ln e/sqrt(pi^2 + ln^2 e).
    """
    wanted, low, high = -math.sqrt(5) * math.log(e) / math.hypot(math.pi, math.log(e)), 0., 1.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if tsuji(middle) > wanted else (low, middle)
    return low


def coefficients(c):
    """Returns the coefficients of the contact as words of a LAMMPS command."""
    young, nu = c['material']['young'] * (2 if c['material']['floor'] == 'rigid' else 1), c['material']['poisson']
    if SETTINGS['coefficients'] == 'exact':
        first, along = f"hertz {stiffness(c):.17g} {restituting(c['e']):.17g}", f'{8 * young / (4 * (2 - nu) * (1 + nu)):.17g}'
    else:
        first, along = f"hertz/material {young:.17g} {c['e']:.17g} {nu:.17g}", 'NULL'
    return f"{first} tangential {SETTINGS['tangential']} {along} 0.0 {c['mu']:.17g} damping tsuji"


def answer(c):
    if 'material' not in c:
        return dict(cannot='only elastic spheres')
    contact = ['pair_style granular', f'pair_coeff * * {coefficients(c)}']
    if c['material']['floor'] != 'none':
        contact.append(f'fix floor all wall/gran granular {coefficients(c)} yplane 0 NULL')
    return run('lmp', c, *commands(c, SETTINGS['steps'], ['atom_style sphere', 'comm_modify vel yes'], 1, contact, 'omega {} {} {}',
                                   'float %.17g'))


def version():
    out = subprocess.run(['lmp', '-h'], capture_output=True, text=True).stdout
    return out.split(' - ')[1].split('\n')[0] if ' - ' in out else ''


serve(SETTINGS, 'LAMMPS', version, [3], 'E', answer)
