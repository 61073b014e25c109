"""Tests derivatives in Python. They are compared with differences, JVP with VJP, and batches with single impacts. Also
tests PyTorch rules."""
import numpy as np
import pytest
from conftest import refused

import carom

W, V = np.array([[2.5, -0.5], [-0.5, 3.0]]), np.array([-1.0, 2.0])
LAW = dict(law="whittaker", e=0.5, mu=0.2)


def outcome(w, v, e, mu):
    return carom.collide(w, v, "whittaker", e=e, mu=mu).P


def test_against_differences():
    jac, h = carom.collide(W, V, **LAW, jac=True).jac, 1e-6
    for j in range(2):
        step = h * np.eye(2)[j]
        slope = (outcome(W, V + step, 0.5, 0.2) - outcome(W, V - step, 0.5, 0.2)) / (2 * h)
        assert np.allclose(jac.v[:, j], slope, atol=1e-8)
    turn = np.array([[0.1, 0.7], [0.7, -0.3]])
    slope = (outcome(W + h * turn, V, 0.5, 0.2) - outcome(W - h * turn, V, 0.5, 0.2)) / (2 * h)
    assert np.allclose(np.einsum("ijk,jk->i", jac.W, turn), slope, atol=1e-8)
    assert np.allclose(jac.mu, (outcome(W, V, 0.5, 0.2 + h) - outcome(W, V, 0.5, 0.2 - h)) / (2 * h), atol=1e-8)
    assert np.allclose(jac.e, (outcome(W, V, 0.5 + h, 0.2) - outcome(W, V, 0.5 - h, 0.2)) / (2 * h), atol=1e-8)
    assert jac.smooth == "smooth" and jac.margin > 0.1 and {"e", "mu"} <= set(jac.coefficients)


def test_the_outcome_is_the_same():
    mu = np.linspace(0.0, 1.0, 7)
    one, other = (carom.collide(W, V, "whittaker", e=0.5, mu=mu, jac=jac) for jac in (False, True))
    assert np.array_equal(one.P, other.P) and np.array_equal(one.v, other.v)
    with refused(AttributeError, None, "jac"):
        one.jac


def test_products_agree():
    rng = np.random.default_rng(1)
    mu = rng.uniform(0.05, 0.9, 40)
    jac = carom.collide(W, V, "whittaker", e=0.5, mu=mu, jac=True).jac
    dW, dv, dmu, de = rng.normal(size=(40, 2, 2)), rng.normal(size=(40, 2)), rng.normal(size=40), rng.normal(size=40)
    bars = rng.normal(size=(40, 2)), rng.normal(size=(40, 2)), rng.normal(size=40)
    dP, after, energy = jac.jvp(dW, dv, mu=dmu, e=de)
    bar = jac.vjp(*bars)
    forward = np.sum(bars[0] * dP, -1) + np.sum(bars[1] * after, -1) + bars[2] * energy
    symmetric = 0.5 * (dW + np.swapaxes(dW, -1, -2))
    backward = np.sum(bar["W"] * symmetric, (-1, -2)) + np.sum(bar["v"] * dv, -1) + bar["mu"] * dmu + bar["e"] * de
    assert np.allclose(forward, backward, rtol=1e-13, atol=1e-13)


def test_what_is_refused():
    with refused(carom.InputError, "bad-value", "P", "v_after"):
        carom.vjp(W, V, "whittaker", e=0.5, mu=0.2)
    with refused(AttributeError, None, "nonsense", "mu_static"):
        carom.collide(W, V, **LAW, jac=True).jac.jvp(nonsense=1.0)


def test_the_rule_of_torch():
    torch = pytest.importorskip("torch")
    step = carom.autodiff.torch_rule("whittaker", e=0.5)
    w, v = (torch.tensor(x, dtype=torch.float64, requires_grad=True) for x in (W, np.array([V, [-2.0, 0.1]])))
    mu = torch.tensor(0.2, dtype=torch.float64, requires_grad=True)
    symmetric = lambda w, v, mu: step(0.5 * (w + w.T), v, mu=mu)
    assert torch.autograd.gradcheck(symmetric, (w, v, mu), eps=1e-6, atol=1e-7)


def test_the_rule_of_jax():
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", True)
    step = carom.autodiff.jax_rule("whittaker", e=0.5)
    slope = jax.grad(lambda mu: step(W, V, mu=mu)[1][1])(0.2)
    assert abs(slope - (W @ carom.collide(W, V, **LAW, jac=True).jac.mu)[1]) < 1e-12


def test_devices_have_jacobians():
    """Tests that the Jacobian has one column for each number of a coefficient: kt and ct have two in 3D. The largest
    error against differences was 1e-9; the bound is 1e-7."""
    W, v = np.diag([1.0, 3.0, 4.0]), [-1.0, 0.5, 1.0]
    values = {"kn": 1.0, "cn": 0.1, "kt": (1.0, 1.5), "ct": (0.2, 0.2), "mu": 0.3}
    hit = carom.collide(W, v, "spring-dashpot", jac=True, **values)
    assert hit.jac.kt.shape == (3, 2) and hit.jac.kn.shape == (3,)
    up = carom.collide(W, v, "spring-dashpot", **{**values, "kt": (1.0, 1.5001)}).P
    down = carom.collide(W, v, "spring-dashpot", **{**values, "kt": (1.0, 1.4999)}).P
    assert np.allclose(hit.jac.kt[:, 1], (up - down) / 2e-4, atol=1e-7)
    with refused(carom.NoAnswerError, "no-derivative"):
        carom.collide(W, v, "modal", mu=0.3, jac=True)
