"""Checks that three engines from Debian and three from npm pass the gate of the runner, which also identifies the law of each again."""
import sys

from support import built, run

NATIVE = ['Chipmunk', 'Box2D 2.4', 'ODE QuickStep']
NPM = ['planck', 'OimoPhysics', 'Jolt']

code, said = run(built(), '--short', '--once', '--only', *NATIVE, *NPM)
print(said)
assert all(any(line.startswith('ok') and name in line for line in said.splitlines()) for name in NATIVE + NPM), said
sys.exit(code)
