"""Documents with one thing wrong, for the tests that a schema and a reader say the same."""
import copy


def spoilt(base, *path):
    """A copy of `base` with the last of `path` put at the place the others name."""
    made = copy.deepcopy(base)
    at = made
    for key in path[:-2]:
        at = at[key]
    at[path[-2]] = path[-1]
    return made


def without(base, *path):
    """A copy of `base` without what stands at `path`."""
    made = copy.deepcopy(base)
    at = made
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return made
