"""Checks that tools/abi.py accepts the present tree and finds deliberate changes of the binary interface. The changes are a moved
field, another number of an enumerator, a field of another size, and missing symbols.

Usage: planted.py ROOT BUILD WORKDIR
"""
import os
import shutil
import subprocess
import sys

root, build, work = sys.argv[1:4]


def gate(build_, include):
    ran = subprocess.run([sys.executable, os.path.join(root, "tools", "abi.py"), build_, include], capture_output=True, text=True)
    return ran.returncode, ran.stdout + ran.stderr


def planted(header, old, new):
    """Returns the directory of a copy of the headers in which one line differs."""
    include = os.path.join(work, "include")
    shutil.rmtree(include, ignore_errors=True)
    shutil.copytree(os.path.join(root, "include"), include)
    path = os.path.join(include, "carom", header)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert text.count(old) == 1, f"{header} has no line to plant a fault in"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    return include


shutil.rmtree(work, ignore_errors=True)
os.makedirs(work)
code, said = gate(build, os.path.join(root, "include"))
print(said, end="")
if code == 77:
    sys.exit(77)
missed = [] if code == 0 else ["the tree as it is"]
faults = [
    ("a field moved", "explain.h", "    bool direct;", "    int before_direct;\n    bool direct;"),
    ("an enumerator with another number", "explain.h", "    CAROM_MEETING = 0,", "    CAROM_MEETING = 7,"),
    ("a field of another size", "carom.h", "    double v[3];    // velocity of A", "    double v[4];    // velocity of A"),
]
for what, header, old, new in faults:
    if gate(build, planted(header, old, new))[0] != 1:
        missed.append(what)
# A library without the symbols of the core: libcarom_fit.so under the name libcarom.so.
shutil.copy(os.path.join(build, "libcarom_fit.so"), os.path.join(work, "libcarom.so")) if os.path.exists(os.path.join(build, "libcarom_fit.so")) else None
if os.path.exists(os.path.join(work, "libcarom.so")) and gate(work, os.path.join(root, "include"))[0] != 1:
    missed.append("a library of other symbols")
print(f"{len(faults) + 1 - len(missed)} of {len(faults) + 1} seen" + "".join(f"; not seen: {what}" for what in missed))
sys.exit(1 if missed else 0)
