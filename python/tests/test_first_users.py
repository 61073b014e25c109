"""Tests inputs with which first users of the package had problems."""
from __future__ import annotations

import pydoc
from typing import Any

import numpy as np
import pytest
from conftest import ROD_V, ROD_W, refused, same_bits

import carom

FEET = np.array([[[1, 0, 0.8], [0, 1, -0.2]], [[1, 0, 0.8], [0, 1, 0.2]]])


@pytest.fixture
def robot() -> carom.Mechanism:
    """Returns a body on two feet, with one Jacobian for each foot, (k, d, n)."""
    return carom.Mechanism(np.diag([10.0, 10.0, 1.0]), [0.5, -1.0, 0.2], FEET, normal=(0, 1))


def test_a_pair_or_a_mechanism_stands_for_its_W_and_v() -> None:
    rod = carom.Rod(velocity=(0.6, -1))
    given: Any = dict(e=0.5, mu=0.7)
    want = carom.collide(rod.W, rod.v, **given)
    assert same_bits(rod.collide(**given).P, want.P)
    assert same_bits(carom.collide(*rod, **given).P, want.P)
    assert np.allclose(carom.trace(rod, **given).P[-1], want.P, rtol=0, atol=1e-15)  # the path ends here, up to rounding
    assert same_bits(carom.compare(rod, laws=["whittaker"], **given)["whittaker"].P, rod.collide("whittaker", **given).P)
    with refused(carom.InputError, "null-pointer", "v"):
        carom.collide(ROD_W, **given)


def test_a_normal_the_wrong_way_round_is_named() -> None:
    ball = carom.Body2(mass=1.0, inertia=0.4, centre=(0, 1), velocity=(2, -3))
    wrong = carom.Pair(ball, point=(0, 0), normal=(0, -1))
    assert wrong.looks_reversed is True and carom.Pair(ball, point=(0, 0), normal=(0, 1)).looks_reversed is False
    assert "reversed" in repr(wrong.collide(e=0.5, mu=0.3))
    assert "ok" not in repr(carom.collide(*wrong, e=0.5, mu=0.3))
    both = carom.Pair(ball, point=(0, 0), normal=[(0, -1), (0, 1)])
    assert both.looks_reversed.tolist() == [True, False]
    hits = both.collide(e=0.5, mu=0.3)
    assert "reversed" in repr(hits[0]) and "reversed" in repr(hits) and "reversed" not in repr(hits[1])
    told = {"law": "routh", "params": {"e": 0.5, "mu": 0.2}, "contact": {"point": [0, 0], "normal": [0, -1]}}
    body = {"mass": 1, "shape": {"disc": 0.1}, "centre": [0, 0.1], "velocity": [1, -2]}
    puck = carom.load({**told, "bodies": [body, "fixed"]})
    assert puck.looks_reversed and "reversed" in repr(puck.solve())
    away = carom.solve_system(np.eye(4), [1, 0, 2, 0], e_n=0.5, mu=0.3)
    assert away.parts and "nothing happens: no contact approaches" in repr(away)


def test_the_order_of_a_jacobian_is_said_not_guessed() -> None:
    M, u = np.diag([2.0, 3.0, 1.0]), [0.5, -1.0, 0.2]
    world = np.array([[1.0, 0.0, 0.3], [0.0, 1.0, -0.4]])  # the rows are x and y
    with refused(carom.ParameterError, "null-pointer", "J", "normal", "first"):
        carom.Mechanism(M, u, world)
    floor = carom.Mechanism(M, u, world, normal=(0, 1))
    first = carom.Mechanism(M, u, world[::-1], normal="first")
    assert np.allclose(floor.W, first.W, rtol=0, atol=1e-15) and np.allclose(floor.v, first.v, rtol=0, atol=1e-15)
    assert floor.frames is not None and floor.frames[0].tolist() == [[0, 1], [1, 0]] and first.frames is None
    slope = carom.Mechanism(M, u, world, normal=(-1, 1))
    n = np.array([-1, 1]) / np.sqrt(2)
    assert abs(slope.v[0] - n @ world @ u) < 1e-15
    two = carom.Mechanism(M, u, np.vstack([world, world]), normal=[(0, 1), (-1, 1)])
    assert np.allclose(two.v, [*floor.v, *slope.v], rtol=0, atol=1e-15)
    space = np.eye(3)
    up = carom.Mechanism(M, u, space, normal=(0, 0, 1), dim=3)
    assert up.v.tolist() == [0.2, 0.5, -1.0]
    with refused(carom.InputError, "bad-value", "normal", "(2,)", "(1, 2)"):
        carom.Mechanism(M, u, world, normal=(0, 0, 1))
    hit = carom.solve_system(floor, e_n=0.5, mu=0.3)
    assert same_bits(hit.P, carom.solve_system(floor.W, floor.v, e_n=0.5, mu=0.3).P)


def test_frames_have_the_inputs_and_categories() -> None:
    hits = carom.collide(ROD_W, ROD_V, e=0.5, mu=[[0.1], [0.7]], restitution=["newton", "poisson", "energetic"])
    frame = hits.to_frame()
    assert list(frame.columns[:7]) == ["W_nn", "W_nt", "W_tt", "v0_n", "v0_t", "e", "mu"]
    assert frame.shape[0] == 6 and frame["mu"].tolist() == [0.1] * 3 + [0.7] * 3
    assert frame["restitution"].tolist() == ["newton", "poisson", "energetic"] * 2
    for name in ("mode", "violations", "status"):
        assert str(frame[name].dtype) == "category"
        assert frame[name].astype(str).tolist() == list(getattr(hits, name).label.ravel())
    part = hits[1, 1:].to_frame()
    assert part["mu"].tolist() == [0.7, 0.7] and part["restitution"].tolist() == ["poisson", "energetic"]
    spatial = carom.collide(np.eye(3), [[-1, 0.1, 0.2]], e=0, mu=1).to_frame()
    assert {"W_nt2", "W_t1t2", "v0_t2", "P_t2"} <= set(spatial.columns)


def test_notebooks_show_tables() -> None:
    one = carom.collide(ROD_W, ROD_V, e=0.5, mu=0.7)
    assert one._repr_html_().startswith("<table>") and "c-sticking" in one._repr_html_()
    assert "2 impacts" in carom.collide(ROD_W, ROD_V, e=0.5, mu=[0.1, 0.7])._repr_html_()
    assert "violates dE&gt;0" in carom.compare(ROD_W, ROD_V, e=0.9, mu=0.7)._repr_html_()
    assert "<td>routh</td>" in carom.laws._repr_html_()
    assert "<td>0</td>" in carom.solve_system(ROD_W, ROD_V, e_n=0.5, mu=0.3)._repr_html_()


def test_help_names_nothing_private() -> None:
    told = pydoc.plain(pydoc.render_doc(carom))
    listed = told.split("PACKAGE CONTENTS")[0] + told.split("CLASSES")[1]  # pydoc lists every file of a package
    assert not [line for line in listed.splitlines() if "carom._" in line]


def test_details_are_attributes_that_say_when_they_are_absent() -> None:
    short = carom.collide(ROD_W, ROD_V, e=0.5, mu=0.7, details=False)
    with refused(AttributeError, None, "details"):
        short.work_normal
    assert "Pc" not in dir(short) and "Pc" in dir(carom.collide(ROD_W, ROD_V, e=0.5, mu=0.7))
    with pytest.raises(AttributeError):
        short.nonsense


@pytest.mark.skipif("stronge" not in carom.laws, reason="needs the module compliant")
def test_a_history_says_whose_units() -> None:
    ratio = carom.history(ROD_W, ROD_V, "stronge", e=0.5, mu=0.7)
    assert ratio.ratio_only and " s/√kn, " in repr(ratio)
    spring = carom.history(ROD_W, ROD_V, "spring-dashpot", mu=0.7, kn=1e6, kt=8e5)
    assert not spring.ratio_only and " s, " in repr(spring)


def test_the_law_may_follow_what_has_a_v_of_its_own() -> None:
    rod = carom.Rod(velocity=(0.6, -1))
    given: Any = dict(e=0.5, mu=0.7)
    want = carom.collide(rod.W, rod.v, "whittaker", **given)
    assert same_bits(rod.collide("whittaker", **given).P, want.P)
    assert same_bits(rod.collide(carom.laws["whittaker"], **given).P, want.P)
    assert same_bits(carom.trace(rod, "routh", **given).P, carom.trace(rod, **given).P)
    arm = carom.Mechanism(M=[[16, 5.9], [5.9, 4]], u=[-0.1, -0.2], J=[[0.68, 1], [1.88, 1.73]], normal="first")
    hit = carom.solve_system(arm, "pfeiffer-glocker", **given)
    assert hit.law.name == "pfeiffer-glocker" and same_bits(hit.P, carom.solve_system(arm, law="pfeiffer-glocker", **given).P)
    # The message must report that v was given twice, instead of mentioning object dtypes.
    with refused(carom.InputError, "bad-value", "Rod", "v"):
        carom.collide(rod, [-1, 0.6], **given)
    with refused(carom.InputError, "bad-value", "v"):
        carom.trace(rod, "whittaker", law="smith", **given)


def test_a_pair_may_be_explained_and_varied() -> None:
    rod = carom.Rod(velocity=(0.6, -1))
    given: Any = dict(e=0.5, mu=0.3)
    assert carom.explain(rod, **given).F_star == carom.explain(*rod, **given).F_star
    assert same_bits(carom.mass_jacobian(rod, **given).J, carom.mass_jacobian(*rod, **given).J)
    assert same_bits(carom.mass_jacobian(rod, "whittaker", **given).J, carom.mass_jacobian(*rod, "whittaker", **given).J)
    assert len(carom.collide_all(rod, "routh", **given)) == 1
    after = carom.Rod(velocity=(0.1, 0.5))
    assert same_bits(carom.collide_inverse(after, **given)[0].v, carom.collide_inverse(*after, **given)[0].v)


def test_several_contacts_are_told_where_they_belong(robot: carom.Mechanism) -> None:
    flat = carom.Mechanism(robot.M, robot.u, FEET.reshape(4, 3), normal=(0, 1))
    assert robot.contacts == 2 and same_bits(robot.W, flat.W)
    with refused(carom.InputError, "bad-size", "2", "carom.solve_system"):
        carom.collide(robot, e=0, mu=0.5)
    assert "glocker" in carom.compare(robot, e=0, mu=0.5)  # compare() chooses the laws that fit the problem
    assert same_bits(carom.solve_system(robot, e=0, mu=0.5).P, carom.solve_system(robot, e_n=0, mu=0.5).P)
    with refused(carom.ParameterError, "bad-value", "e", "e_n"):
        carom.collide(ROD_W, ROD_V, "glocker", e=0, e_n=0, mu=0.5)
    with refused(carom.ParameterError, "coefficient-unused", "routh", "e", "e_n"):
        carom.collide(ROD_W, ROD_V, "routh", e_n=0, mu=0.5)


def test_methods_are_compared_as_laws_are(robot: carom.Mechanism) -> None:
    found = carom.compare(robot, e=0.2, mu=0.5)
    assert same_bits(found["glocker"].P, carom.solve_system(robot, e_n=0.2, mu=0.5).P)
    assert same_bits(found["sequence"].P, carom.solve_system(robot, "sequence", e=0.2, mu=0.5).P)
    assert {*found, *found.refused} == {*carom.laws.for_systems()}  # every method has a result or a reason
    assert "approaches too" in found.refused["hm-whittaker"] and "hm-whittaker" in repr(found)
    assert "glocker" in repr(found) and "<table>" in found._repr_html_()
    assert list(found.to_frame().loc["glocker"].index) == [0, 1]
    with refused(carom.InputError, "other-approaches/other-approaches"):  # a method requested by name raises the error
        carom.compare(robot, laws=["hm-whittaker"], e=0.2, mu=0.5)
    with refused(carom.ParameterError, "coefficient-missing", "e", "mu"):
        carom.compare(robot)
    with refused(carom.ParameterError, "coefficient-unknown", "roughness"):
        carom.compare(robot, e=0.2, roughness=0.5)


def test_a_pair_says_how_it_moves() -> None:
    rod = carom.Rod(velocity=(0.6, -1))
    assert "(0.6, -1)" in repr(rod) and "(0.72, -0.4)" in repr(rod.apply([0.6, 0.12]))
    assert "(3,)" in repr(carom.Rod(angle=[0.1, 0.2, 0.3]))


def test_a_law_without_a_path_is_drawn_where_it_ends() -> None:
    def halts(W: Any, v: Any, e: float, mu: float) -> Any:
        return -(1 + e) * v[0] / W[0, 0], 0.0

    mine = carom.define_law("halts", halts)
    for law in ("smith", mine):
        ax = carom.plot.impulse_diagram(carom.Rod(velocity=(0.6, -1)), law=law, e=0.5, mu=0.7)
        names = [words.get_text() for words in ax.get_legend().get_texts()]
        assert any("smith" in name if law == "smith" else "halts" in name for name in names), names
        ax.figure.clear()
    with refused(carom.NoAnswerError, "not-applicable", "homogeneous"):
        carom.collide_inverse(ROD_W, [0.5, 0.2], mine, e=0.5, mu=0.7)
