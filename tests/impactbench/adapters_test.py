"""Engines with carom inside: no gain, and the law that was asked for, on a sixth of the cases."""
import os
import subprocess
import sys

from support import ROOT, built

folder, package = built(), sys.argv[3]
words = ['--adapters', '--after', '--built', '--build', folder, '--package', package, '--short', '--once', '--check']
ran = subprocess.run([sys.executable, os.path.join(ROOT, 'impactbench', 'impactbench.py'), *words], capture_output=True, text=True)
print(ran.stderr)
assert '9 of 9 rows as adapters.json says' in ran.stderr
sys.exit(ran.returncode)
