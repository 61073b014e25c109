#!/usr/bin/python3
"""Runs the cases of ImpactBench in Siconos, with the time stepping of Moreau and Jean.

The law is Newton's restitution with Coulomb friction (NewtonImpactFrictionNSL). The kernel of Siconos has no collision
detection, so the driver passes the contacts of the case, with constant directions. Therefore it runs touch tests only.

--planar is the solver in 2D, nsgs (default) or lemke. --space is the solver in 3D, nsgs (default) or nsn. --theta is
the parameter of the integrator, and --step is the time step, s. The driver needs Debian's package python3-siconos.
"""
import shutil
import subprocess

import numpy as np
import siconos.kernel as sk
import siconos.numerics as sn

from driver import serve

SETTINGS = {'planar': 'nsgs', 'space': 'nsgs', 'theta': 0.5, 'step': 1e-3, 'tolerance': 1e-12, 'iterations': 10000}
SOLVERS = {(2, 'nsgs'): sn.SICONOS_FRICTION_2D_NSGS, (2, 'lemke'): sn.SICONOS_FRICTION_2D_LEMKE,
           (3, 'nsgs'): sn.SICONOS_FRICTION_3D_NSGS, (3, 'nsn'): sn.SICONOS_FRICTION_3D_NSN_AC}


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def system(b, dim):
    """Returns the body as a linear dynamical system with displacements as coordinates and a constant mass matrix."""
    if dim == 2:
        return sk.LagrangianLinearTIDS(np.zeros(3), [*b['velocity'], b['spin']], np.diag([b['mass'], b['mass'], b['inertia']]))
    inertia = np.asarray(b['inertia'], float)
    R = rotation(b.get('orientation', [1, 0, 0, 0]))
    M = np.zeros((6, 6))
    M[:3, :3] = b['mass'] * np.eye(3)
    M[3:, 3:] = R @ (np.diag(inertia) if inertia.ndim else inertia * np.eye(3)) @ R.T
    return sk.LagrangianLinearTIDS(np.zeros(6), [*b['velocity'], *b['spin']], M)


def axes(n):
    """Returns the normal and the tangents as rows."""
    n = np.asarray(n, float)
    if len(n) == 2:
        return np.array([n, [n[1], -n[0]]])
    t = np.cross(n, np.eye(3)[np.argmin(abs(n))])
    t /= np.linalg.norm(t)
    return np.array([n, t, np.cross(n, t)])


def rows(frame, point, centre):
    """Returns the matrix that maps the velocities of the body to the velocity of its point along the axes."""
    r = np.asarray(point, float) - centre
    if len(r) == 2:
        return np.hstack([frame, (frame[:, 1] * r[0] - frame[:, 0] * r[1])[:, None]])
    return np.hstack([frame, np.cross(r, frame)])


def answer(c):
    if 'run' in c:
        return dict(cannot='the driver has no collision detection')
    dim, step = c['dim'], SETTINGS['step']
    model = sk.NonSmoothDynamicalSystem(0, 100 * step)
    bodies = [system(b, dim) for b in c['bodies']]
    for body in bodies:
        model.insertDynamicalSystem(body)
    law = sk.NewtonImpactFrictionNSL(c['e'], 0, c['mu'], dim)
    kept = []
    for k in c['contacts']:
        a, b = c['bodies'][k['a']], k['b']
        frame = axes(k['normal'])
        H = rows(frame, k['point'], a['centre'])
        if b == 'floor':
            kept.append(sk.Interaction(law, sk.LagrangianLinearTIR(H)))
            model.link(kept[-1], bodies[k['a']])
        else:
            other = -rows(frame, k['point'], c['bodies'][b]['centre'])
            pair = [(k['a'], H), (b, other)]
            pair.sort(key=lambda x: x[0])
            kept.append(sk.Interaction(law, sk.LagrangianLinearTIR(np.hstack([x[1] for x in pair]))))
            model.link(kept[-1], bodies[pair[0][0]], bodies[pair[1][0]])
    problem = sk.FrictionContact(dim, SOLVERS[dim, SETTINGS['planar' if dim == 2 else 'space']])
    options = problem.numericsSolverOptions()
    options.dparam[sn.SICONOS_DPARAM_TOL] = SETTINGS['tolerance']
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = SETTINGS['iterations']
    run = sk.TimeStepping(model, sk.TimeDiscretisation(0, step), sk.MoreauJeanOSI(SETTINGS['theta']), problem)
    last, still, struck, steps = [np.array(b.velocity()) for b in bodies], 0, False, 0
    quiet = 3 if len(c['contacts']) > 1 else 1
    while steps < 90 and still < quiet and (struck or steps < 10):
        run.computeOneStep()
        run.nextStep()
        steps += 1
        now = [np.array(b.velocity()) for b in bodies]
        if max(np.abs(x - y).max() for x, y in zip(now, last)) > 2e-3:
            struck, still = True, 0
        elif struck:
            still += 1
        last = now
    note = {} if struck and still >= quiet else {'note': 'still changing' if struck else 'nothing happened'}
    return dict(u=[x.tolist() for x in last], steps=steps, **note)


def version():
    """Returns the version of Debian's package, because the module does not state its own."""
    if not shutil.which('dpkg-query'):
        return ''
    found = subprocess.run(['dpkg-query', '-W', '-f=${Version}', 'python3-siconos'], capture_output=True, text=True).stdout
    return found.split('+')[0].split('-')[0]


serve(SETTINGS, 'Siconos', version, [2, 3], 'ABCD', answer)
