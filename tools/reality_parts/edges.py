"""Compares methods for several contacts on landings on an edge, where two corners hit at once. e and mu are fitted to
the even tosses.
"""
import numpy as np

from . import common

BODY = common.BODIES["identified"]


def load():
    """Returns toss, arms of the two corners, twist before and twist after, with the normal component first."""
    import trajectories

    tosses = trajectories.load_tosses(common.DATA / "tosses.csv.xz")
    corners, centre = BODY["half"] * common.SIGNS, np.array([0.0, 0.0, BODY["centre"]])
    hits = trajectories.extract_impacts(tosses, corners, rate=common.RATE, gravity=BODY["gravity"], centre=centre, gap=3, free=(0.727, 0.45))
    low, second, third = hits.heights[:, :3].T
    jump, apart = hits.after[:, 0] - hits.u[:, 0], np.degrees(hits.mismatch)
    hits = hits[(second - low < 0.06) & (third > 0.15) & (abs(low + 0.05) < 0.06) & (jump > 3) & (apart < 2.5)]
    arms = np.einsum("nij,kj->nki", hits.axes, corners - centre)
    lowest = np.argsort(arms[:, :, 0], axis=1)[:, :2]
    return hits.toss, np.take_along_axis(arms, lowest[:, :, None], axis=1), hits.u, hits.after


def best_impulses(landings):
    """Returns the errors of the best two impulses at the corners."""
    return np.array([common.best_error(arms, u, after) for _, arms, u, after in zip(*landings)])


# A method is a function of W, v, e and mu. It returns impulses, or a list of impulses with probabilities.
def glocker(W, v, e, mu):
    import carom

    return carom.solve_system(W, v, "glocker", dim=3, e_n=e, e_t=0, mu=mu).P


def orders(W, v, e, mu, law="routh"):
    """Returns the impulses and probabilities of every order of single impacts."""
    import carom

    found = carom.solve_system(W, v, "sequence", dim=3, single=law, e=e, mu=mu, rest_speed=0.5)
    return [(s.P, s.probability) for s in found.solutions]


def mean_order(W, v, e, mu):
    P, share = zip(*orders(W, v, e, mu))
    return np.tensordot(share, P, axes=1) / sum(share)


def fastest_first(W, v, e, mu):
    """Solves single impacts with routh, each at the corner that approaches fastest."""
    import carom

    P = np.zeros(6)
    for _ in range(100):
        now = v + W @ P
        k = 3 * int(np.argmin(now[::3]))
        if now[k] > -1e-3:
            break
        own = slice(k, k + 3)
        P[own] += carom.collide(W[own, own], now[own], "routh", e=e if now[k] < -0.5 else 0.0, mu=mu, details=False).P
    return P


METHODS = {"routh, mean of all orders": mean_order, "routh, fastest corner first": fastest_first, "glocker, one problem with cones": glocker}


def twists(method, landings, e, mu):
    out = []
    for _, arms, u, _ in zip(*landings):
        J = common.jacobian(arms)
        out.append(u + (J / common.METRIC).T @ np.ravel(method((J / common.METRIC) @ J.T, J @ u, e, mu)))
    return out


def compare(method, landings, evaluations=30, thin=1):
    even, odd = ([x[landings[0] % 2 == k][::thin] for x in landings] for k in (0, 1))

    def mean(x):
        e, mu = x
        if not (0 <= e <= 1 and 0 <= mu <= 2):
            return 9.0
        return np.mean([common.errors(u, measured) for u, measured in zip(twists(method, even, e, mu), even[3])])

    (e, mu), train = common.minimise(mean, (0.28, 0.167), (0.1, 0.03), evaluations)
    found = np.array([common.errors(u, measured) for u, measured in zip(twists(method, odd, e, mu), odd[3])])
    low, high = common.interval(found, odd[0])
    return {"e": e, "mu": mu, "train": train, "mean": found.mean(), "low": low, "high": high}


def best_and_worst_order(landings, e, mu):
    """Returns the errors of the orders that come nearest and farthest, and the number of outcomes."""
    out = []
    for _, arms, u, after in zip(*landings):
        J = common.jacobian(arms)
        found = [common.errors(u + (J / common.METRIC).T @ P.ravel(), after) for P, _ in orders((J / common.METRIC) @ J.T, J @ u, e, mu)]
        out.append((min(found), max(found), len(found)))
    return np.array(out)
