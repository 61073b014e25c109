"""Checks that the runner impactbench.py accepts the rows of three engines from Debian and three from npm. It must identify the law that
each engine is known to compute."""
import sys

from support import built, run

NATIVE = ['Chipmunk', 'Box2D 2.4', 'ODE QuickStep']
NPM = ['planck', 'OimoPhysics', 'Jolt']

code, said = run(built(), '--short', '--once', '--only', *NATIVE, *NPM)
print(said)
assert all(any(line.startswith('ok') and name in line for line in said.splitlines()) for name in NATIVE + NPM), said
sys.exit(code)
