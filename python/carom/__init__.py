"""carom: impacts of rigid bodies with friction.

>>> import carom
>>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6], law="routh", e=0.5, mu=0.7)
>>> hit.P, hit.mode, hit.ok
(array([0.6 , 0.12]), <Mode.C_STICKING: 4>, True)

Components are ordered normal first, SI units, v[0] < 0 approaches, P acts on A, v' = v + W P.
"""
import sys as _sys
from importlib import import_module as _import_module
from types import FunctionType as _Function
from typing import TYPE_CHECKING, Any, List

from ._carom import lib as _lib
from . import autodiff, plot
from ._bodies import Body2, Body3, Pair, Rod, axes_from_quaternion, ellipsoid_arm, realise
from ._check import Verdict, check
from ._collide import Vibration, collide
from ._combine import combine
from ._compare import ComparedMethods, Comparison, compare, compare_methods
from ._cones import cones
from ._errors import CaromError, DtypeError, InputError, NoAnswerError, ParameterError, Refusal, UnknownLawError
from ._history import History, history
from ._impact import Impact, Method, Methods, Solution, Stage, impact, methods
from ._impacts import Impacts, impacts
from ._laws import Law, Laws, Parameter, laws
from ._mechanism import BASE, Chain, Link, Mechanism, PointMass, Touch, force_probe
from ._names import Broken, Event, Mode, NameArray, Status, text as _text
from ._region import Boundary, Hodograph, Invariant, Location, Region, hodograph, locate, region
from ._result import Result
from ._sensitivity import Sensitivity, sensitivity
from ._trace import Path, trace

if TYPE_CHECKING:
    from ._before import Before, before
    from ._devices import HertzPair, device_for, factor_of_restitution, hertz_pair
    from ._devices import restitution_of, restitution_of_yield, yield_of_restitution
    from ._files import Change, FileError, Motion, Scenario, ScenarioResult, Scene, SceneBody
    from ._files import Several, SeveralImpact, load
    from ._jac import Jacobian, jvp, vjp
    from ._jac_many import ImpactJacobian, saltation
    from ._materials import Material, materials
    from ._measured import BodyChecks, Checks, Estimate, Fits, fit, fit_bodies
    from ._motion import Drop, DropEvents, DropHits, Drops, DropStates, MotionKind, MotionStop, compare_drops, drop
    from ._outcomes import Outcomes, outcomes
    from ._own_law import OwnLaw, OwnParameter, own_law
    from ._reach import Reach, reach
    from ._robots import from_jacobian, from_mujoco
    from ._solid import Plane, Solid
    from ._strobe import Readings, fit_strobe, read_strobe
    from ._study import LawFindings, Study, WorstCase, open_study as open, sweep
    from ._tosses import FreeFlight, Toss, TossImpacts, extract_impacts, free_flight, load_tosses
    from ._translate import Engine, MujocoContact, Reworded, Translation, engines, mujoco_contact, translate
    from ._why import Alternative, EnergyForm, Explanation, Force, Forces, Restitutions, explain, forces, solutions

# What most programs do without is imported when it is first asked for, or `import carom` would take a tenth longer.
_LATER = {
    "_before": "Before before",
    "_devices": "HertzPair device_for factor_of_restitution hertz_pair restitution_of restitution_of_yield yield_of_restitution",
    "_files": "Change FileError Motion Scenario ScenarioResult Scene SceneBody Several SeveralImpact load",
    "_jac": "Jacobian jvp vjp",
    "_jac_many": "ImpactJacobian saltation",
    "_materials": "Material materials",
    "_measured": "BodyChecks Checks Estimate Fits fit fit_bodies",
    "_motion": "Drop DropEvents DropHits Drops DropStates MotionKind MotionStop compare_drops drop",
    "_outcomes": "Outcomes outcomes",
    "_own_law": "OwnLaw OwnParameter own_law",
    "_reach": "Reach reach",
    "_robots": "from_jacobian from_mujoco",
    "_solid": "Plane Solid",
    "_strobe": "Readings fit_strobe read_strobe",
    "_study": "LawFindings Study WorstCase open sweep",
    "_tosses": "FreeFlight Toss TossImpacts extract_impacts free_flight load_tosses",
    "_translate": "Engine MujocoContact Reworded Translation engines mujoco_contact translate",
    "_why": "Alternative EnergyForm Explanation Force Forces Restitutions explain forces solutions",
}
_HOME = {name: module for module, names in _LATER.items() for name in names.split()}
_NAME_AT_HOME = {"open": "open_study"}

__version__ = _text(_lib.carom_version())

__all__ = [
    "Alternative",
    "BASE",
    "Before",
    "Body2",
    "Body3",
    "BodyChecks",
    "Boundary",
    "Broken",
    "CaromError",
    "Chain",
    "Change",
    "Checks",
    "ComparedMethods",
    "Comparison",
    "Drop",
    "DropEvents",
    "DropHits",
    "DropStates",
    "Drops",
    "DtypeError",
    "Engine",
    "EnergyForm",
    "Estimate",
    "Event",
    "Explanation",
    "FileError",
    "Fits",
    "Force",
    "Forces",
    "FreeFlight",
    "HertzPair",
    "History",
    "Hodograph",
    "Impact",
    "Impacts",
    "ImpactJacobian",
    "InputError",
    "Invariant",
    "Jacobian",
    "Law",
    "LawFindings",
    "Laws",
    "Location",
    "Link",
    "Material",
    "Mechanism",
    "Method",
    "Methods",
    "Mode",
    "Motion",
    "MotionKind",
    "MotionStop",
    "MujocoContact",
    "NameArray",
    "NoAnswerError",
    "Outcomes",
    "OwnLaw",
    "OwnParameter",
    "Pair",
    "Parameter",
    "ParameterError",
    "Path",
    "Plane",
    "PointMass",
    "Readings",
    "Reach",
    "Refusal",
    "Region",
    "Restitutions",
    "Result",
    "Reworded",
    "Rod",
    "Scenario",
    "ScenarioResult",
    "Scene",
    "SceneBody",
    "Sensitivity",
    "Several",
    "SeveralImpact",
    "Solid",
    "Solution",
    "Stage",
    "Status",
    "Study",
    "Toss",
    "TossImpacts",
    "Touch",
    "Translation",
    "UnknownLawError",
    "Verdict",
    "Vibration",
    "WorstCase",
    "autodiff",
    "axes_from_quaternion",
    "before",
    "check",
    "collide",
    "combine",
    "compare",
    "compare_drops",
    "compare_methods",
    "cones",
    "device_for",
    "drop",
    "ellipsoid_arm",
    "engines",
    "explain",
    "extract_impacts",
    "factor_of_restitution",
    "fit",
    "fit_bodies",
    "fit_strobe",
    "force_probe",
    "forces",
    "free_flight",
    "from_jacobian",
    "from_mujoco",
    "hertz_pair",
    "history",
    "hodograph",
    "impact",
    "impacts",
    "jvp",
    "laws",
    "load",
    "load_tosses",
    "locate",
    "materials",
    "methods",
    "mujoco_contact",
    "open",
    "outcomes",
    "own_law",
    "plot",
    "read_strobe",
    "reach",
    "realise",
    "region",
    "restitution_of",
    "restitution_of_yield",
    "saltation",
    "sensitivity",
    "solutions",
    "sweep",
    "trace",
    "translate",
    "vjp",
    "yield_of_restitution",
]


def _make_public(thing: Any) -> None:
    """help(carom) and tracebacks say carom.Result, not the file it stands in."""
    for base in [type(thing), *thing.__mro__] if isinstance(thing, type) else [thing]:
        if isinstance(base, (type, _Function)) and base.__module__.startswith("carom._"):
            base.__module__ = "carom"


for _name in __all__:
    if _name not in _HOME:
        _make_public(globals()[_name])

if not TYPE_CHECKING:  # a type checker knows every name, and that there are no others

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        _import_module("." + _HOME[name], __name__)
        # With what it imported itself.
        for other, home in _HOME.items():
            module = _sys.modules.get(f"{__name__}.{home}")
            if module and other not in globals():
                globals()[other] = getattr(module, _NAME_AT_HOME.get(other, other))
                _make_public(globals()[other])
        return globals()[name]

    def __dir__() -> List[str]:
        return sorted({*(name for name in globals() if name.startswith("__")), *__all__})
