"""Computes the results of carom's laws and methods for cases of ImpactBench, many cases in one call of the command."""
import json
import subprocess

from judge import bodies_of, scenario

# For each name in the case files: the law of carom, its name for the normal restitution, its other parameters, and the
# dimensions.
LAWS = {
    "frictionless": ("frictionless", "e", {}, (2, 3)),
    "routh-newton": ("routh", "e", {"restitution": "newton"}, (2, 3)),
    "routh-poisson": ("routh", "e", {"restitution": "poisson"}, (2, 3)),
    "routh-energetic": ("routh", "e", {"restitution": "energetic"}, (2, 3)),
    "whittaker": ("whittaker", "e", {}, (2, 3)),
    "brach": ("brach", "e", {}, (2,)),
    "smith": ("smith", "e", {}, (2, 3)),
    "initial-slip": ("initial-slip", "e", {}, (2, 3)),
    "glocker": ("glocker", "e_n", {"e_t": 0}, (2,)),
    "pfeiffer-glocker": ("pfeiffer-glocker", "e", {"e_t": 0, "nu": 0}, (2,)),
    "chatterjee1": ("chatterjee1", "r_n", {"r_t": 0}, (2, 3)),
    "chatterjee2": ("chatterjee2", "r_n", {"r_t": 0}, (2, 3)),
    "chatterjee3": ("chatterjee3", "r_n", {"r_t": 0}, (2, 3)),
    "stronge": ("stronge", "e", {"eta2": 1.21}, (2, 3)),
    "deferred": ("deferred", "e", {}, (2, 3)),
    "ccp": ("ccp", "e", {}, (2, 3)),
    "sub-stepped": ("sub-stepped", "e", {}, (2,)),
    # The friction models of 3D engines limit friction in another way than the friction cone does.
    "one-direction": ("whittaker", "e", {"friction": "one-direction"}, (3,)),
    "box": ("whittaker", "e", {"friction": "box"}, (3,)),
    "slip-box": ("whittaker", "e", {"friction": "slip-box"}, (3,)),
    "disc": ("whittaker", "e", {"friction": "disc"}, (3,)),
    "deferred-disc": ("deferred", "e", {"friction": "disc"}, (3,)),
}
METHODS = {
    "glocker": lambda c: {"e_n": c["e"], "e_t": 0, "mu": c["mu"]},
    "pfeiffer-glocker": lambda c: {"e": c["e"], "mu": c["mu"]},
    "sequence": lambda c: {"e": c["e"], "mu": c["mu"], "single": "routh"} if c["mu"] else {"e": c["e"], "single": "frictionless"},
}
UNKNOWN = ("unknown-law", "coefficient-unknown", "coefficient-unused", "unknown-word")  # missing in this version


def ask(carom, verb, lines):
    """Returns the results of `carom VERB --jsonl` for these lines, in the same order."""
    text = "".join(json.dumps(line) + "\n" for line in lines)
    done = subprocess.run([carom, verb, "--jsonl"], input=text, capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if len(answers) != len(lines):
        raise RuntimeError(f"carom {verb} answered {len(answers)} of {len(lines)} lines: {done.stderr}")
    return answers


def history(carom, problem):
    """Returns the result of `carom trace` for one problem of a contact model: duration, max_force and more."""
    done = subprocess.run([carom, "trace", "-", "--json"], input=json.dumps(problem), capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def one_by(name, c):
    """Returns the scenario for the law with this name in the case files."""
    law, restitution, more, _ = LAWS[name]
    friction = {} if law == "frictionless" else {"mu": c["mu"]}
    return scenario(c, law, {restitution: c["e"], **friction, **more})


def several_by(name, c):
    """Returns the problem of `carom solve` for the method with this name."""
    touch = [{"between": [f"body{k['a']}", "fixed" if k["b"] == "floor" else f"body{k['b']}"],
              "point": k["point"], "normal": k["normal"]} for k in c["contacts"]]
    return {"law": name, "params": METHODS[name](c), "bodies": bodies_of(c), "contacts": touch}


def velocities(c, answer):
    """Returns the velocities of each body of the case, in order: [vx, vy, w] or [vx, vy, vz, wx, wy, wz]."""
    by_name = {b["name"]: b for b in answer["bodies"]}
    moved = [by_name.get(f"body{i}", {"velocity": b["velocity"], "spin": b["spin"]}) for i, b in enumerate(c["bodies"])]
    return [b["velocity"] + (b["spin"] if isinstance(b["spin"], list) else [b["spin"]]) for b in moved]


def single(carom, cases):
    """Returns the results by law for each case with one contact, and the laws that this version of carom does not have."""
    asked = [(i, n) for i, c in enumerate(cases) for n, row in LAWS.items() if c["dim"] in row[3]]
    found, unknown = [{} for _ in cases], set()
    for (i, n), a in zip(asked, ask(carom, "solve", [one_by(n, cases[i]) for i, n in asked])):
        if a["status"] == "ok":
            found[i][n] = velocities(cases[i], a)
        elif a.get("code") in UNKNOWN:
            unknown.add(n)
    return found, unknown


def is_one(a):
    """Returns whether there is exactly one result. A sequence may have several, by the order of its impacts."""
    return a["status"] in ("ok", "not-unique") and (a["law"] != "sequence" or a["solution_count"] == 1)


def several(carom, cases):
    """Returns the results by method for each case with several contacts, if the method has a unique result."""
    asked = [(i, n) for i in range(len(cases)) for n in METHODS]
    found = [{} for _ in cases]
    for (i, n), a in zip(asked, ask(carom, "solve", [several_by(n, cases[i]) for i, n in asked])):
        if is_one(a):
            found[i][n] = velocities(cases[i], a)
    return found
