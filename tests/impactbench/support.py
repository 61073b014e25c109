"""Provides the directory of ImpactBench's drivers for the tests, and reports if there are none."""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def built():
    """The build's folder; without drivers in it the test is skipped, and says so."""
    folder, on = os.path.abspath(sys.argv[1]), sys.argv[2]
    if on != '1':
        print('SKIPPED: built without CAROM_IMPACTBENCH, so there are no drivers to judge')
        sys.exit(77)
    return folder


def command(folder, *words):
    """The runner on a build that is there."""
    return [sys.executable, os.path.join(ROOT, 'impactbench', 'impactbench.py'), '--build', folder, '--built', '--check', *words]


def run(folder, *words):
    """Its exit and what it said."""
    ran = subprocess.run(command(folder, *words), capture_output=True, text=True)
    return ran.returncode, ran.stderr
