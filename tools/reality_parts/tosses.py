"""Whole tosses: from the first frame to the last, with e and mu fitted to 95 even tosses and tested on the 285 odd ones."""
import pathlib

import numpy as np

from . import common, engines

STEP = 1 / (7 * common.RATE)  # of engines, s
LAWS = ["routh", "deferred", "smith", "whittaker", "ccp"]
# Engines as they come, with this step. MuJoCo has no restitution: its contact gets a damping from e, and a stiffness that is
# fitted too, among these omega (rad/s).
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
BOTH_BODIES = ["MuJoCo 2", "Bullet"]  # engines that are run with the published body too, and from two frames


def solid(body):
    import carom

    corners = body["half"] * common.SIGNS - [0.0, 0.0, body["centre"]]
    return carom.Solid(1.0, [body["inertia"]] * 3, corners=corners)


def tosses_by_law(law, frames=None, options=None):
    """As engines.tosses_by: flights are exact, corners strike by the law, and lasting contacts are stepped."""
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
    """Position in percent of the width and rotation in degrees, a row for each toss."""
    return np.array([common.error_of(toss, body, *path(toss, body, e, mu)) for toss in tosses])


def same_face(path, tosses, body, e, mu):
    """In how many tosses the cube ends on the face that was measured."""
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
    """Through the engine's own steps. Of MuJoCo the best omega on the tosses of the fit."""
    found = []
    for omega in OMEGAS if "./mujoco" in command else [None]:
        more = ["--dt", repr(STEP)] + (["--omega", str(omega)] if omega else [])
        with engines.Driver(command + more, folder) as driver:
            found.append(dict(compare(engines.tosses_by(driver, frames), tosses, body, evaluations, thin), omega=omega,
                              version=driver.about["version"]))
    return min(found, key=lambda row: row["train"])
