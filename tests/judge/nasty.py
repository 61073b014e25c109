#!/usr/bin/env python3
"""A driver that misbehaves as its first argument states. Otherwise it answers that no velocity changes.

The second argument, if given, is a file to which it appends the ids of the processes that it starts.
"""
import json
import os
import signal
import sys
import time

how = sys.argv[1]
HELLO = {"impactbench": 1, "engine": "nasty", "version": "1", "dims": [2, 3], "settings": {}}


def say(value):
    sys.stdout.write(value if isinstance(value, str) else json.dumps(value))
    sys.stdout.write("\n")
    sys.stdout.flush()


def note(pid):
    with open(sys.argv[2], "a", encoding="ascii") as file:
        file.write(f"{pid}\n")


def forever():
    while True:
        time.sleep(100)


def flood(file, text):
    while True:
        file.write(text)


def answer(c):
    u = [b["velocity"] + (b["spin"] if isinstance(b["spin"], list) else [b["spin"]]) for b in c["bodies"]]
    return {"id": c["id"], "u": u}


def child_of_its_own():
    """Starts a child process that keeps all pipes open, ignores SIGTERM and never ends."""
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        forever()
    note(pid)


def child_in_a_session():
    """Starts a child process in its own session, which a signal to the process group of the driver does not reach."""
    pid = os.fork()
    if pid == 0:
        os.setsid()
        forever()
    note(pid)


def daemon():
    """Starts a process in another session whose parent has ended, so that only a subreaper can find it."""
    middle = os.fork()
    if middle == 0:
        os.setsid()
        pid = os.fork()
        if pid == 0:
            forever()
        note(pid)
        os._exit(0)
    os.waitpid(middle, 0)


def misbehave(c, fine):
    """Misbehaves as requested; most faults occur only at the third case. Returns the line to print."""
    third = c["id"] == "A-ball-normal-e0"
    if how == "hangs" and third: forever()
    if how == "hangs-always": forever()
    if how == "dies" and third: print("out of cheese\x1b[31m", file=sys.stderr), sys.exit(3)
    if how == "dies-always": sys.exit(4)
    if how == "crashes" and third: os.kill(os.getpid(), signal.SIGSEGV)
    if how == "ends-politely" and third: sys.exit(0)
    if how == "closes" and third: os.close(1), forever()
    if how == "floods" and third: flood(sys.stdout, "x" * 65536)
    if how == "floods-with-braces" and third: flood(sys.stdout, "{" * 65536)
    if how == "floods-lines" and third: flood(sys.stdout, "banner\n" * 1000)
    if how == "floods-errors" and third: flood(sys.stderr, "e" * 65536)
    if how == "breeds" and third: child_of_its_own(), forever()
    if how == "breeds-session" and third: child_in_a_session(), daemon(), forever()
    if how == "garbage": return "{ this is no JSON"
    if how == "no-object": return '{"a":1} {"b":2}'
    if how == "nan": return fine.replace('"u": [[', '"u": [[NaN, ')
    if how == "null": return json.dumps({"id": c["id"], "u": [[None] * 3]})
    if how == "words": return json.dumps({"id": c["id"], "u": [["fast"] * 3]})
    if how == "infinite": return '{"id":"%s","u":[[1e999,0,0]]}' % c["id"]
    if how == "short": return json.dumps({"id": c["id"], "u": [[1, 2]]})
    if how == "long": return json.dumps({"id": c["id"], "u": [[1] * 7]})
    if how == "no-body": return json.dumps({"id": c["id"], "u": []})
    if how == "many-bodies": return json.dumps({"id": c["id"], "u": [[0, 0, 0]] * 9})
    if how == "empty": return json.dumps({"id": c["id"]})
    if how == "no-orientation": return json.dumps({**json.loads(fine), "q": [[0, 0, 0, 0]]})
    if how == "deep": return '{"id":' + "[" * 200000
    if how == "other-id" and third: return json.dumps({"id": "A-never-asked", "u": [[0, 0, 0]]})
    if how == "two-lines" and third: return fine + "\n" + fine
    if how == "noisy": return "a banner\n\n[]\n" + fine + "\nand another"
    if how == "slow": time.sleep(0.02)
    if how == "error": return json.dumps({"id": c["id"], "error": "gave up \x1b[31m\u0007"})
    if how == "cannot": return json.dumps({"id": c["id"], "cannot": "it is Sunday"})
    return fine


def greet():
    if how == "mute": forever()
    if how == "dies-at-once": sys.exit(5)
    if how == "bad-version": return {**HELLO, "impactbench": 2}
    if how == "nameless": return {"impactbench": 1, "dims": [2]}
    if how == "no-dims": return {**HELLO, "dims": [4]}
    if how == "paints": return {**HELLO, "engine": "\x1b[2Jnasty<script>", "version": "<b>1</b>\n2"}
    if how == "bad-hello": return "{hello"
    return HELLO


for line in sys.stdin:
    case = json.loads(line)
    if "impactbench" in case:
        say(greet())
        continue
    say(misbehave(case, json.dumps(answer(case))))
