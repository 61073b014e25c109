"""Functions for the tests of ImpactBench: they find the drivers and run impactbench.py."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def built():
    """Returns the build directory. If the build has no drivers, prints this and skips the test."""
    folder, on = os.path.abspath(sys.argv[1]), sys.argv[2]
    if on != '1':
        print('SKIPPED: built without CAROM_IMPACTBENCH, so there are no drivers to judge')
        sys.exit(77)
    return folder


def command(folder, *words):
    """Returns the command that runs impactbench.py on an existing build."""
    return [sys.executable, os.path.join(ROOT, 'impactbench', 'impactbench.py'), '--build', folder, '--built', '--check', *words]


def run(folder, *words):
    """Runs impactbench.py. Returns its exit code and its output on stderr."""
    ran = subprocess.run(command(folder, *words), capture_output=True, text=True)
    return ran.returncode, ran.stderr
