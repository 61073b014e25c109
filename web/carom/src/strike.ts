/**
 * Resolves impacts for adapters of physics engines. If two bodies of an engine touch at some points, decides whether this is an
 * impact, and computes the motion after it. The rule is that of adapters/strike/carom_strike.c, described in
 * adapters/README.md; a test checks that both give the same results. Engines store inverse masses, 0 for fixed bodies.
 */
import { CaromError } from "./error.js";
import type { Carom } from "./index.js";
import type { CoefficientValue, Contact, Matrix, Problem } from "./problem.js";
import type { Result } from "./result.js";

/** A body of an engine. In 2D spin and inverse inertia are numbers; in 3D a vector and a matrix in world axes. */
export interface EngineBody {
    readonly inverseMass: number;
    readonly inverseInertia: number | Matrix;
    readonly centre: readonly number[];
    readonly velocity: readonly number[];
    readonly spin: number | readonly number[];
}

export interface EngineContact {
    readonly a: EngineBody;
    readonly b: EngineBody;
    /** Points where they touch or soon will, m. */
    readonly points: readonly (readonly number[])[];
    /** Gap at each point, m, negative if they overlap; default 0. */
    readonly gaps?: readonly number[];
    /** A unit vector from b to a. */
    readonly normal: readonly number[];
    /** The engine's step, s. With the default 0, a contact with a gap is never an impact. */
    readonly dt?: number;
    /** The gap up to which the engine's solver already acts on contacts, m; default 0. */
    readonly ahead?: number;
    /** Added to the velocity of a minus that of b, for moving surfaces such as conveyors. */
    readonly drift?: readonly number[];
    /** The change of the velocities of a and b that the engine adds later in this step, such as gravity dt. */
    readonly kick?: readonly [readonly number[], readonly number[]];
}

export interface StrikeRule {
    /** The law for one point. */
    readonly law: string;
    /** The engine itself resolves contacts that approach no faster than this, m/s; default 1. */
    readonly speed?: number;
    /**
     * For bodies that only bounce and never rest: every approaching contact is an impact, and separating contacts are hidden from
     * the solver.
     */
    readonly exact?: boolean;
    /** e, mu and other coefficients of the law. */
    readonly params: Readonly<Record<string, CoefficientValue>>;
}

export interface Motion {
    readonly velocity: number[];
    readonly spin: number | number[];
}

export interface StrikeResult {
    readonly a: Motion;
    readonly b: Motion;
    /** Impulse on a, point by point, normal first, N s. */
    readonly P: readonly number[];
    /** The energy change, J. */
    readonly dE: number;
}

const dot = (x: readonly number[], y: readonly number[]) => x.reduce((sum, value, i) => sum + value * (y[i] as number), 0);
const list = (x: number | readonly number[]) => (typeof x === "number" ? [x] : x);

/** Returns the moment of a direction about an arm. */
function cross(r: readonly number[], d: readonly number[]): number[] {
    const [x = 0, y = 0, z = 0] = r;
    const [dx = 0, dy = 0, dz = 0] = d;
    const about = x * dy - y * dx;
    return r.length === 2 ? [about] : [y * dz - z * dy, z * dx - x * dz, about];
}

/** Returns the normal and the perpendicular directions; in 3D the axis least aligned with the normal is used. */
function frame(n: readonly number[]): number[][] {
    const [x = 0, y = 0, z = 0] = n;
    if (n.length === 2) return [[x, y], [y, -x]];
    const axis = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? [1, 0, 0] : Math.abs(y) <= Math.abs(z) ? [0, 1, 0] : [0, 0, 1];
    const t = cross(n, axis);
    const size = Math.hypot(...t);
    const t1 = t.map((value) => value / size);
    return [[x, y, z], t1, cross(n, t1)];
}

interface Row {
    readonly d: readonly number[];
    readonly turn: readonly [readonly number[], readonly number[]];
    /** The changes per unit impulse: velocity and spin of a, then of b. */
    readonly pushed: readonly [readonly number[], readonly number[], readonly number[], readonly number[]];
}

function turned(inverse: number | Matrix, moment: readonly number[]): number[] {
    return typeof inverse === "number" ? moment.map((value) => inverse * value) : inverse.map((row) => dot(row, moment));
}

function rowOf(touching: EngineContact, point: readonly number[], d: readonly number[]): Row {
    const { a, b } = touching;
    const arm = (body: EngineBody) => point.map((value, i) => value - (body.centre[i] as number));
    const onA = cross(arm(a), d);
    const onB = cross(arm(b), d);
    const push = (body: EngineBody) => d.map((value) => value * body.inverseMass);
    return { d, turn: [onA, onB], pushed: [push(a), turned(a.inverseInertia, onA), push(b), turned(b.inverseInertia, onB)] };
}

/** Returns the velocity of a minus that of b along a row, without drift. */
function speedOf(a: EngineBody, b: EngineBody, row: Row): number {
    const slide = dot(row.d, a.velocity) - dot(row.d, b.velocity);
    return slide + dot(row.turn[0], list(a.spin)) - dot(row.turn[1], list(b.spin));
}

/** Returns the change of v in row i per impulse in row j. */
const coupling = (i: Row, j: Row) =>
    dot(i.d, j.pushed[0]) + dot(i.turn[0], j.pushed[1]) + dot(i.d, j.pushed[2]) + dot(i.turn[1], j.pushed[3]);

function moved(body: EngineBody, P: readonly number[], rows: readonly Row[], which: 0 | 2, sign: 1 | -1): Motion {
    const add = (start: readonly number[], part: 0 | 1 | 2 | 3) =>
        start.map((value, k) => rows.reduce((sum, row, i) => sum + sign * (P[i] as number) * (row.pushed[part][k] as number), value));
    const spin = add(list(body.spin), which === 0 ? 1 : 3);
    return { velocity: add(body.velocity, which), spin: typeof body.spin === "number" ? (spin[0] as number) : spin };
}

/** Represents the contact as a problem with rows for every point, normal first. */
interface Met {
    readonly dim: number;
    readonly rows: readonly Row[];
    readonly W: Matrix;
    readonly v: readonly number[];
    readonly slide: readonly number[];
}

function met(touching: EngineContact, a: EngineBody, b: EngineBody): Met {
    const directions = frame(touching.normal);
    const rows = touching.points.flatMap((point) => directions.map((d) => rowOf(touching, point, d)));
    const slide = rows.map((row) => (touching.drift ? dot(row.d, touching.drift) : 0));
    const v = rows.map((row) => speedOf(a, b, row));
    return { dim: directions.length, rows, W: rows.map((i) => rows.map((j) => coupling(i, j))), v, slide };
}

/** Returns normal velocities, point by point; most contacts need only these. */
function approach(touching: EngineContact): number[] {
    const { a, b, normal, points } = touching;
    const centres = dot(normal, a.velocity) - dot(normal, b.velocity);
    const turn = (body: EngineBody, point: readonly number[]) => {
        const arm = point.map((value, i) => value - (body.centre[i] as number));
        return dot(cross(arm, normal), list(body.spin));
    };
    return points.map((point) => centres + turn(a, point) - turn(b, point));
}

const gap = (touching: EngineContact, k: number) => touching.gaps?.[k] ?? 0;

/** Returns true if a point touches, or will touch before the engine acts again. */
const counts = (touching: EngineContact, k: number, fall: number) =>
    gap(touching, k) + Math.min(fall, 0) * (touching.dt ?? 0) <= (touching.ahead ?? 0);

/** Returns true if a point was apart one step ago. A deeper point is in lasting contact. 10 % is tolerated for rotating bodies. */
const arrives = (touching: EngineContact, k: number, fall: number) => gap(touching, k) - 1.1 * fall * (touching.dt ?? 0) >= 0;

/** Returns the normal components of all velocities. */
const falls = (m: Met, v: readonly number[]) => v.filter((_, i) => i % m.dim === 0);

/** Returns the point that approaches fastest, and its speed; -1 if none approaches. */
function fastest(touching: EngineContact, fall: readonly number[]): { readonly k: number; readonly speed: number } {
    let k = -1;
    let speed = 0;
    fall.forEach((v, i) => {
        if (-v > speed && counts(touching, i, v)) [k, speed] = [i, -v];
    });
    return { k, speed };
}

/** Returns the body with half of the velocity change of this step: velocities are those at the middle of a step. */
function kicked(body: EngineBody, kick: readonly number[] | undefined): EngineBody {
    return kick ? { ...body, velocity: body.velocity.map((x, i) => x + (kick[i] as number) / 2) } : body;
}

const SPEED = 1;

/**
 * Returns twice the change of the approach speed by gravity in one step. A contact that approaches no faster, and was not apart one
 * step ago, counts as resting. It never counts as an impact, because the body would sink. Without loss of energy (e = 1, mu = 0) no
 * contact counts as resting.
 */
function lying({ normal, kick }: EngineContact, { params }: StrikeRule): number {
    const loses = !(Number(params.e) >= 1) || Number(params.mu) > 0;
    return kick && loses ? 2 * Math.abs(dot(normal, kick[0]) - dot(normal, kick[1])) : 0;
}

/** Returns true if the rule treats this contact as an impact; otherwise the engine handles it. */
function strikes(touching: EngineContact, fall: readonly number[], rule: StrikeRule): boolean {
    const { k, speed } = fastest(touching, fall);
    if (k < 0) return false;
    const arriving = arrives(touching, k, -speed);
    return rule.exact ? arriving || speed > lying(touching, rule) : arriving && speed > (rule.speed ?? SPEED);
}

/**
 * Returns true for a contact without an impact that must be hidden from the engine's solver in this step. Either it is about to
 * strike, or the rule is exact and it separates.
 */
export function shouldHide(touching: EngineContact, rule: StrikeRule): boolean {
    const fall = approach(touching);
    if (rule.exact && fall.length > 0 && fall.every((v) => v > 0)) return true;
    return !fall.some((v, k) => counts(touching, k, v)) && fall.some((v) => -v > (rule.exact ? 0 : rule.speed ?? SPEED));
}

/**
 * Returns the bodies after the impact; undefined if there is none or the law has no result, and the engine continues. The law
 * resolves a single approaching point. For several points, Newton's law with friction is used at every point.
 */
export function strike(carom: Carom, touching: EngineContact, rule: StrikeRule): StrikeResult | undefined {
    if (!strikes(touching, approach(touching), rule)) return undefined;
    const kick = touching.kick;
    const m = met(touching, kicked(touching.a, kick?.[0]), kicked(touching.b, kick?.[1]));
    const fall = falls(m, m.v);
    const { k, speed } = fastest(touching, fall);
    const alone = k >= 0 && fall.filter((v, i) => -v > 1e-3 * speed && counts(touching, i, v)).length === 1;
    let P = alone ? single(carom, rule, m, k) : undefined;
    if (alone && !P) return undefined;
    // Several points approach, or the impact at one point makes another point approach that rested.
    if (!P || fastest(touching, falls(m, after(m, P))).speed > 1e-6 * speed) P = face(carom, touching, m, rule);
    const ended = after(m, P);
    const dE = P.reduce((sum, p, i) => sum + (p * ((m.v[i] as number) + (ended[i] as number) + 2 * (m.slide[i] as number))) / 2, 0);
    return { a: moved(touching.a, P, m.rows, 0, 1), b: moved(touching.b, P, m.rows, 2, -1), P, dE };
}

/** The e and mu with which an engine that uses `whittaker` gives the impulse of a law, for one contact. */
export interface EquivalentCoefficients {
    /** The restitution, -v_n'/v_n; may exceed 1. */
    readonly e: number;
    /** The friction coefficient, |P_t|/P_n. */
    readonly mu: number;
    /** True if `whittaker` with e and mu gives the impulse of the law. */
    readonly reached: boolean;
    /** The largest e that gains no energy with this mu: use min(e, eMax) if `reached` is false. NaN if every e gains energy. */
    readonly eMax: number;
    /** The impact solved with the law. */
    readonly wanted: Result;
}

/**
 * Returns the largest e with which `whittaker` gains no energy: by formula in 2D, in 3D by a search in steps of 1/64 up to `most`.
 */
function largestE(carom: Carom, { W, v }: Contact, mu: number, most: number): number {
    const hit = (e: number) => carom.collide("whittaker", { W, v, e, mu, allow: ["e"] });
    const gains = (e: number) => hit(e).violations.includes("dE>0");
    const N = -(v[0] as number);
    if (v.length === 2) {
        const [[a, w], [, T]] = W as [[number, number], [number, number]];
        const t = v[1] as number;
        const slip = (r: number) => (N * (a - T * r * r) - 2 * t * r * (a + w * r)) / (N * (a + 2 * w * r + T * r * r));
        const stick = Math.sqrt((N * N * T + 2 * w * N * t + a * t * t) / T) / N;
        // Use the formula of the mode that applies, which gives the e that conserves energy.
        const kept = (e: number) => e >= 0 && Math.abs(hit(e).dE) <= 1e-9 * (N * N / a + (t * t) / T);
        return [stick, slip(mu), slip(-mu)].find(kept) ?? NaN;
    }
    if (gains(0)) return NaN;
    let below = 0;
    while (below < most && !gains(below + 1 / 64)) below += 1 / 64;
    if (below >= most) return most;
    for (let above = below + 1 / 64; above - below > 1e-12 * above; ) {
        const e = (below + above) / 2;
        if (e === below || e === above) break;
        if (gains(e)) above = e;
        else below = e;
    }
    return below;
}

/**
 * Computes the two numbers with which an engine gives the impulse of the law. Set them for one contact and one step, in the
 * contact callback of the engine. Undefined if the contact does not approach or the law has no result. `eMax` is computed when it is read.
 */
export function equivalentCoefficients(carom: Carom, law: string, problem: Problem): EquivalentCoefficients | undefined {
    const { W, v } = problem;
    const wanted = carom.collide(law, problem);
    const [Pn = 0, ...Pt] = wanted.P;
    if (!wanted.ok || !((v[0] as number) < 0) || !(Pn >= 0)) return undefined;
    const e = Math.max(0, -(wanted.v[0] as number) / (v[0] as number));
    const slid = Math.hypot(...Pt);
    const mu = slid > 0 ? slid / Pn : 0;
    const given = carom.collide("whittaker", { W, v, e, mu, allow: ["e"] });
    const size = (x: readonly number[]) => x.reduce((sum, value) => sum + Math.abs(value), 0);
    const reached = given.ok && size(given.P.map((p, i) => p - (wanted.P[i] as number))) <= 1e-9 * size(wanted.P);
    return {
        e,
        mu,
        reached,
        wanted,
        get eMax() {
            return largestE(carom, { W, v }, mu, Math.max(e, 1));
        },
    };
}

const after = (m: Met, P: readonly number[]) => m.v.map((v, i) => v + dot(m.W[i] as readonly number[], P));

/** Solves one impact at one point with any law, ignoring other contacts. */
function single(carom: Carom, rule: StrikeRule, m: Met, k: number): number[] | undefined {
    const own = Array.from({ length: m.dim }, (_, i) => k * m.dim + i);
    const W = own.map((i) => own.map((j) => m.W[i]?.[j] as number));
    const v = own.map((i) => (m.v[i] as number) + (m.slide[i] as number));
    const hit = carom.collide(rule.law, carom.spread(carom.law(rule.law), { ...rule.params, W, v }));
    return hit.ok ? m.v.map((_, i) => (own.includes(i) ? (hit.P[i - k * m.dim] as number) : 0)) : undefined;
}

/** Returns the rule's restitution or friction, under any name of its law; 0 if its law has none. */
function coefficient(carom: Carom, { law, params }: StrikeRule, family: "e" | "mu"): number {
    const names = carom.law(law).coefficients.filter((param) => param.family === family).map((param) => param.name);
    const value = [family, ...names].map((name) => params[name]).find((given) => typeof given === "number");
    if (value === undefined && names.length > 0) throw new CaromError("coefficient-missing", `law "${law}" needs ${names[0]}`);
    return value ?? 0;
}

/**
 * Solves Newton's law with Coulomb's friction at every point of a face, by sweeps until it converges. It can gain energy if the
 * slip reverses; all impulses are then reduced by the same factor, so that no energy is gained.
 */
function face(carom: Carom, touching: EngineContact, m: Met, rule: StrikeRule): number[] {
    const [e, mu] = [coefficient(carom, rule, "e"), coefficient(carom, rule, "mu")];
    const P = m.v.map(() => 0);
    const speed = (i: number) => (m.v[i] as number) + dot(m.W[i] as readonly number[], P);
    let most = 1;
    let largest = 0;
    for (let sweep = 0; sweep < 200 && most > 1e-9 * largest; sweep++) {
        most = 0;
        for (let k = 0; k < m.v.length; k += m.dim) {
            if (!counts(touching, k / m.dim, speed(k))) continue;
            most = Math.max(most, relax(m, k, e, mu, P, speed));
            largest = Math.max(largest, P[k] as number);
        }
    }
    const before = m.v.map((v, i) => v + (m.slide[i] as number));
    const work = dot(P, before);
    const gain = P.reduce((sum, p, i) => sum + (p * ((before[i] as number) + speed(i) + (m.slide[i] as number))) / 2, 0);
    // dE = s work + s^2 (gain - work) is zero again at this s
    return gain > 0 ? P.map((p) => (p * work) / (work - gain)) : P;
}

/** Updates the impulse at one point so that v_n' = -e v_n without pulling, and so that friction stops the slip within mu P_n. */
function relax(m: Met, k: number, e: number, mu: number, P: number[], speed: (i: number) => number): number {
    const rows = Array.from({ length: m.dim }, (_, i) => k + i);
    const old = rows.map((i) => P[i] as number);
    const v = rows.map((i) => speed(i) + (m.slide[i] as number));
    const start = (m.v[k] as number) + (m.slide[k] as number);
    const next = rows.map((i, n) => (old[n] as number) - (v[n] as number) / (m.W[i]?.[i] as number));
    next[0] = Math.max((old[0] as number) - ((v[0] as number) + e * Math.min(start, 0)) / (m.W[k]?.[k] as number), 0);
    const size = Math.hypot(...next.slice(1));
    const bound = mu * next[0];
    rows.forEach((i, n) => {
        P[i] = n > 0 && size > bound ? ((next[n] as number) * bound) / size : (next[n] as number);
    });
    return Math.max(...rows.map((i, n) => Math.abs((P[i] as number) - (old[n] as number))));
}
