"""carom: two things hit, with friction; what happens next?

>>> import carom
>>> hit = carom.collide([[2.5, -1.5], [-1.5, 2.5]], [-1.0, 0.6], law="routh", e=0.5, mu=0.7)
>>> hit.P, hit.mode, hit.ok
(array([0.6 , 0.12]), <Mode.C_STICKING: 4>, True)

Components are ordered normal first, SI units, v[0] < 0 approaches, P acts on A, v' = v + W P.
"""
from types import FunctionType as _Function

from ._carom import lib as _lib
from . import plot
from ._before import Before, before
from ._bodies import Body2, Body3, Pair, Rod, axes_from_quaternion, ellipsoid_arm, realise
from ._check import Verdict, check
from ._collide import Vibration, collide
from ._combine import combine
from ._compare import Comparison, compare
from ._cones import cones
from ._discs import Compression, Slowness, TwoStage, compress_disc, slowness, two_stage
from ._errors import CaromError, DtypeError, InputError, NoAnswerError, ParameterError, Refusal, UnknownLawError
from ._files import Change, FileError, Motion, Scenario, ScenarioResult, Scene, SceneBody, Several, SeveralImpact, load
from ._history import History, Instant, history, instants
from ._impact import Ending, Impact, Method, Methods, Solution, Stage, impact, methods
from ._laws import Law, Laws, Parameter, laws
from ._measured import Checks, Estimate, Fits, fit, fit_bodies
from ._mechanism import BASE, Chain, Link, Mechanism, PointMass, Touch, force_probe
from ._names import Broken, Event, Mode, NameArray, Status, text as _text
from ._own_law import OwnLaw, OwnParameter, own_law
from ._region import Boundary, Hodograph, Invariant, Region, hodograph, region
from ._result import Result
from ._sensitivity import Sensitivity, sensitivity
from ._strobe import Readings, fit_strobe, read_strobe
from ._study import LawFindings, Study, WorstCase, open_study as open, sweep
from ._trace import Path, trace
from ._why import Alternative, EnergyForm, Explanation, Force, Forces, Restitutions, explain, forces, solutions

__version__ = _text(_lib.carom_version())

__all__ = [
    "Alternative",
    "BASE",
    "Before",
    "Body2",
    "Body3",
    "Boundary",
    "Broken",
    "CaromError",
    "Chain",
    "Checks",
    "Comparison",
    "Compression",
    "DtypeError",
    "Ending",
    "EnergyForm",
    "Estimate",
    "Event",
    "Explanation",
    "FileError",
    "Fits",
    "Force",
    "Forces",
    "History",
    "Hodograph",
    "Impact",
    "InputError",
    "Instant",
    "Invariant",
    "Law",
    "LawFindings",
    "Laws",
    "Link",
    "Mechanism",
    "Method",
    "Methods",
    "Mode",
    "Change",
    "Motion",
    "Scene",
    "SceneBody",
    "NameArray",
    "NoAnswerError",
    "OwnLaw",
    "OwnParameter",
    "Pair",
    "Parameter",
    "ParameterError",
    "Path",
    "PointMass",
    "Readings",
    "Refusal",
    "Region",
    "Restitutions",
    "Result",
    "Rod",
    "Scenario",
    "ScenarioResult",
    "Sensitivity",
    "Several",
    "SeveralImpact",
    "Slowness",
    "Solution",
    "Stage",
    "Status",
    "Study",
    "Touch",
    "TwoStage",
    "UnknownLawError",
    "Verdict",
    "Vibration",
    "WorstCase",
    "axes_from_quaternion",
    "before",
    "check",
    "collide",
    "combine",
    "compare",
    "compress_disc",
    "cones",
    "ellipsoid_arm",
    "explain",
    "fit",
    "fit_bodies",
    "fit_strobe",
    "force_probe",
    "forces",
    "history",
    "hodograph",
    "impact",
    "instants",
    "laws",
    "load",
    "methods",
    "open",
    "own_law",
    "plot",
    "read_strobe",
    "realise",
    "region",
    "sensitivity",
    "slowness",
    "solutions",
    "sweep",
    "trace",
    "two_stage",
]

# help(carom) and tracebacks say carom.Result, not the file it stands in.
for _thing in [globals()[_name] for _name in __all__]:
    for _base in [type(_thing), *_thing.__mro__] if isinstance(_thing, type) else [_thing]:
        if isinstance(_base, (type, _Function)) and _base.__module__.startswith("carom._"):
            _base.__module__ = "carom"
