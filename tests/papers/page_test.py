# Runs every command on docs/papers.md, and checks that the functions and files that the page names exist. Usage:
# page_test.py CAROM ROOT
import re
import shlex
import subprocess
import sys
from pathlib import Path

carom, root = sys.argv[1], Path(sys.argv[2])
text = (root / "docs/papers.md").read_text(encoding="utf-8")
headers = "".join(path.read_text(encoding="utf-8") for path in (root / "include/carom").glob("*.h"))
named = re.findall(r"`([^`]+)`", text)
# A verb alone is the name of a verb, not a command. `carom reproduce PAPER` and longer commands run in the root.
commands = sorted({name for name in named if re.match(r"carom \w+ \S", name)})
bad = []
for command in commands:
    run = subprocess.run([carom, *shlex.split(command)[1:]], cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if run.returncode:
        bad.append(f"{command}: exit {run.returncode}: {run.stdout[-200:]}")
functions = sorted({name for name in named if re.fullmatch(r"carom_\w+", name)})
bad += [f"no header has {name}" for name in functions if not re.search(rf"\b{name}\b", headers)]
files = sorted(set(re.findall(r"\bexamples/[\w./-]+\w", text)))
bad += [f"there is no {name}" for name in files if not (root / name).exists()]
print("\n".join(f"docs/papers.md: {line}" for line in bad) or f"{len(commands)} commands, {len(functions)} functions and {len(files)} files")
sys.exit(bool(bad) or len(commands) < 20)
