"""Runs a shorter form of the comparisons with measured impacts by tools/reality.py. Usage: reality_test.py DRIVERS

Laws for impacts of a corner, whole tosses and landings on an edge must give the results of docs/reality.md. If the directory DRIVERS
contains the drivers of ImpactBench, the driver of carom must return carom's results. Two engines must return the results of the laws
that they compute."""
import pathlib
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from reality_parts import common, corners, edges, engines, figures, tosses  # noqa: E402


def check_search():
    found, value = common.minimise(lambda x: (x[0] - 0.3) ** 2 + 4 * (x[1] - 0.2) ** 2 + 1, (0.1, 0.1), (0.05, 0.05), 80)
    assert np.allclose(found, (0.3, 0.2), atol=1e-3) and abs(value - 1) < 1e-6, (found, value)
    low, high = common.interval(np.arange(100.0))
    assert 40 < low < 49.5 < high < 60, (low, high)


def check_corners(impacts):
    """Checks the order of the laws and the mean error of routh, for laws fitted to even tosses and tested on odd ones."""
    rows = corners.laws(evaluations=24)
    floor, found = corners.best_impulse(impacts).mean(), {name: row["mean"] for name, row in rows.items()}
    assert abs(floor - 0.0137) < 5e-5, floor
    assert 0.043 < found["routh"] < 0.048, found
    order = ["routh", "deferred", "whittaker", "ccp", "initial-slip", "whittaker box", "whittaker slip-box"]
    assert sorted(order, key=found.get) == order, found
    return rows


def check_tosses(measured):
    """Checks that the identified body reduces the error of the rotation by more than a quarter."""
    path = tosses.tosses_by_law("routh")
    found = {name: tosses.errors(path, measured[1::40], body, 0.3, 0.177) for name, body in common.BODIES.items()}
    mean = {name: errors.mean(axis=0) for name, errors in found.items()}
    assert mean["identified"][0] < 12 and mean["identified"][1] < 0.75 * mean["published"][1], mean
    assert tosses.same_face(path, measured[1::40], common.BODIES["identified"], 0.3, 0.177) >= 13
    return {f"{name}, routh, first flight": {"e": 0.3, "mu": 0.177, "errors": errors} for name, errors in found.items()}


def check_edges():
    landings = edges.load()
    odd = [x[landings[0] % 2 == 1] for x in landings]
    assert (len(landings[0]), len(odd[0])) == (187, 105)
    assert abs(edges.best_impulses(odd).mean() - 0.0075) < 1e-4
    methods = {"mean": edges.mean_order, "fastest": edges.fastest_first, "glocker": edges.glocker}
    mean = {}
    for name, method in methods.items():
        found = edges.twists(method, odd, 0.31, 0.165)
        mean[name] = common.errors(np.array(found), odd[3]).mean()
    assert mean["mean"] < 0.085 < mean["glocker"] < 0.105 < mean["fastest"] < 0.12, mean


def check_drivers(folder, impacts, measured):
    which = np.arange(0, len(impacts[0]), 16)
    for command, law, options, near in ((["./carom-driver"], "routh", {}, 1e-9), (["./ode"], "whittaker", {"friction": "box"}, 1e-3),
                                        (["./bullet"], "whittaker", {"friction": "one-direction"}, 1e-3)):
        with engines.Driver(command, folder) as driver:
            after = engines.impacts_by(driver, impacts, corners.INERTIA, which)(0.28, 0.16)
        wanted = corners.impacts_by_law(law, options, impacts, which)(0.28, 0.16)
        assert common.errors(after, wanted).max() < near, (command, common.errors(after, wanted).max())
    # A toss until the body touches the floor. The time steps of an engine are not exact, but axes and centre of mass
    # must be correct.
    toss, body = measured[1], common.BODIES["identified"]
    with engines.Driver(["./ode", "--dt", repr(tosses.STEP)], folder) as driver:
        centre, orientation = engines.tosses_by(driver)(toss, body, 0.3, 0.177)
    ours = tosses.tosses_by_law("routh")(toss, body, 0.3, 0.177)
    assert abs(centre[:10] - ours[0][:10]).max() < 0.01 and abs(abs((orientation[:10] * ours[1][:10]).sum(axis=1)) - 1).max() < 1e-6


def check_figures(rows, whole):
    found = {"laws": {"routh poisson": [0.045, 0.043, 0.048]}, "corners": rows, "engines": {"an engine": rows["ccp"]}, "tosses": whole}
    with tempfile.TemporaryDirectory() as folder:
        figures.draw(found, pathlib.Path(folder))
        made = {file.stem: file.read_bytes()[:4] for file in pathlib.Path(folder).iterdir()}
    assert made == {f"reality-{name}": b"\x89PNG" for name in ("laws", "measured", "engines", "tosses", "toss")}, made


if __name__ == "__main__":
    impacts, measured = common.load_impacts(), common.load_tosses()
    check_search()
    check_figures(check_corners(impacts), check_tosses(measured))
    check_edges()
    if pathlib.Path(sys.argv[1], "carom-driver").exists():
        check_drivers(sys.argv[1], impacts, measured)
    else:
        print("without drivers of engines")
