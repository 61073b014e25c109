#!/usr/bin/env python3
"""Writes mods/compliant/ode/radau_table.h: nodes, weights and matrix of Radau's collocation method, from their
definition.

The nodes are 1 and the zeros of (P_s - P_(s-1))/(x - 1) in (0, 1). A_ij is the integral from 0 to c_i of the polynomial
that is 1 at c_j and 0 at the other nodes. The barycentric weights are those of the interpolant through 0 and the nodes,
divided by the leading coefficient of Legendre's polynomial of the same degree. The sum of the weights times the values
is then the coefficient of that polynomial in the interpolant. Needs mpmath; computes with 50 digits and writes 17.
"""
from mpmath import binomial, mp, mpf, polyroots

mp.dps = 50
STAGES = 9


def legendre_coefficients(n):  # coefficients of P_n(2x - 1), highest power first
    return [(-1) ** (n - k) * binomial(n, k) * binomial(n + k, k) for k in range(n, -1, -1)]


def times(p, q):
    r = [mpf(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            r[i + j] += a * b
    return r


def nodes(s):
    high, low = legendre_coefficients(s), [mpf(0)] + legendre_coefficients(s - 1)
    p, quotient = [a - b for a, b in zip(high, low)], []
    carry = mpf(0)
    for a in p[:-1]:  # division by x - 1
        carry = a + carry
        quotient.append(carry)
    return sorted(r.real for r in polyroots(quotient, maxsteps=500, extraprec=400)) + [mpf(1)]


def integral(p, x):  # integral of the polynomial (highest power first) from 0 to x
    n = len(p)
    return sum(a * x ** (n - k) / (n - k) for k, a in enumerate(p))


def matrix(c):
    columns = []
    for j in range(len(c)):
        p = [mpf(1)]
        for k in range(len(c)):
            if k != j:
                p = times(p, [1 / (c[j] - c[k]), -c[k] / (c[j] - c[k])])
        columns.append([integral(p, x) for x in c])
    return [[columns[j][i] for j in range(len(c))] for i in range(len(c))]


def weights(c):
    places, leading = [mpf(0)] + c, binomial(2 * len(c), len(c))
    w = []
    for j, x in enumerate(places):
        product = mpf(1)
        for k, z in enumerate(places):
            if k != j:
                product *= x - z
        w.append(1 / product / leading)
    return w


def row(numbers):
    return "{" + ", ".join(mp.nstr(x, 17, strip_zeros=False) for x in numbers) + "}"


def main():
    c = nodes(STAGES)
    print("// Made by tools/radau.py: Radau's collocation method, 9 stages, order 17.")
    print("// clang-format off")
    print("enum { STAGES = %d };\n" % STAGES)
    print("const double carom_radau_nodes[STAGES] =\n    %s;\n" % row(c))
    print("// Barycentric, of 0 and the nodes, over the leading coefficient of Legendre's polynomial.")
    print("static const double weights[STAGES + 1] =\n    %s;\n" % row(weights(c)))
    print("static const double integrals[STAGES][STAGES] = {")
    for line in matrix(c):
        print("    %s," % row(line))
    print("};")
    print("// clang-format on")


main()
