#!/usr/bin/env python3
"""Computes the numbers and figures of docs/reality.md from examples/cube_tosses.

  tools/reality.py CAROM                              every part except the engines: about 20 minutes
  tools/reality.py CAROM --parts laws,edges           some parts
  tools/reality.py CAROM --engines build/impactbench/impactbench    with every engine whose driver exists: another hour
  tools/reality.py CAROM --driver './mine --option'   your own driver of ImpactBench in addition to the laws
  tools/reality.py CAROM --save FILE --figures DIR    saves the results and draws them

The parts are body (centre of mass, inertia, faces at rest) and laws (every 3D law, ten folds, by `carom fit`). Single
corners are tested in corners (laws with two coefficients, fitted to even tosses) and engines (the same for engines).
The others are tosses (complete tosses) and edges (two corners at once). All except `laws` need the Python package.
--quick runs every part on a few impacts; its numbers are not those of the page. An interrupted run continues if you
start it again with the same --save.
"""
import argparse
import csv
import io
import json
import pathlib
import shlex
import subprocess
import sys

DATA = pathlib.Path(__file__).resolve().parent.parent / "examples/cube_tosses"
sys.path.append(str(DATA))  # of the module trajectories
PARTS = ["body", "laws", "corners", "engines", "tosses", "edges"]


def table(head, rows):
    print("\n| " + " | ".join(head) + " |\n|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)


def part_laws(a, kept):
    words = [a.carom, "fit", DATA / "corner_impacts.csv", "--mass", "1", "--inertia", "1.0213", "--columns", "group=toss"]
    words += ["--laws", "frictionless,routh,deferred" if a.quick else "all", "--quick", "--e-of", "power", "--csv"]
    rows = csv.DictReader(io.StringIO(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
    kept.update({row["law"]: [float(row[name]) for name in ("heldout_error", "error_low", "error_high")] for row in rows})
    rows = sorted(kept.items(), key=lambda item: item[1][0])
    table(["law", "mean error", "95 % interval"], [[law, f"{x:.4f}", f"{low:.4f} to {high:.4f}"] for law, (x, low, high) in rows])


def part_body(a, kept):
    import numpy as np

    import trajectories

    tosses = trajectories.load_tosses(DATA / "tosses.csv.xz")
    corners = 0.979 * np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    for name, some in (("all", tosses), ("even", tosses[::2]), ("odd", tosses[1::2])):
        f = trajectories.free_flight(some, rate=148, gravity=183, points=corners)
        centre = ", ".join(f"{c:.4f} +- {e:.4f}" for c, e in zip(f.centre, f.centre_error))
        print(f"{name} tosses: {f.flights} flights, centre of mass {centre}; gravity {f.gravity:.2f} +- {f.gravity_error:.2f}")
    for centre, inertia in (((0, 0, 0), 0.797), ((0, 0, 0.104), 1.0213)):
        hits = trajectories.extract_impacts(tosses, corners, rate=148, gravity=183.3, centre=centre, free=(0.727, 0.45))
        low, next_low, jump = hits.heights[:, 0], hits.heights[:, 1], hits.after[:, 0] - hits.u[:, 0]
        hits = hits[(next_low > 0.15) & (abs(low + 0.05) < 0.06) & (jump > 3) & (np.degrees(hits.mismatch) < 1.5)]
        checks = hits.fit(1, inertia, laws="frictionless", intervals=False).checks.body
        print(f"{len(hits)} impacts, stated centre {centre}, inertia {inertia}: {checks}")
    faces = {}
    for toss in tosses:
        w, x, y, z = toss.orientation[-1]
        up = np.array([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)])  # the vertical axis of the world in the axes of the body
        axis = int(abs(up).argmax())
        if abs(up[axis]) > 0.995:
            name = "-+"[int(up[axis] > 0)] + "xyz"[axis]
            faces[name] = faces.get(name, 0) + 1
    print("axes that point up at rest:", dict(sorted(faces.items())))
    kept.update(faces)


def part_corners(a, kept):
    from reality_parts import corners

    kept.update(corners.laws(thin=6 if a.quick else 1))
    print_corners("law", kept)


def part_engines(a, kept):
    from reality_parts import corners, engines

    if a.driver:
        found = {"your driver": shlex.split(a.driver)}
    else:
        found = engines.rows(a.engines, ["Bullet", "ODE"] if a.quick else a.only)
    for name, command in found.items():
        if name not in kept:
            kept[name] = corners.engine(command, a.engines, thin=6 if a.quick else 1)
            a.keep()
    print_corners("engine", {name: kept[name] for name in found})


def print_corners(head, found):
    rows = sorted((row["mean"], name, row) for name, row in found.items() if "mean" in row)
    table([head, "e", "mu", "mean error on odd tosses", "95 % interval"],
          [[name, f"{row['e']:.3f}", f"{row['mu']:.3f}", f"{mean:.4f}", f"{row['low']:.4f} to {row['high']:.4f}"] for mean, name, row in rows])
    for name, row in found.items():
        if "cannot" in row:
            print(f"{name}: {row['cannot']}")


def part_tosses(a, kept):
    from reality_parts import common, tosses

    thin, evaluations, measured = 12 if a.quick else 1, 8 if a.quick else 22, common.load_tosses()
    names = []
    for body, name, frames, how in toss_rows(a):
        names.append(f"{body}, {name}, " + ("first flight" if frames is None else f"{frames} frames"))
        if names[-1] in kept:
            continue
        try:
            if isinstance(how, str):
                found = tosses.compare(tosses.tosses_by_law(how, frames), measured, common.BODIES[body], evaluations, thin)
            else:
                found = tosses.engine(how, a.engines, measured, common.BODIES[body], evaluations, thin, frames)
        except ValueError as why:
            print(f"{names.pop()}: {why}")
            continue
        kept[names[-1]] = found
        a.keep()
    head = ["body, law or engine, start", "e", "mu", "position, % of the width", "rotation, degrees", "position minus routh", "rotation minus routh"]
    table(head, [toss_row(name, kept) for name in names])
    odd = measured[1::2][::thin]
    for name in (name for name in names if name.endswith(", routh, first flight")):
        body = common.BODIES[name.split(",")[0]]
        right = tosses.same_face(tosses.tosses_by_law("routh"), odd, body, kept[name]["e"], kept[name]["mu"])
        print(f"{name}: on the right face in {right} of {len(odd)} tosses")


def toss_rows(a):
    """Returns the rows of the comparison of complete tosses. Each row has a body, a name, a number of frames, and a law
    or the command of an engine. The frames determine the start (None: all of the first flight).
    """
    from reality_parts import common, tosses

    engines = {name: command for name, command in tosses.ENGINES.items() if a.engines and tosses.is_built(command, a.engines)
               and (not a.only or any(name.startswith(x) for x in a.only))}
    if a.driver:
        return [("identified", "routh", None, "routh"), ("identified", "your driver", None, shlex.split(a.driver))]
    if a.quick:
        return [("identified", "routh", None, "routh")] + [("identified", "Bullet", None, how) for name, how in engines.items() if name == "Bullet"]
    every = {**{law: law for law in tosses.LAWS}, **engines}
    out = [("identified", name, None, how) for name, how in every.items()]
    out += [("published", name, None, how) for name, how in every.items() if name in tosses.LAWS + tosses.BOTH_BODIES]
    out += [(body, name, 2, how) for body in common.BODIES for name, how in every.items() if name in ["routh"] + tosses.BOTH_BODIES]
    return out


def toss_row(name, kept):
    """Returns a row with the mean errors and their intervals, and the differences from those of routh on the same
    tosses.
    """
    import numpy as np

    from reality_parts import common

    body, *_, start = name.split(", ")
    errors, routh = (np.array(kept[row]["errors"]) for row in (name, f"{body}, routh, {start}"))
    cells = [(f"{x.mean():.1f}", common.interval(x), "{:.1f} to {:.1f}") for x in errors.T]
    cells += [(f"{x.mean():+.1f}", common.interval(x), "{:+.1f} to {:+.1f}") for x in (errors - routh).T]
    return [name, f"{kept[name]['e']:.3f}", f"{kept[name]['mu']:.3f}", *(f"{mean} ({form.format(*ends)})" for mean, ends, form in cells)]


def part_edges(a, kept):
    from reality_parts import common, edges

    landings = edges.load()
    odd = [x[landings[0] % 2 == 1] for x in landings]
    floor = edges.best_impulses(odd)
    kept["best two impulses"] = dict(zip(("mean", "low", "high"), (floor.mean(), *common.interval(floor, odd[0]))))
    for name, method in edges.METHODS.items():
        kept[name] = edges.compare(method, landings, *((8, 6) if a.quick else ()))
    mean = kept["routh, mean of all orders"]
    orders = edges.best_and_worst_order(odd, mean["e"], mean["mu"]).mean(axis=0)
    kept["orders"] = orders.tolist()
    print(f"\n{len(landings[0])} landings on an edge, {len(odd[0])} to test")
    table(["method", "mean error", "95 % interval"],
          [[name, f"{row['mean']:.4f}", f"{row['low']:.4f} to {row['high']:.4f}"] for name, row in kept.items() if name != "orders"])
    print("nearest order {:.4f}, farthest {:.4f}, orders {:.1f}".format(*orders))


def arguments():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("carom", help="the command carom")
    p.add_argument("--parts", default=",".join(PARTS), help="comma-separated; all if left out")
    p.add_argument("--quick", action="store_true", help="a few impacts of each part")
    p.add_argument("--engines", metavar="DIR", help="where ImpactBench's drivers are built; without it engines are left out")
    p.add_argument("--only", nargs="+", default=[], help="engines whose name begins so")
    p.add_argument("--driver", metavar="COMMAND", help="a driver of your own instead of the engines")
    p.add_argument("--save", metavar="FILE", help="keep what is found, as JSON, and go on from what the file has")
    p.add_argument("--figures", metavar="DIR", help="draw what is found")
    return p.parse_args()


def main():
    a = arguments()
    parts = [x for x in a.parts.split(",") if x and (x != "engines" or a.engines or a.driver)]
    unknown = [x for x in parts if x not in PARTS]
    if unknown:
        sys.exit(f"there is no part {unknown[0]}; parts are {', '.join(PARTS)}")
    found = json.loads(pathlib.Path(a.save).read_text()) if a.save and pathlib.Path(a.save).exists() else {}
    a.keep = lambda: a.save and pathlib.Path(a.save).write_text(json.dumps(found, indent=1))
    for part in parts:
        try:
            globals()[f"part_{part}"](a, found.setdefault(part, {}))
        except ImportError as error:
            sys.exit(f"the part {part} needs the Python package carom: {error}; --parts laws does not")
        a.keep()
    if a.figures:
        from reality_parts import figures

        figures.draw(found, pathlib.Path(a.figures))


if __name__ == "__main__":
    main()
