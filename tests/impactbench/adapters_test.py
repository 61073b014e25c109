"""Judges engines with carom's adapters by 1/6 of the cases. They must gain no energy and compute the requested law."""
import os
import subprocess
import sys

from support import ROOT, built

folder, package = built(), sys.argv[3]
words = ['--adapters', '--after', '--built', '--build', folder, '--package', package, '--short', '--once', '--check']
ran = subprocess.run([sys.executable, os.path.join(ROOT, 'impactbench', 'impactbench.py'), *words], capture_output=True, text=True)
print(ran.stderr)
assert '11 of 11 rows as adapters.json says' in ran.stderr
sys.exit(ran.returncode)
