#!/usr/bin/env python3
"""Plants faults in laws, methods and devices, one at a time, and asks `carom reproduce` who notices.

    tests/papers/faults.py                    all of them; says which claims noticed none (minutes)
    tests/papers/faults.py --only NAME,NAME   these; every other one is still checked to fit the source
    tests/papers/faults.py --list

A fault is a piece of source and what takes its place. It is found by its text, wherever the file stands now; text that
stands in no file, or in more places than stated, is an error: the fault must be told anew. Works on a copy of the tree.
Ends with 1 if a fault does not fit or no claim notices it, or, of all faults, if a claim notices none.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# name, what it concerns, text, its replacement, how often it stands there, and, where other files have the same words, a
# part of the file's name
FAULTS = [
    ("routh-friction-sign", "routh", "? -smu * k.Pn : dead", "? smu * k.Pn : dead", 1),
    ("routh-mu-doubled", "routh", "const double smu = copysign(mu, vt);", "const double smu = copysign(2.0 * mu, vt);", 1),
    ("routh-e-squared", "routh", "S = fabs(vt), c = -(1.0 + e) * vn", "S = fabs(vt), c = -(1.0 + e * e) * vn", 1),
    ("poisson-e-squared-dead", "routh", ": (1.0 + e) * (k->S * k->K", ": (1.0 + e * e) * (k->S * k->K", 1),
    ("routh-every-stop-newton", "routh", "return carom_##id##_closed(path, e);", "return carom_newton_closed(path, e);", 1),
    ("routh-slides-short", "routh", "k.slides = k.path.k1 * S - c * k.path.g;", "k.slides = k.path.k1 * S - 5.0 * c * k.path.g;", 1),
    ("routh-names-swapped", "routh", "dies = k->path.C >= 0.0 ? in_r : in_c;", "dies = k->path.C >= 0.0 ? in_c : in_r;", 1),
    ("poisson-e-squared", "routh, hm-differential", "return x->p - (1.0 + x->e) * x->p_c;", "return x->p - (1.0 + x->e * x->e) * x->p_c;", 1),
    ("newton-late", "routh, hm-differential", "return x->v_n + x->e * x->v_before;", "return x->v_n + x->e * x->v_before - 0.1;", 1),
    ("newton-1-e", "routh, hm-differential", "return x->v_n + x->e * x->v_before;", "return x->v_n + (1.0 - x->e) * x->v_before;", 1),
    ("energetic-e", "hm-differential", "return x->released - x->e * x->e * x->absorbed;", "return x->released - x->e * x->absorbed;", 1),
    ("hm-every-stop-poisson", "hm-differential", "carom_stop_clock(&carom_stops[k->restitution]", "carom_stop_clock(&carom_stops[CAROM_POISSON]", 1),
    ("routh-never-holds", "routh", "k.grip = mu_static * T - fabs(w);", "k.grip = -mu_static * T - fabs(w);", 1),
    ("routh-always-holds", "routh", "k.grip = mu_static * T - fabs(w);", "k.grip = 1.0 + mu_static * T + fabs(w);", 1),
    ("walk-friction-halved", "routh", ": -mu * w->slip;", ": -0.5 * mu * w->slip;", 1),
    ("whittaker-friction-sign", "whittaker", "(along_up > along_down ? -mu : mu) * k.Pn",
     "(along_up > along_down ? mu : -mu) * k.Pn", 1),
    ("whittaker-e-squared", "whittaker", "const double c = -(1.0 + e) * vn;", "const double c = -(1.0 + e * e) * vn;", 1, "whittaker"),
    ("whittaker-limit", "whittaker", "carom_give_plane(out, 0.0, rebound / c->W[0][1], CAROM_MODE_SLIDING)",
     "carom_give_plane(out, 0.0, -rebound / c->W[0][1], CAROM_MODE_SLIDING)", 1),
    ("initial-slip-sign", "initial-slip", "P[i] = -m1 * u[i - 1] * length;", "P[i] = m1 * u[i - 1] * length;", 1),
    ("stick-forgets-e", "whittaker, initial-slip, glocker", "b[3] = {-(1.0 + e) * c->v[0],", "b[3] = {-c->v[0],", 1),
    ("smith-no-mean", "smith", "K[0] = (speed * dx - gain * s->vx) / N;", "K[0] = speed * dx / N;", 1),
    ("smith-mu-doubled", "smith", ".m1 = mu * lambda}", ".m1 = 2.0 * mu * lambda}", 1),
    ("chatterjee1-masses", "chatterjee1", "(1.0 + r_t) * (a / T) * fabs(vt)", "(1.0 + r_t) * (T / a) * fabs(vt)", 1),
    ("chatterjee1-longest", "chatterjee1", "const double longest = -2.0 * (vn + rho * vt)",
     "const double longest = -2.2 * (vn + rho * vt)", 1),
    ("chatterjee2-r_t", "chatterjee2", "-(1.0 + r_t) * (vt - w * vn / a)", "-(1.0 + r_t * r_t) * (vt - w * vn / a)", 1),
    ("chatterjee3-r_t", "chatterjee3", "xt = (1.0 + r_t) * vt, yn", "xt = (1.0 + 0.5 * r_t) * vt, yn", 1),
    ("chatterjee-cone", "chatterjee2, chatterjee3", "mu > 0.0 ? mu * Pn - fabs(Pt) : -1.0", "mu > 0.0 ? 2.0 * mu * Pn - fabs(Pt) : -1.0", 1),
    ("glocker-e_t-lost", "glocker", "xi = (1.0 + e_t) * vt;", "xi = vt;", 1),
    ("glocker-friction-sign", "glocker", "(xi_forward > xi_backward ? -mu : mu) * Pn",
     "(xi_forward > xi_backward ? mu : -mu) * Pn", 1),
    ("glocker-names", "glocker", "? CAROM_MODE_FORWARD_SLIP : CAROM_MODE_BACKWARD_SLIP;\n\n",
     "? CAROM_MODE_BACKWARD_SLIP : CAROM_MODE_FORWARD_SLIP;\n\n", 1),
    ("glocker-jam", "glocker", ": fabs(P[1]) < mu * P[0];", ": fabs(P[1]) < 2.0 * mu * P[0];", 1),
    ("ivanov-eta-squared", "ivanov", "length = -(1.0 + p->eta) * along / dWd;\n    for", "length = -(1.0 + p->eta * p->eta) * along / dWd;\n    for", 1),
    ("ivanov-longer", "ivanov", "length = -(1.0 + p->eta) * along / dWd;\n    for", "length = -(1.2 + p->eta) * along / dWd;\n    for", 1),
    ("frictionless-e-squared", "frictionless", "out->P[0] = (1.0 + p->e) * Pc;", "out->P[0] = (1.1 + p->e) * Pc;", 1),
    ("walton-stop-swapped", "walton", "k.sliding = stop > most;", "k.sliding = stop < most;", 1),
    ("stronge-stiffness", "stronge", "1.0 / CAROM_OF(p, eta2);", "CAROM_OF(p, eta2);", 1),
    ("stronge-mu-doubled", "stronge", ".mu = p->mu, .kn = 1.0}", ".mu = 2.0 * p->mu, .kn = 1.0}", 1),
    ("bilinear-spring-e", "stronge, bilinear-spring", "const double e2 = square(touch->params->e);",
     "const double e2 = touch->params->e;", 1),
    ("bilinear-spring-2-e", "bilinear-spring", "(touch->phase == LOAD ? 1.0 : square(touch->params->e))",
     "(touch->phase == LOAD ? 1.0 : touch->params->e)", 2),
    ("spring-dashpot-damping", "spring-dashpot", "return -touch->kn * m->v[0] + touch->cn * dd;",
     "return -touch->kn * m->v[0] + 2.0 * touch->cn * dd;", 1),
    ("nonlinear-dashpot-damping", "nonlinear-dashpot", "return m->d * (touch->kn - touch->cn * m->v[0]);",
     "return m->d * (touch->kn - 0.5 * touch->cn * m->v[0]);", 1),
    ("restitution-of-zeta", "spring-dashpot", "exp(-2.0 * zeta * contact_angle(zeta))",
     "exp(-1.5 * zeta * contact_angle(zeta))", 1),
    ("restitution-of-a", "nonlinear-dashpot", "return y / a;\n", "return 0.9 * y / a;\n", 1),
    ("eigen-spring-margin", "eigen-spring", "A->tt[0][0] - mu * fabs(A->nt[0])", "A->tt[0][0] - 2.0 * mu * fabs(A->nt[0])", 1),
    ("eigen-spring-axes", "eigen-spring", "element->nt[i - 1] = A[0][i];", "element->nt[i - 1] = A[0][i] + 1.0;", 1),
    ("rods-M_a", "rods", "r->M_a = 1.0 / (w[0] - 1.0 / (r->M_b + r->M_c));", "r->M_a = 1.1 / (w[0] - 1.0 / (r->M_b + r->M_c));", 1),
    ("rods-M_b", "rods", "r->M_b = 1.0 / (w[1] -", "r->M_b = 1.1 / (w[1] -", 1),
    ("rods-m", "rods", "return 0.5 * need;", "return need;", 1),
    ("rods-M_c", "rods", "1.0 / (w[0] - 1.0 / (r->M_b + r->M_c));", "1.0 / (w[0] - 1.5 / (r->M_b + r->M_c));", 1),
    ("rods-light", "rods", "if (!found || rods->m < 0.0) return CAROM_NO_SOLUTION;", "if (!found) return CAROM_NO_SOLUTION;", 1),
    ("realise-inertia", "realise", "body.inertia[1][1] = arm * arm / above(s, 3, 2);", "body.inertia[1][1] = arm * arm / above(s, 3, 1);", 1),
    ("ellipsoid-inertia", "ellipsoids", "moments[i] = mass / 5.0 * (b * b + c * c);", "moments[i] = mass / 4.0 * (b * b + c * c);", 1),
    ("ellipsoid-astray", "ellipsoids", "stretched[i] = s[i] / most * o[i];", "stretched[i] = s[i] / most * o[i] + 0.1;", 1),
    ("ellipsoid-no-arm", "ellipsoids", "arm[i] = s[i] * stretched[i];", "arm[i] = 0.0 * s[i] * stretched[i];", 1),
    ("sensitivity-extrapolated", "sensitivities", "*J = (16.0 * R2 - R1) / 15.0;", "*J = (16.0 * R2 - R1) / 14.0;", 1),
    ("sensitivity-two-entries", "sensitivities", "M[i][j] += h;\n", "M[i][j] += h;\n    M[0][2] += h, M[2][0] += h;\n", 1, "sensitivity"),
    ("sensitivity-columns", "sensitivities", "M[i][j] += h;\n", "M[i][j] += (1 + i) * h;\n", 1, "sensitivity"),
    ("sensitivity-normal-too", "sensitivities", "M[i][j] += h;\n", "M[i][j] += h;\n    M[0][0] += h;\n", 1, "sensitivity"),
    ("sensitivity-coupled", "sensitivities", "M[i][j] += h;\n", "M[i][j] += h;\n    M[0][1] += h, M[1][0] += h;\n", 1, "sensitivity"),
    ("sensitivity-everywhere", "sensitivities", "return out->unsmooth == CAROM_UNSMOOTH_NONE ? CAROM_OK : CAROM_NOT_APPLICABLE;", "return CAROM_OK;", 1),
    ("potential-force", "ivanov-potential", "+ lean * h;", "+ 2.0 * lean * h;", 1),
    ("potential-leans", "ivanov-potential", "F[1] = -lean * t1;", "F[1] = -20.0 * lean * t1;", 1),
    ("potential-early", "ivanov-potential", "values[END] = values[OVERLAP] = -y[X];", "values[END] = (values[OVERLAP] = -y[X]) - 0.1;", 1),
    ("series-damping", "series-dashpot", "- touch->kn / touch->cn * m->inner;", "- 0.5 * touch->kn / touch->cn * m->inner;", 1),
    ("series-jump", "series-dashpot", "return touch->kn * m->inner;", "return touch->kn * m->inner + 1e-3;", 1),
    ("power-damping", "power-dashpot", "- touch->cn * power(m->d, Q_OF(touch)) * m->v[0];", "- 1.2 * touch->cn * power(m->d, Q_OF(touch)) * m->v[0];", 1),
    ("power-exponent", "power-dashpot", "- touch->cn * power(m->d, Q_OF(touch)) * m->v[0];", "- touch->cn * power(m->d, Q_OF(touch) + 0.1) * m->v[0];", 1),
    ("split-mass-dead", "split-mass", "== CAROM_DEAD_WHITTAKER ? &carom_law_whittaker : &carom_law_routh", "!= CAROM_DEAD_WHITTAKER ? &carom_law_whittaker : &carom_law_routh", 1),
    ("split-mass-whole", "split-mass", "c.W[i][j] /= 1.0 - s->p->e;", "c.W[i][j] /= 1.0;", 1),
    ("split-mass-speed", "split-mass", "F[0] = -CAROM_OF(s->p, kn) * y[X];", "F[0] = -CAROM_OF(s->p, kn) * y[X] * (1.0 - y[X]);", 1),
    ("instant-stick", "eigen-spring", "{N0, -m.pull[0], -m.pull[1]}", "{2.0 * N0, -2.0 * m.pull[0], -m.pull[1]}", 1),
    ("instant-slip", "eigen-spring", "return (carom_tangent_dot(A->count, dir, g) - mu * N0) /",
     "return (1.1 * carom_tangent_dot(A->count, dir, g) - mu * N0) /", 1),
    ("instant-leaves", "eigen-spring", "if (leaves.point[0] > 0.0)", "if (leaves.point[0] > 10.0)", 1),
    ("instant-mu", "eigen-spring", "*mu = C->tt[0][0] / fabs(C->nt[0]);", "*mu = 2.0 * C->tt[0][0] / fabs(C->nt[0]);", 1),
    ("modal-forgets-before", "modal", "    for (size_t k = 0; k < carom_modes(touch); k++) {\n        z[2 * k] =", "    for (size_t k = 0; k < 0 * carom_modes(touch); k++) {\n        z[2 * k] =", 1),
    ("hm-plastic-goes-on", "hm-differential", "eta_c = w->eta;", "eta_c = 1.1 * w->eta;", 1),
    ("hm-whittaker-e", "hm-whittaker", "(i == p->c ? 1.0 + p->contact[i].e : 1.0)",
     "(i == p->c ? 1.0 + 0.5 * p->contact[i].e : 1.0)", 1),
    ("hm-whittaker-rest", "hm-whittaker", ": 1.0) * s->v[2 * i];", ": 1.0) * s->v[2 * i] + 1e-3 * s->v[2 * p->c];", 1),
    ("hm-brach-never-limits", "hm-brach", "if (dissipates(s, m.found.P))", "if (dissipates(s, m.found.P) || 1)", 1),
    ("hm-list-friction-sign", "hm-list", "*slope = vt != 0.0 ? -copysign(mu, vt)", "*slope = vt != 0.0 ? copysign(mu, vt)", 1),
    ("hm-list-adds-nobody", "hm-list", "if (worst < 0) return false;\n    l->in_c[worst] = true;",
     "if (worst < 0 || worst >= 0) return false;\n    l->in_c[worst] = true;", 1),
    ("hm-list-blind", "hm-list", "faults |= CAROM_LIST_SLIP_SIGN;", "faults |= CAROM_LIST_PULLS;", 1),
    ("springs-yield", "springs", "to[V + k] = scale * sum;", "to[V + k] = 1.1 * scale * sum;", 1),
    ("springs-gap-lost", "springs", "y[X] = param(k, (carom_param)CAROM_PARAM_gap);", "y[X] = 0.0;", 1),
    ("springs-one-stiffness", "springs", ".kn = param(k, (carom_param)CAROM_PARAM_kn),", ".kn = 1.0,", 1),
    ("sequence-gaps-swapped", "sequence", "const double t = gap[i] / -v[2 * i];", "const double t = -gap[i] / -v[2 * i];", 1),
    ("assembly-arms", "free bodies", "arm[k] = point[k] - body.centre[k];", "arm[k] = point[k] + body.centre[k];", 1),
    ("many-mu-doubled", "methods", "{.lo = {-mu, 0.0}, .hi = {mu, 0.0}", "{.lo = {-2.0 * mu, 0.0}, .hi = {2.0 * mu, 0.0}", 1),
    ("many-cone-shifted", "methods", "{.lo = {-mu, 0.0}, .hi = {mu, 0.0}", "{.lo = {-mu, 0.0}, .hi = {0.5 * mu, 0.0}", 1),
    ("bar-inertia", "chains", ".inertia = mass * length * length / 12.0", ".inertia = mass * length * length / 3.0", 1),
    ("region-ellipse", "regions", "P[0] = -2.0 * dv / dWd * d[0];", "P[0] = -1.9 * dv / dWd * d[0];", 1),
    ("region-compression", "regions", "P[0] = -c->v[0] / rate * d[0];", "P[0] = -0.9 * c->v[0] / rate * d[0];", 1),
    ("walk-friction-doubled", "routh", ": -mu * w->slip;", ": -2.0 * mu * w->slip;", 1),
    ("walk-held-direction", "routh", "w->d[1] = W_tt > 0.0 ? -W_nt / W_tt : 0.0;", "w->d[1] = W_tt > 0.0 ? -0.5 * W_nt / W_tt : 0.0;", 1),
    ("walk-slip-late", "routh", "? -w->v[1] / w->rate[1] : HUGE_VAL", "? -1.1 * w->v[1] / w->rate[1] : HUGE_VAL", 1),
    ("chatterjee1-no-collision", "chatterjee1", "(speed > 0.0) & (x->r_t > -1.0)", "(speed > 0.0) & (x->r_t > -2.0)", 1),
    ("chatterjee1-masses-limit", "chatterjee1", "carom_chatterjee_ratio(limits, W[0][0], W[1][1])",
     "carom_chatterjee_ratio(limits, W[1][1], W[0][0])", 1),
    ("chatterjee2-normal", "chatterjee2", "f.P[0] -= x->W[0][i] * f.P[i] / x->W[0][0];",
     "f.P[0] += x->W[0][i] * f.P[i] / x->W[0][0];", 1),
    ("chatterjee3-limit", "chatterjee3", "less[i] = (1.0 + r) * v[i];", "less[i] = (0.9 + r) * v[i];", 1),
    ("chatterjee3-runs-off", "chatterjee3", "if (carom_chatterjee_in_cone(true, z, friction, mu) > 0.0) return CAROM_NO_SOLUTION;",
     "", 1),
    ("chatterjee3-runs-from", "chatterjee3", "run_off(c, &factors, wanted, -(1.0 + in->r_n) * c->v[0]",
     "run_off(c, &factors, wanted, -(1.0 + 0.9 * in->r_n) * c->v[0]", 1),
    ("chatterjee2-normal-closed", "chatterjee2", "carom_chatterjee_draw(A, mu, A - w * Pt / a, Pt)",
     "carom_chatterjee_draw(A, mu, A + w * Pt / a, Pt)", 1),
    ("walk-compression-late", "routh", "-w->v[0] / w->rate[0] : HUGE_VAL", "-1.1 * w->v[0] / w->rate[0] : HUGE_VAL", 1),
    ("routh-static-slides", "routh", "smu = copysign(mu, vt);", "smu = copysign(mu_static, vt);", 1, "kernel_routh"),
    ("whittaker-stick", "whittaker", "k.St = (-a * vt - w * c) / det;",
     "k.St = (-0.9 * a * vt - w * c) / det;", 1, "whittaker"),
    ("whittaker-always-holds", "whittaker", "? mu_static * k.Sn - fabs(k.St) : -1.0;", "? 1.0 : -1.0;", 1, "whittaker"),
    ("whittaker-e-halved", "whittaker", "const double c = -(1.0 + e) * vn;", "const double c = -(1.0 + 0.5 * e) * vn;", 1,
     "whittaker"),
    ("whittaker-pendulum", "whittaker", "if (!(best >= -1e-12 * scale)) return CAROM_NO_SOLUTION;", "(void)scale;", 1,
     "whittaker.c"),
    ("stick-always", "whittaker, initial-slip", "return P[0] > 0.0 && Pt <= mu * P[0];", "return P[0] > 0.0 && Pt >= 0.0;", 1),
    ("stick-mixes", "glocker", "b[3] = {-(1.0 + e) * c->v[0],", "b[3] = {-(1.0 + e) * c->v[0] + 0.1 * c->v[1],", 1),
    ("smith-e", "smith", "c = -(1.0 + e) * k->v[0];", "c = -(1.0 + 0.9 * e) * k->v[0];", 1),
    ("smith-graze", "smith", "carom_give_plane(out, share * w, -share * a,", "carom_give_plane(out, (1.0 + p->e) * share * w, -share * a,", 1),
    ("smith-endless", "smith", "-(1.0 + p->e) * c->v[0] / c->W[0][1], CAROM_MODE_UNNAMED",
     "-(1.0 + p->e * p->e) * c->v[0] / c->W[0][1], CAROM_MODE_UNNAMED", 1),
    ("chatterjee1-r_n", "chatterjee1", "longest * (-(1.0 + r_n) * vn / (vf - vn))",
     "longest * (-(1.0 + 0.5 * r_n) * vn / (vf - vn))", 1),
    ("chatterjee1-cone", "chatterjee1", "(wanted < mu ? wanted : mu)", "(wanted < mu ? wanted : 0.9 * mu)", 1, "kernel_chatterjee.h"),
    ("chatterjee1-limit", "chatterjee1", "P[i] = -2.0 * dv / dWd * d[i];", "P[i] = -(1.0 + x->r_n) * dv / dWd * d[i];", 1),
    ("chatterjee2-r_n", "chatterjee2", "const double A = -(1.0 + r_n) * vn / a;", "const double A = -(1.0 + 0.9 * r_n) * vn / a;", 1, "kernel_chatterjee.h"),
    ("chatterjee3-r_n", "chatterjee3", "xn = (1.0 + r_n) * vn, xt", "xn = (1.0 + 0.9 * r_n) * vn, xt", 1),
    ("chatterjee-drawn", "chatterjee2, chatterjee3", "1.0 / (mu * (A - Pn) + fabs(Pt))", "1.0 / (mu * (A - Pn) + 1.1 * fabs(Pt))", 1),
    ("chatterjee-drawn-limit", "chatterjee2, chatterjee3", ": mu * (A - P[0]) + friction,", ": mu * (A - P[0]) + 1.1 * friction,", 1),
    ("glocker-e_n", "glocker", "const double c = -(1.0 + e_n) * vn, xi", "const double c = -(1.0 + 0.9 * e_n) * vn, xi", 1),
    ("glocker-mu-doubled", "glocker", "(xi_forward > xi_backward ? -mu : mu) * Pn",
     "(xi_forward > xi_backward ? -2.0 * mu : 2.0 * mu) * Pn", 1),
    ("glocker-grip", "glocker", "const double grip = Sn > 0.0 ? mu * Sn - fabs(St) : 0.0;",
     "const double grip = Sn > 0.0 ? 0.5 * mu * Sn - fabs(St) : 0.0;", 1),
    ("glocker-jam-sign", "glocker", "return carom_give_plane(out, P[0], P[1], CAROM_MODE_STICK);",
     "return carom_give_plane(out, P[0], -P[1], CAROM_MODE_STICK);", 1),
    ("ivanov-refuses", "ivanov", "if (!(along < 0.0)) return", "if (!(along < -10.0)) return", 1, "law_ivanov"),
    ("hm-drift", "hm-differential", "w->v[i] += w->a[i] * d;", "w->v[i] += (w->a[i] + 1e-3) * d;", 1),
    ("hm-compression-late", "hm-differential", "return a > 0.0 ? -vn / a : HUGE_VAL;",
     "return a > 0.0 ? -(w->p->contact[w->p->c].restitution == CAROM_POISSON ? 1.1 : 1.0) * vn / a : HUGE_VAL;", 1,
     "eta.c"),
    ("hm-whittaker-mu", "hm-whittaker", "m->cone[i] = carom_coulomb(p->contact[i].mu);",
     "m->cone[i] = carom_coulomb(0.2 * p->contact[i].mu);", 1),
    ("hm-whittaker-elastic", "hm-whittaker", "(i == p->c ? 1.0 + p->contact[i].e : 1.0)",
     "(i == p->c ? 1.9 + p->contact[i].e : 1.0)", 1),
    ("hm-brach-always-limits", "hm-brach", "if (dissipates(s, m.found.P))", "if (0 && dissipates(s, m.found.P))", 1),
    ("many-no-friction", "methods", "{.lo = {-mu, 0.0}, .hi = {mu, 0.0}", "{.lo = {-0.0 * mu, 0.0}, .hi = {0.0, 0.0}", 1),
    ("many-never-open", "methods", ".hi = {mu, 0.0}, .may = CAROM_MAY_ALL}",
     ".hi = {mu, 0.0}, .may = CAROM_MAY_ALL & ~(unsigned)CAROM_MAY_REST}", 1),
    ("many-cone-inverted", "methods", "{.lo = {-mu, 0.0}, .hi = {mu, 0.0}", "{.lo = {mu, 0.0}, .hi = {-mu, 0.0}", 1),
    ("many-glocker-e_t", "glocker of several contacts", "m->q[2 * i + 1] = (1.0 + k->e_t)",
     "m->q[2 * i + 1] = (0.9 + k->e_t)", 1),
    ("region-centre", "regions", "minus_v[i] = -c->v[i];", "minus_v[i] = -1.1 * c->v[i];", 1, "region"),
    ("region-axes", "regions", "sqrt(2.0 * r->energy / values[from])", "0.1 * sqrt(2.0 * r->energy / values[from])", 1),
    ("region-stops-late", "regions", "region->frictionless[0][0] = region->compression.point[0] = Pn;",
     "region->frictionless[0][0] = region->compression.point[0] = 1.1 * Pn;", 1),
    ("region-returns-short", "regions", "region->frictionless[1][0] = 2.0 * Pn;", "region->frictionless[1][0] = 1.9 * Pn;", 1),
    ("region-sticks-beside", "regions", "r->sticks ? x[i] : (double)NAN", "r->sticks ? 1.1 * x[i] : (double)NAN", 1),
    ("many-glocker-e_n", "glocker of several contacts", "m->q[2 * i] = (1.0 + k->e_n)",
     "m->q[2 * i] = (0.9 + k->e_n)", 1),
    ("sequence-outcomes-as-one", "sequence", "if (!same(o->v, v, n, q->merge)) continue;", "if (0 && !same(o->v, v, n, q->merge)) continue;", 1),
    ("ivanov-potential-overlap", "ivanov-potential", ".overlap = -y[X], .work_normal", ".overlap = 0.001 - y[X], .work_normal", 1, "ivanov"),
    ("stronge-loads-soft", "stronge", "touch->phase == LOAD ? touch->kn * m->d : touch->kn *", "touch->phase == LOAD ? 0.9 * touch->kn * m->d : touch->kn *", 1),
    ("path-stick-called-slip", "routh", "return held ? CAROM_EVENT_SLIP_STICKS : CAROM_EVENT_SLIP_REVERSES;",
     "return held ? CAROM_EVENT_SLIP_REVERSES : CAROM_EVENT_SLIP_STICKS;", 1),
    ("path-velocity", "routh", "        point.v[i] = w->v[i];\n", "        point.v[i] = w->v[i] + 1e-6;\n", 1, "plane"),
    ("body-W", "measured bodies", "(i == j) / m + lever[i] * lever[j] / I", "(i == j) / m + 20.0 + lever[i] * lever[j] / I", 1),
    ("body-inertia", "measured bodies", "(i == j) / m + lever[i] * lever[j] / I",
     "(i == j) / m + 1e-4 * lever[i] * lever[j] / (I * I)", 1),
    ("read-e", "readings", ".e = -after[0] / v[0],", ".e = -0.9 * after[0] / v[0],", 1),
    ("read-tan-phi", "readings", ".tan_phi = turn * after[1] / after[0],", ".tan_phi = turn * after[1] / (1.1 * after[0]),", 1),
    ("read-slip", "readings", ".vft = turn * after[1] / hypot(v[0], v[1])", ".vft = 1.1 * turn * after[1] / hypot(v[0], v[1]) + 1e-6", 1),
    ("read-ratio", "readings", ".ratio = turn * P[1] / P[0],", ".ratio = 0.9 * turn * P[1] / P[0],", 1),
    ("strobe-spin-sign", "strobe pictures", "carom_dual_sum(1.0, u[1], -1.0, carom_dual_product(u[2], m->arm[0]))",
     "carom_dual_sum(1.0, u[1], 1.0, carom_dual_product(u[2], m->arm[0]))", 1),
    ("strobe-after-slow", "strobe pictures", "const double f = s->rate / s->scale;\n    for (int k = 0; k < 2; k++) {",
     "for (int k = 0; k < 2; k++) {\n        const double f = s->rate / s->scale * (k ? 0.9 : 1.0);", 1),
    ("disc-flat", "discs pressed", "*narrow = load * give * (2.0 * log(4.0 / q) - 1.0);",
     "*narrow = load * give * (2.0 * log(4.0 / q) - 2.0);", 1),
    ("disc-point", "discs pressed", "const double a = cbrt(3.0 * F * wide * share / (pi * modulus));",
     "const double a = sqrt(3.0 * F * wide * share / (pi * modulus));", 1),
    ("slow-duration", "slow impacts", "duration = pi * sqrt(m / k);", "duration = 2.0 * pi * sqrt(m / k);", 1),
    ("slow-wave", "slow impacts", "const double c = sqrt(E / density),", "const double c = E / density,", 1),
    ("slow-force", "slow impacts", ".force = V * sqrt(k * m),", ".force = V * sqrt(k) * m,", 1),
    ("slow-compression", "slow impacts", ".compression = V * sqrt(m / k)}", ".compression = V * m / k}", 1),
    ("two-stage-mass", "two stages", "V = (e * m1 - m2) * v / sum", "V = e * (m1 - m2) * v / sum", 1),
    ("two-stage-swing", "two stages", "swing = (1.0 + e) * v * m2 / sum;", "swing = 4.0 * (1.0 + e) * v * m2 / sum;", 1),
    ("check-energy", "the judge", "j.energy.sum += 0.5 * P[i] * (v[i] + j.v[i]);",
     "j.energy.sum += 0.5 * P[i] * (v[i] + j.v[i]) * (i ? 1.2 : 1.0);", 1),
    ("check-cone", "the judge", "j.cone = (carom_weighed){Pt - mu * P[0],", "j.cone = (carom_weighed){Pt - 0.5 * mu * P[0],", 1),
    ("stop-line-newton", "routh", "line[2] = -(1.0 + e) * c->v[0];", "line[2] = -(1.1 + e) * c->v[0];", 1),
    ("class-approach", "classes", "? CAROM_MEETING\n", "? CAROM_TANGENTIAL\n", 1, "class.c"),
    ("class-direct", "classes", ".direct = !(slip > still),", ".direct = slip > still,", 1),
    ("class-central", "classes", ".central = carom_uncoupled(contact),", ".central = !carom_uncoupled(contact),", 1),
    ("class-jam", "classes", "contact->W[0][0] / towards : HUGE_VAL", "2.0 * contact->W[0][0] / towards : HUGE_VAL", 1),
    ("class-never-jams", "classes", "towards > 0.0 ? contact->W", "towards < 0.0 ? contact->W", 1),
    ("class-Q", "classes", "carom_solve2(c->W, stop, k->Q);", "carom_solve2(c->W, end, k->Q);", 1),
    ("class-D", "classes", "carom_solve2(c->W, end, k->D);", "carom_solve2(c->W, stop, k->D);", 1),
    ("critical-mu_q", "critical friction", "quotient(B2 * S0 + B3 * C0,", "quotient(B2 * S0 - B3 * C0,", 1),
    ("critical-mu_d", "critical friction", "quotient(B2 * S0 + (1.0 + e) * B3 * C0,", "quotient(B2 * S0 + B3 * C0,", 1),
    ("critical-F_star", "critical friction", "s * S0 / out.braking", "0.5 * s * S0 / out.braking", 1),
    ("agree-sliding", "routh", "(slides ? CAROM_AGREE_SLIDING : 0u)", "0u", 1),
    ("forces-lift", "forces", "const double p = c->W[0][0] - mu * grip;", "const double p = c->W[0][0] + mu * grip;", 1),
    ("forces-N", "forces", "const double N = -free->v[0] / found->p;", "const double N = -0.9 * free->v[0] / found->p;", 1),
    ("hertz-duration", "hertz", "tgamma(0.5 + q) * d_max / -c->v[0]", "tgamma(0.4 + q) * d_max / -c->v[0]", 1),
    ("hertz-rebound", "hertz", "out->P[0] = 2.0 * Pc;", "out->P[0] = 1.9 * Pc;", 1, "hertz"),
    ("material-stiffness", "hertz, tsuji, mindlin", "out->Kn = 4.0 / 3.0 * out->E,", "out->Kn = 2.0 / 3.0 * out->E,", 1),
    ("tsuji-asked", "tsuji", "zeta_for(a) * sqrt(2.0 * (p + 1.0));", "zeta_for(a) * sqrt(2.0 * p) + 0.05;", 1),
    ("mindlin-springs-soft", "mindlin", "next = b->next[0], sums[4] = {0.0};", "next = b->next[0], sums[4] = {0.0};\n    step *= 0.1;", 1),
    ("mindlin-bound-raised", "mindlin", "most = bound * (d1 - y * y), moved", "most = 1.5 * bound * (d1 - y * y), moved", 1),
    ("factor-exact", "hunt-crossley", "? carom_a_of_restitution(e) : HUGE_VAL", "? 1.1 * carom_a_of_restitution(e) : HUGE_VAL", 1),
    ("factor-lee-wang", "hunt-crossley", "return 0.75 * lost;", "return 0.8 * lost;", 1),
    ("factor-flores", "hunt-crossley", "? 1.6 * lost / e", "? 1.5 * lost / e", 1),
    ("forces-no-impact", "forces", "impulse[i] = out.P[i];", "impulse[i] = 0.0;", 1, "forces.c"),
    ("smith-one-lost", "smith", "i < found && *count < CAROM_MOST", "i + 1 < found && *count < CAROM_MOST", 1),
    ("smith-other-branch", "smith", "? nearest(points, count, &path) : -1", "? (nearest(points, count, &path) + 1) % count : -1", 1),
    ("smith-never", "smith", "#define CAROM_SMITH_RESIDUAL 1e-14", "#define CAROM_SMITH_RESIDUAL 1e-40", 1),
    ("smith-frictionless", "smith", ".m1 = mu * lambda}", ".m1 = 0.0 * mu * lambda}", 1),
    ("smith-mass", "smith", "c = -(1.0 + e) * k->v[0];", "c = -(1.0 + 0.1 * e * k->W[0][0]) * k->v[0];", 1),
    ("smith-speed", "smith", "c = -(1.0 + e) * k->v[0];", "c = -(1.0 - 0.1 * k->v[0]) * k->v[0];", 1),
    ("chatterjee2-r_t-lost", "chatterjee2", "-(1.0 + r_t) * (vt - w * vn / a)", "-1.0 * (vt - w * vn / a)", 1),
    ("outline1-energy", "what law I reaches", "return 2.0 * (f->a + f->w * rho) * (1.0 + rho * f->q)", "return 1.8 * (f->a + f->w * rho) * (1.0 + rho * f->q)", 1),
    ("outline2-corner", "what law II reaches", "carom_area_add(&area, 2.0 * C[0] - B[0], 2.0 * C[1], false);", "carom_area_add(&area, 2.0 * C[0] - 0.9 * B[0], 2.0 * C[1], false);", 1),
    ("outline3-corner", "what law III reaches", "t = -(1.0 + corner[i][1]) * c->v[1];", "t = -(1.0 + 0.8 * corner[i][1]) * c->v[1];", 1),
    ("outline-arc", "what law III reaches", "0.5 * angle * (x[0] * Wx[0] + x[1] * Wx[1]) / root", "0.4 * angle * (x[0] * Wx[0] + x[1] * Wx[1]) / root", 1),
    ("region-size", "regions", "return 0.5 * (keep - press) * (keep + press);", "return 0.6 * (keep - press) * (keep + press);", 1),
    ("region-highest", "regions", "? h.vn / -near.v[0] : HUGE_VAL;", "? h.vn / -near.v[0] + 1.0 : HUGE_VAL;", 1),
    ("pg-expansion", "pfeiffer-glocker", "P_CT = out->P[1], P_EN = p->e * P_CN;", "P_CT = out->P[1], P_EN = 0.8 * p->e * P_CN;", 1),
    ("pg-many-stored", "pfeiffer-glocker of several contacts", "stored = p->e * p->e_t * P_C[1];", "stored = 0.5 * p->e * p->e_t * P_C[1];", 1),
    ("pg-many-floor", "pfeiffer-glocker of several contacts", "k.floor = p->e * P_C[0];", "k.floor = 0.9 * p->e * P_C[0];", 1),
    ("chatterjee-weight", "chatterjee", "carom_chatterjee_add(dim, s2, &f2, P)", "carom_chatterjee_add(dim, 0.5 * s2, &f2, P)", 1),
    ("span-sign", "the span condition", "*a = -(P[1] * y2 - P[2] * y1) / cross;", "*a = (P[1] * y2 - P[2] * y1) / cross;", 1),
    ("span-sign-plane", "the span condition", "*a = by_x && x != 0.0 ? -P / x : 0.0;", "*a = by_x && x != 0.0 ? P / x : 0.0;", 1),
    ("accessible-share", "accessible, 2D", "share = fabs(f), x = share * room;", "share = fabs(f), x = 0.5 * share * room;", 1),
    ("accessible-share-space", "accessible, 3D", "f = p->own[CAROM_OWN(f)], share = fabs(f);", "f = p->own[CAROM_OWN(f)], share = 0.5 * fabs(f);", 1),
    ("split-mass-friction", "split-mass", "R[1 + i] = -s->p->mu * R[0] * dir[i];", "R[1 + i] = -0.7 * s->p->mu * R[0] * dir[i];", 1),
    ("hodograph-critical", "hodograph", "out->mu_critical = sqrt(x[0] * x[0] + x[1] * x[1]);", "out->mu_critical = x[0] * x[0] + x[1] * x[1];", 1),
    ("letters-sides", "regions", "const bool up = !(contact->v[1] > 0.0);", "const bool up = contact->v[1] > 0.0;", 1),
]

# CI's share: three of other laws, and one-line faults that only one item of the papers notices.
SHORT = ("routh-friction-sign,glocker-e_t-lost,stronge-stiffness,pg-expansion,pg-many-stored,pg-many-floor,chatterjee-weight,"
         "span-sign,span-sign-plane,accessible-share,accessible-share-space,split-mass-friction,hodograph-critical")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def sources(root):
    return [p for folder in ("src", "mods") for p in sorted((root / folder).rglob("*.[ch]"))]


def place_of(fault, texts):
    """The one file that holds the fault's text; stops if it is not one."""
    name, _, text, _, times, *part = fault
    found = [(p, t.count(text)) for p, t in texts.items() if text in t and (not part or part[0] in p.name)]
    if len(found) != 1 or found[0][1] != times:
        where = ", ".join(f"{p} ({n} times)" for p, n in found) or "no file"
        sys.exit(f"{name}: the text\n    {text!r}\nstands in {where}, not {times} time(s) in one: tell this fault anew")
    return found[0][0]


def claims_of(carom):
    done = subprocess.run([carom, "reproduce", "--json"], capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 1) or not done.stdout.strip():
        return None
    return {(i["paper"], i["item"], n, c["what"]): c["verdict"]
            for i in json.loads(done.stdout) for n, c in enumerate(i["claims"])}


def build(tree):
    done = subprocess.run(["cmake", "--build", tree / "build", "--target", "carom_cli"], capture_output=True, text=True)
    if done.returncode:
        print(done.stdout[-1500:] + done.stderr[-500:])
        return None
    return tree / "build" / "carom"


def copy_tree(to):
    for folder in ("include", "src", "mods", "papers", "cli", "cmake", "bench", "tools", "docs", "impactbench"):
        if (ROOT / folder).exists():
            shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("images", "img", "build"))
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy2(file, to / file.name)
    subprocess.run(["cmake", "-S", to, "-B", to / "build", "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                    "-DCAROM_TESTS=OFF", "-DCAROM_INSTALL=OFF", "-DCAROM_SICONOS=OFF", "-DCAROM_FCLIB=OFF",
                    "-DCAROM_SWEEP=OFF"], check=True, stdout=subprocess.DEVNULL)


def noticed(before, after):
    """Claims that held and no longer do, are gone, or are new. A run that ended early is noticed by all."""
    if after is None:
        return set(before)
    return {k for k in before if after.get(k, "gone") == "differs" or k not in after}


def name_of(claim):
    paper, item, n, what = claim
    return f"{paper} {item} {n}: {what}"


def known_from(file):
    return json.loads(pathlib.Path(file).read_text()) if file and os.path.exists(file) else {}


def remember(file, fault, seen):
    known = known_from(file)
    known[fault[0]] = {"text": fault[2:4], "noticed": sorted(map(name_of, seen))}
    pathlib.Path(file).write_text(json.dumps(known, indent=1))


def asked(tree, fault, place, before):
    """The claims that notice the fault; None if the tree does not build with it."""
    whole = place.read_text()
    place.write_text(whole.replace(fault[2], fault[3]))
    carom = build(tree)
    seen = noticed(before, claims_of(carom)) if carom else None
    place.write_text(whole)
    return seen


def report(rows, before, everything):
    print(f"\n{'fault':28} {'concerns':30} claims that noticed")
    for (name, concerns, *_), seen in rows:
        items = {}
        for paper, item, _, _ in seen:
            items[f"{paper} {item}"] = items.get(f"{paper} {item}", 0) + 1
        shown = ", ".join(f"{k} ({n})" for k, n in sorted(items.items(), key=lambda x: -x[1])[:6])
        print(f"{name:28} {concerns:30} {len(seen):3}  {shown}{' ...' if len(items) > 6 else ''}")
    bad = [f[0] for f, seen in rows if not seen]
    for name in bad:
        print(f"no claim notices {name}")
    deaf = sorted(set(before) - set().union(*(seen for _, seen in rows))) if everything else []
    for paper, item, _, what in deaf:
        print(f"notices no fault: {paper} {item}: {what}")
    print(f"{len(rows)} faults, {len(rows) - len(bad)} noticed"
          + (f"; {len(before)} claims, {len(before) - len(deaf)} noticed at least one" if everything else ""))
    return 1 if bad or deaf else 0


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--only", help="names with commas between; `short` is CI's share")
    words.add_argument("--list", action="store_true")
    words.add_argument("--save", help="what each fault was noticed by, as JSON; a run that is given the file again goes on after them")
    words.add_argument("--keep", help="work in this folder and leave it")
    given = words.parse_args()
    texts = {p: p.read_text() for p in sources(ROOT)}
    for fault in FAULTS:
        place_of(fault, texts)
    if given.list:
        for name, concerns, *_ in FAULTS:
            print(f"{name:28} {concerns}")
        return 0
    names = (SHORT if given.only == "short" else given.only or "").split(",")
    chosen = [f for f in FAULTS if not given.only or f[0] in names]
    if given.only and len(chosen) != len(names):
        sys.exit("no such fault: " + ", ".join(set(names) - {f[0] for f in FAULTS}))
    folder = given.keep or tempfile.mkdtemp(prefix="carom_faults.")
    tree = pathlib.Path(folder) / "tree"
    try:
        tree.mkdir(parents=True)
        copy_tree(tree)
        carom = build(tree)
        before = claims_of(carom) if carom else None
        if not before or "differs" in before.values():
            sys.exit("claims differ before any fault is planted")
        rows = []
        known = known_from(given.save)
        for fault in chosen:
            if known.get(fault[0], {}).get("text") == list(fault[2:4]):
                rows.append((fault, {c for c in before if name_of(c) in known[fault[0]]["noticed"]}))
                continue
            seen = asked(tree, fault, tree / place_of(fault, texts).relative_to(ROOT), before)
            print(f"{fault[0]}: {'does not build' if seen is None else len(seen)}", flush=True)
            rows.append((fault, seen or set()))
            if given.save and seen is not None:
                remember(given.save, fault, seen)
        return report(rows, before, not given.only)
    finally:
        if not given.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
