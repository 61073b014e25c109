"""Draws figures with Matplotlib, in carom's colours and line styles. Every function returns its axes.

>>> import matplotlib; matplotlib.use("Agg")
>>> import carom
>>> ax = carom.plot.impulse_diagram([[2.5, -1.5], [-1.5, 2.5]], [-1, 0.6], e=0.5, mu=0.7)
>>> ax.get_ylabel()
'normal impulse $P_n$  (N s)'
"""
from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import contact_of
from ._carom import lib
from ._compare import compare
from ._errors import InputError, NoAnswerError
from ._history import History
from ._laws import Law, find, lacking, laws as all_laws
from ._names import Mode, Status
from ._reach import Reach
from ._names import text
from ._region import Hodograph, Region
from ._result import Result
from ._trace import Path, trace

if TYPE_CHECKING:
    from ._files import Scene, SceneBody, ScenarioResult
    from ._motion import Drop, Drops, DropStates
    from ._solid import Plane, Solid


def _hex(rgb: int) -> str:
    return f"#{rgb:06x}"


def _inks() -> Dict[str, str]:
    looks = [lib.carom_ink_look(k) for k in range(16)]
    return {text(look.colour): _hex(look.light) for look in looks if look.colour}


# The library's colours and marks (looks.def): colour-blind readers can distinguish them, as can print with line styles.
INK = _inks()
_SIGNS = {"disc": "o", "ring": "o", "square": "s", "diamond": "D", "triangle": "^", "down": "v", "cross": "X"}
_SIGNS.update({"plus": "P", "star": "*"})


def law_style(name: str) -> Tuple[str, str]:
    """Returns the colour and the marker of a law, the same in every picture.

    >>> import carom
    >>> carom.plot.law_style("routh")
    ('#0072b2', 'o')
    """
    look = lib.carom_law_look(name.encode())
    return _hex(look.light), _SIGNS[text(look.sign)]


def mode_colour(mode: Union[Mode, str]) -> str:
    """Returns the colour of a mode in maps."""
    number = _MODES.get(mode, 0) if isinstance(mode, str) else int(mode)
    return _hex(lib.carom_mode_look(number).light)


_STYLE = {
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.edgecolor": INK["text"],
    "axes.labelcolor": INK["text"],
    "axes.linewidth": 0.7,
    "legend.frameon": False,
    "mathtext.fontset": "dejavusans",
}


def _axes(ax: Any, width: float = 5.0, height: float = 4.2) -> Any:
    """Returns the given axes, or new ones in carom's style."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt  # type: ignore[import]

    with plt.rc_context(_STYLE):
        return plt.subplots(figsize=(width, height), layout="compressed")[1]


# Draws the impulse diagram.


def impulse_diagram(
    W: Any,
    v: Any = None,
    law: Union[str, Law, None] = "routh",
    laws: Iterable[Union[str, Law]] = (),
    *,
    ax: Any = None,
    mu: Optional[float] = None,
    **parameters: Any,
) -> Any:
    """Draws Routh's diagram of one 2D impact: the law's path through impulse space, and its bounds.

    W, v    or a Pair or a Rod alone, which has both
    law     the law whose path is drawn; None: no path. For a law without a path, such as your own, only the result is marked
    laws    further laws whose results are marked, with the same coefficients
    """
    W, v = contact_of(W, v)
    if mu is None:
        raise lacking("the impulse diagram", [all_laws["routh"].coefficients["mu"]])
    ax = _axes(ax, 6.4, 4.4)
    region = Region(W, v, mu)
    if region.dim != 2:
        raise InputError("the impulse diagram is drawn in 2D only; v has 3 components", Status.WRONG_DIM)
    path = None if law is None else _path(W, v, find(law), mu, parameters)
    if law is not None and path is None:
        laws = [law, *laws]
    ends = _ends(compare(W, v, laws, mu=mu, **parameters)) if laws else {}
    _draw_region(ax, region)
    _frame(ax, region, path, ends)
    _draw_lines(ax, region)
    if path is not None:
        _draw_path(ax, path)
    _draw_ends(ax, ends)
    ax.set_xlabel("tangential impulse $P_t$  (N s)")
    ax.set_ylabel("normal impulse $P_n$  (N s)")
    ax.set_aspect("equal")
    _legend(ax)
    return ax


def _path(W: Any, v: Any, law: Law, mu: float, parameters: Dict[str, Any]) -> Optional[Path]:
    """Returns the law's path, or None if it has none."""
    try:
        return trace(W, v, law, **_read(law, mu, parameters))
    except NoAnswerError as error:
        if error.status != Status.NO_PATH:
            raise
        return None


def _legend(ax: Any, **given: Any) -> None:
    """Draws the legend next to the axes, so that it covers nothing."""
    ax.legend(loc="upper left", bbox_to_anchor=(1.02, 1.0), borderaxespad=0.0, frameon=False, fontsize=8, **given)


def _read(law: Law, mu: float, parameters: Dict[str, Any]) -> Dict[str, Any]:
    return {**parameters, "mu": mu} if "mu" in law.coefficients else parameters


def _ends(found: Any) -> Dict[str, NDArray[np.float64]]:
    """Returns results by name; laws with the same result share an entry."""
    places: List[Tuple[str, NDArray[np.float64]]] = []
    for name, result in found.items():
        if not np.isfinite(result.P).all():
            continue
        near = [i for i, (_, P) in enumerate(places) if np.allclose(P, result.P, rtol=1e-9, atol=1e-12)]
        if near:
            places[near[0]] = (f"{places[near[0]][0]}, {name}", places[near[0]][1])
        else:
            places.append((name, result.P))
    return dict(places)


def _ellipse(region: Region, share: float) -> NDArray[np.float64]:
    """Returns the impulses that lose this fraction of the available energy."""
    turned = np.linspace(0, 2 * np.pi, 361)[:, None]
    size = np.sqrt(1 - share)
    around = np.cos(turned) * region.axes[0] + np.sin(turned) * region.axes[1]
    return np.asarray(region.centre + size * around)


def _draw_region(ax: Any, region: Region) -> None:
    outline = region.outline()
    ax.fill(outline[:, 1], outline[:, 0], color=INK["sky"], alpha=0.2, lw=0, label="friction, energy, no penetration")
    if region.bounded:
        for share in (0.25, 0.5, 0.75):
            ring = _ellipse(region, share)
            ax.plot(ring[:, 1], ring[:, 0], color=INK["soft"], lw=0.45)
        whole = _ellipse(region, 0.0)
        ax.plot(whole[:, 1], whole[:, 0], color=INK["text"], lw=0.9, label="energy ellipse ($dE = 0$)")


def _frame(ax: Any, region: Region, path: Optional[Path], ends: Dict[str, NDArray[np.float64]]) -> None:
    """Sets the range of the axes to show path, results and region, and the whole ellipse unless it is much larger."""
    seen = [np.zeros((1, 2)), region.corners, *(P[None] for P in ends.values())]
    seen += [path.P] if path is not None else []
    points = np.concatenate([part for part in seen if len(part)])
    if region.bounded:
        whole = np.concatenate([points, _ellipse(region, 0.0)])
        points = whole if np.ptp(whole, axis=0).max() < 3 * np.ptp(points, axis=0).max() else points
    low, high = points.min(axis=0), points.max(axis=0)
    air = 0.08 * (high - low).max()
    ax.set_xlim(low[1] - air, high[1] + air)
    ax.set_ylim(low[0] - air, high[0] + air)


def _draw_lines(ax: Any, region: Region) -> None:
    for line in (ax.axhline, ax.axvline):
        line(0, color=INK["soft"], lw=0.4, zorder=0)
    if np.isfinite(region.mu):
        far = 10.0 * float(np.abs([ax.get_xlim(), ax.get_ylim()]).max())
        for side in (1, -1):
            label = f"friction, $\\mu$ = {region.mu:g}" if side > 0 else None
            style = {"color": INK["soft"], "ls": ":", "lw": 1.2, "scalex": False, "scaley": False}
            ax.plot([0, side * region.mu * far], [0, far], label=label, **style)
    _rule(ax, region.compression, color=INK["green"], ls="-.", lw=1.1, label="maximum compression, $v_n$ = 0")
    if region.sticking is not None:
        _rule(ax, region.sticking, color=INK["blue"], ls="--", lw=1.1, label="sticking, $v_t$ = 0")


def _rule(ax: Any, line: Tuple[NDArray[np.float64], NDArray[np.float64]], **style: Any) -> None:
    point, direction = line
    ax.axline(point[::-1], point[::-1] + direction[::-1], **style)


_WORDS = {
    "slip-sticks": "sticks",
    "slip-reverses": "reverses",
    "compression-ends": "compression ends",
    "compression-resumes": "compression resumes",
    "end": "end",
}


def _draw_path(ax: Any, path: Path) -> None:
    colour = INK["vermilion"]
    ax.plot(path.P[:, 1], path.P[:, 0], color=colour, lw=2.2, label=f"path of {path.result.law.name}", zorder=4)
    for P, events in _places(path):
        face = colour if "end" in events else "white"
        ax.plot(P[1], P[0], "o", color=colour, mfc=face, ms=5, zorder=5)
        style = {"textcoords": "offset points", "color": colour, "fontsize": 8, "zorder": 6}
        words = ", ".join(_WORDS[event] for event in events if event in _WORDS)
        _halo(ax.annotate(words, (P[1], P[0]), (7, -3), **style))


def _places(path: Path) -> List[Tuple[NDArray[np.float64], List[str]]]:
    """Returns the points of a path with events; events at the same place are combined."""
    places: List[Tuple[NDArray[np.float64], List[str]]] = []
    near = 1e-9 * np.abs(path.P).max(initial=0.0)
    for P, event in zip(path.P, path.event.label):
        if event == "passes":
            continue
        if places and np.abs(P - places[-1][0]).max() <= near:
            places[-1][1].append(event)
        else:
            places.append((P, [event]))
    return places


def _halo(words: Any) -> None:
    from matplotlib import patheffects

    words.set_path_effects([patheffects.withStroke(linewidth=2.5, foreground="white")])


def _draw_ends(ax: Any, ends: Dict[str, NDArray[np.float64]]) -> None:
    for name, P in ends.items():
        first = name.split(",")[0]
        colour, sign = law_style(first)
        hollow = text(lib.carom_law_look(first.encode()).sign) == "ring"
        style = {"color": "white" if hollow else colour, "mec": colour if hollow else "white", "mew": 1.4 if hollow else 0.6}
        ax.plot(P[1], P[0], sign, label=textwrap.fill(name, 40), ms=7, ls="", zorder=7, **style)


# Draws maps.


def regime_map(
    result: Result,
    x: ArrayLike,
    y: ArrayLike,
    *,
    show: str = "mode",
    limit: Optional[float] = None,
    xlabel: str = "",
    ylabel: str = "",
    ax: Any = None,
) -> Any:
    """Draws a map of a two-dimensional result: result.shape is (len(y), len(x)).

    show    "mode", "dE", "ok", "P_n", "P_t", "v_n", "v_t", ...: a column of result.to_frame()
    limit   largest absolute value of the colour scale

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom, numpy as np
    >>> angle, mu = np.radians(np.linspace(1, 89, 45)), np.linspace(0, 2, 41)
    >>> hit = carom.collide(*carom.Rod(angle=angle, velocity=(0.3, -1)), e=0.5, mu=mu[:, None])
    >>> ax = carom.plot.regime_map(hit, np.degrees(angle), mu, xlabel="angle (degrees)", ylabel="friction")
    >>> sorted(words.get_text() for words in ax.get_legend().get_texts())[:2]
    ['c-reversed', 'c-sticking']
    """
    xs, ys = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if result.shape != (ys.size, xs.size) or xs.ndim != 1 or ys.ndim != 1:
        expected = f"result.shape must be (len(y), len(x)) = ({ys.size}, {xs.size})"
        raise InputError(f"{expected}; it is {result.shape}", Status.BAD_VALUE)
    ax = _axes(ax, 5.6, 4.2)
    columns = result.columns()
    if show not in columns:
        raise InputError(f'show is one of {", ".join(columns)}, not "{show}"', Status.BAD_VALUE)
    values = np.asarray(columns[show]).reshape(result.shape)
    if values.dtype == object or values.dtype == bool:
        _draw_kinds(ax, xs, ys, values)
    else:
        _draw_amounts(ax, xs, ys, values, show, limit)
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    return ax


def _draw_kinds(ax: Any, x: Any, y: Any, values: NDArray[Any]) -> None:
    from matplotlib.colors import ListedColormap  # type: ignore[import]
    from matplotlib.patches import Patch  # type: ignore[import]

    # A mode has the same colour in every map, from the library's table.
    names = sorted(set(values.flat), key=lambda name: _MODES.get(name, 0))
    colours = [mode_colour(name) if name in _MODES else (INK["sky"], INK["soft"])[bool(k)] for k, name in enumerate(names)]
    numbers = np.vectorize(names.index)(values)
    limits = {"vmin": -0.5, "vmax": len(names) - 0.5}
    ax.pcolormesh(x, y, numbers, cmap=ListedColormap(colours), shading="nearest", rasterized=True, **limits)
    if len(names) > 1:
        for k in range(len(names)):
            ax.contour(x, y, numbers == k, levels=[0.5], colors=INK["text"], linewidths=0.5)
    patches = [Patch(fc=c, ec=INK["text"], lw=0.5, label=str(n)) for c, n in zip(colours, names)]
    _legend(ax, handles=patches)


_MODES = {mode.label: int(mode) for mode in Mode}


def _draw_amounts(ax: Any, x: Any, y: Any, values: NDArray[Any], name: str, limit: Optional[float]) -> None:
    signed = np.nanmin(values) < 0 < np.nanmax(values)
    most = np.nanmax(np.abs(values)) if limit is None else limit
    low, high = (-most if np.nanmin(values) < 0 else 0.0), (most if np.nanmax(values) > 0 else 0.0)
    limits = {"vmin": low, "vmax": high} if signed or limit is not None else {}
    colours = "RdBu_r" if signed else "viridis"
    mesh = ax.pcolormesh(x, y, values, cmap=colours, shading="nearest", rasterized=True, **limits)
    ax.figure.colorbar(mesh, ax=ax, label=name, extend="neither" if limit is None else "both")


# Draws the slip hodograph.


def hodograph(
    W: ArrayLike,
    mu: float,
    mu_static: Optional[float] = None,
    *,
    slips: int = 24,
    ax: Any = None,
) -> Any:
    """Draws how the slip of a 3D contact changes as the normal impulse grows: trajectories and invariant directions.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> W = [[1, 0.3, 0.2], [0.3, 2, 0.1], [0.2, 0.1, 3]]
    >>> carom.plot.hodograph(W, mu=0.5).get_xlabel()
    'slip $v_{t1}$'
    """
    made = Hodograph(W, mu, mu_static)
    ax = _axes(ax, 5.2, 4.2)
    for angle in np.linspace(0, 2 * np.pi, slips, endpoint=False):
        path = trace(W, _start(made, angle), e=0.0, mu=mu, mu_static=mu_static)
        _draw_slip(ax, path.v[:, 1:])
    colours = {"convergent": INK["blue"], "divergent": INK["vermilion"], "neutral": INK["green"]}
    for k, direction in enumerate(made.directions):
        first = all(d.kind != direction.kind for d in made.directions[:k])
        x, y = direction.e
        style = {"ls": "-" if direction.kind == "convergent" else "--", "color": colours[direction.kind], "lw": 1.8}
        ax.plot([0, 1.25 * x], [0, 1.25 * y], label=direction.kind if first else None, **style)
    ax.plot(0, 0, "o", color=INK["text"], ms=5, label="sticks" if made.holds else "does not stick", ls="")
    ax.set(xlim=(-1.3, 1.3), ylim=(-1.3, 1.3), xlabel="slip $v_{t1}$", ylabel="slip $v_{t2}$", aspect="equal")
    _legend(ax)
    return ax


def _start(made: Hodograph, angle: float) -> NDArray[np.float64]:
    """Returns a slip on the unit circle, with an approach fast enough that the slip can decay or grow."""
    least = max(1e-9, float(np.linalg.eigvalsh(made.W)[0]))
    fast = -20.0 * made.W[0, 0] / (least * max(made.mu, 0.05))
    return np.array([fast, np.cos(angle), np.sin(angle)])


def _draw_slip(ax: Any, slip: NDArray[np.float64]) -> None:
    ax.plot(slip[:, 0], slip[:, 1], color=INK["soft"], lw=0.8, zorder=1)
    steps = np.hypot(*np.diff(slip, axis=0).T).cumsum()
    if not len(steps) or steps[-1] == 0:
        return
    middle = int(np.searchsorted(steps, min(0.3, steps[-1] / 2)))
    start, end = slip[middle], slip[middle + 1]
    place, ahead = (start + end) / 2, 1e-3 * (end - start) / np.hypot(*(end - start))
    ax.annotate("", place + ahead, place, arrowprops={"arrowstyle": "->", "color": INK["soft"], "lw": 0.8})


# Draws histories over time.


def history(made: History, *, axes: Any = None) -> Any:
    """Draws forces, overlap and velocities of a compliant impact over time. Returns an array of three axes.

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> made = carom.history([[2.0, 0.0], [0.0, 7.0]], [-1.0, 0.5], "spring-dashpot", kn=1e6, kt=8e5, mu=0.3)
    >>> [ax.get_ylabel() for ax in carom.plot.history(made)]
    ['force  (N)', 'overlap  (m)', 'velocity  (m/s)']
    """
    import matplotlib.pyplot as plt

    if axes is None:
        with plt.rc_context(_STYLE):
            axes = plt.subplots(3, 1, figsize=(5.6, 6.0), sharex=True, layout="constrained")[1]
    names = ("n", "t") if made.result.dim == 2 else ("n", "t_1", "t_2")
    unit, scale = _time_unit(made.duration)
    inks = (INK["blue"], INK["vermilion"], INK["green"])
    for k, name in enumerate(names):
        style = {"color": inks[k], "ls": ("-", "--", "-.")[k], "lw": 1.4}
        axes[0].plot(made.t * scale, made.force[:, k], label=f"${name}$", **style)
        axes[2].plot(made.t * scale, made.v[:, k], label=f"$v_{{{name}}}$", **style)
    axes[1].plot(made.t * scale, made.overlap, color=INK["text"], lw=1.4)
    for ax, words in zip(axes, ("force  (N)", "overlap  (m)", "velocity  (m/s)")):
        _shade_sticking(ax, made, scale)
        ax.set_ylabel(words)
        ax.axhline(0, color=INK["soft"], lw=0.4, zorder=0)
    _legend(axes[0])
    _legend(axes[2])
    axes[2].set_xlabel(f"time since first touch  ({unit})")
    return axes


def _time_unit(duration: float) -> Tuple[str, float]:
    units = (("s", 1.0), ("ms", 1e3), ("µs", 1e6))
    return next((unit for unit in units if duration * unit[1] >= 1), units[-1])


def _shade_sticking(ax: Any, made: History, scale: float) -> None:
    """Shades the times at which the contact point sticks."""
    sticks = np.flatnonzero(made.state[:-1] == "stick")
    for i in sticks:
        first = "sticks" if i == sticks[0] else None
        ax.axvspan(made.t[i] * scale, made.t[i + 1] * scale, color=INK["sky"], alpha=0.15, lw=0, label=first)


# Draws the set that a law reaches.


def reach(found: Reach, *, ax: Any = None) -> Any:
    """Draws the results that a law can reach in 2D (carom.reach): a curve or an area over the accessible region."""
    region = found.region
    if region.dim != 2:
        raise InputError("the impulses that a law can reach are drawn in 2D only; Reach.impulses has them in 3D", Status.WRONG_DIM)
    ax = _axes(ax)
    _draw_region(ax, region)
    name = f"{found.law.name} over {', '.join(found.coefficients)}"
    if len(found.outline):
        ax.fill(found.outline[:, 1], found.outline[:, 0], color=INK["orange"], alpha=0.4, lw=0, label=name)
    elif found.impulses.ndim == 3:
        P = found.impulses.reshape(-1, 2)
        ax.plot(P[:, 1], P[:, 0], ".", ms=1.2, color=INK["orange"], label=name)
    else:
        ax.plot(found.impulses[:, 1], found.impulses[:, 0], color=INK["orange"], lw=2.4, label=name)
    ax.set_xlabel("tangential impulse $P_t$  (N s)")
    ax.set_ylabel("normal impulse $P_n$  (N s)")
    ax.set_aspect("equal")
    _legend(ax)
    return ax


# Draws the scene.


def scene(result: ScenarioResult, *, ax: Any = None) -> Any:
    """Draws the bodies of a scenario to scale, with velocities before and after the impact, the contact and the impulse.

    result   the result of Scenario.solve
    ax       one axes in 2D, three in 3D (from above, the front and the side); new ones by default

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> puck = carom.load({"law": "routh", "params": {"e": 0.5, "mu": 0.2},
    ...                    "bodies": [{"name": "puck", "mass": 1, "shape": {"disc": 0.1}, "centre": [0, 0.1],
    ...                                "velocity": [1, -2]}, "fixed"],
    ...                    "contact": {"point": [0, 0], "normal": [0, 1]}})
    >>> ax = carom.plot.scene(puck.solve())
    >>> ax.get_title(loc="left"), ax.get_xlabel()
    ('routh, e = 0.5, mu = 0.2', 'x  (m)')
    """
    made = result.scene
    views = [(0, 1, 2, 1)] if made.dim == 2 else [(0, 1, 2, 1), (0, 2, 1, -1), (1, 2, 0, 1)]
    if ax is None and made.dim == 3:
        import matplotlib.pyplot as plt

        with plt.rc_context(_STYLE):
            ax = plt.subplots(1, 3, figsize=(10.5, 4.0), layout="compressed")[1]
    axes = [_axes(ax, 7.4, 4.4)] if made.dim == 2 else list(np.ravel(ax))
    speeds = [float(np.linalg.norm(v)) for b in made.bodies for v in (b.velocity, b.velocity_after)]
    size = _extent(made)
    unit = max(speeds) / (0.66 * size) if max(speeds) > 0 else 1.0
    stated = ", ".join(f"{k} = {v}" if not isinstance(v, str) else v for k, v in result.scenario.params.items())
    for one, (across, up, out, sense) in zip(axes, views):
        for body in made.bodies:
            _draw_body(one, body, across, up, size)
            _draw_motion(one, body, across, up, unit)
            _draw_spin(one, body, (across, up, out), sense, 0.075 * size)
        _draw_contact(one, made, across, up, size)
        one.margins(0.1)
        one.set_aspect("equal")
        one.set_xlabel(f"{'xyz'[across]}  (m)")
        one.set_ylabel(f"{'xyz'[up]}  (m)")
    axes[0].set_title(f"{result.law.name}, {stated}" if stated else result.law.name, fontsize=9, loc="left")
    _legend(axes[-1])
    return axes[0] if made.dim == 2 else ax


def _extent(made: Scene) -> float:
    """Returns the size of the scene, m."""
    seen = [made.point]
    for body in made.bodies:
        if body.outline not in ("none", "pin", "ground"):
            line = [_outline(body, 0, up) for up in range(1, made.dim)]
            low, high = ([np.array([f(line[0][:, 0]), *(f(l[:, 1]) for l in line)]) for f in (np.nanmin, np.nanmax)])
            seen += [np.append(x, 0.0)[:3] for x in (low, high)]
    span = float(np.ptp(np.array(seen)[:, : made.dim], axis=0).max())
    return span if span > 0 else 1.0


def _outline(body: SceneBody, across: int, up: int) -> NDArray[np.float64]:
    """Returns the points of the outline as seen along the third axis."""
    turn = np.linspace(0, 2 * np.pi, 73)
    seen = body.axes[[across, up]]
    if body.outline in ("disc", "sphere", "gyration"):
        around = body.size[0] * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    elif body.outline == "ellipsoid":
        shadow = seen * body.size
        around = np.stack([np.cos(turn), np.sin(turn)], axis=1) @ np.linalg.cholesky(shadow @ shadow.T).T
    elif body.outline == "rod":
        around = 0.5 * body.size[0] * np.array([[-1.0], [1.0]]) * seen[:, 0]
    else:
        corners = [(1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1)]
        sides = range(3) if body.outline == "box" else (2,)
        faces = []
        for k in sides:
            a, b = ((0, 1), (0, 2), (1, 2))[k] if body.outline == "box" else (0, 1)
            for end in (-1.0, 1.0) if body.outline == "box" else (0.0,):
                rest = 3 - a - b
                part = np.zeros((5, 3))
                part[:, a], part[:, b], part[:, rest] = *np.array(corners).T, end
                faces += [0.5 * (part * body.size) @ seen.T, np.full((1, 2), np.nan)]
        around = np.concatenate(faces)
    return np.asarray(body.centre[[across, up]] + around)


def _draw_body(ax: Any, body: SceneBody, across: int, up: int, size: float) -> None:
    if body.outline == "ground":
        normal, at = body.axes[[across, up], 0], body.centre[[across, up]]
        if np.hypot(*normal) > 0.999:
            along = np.array([-normal[1], normal[0]]) * (0.5 * body.size[0] or 0.9 * size)
            ends = np.array([at - along, at + along])
            ax.plot(ends[:, 0], ends[:, 1], color=INK["text"], lw=1.0)
            low = ends - 0.06 * size * normal
            filled = np.concatenate([ends, low[::-1]])
            ax.fill(filled[:, 0], filled[:, 1], fc="none", ec=INK["soft"], hatch="////", lw=0)
        return
    if body.outline in ("none", "pin"):
        return
    line = _outline(body, across, up)
    if body.outline == "gyration":
        ax.plot(line[:, 0], line[:, 1], color=INK["soft"], ls="--", lw=0.9)
        return
    ax.plot(line[:, 0], line[:, 1], color=INK["text"], lw=3.0 if body.outline == "rod" else 1.0, zorder=2)
    if body.outline in ("disc", "sphere", "ellipsoid", "rectangle"):
        whole = line[~np.isnan(line[:, 0])]
        ax.fill(whole[:, 0], whole[:, 1], color=INK["soft"], alpha=0.16, lw=0)


def _arrow(ax: Any, start: Any, end: Any, colour: str, label: str, **style: Any) -> None:
    if np.hypot(*(np.asarray(end) - start)) == 0.0:
        return
    look = {"arrowstyle": "-|>", "color": colour, "lw": 1.8, "shrinkA": 0, "shrinkB": 0, **style}
    ax.annotate("", end, start, arrowprops=look, zorder=4)
    # Matplotlib ignores arrows when it sets the range, so their ends are added as points.
    first = label not in [line.get_label() for line in ax.get_lines()]
    both = np.array([start, end])
    ax.plot(both[:, 0], both[:, 1], color=colour, lw=0, label=label if first else "_")
    if first:
        ax.get_lines()[-1].set_linewidth(style.get("lw", 1.8))
        ax.get_lines()[-1].set_linestyle(style.get("ls", "-"))


def _words(ax: Any, words: str, at: Any, off: Tuple[int, int], colour: str, **style: Any) -> None:
    _halo(ax.annotate(words, at, off, textcoords="offset points", color=colour, fontsize=7.5, zorder=8, **style))


def _draw_motion(ax: Any, body: SceneBody, across: int, up: int, unit: float) -> None:
    if body.outline in ("ground", "pin"):
        return
    centre = body.centre[[across, up]]
    before = centre + body.velocity[[across, up]] / unit
    after = centre + body.velocity_after[[across, up]] / unit
    _arrow(ax, centre, before, INK["blue"], "velocity before")
    _arrow(ax, centre, after, INK["vermilion"], "velocity after")
    _arrow(ax, before, after, INK["purple"], "change $Δv$", lw=1.0, ls="--")
    for tip, v, colour in ((before, body.velocity, "blue"), (after, body.velocity_after, "vermilion")):
        if np.linalg.norm(v) > 0:
            _words(ax, f"{np.linalg.norm(v):.3g} m/s", tip, (4, 4), INK[colour])
    ax.plot(*centre, "o", mfc="white", mec=INK["text"], ms=5, zorder=5)
    _words(ax, body.name, centre, (-6, 5), INK["text"], ha="right")


def _draw_spin(ax: Any, body: SceneBody, view: Tuple[int, int, int], sense: int, radius: float) -> None:
    most = max(np.abs(body.spin).max(), np.abs(body.spin_after).max())
    across, up, out = view
    for spin, size, colour in ((body.spin, radius, "blue"), (body.spin_after, 1.45 * radius, "vermilion")):
        if body.outline in ("ground", "pin") or not abs(spin[out]) > 0.01 * most:
            continue
        turn = np.pi / 2 + np.linspace(0, 4.7 * sense * spin[out] / most, 40)
        arc = body.centre[[across, up]] + size * np.stack([np.cos(turn), np.sin(turn)], axis=1)
        ax.plot(arc[:, 0], arc[:, 1], color=INK[colour], lw=1.3)
        look = {"arrowstyle": "-|>", "color": INK[colour], "lw": 1.3}
        ax.annotate("", arc[-1], arc[-3], arrowprops=look)
        _words(ax, f"{abs(spin[out]):.3g} rad/s", arc[np.argmin(arc[:, 1])], (-14, -10), INK[colour])


def _draw_contact(ax: Any, made: Scene, across: int, up: int, size: float) -> None:
    at, P = made.point[[across, up]], float(np.linalg.norm(made.impulse))
    if P > 0:
        tip = at + 0.22 * size * made.impulse[[across, up]] / P
        _arrow(ax, at, tip, INK["green"], f"impulse on {made.struck}, {P:.3g} N s" if made.struck else "impulse", lw=2.2)
    ax.plot(*at, "o", color=INK["text"], ms=5, zorder=6)


# Draws a body that flies and bounces.


def _turned(body: Solid, states: DropStates, view: Tuple[int, int]) -> NDArray[np.float64]:
    """Returns the directions across and up for each state, in body axes: (n, 2, dim)."""
    if body.dim == 2:
        c, s = np.cos(states.angle), np.sin(states.angle)
        turned: NDArray[np.float64] = np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=-2)
        return turned[..., list(view), :]
    w, x, y, z = np.moveaxis(states.orientation, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(rows[k], axis=-1) for k in view], axis=-2)


def _outlines(made: Drop, states: DropStates, view: Tuple[int, int]) -> List[NDArray[np.float64]]:
    """Returns the outline at each state, then a gap and a mark from the centre along the body's first axis."""
    drawn = []
    for centre, seen in zip(np.atleast_2d(states.centre)[:, list(view)], _turned(made.body, states, view)):
        line = made.body.outline(seen)
        mark = np.array([[np.nan, np.nan], [0.0, 0.0], 0.5 * made.body.size * seen[:, 0]])
        is_rod = made.body.corners is not None and len(made.body.corners) == 2
        drawn.append(centre + (line if is_rod else np.concatenate([line, mark])))
    return drawn


def _view_of(made: Drop, view: str) -> Tuple[int, int]:
    letters = "xyz"[: made.body.dim]
    if len(view) != 2 or view[0] == view[1] or any(letter not in letters for letter in view):
        raise InputError(f'view must be two different letters of "{letters}" (across, up), not {view!r}', Status.BAD_VALUE)
    return letters.index(view[0]), letters.index(view[1])


def _draw_planes(ax: Any, planes: Iterable[Plane], view: Tuple[int, int], box: Tuple[float, float, float, float]) -> None:
    """Draws the planes that are seen edge-on, hatched behind, within a box (left, right, low, high)."""
    left, right, low, high = box
    span = np.hypot(right - left, high - low)
    for plane in planes:
        normal = plane.normal[list(view)]
        if np.hypot(*normal) < 0.999:
            continue
        middle = np.array([(left + right) / 2, (low + high) / 2])
        at = middle + (plane.offset - middle @ normal) * normal
        ends = at + span * np.array([[-1.0], [1.0]]) * np.array([-normal[1], normal[0]])
        depth = 0.04 * max(right - left, high - low)
        behind = np.concatenate([ends, ends[::-1] - depth * normal])
        ax.plot(ends[:, 0], ends[:, 1], color=INK["text"], lw=1.0, scalex=False, scaley=False)
        patch = ax.fill(behind[:, 0], behind[:, 1], fc="none", ec=INK["soft"], hatch="////", lw=0)
        patch[0].set_in_layout(False)


def _box(lines: List[NDArray[np.float64]]) -> Tuple[float, float, float, float]:
    """Returns the range of the outlines, with a margin and space for the hatching of planes."""
    whole = np.concatenate(lines)
    low, high = np.nanmin(whole, axis=0), np.nanmax(whole, axis=0)
    margin = 0.06 * float(np.max(high - low) or 1.0)
    return low[0] - margin, high[0] + margin, low[1] - margin, high[1] + margin


def _frame_motion(ax: Any, box: Tuple[float, float, float, float], view: Tuple[int, int], title: str) -> None:
    ax.set_xlim(*box[:2])
    ax.set_ylim(*box[2:])
    ax.set_aspect("equal")
    ax.set_xlabel(f"{'xyz'[view[0]]}  (m)")
    ax.set_ylabel(f"{'xyz'[view[1]]}  (m)")
    ax.set_title(title, fontsize=9, loc="left")


def _stated(made: Drop) -> str:
    said = [f"{name} = {value:g}" if isinstance(value, (int, float)) else f"{name} = {value}" for name, value in made.coefficients.items()]
    return ", ".join([made.law.name, *said])


def _last(made: Drop, until: Optional[float]) -> float:
    first, last = made.times
    return last if until is None else min(max(until, first), last if made.stop != "leaves" else until)


def _default_view(made: Drop, view: Optional[str]) -> Tuple[int, int]:
    return _view_of(made, view or ("xy" if made.body.dim == 2 else "xz"))


def strobe(
    made: Drop, *, ax: Any = None, flashes: int = 30, until: Optional[float] = None, view: Optional[str] = None, impulses: bool = True
) -> Any:
    """Draws a stroboscopic picture of a motion: the body at equal times, the path of its centre, and its impacts.

    made      the result of carom.drop
    flashes   number of outlines
    until     the last time shown, s
    view      axes across and up; "xy" in 2D, "xz" in 3D
    impulses  draw the impulses as arrows

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> fall = carom.drop(carom.Solid.rod(1.0, mass=1.0), centre=(0, 1.2), angle=0.4, spin=2, until=1, e=0.5, mu=0.3)
    >>> ax = fall.plot(flashes=20)
    >>> ax.get_title(loc="left")
    'routh, e = 0.5, mu = 0.3'
    """
    from matplotlib.collections import LineCollection  # type: ignore[import]

    if flashes < 2:
        raise InputError(f"flashes must be at least 2, not {flashes}", Status.BAD_VALUE)
    seen, last = _default_view(made, view), _last(made, until)
    colour = law_style(made.law.name)[0]
    lines = _outlines(made, made.at(np.linspace(made.times[0], last, flashes)), seen)
    box = _box(lines)
    ax = _axes(ax, 6.4, 4.4)
    _draw_planes(ax, made.planes, seen, box)
    fade = np.linspace(0.25, 1.0, flashes)
    ax.add_collection(LineCollection(lines, colors=[(*_rgb(colour), a) for a in fade], linewidths=1.1, zorder=2))
    path = made.at(np.linspace(made.times[0], last, 40 * flashes)).centre[:, list(seen)]
    ax.plot(path[:, 0], path[:, 1], color=INK["soft"], lw=0.9, zorder=1, label="centre of mass")
    _draw_hits(ax, made, seen, last, 0.18 * max(box[1] - box[0], box[3] - box[2]) if impulses else 0.0)
    _frame_motion(ax, box, seen, _stated(made))
    _legend(ax)
    return ax


def _rgb(colour: str) -> Tuple[float, ...]:
    return tuple(int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))


def _draw_hits(ax: Any, made: Drop, view: Tuple[int, int], last: float, longest: float) -> None:
    """Draws the contact points, and arrows up to `longest` for the impulses."""
    shown = made.events.t[made.hits.event] <= last
    points, impulses = made.hits.point[shown][:, list(view)], made.hits.impulse[shown][:, list(view)]
    if not len(points):
        return
    ax.plot(points[:, 0], points[:, 1], ls="", marker="o", ms=3.5, color=INK["text"], zorder=4, label="impact")
    most = float(np.hypot(*impulses.T).max())
    if not (longest > 0.0 and most > 0.0):
        return
    arrows = impulses * (longest / most)
    style = {"angles": "xy", "scale_units": "xy", "scale": 1.0, "width": 0.004, "headwidth": 4.5, "headlength": 6.0}
    ax.quiver(*points.T, *arrows.T, color=INK["text"], zorder=4, **style)
    ax.plot([], [], ls="", marker=r"$\rightarrow$", ms=12, color=INK["text"], label=f"impulse, longest {most:.3g} N s")


def paths(made: Drops, *, ax: Any = None, until: Optional[float] = None, view: Optional[str] = None) -> Any:
    """Draws the paths of the centre of one body with several laws, and the body at the end of each.

    made    the result of carom.compare_drops

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> rod = carom.Solid.rod(1.0, mass=1.0)
    >>> both = carom.compare_drops(rod, ["routh", "whittaker"], centre=(0, 1.2), angle=0.4, until=1, e=0.5, mu=0.3)
    >>> [text.get_text() for text in both.plot().get_legend().get_texts()]
    ['routh', 'whittaker']
    """
    ax = _axes(ax, 6.4, 4.4)
    drops = list(made.values())
    if not drops:
        raise InputError("there is no motion to draw", Status.BAD_VALUE)
    seen, lines = _default_view(drops[0], view), []
    for name, one in made.items():
        last = _last(one, until)
        colour, sign = law_style(name)
        path = one.at(np.linspace(one.times[0], last, 1000)).centre[:, list(seen)]
        ends = _outlines(one, one.at([one.times[0], last]), seen)
        hit = one.at(one.events.t[one.events.t <= last]).centre[:, list(seen)]
        ax.plot(path[:, 0], path[:, 1], color=colour, lw=1.2, zorder=3)
        ax.plot(hit[:, 0], hit[:, 1], ls="", marker=sign, ms=4, color=colour, zorder=4)
        ax.plot([], [], color=colour, marker=sign, ms=4, lw=1.2, label=name)
        ax.plot(*ends[-1].T, color=colour, lw=1.1, alpha=0.7, zorder=2)
        lines += [*ends, path]
    ax.plot(*lines[0].T, color=INK["text"], lw=1.1, zorder=2)
    box = _box(lines)
    _draw_planes(ax, drops[0].planes, seen, box)
    _frame_motion(ax, box, seen, "paths of the centre of mass")
    _legend(ax)
    return ax


def animate(
    made: Union[Drop, Drops],
    file: Any = None,
    *,
    fps: float = 30.0,
    speed: float = 1.0,
    until: Optional[float] = None,
    view: Optional[str] = None,
) -> Any:
    """Animates one motion, or several laws side by side. Returns Matplotlib's FuncAnimation.

    file    file to save: .html (self-contained), .gif, or .mp4 if ffmpeg is installed
    fps     frames per second
    speed   1 is real time, 0.25 four times slower
    until   the last time shown, s. A motion that ends earlier keeps its final state

    >>> import matplotlib; matplotlib.use("Agg")
    >>> import carom
    >>> fall = carom.drop(carom.Solid.rod(1.0, mass=1.0), centre=(0, 1.2), angle=0.4, until=1, e=0.5, mu=0.3)
    >>> film = fall.animate(speed=0.5)
    >>> film.save_count
    61
    >>> film.pause()
    """
    import matplotlib.pyplot as plt
    from matplotlib.animation import FuncAnimation  # type: ignore[import]

    named = dict(made.items()) if isinstance(made, Mapping) else {made.law.name: made}
    drops = list(named.values())
    if not drops or not (fps > 0 and speed > 0):
        raise InputError("animate needs a motion, and fps and speed above 0", Status.BAD_VALUE)
    first = drops[0].times[0]
    last = max(_last(one, until) for one in drops)
    clock = first + np.arange(int(round((last - first) * fps / speed)) + 1) * speed / fps
    with plt.rc_context(_STYLE):
        figure, axes = plt.subplots(1, len(drops), figsize=(max(5.0, 3.2 * len(drops)), 4.2), squeeze=False, layout="compressed")
    seen = _default_view(drops[0], view)
    films = [_outlines(one, one.at(np.minimum(clock, _last(one, until))), seen) for one in drops]
    box = _box([line for film in films for line in film])
    bodies = []
    for ax, (name, one) in zip(axes[0], named.items()):
        _draw_planes(ax, one.planes, seen, box)
        _frame_motion(ax, box, seen, _stated(one) if len(drops) == 1 else name)
        bodies.append(ax.plot([], [], color=law_style(name)[0], lw=1.6)[0])
    words = axes[0][0].text(0.98, 0.97, "", transform=axes[0][0].transAxes, ha="right", va="top", fontsize=8)

    def show(frame: int) -> Any:
        for body, film in zip(bodies, films):
            body.set_data(film[frame][:, 0], film[frame][:, 1])
        words.set_text(f"{clock[frame]:.2f} s")
        return [*bodies, words]

    film = FuncAnimation(figure, show, frames=len(clock), interval=1000.0 / fps, blit=True)
    if file is not None:
        _save(film, str(file), fps)
    return film


def _save(film: Any, file: str, fps: float) -> None:
    if not file.endswith(".html"):
        film.save(file, fps=fps)
        return
    with open(file, "w", encoding="utf-8") as page:
        page.write(f'<!doctype html><meta charset="utf-8"><title>carom</title>{film.to_jshtml(fps=fps)}')
