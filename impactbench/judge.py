#!/usr/bin/env python3
"""Identifies the impact law of a physics engine and lists violations of mechanics (docs/impactbench.md).

It is installed as carom-judge, which `carom judge` starts. Other programs import it and call `judge`. It needs only Python's
standard library and the case files, which hold the result of every law. The driver of the engine is an untrusted program.
"""
import argparse
import contextlib
import ctypes
import difflib
import html
import json
import math
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

HERE = os.path.dirname(os.path.realpath(__file__))
FAMILIES = "ABCDEFHRSTZG"  # in the order in which they are asked: long runs last
EVERYDAY = "FHRSTZ"
# Results within NEAR of each other count as equal. A gain of energy counts above GAIN, because rounding in single precision gains
# 1e-6. Bodies still approach if they do so by more than APPROACH, m/s.
NEAR, GAIN, APPROACH = 0.01, 1e-4, 0.01
# Velocities of two runs that differ by at most this share of the speed before the impact are equal. Engines repeat their results
# exactly, but an engine with single precision writes its numbers to 1e-7.
SAME = 1e-6
COMPACT = (",", ":")  # separators of JSON
FINE, CHECK_FAILED, USAGE, INPUT, INTERRUPTED, FILE = range(6)  # exit codes of the command


class Failure(Exception):
    """Ends the command with this exit code."""

    def __init__(self, code, status, message):
        super().__init__(message)
        self.code, self.status = code, status


# ---- vectors ---------------------------------------------------------------------------------------------------------
def dot(a, b): return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
def cross(a, b): return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
def minus(a, b): return [x - y for x, y in zip(a, b)]
def times(matrix, x): return [dot(row, x) for row in matrix]


def in_world(moments, q):
    """Returns the matrix with these moments about the axes of a body at orientation q, in world axes."""
    w, x, y, z = (c / math.hypot(*q) for c in q)
    axes = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [[sum(a * m * b for a, m, b in zip(one, moments, other)) for other in axes] for one in axes]


def turn(x, back=False):
    """Rotates a vector about the vertical by 0.6 rad; no multiple of this angle is an axis or a diagonal."""
    c, s = math.cos(0.6), math.sin(-0.6 if back else 0.6)
    return [c * x[0] + s * x[2], x[1], c * x[2] - s * x[0]]


# ---- cases -----------------------------------------------------------------------------------------------------------
# Everything that reads JSON raises ValueError, with the reason.
def parse(text):
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as e:
        raise ValueError(f"not JSON: {e}") from None
    if not isinstance(value, dict):
        raise ValueError("not JSON: not an object")
    return value


def numbers(x, *counts):
    """Reads a list with one of these counts of finite numbers."""
    if not isinstance(x, list) or len(x) not in counts:
        raise ValueError(f"{len(x) if isinstance(x, list) else 'no list of'} numbers instead of {' or '.join(map(str, counts))}")
    if not all(isinstance(c, (int, float)) and not isinstance(c, bool) and abs(c) < 1e100 for c in x):
        raise ValueError("a value is not a finite number")
    return [float(c) for c in x]


def number(x):
    return numbers([x], 1)[0]


def vector(x, dim):
    return numbers(x, dim) + [0.0] * (3 - dim)


def velocities(x, dim, count):
    """Reads the velocities of each body: [vx, vy, w] in 2D, or [vx, vy, vz, wx, wy, wz]."""
    if not isinstance(x, list) or len(x) != count:
        raise ValueError(f"{len(x) if isinstance(x, list) else 0} lists for {count} bodies")
    read = [numbers(u, *((3, 6) if dim == 2 else (6,))) for u in x]
    return [u if len(u) == 6 else [u[0], u[1], 0.0, 0.0, 0.0, u[2]] for u in read]


def expect_keys(line, known):
    for key in line:
        if key not in known.split() and not re.match(r"about$|note$|_", key):
            raise ValueError(f'unknown key "{key}"')


class Body:
    def __init__(self, b, dim):
        expect_keys(b, "mass inertia centre orientation angle velocity spin colliders")
        self.mass, self.centre, self.colliders = number(b["mass"]), vector(b["centre"], dim), b["colliders"]
        self.moments = numbers(b["inertia"] if isinstance(b["inertia"], list) else [b["inertia"]] * 3, 3)  # about its axes
        self.q = numbers(b.get("orientation", [1, 0, 0, 0]), 4)
        self.u = vector(b["velocity"], dim) + (vector(b["spin"], 3) if dim == 3 else [0.0, 0.0, number(b["spin"])])
        if not (self.mass > 0 and min(self.moments) > 0 and isinstance(b["colliders"], list)):
            raise ValueError("not a body")
        self.inertia, self.inverse = in_world(self.moments, self.q), in_world([1 / m for m in self.moments], self.q)


class Case:
    def __init__(self, line):
        expect_keys(line, "id family dim e mu bodies contacts material run source licence tolerance answers duration force height")
        self.line, self.id, self.family, self.dim, self.run = line, line["id"], line["family"], line["dim"], line.get("run")
        if not (isinstance(self.id, str) and 0 < len(self.id) < 64 and self.family in list(FAMILIES) and self.dim in (2, 3)):
            raise ValueError("no id, family or dimension")
        self.e, self.mu, self.tolerance = numbers([line["e"], line["mu"], line["tolerance"]], 3)
        self.duration, self.force, self.height = (number(line[k]) if k in line else None for k in ("duration", "force", "height"))
        self.bodies = [Body(b, self.dim) for b in line["bodies"]]
        self.contacts = [self.contact(k) for k in line["contacts"]]
        self.u, self.shown = [b.u for b in self.bodies], self.family in "ABD" and len(self.contacts) == 1  # may be drawn
        self.size = size(self, self.u)
        self.answers = {law: velocities(u, self.dim, len(self.bodies)) for law, u in line["answers"].items()}
        if not (0 < len(self.bodies) <= 8 and 0 < len(self.contacts) <= 16 and (self.run or self.answers)):
            raise ValueError("no bodies, contacts or answers, or too many")
        if self.run:
            expect_keys(self.run, "gravity time every energy")
            gravity, duration, every = numbers([self.run[k] for k in ("gravity", "time", "every")], 3)
            self.states = math.floor(duration / every + 0.5)
            if not (gravity >= 0 and 0 < self.states < 1e5 and self.run["energy"] in ("kept", "never up")):
                raise ValueError("not a long run")

    def contact(self, k):
        expect_keys(k, "a b point normal")
        bodies = range(len(self.bodies))
        if type(k["a"]) is not int or k["a"] not in bodies or k["b"] == k["a"] or k["b"] not in ["floor", *bodies]:
            raise ValueError("not the bodies of a contact")
        b = None if k["b"] == "floor" else k["b"]
        return SimpleNamespace(a=k["a"], b=b, point=vector(k["point"], self.dim), normal=vector(k["normal"], self.dim))


def read_file(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return f.read()


def read_cases(text, families=None, every=1):
    """Reads the cases of a text, one per line: every Nth case of these families."""
    cases, counts = [], {}
    for n, line in enumerate(text.split("\n"), 1):
        try:
            case = Case(parse(line)) if line.strip() else None
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as e:
            raise Failure(INPUT, "bad-file", f"line {n} is not a case of ImpactBench ({e}); see impactbench/cases.schema.json") from None
        if case and case.family in (families or FAMILIES):
            counts[case.family] = counts.get(case.family, -1) + 1
            cases += [] if counts[case.family] % every else [case]
    return cases


def built_in_cases(families=None, every=1):
    """Reads the case files beside this program, or those installed with it."""
    places = [os.path.join(HERE, "cases"), os.path.join(HERE, "..", "share", "carom", "impactbench", "cases")]
    folder = next(filter(os.path.isdir, places), places[1])
    return [case for family in FAMILIES if family in (families or FAMILIES)
            for case in read_cases(read_file(os.path.join(folder, family + ".jsonl")), None, every)]


def bodies_of(c):
    """Converts the bodies of a case to bodies of a scenario, without colliders."""
    return [{"name": f"body{i}", **{k: v for k, v in b.items() if k not in ("colliders", "angle")}} for i, b in enumerate(c["bodies"])]


def scenario(c, law, params):
    """Converts a case with one contact to a scenario."""
    k, bodies = c["contacts"][0], bodies_of(c)
    pair = ["fixed" if i == "floor" else bodies[i] for i in (k["a"], k["b"])]
    return {"law": law, "params": params, "bodies": pair, "contact": {"point": k["point"], "normal": k["normal"]}}


ENDINGS = {"touching": "", "turned": "/turned", "arriving": "/arriving"}  # of the ids of the forms of a case


def question(case, form, dt):
    """Returns the line for the driver, without the reference: the case as it is, rotated, or above the floor."""
    hidden = ("answers", "tolerance", "duration", "force", "licence", "height")
    line = {key: x for key, x in case.line.items() if key not in hidden} | {"id": case.id + ENDINGS[form]}
    bodies = line["bodies"] = [dict(b) for b in line["bodies"]]
    if form == "turned":
        c, s = math.cos(0.3), math.sin(0.3)
        for b, body in zip(bodies, case.bodies):
            w, x, y, z = body.q
            b.update(centre=turn(body.centre), velocity=turn(body.u[:3]), spin=turn(body.u[3:]),
                     orientation=[c * w - s * y, c * x + s * z, c * y + s * w, c * z - s * x])
        line["contacts"] = [dict(old, point=turn(k.point), normal=turn(k.normal)) for old, k in zip(line["contacts"], case.contacts)]
    # The first body starts higher by a fraction of the distance that its contact falls in a step. An engine without prediction
    # then finds it penetrating by the rest of the distance.
    fraction = 0.37 if form == "arriving" else case.height if form == "touching" else None
    if fraction is not None and dt is not None:
        up = -fraction * dt * parting(case, case.contacts[0], case.u)
        bodies[0]["centre"] = [x + up * n for x, n in zip(case.bodies[0].centre, case.contacts[0].normal)][:case.dim]
    return json.dumps(line) + "\n"


# ---- mechanics -------------------------------------------------------------------------------------------------------
def vis_viva(body, u, inertia):
    """Returns twice the kinetic energy of a body."""
    return body.mass * dot(u, u) + dot(u[3:], times(inertia, u[3:]))


def size(case, u):
    """Returns the size of the velocities in the kinetic metric."""
    return math.sqrt(sum(vis_viva(b, x, b.inertia) for b, x in zip(case.bodies, u)))


def apart(case, u, w):
    """Returns the distance of two results, relative to the motion before the impact."""
    return size(case, [minus(a, b) for a, b in zip(u, w)]) / case.size


def slip(case, k, u):
    """Returns the velocity of body a relative to b at a contact."""
    a, b = ([x + y for x, y in zip(u[i], cross(u[i][3:], minus(k.point, case.bodies[i].centre)))] if i is not None else [0.0] * 3 for i in (k.a, k.b))
    return minus(a, b)


def parting(case, k, u):
    """Returns the speed at which a contact separates, m/s; negative if it closes."""
    return dot(k.normal, slip(case, k, u))


def judge_velocities(case, u):
    """Judges a result by itself and against the laws."""
    closing, parted = ([parting(case, k, motion) for k in case.contacts] for motion in (case.u, u))
    fastest = min(range(len(closing)), key=closing.__getitem__)
    j = SimpleNamespace(gain=(size(case, u) / case.size) ** 2 - 1, approach=max(0.0, -min(parted)), outside=False, torque=0.0,
                        rebound=-parted[fastest] / closing[fastest] if closing[fastest] < 0 else None,
                        distance={law: apart(case, u, answer) for law, answer in case.answers.items()})
    j.least = min(j.distance.values())
    j.ball = j.distance.get("routh-poisson", j.least)  # for a ball, all laws of rigid bodies agree with routh
    if len(case.contacts) == 1:
        k = case.contacts[0]
        b, P = case.bodies[k.a], impulse(case, u)
        spin, Pn = minus(u[k.a][3:], case.u[k.a][3:]), dot(P, k.normal)
        Pt = math.sqrt(max(0.0, dot(P, P) - Pn * Pn))
        j.outside = not Pt <= 1.001 * case.mu * Pn + 1e-4 * case.size * math.sqrt(b.mass)
        left = minus(times(b.inertia, spin), cross(minus(k.point, b.centre), P))  # I dw - r x P
        j.torque = math.sqrt(max(0.0, dot(left, times(b.inverse, left)))) / case.size
    return j


def impulse(case, u):
    """Returns the impulse on body a of the first contact that changes its velocity to u."""
    a = case.contacts[0].a
    return [case.bodies[a].mass * x for x in minus(u[a], case.u[a])[:3]]


def energy(case, i, q, u, height):
    body = case.bodies[i]
    return 0.5 * vis_viva(body, u, in_world(body.moments, q)) + body.mass * case.run["gravity"] * height


# ---- the driver ------------------------------------------------------------------------------------------------------
LINE, NOISE = 1 << 20, 16 << 20  # bytes: the longest answer, and the most other output during one answer


class Fault(Exception):
    """Explains why the driver had to be ended."""


def visible(text, most=240):
    """Escapes control characters, which a terminal would obey, and cuts the text."""
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in str(text)[:most])[:most]


def children():
    """Returns the ids of our child processes on Linux, and elsewhere none."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc") if sys.platform == "linux" else ()):
        with contextlib.suppress(OSError), open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as f:
            if int(f.read().rpartition(")")[2].split()[1]) == os.getpid():  # pid (name) state parent
                found.add(int(pid))
    return found


class Driver:
    """Runs a driver as an untrusted process: sends a line and receives a line within a time limit, or raises Fault."""

    def __init__(self, argv, cwd=None, env=None):
        self.lines, self.pending, self.tail, self.noise, self.others = [], b"", b"", 0, children()
        if sys.platform == "linux":
            ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER: orphans of the driver become our children
        try:
            self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                                            cwd=cwd, env=env, start_new_session=True)
        except OSError as e:
            here = isinstance(e, FileNotFoundError) and "/" not in argv[0] and os.path.exists(argv[0])
            hint = "it is not in PATH; to run the file in this directory, write ./ before its name"
            raise Fault(f"cannot be run: {hint if here else e.strerror}") from None
        self.open = [self.process.stdout, self.process.stderr]
        for stream in [self.process.stdin, *self.open]:
            os.set_blocking(stream.fileno(), False)

    def hear(self, stream):
        """Reads what the driver wrote. Lines that begin with "{" are answers; others are noise, because some libraries print banners."""
        text = stream.read(65536) or b""
        if not text:
            self.open.remove(stream)
        if stream is self.process.stderr:
            self.tail = (self.tail + text)[-512:]
            self.noise += len(text)
        elif not text:
            raise Fault("")
        else:
            *lines, self.pending = (self.pending + text).split(b"\n")
            if not self.pending.startswith(b"{"):
                self.noise += len(self.pending[1:])
                self.pending = self.pending[:1]  # the rest of this line is noise too
            self.lines += [line for line in lines if line.startswith(b"{")]
            self.noise += sum(len(line) + 1 for line in lines if not line.startswith(b"{"))
        if self.noise > NOISE or max(map(len, [self.pending, *self.lines])) > LINE:
            raise Fault("wrote too much output")

    def ask(self, line, seconds):
        """Sends a line and returns the answer. After a Fault, start another driver."""
        end, line, self.noise = time.monotonic() + seconds, line.encode(), 0
        try:
            while not self.lines:
                left = end - time.monotonic()
                heard, sent, _ = select.select(self.open, [self.process.stdin] if line else [], [], left) if left > 0 else ([], [], [])
                if not heard and not sent:
                    raise Fault(f"no answer in {seconds:g} s")
                if sent:
                    try:
                        line = line[os.write(self.process.stdin.fileno(), line):]
                    except OSError:
                        line = b""  # it no longer reads, but its last output is still read
                for stream in heard:
                    self.hear(stream)
            return self.lines.pop(0)
        except Fault as fault:
            raise Fault(self.explain(str(fault))) from None

    def explain(self, why):
        """Ends the driver and returns why: how it ended, and its last message."""
        status = None
        with contextlib.suppress(subprocess.TimeoutExpired):
            status = self.process.wait(0 if why else 1)
        with contextlib.suppress(Fault):
            while self.process.stderr in select.select(self.open, [], [], 0)[0]:
                self.hear(self.process.stderr)
        self.finish(0.0)
        if not why and status is None:
            why = "closed its output"
        elif not why and status < 0:
            why = f"killed by signal {-status} ({signal.strsignal(-status)})"
        elif not why:
            why = f"ended with exit code {status}" if status else "ended without an answer"
        last = visible(self.tail.decode("utf-8", "replace").rstrip().rpartition("\n")[2])
        return why + (f": {last}" if last and self.noise <= NOISE else "")

    def finish(self, grace=2.0):
        """Closes the input of the driver, gives it time to end, and then kills it with all processes that it started."""
        self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(grace)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        end = time.monotonic() + 2
        while (orphans := children() - self.others) and time.monotonic() < end:
            for pid in orphans:  # an orphan that we have not waited for keeps its id, so no other process is killed
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)
        for stream in (self.process.stdout, self.process.stderr):
            stream.close()


# ---- answers ---------------------------------------------------------------------------------------------------------
def read_hello(line):
    """Reads the handshake. Raises ValueError."""
    hello = parse(line)
    engine, release, dims, families, settings = map(hello.get, ("engine", "version", "dims", "families", "settings"))
    dims = [d for d in dims if d in (2, 3)] if isinstance(dims, list) else []
    for good, what in ((hello.get("impactbench") == 1, '"impactbench": 1'), (dims, '"dims", of 2 and 3'),
                       (isinstance(engine, str) and isinstance(release, str), '"engine" and "version", strings')):
        if not good:
            raise ValueError("the handshake lacks " + what)
    settings = settings if isinstance(settings, dict) else None
    dt = (settings or {}).get("dt")
    return SimpleNamespace(engine=visible(engine, 63), version=visible(release, 95), dims=dims, settings=settings,
                           families=families if isinstance(families, str) else "ABCD", dt=dt if isinstance(dt, (int, float)) and 0 < dt < 1 else None)


def read_moves(answer, case, form, reply):
    """Reads velocities. Spins are converted to the pose of the impact, because the angular momentum is constant."""
    back = (lambda x: turn(x, True)) if form == "turned" else list
    u, qs = velocities(answer["u"], case.dim, len(case.bodies)), answer.get("q") or [None] * len(case.bodies)
    if not isinstance(qs, list) or len(qs) != len(u):
        raise ValueError('"q" needs one list per body')
    reply.u = [back(x[:3]) + (back(x[3:]) if q is None else times(b.inverse, back(times(in_world(b.moments, numbers(q, 4)), x[3:]))))
               for b, x, q in zip(case.bodies, u, qs)]
    reply.duration, reply.force = (number(answer[key]) if key in answer else None for key in ("duration", "force"))
    reply.note = visible(answer.get("note", ""), 63)


def read_trail(answer, case, reply):
    """Reads the states of a long run: [x, y, angle, vx, vy, w], or 13 numbers in 3D. Keeps the highest and last energy."""
    if not case.run or not isinstance(answer["trail"], list) or len(answer["trail"]) != case.states:
        raise ValueError(f'"trail" needs {case.states if case.run else "no"} states')
    start, levels = sum(energy(case, i, b.q, b.u, b.centre[1]) for i, b in enumerate(case.bodies)), []
    for state in answer["trail"]:
        if not isinstance(state, list) or len(state) != len(case.bodies):
            raise ValueError('a state of "trail" needs one list per body')
        rows = [numbers(x, *((6, 13) if case.dim == 2 else (13,))) for x in state]
        rows = [x if len(x) == 13 else [x[0], x[1], 0, 1, 0, 0, 0, x[3], x[4], 0, 0, 0, x[5]] for x in rows]
        levels.append(sum(energy(case, i, x[3:7], x[7:], x[1]) for i, x in enumerate(rows)) / start - 1)
    reply.highest, reply.last = max(levels), levels[-1]


def reply_of(said, words=""):
    return SimpleNamespace(said=said, words=words, note="", u=None, duration=None, force=None, highest=None, last=None)


def read_reply(line, case, form):
    """Reads the driver's line for this form of the case."""
    reply = reply_of("answered")
    try:
        answer = parse(line)
        if answer.get("id") != case.id + ENDINGS[form]:
            return reply_of("another case", visible(f"answered {json.dumps(answer.get('id'))} instead of {case.id}{ENDINGS[form]}"))
        for key in ("cannot", "error"):
            if isinstance(answer.get(key), str):
                return reply_of(key, visible(answer[key]))
        if "u" in answer and not case.run:
            read_moves(answer, case, form, reply)
        elif "trail" in answer:
            read_trail(answer, case, reply)
        else:
            raise ValueError('no "trail"' if case.run else 'neither "u" nor "cannot" nor "error"')
        return reply
    except (ValueError, ArithmeticError) as e:
        return reply_of("nonsense", visible(e))


# ---- the run ---------------------------------------------------------------------------------------------------------
class Run:
    """Sends the cases to a driver and judges its answers. `watch` is called with the numbers of sent and of all questions."""

    def __init__(self, argv, cases, limit=20.0, cwd=None, env=None, watch=None):
        self.argv, self.cases, self.limit, self.cwd, self.env, self.watch = [str(a) for a in argv], cases, limit, cwd, env, watch
        self.driver, self.hello, self.faults, self.in_a_row, self.asked, self.questions = None, None, [], 0, 0, 0
        self.results = [SimpleNamespace(reply=reply_of("not asked"), judged=None, turned=None, arriving=None) for _ in cases]
        self.stopped = self.over = False

    def note(self, who, why):
        """Ends the driver because of a fault. Five in a row, or fifty, end the run."""
        self.faults.append({"at": who, "what": str(why)})
        self.in_a_row += 1
        self.over = self.in_a_row == 5 or len(self.faults) == 50
        self.finish()

    def finish(self):
        if self.driver:
            self.driver.finish()
        self.driver = None

    def start(self):
        try:
            self.driver = Driver(self.argv, self.cwd, self.env)
            hello = read_hello(self.driver.ask('{"impactbench":1}\n', 3 * self.limit))
            self.hello = self.hello or hello
        except (Fault, ValueError) as e:
            self.note("handshake", visible(e, 600))

    def put(self, case, form):
        """Sends a question and returns the reply."""
        while not self.driver and not self.over:
            self.start()
        if self.over:
            return reply_of("not asked")
        try:
            line = self.driver.ask(question(case, form, self.hello.dt), (6 if case.run else 1) * self.limit)
            reply = read_reply(line, case, form)
            if reply.said == "another case":
                self.note(case.id, reply.words)
            else:
                self.in_a_row = 0
        except Fault as fault:
            reply = reply_of("no answer", str(fault))
            self.note(case.id, fault)
        self.asked += 1
        if self.watch:
            self.watch(self.asked, self.questions)
        return reply

    def go(self):
        """Runs all cases; Ctrl-C ends the run. Raises Failure if there is no handshake."""
        try:
            self.start()
            if self.hello:
                self.ask_all([x for x in zip(self.cases, self.results) if x[0].family in self.hello.families and x[0].dim in self.hello.dims])
        except KeyboardInterrupt:
            self.stopped = True
        finally:
            self.finish()
        if not self.hello:
            raise Failure(INPUT, "bad-value", f"{self.argv[0]}: {self.faults[0]['what'] if self.faults else 'stopped'}")

    def ask_all(self, wanted):
        """Asks all cases; the first 30 with friction in 3D also rotated; then balls and rods that start above the floor."""
        turning = [case for case, _ in wanted if case.family == "D" and case.mu > 0][:30]
        arriving = [(case, x) for case, x in wanted if (case.family == "A" or case.id.startswith("B-rod")) and len(case.contacts) == 1
                    and case.contacts[0].b is None and self.hello.dt is not None]
        self.questions = len(wanted) + len(turning) + len(arriving)
        for case, x in wanted:
            x.reply = self.put(case, "touching")
            x.judged = judge_velocities(case, x.reply.u) if x.reply.u else None
            turned = self.put(case, "turned").u if case in turning else None
            x.turned = apart(case, x.reply.u, turned) if turned and x.reply.u else None
        for case, x in arriving:
            reply = self.put(case, "arriving")
            x.arriving = judge_velocities(case, reply.u) if reply.u else None


# ---- the score -------------------------------------------------------------------------------------------------------
def share(s, most="worst", show=None):
    """Writes a count, with its largest value."""
    small = s["worst"] < 1e-4 if show is None else not s["cases"]
    return f"{s['cases']} of {s['of']}" + ("" if small else f", {most} {(show or percent)(s['worst'])}")


def gains(s):
    return share(s, "most", lambda x: f"{100 * x:+.3g} %")


def ranked(r):
    if not r["laws"]:
        return "no law has results for 95 % of the cases"
    names, best = " = ".join(row["law"] for row in r["laws"][:min(3, r["alike"])]), r["laws"][0]
    names = names if r["identified"] else f"({names})"
    return f"{names}, {best['within']} of {r['judged']} within 1 %, median {best['median']:.1g}, most {best['max']:.2g}"


# Rows of the table: the key of the score, what is counted, how it is written, and its meaning.
ROWS = (
    ("balls_right", "balls right to 1 %", share, "family A: all laws of the literature agree"),
    ("plane", "2D: nearest law", ranked, "family B: least mean distance; in brackets if fewer than half are within 1 %: nearest, not identified"),
    ("space", "3D: nearest law", ranked, "family D, likewise"),
    ("several_right", "several contacts right", lambda s: share(s, "furthest"), "family C: within 1 % of some method's answer"),
    ("turned_differs", "rotated scene differs", lambda s: share(s, "most"), "the same case rotated by 0.6 rad about the vertical differs by more than 1 %"),
    ("energy_gained", "energy gained", gains, "one contact, touching: E'/E - 1 > 1e-4"),
    ("outside_cone", "outside Coulomb's cone", share, "|P_t| > mu P_n"),
    ("still_approaching", "still approaching", lambda s: share(s, "most", lambda x: f"{x:.2g} m/s"), "by more than 1 cm/s"),
    ("spin_unexplained", "spin not explained", lambda s: share(s, "most"), "I dw is not r x P within 1 %: many mean a misplaced driver, or a compliant engine"),
    ("arriving_balls_right", "arriving: balls right", share, "as in a real scene: the body starts above the floor and reaches it in a step"),
    ("arriving_rods_gain", "arriving: rods that gain", gains, "energy, likewise"),
    ("elastic_right", "elastic spheres right", share, "family E: velocities, duration and force to 1 %"),
    ("runs_right", "long runs right", share, "family G: energy constant, or never rising, to 1 %"),
    ("slow_balls_right", "slow balls right", share, "family T: the rebound at seven speeds from 2 cm/s to 5 m/s"),
    ("mass_ratios_right", "mass ratios right", share, "family R: two balls, and a pile of two, with ratios from 1e-3 to 1e3"),
    ("footprint_right", "inside a footprint right", share, "family F: a ball lands on a box, inside its corners"),
    ("plastic_parts", "parts although e = 0", share, "family Z: by more than 1 % of the approach speed"),
    ("shapes_right", "shapes near the law", share, "family S: boxes and capsules within 1 % of the nearest law"),
    ("shapes_gain", "shapes that gain", gains, "energy, likewise"),
    ("heights_balls_right", "seven heights: balls right", share, "family H: balls that start above the floor"),
    ("heights_rods_gain", "seven heights: rods that gain", gains, "energy, likewise"))


def elastic_error(case, x):
    """Returns the largest error of distance, duration and force."""
    pairs = ((x.reply.duration, case.duration), (x.reply.force, case.force))
    return max([x.judged.least] + [abs(said / wanted - 1) for said, wanted in pairs if said is not None and wanted is not None])


def everyday_error(distances, rebound, e):
    """Returns the larger error of distance and restitution."""
    return max(min(distances.values()), abs(rebound - e) if rebound is not None else 0.0)


def rank(run, family):
    """Ranks the laws that have a result for 95 % of the judged cases of a family, the nearest first.

    Laws with the same results differ by rounding, 1e-16. Laws that differ in a single case differ by 1e-5. 1e-9 separates the two.
    """
    judged, laws = [x.judged.distance for case, x in zip(run.cases, run.results) if case.family == family and x.judged], []
    for law in dict.fromkeys(law for case in run.cases for law in case.answers):
        far = sorted(d[law] for d in judged if law in d)
        if far and 20 * len(far) >= 19 * len(judged):
            row = {"law": law, "within": sum(d <= NEAR for d in far), "mean": sum(d / len(far) for d in far), "median": far[len(far) // 2], "max": far[-1]}
            place = len(laws)
            while place and row["mean"] < laws[place - 1]["mean"] - 1e-9:
                place -= 1
            laws.insert(place, row)
    return {"nearest": laws[0]["law"] if laws else None, "identified": bool(laws) and 2 * laws[0]["within"] >= len(judged),
            "alike": sum(not laws[0]["mean"] < row["mean"] - 1e-9 for row in laws), "judged": len(judged), "laws": laws}


def counted(case, x, score):
    """Yields what a judged case counts for: the key of the score, whether it counts, and its value."""
    j, family = x.judged, case.family
    if family in "ABD":
        yield from (("energy_gained", j.gain > GAIN, j.gain), ("outside_cone", j.outside, 0.0),
                    ("still_approaching", j.approach > APPROACH, j.approach), ("spin_unexplained", j.torque > NEAR, j.torque))
    if family == "A":
        yield "balls_right", j.ball <= case.tolerance, j.ball
    if family == "C":
        yield "several_right", j.least <= NEAR, j.least
    if family == "E":
        yield "elastic_right", elastic_error(case, x) <= case.tolerance, elastic_error(case, x)
    if family in "TRFH" and not case.id.startswith("H-rod"):
        error = everyday_error(j.distance, j.rebound, case.e)
        keys = {"T": "slow_balls_right", "R": "mass_ratios_right", "F": "footprint_right", "H": "heights_balls_right"}
        yield keys[family], error <= case.tolerance, error
    if case.id.startswith("H-rod"):
        yield "heights_rods_gain", j.gain > GAIN, j.gain
    if family == "Z":
        yield "plastic_parts", j.rebound > NEAR, j.rebound
    if family == "S":
        near = j.distance.get(score["plane" if case.dim == 2 else "space"]["nearest"], j.least)
        yield from (("shapes_right", near <= NEAR, near), ("shapes_gain", j.gain > GAIN, j.gain))
    if x.turned is not None:
        yield "turned_differs", x.turned > NEAR, x.turned
    if x.arriving and family == "A":
        yield "arriving_balls_right", x.arriving.ball <= case.tolerance, x.arriving.ball
    if x.arriving and family == "B":
        yield "arriving_rods_gain", x.arriving.gain > GAIN, x.arriving.gain


def score_of(run):
    said = [x.reply.said for x in run.results]
    score = {"answered": said.count("answered"), "cannot": said.count("cannot"),
             "errors": sum(s in ("error", "nonsense", "another case", "no answer") for s in said), "notes": sum(bool(x.reply.note) for x in run.results),
             **{row[0]: {"cases": 0, "of": 0, "worst": 0.0} for row in ROWS}, "plane": rank(run, "B"), "space": rank(run, "D")}
    for case, x in zip(run.cases, run.results):
        found = counted(case, x, score) if x.judged else ()
        if x.reply.last is not None:
            error = max(x.reply.highest, abs(x.reply.last) if case.run["energy"] == "kept" else 0.0)
            found = [("runs_right", error <= case.tolerance, error)]
        for key, hit, value in found:
            s = score[key]
            s["of"], s["cases"], s["worst"] = s["of"] + 1, s["cases"] + bool(hit), max(s["worst"], value)
    return score


def nearest_to(case, score):
    return {"B": score["plane"]["nearest"], "D": score["space"]["nearest"]}.get(case.family)


def distance(case, x, score):
    """Returns the distance of an answer from the nearest law of its family, or from the value that the case states."""
    near = {"A": x.judged.ball, "E": elastic_error(case, x)}.get(case.family, x.judged.least)
    return x.judged.distance.get(nearest_to(case, score)) if case.family in "BD" else near


def worst(run, score):
    """Returns the five answers to cases with one contact that are furthest from the nearest law."""
    far = [(distance(case, x, score), case, x) for case, x in zip(run.cases, run.results) if case.shown and x.judged]
    far = [row for row in far if row[0] is not None and row[0] > 1e-9]  # rounding is not a bad case
    return [row[1:] for row in sorted(far, key=lambda row: -row[0])[:5]]


def verdict_of(score):
    """Returns "none", "clean" or "breaks", and a sentence."""
    if not sum(score[key]["of"] for key in ("balls_right", "energy_gained", "turned_differs", "runs_right")):
        return "none", "gets no verdict: it answered no case that tests mechanics"
    hits, missed = (lambda key: score[key]["cases"]), (lambda key: score[key]["of"] - score[key]["cases"])
    rows = [(missed("balls_right"), "ball that differs from the laws", "balls that differ from the laws"),
            (hits("energy_gained"), "gain of energy", "gains of energy"),
            (hits("outside_cone"), "impulse outside Coulomb's cone", "impulses outside Coulomb's cone"),
            (hits("still_approaching"), "contact that still closes", "contacts that still close"),
            (hits("turned_differs"), "result that changes if the scene is rotated", "results that change if the scene is rotated"),
            (missed("runs_right"), "long run whose energy differs", "long runs whose energy differs")]
    text = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in rows if n)
    return ("breaks", "violates mechanics: " + text) if text else ("clean", "violates none of the tested conditions")


# ---- the report ------------------------------------------------------------------------------------------------------
def case_report(case, x):
    out = {"id": case.id, "status": x.reply.said}
    if x.judged:
        out["u"] = [[u[0], u[1], u[5]] if case.dim == 2 and not any(u[2:5]) else u for u in x.reply.u]
        out |= {"gain": x.judged.gain, "approach": x.judged.approach}
        if case.family in EVERYDAY:
            out["rebound"] = x.judged.rebound
        if len(case.contacts) == 1:
            out |= {"outside_cone": x.judged.outside, "spin_unexplained": x.judged.torque}
        more = {"turned_differs": x.turned, "arriving_gain": x.arriving and x.arriving.gain, "duration": x.reply.duration, "force": x.reply.force,
                "note": x.reply.note or None}
        out |= {key: y for key, y in more.items() if y is not None} | {"distance": x.judged.distance}
    elif x.reply.last is not None:
        out |= {"highest": x.reply.highest, "last": x.reply.last}
    elif x.reply.words:
        out["message"] = x.reply.words
    return out


def version():
    """Returns the version of the command beside this program, or else in PATH."""
    path = os.pathsep.join([os.path.dirname(os.path.abspath(sys.argv[0])), os.environ.get("PATH", "")])
    command = os.environ.get("CAROM") or shutil.which("carom", path=path)
    said = subprocess.run([command, "--version"], capture_output=True, text=True, check=False).stdout.split() if command else []
    return said[1] if len(said) == 2 else "of unknown version"


def judge(argv, cases, limit=20.0, cwd=None, env=None, watch=None):
    """Judges a driver, a command. Returns the run, with everything found in run.report. Raises Failure."""
    run = Run(argv, cases, limit, cwd, env, watch)
    run.go()
    run.score = score_of(run)
    run.verdict, run.sentence = verdict_of(run.score)
    run.worst = worst(run, run.score)
    run.report = {
        "carom": version(), "engine": run.hello.engine, "version": run.hello.version, "command": run.argv, "settings": run.hello.settings,
        "asked": run.asked, "questions": run.questions, "stopped": run.stopped, "faults": run.faults, "score": run.score,
        "worst": [case.id for case, _ in run.worst], "verdict": run.verdict,
        "cases": [case_report(case, x) for case, x in zip(run.cases, run.results)]}
    return run


def percent(x):
    return "0" if abs(x) < 1e-4 else f"{100 * x:.2g} %" if abs(x) < 0.995 else f"{100 * x:.0f} %"


def about(case, x, score):
    """Describes a case, such as "B-random-003: 31 % from whittaker, e = 0.5, mu = 0.7, energy +29 %"."""
    more = (f", energy {100 * x.judged.gain:+.3g} %" if x.judged.gain > GAIN else "") + (", outside the cone" if x.judged.outside else "")
    return f"{case.id}: {100 * distance(case, x, score):.3g} % from {nearest_to(case, score) or 'the laws'}, e = {case.e:g}, mu = {case.mu:g}{more}"


def table(score):
    """Returns the rows of the table that have cases: what is counted, the result and its meaning."""
    return [(what, say(score[key]), meaning) for key, what, say, meaning in ROWS if score[key].get("of") or score[key].get("judged")]


def print_words(run):
    score, h = run.score, run.hello
    print(f"{h.engine}, {h.version}\n{score['answered']} cases answered, {score['cannot']} cannot, {score['errors']} missing")
    missing = [(case.id, x.reply) for case, x in zip(run.cases, run.results) if x.reply.said in ("cannot", "error", "nonsense")]
    for name, reply in missing[:5]:
        print(f"  {name}, {reply.said}: {reply.words}")
    rows = [("what", "found", ""), *table(score)]
    for what, said, _ in rows:
        print(f"  {what:{max(len(row[0]) for row in rows)}}  {said}")
    print(h.engine, run.sentence)
    for k, (case, x) in enumerate(run.worst):
        print("Furthest from the nearest law\n" * (k == 0) + f"  {about(case, x, score)}")


# ---- the page --------------------------------------------------------------------------------------------------------
STYLE = """:root{color-scheme:light dark;--ink:#1a1a1a;--soft:#555;--rule:#ccc;--paper:#fff;--shade:#f4f4f2;--good:#1b6e3a;--bad:#a4262c;
--warn:#7a5200;--blue:#0072b2;--vermilion:#d55e00;--green:#00875f;--purple:#a8588c;--orange:#c98500;--sky:#3a9bd4}
@media (prefers-color-scheme:dark){:root{--ink:#e8e6e3;--soft:#aaa;--rule:#444;--paper:#16181a;--shade:#22262a;--good:#6fcf97;--bad:#ff8a80;
--warn:#f2c46d;--blue:#5ab4ee;--vermilion:#ff8a4c;--green:#3fc79a;--purple:#e09ac6;--orange:#f2b53a;--sky:#8ed0f5}}
body{font:15px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:820px;margin:2em auto;padding:0 1em}
h1{font-size:1.7em;line-height:1.2;overflow-wrap:anywhere}h2{font-size:1.25em;margin:1.8em 0 .5em;border-bottom:1px solid var(--rule)}
h3{font-size:1.05em;margin:1.2em 0 .4em}table{border-collapse:collapse;margin:.5em 0}.wide{overflow-x:auto}.soft{color:var(--soft)}
td,th{padding:2px 10px 2px 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}th{font-weight:600}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}figure{margin:1em 0}figcaption{color:var(--soft);font-size:.92em}
.box{padding:.1em 1em;background:var(--shade);border-left:4px solid var(--soft)}.clean{border-color:var(--good)}.breaks{border-color:var(--bad)}
.none{border-color:var(--warn)}code,pre{font-family:ui-monospace,monospace;font-size:.86em;overflow-wrap:anywhere}
pre{white-space:pre-wrap;background:var(--shade);padding:.6em}svg{max-width:100%;height:auto;overflow:hidden}
svg path,svg rect{fill:none;stroke:currentColor;vector-effect:non-scaling-stroke}svg text{font:11px system-ui,sans-serif;fill:currentColor}
svg .fill{fill:currentColor;fill-opacity:.2;stroke:none}svg .ring{stroke-width:1.8}svg .solid{fill:currentColor}.rule{color:var(--rule)}
.ink{color:var(--ink)}.blue{color:var(--blue)}.vermilion{color:var(--vermilion)}.green{color:var(--green)}.purple{color:var(--purple)}
.orange{color:var(--orange)}.sky{color:var(--sky)}.dashed{stroke-dasharray:5 3}.dashdot{stroke-dasharray:7 2 1.5 2}.dotted{stroke-dasharray:1.5 3}
@page{margin:17mm 15mm}@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--paper:#fff}body{font-size:10pt;max-width:none;margin:0}
h2,h3{break-after:avoid}tr,figure,.box{break-inside:avoid}thead{display:table-header-group}}"""

# Colours and marks as in other pictures of carom. These laws are marked in impulse space, and the nearest one.
LOOKS = {"routh-poisson": "blue triangle", "whittaker": "green diamond", "brach": "orange square", "deferred": "green square", "ccp": "sky diamond",
         "smith": "sky down", "box": "purple square"}
MARKS = {"ring": "M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z", "square": "M-4-4h8v8h-8z", "diamond": "M0-5.5l5 5.5l-5 5.5l-5-5.5z", "triangle": "M0-5l5 9h-10z",
         "down": "M0 5l5-9h-10z", "line": "M-12 0h24"}


def mark(x, y, look):
    shape = next(shape for shape in look.split() if shape in MARKS)
    return f'<path class="{look}" transform="translate({x:.1f} {y:.1f})" d="{MARKS[shape]}"/>'


def path(points, look):
    return f'<path class="{look}" d="M{"L".join(f"{x:.5g} {-y:.5g}" for x, y in points)}"/>'


def write(x, y, text, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{text}</text>'


def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 2))
    step *= next(m for m in (0.5, 1, 2, 5) if (high - low) / (step * m) <= 6)
    return [(k * step, f"{k * step:.10g}".replace("-", "\u2212")) for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def panel(frame, span, names, inside, marks=()):
    """Draws axes in a frame (left, top, width, height), and in it paths in the coordinates of the span, and marks."""
    (left, top, width, height), (x0, x1, y0, y1) = frame, span
    across, up = (lambda x: left + width * (x - x0) / (x1 - x0)), (lambda y: top + height * (y1 - y) / (y1 - y0))
    out = [f'<svg x="{left}" y="{top}" width="{width}" height="{height}" viewBox="{x0:.6g} {-y1:.6g} {x1 - x0:.6g} {y1 - y0:.6g}" '
           f'preserveAspectRatio="none">{"".join(inside)}</svg><rect x="{left}" y="{top}" width="{width}" height="{height}"/>']
    out += [write(across(x), top + height + 15, text) for x, text in ticks(x0, x1)] + [write(left - 5, up(y) + 4, text, "end") for y, text in ticks(y0, y1)]
    x, y = left - 36, top + height / 2
    out += [write(left + width / 2, top + height + 32, names[0]), write(x, y, names[1], more=f' transform="rotate(-90 {x} {y})"')]
    return "".join(out + [mark(across(x), up(y), look) for x, y, look in marks])


def figure(width, height, parts, legend, words):
    for x, y, look, name in legend:
        parts += [mark(x, y, look), write(x + 18, y + 4, html.escape(name), "start")]
    return (f'<figure><svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{html.escape(words)}">{"".join(parts)}</svg>'
            f"<figcaption>{html.escape(words)}</figcaption></figure>\n")


def histogram(run):
    """Draws the distances of families B and D from the nearest law, with two bins for each power of ten."""
    inside, legend, most = [], [], 1
    for family, key, where, look in (("B", "plane", "2D", "blue"), ("D", "space", "3D", "vermilion")):
        far = [distance(case, x, run.score) for case, x in zip(run.cases, run.results) if case.family == family and x.judged]
        at = [min(25, max(0, math.floor(2 * (math.log10(d) + 12)))) if d else 0 for d in far if d is not None]
        if at:
            most = max(most, *map(at.count, at))
            steps = [(-12, 0), *((-12 + (k + side) / 2, at.count(k)) for k in range(26) for side in (0, 1)), (1, 0)]
            inside += [path(steps, "fill " + look), path(steps, look)]
            legend.append((90, 30 + 18 * len(legend), "solid square " + look, f"{where}, from {run.score[key]['nearest']}"))
    inside.append(path([(-2, 0), (-2, most)], "soft dashed"))
    parts = [panel((60, 10, 480, 230), (-12.3, 1.3, -0.03 * most, 1.08 * most), ("distance from the nearest law, power of ten (dashed: 1 %)", "cases"), inside)]
    return figure(560, 280, parts, legend, "Distances of the results from the law nearest to the engine.")


def impulse_space(case):
    """Returns axes at the contact (normal first; the tangent as in carom), and W, its inverse and the velocity along them."""
    k, n = case.contacts[0], case.contacts[0].normal
    least = min(range(3), key=lambda i: abs(n[i]))
    t = [n[1], -n[0], 0.0] if case.dim == 2 else [(i == least) - n[least] * n[i] for i in range(3)]
    t = [c / math.hypot(*t) for c in t]
    axes, W = [n, t, cross(n, t)], [[0.0] * 3 for _ in range(3)]
    for b in (case.bodies[i] for i in (k.a, k.b) if i is not None):
        arms = [cross(minus(k.point, b.centre), d) for d in axes]
        W = [[W[r][c] + dot(axes[r], axes[c]) / b.mass + dot(arms[r], times(b.inverse, arms[c])) for c in range(3)] for r in range(3)]
    adjoint = [cross(W[1], W[2]), cross(W[2], W[0]), cross(W[0], W[1])]
    return axes, W, [[c / dot(W[0], adjoint[0]) for c in row] for row in adjoint], times(axes, slip(case, k, case.u))


def clip(points, a, b, c):
    """Returns the part of a polygon with a x + b y >= c."""
    out = []
    for (x, y), (X, Y) in zip(points, points[1:] + points[:1]):
        here, there = a * x + b * y - c, a * X + b * Y - c
        out += [(x, y)] if here >= 0 else []
        out += [(x + here / (here - there) * (X - x), y + here / (here - there) * (Y - y))] if (here < 0) != (there < 0) else []
    return out


def marked(case, x, run, axes):
    """Returns the results to mark, each with its impulse, look and names: laws, and last the engine. Equal ones share a mark."""
    nearest, ends = run.score["plane" if case.dim == 2 else "space"]["nearest"], []
    for law in dict.fromkeys([nearest, *LOOKS]):
        if law in case.answers:
            P = times(axes, impulse(case, case.answers[law]))
            same = [end for end in ends if math.dist(end[0], P) <= 1e-9 * math.hypot(*P)]
            if same:
                same[0][2] += ", " + law
            else:
                ends.append([P, "solid " + LOOKS.get(law, "purple down"), law])
    return [*ends, [times(axes, impulse(case, x.reply.u)), "vermilion ring", run.hello.engine]]


def picture(case, x, run):
    """Draws impulse space with the results of the engine and of laws: from one side in 2D, from three in 3D."""
    axes, W, M, v = impulse_space(case)
    ends, flat, mu = marked(case, x, run, axes), case.dim == 2, case.mu
    centre, top = [-c for c in times(M, v)], max(end[0][0] for end in ends)
    radius = math.sqrt(max(0.0, -dot(centre, v)))  # of the energy ellipsoid: (P - centre) W (P - centre) = radius^2
    sub = '<tspan dy="3" font-size="8">{}</tspan><tspan dy="-3"> (N s)</tspan>'
    names = ["normal impulse P" + sub.format("n"), "tangential impulse P" + sub.format("t")] if flat else ["P" + sub.format(i) for i in ("n", "t1", "t2")]
    circle, parts = [(math.cos(math.tau * n / 120), math.sin(math.tau * n / 120)) for n in range(121)], []
    for k, (i, j, title) in enumerate(((1, 0, ""),) if flat else ((1, 2, "from above"), (1, 0, "from the side"), (2, 0, "from the front"))):
        wide, lean = math.sqrt(M[i][i]), M[i][j] / math.sqrt(M[i][i])
        tall = math.sqrt(max(0.0, M[j][j] - lean * lean))
        rims = [[(centre[i] + s * radius * wide * a, centre[j] + s * radius * (lean * a + tall * b)) for a, b in circle] for s in (1.0, 0.866, 0.707, 0.5)]
        seen = [*rims[0], *((end[0][i], end[0][j]) for end in ends), (0.0, 0.0)]
        low, high = ([side(p[n] for p in seen) for n in (0, 1)] for side in (min, max))
        half = 0.54 * max(minus(high, low)) or 1.0
        far, (x0, y0) = 4 * half, [(a + b) / 2 for a, b in zip(low, high)]
        inside = [path([(-far, 0), (far, 0)], "rule"), path([(0, -far), (0, far)], "rule"), path(rims[0], "ink")]
        inside += [path([(-mu * far, far), (0, 0), (mu * far, far)] if j == 0 else [(mu * top * a, mu * top * b) for a, b in circle], "soft dotted")]
        if flat:
            inside += [path(clip(clip(clip(rims[0], W[0][1], W[0][0], -v[0]), 1, mu, 0), -1, mu, 0), "sky fill"), *(path(rim, "rule") for rim in rims[1:])]
            for row, speed, look in ((W[1], v[1], "blue dashed"), (W[0], v[0], "green dashdot")):  # where row . P = -speed
                foot, along = -speed / (row[0] ** 2 + row[1] ** 2), far / math.hypot(row[0], row[1])
                inside.append(path([(foot * row[1] - s * along * row[0], foot * row[0] + s * along * row[1]) for s in (-1, 1)], look))
        frame = (60, 20, 330, 330) if flat else (60 + 265 * k, 20, 200, 200)
        parts += [panel(frame, (x0 - half, x0 + half, y0 - half, y0 + half), (names[i], names[j]), inside, [(P[i], P[j], look) for P, look, _ in ends]),
                  write(frame[0], 13, title, "start")]
    legend = [("ink line", "energy ellipse" if flat else "energy ellipsoid"), ("soft dotted line", "friction cone")]
    legend += [("blue dashed line", "sticking"), ("green dashdot line", "maximum compression"), ("sky fill square", "accessible")] if flat else []
    legend = [((420, 30 + 22 * n) if flat else (70 + 380 * (n // 5), 275 + 20 * (n % 5))) + row for n, row in enumerate(legend + [(look, name) for _, look, name in ends])]
    return figure(820, 395 if flat else 370, parts, legend, about(case, x, run.score))


def rows_of(heads, rows):
    """Returns a table; a heading that begins with # marks a column of numbers."""
    kinds = [" class=n" if head.startswith("#") else "" for head in heads]
    body = "".join("<tr>" + "".join(f"<td{kind}>{html.escape(cell)}</td>" for kind, cell in zip(kinds, row)) + "</tr>\n" for row in rows)
    head = "".join(f"<th scope=col{kind}>{head.lstrip('#')}</th>" for kind, head in zip(kinds, heads))
    return f"<div class=wide><table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table></div>\n"


def listed(heading, items):
    return f"<h2>{heading}</h2>\n<ul>\n" + "".join(f"<li>{html.escape(item)}</li>\n" for item in items) + "</ul>\n" if items else ""


def causes(run):
    """Returns the probable causes of violations."""
    score, out = run.score, []
    rows = (("energy_gained", "gain energy", "Newton's restitution with Coulomb friction can gain energy if the contact is not below the centre of mass. "
             "Limit e, or use the e and mu of another law (fixes 3 and 4 of docs/site/guides/engines.md)."),
            ("outside_cone", "leave the friction cone", "Friction is limited along each axis, or by an impulse that differs from the final normal impulse."),
            ("turned_differs", "change if the scene is rotated", "Friction has fixed axes or a fixed number of directions."),
            ("still_approaching", "still approach", "The solver stops before its impulses stay the same (fix 2 of docs/site/guides/engines.md)."),
            ("spin_unexplained", "have a spin that the impulse does not explain", "The driver places bodies wrongly, or bodies move during the contact."))
    out += [f"Impacts that {what}: {score[key]['cases']}. {cause}" for key, what, cause in rows if score[key]["cases"]]
    if any(score[key]["identified"] and score[key]["nearest"].startswith(("deferred", "sub-stepped")) for key in ("plane", "space")):
        out.append("The engine adds the restitution after friction. Friction is then limited by the impulse without restitution. This is a choice; fix 5 of "
                   "docs/site/guides/engines.md shows the other one.")
    slow = [-case.u[0][1] for case, x in zip(run.cases, run.results) if case.family == "T" and x.judged and x.judged.rebound < 0.5 * case.e]
    if slow:
        out.append(f"A ball at {max(slow):g} m/s rebounds with less than half of e. Many engines choose a threshold, so that stacks come to rest.")
    return listed("Probable causes", out)


def debugged(run):
    """Selects the case to debug: the impact that gains most energy, or else the one furthest from the nearest law."""
    gaining = [(case, x) for case, x in zip(run.cases, run.results) if case.shown and x.judged and x.judged.gain > GAIN]
    return max(gaining, key=lambda row: row[1].judged.gain) if gaining else run.worst[0] if run.worst else None


def debug(run):
    """Returns a case with numbers for a unit test."""
    case, x = debugged(run)
    flat = case.dim == 2
    nearest = run.score["plane" if flat else "space"]["nearest"]
    lines = ["// ImpactBench, CC0-1.0. No gravity; the floor is y <= 0; the bodies touch at the start.", "// " + about(case, x, run.score),
             f"const double e = {case.e:.12g}, mu = {case.mu:.12g};"]
    for i, (b, line) in enumerate(zip(case.bodies, case.line["bodies"])):
        speeds = lambda u: [u[0], u[1], u[5]] if flat else u
        rows = [("mass", [b.mass, b.moments[0]] if flat else [b.mass, *b.moments], "kg, and moments of inertia, kg m^2"), ("centre", b.centre[:case.dim], "m")]
        rows += [] if flat else [("orientation", b.q, "quaternion w, x, y, z")]
        rows += [("before", speeds(b.u), "vx, vy, spin" if flat else "vx, vy, vz, and the spin in world axes"), None, ("measured", speeds(x.reply.u[i]), "by this engine")]
        known = {"routh-poisson": "a law that never gains energy", nearest: "the nearest law"}
        rows += [(law, speeds(u[i]), known[law]) for law, u in case.answers.items() if law in known]
        lines += [f"const double {re.sub('[^A-Za-z0-9]', '_', row[0])}_{i}[] = {{{', '.join(f'{c:.12g}' for c in row[1])}}}; // {row[2]}" if row else
                  f"// colliders, from the centre: {json.dumps(line['colliders'])}" for row in rows]
    return ("<h2>The case to debug</h2>\n" + picture(case, x, run) + "<p>Paste the numbers into a unit test. Results agree if they differ by less than 1 % of the speed "
            "before the impact.</p>\n<pre>" + html.escape("\n".join(lines)) + "</pre>\n")


def page(run):
    """Returns the report as an HTML page without scripts."""
    score, h, shown = run.score, run.hello, debugged(run)
    title = html.escape(f"ImpactBench: {h.engine}")
    out = ['<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8><meta name=viewport content="width=device-width"><meta http-equiv="Content-Security-Policy" '
           f"content=\"default-src 'none'; style-src 'unsafe-inline'\"><title>{title}</title>\n<style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n"
           f"<p>Engine version {html.escape(h.version)}", f"; settings <code>{html.escape(json.dumps(h.settings, separators=COMPACT))}</code>" if h.settings else "",
           f". Driver: <code>{html.escape(' '.join(run.argv))}</code> by carom {run.report['carom']}: {run.asked} of {run.questions} questions.</p>\n"
           f'<div class="box {run.verdict}" data-check={run.verdict}><p>The engine <strong>{run.sentence}</strong>.</p></div>\n', causes(run)]
    out += [debug(run)] if shown else []
    out += ["<h2>All results</h2>\n", rows_of(("test", "result", "meaning"), table(score))]
    spheres = [f"{case.id}: {100 * elastic_error(case, x):.2g} %, e = {case.e:g}, mu = {case.mu:g}" for case, x in zip(run.cases, run.results)
               if case.family == "E" and x.judged and elastic_error(case, x) > case.tolerance]
    out += [listed("Elastic spheres with an error above 1 %", spheres), "<p>The error is the largest of velocities, duration and force.</p>\n" if spheres else ""]
    if score["plane"]["laws"] or score["space"]["laws"]:
        out += ["<p>Distances are in the kinetic metric, relative to the motion before. A result counts as different if it differs from every law of rigid bodies, or violates "
                "energy, cone or penetration. This can be a choice: some engines add the restitution after the contact is solved, so that stacks are stable.</p>\n", histogram(run)]
    for key, where in (("plane", "2D"), ("space", "3D")):
        laws = [(row["law"], f"{row['within']} of {score[key]['judged']}", *(f"{row[k]:.4g}" for k in ("mean", "median", "max"))) for row in score[key]["laws"]]
        out += [f"<h3>Laws in {where}</h3>\n", rows_of(("law", "#within 1 %", "#mean distance", "#median", "#most"), laws)] if laws else []
    out += ["<h2>Furthest from the nearest law</h2>\n"] if run.worst else []
    out += [f"<p>{html.escape(about(case, x, score))}; its figure is above.</p>\n" if case is shown[0] else picture(case, x, run) for case, x in run.worst]
    out.append(listed("The driver was stopped", [f"{fault['at']}: {fault['what']}" for fault in run.faults]))
    missing = [f"{case.id}, {x.reply.said}: {x.reply.words}" for case, x in zip(run.cases, run.results) if x.reply.said not in ("answered", "not asked")]
    out.append(listed("Not answered", missing[:40] + ["and more"] * (len(missing) > 40)))
    return "".join(out) + "</body></html>\n"


# ---- the baseline ----------------------------------------------------------------------------------------------------
def changes(run, before):
    """Compares the run with an earlier report. Returns a line for each change, and the number of cases compared."""
    now, out, compared = run.report, [], 0
    old, was = {c["id"]: c for c in before["cases"]}, before["score"]
    for key, where in (("plane", "2D"), ("space", "3D")):
        if was[key]["nearest"] != now["score"][key]["nearest"]:
            out.append(f"nearest law in {where}: {was[key]['nearest']} before, now {now['score'][key]['nearest']}")
    for key, *_ in ROWS if len(before["cases"]) == len(now["cases"]) else ():
        if "cases" in was[key] and was[key]["cases"] != now["score"][key]["cases"]:
            out.append(f"{key}: {was[key]['cases']} cases before, now {now['score'][key]['cases']}")
    for case, x, is_ in zip(run.cases, run.results, now["cases"]):
        if case.id not in old:
            continue  # a new case is not a change of the engine
        one, compared = old[case.id], compared + 1
        if one["status"] != is_["status"]:
            out.append(f"{case.id}: {one['status']} before, now {is_['status']}")
        elif x.reply.u:
            far = apart(case, velocities(one["u"], case.dim, len(case.bodies)), x.reply.u)
            out += [f"{case.id}: the velocities differ by {far:.2g} of the speed before the impact"] if not far <= SAME else []
        elif x.reply.last is not None:
            out += [f"{case.id}: the {key} energy was {one[key]:.9g}, now {is_[key]:.9g}" for key in ("highest", "last")
                    if not abs(is_[key] - number(one[key])) <= SAME * max(1.0, abs(one[key]))]
    return out, compared


def compare(run, name, file):
    """Prints the changes since a baseline. Returns the exit code. Raises Failure if nothing can be compared."""
    try:
        found, compared = changes(run, parse(read_file(name)))
    except (LookupError, TypeError, ValueError, AttributeError) as e:
        raise Failure(INPUT, "bad-value", f"{name} is not the output of carom judge --json: {e}") from None
    for line in found[:20] + [f"and {len(found) - 20} more"] * (len(found) > 20):
        print(" ", line, file=file)
    print(f"{compared} of {len(run.cases)} cases compared, {len(found)} changes", file=file)
    if not compared:
        raise Failure(INPUT, "bad-value", f"{name} has none of these cases")
    return CHECK_FAILED if found else FINE


# ---- the command -----------------------------------------------------------------------------------------------------
OPTIONS = {
    "--family": ("LETTERS", "run only these families of cases: A balls, B 2D, C several contacts, D 3D, E elastic, G long runs. F, H, R, S, T and Z are everyday scenes"),
    "--every": ("N", "run only every Nth case of each family"),
    "--cases": ("FILE", "run your own cases, one JSON object per line (impactbench/cases.schema.json)"),
    "--output": ("FILE", "write the report as one HTML page with figures"),
    "--worst": ("DIR", "write the five cases furthest from the engine's law as scenario files"),
    "--limit": ("SECONDS", "time limit per case, default 20; the limit is 3 times as long for the handshake and 6 times for a long run"),
    "--baseline": ("FILE", "compare with an earlier output of --json; print the changes and exit with 1 if there are any"),
    "--json": (None, "print everything as JSON"),
    "--strict": (None, "exit with 1 if the engine violates mechanics, a result is missing or no verdict is possible")}
ABOUT = """Identifies the impact law of a physics engine and lists violations of mechanics.

Examples
  carom judge ./my_driver
  carom judge ./my_driver --iterations 100 --family B -o report.html
  carom judge --json ./my_driver >last.json      (once)
  carom judge --baseline last.json ./my_driver   (in continuous integration)
  carom judge --worst worst -- python3 my_driver.py --json

carom runs the engine through a driver, a program of 30 to 150 lines that reads
the cases of ImpactBench and writes velocities (docs/impactbench.md). Arguments
after DRIVER are passed to the driver, except the options below. All arguments
after "--" are passed to the driver. If the driver hangs, crashes or writes too
much, carom stops it, reports the failure and restarts it at the next case."""


class Words(argparse.ArgumentParser):
    """Reads the options."""

    def __init__(self):
        super().__init__("carom judge", "carom judge [OPTIONS] [--] DRIVER [WORD]...", ABOUT, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
        for name, (value, meaning) in OPTIONS.items():
            names = ["-o", name] if name == "--output" else [name]
            kind = {"N": whole, "SECONDS": positive}.get(value, str)
            self.add_argument(*names, help=meaning, **({"metavar": value, "type": kind} if value else {"action": "store_true"}))

    def error(self, message):
        raise Failure(USAGE, "usage", message + "; `carom judge --help` lists the options")


def read_words(words):
    """Separates options from the driver. After the driver's name, words that are not our options belong to it."""
    ours, driver, words = [], [], list(words)
    while words and words[0] != "--":
        word = words.pop(0)
        name = "--output" if word == "-o" else word.partition("=")[0]
        if name in OPTIONS or word.startswith("-") and not driver:
            takes = name in OPTIONS and OPTIONS[name][0] and "=" not in word and words
            ours.append(word + ("=" + words.pop(0) if takes else ""))
            continue
        near = difflib.get_close_matches(name, OPTIONS, 1)
        if near:
            remark(f"{word} is passed to the driver; did you mean {near[0]}? All arguments after -- are passed to the driver")
        driver.append(word)
    return Words().parse_args(ours), driver + words[1:]


def remark(text):
    print("carom judge: " + text, file=sys.stderr)


def positive(text):
    if not 0 < float(text) <= 1e6:
        raise ValueError
    return float(text)


def whole(text):
    return int(positive(int(text)))


def save(path_, text):
    """Replaces the file if the text is written completely."""
    part = path_ + ".part" if os.path.isfile(path_) or not os.path.exists(path_) else path_
    with open(part, "w", encoding="utf-8") as f:
        f.write(text)
    if part != path_:
        os.replace(part, path_)


def save_worst(run, folder):
    os.makedirs(folder, exist_ok=True)
    for k, (case, x) in enumerate(run.worst, 1):
        scene = {"about": f"{run.hello.engine}, {about(case, x, run.score)}", **scenario(case.line, "routh", {"restitution": "poisson", "e": case.e, "mu": case.mu})}
        save(os.path.join(folder, f"worst-{k}-{re.sub('[^A-Za-z0-9._-]', '-', case.id)}.json"), json.dumps(scene) + "\n")


def command(asked, driver):
    """Judges the driver and prints the result. Returns the exit code."""
    if not driver:
        raise Failure(USAGE, "usage", "no driver to judge; `carom judge --help` shows how to name one")
    every, limit = asked.every or 1, asked.limit or 20.0
    unknown = set(asked.family or "") - set(FAMILIES)
    cases = read_cases(read_file(asked.cases), asked.family, every) if asked.cases else built_in_cases(asked.family, every)
    if unknown or not cases:
        raise Failure(INPUT, "bad-value", f"there are no such cases; the families are {FAMILIES}")
    progress = (lambda done, count: print(f"\r\033[K{done} of {count} questions", end="", file=sys.stderr, flush=True)) if sys.stderr.isatty() else None
    run = judge(driver, cases, limit, watch=progress)
    if progress:
        print("\r\033[K", end="", file=sys.stderr)
    if asked.json:
        print(json.dumps(run.report, separators=COMPACT))
    else:
        print_words(run)
    for fault in run.faults:
        remark(f"the driver was stopped at {fault['at']}: {fault['what']}")
    if run.over or run.stopped:
        remark(f"{f'the driver failed {len(run.faults)} times;' if run.over else 'stopped after'} {run.asked} of {run.questions} questions")
    if asked.output:
        save(asked.output, page(run))
    if asked.worst:
        save_worst(run, asked.worst)
    if run.stopped:
        return INTERRUPTED
    changed = compare(run, asked.baseline, sys.stderr if asked.json else sys.stdout) if asked.baseline else FINE
    bad = run.verdict != "clean" or run.score["errors"] or run.faults
    return changed or (CHECK_FAILED if asked.strict and bad else FINE)


def interrupt(*_):
    """Ends the run at the first signal; later ones are ignored, so that the driver is ended and the report written."""
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_IGN)
    raise KeyboardInterrupt


def main(words):
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, interrupt)
    try:
        code = command(*read_words(words))
        sys.stdout.flush()
    except (Failure, OSError) as e:
        e = e if isinstance(e, Failure) else Failure(FILE, "file-error", f"{e.filename or 'standard output'}: {e.strerror}")
        said = json.dumps({"error": {"status": e.status, "message": str(e)}}, separators=COMPACT)
        print(said if "--json" in words else f"carom judge: {e}", file=sys.stderr)
        code = e.code
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
