"""Makes documents with one error, for tests that a schema and a reader reject the same documents."""
import copy


def spoilt(base, *path):
    """Return a copy of `base` in which the value at the given path is replaced by the last argument."""
    made = copy.deepcopy(base)
    at = made
    for key in path[:-2]:
        at = at[key]
    at[path[-2]] = path[-1]
    return made


def without(base, *path):
    """Return a copy of `base` without the value at the given path."""
    made = copy.deepcopy(base)
    at = made
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return made
