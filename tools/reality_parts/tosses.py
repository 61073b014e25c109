"""Compares laws and engines on complete tosses. e and mu are fitted to 95 even tosses and tested on the 285 odd ones."""
import pathlib

import numpy as np

from . import common, engines

STEP = 1 / (7 * common.RATE)  # step of the engines, s
LAWS = ["routh", "deferred", "smith", "whittaker", "ccp"]
# Engines without changes, with this step. MuJoCo has no restitution. Its contact gets a damping that depends on e, and
# a stiffness whose frequency omega (rad/s) is fitted among these values.
ENGINES = {
    "MuJoCo 2": ["./mujoco", "--solref", "e", "--cone", "elliptic"],
    "Bullet": ["./bullet"],
    "Bullet, 2 friction directions": ["./bullet", "--directions", "2"],
    "ODE QuickStep": ["./ode"],
    "Jolt": ["node", "jolt.mjs"],
    "PhysX PGS": ["node", "physx.mjs"],
    "PhysX TGS": ["node", "physx.mjs", "--solver", "tgs"],
    "Rapier 3D": ["node", "rapier.mjs"],
    "Havok": ["node", "havok.mjs"],
    "OimoPhysics": ["node", "oimo.mjs"],
    "cannon-es": ["node", "cannon.mjs"],
}
OMEGAS = (90, 140, 200, 300)
BOTH_BODIES = ["MuJoCo 2", "Bullet"]  # these engines are also run with the published body, and with starts from two frames


def solid(body):
    import carom

    corners = body["half"] * common.SIGNS - [0.0, 0.0, body["centre"]]
    return carom.Solid(1.0, [body["inertia"]] * 3, corners=corners)


def tosses_by_law(law, frames=None, options=None):
    """Returns the same function as engines.tosses_by for a law. Flights are exact, impacts of corners follow the law, and
    lasting contacts are integrated in steps.
    """
    import carom

    def path(toss, body, e, mu):
        centre, orientation, velocity, spin = common.start_of(toss, body, frames)
        n = len(toss[0])
        moved = carom.drop(solid(body), law, centre=centre, orientation=orientation, velocity=velocity, spin=spin,
                           gravity=(0, 0, -body["gravity"]), until=(n - 1) / common.RATE, persist="step", step=1e-3,
                           max_events=2000, e=e, mu=mu, **(options or {}))
        if not moved.ok:
            raise ValueError(f"{law}: {moved.status} at {moved.times[1]} s")
        states = moved.at(np.minimum(np.arange(1, n) / common.RATE, moved.times[1]))
        return states.centre, states.orientation

    return path


def errors(path, tosses, body, e, mu):
    """Returns the position error in percent of the width and the rotation error in degrees, one row for each toss."""
    return np.array([common.error_of(toss, body, *path(toss, body, e, mu)) for toss in tosses])


def same_face(path, tosses, body, e, mu):
    """Returns the number of tosses in which the cube ends on the measured face."""
    up, count = np.array([0.0, 0.0, 1.0]), 0
    for toss in tosses:
        measured, found = (common.turned(common.inverse(q[-1]), up) for q in (toss[1], path(toss, body, e, mu)[1]))
        axis = abs(measured).argmax()
        count += bool(found[axis] * np.sign(measured[axis]) > 0.9)
    return count


def compare(path, tosses, body, evaluations=22, thin=1):
    """Fits e and mu on every sixth toss and tests on the odd ones."""
    even, odd = tosses[::6][::thin], tosses[1::2][::thin]

    def loss(x):
        e, mu = x
        return errors(path, even, body, e, mu).mean(axis=0).sum() if 0 <= e <= 1 and 0 <= mu <= 2 else 300.0

    (e, mu), train = common.minimise(loss, (0.25, 0.18), (0.06, 0.03), evaluations)
    return {"e": e, "mu": mu, "train": train, "errors": errors(path, odd, body, e, mu).tolist()}


def is_built(command, folder):
    return pathlib.Path(folder, command[command[0] == "node"]).exists()


def engine(command, folder, tosses, body, evaluations=22, thin=1, frames=None):
    """Returns the results of an engine with its own steps. For MuJoCo it selects the omega with the smallest error on
    the fitted tosses.
    """
    found = []
    for omega in OMEGAS if "./mujoco" in command else [None]:
        more = ["--dt", repr(STEP)] + (["--omega", str(omega)] if omega else [])
        with engines.Driver(command + more, folder) as driver:
            found.append(dict(compare(engines.tosses_by(driver, frames), tosses, body, evaluations, thin), omega=omega,
                              version=driver.about["version"]))
    return min(found, key=lambda row: row["train"])
