/**
 * Computes impacts for adapters of physics engines. The functions decide whether two touching bodies of an engine have
 * an impact, and compute the motion after it. The rule is that of adapters/strike/carom_strike.c, described in
 * adapters/README.md; a test checks that both give the same results. Masses and inertias are given as their inverses,
 * which are 0 for fixed bodies.
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
    /** m/s: the engine handles slower approaches; default 1. */
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

/** Returns the cross product of an arm and a direction; in 2D this is a single number. */
function cross(r: readonly number[], d: readonly number[]): number[] {
    const [x = 0, y = 0, z = 0] = r;
    const [dx = 0, dy = 0, dz = 0] = d;
    const about = x * dy - y * dx;
    return r.length === 2 ? [about] : [y * dz - z * dy, z * dx - x * dz, about];
}

/**
 * Returns the normal and the tangents. In 3D, t1 is perpendicular to the world axis that is least aligned with the
 * normal.
 */
function frame(n: readonly number[]): number[][] {
    const [x = 0, y = 0, z = 0] = n;
    if (n.length === 2) return [[x, y], [y, -x]];
    const axis = Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? [1, 0, 0] : Math.abs(y) <= Math.abs(z) ? [0, 1, 0] : [0, 0, 1];
    const t = cross(n, axis);
    const size = Math.hypot(...t);
    const t1 = t.map((value) => value / size);
    return [[x, y, z], t1, cross(n, t1)];
}

/** The velocity of a body and then its spin: 3 numbers in 2D, 6 in 3D. */
type Moving = Float64Array;

/** The motions of a and b. */
type Movings = readonly [Moving, Moving];

const movingOf = ({ velocity, spin }: EngineBody): Moving => Float64Array.of(...velocity, ...(typeof spin === "number" ? [spin] : spin));
const copy = ([a, b]: Movings): Movings => [a.slice(), b.slice()];

function motionOf(q: Moving): Motion {
    const [x = 0, y = 0, z = 0] = q;
    return q.length === 3 ? { velocity: [x, y], spin: z } : { velocity: [x, y, z], spin: [...q.subarray(3)] };
}

/** Adds a multiple of a list to another. */
function add(to: Moving, by: number, x: Moving): void {
    for (let i = 0; i < to.length; i++) to[i] = (to[i] as number) + by * (x[i] as number);
}

function product(x: Moving, y: Moving): number {
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += (x[i] as number) * (y[i] as number);
    return sum;
}

/** A direction at a point. The relative velocity along it is `along` times the motions of both bodies, plus `bias`. */
interface Direction {
    readonly along: Movings;
    /** Changes of the motions by a unit impulse. */
    readonly change: Movings;
    /** The velocity of moving surfaces, and half of the change that the engine adds later in this step. */
    readonly bias: number;
}

/** Returns `along` and `change` of one body. */
function side(body: EngineBody, point: readonly number[], d: readonly number[], sign: 1 | -1): Movings {
    const moment = cross(point.map((value, i) => value - (body.centre[i] as number)), d);
    const { inverseMass: m, inverseInertia: I } = body;
    const turn = typeof I === "number" ? moment.map((value) => I * value) : I.map((row) => dot(row, moment));
    const signed = (x: number[]) => Float64Array.from(x, (value) => sign * value);
    return [signed([...d, ...moment]), signed([...d.map((value) => m * value), ...turn])];
}

function directionAt({ a, b, drift, kick }: EngineContact, point: readonly number[], d: readonly number[]): Direction {
    const [onA, onB] = [side(a, point, d, 1), side(b, point, d, -1)];
    const later = kick ? (dot(d, kick[0]) - dot(d, kick[1])) / 2 : 0;
    return { along: [onA[0], onB[0]], change: [onA[1], onB[1]], bias: later + (drift ? dot(d, drift) : 0) };
}

const speedOf = ({ along, bias }: Direction, q: Movings) => product(along[0], q[0]) + product(along[1], q[1]) + bias;

/** Returns the change of the velocity in direction i per impulse in direction j. */
const coupling = (i: Direction, j: Direction) => product(i.along[0], j.change[0]) + product(i.along[1], j.change[1]);

function push({ change }: Direction, P: number, q: Movings): void {
    add(q[0], P, change[0]);
    add(q[1], P, change[1]);
}

/** A point of a contact with its impulses, normal first. */
interface Point {
    readonly directions: readonly Direction[];
    readonly W: Matrix;
    /** Velocities before the impact. */
    readonly start: readonly number[];
    readonly P: number[];
    /** The point touched in some sweep. It then stays active, because otherwise the sweeps may not converge. */
    active: boolean;
}

function pointsOf(contact: EngineContact, q: Movings): Point[] {
    const axes = frame(contact.normal);
    return contact.points.map((point) => {
        const directions = axes.map((d) => directionAt(contact, point, d));
        const W = directions.map((i) => directions.map((j) => coupling(i, j)));
        return { directions, W, start: directions.map((d) => speedOf(d, q)), P: axes.map(() => 0), active: false };
    });
}

/**
 * Returns the normal velocity of a minus that of b at point k; negative if they approach. Most contacts need only this
 * number.
 */
function normalSpeed({ a, b, normal, points }: EngineContact, k: number, [p, q]: Movings): number {
    const at = points[k] as readonly number[];
    const [x, y] = at as [number, number];
    const [nx, ny] = normal as [number, number];
    const [ax, ay] = a.centre as [number, number];
    const [bx, by] = b.centre as [number, number];
    const [p0, p1, p2] = p as unknown as [number, number, number];
    const [q0, q1, q2] = q as unknown as [number, number, number];
    const flat = nx * (p0 - q0) + ny * (p1 - q1);
    if (normal.length === 2) return flat + ((x - ax) * ny - (y - ay) * nx) * p2 - ((x - bx) * ny - (y - by) * nx) * q2;
    const nz = normal[2] as number;
    const turn = ({ centre }: EngineBody, w: Moving) => {
        const rx = x - (centre[0] as number);
        const ry = y - (centre[1] as number);
        const rz = (at[2] as number) - (centre[2] as number);
        return (w[3] as number) * (ry * nz - rz * ny) + (w[4] as number) * (rz * nx - rx * nz) + (w[5] as number) * (rx * ny - ry * nx);
    };
    return flat + nz * (p2 - q2) + turn(a, p) - turn(b, q);
}

/** Returns a share of the change of the normal velocity that the engine adds later in this step. */
const added = ({ normal, kick }: EngineContact, share: number) => (kick && share ? share * (dot(normal, kick[0]) - dot(normal, kick[1])) : 0);

/** Returns the normal velocities of all points, plus this share. */
function falls(contact: EngineContact, q: Movings, share: number): number[] {
    const later = added(contact, share);
    return contact.points.map((_, k) => normalSpeed(contact, k, q) + later);
}

/** Returns true if a point touches, or will touch before the engine acts again. */
const counts = ({ gaps, dt = 0, ahead = 0 }: EngineContact, k: number, fall: number) => (gaps?.[k] ?? 0) + Math.min(fall, 0) * dt <= ahead;

/**
 * Returns true if a point did not touch one step ago. A deeper point is in lasting contact. A tolerance of 10 % allows
 * for rotation.
 */
const arrives = ({ gaps, dt = 0 }: EngineContact, k: number, fall: number) => (gaps?.[k] ?? 0) - 1.1 * fall * dt >= 0;

/** Returns the point that approaches fastest, and its speed; -1 if none approaches. */
function fastest(contact: EngineContact, q: Movings, share: number): { readonly k: number; readonly speed: number } {
    const later = added(contact, share);
    let k = -1;
    let speed = 0;
    for (let i = 0; i < contact.points.length; i++) {
        const v = normalSpeed(contact, i, q) + later;
        if (-v > speed && counts(contact, i, v)) [k, speed] = [i, -v];
    }
    return { k, speed };
}

const SPEED = 1;

/**
 * Returns twice the approach speed that gravity adds in a step. A contact that approaches no faster and touched one
 * step ago counts as resting. A resting contact never has an impact, because the body would sink. Without loss of
 * energy (e = 1, mu = 0) no contact counts as resting.
 */
function lying({ normal, kick }: EngineContact, { params }: StrikeRule): number {
    const loses = !(Number(params.e) >= 1) || Number(params.mu) > 0;
    return kick && loses ? 2 * Math.abs(dot(normal, kick[0]) - dot(normal, kick[1])) : 0;
}

/** Returns the speed of an impact; 0 if the rule leaves this contact to the engine. */
function impactSpeed(contact: EngineContact, q: Movings, rule: StrikeRule): number {
    const { k, speed } = fastest(contact, q, 0);
    if (k < 0) return 0;
    const arriving = arrives(contact, k, -speed);
    const strikes = rule.exact ? arriving || speed > lying(contact, rule) : arriving && speed > (rule.speed ?? SPEED);
    return strikes ? speed : 0;
}

/**
 * Returns true for a contact without an impact that must be hidden from the engine's solver in this step. Either it is about to
 * strike, or the rule is exact and it separates.
 */
export function shouldHide(contact: EngineContact, rule: StrikeRule): boolean {
    const fall = falls(contact, [movingOf(contact.a), movingOf(contact.b)], 0);
    if (rule.exact && fall.length > 0 && fall.every((v) => v > 0)) return true;
    return !fall.some((v, k) => counts(contact, k, v)) && fall.some((v) => -v > (rule.exact ? 0 : rule.speed ?? SPEED));
}

/** The motions after an impact, the impulses point by point, and the energy change. */
interface Struck {
    readonly now: Movings;
    readonly P: number[];
    readonly dE: number;
}

function strikeFrom(carom: Carom, contact: EngineContact, rule: StrikeRule, start: Movings): Struck | undefined {
    if (!(impactSpeed(contact, start, rule) > 0)) return undefined;
    const points = pointsOf(contact, start);
    const { k, speed } = fastest(contact, start, 0.5);
    const alone = k >= 0 && falls(contact, start, 0.5).filter((v, i) => -v > 1e-3 * speed && counts(contact, i, v)).length === 1;
    let now = copy(start);
    if (alone && !single(carom, rule, points[k] as Point, now)) return undefined;
    // Solve all points together if several approach, or if the impact at one point makes another point approach.
    if (!alone || fastest(contact, now, 0.5).speed > 1e-6 * speed) {
        if (alone) points[k]?.P.fill(0);
        now = face(carom, contact, points, rule, start);
    }
    return { now, P: points.flatMap((point) => point.P), dE: balance(points, now).gain };
}

/**
 * Returns the bodies after the impact. Returns undefined if there is no impact or the law has no result; the engine
 * then handles the contact. The law solves an impact at a single point. Several points are solved by Newton's
 * restitution with friction at every point.
 */
export function strike(carom: Carom, contact: EngineContact, rule: StrikeRule): StrikeResult | undefined {
    const after = strikeFrom(carom, contact, rule, [movingOf(contact.a), movingOf(contact.b)]);
    return after && { a: motionOf(after.now[0]), b: motionOf(after.now[1]), P: after.P, dE: after.dE };
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
 * Returns the largest e with which `whittaker` gains no energy. In 2D there is a formula. In 3D a search in steps of
 * 1/64 up to `most` is used.
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
        // Each formula is for one mode. The right one gives an e that conserves energy.
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

/**
 * Solves the impact at one point with the law of the rule, ignoring other contacts. Returns false if the law has no
 * result.
 */
function single(carom: Carom, rule: StrikeRule, { W, start, P, directions }: Point, now: Movings): boolean {
    const hit = carom.collide(rule.law, carom.spread(carom.law(rule.law), { ...rule.params, W, v: start }));
    if (!hit.ok) return false;
    directions.forEach((d, i) => {
        P[i] = hit.P[i] as number;
        push(d, P[i] as number, now);
    });
    return true;
}

/** Returns the rule's restitution or friction, under any name of its law; 0 if its law has none. */
function coefficient(carom: Carom, { law, params }: StrikeRule, family: "e" | "mu"): number {
    const names = carom.law(law).coefficients.filter((param) => param.family === family).map((param) => param.name);
    const value = [family, ...names].map((name) => params[name]).find((given) => typeof given === "number");
    if (value === undefined && names.length > 0) throw new CaromError("coefficient-missing", `law "${law}" needs ${names[0]}`);
    return value ?? 0;
}

/** Returns the work of the impulses with the velocities before the impact, and the energy that the bodies gain. */
function balance(points: readonly Point[], now: Movings): { work: number; gain: number } {
    let [work, gain] = [0, 0];
    for (const { directions, start, P } of points)
        for (let i = 0; i < P.length; i++) {
            const [p, before] = [P[i] as number, start[i] as number];
            work += p * before;
            gain += (p * (before + speedOf(directions[i] as Direction, now))) / 2;
        }
    return { work, gain };
}

/**
 * Solves Newton's restitution with Coulomb friction at every point of a face, by sweeps over the points until the
 * impulses converge. The result can gain energy if the slip reverses. All impulses are then multiplied by the factor
 * for which dE = 0.
 */
function face(carom: Carom, contact: EngineContact, points: readonly Point[], rule: StrikeRule, start: Movings): Movings {
    const [e, mu] = [coefficient(carom, rule, "e"), coefficient(carom, rule, "mu")];
    const now = copy(start);
    let most = 1;
    let largest = 0;
    for (let sweep = 0; sweep < 200 && most > 1e-9 * largest; sweep++) {
        most = 0;
        for (const point of points) {
            const fall = speedOf(point.directions[0] as Direction, now);
            if (!counts(contact, points.indexOf(point), fall)) continue;
            const old = [...point.P];
            relax(point, fall, e, mu, now, 0);
            most = Math.max(most, ...point.P.map((P, i) => Math.abs(P - (old[i] as number))));
            largest = Math.max(largest, point.P[0] as number);
        }
    }
    const { work, gain } = balance(points, now);
    if (!(gain > 0)) return now;
    // With all impulses multiplied by s, dE = s work + s^2 (gain - work). This is zero for the following s.
    const share = work / (work - gain);
    const less = copy(start);
    for (const { directions, P } of points)
        directions.forEach((d, i) => {
            P[i] = share * (P[i] as number);
            push(d, P[i] as number, less);
        });
    return less;
}

const wanted = [0, 0, 0];

/**
 * Updates the impulse at one point so that v_n' = -e v_n without pulling, and so that friction stops the slip within mu P_n. With
 * `coupled` = 1 the slip includes the effect of the new normal impulse. Returns the largest change of a velocity, m/s.
 */
function relax({ directions, W, start, P }: Point, fall: number, e: number, mu: number, now: Movings, coupled: 0 | 1): number {
    const Wn = W[0]?.[0] as number;
    const old = P[0] as number;
    const next = Math.max(old - (fall + e * Math.min(start[0] as number, 0)) / Wn, 0);
    const bound = next > 0 ? mu * next : 0; // engines set mu = infinity against slip
    let size = 0;
    for (let i = 1; i < P.length; i++) {
        const row = W[i] as readonly number[];
        const slip = speedOf(directions[i] as Direction, now) + coupled * (row[0] as number) * (next - old);
        const stop = (P[i] as number) - slip / (row[i] as number);
        wanted[i] = stop;
        size += stop * stop;
    }
    size = Math.sqrt(size);
    wanted[0] = next;
    let most = 0;
    for (let i = 0; i < P.length; i++) {
        const to = i > 0 && size > bound ? ((wanted[i] as number) * bound) / size : (wanted[i] as number);
        const change = to - (P[i] as number);
        push(directions[i] as Direction, change, now);
        P[i] = to;
        most = Math.max(most, Math.abs(change) * (W[i]?.[i] as number));
    }
    return most;
}

/** A pair of bodies that touches in this step. */
export interface StrikePair {
    /** The bodies, as any objects that identify them; undefined for a fixed body. */
    readonly a: object | undefined;
    readonly b: object | undefined;
    /** Returns the contact with the present velocities; undefined if the engine handles it. Called at most once. */
    read(): { readonly touching: EngineContact; readonly rule: StrikeRule } | undefined;
}

/**
 * The impact of a pair, and the new motion of every body that it changed. If the pair is in a group, dE is that of the
 * group.
 */
export interface StrikesResult extends StrikeResult {
    readonly bodies: readonly (readonly [object, Motion])[];
}

/** The impacts of one step, and the new motion of every body that they changed. */
export interface StepResult {
    readonly impacts: readonly { readonly pair: StrikePair; readonly result: StrikeResult }[];
    readonly bodies: readonly (readonly [object, Motion])[];
}

/**
 * Limits of one step. With more pairs in groups than LARGE and after MOST_VISITS visits of pairs, the remaining ones
 * are solved one by one.
 */
const MOST_VISITS = 2000;
const LARGE = 32; // pairs

/** Returns the approach up to which the engine handles pairs near an impact, m/s. */
const rest = ({ exact, speed = SPEED }: StrikeRule) => (exact ? 0 : 0.1 * speed);

/**
 * A body. Its motion is `start` before the first impact of the step and `now` after all impulses. The engine gets
 * `given`, which is `now` or a part of the change if a group would gain energy.
 */
interface Mover {
    readonly id: object;
    readonly start: Moving;
    readonly now: Moving;
    given: Moving;
    struck: boolean;
    /** The pairs of the body, and the call in which they were found. */
    near: readonly Touch[];
    call: number;
}

/**
 * A pair that has been read, with the motions of its bodies at the start of the step and now. Fixed bodies do not
 * change.
 */
interface Seen {
    readonly contact: EngineContact;
    readonly rule: StrikeRule;
    readonly start: Movings;
    readonly now: Movings;
    readonly movers: readonly [Mover | undefined, Mover | undefined];
}

interface Touch {
    readonly pair: StrikePair;
    read: boolean;
    seen: Seen | undefined;
    points: readonly Point[];
    e: number;
    mu: number;
    /** The impact of this pair alone. */
    alone: Struck | undefined;
    grouped: boolean;
    queued: boolean;
    /** Solved after the others; it cannot join a group. */
    closed: boolean;
}

/**
 * Solves together all pairs of one step that share a body. A pair that has an impact alone is solved by `strike`. If
 * another pair of its bodies approaches too, or begins to approach because of the impact, both form a group. A group is
 * solved by Newton's restitution with Coulomb friction at every point, which is the method `glocker` without tangential
 * restitution. With friction, or with points that do not touch yet, several solutions may exist. The result then
 * depends on the order of the pairs. The rule is that of `carom_strikes` in adapters/strike/carom_strike.h. Create a
 * new object for every step with an impact.
 */
export class Strikes {
    private readonly movers = new Map<object, Mover>();
    private readonly touches = new Map<StrikePair, Touch>();
    private queue: Touch[] = [];
    private speed = 0;
    private grouped = 0;
    private visits = 0;
    private call = 0;

    /**
     * The function `pairsOf` must return the pairs of a movable body in this step, also those that are too slow for an
     * impact.
     */
    constructor(
        private readonly carom: Carom,
        private readonly pairsOf: (body: object) => readonly StrikePair[],
    ) {}

    /**
     * Solves the impact of a pair together with its group. Returns undefined if no velocity changed. Call it for every
     * pair that may be fast or that has a body with an impact.
     */
    add(pair: StrikePair): StrikesResult | undefined {
        this.call++;
        const touch = this.touch(pair);
        const seen = this.read(touch);
        if (!seen) return undefined;
        const { movers } = seen;
        if (this.visits > MOST_VISITS && this.grouped > LARGE) return this.late(touch, seen);
        const near = movers.some((mover) => mover?.struck);
        if (!this.strikes(seen) && !(near && this.presses(touch))) return undefined;
        if (!near) {
            if (!this.strikeAlone(touch, seen)) return undefined;
            if (!this.disturbs(touch, seen)) return { ...this.resultOf(touch, seen), bodies: this.bodies(movers) };
        }
        this.join(touch);
        for (const mover of movers) if (mover) for (const other of this.around(mover)) if (other.alone) this.join(other);
        this.settle(this.grouped <= LARGE ? 1500 : 500);
        const { members, share, dE } = this.give(touch);
        return { ...this.resultOf(touch, seen, share, dE), bodies: this.bodies(members) };
    }

    /**
     * Solves the impacts of all these pairs and of other pairs of their bodies. This is faster than `add`, but all
     * pairs must be known. `impacts` lists those of the given pairs that got an impulse.
     */
    solve(pairs: Iterable<StrikePair>): StepResult {
        this.call++;
        const asked = new Set<Touch>();
        const hits = new Map<Touch, Seen>();
        for (const pair of pairs) {
            const touch = this.touch(pair);
            const seen = this.read(touch);
            asked.add(touch);
            if (seen && this.strikes(seen)) hits.set(touch, seen);
        }
        for (const [touch, seen] of hits) {
            const meets = seen.movers.some((mover) => mover && this.around(mover).some((other) => other !== touch && hits.has(other)));
            if (meets || (this.strikeAlone(touch, seen) && this.disturbs(touch, seen))) this.join(touch);
        }
        this.settle(MOST_VISITS + this.queue.length);
        const impacts: { pair: StrikePair; result: StrikeResult }[] = [];
        const given = new Set<Touch>();
        for (const touch of asked) {
            if (given.has(touch) || !touch.seen) continue;
            if (touch.alone) impacts.push({ pair: touch.pair, result: this.resultOf(touch, touch.seen) });
            if (!touch.grouped) continue;
            const { group, share, dE } = this.give(touch);
            for (const each of group) {
                given.add(each);
                if (!asked.has(each) || !each.points.some(({ P }) => (P[0] as number) > 0)) continue;
                impacts.push({ pair: each.pair, result: this.resultOf(each, each.seen as Seen, share, dE) });
            }
        }
        return { impacts, bodies: this.bodies(this.movers.values()) };
    }

    private touch(pair: StrikePair): Touch {
        let touch = this.touches.get(pair);
        if (!touch) {
            const state = { read: false, seen: undefined, alone: undefined, grouped: false, queued: false, closed: false };
            touch = { pair, points: [], e: 0, mu: 0, ...state };
            this.touches.set(pair, touch);
        }
        return touch;
    }

    /** Reads a pair. Returns undefined if the engine handles it. */
    private read(touch: Touch): Seen | undefined {
        if (touch.read) return touch.seen;
        touch.read = true;
        const found = touch.pair.read();
        if (!found || found.touching.points.length === 0) return undefined;
        const { touching: contact, rule } = found;
        const [a, b] = [this.mover(touch.pair.a, contact.a), this.mover(touch.pair.b, contact.b)];
        const [p, q] = [a ? a.start : movingOf(contact.a), b ? b.start : movingOf(contact.b)];
        touch.seen = { contact, rule, start: [p, q], now: [a ? a.now : p, b ? b.now : q], movers: [a, b] };
        return touch.seen;
    }

    private mover(id: object | undefined, body: EngineBody): Mover | undefined {
        if (!id || body.inverseMass === 0) return undefined;
        let mover = this.movers.get(id);
        if (!mover) {
            const start = movingOf(body);
            mover = { id, start, now: start.slice(), given: start, struck: false, near: [], call: 0 };
            this.movers.set(id, mover);
        }
        return mover;
    }

    /** Returns the pairs of a body. */
    private around(mover: Mover): readonly Touch[] {
        if (mover.call !== this.call) {
            mover.near = this.pairsOf(mover.id).map((pair) => this.touch(pair));
            mover.call = this.call;
        }
        return mover.near;
    }

    /** Returns true if the pair has an impact with the velocities at the start of the step. */
    private strikes({ contact, rule, start }: Seen): boolean {
        const speed = impactSpeed(contact, start, rule);
        this.speed = Math.max(this.speed, speed);
        return speed > 0;
    }

    /**
     * Returns true if the pair still approaches with the present velocities. The engine handles very slow approaches.
     */
    private presses(touch: Touch): boolean {
        const seen = touch.closed ? undefined : this.read(touch);
        if (!seen) return false;
        const { contact, rule, now } = seen;
        return fastest(contact, now, 0.5).speed > Math.max(1e-3 * this.speed, rest(rule));
    }

    /** Returns true if the impact of a pair makes another pair of its bodies approach. */
    private disturbs(touch: Touch, { movers }: Seen): boolean {
        return movers.some((mover) => mover && this.around(mover).some((other) => other !== touch && this.presses(other)));
    }

    /** Solves a pair as if its bodies touched nothing else. Returns false if the law has no result. */
    private strikeAlone(touch: Touch, { contact, rule, start, movers }: Seen): boolean {
        touch.alone = strikeFrom(this.carom, contact, rule, start);
        if (!touch.alone) return false;
        for (const side of [0, 1] as const) {
            const mover = movers[side];
            if (!mover) continue;
            mover.now.set(touch.alone.now[side]);
            mover.given = mover.now.slice();
            mover.struck = true;
        }
        return true;
    }

    /** Solves a pair after the others, with the present velocities. */
    private late(touch: Touch, seen: Seen): StrikesResult | undefined {
        const { contact, rule, movers, now } = seen;
        const given: Movings = [movers[0]?.given ?? now[0], movers[1]?.given ?? now[1]];
        const after = strikeFrom(this.carom, contact, rule, given);
        if (!after) return undefined;
        for (const side of [0, 1] as const) {
            const mover = movers[side];
            if (!mover) continue;
            add(mover.now, 1, after.now[side]);
            add(mover.now, -1, given[side]);
            mover.given = after.now[side];
            mover.struck = true;
        }
        touch.closed = true;
        return { a: motionOf(after.now[0]), b: motionOf(after.now[1]), P: after.P, dE: after.dE, bodies: this.bodies(movers) };
    }

    /**
     * Makes a pair part of a group and puts it into the queue. If it was solved alone, that change of velocities is
     * undone.
     */
    private join(touch: Touch): void {
        const seen = touch.grouped ? undefined : this.read(touch);
        if (seen) {
            const { contact, rule, start, movers } = seen;
            for (const side of [0, 1] as const) {
                const mover = movers[side];
                if (!mover) continue;
                if (touch.alone) {
                    add(mover.now, -1, touch.alone.now[side]);
                    add(mover.now, 1, start[side]);
                }
                mover.struck = true;
            }
            touch.alone = undefined;
            touch.grouped = true;
            this.grouped++;
            touch.points = pointsOf(contact, start);
            // A pair that was too slow for an impact does not rebound.
            const rebounds = rule.exact || touch.points.some((point) => -(point.start[0] as number) > (rule.speed ?? SPEED));
            touch.e = rebounds ? coefficient(this.carom, rule, "e") : 0;
            touch.mu = coefficient(this.carom, rule, "mu");
        }
        if (!touch.queued) this.queue.push(touch);
        touch.queued = true;
    }

    /** Solves the pairs in the queue, and those that they affect, until the velocities hardly change. */
    private settle(most: number): void {
        let at = 0;
        for (; at < this.queue.length && at < most; at++) {
            const touch = this.queue[at] as Touch;
            touch.queued = false;
            // Up to 8 pairs are solved to rounding errors, so that bounces with e = 1 conserve energy.
            const enough = this.grouped <= 8 ? 1e-13 : this.grouped <= LARGE ? 1e-6 : 1e-4;
            if (!(this.relaxPair(touch) > enough * this.speed)) continue;
            for (const mover of (touch.seen as Seen).movers) {
                if (!mover) continue;
                for (const other of this.around(mover)) if (other.grouped || other.alone || this.presses(other)) this.join(other);
            }
        }
        this.visits += at;
        for (const touch of this.queue) touch.queued = false;
        this.queue = [];
    }

    /**
     * Solves the points of a pair, while all other impulses stay the same. Returns the largest change of a velocity,
     * m/s.
     */
    private relaxPair({ seen, points, e, mu }: Touch): number {
        const { contact, now } = seen as Seen;
        let most = 0;
        let change = Infinity;
        for (let sweep = 0; sweep < (points.length > 1 ? 60 : 1) && change > Math.max(1e-8 * this.speed, 1e-3 * most); sweep++) {
            change = 0;
            for (let k = 0; k < points.length; k++) {
                const point = points[k] as Point;
                const fall = speedOf(point.directions[0] as Direction, now);
                point.active ||= counts(contact, k, fall);
                if (point.active) change = Math.max(change, relax(point, fall, e, mu, now, 1));
            }
            most = Math.max(most, change);
        }
        return most;
    }

    /**
     * Sets the motion of a group after its impact. If the group would gain energy, all impulses are multiplied by the
     * same factor.
     */
    private give(touch: Touch): { group: Set<Touch>; members: Set<Mover>; share: number; dE: number } {
        const group = new Set([touch]);
        const members = new Set<Mover>();
        let [work, gain] = [0, 0];
        for (const { seen, points } of group) {
            const { now, movers } = seen as Seen;
            const part = balance(points, now);
            work += part.work;
            gain += part.gain;
            for (const mover of movers) {
                if (!mover || members.has(mover)) continue;
                members.add(mover);
                for (const other of this.around(mover)) if (other.grouped) group.add(other);
            }
        }
        const share = gain > 0 ? work / (work - gain) : 1;
        for (const mover of members) {
            mover.given = mover.start.slice();
            add(mover.given, share, mover.now);
            add(mover.given, -share, mover.start);
        }
        return { group, members, share, dE: Math.min(gain, 0) };
    }

    private bodies(movers: Iterable<Mover | undefined>): [object, Motion][] {
        return [...movers].flatMap((mover): [object, Motion][] => (mover?.struck ? [[mover.id, motionOf(mover.given)]] : []));
    }

    /**
     * Returns the impact of a pair. In a group, the impulses are multiplied by `share`, and dE is that of the group.
     */
    private resultOf(touch: Touch, { movers, start }: Seen, share = 1, dE = 0): StrikeResult {
        const [a, b] = [motionOf(movers[0]?.given ?? start[0]), motionOf(movers[1]?.given ?? start[1])];
        if (touch.alone) return { a, b, P: touch.alone.P, dE: touch.alone.dE };
        return { a, b, P: touch.points.flatMap((point) => point.P.map((P) => share * P)), dE };
    }
}
