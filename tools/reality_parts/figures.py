"""Draws the figures of docs/reality.md from the results of tools/reality.py and the included data. Needs Matplotlib."""
import numpy as np

from . import common, corners, tosses

SHOWN = 365  # the toss in the picture; its errors are near the means
RING = [(1, 1), (1, -1), (-1, -1), (-1, 1)]  # corners of a face, in order


def pyplot():
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"font.size": 9, "axes.linewidth": 0.7, "legend.frameon": False, "savefig.dpi": 110})
    return plt


def colour(name):
    from carom.plot import law_style

    return law_style(name)[0]


def intervals(axis, rows, look):
    """Draws a row for each (name, mean, low, high), with the smallest error at the top."""
    rows = sorted(rows, key=lambda row: -row[1])
    for y, (name, mean, low, high) in enumerate(rows):
        ink, face = look(name)
        axis.plot([low, high], [y, y], color=ink, lw=1.6)
        axis.plot(mean, y, "o", color=ink, mfc=face, ms=5)
    axis.set_yticks(range(len(rows)), [row[0] for row in rows])
    axis.set_ylim(-0.7, len(rows) - 0.3)
    axis.grid(axis="x", color="0.9", lw=0.6)
    axis.set_axisbelow(True)


def floor_line(axis):
    """Draws the mean error of the best impulse at the corner."""
    floor = corners.best_impulse(common.load_impacts()).mean()
    axis.axvline(floor, color="0.35", ls="--", lw=1)
    axis.text(floor, 0, " best\n impulse", va="center", color="0.35", fontsize=8)


def law_errors(found, file):
    plt = pyplot()
    figure, axis = plt.subplots(figsize=(6.4, 5.6), layout="constrained")
    plain = {"routh poisson": "routh", "deferred cone": "deferred", "whittaker cone": "whittaker"}
    left_out = ("frictionless", "ivanov", "disc", "one-direction", "energetic", "newton")
    of_speed = {f"{name} e:power": f"{plain.get(name, name)} with e(v)" for name in ("routh poisson", "smith", "chatterjee")}
    rows = [(of_speed.get(name) or plain.get(name, name), *row) for name, row in found.items()
            if name in of_speed or not any(x in name for x in (*left_out, "e:power"))]
    intervals(axis, rows, lambda name: (colour(name.split()[0]), "white" if "e(v)" in name else None))
    floor_line(axis)
    axis.set_xlim(0, None)
    axis.set_xlabel("mean error on impacts that were left out, with 95 % interval")
    figure.savefig(file)
    plt.close(figure)


def law_or_engine(name):
    law = name.split()[0]
    return (colour(law) if law in tosses.LAWS + ["initial-slip"] else "0.45", None)


def engine_errors(found, file):
    """Draws the errors of laws and engines on single corners."""
    plt = pyplot()
    figure, axis = plt.subplots(figsize=(6.6, 7), layout="constrained")
    both = {**found["corners"], **found["engines"]}
    intervals(axis, [(name, row["mean"], row["low"], row["high"]) for name, row in both.items() if "mean" in row], law_or_engine)
    floor_line(axis)
    axis.set_xlim(0, None)
    axis.set_xlabel("mean error on impacts of odd tosses, with 95 % interval")
    axis.set_title("laws in colour, engines in grey", fontsize=9)
    figure.savefig(file)
    plt.close(figure)


def toss_errors(found, file):
    """Draws the errors of laws and engines on complete tosses, with the identified body."""
    plt = pyplot()
    figure, axes = plt.subplots(1, 2, figsize=(9.6, 4.6), layout="constrained")
    for axis, k, title in ((axes[0], 0, "position, % of the width"), (axes[1], 1, "rotation, degrees")):
        rows = []
        for key, row in found.items():
            body, *name, start = key.split(", ")
            if body == "identified" and start == "first flight":
                errors = np.array(row["errors"])[:, k]
                rows.append((", ".join(name), errors.mean(), *common.interval(errors)))
        intervals(axis, rows, law_or_engine)
        axis.set_xlim(0, None)
        axis.set_xlabel(f"{title}, with 95 % interval")
    figure.suptitle("285 whole tosses, identified body: laws in colour, engines in grey", fontsize=9)
    figure.savefig(file)
    plt.close(figure)


def sideways(impulse, slip):
    """Returns the ratio of the impulse across the initial slip to the normal impulse. It shows how far friction has
    turned.
    """
    across = np.column_stack([-slip[:, 1], slip[:, 0]]) / np.linalg.norm(slip, axis=1)[:, None]
    return (impulse[:, 1:] * across).sum(axis=1) / impulse[:, 0]


def measured_and_predicted(found, file):
    plt = pyplot()
    impacts = common.load_impacts()
    _, arm, u, after = impacts
    slip = (u[:, :3] + np.cross(u[:, 3:], arm))[:, 1:]
    measured = sideways(after[:, :3] - u[:, :3], slip)
    figure, axes = plt.subplots(1, 4, figsize=(11, 3.5), layout="constrained", sharex=True, sharey=True)
    for axis, name in zip(axes, ("routh", "whittaker", "initial-slip", "whittaker box")):
        law, options = corners.LAWS[name]
        row = found[name]
        twist = corners.impacts_by_law(law, options, impacts, np.arange(len(arm)))(row["e"], row["mu"])
        axis.plot([-0.2, 0.2], [-0.2, 0.2], color="0.6", lw=0.8)
        axis.plot(measured, sideways(twist[:, :3] - u[:, :3], slip), ".", color=colour(law), ms=3, alpha=0.7)
        axis.set(xlim=(-0.19, 0.19), ylim=(-0.19, 0.19), aspect="equal", xlabel="measured")
        axis.set_title(name, fontsize=9)
    axes[0].set_ylabel("predicted")
    figure.suptitle("Impulse across the slip before the impact, over the normal impulse: how far friction turns", fontsize=9)
    figure.savefig(file)
    plt.close(figure)


def cube(axis, centre, orientation, body, along, ink, face, order):
    """Returns the visible faces of the cube, seen from the side. The direction `along` points to the right."""
    view = np.array([along[1], -along[0], 0.0])
    for k in range(3):
        for side in (-1.0, 1.0):
            normal = np.roll([side, 0.0, 0.0], k)
            if common.turned(orientation, normal) @ view <= 0:
                continue
            corners_ = np.array([np.roll([side, a, b], k) for a, b in RING]) * body["half"] - [0.0, 0.0, body["centre"]]
            points = centre + common.turned(np.tile(orientation, (4, 1)), corners_)
            axis.fill(points @ along, points[:, 2], fc=face, ec=ink, lw=0.8, zorder=order)


def one_toss(found, file):
    plt = pyplot()
    toss, body = common.load_tosses()[SHOWN], common.BODIES["identified"]
    middle = toss[0] + common.turned(toss[1], np.array([0.0, 0.0, body["centre"]]))
    along = (toss[0][-1] - toss[0][0]) * [1, 1, 0]
    along /= np.linalg.norm(along)
    frames = [2, 14, 26, 38, 50, len(middle) - 1]
    figure, axes = plt.subplots(3, 1, figsize=(8, 7.4), layout="constrained", sharex=True, sharey=True)
    rows = [("measured", None), ("routh, identified body", "identified"), ("routh, published body", "published")]
    for axis, (title, name) in zip(axes, rows):
        own, centre, orientation, ink = body, middle, toss[1], "0.2"
        if name:
            row, own, ink = found[f"{name}, routh, first flight"], common.BODIES[name], colour("routh")
            centre, orientation = tosses.tosses_by_law("routh")(toss, own, row["e"], row["mu"])
            apart, turned = common.error_of(toss, own, centre, orientation)
            centre, orientation = np.vstack([middle[:1], centre]), np.vstack([toss[1][:1], orientation])
            title += f": mean errors {apart:.1f} % of the width and {turned:.1f} degrees (black: measured path and last pose)"
            axis.plot(middle @ along, middle[:, 2], color="0.2", lw=1, zorder=99)
            cube(axis, middle[-1], toss[1][-1], body, along, "0.2", "none", 98)
        for k in frames:
            cube(axis, centre[k], orientation[k], own, along, ink, "white", k)
        axis.plot(centre @ along, centre[:, 2], color=ink, lw=1.2, ls="--" if name else "-", zorder=100)
        axis.axhline(0, color="0.2", lw=1)
        axis.set_aspect("equal")
        axis.set_title(title, fontsize=9)
        axis.set_ylabel("half-widths")
    axes[-1].set_xlabel("along the direction of travel, half-widths")
    figure.savefig(file)
    plt.close(figure)


def draw(found, folder):
    """Draws all figures for which there are results."""
    folder.mkdir(parents=True, exist_ok=True)
    laws, corners_, engines, whole = (found.get(part) for part in ("laws", "corners", "engines", "tosses"))
    wanted = [
        ("laws", law_errors, laws, laws),
        ("measured", measured_and_predicted, corners_, corners_),
        ("engines", engine_errors, found, corners_ and engines),
        ("tosses", toss_errors, whole, whole),
        ("toss", one_toss, whole, whole and all(f"{body}, routh, first flight" in whole for body in common.BODIES)),
    ]
    for name, make, rows, ready in wanted:
        if ready:
            make(rows, folder / f"reality-{name}.png")
            print("drawn:", folder / f"reality-{name}.png")
