"""Runs the elastic spheres of ImpactBench (family E) in YADE. Start the driver with `yade -n -x`.

The contact has the law of Hertz and Mindlin (Law2_ScGeom_MindlinPhys_Mindlin). The floor is a wall of another material.
Young's modulus of a rigid floor is 1e12 times that of the spheres. --hertzian False (default of YADE) gives the floor
the radius of the sphere, and --hertzian True makes it flat. --es is the tangential restitution. With `en` (default of
YADE) it equals e, and with 1 there is no tangential damping. The integrator has no numerical damping. --steps is the
number of steps in the duration of a Hertzian contact.
"""
import math
import os
import sys

from yade import *  # noqa: F403, as in every script of YADE
import yade.config

sys.path.append(os.path.dirname(os.path.abspath(sys.argv[0])))
from driver import serve  # noqa: E402
from spheres import duration  # noqa: E402

SETTINGS = {'hertzian': 'False', 'es': 'en', 'steps': 2000}


def answer(c):
    if 'material' not in c:
        return dict(cannot='only elastic spheres')
    m, r = c['material'], c['bodies'][0]['colliders'][0]['ball']
    O.reset()
    for b in c['bodies']:
        O.materials.append(FrictMat(young=m['young'], poisson=m['poisson'], frictionAngle=math.atan(c['mu']),
                                    density=b['mass'] / (4 / 3 * math.pi * r ** 3)))
        i = O.bodies.append(sphere(b['centre'], r))
        O.bodies[i].state.vel, O.bodies[i].state.angVel = b['velocity'], b['spin']
    if m['floor'] != 'none':
        O.materials.append(FrictMat(young=1e12 * m['young'], poisson=m['poisson'], frictionAngle=math.atan(c['mu'])))
        O.bodies.append(wall(0, axis=1))
    floor = Ig2_Wall_Sphere_ScGeom(hertzian=SETTINGS['hertzian'] == 'True')
    restitution = dict(en=c['e']) if SETTINGS['es'] == 'en' else dict(en=c['e'], es=float(SETTINGS['es']))
    O.engines = [ForceResetter(), InsertionSortCollider([Bo1_Sphere_Aabb(), Bo1_Wall_Aabb()]),
                 InteractionLoop([Ig2_Sphere_Sphere_ScGeom(), floor], [Ip2_FrictMat_FrictMat_MindlinPhys(**restitution)],
                                 [Law2_ScGeom_MindlinPhys_Mindlin()]),
                 NewtonIntegrator(damping=0)]
    O.dt = duration(c) / SETTINGS['steps']
    touching, most, force = 0, 0, 0
    for _ in range(6 * SETTINGS['steps']):
        O.step()
        force = abs(O.forces.f(0)[1])
        touching, most = touching + (force > 0), max(most, force)
    note = {} if force == 0 else {'note': 'still touching'}
    states = [O.bodies[i].state for i in range(len(c['bodies']))]
    return dict(u=[[*s.vel, *s.angVel] for s in states], steps=touching, duration=touching * O.dt, force=most, **note)


serve(SETTINGS, 'YADE', lambda: yade.config.version, [3], 'E', answer)
