"""What the tests of ImpactBench's drivers share: where they are, and when there are none."""
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


def run(folder, *words):
    """The runner on a build that is there: its exit and what it said."""
    command = [sys.executable, os.path.join(ROOT, 'impactbench', 'impactbench.py'), '--build', folder, '--built', '--check']
    ran = subprocess.run(command + list(words), capture_output=True, text=True)
    return ran.returncode, ran.stderr
