"""Sets coefficients that depend on the speed of the impact: e on |v_n|, mu on |v_t|."""
from __future__ import annotations

from typing import Any, Dict, Mapping

from ._carom import ffi, lib
from ._errors import InputError, ParameterError
from ._laws import FAMILY_OF_FORM, Law
from ._names import Status, text


def form_of(name: str, of: str) -> Any:
    """Returns a form of e or mu by its name."""
    form, known, k = lib.carom_speed_form_find(str(name).encode()), [], 0
    while lib.carom_speed_form_at(k):
        one = lib.carom_speed_form_at(k)
        known += [text(one.name)] if text(one.coefficient) == of else []
        k += 1
    if not form or text(form.coefficient) != of:
        raise InputError(f'{of} has no form "{name}"; it has {", ".join(known)}', Status.BAD_VALUE)
    return form


def set_forms(law: Law, params: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
    """Stores e_of and mu_of, such as e_of={"fifth": 0.2}, in the parameters, and returns all other keywords."""
    rest = dict(given)
    for name, of in FAMILY_OF_FORM.items():
        if name not in rest:
            continue
        value, read = rest.pop(name), [p.name for p in law.coefficients.values() if p.family == of]
        if not read:
            raise ParameterError(f'law "{law.name}" has nothing that {name} could stand for', Status.COEFFICIENT_UNUSED)
        if any(p in rest for p in read):
            raise InputError(f"{read[0]} and {name} stand for the same coefficient; give one of them", Status.BAD_VALUE)
        called, numbers = next(iter(value.items())) if isinstance(value, Mapping) and len(value) == 1 else (value, ())
        if not isinstance(called, str):
            raise InputError(f'{name} is a form and its numbers, such as {{"fifth": 0.2}}', Status.BAD_VALUE)
        form = form_of(called, of)
        try:
            listed = [float(x) for x in (numbers if isinstance(numbers, (list, tuple)) else [numbers])]
        except (TypeError, ValueError):
            raise InputError(f"the numbers of {name} must be numbers, not {numbers!r}", Status.BAD_VALUE) from None
        if lib.carom_params_set_speed_form(params, form, ffi.new("double[]", listed or [0.0]), len(listed)) != lib.CAROM_OK:
            takes = ", ".join(text(form.parameter[k]) for k in range(form.count))
            raise InputError(f'form "{called}" of {name} takes {form.count} numbers ({takes}), not {len(listed)}',
                             Status.BAD_VALUE)
    return rest
