"""carom computes impacts of rigid bodies with friction.

>>> import carom
>>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6], law="routh", e=0.5, mu=0.7)
>>> hit.P, hit.mode, hit.ok
(array([0.6 , 0.12]), <Mode.C_STICKING: 4>, True)

All numbers are in SI units, and the normal component comes first. The bodies approach if v[0] < 0. P acts on A, and v' = v + W P.
"""
import sys as _sys
from importlib import import_module as _import_module
from types import FunctionType as _Function
from typing import TYPE_CHECKING, Any, List

from ._carom import lib as _lib
from . import autodiff, plot
from ._bodies import Body2, Body3, Pair, Rod, ellipsoid_arm, rotation_from_quaternion
from ._check import Verdict, check
from ._collide import Vibration, collide
from ._combine import combine
from ._compare import Comparison, compare
from ._errors import CaromError, DtypeError, ErrorInfo, InputError, NoAnswerError, ParameterError, UnknownLawError
from ._history import History, history
from ._laws import Coefficient, Law, Laws, laws
from ._mass_jacobian import MassJacobian, mass_jacobian
from ._mechanism import BASE, Chain, ContactPoint, Link, Mechanism, PointMass, force_probe
from ._names import Event, Mode, NameArray, Status, Violation, text as _text
from ._region import Boundary, Hodograph, Invariant, Location, Region, hodograph, locate, region
from ._result import Result
from ._system import Solution, Stage, SystemResult, solve_system
from ._system_batch import SystemResults, solve_systems
from ._trace import Path, trace

if TYPE_CHECKING:
    from ._convert import Conversions, Converted, Engine, EquivalentCoefficients, MujocoContact, convert, engines, equivalent_coefficients, mujoco_contact
    from ._custom_law import CustomLaw, define_law
    from ._damping import HertzPair, damping_for_restitution, damping_to_restitution, hertz_pair
    from ._damping import restitution_to_damping, simulate_restitution
    from ._explain import Alternative, EnergyForm, Explanation, Force, Forces, Restitutions, collide_all, explain, forces
    from ._files import FileError, Motion, Scenario, ScenarioResult, Scene, SceneBody, load
    from ._inverse import Inverse, collide_inverse
    from ._jacobian import Jacobian, jvp, vjp
    from ._material_restitution import material_restitution
    from ._materials import Material, materials
    from ._measured import BodyChecks, Checks, Estimate, Fits, fit, fit_bodies
    from ._motion import Drop, DropEvents, DropHits, Drops, DropStates, MotionKind, MotionStop, compare_drops, drop
    from ._reach import Reach, reach
    from ._robots import from_jacobian, from_mujoco
    from ._rod import rod_modes
    from ._solid import Plane, Solid
    from ._spread import Spread, spread
    from ._sweep_results import LawSummary, SweepResults, WorstCase, open_sweep, sweep
    from ._system_jacobian import SystemJacobian, saltation

# Names that most programs do not use are imported when they are first used, which makes `import carom` faster.
_LATER = {
    "_convert": "Conversions Converted Engine EquivalentCoefficients MujocoContact convert engines equivalent_coefficients mujoco_contact",
    "_custom_law": "CustomLaw define_law",
    "_damping": "HertzPair damping_for_restitution damping_to_restitution hertz_pair restitution_to_damping simulate_restitution",
    "_explain": "Alternative EnergyForm Explanation Force Forces Restitutions collide_all explain forces",
    "_files": "FileError Motion Scenario ScenarioResult Scene SceneBody load",
    "_inverse": "Inverse collide_inverse",
    "_jacobian": "Jacobian jvp vjp",
    "_material_restitution": "material_restitution",
    "_materials": "Material materials",
    "_measured": "BodyChecks Checks Estimate Fits fit fit_bodies",
    "_motion": "Drop DropEvents DropHits Drops DropStates MotionKind MotionStop compare_drops drop",
    "_reach": "Reach reach",
    "_robots": "from_jacobian from_mujoco",
    "_rod": "rod_modes",
    "_solid": "Plane Solid",
    "_spread": "Spread spread",
    "_sweep_results": "LawSummary SweepResults WorstCase open_sweep sweep",
    "_system_jacobian": "SystemJacobian saltation",
}
_HOME = {name: module for module, names in _LATER.items() for name in names.split()}

__version__ = _text(_lib.carom_version())

__all__ = [
    "Alternative",
    "BASE",
    "Body2",
    "Body3",
    "BodyChecks",
    "Boundary",
    "CaromError",
    "Chain",
    "Checks",
    "Coefficient",
    "Comparison",
    "ContactPoint",
    "Conversions",
    "Converted",
    "CustomLaw",
    "Drop",
    "DropEvents",
    "DropHits",
    "DropStates",
    "Drops",
    "DtypeError",
    "EnergyForm",
    "Engine",
    "EquivalentCoefficients",
    "ErrorInfo",
    "Estimate",
    "Event",
    "Explanation",
    "FileError",
    "Fits",
    "Force",
    "Forces",
    "HertzPair",
    "History",
    "Hodograph",
    "InputError",
    "Invariant",
    "Inverse",
    "Jacobian",
    "Law",
    "LawSummary",
    "Laws",
    "Link",
    "Location",
    "MassJacobian",
    "Material",
    "Mechanism",
    "Mode",
    "Motion",
    "MotionKind",
    "MotionStop",
    "MujocoContact",
    "NameArray",
    "NoAnswerError",
    "Pair",
    "ParameterError",
    "Path",
    "Plane",
    "PointMass",
    "Reach",
    "Region",
    "Restitutions",
    "Result",
    "Rod",
    "Scenario",
    "ScenarioResult",
    "Scene",
    "SceneBody",
    "Solid",
    "Solution",
    "Spread",
    "Stage",
    "Status",
    "SweepResults",
    "SystemJacobian",
    "SystemResult",
    "SystemResults",
    "UnknownLawError",
    "Verdict",
    "Vibration",
    "Violation",
    "WorstCase",
    "autodiff",
    "check",
    "collide",
    "collide_all",
    "collide_inverse",
    "combine",
    "compare",
    "compare_drops",
    "convert",
    "damping_for_restitution",
    "damping_to_restitution",
    "define_law",
    "drop",
    "ellipsoid_arm",
    "engines",
    "equivalent_coefficients",
    "explain",
    "fit",
    "fit_bodies",
    "force_probe",
    "forces",
    "from_jacobian",
    "from_mujoco",
    "hertz_pair",
    "history",
    "hodograph",
    "jvp",
    "laws",
    "load",
    "locate",
    "mass_jacobian",
    "material_restitution",
    "materials",
    "mujoco_contact",
    "open_sweep",
    "plot",
    "reach",
    "region",
    "restitution_to_damping",
    "rod_modes",
    "rotation_from_quaternion",
    "saltation",
    "simulate_restitution",
    "solve_system",
    "solve_systems",
    "spread",
    "sweep",
    "trace",
    "vjp",
]


def _make_public(thing: Any) -> None:
    """Makes help(carom) and tracebacks show carom.Result instead of its module."""
    for base in [type(thing), *thing.__mro__] if isinstance(thing, type) else [thing]:
        if isinstance(base, (type, _Function)) and base.__module__.startswith("carom._"):
            base.__module__ = "carom"


for _name in __all__:
    if _name not in _HOME:
        _make_public(globals()[_name])

if not TYPE_CHECKING:  # hidden from type checkers, so that they report unknown names

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        _import_module("." + _HOME[name], __name__)
        # Include the names that this module imported already.
        for other, home in _HOME.items():
            module = _sys.modules.get(f"{__name__}.{home}")
            if module and other not in globals():
                globals()[other] = getattr(module, other)
                _make_public(globals()[other])
        return globals()[name]

    def __dir__() -> List[str]:
        return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
