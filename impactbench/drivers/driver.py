"""Implements the protocol of docs/impactbench.md for drivers in Python."""
import json
import sys


def serve(settings, engine, version, dims, families, answer):
    """Reads command-line options into the settings, then reads cases from stdin and prints their answers.

    `answer` takes a case and returns the keys of its answer. `version` returns the version of the engine, or an empty
    string.
    """
    words = sys.argv[1:]
    for name, value in zip(words[::2], words[1::2]):
        if name[2:] not in settings:
            sys.exit(f'{engine}: no option {name}')
        settings[name[2:]] = type(settings[name[2:]])(value)
    for line in sys.stdin:
        c = json.loads(line)
        if 'impactbench' in c:
            out = dict(impactbench=1, engine=engine, version=version() or 'of unknown version', dims=dims, families=families,
                       settings=settings)
        else:
            out = dict(id=c['id'], **answer(c))
        print(json.dumps(out), flush=True)
