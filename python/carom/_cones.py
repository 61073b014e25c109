"""Several contacts in 3D with round friction cones."""
from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ._impact import Impact, impact


def cones(W: ArrayLike, v: ArrayLike, **keywords: Any) -> Impact:
    """Newton's restitution at several contacts in 3D, with the round friction cone.

    carom.impact with the method "glocker" and dim = 3: W (3 k, 3 k) and v (3 k,); e_n, e_t and mu, one for all contacts
    or one for each; solver "auto", or "nsgs" or "admm" of Siconos, if it is installed.

    >>> import carom, numpy as np
    >>> hit = carom.cones(np.eye(3), [-1, 0.3, 0.4], e_n=0.5, mu=0.2)
    >>> hit.P.round(6)  # slides: friction 0.2 P_n against the slip (0.6, 0.8)
    array([[ 1.5 , -0.18, -0.24]])
    """
    return impact(W, v, "glocker", dim=3, **keywords)
