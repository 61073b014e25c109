"""Compares laws and engines on 482 impacts of single corners. e and mu are fitted to the even tosses and tested on the
odd ones.
"""
import numpy as np

from . import common, engines

INERTIA = common.BODIES["identified"]["inertia"]
# Laws with two coefficients, and their options.
LAWS = {
    "routh": ("routh", {}),
    "smith": ("smith", {}),
    "deferred": ("deferred", {}),
    "whittaker": ("whittaker", {}),
    "ccp": ("ccp", {}),
    "initial-slip": ("initial-slip", {}),
    "whittaker box": ("whittaker", {"friction": "box"}),
    "whittaker slip-box": ("whittaker", {"friction": "slip-box"}),
}


def matrices(arm):
    """Returns the inverse mass matrices at the corners."""
    cross = np.cross(np.eye(3), arm[:, None, :])  # rows: e_i x r
    return np.eye(3) + np.einsum("nik,njk->nij", cross, cross) / INERTIA


def impacts_by_law(law, options, impacts, which):
    """Returns a function of e and mu that computes the twists after these impacts by a law."""
    import carom

    _, arm, u, _ = (x[which] for x in impacts)
    W, v = matrices(arm), u[:, :3] + np.cross(u[:, 3:], arm)

    def after(e, mu):
        P = carom.collide(W, v, law, e=e, mu=mu, details=False, **options).P
        return u + np.concatenate([P, np.cross(arm, P) / INERTIA], axis=1)

    return after


def best_impulse(impacts):
    """Returns the errors of the best impulse at the corner."""
    return np.array([common.best_error([r], u, after) for r, u, after in zip(*impacts[1:])])


def compare(make, impacts, evaluations, thin=1):
    """Fits e and mu on even tosses and tests on odd ones. make(which) is a function of e and mu."""
    toss, measured = impacts[0], impacts[3]
    even, odd = (np.flatnonzero(toss % 2 == k)[::thin] for k in (0, 1))
    fitted, tested = make(even), make(odd)

    def mean(x):
        e, mu = x
        return common.errors(fitted(e, mu), measured[even]).mean() if 0 <= e <= 1 and 0 <= mu <= 2 else 9.0

    grid = [(e, mu) for e in (0.1, 0.3) for mu in (0.12, 0.18)]
    (e, mu), train = common.minimise(mean, min(grid, key=mean), (0.05, 0.03), evaluations)
    found = common.errors(tested(e, mu), measured[odd])
    low, high = common.interval(found, toss[odd])
    return {"e": e, "mu": mu, "train": train, "mean": found.mean(), "low": low, "high": high, "impacts": len(odd)}


def laws(evaluations=40, thin=1):
    impacts = common.load_impacts()
    return {name: compare(lambda which: impacts_by_law(law, options, impacts, which), impacts, evaluations, thin)
            for name, (law, options) in LAWS.items()}


def engine(command, folder, evaluations=26, thin=1):
    """Tests one engine; returns {"cannot": reason} if it cannot be run."""
    if isinstance(command, str):
        return {"cannot": command}
    impacts = common.load_impacts()
    with engines.Driver(command, folder) as driver:
        try:
            found = compare(lambda which: engines.impacts_by(driver, impacts, INERTIA, which), impacts, evaluations, thin)
        except ValueError as why:
            return {"cannot": str(why)}
        return dict(found, version=driver.about["version"])
