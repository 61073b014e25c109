"""Tests the sets that laws reach, and the region's size and faces."""


import numpy as np
from conftest import refused

import carom

W, V, MU = [[1, 0.45], [0.45, 1.1]], [-1, -0.65], 0.55
SPACE = [[4, 2, 0], [2, 6, -2], [0, -2, 4]]


def test_shares_are_those_of_the_papers_file() -> None:
    second = carom.reach(W, V, "chatterjee2", mu=MU)
    assert second.exact and abs(second.area - 0.4456563143109348) < 1e-12
    assert abs(second.region.size - 1.2705641852374068) < 1e-9
    assert abs(second.region.e_n_most - 1.022041214983695) < 1e-12
    assert second.left == 0 and second.impulses.shape == (41, 81, 2)


def test_what_is_given_is_held() -> None:
    held = carom.reach(W, V, "chatterjee2", mu=MU, r_t=0.5)
    assert list(held.coefficients) == ["r_n"] and held.area == 0 and held.impulses.shape == (201, 2)
    smith = carom.reach(W, V, "smith", mu=MU)
    assert np.allclose(smith.impulses[0], carom.collide(W, V, "smith", e=0, mu=MU).P)
    assert carom.reach(W, V, "whittaker", mu=MU).dE[1] > 0


def test_faces_close_in_space() -> None:
    region = carom.region(SPACE, [-2.92, -1, 0], mu=0.15)
    assert abs(region.size - 0.0623410280592647) < 1e-12
    low, cone, high = (region.mesh(face) for face in ("compression", "friction", "energy"))
    assert np.array_equal(low[:, -1], cone[:, 0]) and np.allclose(high[:, -1], cone[:, -1])
    with refused(carom.InputError, "bad-value", "face"):
        region.mesh("top")


def test_plot() -> None:
    ax = carom.plot.reach(carom.reach(W, V, "chatterjee1", mu=MU))
    assert ax.get_legend_handles_labels()[1][-1] == "chatterjee1 over r_n, r_t"
