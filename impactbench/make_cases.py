#!/usr/bin/env python3
"""Makes the cases of ImpactBench, with the results of every law from carom. The random problems have a fixed seed, 7.

    impactbench/make_cases.py --carom build/release/carom            writes impactbench/cases/*.jsonl
    impactbench/make_cases.py --carom build/release/carom --check 7  makes every 7th case again and compares; exits with 1 if one differs

If this version of carom lacks a law, the results of this law in the files are kept, and its name is printed.
"""
import argparse
import json
import math
import pathlib
import random
import sys

import answers

CASES = pathlib.Path(__file__).resolve().parent / "cases"
FAMILIES = "ABCDEFGHRSTZ"


# ---- pieces of a case ----

def case(id, dim, e, mu, bodies, contacts, source, tolerance=0.01, **more):
    return {"id": id, "family": id[0], "dim": dim, "e": e, "mu": mu, "bodies": bodies, "contacts": contacts, **more,
            "source": source, "licence": "CC0-1.0", "tolerance": tolerance, "answers": {}}


def floor_at(point, dim):
    return {"a": 0, "b": "floor", "point": point, "normal": [0, 1, 0][:dim]}


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def rotation(q):
    size = math.sqrt(sum(t * t for t in q))
    w, x, y, z = (t / size for t in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def struck(id, r, radius, inertia, v, spin, e, mu, source, q=None):
    """Returns a case with a free body. Its only collider, a ball, touches the floor at r from the centre of mass."""
    dim = len(r)
    at = [x + y for x, y in zip(r, [0, radius, 0])]
    if q:
        at = [sum(rotation(q)[i][j] * at[i] for i in range(3)) for j in range(3)]
    centre = [0, -r[1], 0][:dim]
    body = {"mass": 1, "inertia": inertia, "centre": centre, "velocity": v, "spin": spin, "colliders": [{"ball": radius, "at": at}]}
    if q:
        body["orientation"] = q
    return case(id, dim, e, mu, [body], [floor_at([x + y for x, y in zip(r, centre)], dim)], source)


# ---- A: balls ----

def family_A():
    source = "closed form: every literature law agrees on a ball (W has no coupling)"
    for name, v, spin, e, mu in (
            ("normal-e1", [0, -4], 0, 1, 0), ("normal-e.5", [0, -4], 0, .5, .5), ("normal-e0", [0, -4], 0, 0, .5),
            ("slip", [2, -4], 0, .5, .05), ("stick", [2, -4], 0, .5, 1), ("backspin-slip", [2, -4], 20, .7, .2),
            ("backspin-stick", [2, -4], 6, .9, 1)):
        yield struck("A-ball-" + name, [0, -.5], .5, .1, v, spin, e, mu, source)
    for name, v, spin, e, mu in (
            ("frictionless", [2, -4, 1], [3, 4, 5], .8, 0), ("slip", [2, -4, 1], [0, 0, 0], .5, .05),
            ("oblique-spin-slip", [2, -4, -1], [12, 5, -9], .7, .1), ("stick", [1, -4, 2], [1, 2, -1], .5, 1),
            ("superspin-stick", [1, -5, -1], [-6, 9, 4], .9, 1)):
        yield struck("A-space-" + name, [0, -.5, 0], .5, .1, v, spin, e, mu, source)

    def disc(x, y, v, spin):
        return {"mass": 1, "inertia": .005, "centre": [x, y], "velocity": v, "spin": spin, "colliders": [{"ball": .1, "at": [0, 0]}]}
    for name, v, spin, e, mu in (
            ("head-on", [-5, 0], 0, .9, 0), ("throw-slip", [-5, 2], 0, .9, .05), ("throw-stick", [-5, 1], 20, .5, 1)):
        touch = {"a": 0, "b": 1, "point": [0, 0], "normal": [1, 0]}
        yield case("A-pair-" + name, 2, e, mu, [disc(.1, 0, v, spin), disc(-.1, 0, [0, 0], 0)], [touch], source)


# ---- B: eccentric bodies in 2D ----

def family_B(rnd):
    s = math.sqrt(.125)  # half of a 1 m rod at 45 degrees, projected on an axis
    for vt in (-2.4, -.8, .8, 2.4, 6):
        for e in (0, .5, .9):
            for mu in (.1, .4, .7):
                yield struck(f"B-rod45-vt{vt}-e{e}-mu{mu}", [-s, -s], .1, 1 / 12, [vt, -4], 0, e, mu,
                             "the rod of Wang & Mason 1992 at 45 degrees")
    for k in range(300):
        rx, ry = rnd.uniform(-.5, .5), -rnd.uniform(.12, .6)
        inertia = math.exp(rnd.uniform(math.log(.05), math.log(.3)))
        e, mu = rnd.choice([0, .3, .5, .7, .9, 1]), rnd.choice([0, .1, .2, .4, .6, .9, 1.0])
        while True:
            spin, vx, vy = rnd.uniform(-6, 6), rnd.uniform(-5, 5), rnd.uniform(-7, -3)
            if -8 < vy + spin * rx < -3:  # fast enough for restitution in every engine, too slow for tunnelling
                break
        yield struck(f"B-random-{k:03d}", [rx, ry], .1, inertia, [vx, vy], spin, e, mu, "random body, seed 7")


# ---- C: several contacts ----

def block(w, h, v, spin, y=None):
    return {"mass": 1, "inertia": (w * w + h * h) / 12, "centre": [0, h / 2 if y is None else y], "velocity": v, "spin": spin,
            "colliders": [{"box": [w, h], "at": [0, 0]}]}


def feet(w):
    return [{"a": 0, "b": "floor", "point": [x, 0], "normal": [0, 1]} for x in (-w / 2, w / 2)]


def family_C():
    for e in (1, .5, 0):
        c = case(f"C-flat-drop-e{e}", 2, e, .5, [block(1, .5, [0, -4], 0)], feet(1),
                 "symmetry: the box keeps flat and rebounds with e v")
        c["answers"]["symmetric"] = [[0, 4 * e, 0]]
        yield c
    for e, mu in ((0, .1), (.5, .1), (0, .6), (.5, .6)):
        yield case(f"C-flat-slide-e{e}-mu{mu}", 2, e, mu, [block(1, .5, [3, -4], 0)], feet(1), "a sliding box lands flat")
    for b, h in ((.2, .6), (.2, .4), (.1, .6)):
        w0, r = -4 * .2 / b, 1 - 1.5 * b * b / (b * b + h * h)
        c = case(f"C-rock-{b}x{h}", 2, 0, 2, [block(2 * b, 2 * h, [-w0 * h, w0 * b], w0)], feet(2 * b),
                 "Housner 1963: a rocking block changes corners")
        c["answers"]["housner"] = [[-r * w0 * h, -r * w0 * b, r * w0]]
        yield c

    def ball(x, v):
        return {"mass": 1, "inertia": .005, "centre": [x, 0], "velocity": [v, 0], "spin": 0, "colliders": [{"ball": .1, "at": [0, 0]}]}
    for n, e in ((3, 1), (5, 1), (3, .5)):
        touch = [{"a": i + 1, "b": i, "point": [.2 * i + .1, 0], "normal": [1, 0]} for i in range(n - 1)]
        yield case(f"C-cradle-{n}-e{e}", 2, e, 0, [ball(.2 * i, 4 if i == 0 else 0) for i in range(n)], touch,
                   "Newton's cradle, touching")


# ---- D: eccentric bodies in 3D ----

def moments(kind, rnd):
    if kind == "round":
        return [math.exp(rnd.uniform(math.log(.05), math.log(.3)))] * 3
    a = [rnd.uniform(.01, .15) for _ in range(3)]  # second moments of a solid: I = (b + c, c + a, a + b)
    return [a[1] + a[2], a[2] + a[0], a[0] + a[1]]


def family_D(rnd):
    for k in range(120):
        kind = ("round", "principal", "turned")[k % 3]  # equal moments, three moments, and rotated axes
        r = [rnd.uniform(-.4, .4), -rnd.uniform(.12, .5), rnd.uniform(-.4, .4)]
        inertia, q = moments(kind, rnd), [1, 0, 0, 0]
        if kind == "turned":
            q = [rnd.gauss(0, 1) for _ in range(4)]
            size = math.sqrt(sum(x * x for x in q))
            q = [x / size for x in q]
        # e = 0 is not used in 3D: the contact would last while the body rotates about it, so the velocities would not
        # become constant.
        e, mu = rnd.choice([.1, .3, .5, .7, .9, 1]), rnd.choice([0, .1, .2, .4, .6, .9])
        while True:
            spin = [rnd.uniform(-4, 4) for _ in range(3)]
            v = [rnd.uniform(-4, 4), rnd.uniform(-7, -3), rnd.uniform(-4, 4)]
            if -8 < v[1] + cross(spin, r)[1] < -3:
                break
        yield struck(f"D-{kind}-{k:03d}", r, .1, inertia, v, spin, e, mu, "random body in space, seed 7", q)


# ---- E: elastic spheres, after the tests of Chung & Ooi 2011 for granular codes, with numbers from public codes ----

MATERIALS = {  # Young's modulus (Pa), Poisson's ratio, density (kg/m^3)
    "glass": (48e9, .20, 2800), "limestone": (20e9, .25, 2500), "aluminium": (70e9, .30, 2699), "magnesium": (40e9, .35, 1800),
    "alumina": (380e9, .23, 4000), "steel": (208e9, .30, 7850), "copper": (120e9, .35, 8900)}


def sphere(material, radius, centre, v, spin):
    mass = MATERIALS[material][2] * 4 / 3 * math.pi * radius ** 3
    return {"mass": mass, "inertia": .4 * mass * radius ** 2, "centre": centre, "velocity": v, "spin": spin,
            "colliders": [{"ball": radius, "at": [0, 0, 0]}]}


def granular(name, test, material, radius, e, mu, v, spin, floor):
    """Returns a case with a sphere on a floor.

    With floor "none" it has two spheres with opposite motions, so that friction causes no twist.
    """
    young, poisson, _ = MATERIALS[material]
    more = {"material": {"young": young, "poisson": poisson, "floor": floor}}
    source = f"{material}, in the manner of test {test} of Chung & Ooi 2011"
    if floor == "none":
        a = sphere(material, radius, [0, radius, 0], v, spin)
        b = sphere(material, radius, [0, -radius, 0], [-x for x in v], spin)
        return case(f"E-{name}", 3, e, mu, [a, b], [{"a": 0, "b": 1, "point": [0, 0, 0], "normal": [0, 1, 0]}], source, **more)
    a = sphere(material, radius, [0, radius, 0], v, spin)
    return case(f"E-{name}", 3, e, mu, [a], [floor_at([0, 0, 0], 3)], source, **more)


def family_E():
    yield granular("1-spheres-glass", 1, "glass", .01, 1, 0, [0, -10, 0], [0, 0, 0], "none")
    yield granular("1-spheres-limestone", 1, "limestone", .01, 1, 0, [0, -10, 0], [0, 0, 0], "none")
    yield granular("2-floor-aluminium", 2, "aluminium", .1, 1, 0, [0, -.2, 0], [0, 0, 0], "rigid")
    yield granular("2-floor-magnesium", 2, "magnesium", .1, 1, 0, [0, -.2, 0], [0, 0, 0], "rigid")
    for e in (.2, .4, .6, .8, .98):
        yield granular(f"3-given-e{e}", 3, "alumina", .0025, e, 0, [0, -3.9, 0], [0, 0, 0], "rigid")
    for degrees in (45, 60, 75):  # the whole contact area slips throughout
        angle = math.radians(degrees)
        v = [3.9 * math.sin(angle), -3.9 * math.cos(angle), 0]
        yield granular(f"4-oblique-{degrees}", 4, "alumina", .0025, .98, .092, v, [0, 0, 0], "rigid")
    for vt in (1, 2, 4, 8, 16):  # from sticking to partial slip to full slip
        yield granular(f"5-tangential-{vt}", 5, "steel", 1e-5, 1, .3, [vt, -5, 0], [0, 0, 0], "rigid")
    for spin in (10, 20):
        yield granular(f"6-spin-{spin}", 6, "aluminium", .1, .5, .4, [0, -.2, 0], [0, 0, -spin], "rigid")
        yield granular(f"7-spins-{spin}", 7, "copper", .1, .5, .4, [0, -.2, 0], [0, 0, -spin], "none")


def slips(c):
    """Returns the velocities of rigid spheres that slip throughout, or None if the slip stops.

    The slip is v_t' = v_t - 7/2 mu (1 + e) |v_n|.
    """
    out, b = [], c["bodies"][0]
    radius, mass = b["colliders"][0]["ball"], b["mass"]
    slip = b["velocity"][0] + b["spin"][2] * radius
    n = -(1 + c["e"]) * b["velocity"][1]  # normal impulse divided by the mass, also for each of two equal spheres
    t = -math.copysign(c["mu"] * n, slip)
    if c["mu"] > 0 and abs(slip) <= 3.5 * c["mu"] * n:
        return None
    t = 0 if c["mu"] == 0 else t
    for i, b in enumerate(c["bodies"]):
        s = 1 if i == 0 else -1
        out.append([b["velocity"][0] + s * t, b["velocity"][1] + s * n, 0, 0, 0, b["spin"][2] + t * mass * radius / b["inertia"]])
    return out


def elastic(c):
    """Returns scenarios for hertz (duration and force) and mindlin (partial slip), with k = 4/3 E* sqrt(R*)."""
    m, radius = c["material"], c["bodies"][0]["colliders"][0]["ball"]
    sides = 1 if m["floor"] == "rigid" else 2
    E, R = m["young"] / (1 - m["poisson"] ** 2) / sides, radius / (2 if m["floor"] == "none" else 1)
    k, kappa = 4 / 3 * E * math.sqrt(R), 2 * (1 - m["poisson"]) / (2 - m["poisson"])
    return (answers.scenario(c, "hertz", {"k": k}), answers.scenario(c, "mindlin", {"k": k, "kappa": kappa, "mu": c["mu"]}))


def answer_E(carom, cases):
    for c in cases:
        slipped, asked = slips(c), elastic(c)
        if slipped:
            c["answers"]["slip" if c["mu"] else "normal"] = slipped
        if c["e"] == 1:
            h = answers.history(carom, asked[0])
            c["duration"], c["force"] = h["duration"], h["max_force"]
            if c["mu"]:
                c["answers"]["mindlin"] = answers.velocities(c, answers.ask(carom, "solve", [asked[1]])[0])


# ---- G: long runs; with g = 10 m/s^2 and a fall of 1.25 m there is one bounce per second ----

def dumbbell(y, v, spin):
    """Returns two balls of radius 0.1 m and mass 0.5 kg, with the mass at their centres, on a massless rod of 1 m."""
    return {"mass": 1, "inertia": .252, "centre": [0, y], "velocity": v, "spin": spin,
            "colliders": [{"ball": .1, "at": [-.5, 0]}, {"ball": .1, "at": [.5, 0]}]}


def family_G():
    def run(name, body, e, mu, energy, source):
        return case("G-" + name, 2, e, mu, [body], [{"a": 0, "b": "floor", "point": [0, 0], "normal": [0, 1]}], source,
                    run={"gravity": 10, "time": 1000, "every": 5, "energy": energy})
    ball = {"mass": 1, "inertia": .1, "centre": [0, 1.75], "velocity": [0, 0], "spin": 0, "colliders": [{"ball": .5, "at": [0, 0]}]}
    yield run("ball-e1", ball, 1, 0, "kept", "a ball dropped from 1.25 m bounces 1000 times, once a second")
    yield run("ball-e1-thrown", {**ball, "velocity": [2, 0], "spin": 10}, 1, .5, "never up", "thrown with spin: it ends rolling along")
    yield run("ball-e.9", {**ball, "velocity": [2, 0]}, .9, .5, "never up", "a ball comes to rest")
    yield run("box-e1", block(1, .5, [0, 0], 0, 1.5), 1, 0, "kept", "a box dropped flat from 1.25 m")
    yield run("dumbbell-e1", dumbbell(2, [0, 0], 1), 1, 0, "kept", "a tumbling dumbbell without friction, about 1000 bounces")
    yield run("dumbbell-e1-mu.5", dumbbell(2, [1, 0], 1), 1, .5, "never up", "the same with friction")
    yield run("dumbbell-e.9-mu.5", dumbbell(2, [1, 0], 1), .9, .5, "never up", "the same with restitution .9: it comes to rest")


# ---- T, R, F, Z, S, H: problems that users of engines report ----

def disc(mass, x, y, v):
    return {"mass": mass, "inertia": .005 * mass, "centre": [x, y], "velocity": v, "spin": 0, "colliders": [{"ball": .1, "at": [0, 0]}]}


def at_rest(c):
    """Adds the result to a case with plastic impacts that end all motion."""
    c["answers"]["rest"] = [[0, 0, 0] for _ in c["bodies"]]
    return c


def family_T():
    for speed in (.02, .1, .3, .6, 1.2, 2.5, 5):
        yield struck(f"T-ball-{speed}", [0, -.5], .5, .1, [0, -speed], 0, .8, 0, "closed form: the rebound is e at every speed")


def family_R():
    ratios = (.001, .01, .1, 1, 10, 100, 1000)
    for ratio in ratios:
        touch = {"a": 0, "b": 1, "point": [0, 0], "normal": [1, 0]}
        yield case(f"R-pair-{ratio}", 2, .5, 0, [disc(ratio, .1, 0, [-4, 0]), disc(1, -.1, 0, [0, 0])], [touch],
                   "closed form: a ball strikes one at rest; the ratio is that of the moving mass to the other")
    for ratio in ratios:
        touch = [floor_at([0, 0], 2), {"a": 1, "b": 0, "point": [0, .2], "normal": [0, 1]}]
        yield at_rest(case(f"R-pile-{ratio}", 2, 0, .5, [disc(1, 0, .1, [0, 0]), disc(ratio, 0, .3, [0, -4])], touch,
                           "a plastic impact ends all motion: a ball lands on a ball on the floor; the ratio is that of upper to lower mass"))


def family_F():
    for x in (0, .15, .3, .45, .49):
        ball = disc(1, x, .5, [0, -4])
        table = {**block(1, .4, [0, 0], 0), "mass": 4, "inertia": 4 * 1.16 / 12}
        on = {"a": 1, "b": 0, "point": [x, .4], "normal": [0, 1]}
        yield at_rest(case(f"F-standing-{x}", 2, 0, .5, [table, ball], [*feet(1), on],
                           "a plastic impact ends all motion: the floor holds a box that a ball strikes inside its corners"))
        yield case(f"F-free-{x}", 2, .5, 0, [table, ball], [on], "a ball strikes a free box inside its corners, without friction")


def rod(angle, vt, e, mu, id, source):
    """Returns a case with a rod of 1 m that strikes the floor with its left end, at an angle."""
    a = math.radians(angle)
    return struck(id, [-.5 * math.cos(a), -.5 * math.sin(a)], .1, 1 / 12, [vt, -4], 0, e, mu, source)


def family_Z():
    source = "with e = 0 the bodies do not separate"
    for angle in (30, 45, 60):
        for vt in (-2.4, 2.4):
            for mu in (.1, .7):
                yield rod(angle, vt, 0, mu, f"Z-rod{angle}-vt{vt}-mu{mu}", source)
    yield struck("Z-ball", [0, -.5], .5, .1, [2, -4], 0, 0, .3, source)
    touch = {"a": 0, "b": 1, "point": [0, 0], "normal": [1, 0]}
    yield case("Z-pair", 2, 0, .3, [disc(2, .1, 0, [-4, 1]), disc(1, -.1, 0, [0, 0])], [touch], source)


def lowered(id, shape, corner, angle, inertia, v, e, mu, source):
    """Returns a case with a rotated body that touches the floor with its point `corner`, given in body axes.

    A capsule touches the floor with the point of its surface below `corner`.
    """
    c, s = math.cos(angle), math.sin(angle)
    r = [c * corner[0] - s * corner[1], s * corner[0] + c * corner[1] - (shape["capsule"][0] if "capsule" in shape else 0)]
    body = {"mass": 1, "inertia": inertia, "centre": [0, -r[1]], "angle": angle, "velocity": v, "spin": 0,
            "colliders": [{**shape, "at": [0, 0]}]}
    return case(id, 2, e, mu, [body], [floor_at([r[0], 0], 2)], source)


def family_S():
    # The sides are longer than 1 m. A smaller box would rotate so fast that its next corner lands before the velocities
    # are read.
    for degrees in (35, 50, 75):
        for vt in (-2.4, 0, 2.4):
            for e, mu in ((.5, .3), (.9, .7)):
                yield lowered(f"S-corner{degrees}-vt{vt}-e{e}-mu{mu}", {"box": [1.8, 1.2]}, [-.9, -.6], math.radians(degrees), 4.68 / 12,
                              [vt, -4], e, mu, "a box lands on a corner; in 3D engines on an edge")
    for degrees in (35, 60):
        for vt in (-2.4, 0, 2.4):
            for e, mu in ((.5, .3), (.9, .7)):
                yield lowered(f"S-capsule{degrees}-vt{vt}-e{e}-mu{mu}", {"capsule": [.3, 1.8]}, [-.9, 0], math.radians(degrees), .4,
                              [vt, -4], e, mu, "a capsule lands on one of its ends")
    rnd, sides, made = random.Random(7), [1.8, 1.2, 1.5], 0
    inertia = [(sum(x * x for x in sides) - a * a) / 12 for a in sides]
    while made < 12:
        q = [rnd.gauss(0, 1) for _ in range(4)]
        size = math.sqrt(sum(x * x for x in q))
        q = [x / size for x in q]
        R = rotation(q)
        corner = [-math.copysign(x / 2, R[1][j]) for j, x in enumerate(sides)]  # the lowest one
        r = [sum(R[i][j] * corner[j] for j in range(3)) for i in range(3)]
        if min(abs(R[1][j]) * x for j, x in enumerate(sides)) < .45:  # m: the second lowest corner is at least this high
            continue
        made += 1
        body = {"mass": 1, "inertia": inertia, "centre": [0, -r[1], 0], "velocity": [rnd.uniform(-3, 3), -4, rnd.uniform(-3, 3)],
                "spin": [0, 0, 0], "orientation": q, "colliders": [{"box": sides, "at": [0, 0, 0]}]}
        yield case(f"S-space-{made:02d}", 3, rnd.choice([.3, .5, .9]), rnd.choice([.2, .4, .7]), [body],
                   [floor_at([r[0], 0, r[2]], 3)], "a box lands on a corner in space, seed 7")


def family_H():
    source = "arrives at the floor in a step"
    for height in (.05, .2, .37, .5, .63, .8, .95):
        made = [struck(f"H-ball-e.5-mu.05-{height}", [0, -.5], .5, .1, [2, -4], 0, .5, .05, source),
                struck(f"H-ball-e.9-mu1-{height}", [0, -.5], .5, .1, [2, -4], 6, .9, 1, source)]
        made += [rod(45, vt, e, mu, f"H-rod-vt{vt}-e{e}-mu{mu}-{height}", source)
                 for vt, e, mu in ((-2.4, .9, .7), (.8, .9, .7), (.8, .5, .4))]
        for c in made:
            c["height"] = height
            yield c


# ---- all cases ----

def problems():
    rnd = random.Random(7)
    everyday = {"F": family_F, "H": family_H, "R": family_R, "S": family_S, "T": family_T, "Z": family_Z}
    made = {"A": list(family_A()), "B": list(family_B(rnd)), "C": list(family_C())}
    return {**made, "D": list(family_D(rnd)), "E": list(family_E()), "G": list(family_G()), **{f: list(make()) for f, make in everyday.items()}}


def stored(family):
    file = CASES / f"{family}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return {c["id"]: c for c in map(json.loads, lines)}


def answer(carom, made):
    """Adds the results of all laws to these cases. Returns the laws that this version of carom does not have."""
    one = [c for f in "ABDFHRSTZ" for c in made[f] if "rest" not in c["answers"]]
    found, unknown = answers.single(carom, one)
    old = {id: c for f in "ABDFHRSTZ" for id, c in stored(f).items()}
    for c, by_law in zip(one, found):
        kept = old.get(c["id"], {"answers": {}})["answers"]
        by_law.update({n: kept[n] for n in sorted(unknown) if n in kept})
        c["answers"] = {n: by_law[n] for n in answers.LAWS if n in by_law}
    for c, by_method in zip(made["C"], answers.several(carom, made["C"])):
        c["answers"].update(by_method)
    answer_E(carom, made["E"])
    return unknown


def distance(a, b):
    """Returns the largest difference of two values of a case, relative to their largest number; infinite if their shapes differ."""
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) / max(abs(a), abs(b), 1.0) if a != b else 0.0
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return max((distance(a[k], b[k]) for k in a), default=0.0)
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return max((distance(x, y) for x, y in zip(a, b)), default=0.0)
    return 0.0 if a == b else math.inf


def check(made, step):
    """Compares stored cases. Returns how many were compared and the ids of those that differ by more than the tolerance."""
    wrong, count = [], 0
    for family, cases in made.items():
        before = stored(family)
        for c in cases:
            count += 1
            # The results of laws that integrate (stronge, mindlin, routh in 3D) have a tolerance of 1e-10 and may
            # differ by that much between machines. The bound is 1e-9; a wrong digit in a file changes a number by at
            # least 1e-3.
            if not distance(json.loads(json.dumps(c)), before.get(c["id"])) < 1e-9:
                wrong.append(c["id"])
        if step == 1 and [c["id"] for c in cases] != list(before):
            wrong.append(f"{family}.jsonl has other cases, or in another order")
    return count, wrong


def main():
    args = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    args.add_argument("--carom", default="carom", help="the command; `carom` unless given")
    args.add_argument("--check", type=int, metavar="N", help="write nothing: make every Nth case anew and compare")
    a = args.parse_args()
    made = {f: cases[:: a.check or 1] for f, cases in problems().items()}
    unknown = answer(a.carom, made)
    if unknown:
        print("answers left as they stand, this carom has no law for them:", ", ".join(sorted(unknown)))
    if a.check:
        count, wrong = check(made, a.check)
        print(f"{count} cases made anew, {len(wrong)} differ", *wrong[:20])
        return 1 if wrong or not count else 0
    for family, cases in made.items():
        (CASES / f"{family}.jsonl").write_text("".join(json.dumps(c) + "\n" for c in cases))
        print(family, len(cases), "cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
