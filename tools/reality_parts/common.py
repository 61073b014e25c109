"""Provides what all comparisons share: the cube, its tosses and impacts, a fit of two coefficients, and intervals.

Lengths are in half-widths.
"""
import csv
import pathlib
import sys

import numpy as np

DATA = pathlib.Path(__file__).resolve().parents[2] / "examples/cube_tosses"
sys.path.append(str(DATA))  # of the module trajectories
RATE = 148.0  # frames in a second
METRE = 0.0524  # a half-width in metres
WIDTH = 2.0  # width of the cube in half-widths
SIGNS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
# The body as published, and as identified from flights and impacts. `centre` is the height of the centre of mass in the
# axes of the body; `inertia` is for the mass 1.
BODIES = {
    "published": {"half": 1.0, "centre": 0.0, "inertia": 0.797, "gravity": 187.2},
    "identified": {"half": 0.979, "centre": 0.104, "inertia": 1.0213, "gravity": 183.3},
}


# Quaternions have the order w x y z.
def product(a, b):
    aw, bw, av, bv = a[..., :1], b[..., :1], a[..., 1:], b[..., 1:]
    return np.concatenate([aw * bw - (av * bv).sum(-1, keepdims=True), aw * bv + bw * av + np.cross(av, bv)], axis=-1)


def inverse(q):
    return q * np.array([1.0, -1.0, -1.0, -1.0])


def rotation_vector(q):
    q = np.where(q[..., :1] < 0, -q, q)
    size = np.linalg.norm(q[..., 1:], axis=-1, keepdims=True)
    return q[..., 1:] * np.where(size > 0, 2 * np.arctan2(size, q[..., :1]) / np.where(size > 0, size, 1), 2)


def turned(q, x):
    """Rotates vectors from the axes of the body to those of the world."""
    w, v = q[..., :1], q[..., 1:]
    t = 2 * np.cross(v, x)
    return x + w * t + np.cross(v, t)


# The kinetic metric of the identified body: the weights of velocity and spin in the kinetic energy.
METRIC = np.array([1.0] * 3 + [BODIES["identified"]["inertia"]] * 3)


def errors(found, measured):
    """Returns |u' - measured u'| / |measured u'| in the kinetic metric, for rows of twists (velocity and spin)."""
    return np.sqrt((METRIC * (found - measured) ** 2).sum(axis=-1) / (METRIC * measured**2).sum(axis=-1))


def best_error(arms, u, after):
    """Returns the smallest error that any impulses at these points of the body can have. No law can be better."""
    J = jacobian(arms)
    A = np.sqrt(METRIC)[:, None] * (J / METRIC).T
    P = np.linalg.lstsq(A, np.sqrt(METRIC) * (after - u), rcond=None)[0]
    return errors(u + (J / METRIC).T @ P, after)


def jacobian(arms):
    """Returns the matrix that converts the twist of the body to the velocities of these points."""
    return np.vstack([np.hstack([np.eye(3), np.cross(r, np.eye(3))]) for r in arms])


def load_tosses():
    """Returns a list of tosses; each is a pair of arrays, the positions and the orientations in its frames."""
    import trajectories

    return [(toss.position, toss.orientation) for toss in trajectories.load_tosses(DATA / "tosses.csv.xz")]


def load_impacts():
    """Returns the columns of corner_impacts.csv: toss, arm, twist before and twist after."""
    with open(DATA / "corner_impacts.csv", newline="") as file:
        rows = np.array([[float(x) for x in row] for row in list(csv.reader(file))[1:]])
    return rows[:, 0].astype(int), rows[:, 2:5], rows[:, 5:11], rows[:, 11:17]


def first_flight(position, orientation, centre, gravity):
    """Returns the number of frames at the start that are in free flight, at least 3."""
    p = position + turned(orientation, np.array([0.0, 0.0, centre]))
    w = rotation_vector(product(orientation[1:], inverse(orientation[:-1]))) * RATE
    falls = np.diff(p, n=2, axis=0) * RATE + np.array([0.0, 0.0, gravity / RATE])
    free = (np.linalg.norm(falls, axis=1) < 0.9) & (np.linalg.norm(np.diff(w, axis=0), axis=1) < 0.45)
    first = int(free.argmax()) if free[:3].any() else 0
    stop = first + int((~free[first:]).argmax()) if not free[first:].all() else len(free)
    return max(stop + 2, 4)


def start_of(toss, body, frames=None):
    """Returns the centre of mass, orientation, velocity and spin at the first frame. They are fitted to the first
    flight or to this number of frames.
    """
    position, orientation = toss
    n = frames or first_flight(position, orientation, body["centre"], body["gravity"])
    t = np.arange(n) / RATE
    p = position[:n] + turned(orientation[:n], np.array([0.0, 0.0, body["centre"]]))
    fall = p + 0.5 * body["gravity"] * t[:, None] ** 2 * np.array([0.0, 0.0, 1.0])
    velocity = np.linalg.lstsq(np.column_stack([np.ones(n), t]), fall, rcond=None)[0][1]
    spin = (rotation_vector(product(orientation[1:n], inverse(orientation[: n - 1]))) * RATE).mean(axis=0)
    return p[0], orientation[0], velocity, spin


def error_of(toss, body, centre, orientation):
    """Returns the mean errors over the frames after the first: position in percent of the cube's width, rotation in
    degrees.
    """
    position, measured = toss
    p = centre - turned(orientation, np.array([0.0, 0.0, body["centre"]]))
    apart = np.linalg.norm(p - position[1:], axis=1).mean() / WIDTH * 100
    between = np.linalg.norm(rotation_vector(product(orientation, inverse(measured[1:]))), axis=1)
    return apart, np.degrees(between).mean()


def minimise(f, start, step, evaluations=30):
    """Minimises a function with Nelder and Mead's simplex method."""
    points = [np.array(start, dtype=float)]
    points += [points[0] + np.eye(len(start))[k] * step[k] for k in range(len(start))]
    values = [f(x) for x in points]
    while evaluations > len(values):
        order = np.argsort(values)
        points, values = [points[k] for k in order], [values[k] for k in order]
        middle = np.mean(points[:-1], axis=0)
        tries = [middle + (middle - points[-1])]
        found = [f(tries[0])]
        evaluations -= 1
        if found[0] < values[0] or found[0] >= values[-2]:
            tries.append(middle + (2.0 if found[0] < values[0] else 0.5 if found[0] < values[-1] else -0.5) * (middle - points[-1]))
            found.append(f(tries[1]))
            evaluations -= 1
        best = int(np.argmin(found))
        if found[best] < values[-1]:
            points[-1], values[-1] = tries[best], found[best]
        else:
            points = [points[0]] + [(x + points[0]) / 2 for x in points[1:]]
            values = [values[0]] + [f(x) for x in points[1:]]
            evaluations -= len(points) - 1
    return points[int(np.argmin(values))], min(values)


def interval(errors, groups=None, samples=2000):
    """Returns the 95 % interval of the mean, by bootstrap over groups."""
    errors = np.asarray(errors, dtype=float)
    groups = np.arange(len(errors)) if groups is None else np.unique(groups, return_inverse=True)[1]
    sums, counts = np.bincount(groups, errors), np.bincount(groups)
    drawn = np.random.default_rng(1).integers(0, len(sums), (samples, len(sums)))
    return np.percentile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), [2.5, 97.5])
