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

/** A pair of bodies that touches in this step. */
export interface StrikePair {
    /** The bodies, as any objects that identify them; undefined for a fixed body. */
    readonly a: object | undefined;
    readonly b: object | undefined;
    /** Returns the contact with the present velocities; undefined if the engine handles it. Called at most once. */
    read(): { readonly touching: EngineContact; readonly rule: StrikeRule } | undefined;
}

/** The impact of a pair, and the new motion of every body that it changed. If others struck with it, dE is that of the group. */
export interface StrikesResult extends StrikeResult {
    readonly bodies: readonly (readonly [object, Motion])[];
}

interface Moving {
    velocity: number[];
    spin: number[];
}

/** The number of visits of pairs in one step. With larger groups the remaining pairs are solved one after the other, to limit the time. */
const MOST_VISITS = 500;

/** Returns the approach up to which the engine handles pairs near an impact, m/s. */
const rest = ({ exact, speed = SPEED }: StrikeRule) => (exact ? 0 : 0.1 * speed);

/** A body: before the first impact of the step, after all impulses, and after less of them if a group would gain energy. */
interface Mover {
    readonly id: object;
    readonly planar: boolean;
    readonly start: Moving;
    now: Moving;
    given: Moving;
    struck: boolean;
}

interface Touch {
    readonly pair: StrikePair;
    read: boolean;
    touching?: EngineContact;
    rule?: StrikeRule;
    movers: (Mover | undefined)[];
    met?: Met;
    e: number;
    mu: number;
    P: number[];
    active: boolean[];
    /** The changes by an impact of this pair alone. */
    change?: readonly Moving[] | undefined;
    grouped: boolean;
    queued: boolean;
    /** Solved after the others; it cannot join a group. */
    closed: boolean;
}

const copy = ({ velocity, spin }: Moving): Moving => ({ velocity: [...velocity], spin: [...spin] });
const combine = (x: readonly number[], y: readonly number[], share: number) => x.map((value, i) => value + share * (y[i] as number));
const difference = (x: Moving, y: Moving): Moving => ({ velocity: combine(x.velocity, y.velocity, -1), spin: combine(x.spin, y.spin, -1) });
const motionOf = ({ planar, given }: Mover): Motion => ({ velocity: [...given.velocity], spin: planar ? (given.spin[0] as number) : [...given.spin] });

/**
 * Solves the pairs of one step that share a body together, so that the result does not depend on their order. A pair that strikes
 * alone is solved by `strike`. If another pair of its bodies approaches too, or begins to approach because of the impact, both form
 * a group. A group is solved by Newton's law with Coulomb friction at every point, which is the method `glocker` without tangential
 * restitution. The rule is that of `carom_strikes` in adapters/strike/carom_strike.h. Make a new object for every step with an
 * impact.
 */
export class Strikes {
    private readonly movers = new Map<object, Mover>();
    private readonly touches = new Map<StrikePair, Touch>();
    private queue: Touch[] = [];
    private speed = 0;
    private grouped = 0;
    private visits = 0;
    private readonly wanted: number[] = [0, 0, 0]; // tangential impulses of the point that is solved

    /** `pairsOf` returns the pairs of a movable body in this step, also those that are too slow for an impact. */
    constructor(
        private readonly carom: Carom,
        private readonly pairsOf: (body: object) => readonly StrikePair[],
    ) {}

    /**
     * Solves the impact of a pair with its group. Returns undefined if no velocity changed. Call it for every pair that may be fast,
     * or of which a body has had an impact.
     */
    add(pair: StrikePair): StrikesResult | undefined {
        const touch = this.touch(pair);
        if (!this.look(touch)) return undefined;
        if (this.visits > MOST_VISITS && this.grouped > 16) return this.late(touch);
        return this.include(touch, touch.movers.some((mover) => mover?.struck));
    }

    private touch(pair: StrikePair): Touch {
        const known = this.touches.get(pair);
        if (known) return known;
        const touch: Touch = { pair, read: false, movers: [], e: 0, mu: 0, P: [], active: [], grouped: false, queued: false, closed: false };
        this.touches.set(pair, touch);
        return touch;
    }

    /** Reads a pair. Returns false if the engine handles it. */
    private look(touch: Touch): boolean {
        if (touch.read) return touch.touching !== undefined;
        touch.read = true;
        const found = touch.pair.read();
        if (!found || found.touching.points.length === 0) return false;
        touch.touching = found.touching;
        touch.rule = found.rule;
        touch.movers = ([["a", touch.pair.a], ["b", touch.pair.b]] as const).map(([side, id]) => {
            const body = found.touching[side];
            if (!id || body.inverseMass === 0) return undefined;
            const known = this.movers.get(id);
            if (known) return known;
            const start = { velocity: [...body.velocity], spin: [...list(body.spin)] };
            const mover = { id, planar: typeof body.spin === "number", start, now: copy(start), given: copy(start), struck: false };
            this.movers.set(id, mover);
            return mover;
        });
        return true;
    }

    /** Returns the contact with the velocities at the start of the step, or after all impulses, plus a share of the engine's change. */
    private at(touch: Touch, when: "start" | "now" | "given", share: number): EngineContact {
        const touching = touch.touching as EngineContact;
        const [a, b] = (["a", "b"] as const).map((side, i): EngineBody => {
            const body = touching[side];
            const mover = touch.movers[i];
            if (!mover) return body;
            const { velocity, spin } = mover[when];
            const kick = touching.kick?.[i];
            const { inverseMass, centre } = body;
            return {
                inverseMass,
                centre,
                // Some engines compute the inertia when it is read.
                get inverseInertia() {
                    return body.inverseInertia;
                },
                velocity: kick && share ? combine(velocity, kick, share) : velocity,
                spin: mover.planar ? (spin[0] as number) : spin,
            };
        }) as [EngineBody, EngineBody];
        return { ...touching, a, b };
    }

    /** Returns true if the pair approaches noticeably with the present velocities. The engine handles slower approaches. */
    private presses(touch: Touch): boolean {
        if (touch.closed || !this.look(touch)) return false;
        const now = this.at(touch, "now", 0.5);
        return fastest(now, approach(now)).speed > Math.max(1e-3 * this.speed, rest(touch.rule as StrikeRule));
    }

    private near(touch: Touch): Touch[] {
        return touch.movers.flatMap((mover) => (mover ? this.pairsOf(mover.id).map((pair) => this.touch(pair)) : []));
    }

    private include(touch: Touch, near: boolean): StrikesResult | undefined {
        const rule = touch.rule as StrikeRule;
        const start = this.at(touch, "start", 0);
        const fall = approach(start);
        const hit = strikes(start, fall, rule);
        if (hit) this.speed = Math.max(this.speed, fastest(start, fall).speed);
        if (!hit && !(near && this.presses(touch))) return undefined;
        if (!near) {
            const after = strike(this.carom, start, rule);
            if (!after) return undefined;
            this.alone(touch, after);
            const others = this.near(touch).filter((other) => other !== touch && this.presses(other));
            if (others.length === 0) return { ...after, bodies: this.bodies(touch.movers) };
        }
        this.join(touch);
        for (const other of this.near(touch)) if (other.change) this.join(other);
        this.settle();
        return this.give(touch);
    }

    private alone(touch: Touch, after: StrikeResult): void {
        touch.change = touch.movers.map((mover, i) => {
            const motion = i ? after.b : after.a;
            if (!mover) return { velocity: [], spin: [] };
            mover.now = { velocity: [...motion.velocity], spin: [...list(motion.spin)] };
            mover.given = copy(mover.now);
            mover.struck = true;
            return difference(mover.now, mover.start);
        });
    }

    private bodies(movers: readonly (Mover | undefined)[]): [object, Motion][] {
        return movers.flatMap((mover): [object, Motion][] => (mover ? [[mover.id, motionOf(mover)]] : []));
    }

    /** Solves a pair with the present velocities, after the others. */
    private late(touch: Touch): StrikesResult | undefined {
        const present = this.at(touch, "given", 0);
        const after = strike(this.carom, present, touch.rule as StrikeRule);
        if (!after) return undefined;
        touch.movers.forEach((mover, i) => {
            if (!mover) return;
            const motion = i ? after.b : after.a;
            const next = { velocity: [...motion.velocity], spin: [...list(motion.spin)] };
            const change = difference(next, mover.given);
            mover.now = { velocity: combine(mover.now.velocity, change.velocity, 1), spin: combine(mover.now.spin, change.spin, 1) };
            mover.given = next;
            mover.struck = true;
        });
        touch.closed = true;
        return { ...after, bodies: this.bodies(touch.movers) };
    }

    /** Makes a pair part of a group and puts it into the queue. If it was solved alone, this is undone. */
    private join(touch: Touch): void {
        if (!touch.grouped) {
            const rule = touch.rule as StrikeRule;
            const start = this.at(touch, "start", 0.5);
            const m = met(start, start.a, start.b);
            touch.movers.forEach((mover, i) => {
                if (!mover) return;
                if (touch.change) mover.now = difference(mover.now, touch.change[i] as Moving);
                mover.struck = true;
            });
            touch.change = undefined;
            touch.grouped = true;
            this.grouped++;
            touch.met = m;
            touch.P = m.v.map(() => 0);
            touch.active = start.points.map(() => false);
            // A pair that was too slow for an impact does not rebound.
            const rebounds = rule.exact || falls(m, m.v).some((v) => -v > (rule.speed ?? SPEED));
            touch.e = rebounds ? coefficient(this.carom, rule, "e") : 0;
            touch.mu = coefficient(this.carom, rule, "mu");
        }
        if (!touch.queued) this.queue.push(touch);
        touch.queued = true;
    }

    /** Solves the pairs of the queue, and those that they affect, until nothing changes. */
    private settle(): void {
        // With an exact rule a few pairs are solved to rounding, so that bounces with e = 1 keep their energy.
        let at = 0;
        for (; at < this.queue.length && at < 500; at++) {
            const touch = this.queue[at] as Touch;
            touch.queued = false;
            if (!(this.relaxPair(touch) > (this.grouped > 16 ? 1e-4 : touch.rule?.exact && this.grouped <= 8 ? 1e-13 : 1e-6) * this.speed)) continue;
            for (const other of this.near(touch)) if (other.grouped || other.change || this.presses(other)) this.join(other);
        }
        this.visits += at;
        for (const touch of this.queue) touch.queued = false;
        this.queue = [];
    }

    /** Returns the velocity of a row with the present velocities. */
    private rowSpeed(touch: Touch, i: number): number {
        const { rows, slide } = touch.met as Met;
        const { a, b, kick } = touch.touching as EngineContact;
        const row = rows[i] as Row;
        const [va, vb] = [touch.movers[0]?.now.velocity ?? a.velocity, touch.movers[1]?.now.velocity ?? b.velocity];
        const [wa, wb] = [touch.movers[0]?.now.spin ?? list(a.spin), touch.movers[1]?.now.spin ?? list(b.spin)];
        let v = slide[i] as number;
        for (let j = 0; j < row.d.length; j++) {
            const later = kick ? ((touch.movers[0] ? (kick[0][j] as number) : 0) - (touch.movers[1] ? (kick[1][j] as number) : 0)) / 2 : 0;
            v += (row.d[j] as number) * ((va[j] as number) - (vb[j] as number) + later);
        }
        for (let j = 0; j < wa.length; j++) v += (row.turn[0][j] as number) * (wa[j] as number) - (row.turn[1][j] as number) * (wb[j] as number);
        return v;
    }

    /** Solves the points of a pair as if its bodies got no other impulse. Returns the largest change of a velocity, m/s. */
    private relaxPair(touch: Touch): number {
        const points = touch.active.length;
        let most = 0;
        let change = Infinity;
        for (let sweep = 0; sweep < (points > 1 ? 60 : 1) && change > Math.max(1e-8 * this.speed, 1e-3 * most); sweep++) {
            change = 0;
            for (let k = 0; k < points; k++) change = Math.max(change, this.relaxPoint(touch, k));
            most = Math.max(most, change);
        }
        return most;
    }

    private relaxPoint(touch: Touch, k: number): number {
        const { dim, W, v, slide } = touch.met as Met;
        const first = k * dim;
        const normal = this.rowSpeed(touch, first);
        // A point that counted once stays part of the group. Otherwise the sweeps may not converge.
        touch.active[k] ||= counts(touch.touching as EngineContact, k, normal);
        if (!touch.active[k]) return 0;
        const { P } = touch;
        const Wn = W[first]?.[first] as number;
        const begun = (v[first] as number) + (slide[first] as number);
        const old = P[first] as number;
        const next = Math.max(old - (normal + touch.e * Math.min(begun, 0)) / Wn, 0);
        const more = next - old;
        const bound = next > 0 ? touch.mu * next : 0;
        const sliding = this.wanted;
        let size = 0;
        for (let n = 1; n < dim; n++) {
            const i = first + n;
            const slip = this.rowSpeed(touch, i) + (W[i]?.[first] as number) * more;
            const stop = (P[i] as number) - slip / (W[i]?.[i] as number);
            sliding[n] = stop;
            size += stop * stop;
        }
        size = Math.sqrt(size);
        let most = Math.abs(more) * Wn;
        this.push(touch, first, more);
        P[first] = next;
        for (let n = 1; n < dim; n++) {
            const i = first + n;
            const to = size > bound ? ((sliding[n] as number) * bound) / size : (sliding[n] as number);
            const change = to - (P[i] as number);
            this.push(touch, i, change);
            P[i] = to;
            most = Math.max(most, Math.abs(change) * (W[i]?.[i] as number));
        }
        return most;
    }

    /** Applies an impulse along a row. */
    private push(touch: Touch, i: number, P: number): void {
        const { pushed } = (touch.met as Met).rows[i] as Row;
        for (let side = 0; side < 2; side++) {
            const now = touch.movers[side]?.now;
            if (!now) continue;
            const by = side ? -P : P;
            const slide = side ? pushed[2] : pushed[0];
            const turn = side ? pushed[3] : pushed[1];
            const { velocity, spin } = now;
            for (let j = 0; j < velocity.length; j++) velocity[j] = (velocity[j] as number) + by * (slide[j] as number);
            for (let j = 0; j < spin.length; j++) spin[j] = (spin[j] as number) + by * (turn[j] as number);
        }
    }

    /** Returns the pairs of the group of a pair. */
    private group(first: Touch): Touch[] {
        const found = new Set([first]);
        const seen = new Set<Mover>();
        for (const touch of found)
            for (const mover of touch.movers) {
                if (!mover || seen.has(mover)) continue;
                seen.add(mover);
                for (const pair of this.pairsOf(mover.id)) {
                    const other = this.touches.get(pair);
                    if (other?.grouped) found.add(other);
                }
            }
        return [...found];
    }

    /** Returns the motion of a group after its impact. All impulses are reduced by the same factor if it would gain energy. */
    private give(touch: Touch): StrikesResult {
        const group = this.group(touch);
        let [work, gain] = [0, 0];
        for (const each of group) {
            const { v, slide } = each.met as Met;
            each.P.forEach((P, i) => {
                const before = (v[i] as number) + (slide[i] as number);
                work += P * before;
                gain += (P * (before + this.rowSpeed(each, i))) / 2;
            });
        }
        const share = gain > 0 ? work / (work - gain) : 1;
        const movers = new Set(group.flatMap((each) => each.movers));
        for (const mover of movers) {
            if (!mover) continue;
            const { start, now } = mover;
            const change = difference(now, start);
            mover.given = { velocity: combine(start.velocity, change.velocity, share), spin: combine(start.spin, change.spin, share) };
        }
        const after = (i: 0 | 1): Motion => {
            const mover = touch.movers[i];
            const body = (touch.touching as EngineContact)[i ? "b" : "a"];
            return mover ? motionOf(mover) : { velocity: [...body.velocity], spin: typeof body.spin === "number" ? body.spin : [...body.spin] };
        };
        return { a: after(0), b: after(1), P: touch.P.map((P) => share * P), dE: Math.min(gain, 0), bodies: this.bodies([...movers]) };
    }
}
