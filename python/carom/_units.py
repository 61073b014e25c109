"""Units of the columns of a DataFrame. All other numbers of the package are in SI units."""
from __future__ import annotations

import math
import re
from typing import Any, Dict, Optional, Tuple

# These values are exact by definition: mile 1609.344 m, pound 0.45359237 kg, foot 0.3048 m, standard gravity 9.80665 m/s^2.
POUND, FOOT = 0.45359237, 0.3048
FORCE = POUND * 9.80665

KMH = {"m/s": (3.6, "km/h")}
MPH = {"m/s": (1 / 0.44704, "mph")}
DEGREES = {"rad/s": (180 / math.pi, "deg/s"), "rad": (180 / math.pi, "deg")}
POUNDS = {"kg": (1 / POUND, "lb"), "1/kg": (POUND, "1/lb"), "N s": (1 / FORCE, "lbf s"), "J": (1 / (FORCE * FOOT), "ft lbf")}
FEET = {"m": (1 / FOOT, "ft")}
NAMES: Dict[str, Dict[str, Tuple[float, str]]] = {
    "SI": {},
    "km/h": KMH,
    "kmh": KMH,
    "mph": MPH,
    "deg": DEGREES,
    "degrees": DEGREES,
    "lb": POUNDS,
    "pounds": POUNDS,
    "ft": FEET,
    "feet": FEET,
    "US": {**MPH, **DEGREES, **POUNDS, **FEET},
}

# The SI unit of each column, by its name.
COLUMNS = (
    (r"(P|Pc|impulse)_(n|t|t1|t2|x|y|z)", "N s"),
    (r"W_\w+", "1/kg"),
    (r"(v0|v|velocity|velocity_before)_(n|t|t1|t2|x|y|z)|rest_speed", "m/s"),
    (r"(spin|spin_before)(_[xyz])?", "rad/s"),
    (r"angle", "rad"),
    (r"centre_[xyz]", "m"),
    (r"dE|energy|work(_normal|_friction)?", "J"),
    (r"t|left_out", "s"),
)


def _chosen(units: str) -> Dict[str, Tuple[float, str]]:
    chosen: Dict[str, Tuple[float, str]] = {}
    for name in re.split(r"[ ,]+", units.strip(" ,")):
        if name not in NAMES:
            raise ValueError(f'no unit is called "{name}"; the names are {", ".join(NAMES)}')
        for unit, row in NAMES[name].items():
            if chosen.get(unit, row) != row:
                raise ValueError(f"{name} and {chosen[unit][1]} contradict each other")
            chosen[unit] = row
    return chosen


def in_units(frame: Any, units: Optional[str]) -> Any:
    """Converts a DataFrame from SI to other units, and adds the unit to the names of its columns; without units, returns it unchanged."""
    if units is None:
        return frame
    chosen, names = _chosen(units), {}
    made = frame.copy()
    for column in frame.columns:
        unit = next((unit for pattern, unit in COLUMNS if re.fullmatch(pattern, str(column))), None)
        if unit is None:
            continue
        factor, name = chosen.get(unit, (1.0, unit))
        if factor != 1.0:
            made[column] = frame[column] * factor
        names[column] = f"{column}, {name}"
    return made.rename(columns=names)
