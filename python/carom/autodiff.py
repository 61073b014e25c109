"""Makes impacts differentiable in PyTorch and JAX programs. A package is imported only when its rule is created.

    step = carom.autodiff.torch_rule("routh", e=0.5)        # fixed parameters
    P, v_after = step(W, v, mu=mu)                          # tensors in, tensors out; .backward() works

Numbers are doubles: use float64 in PyTorch, and jax_enable_x64 in JAX.
"""
from __future__ import annotations

from importlib import import_module
from typing import Any, Callable, Dict, Tuple

import numpy as np

from ._collide import collide

__all__ = ["jax_rule", "torch_rule"]


def _sum_to(x: Any, shape: Tuple[int, ...]) -> Any:
    """Sums over broadcast axes."""
    x = np.asarray(x)
    x = x.sum(axis=tuple(range(x.ndim - len(shape))))
    return x.sum(axis=tuple(i for i, n in enumerate(shape) if n == 1 and x.shape[i] != 1), keepdims=True).reshape(shape)


def torch_rule(law: str = "routh", **fixed: Any) -> Callable[..., Tuple[Any, Any]]:
    """Returns a function (W, v, **parameters) -> (P, v') of tensors that PyTorch can differentiate."""
    torch: Any = import_module("torch")

    class SystemResult(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, names: Tuple[str, ...], W: Any, v: Any, *numbers: Any) -> Tuple[Any, Any]:
            given = {name: x.detach().cpu().numpy() for name, x in zip(names, numbers)}
            hit = collide(W.detach().cpu().numpy(), v.detach().cpu().numpy(), law, jac=True, **fixed, **given)
            ctx.jac, ctx.names = hit.jac, names
            ctx.shapes = {"W": W.shape, "v": v.shape, **{name: x.shape for name, x in zip(names, numbers)}}
            return torch.as_tensor(np.array(hit.P)), torch.as_tensor(np.array(hit.v))

        @staticmethod
        def backward(ctx: Any, bar_P: Any, bar_v: Any) -> Tuple[Any, ...]:
            bar = ctx.jac.vjp(bar_P.cpu().numpy(), bar_v.cpu().numpy())
            made = {name: torch.as_tensor(_sum_to(bar[name], tuple(shape))) for name, shape in ctx.shapes.items()}
            return (None, *(made[name] for name in ("W", "v", *ctx.names)))

    def step(W: Any, v: Any, **numbers: Any) -> Tuple[Any, Any]:
        tensors = {name: torch.as_tensor(x, dtype=torch.float64) for name, x in numbers.items()}
        P, after = SystemResult.apply(tuple(tensors), W, v, *tensors.values())
        return P, after

    return step


def jax_rule(law: str = "routh", **fixed: Any) -> Callable[..., Tuple[Any, Any]]:
    """Returns a function (W, v, **parameters) -> (P, v') of arrays for JAX, with forward and reverse derivatives and jit."""
    jax: Any = import_module("jax")
    jnp: Any = import_module("jax.numpy")

    def call(host: Callable[..., Any], v: Any, *given: Any) -> Any:
        shape = jax.ShapeDtypeStruct(jnp.shape(v), jnp.result_type(float))
        return jax.pure_callback(host, (shape, shape), v, *given)

    def value(v: Any, W: Any, numbers: Dict[str, Any]) -> Tuple[Any, Any]:
        given: Dict[str, Any] = {**fixed, **{k: np.asarray(x) for k, x in numbers.items()}}
        hit = collide(np.asarray(W), np.asarray(v), law, **given)
        return np.asarray(hit.P), np.asarray(hit.v)

    def slope(v: Any, W: Any, numbers: Dict[str, Any], dv: Any, dW: Any, changes: Dict[str, Any]) -> Tuple[Any, Any]:
        given: Dict[str, Any] = {**fixed, **{k: np.asarray(x) for k, x in numbers.items()}}
        jac = collide(np.asarray(W), np.asarray(v), law, jac=True, **given).jac
        dP, after, _ = jac.jvp(np.asarray(dW), np.asarray(dv), **{k: np.asarray(x) for k, x in changes.items()})
        return dP, after

    def outcome(W: Any, v: Any, numbers: Dict[str, Any]) -> Tuple[Any, Any]:
        made: Tuple[Any, Any] = call(value, v, W, numbers)
        return made

    impact: Any = jax.custom_jvp(outcome)

    def rule(primals: Any, tangents: Any) -> Any:
        (W, v, numbers), (dW, dv, changes) = primals, tangents
        return impact(W, v, numbers), call(slope, v, W, numbers, dv, dW, changes)

    impact.defjvp(rule)
    return lambda W, v, **numbers: impact(W, v, numbers)
