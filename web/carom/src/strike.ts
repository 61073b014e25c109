/**
 * What adapters of physics engines share: two bodies of an engine touch at some points. Is it an impact, and how do they
 * part? The rule is that of adapters/strike/carom_strike.c, and told in adapters/README.md; a test holds both to the same
 * answers. Engines keep inverse masses, 0 for what does not yield, so that is what is asked here.
 */
import { CaromError } from "./error.js";
import type { Carom } from "./index.js";
import type { Matrix, CoefficientValue } from "./problem.js";

/** A body of an engine. In the plane spin and inverse inertia are numbers; in space a vector and a matrix in world axes. */
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
    /** Where they touch or soon will, m. */
    readonly points: readonly (readonly number[])[];
    /** How far apart they are at each point, m, negative where they overlap; 0 unless given. */
    readonly gaps?: readonly number[];
    /** From b to a, of length 1. */
    readonly normal: readonly number[];
    /** The engine's step, s; 0 unless given: what does not touch yet is then no impact. */
    readonly dt?: number;
    /** The engine's solver acts on contacts this far before they touch, m; 0 unless given. */
    readonly ahead?: number;
    /** Added to the velocity of a less that of b: surfaces that move along, as conveyors do. */
    readonly drift?: readonly number[];
    /** What the engine adds to the velocities of a and b in this step, after this: gravity dt. */
    readonly kick?: readonly [readonly number[], readonly number[]];
}

export interface StrikeRule {
    /** The law of one point. */
    readonly law: string;
    /** m/s: what approaches no faster is the engine's; 1 unless given. */
    readonly speed?: number;
    /** For what only bounces and never rests: all that approaches is struck, and the solver is not shown what parts. */
    readonly exact?: boolean;
    /** e, mu and whatever else the law reads. */
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

/** Of an arm and a direction: what turns. */
function cross(r: readonly number[], d: readonly number[]): number[] {
    const [x = 0, y = 0, z = 0] = r;
    const [dx = 0, dy = 0, dz = 0] = d;
    const about = x * dy - y * dx;
    return r.length === 2 ? [about] : [y * dz - z * dy, z * dx - x * dz, about];
}

/** The normal and what is perpendicular to it; in space the axis that lies least along the normal chooses. */
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
    /** What a unit impulse changes: velocity and spin of a, of b. */
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

/** Of a less b along a row, without drift. */
function speedOf(a: EngineBody, b: EngineBody, row: Row): number {
    const slide = dot(row.d, a.velocity) - dot(row.d, b.velocity);
    return slide + dot(row.turn[0], list(a.spin)) - dot(row.turn[1], list(b.spin));
}

/** v of row i per impulse of row j. */
const coupling = (i: Row, j: Row) =>
    dot(i.d, j.pushed[0]) + dot(i.turn[0], j.pushed[1]) + dot(i.d, j.pushed[2]) + dot(i.turn[1], j.pushed[3]);

function moved(body: EngineBody, P: readonly number[], rows: readonly Row[], which: 0 | 2, sign: 1 | -1): Motion {
    const add = (start: readonly number[], part: 0 | 1 | 2 | 3) =>
        start.map((value, k) => rows.reduce((sum, row, i) => sum + sign * (P[i] as number) * (row.pushed[part][k] as number), value));
    const spin = add(list(body.spin), which === 0 ? 1 : 3);
    return { velocity: add(body.velocity, which), spin: typeof body.spin === "number" ? (spin[0] as number) : spin };
}

/** The contact as a problem: rows of every point, normal first. */
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

/** Normal velocities, point by point; most contacts are asked no more than this. */
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

/** It touches, or will before the engine acts again. */
const counts = (touching: EngineContact, k: number, fall: number) =>
    gap(touching, k) + Math.min(fall, 0) * (touching.dt ?? 0) <= (touching.ahead ?? 0);

/** A step ago it was apart: what was deeper is pressed, not struck. A tenth is let pass for bodies that turn. */
const arrives = (touching: EngineContact, k: number, fall: number) => gap(touching, k) - 1.1 * fall * (touching.dt ?? 0) >= 0;

/** Of all rows' velocities those along the normal. */
const falls = (m: Met, v: readonly number[]) => v.filter((_, i) => i % m.dim === 0);

/** The point that comes fastest and how fast; -1 if none does. */
function fastest(touching: EngineContact, fall: readonly number[]): { readonly k: number; readonly speed: number } {
    let k = -1;
    let speed = 0;
    fall.forEach((v, i) => {
        if (-v > speed && counts(touching, i, v)) [k, speed] = [i, -v];
    });
    return { k, speed };
}

/** The body with half of what its step adds: velocities of the middle of a step and places of its end meet there. */
function kicked(body: EngineBody, kick: readonly number[] | undefined): EngineBody {
    return kick ? { ...body, velocity: body.velocity.map((x, i) => x + (kick[i] as number) / 2) } : body;
}

const SPEED = 1;

/**
 * What gravity does to the approach in a step, twice: what comes no faster, and was not apart a step ago, lies, and is never
 * struck, as it would sink. Where no energy is lost nothing ever lies.
 */
function lying({ normal, kick }: EngineContact, { params }: StrikeRule): number {
    const loses = !(Number(params.e) >= 1) || Number(params.mu) > 0;
    return kick && loses ? 2 * Math.abs(dot(normal, kick[0]) - dot(normal, kick[1])) : 0;
}

/** Is this an impact of the rule's, or the engine's own contact? */
function strikes(touching: EngineContact, fall: readonly number[], rule: StrikeRule): boolean {
    const { k, speed } = fastest(touching, fall);
    if (k < 0) return false;
    const arriving = arrives(touching, k, -speed);
    return rule.exact ? arriving || speed > lying(touching, rule) : arriving && speed > (rule.speed ?? SPEED);
}

/**
 * A contact that was not struck and that the engine's solver should not see in this step: it comes to strike, but not yet;
 * or, where the rule is exact, it parts.
 */
export function shouldHide(touching: EngineContact, rule: StrikeRule): boolean {
    const fall = approach(touching);
    if (rule.exact && fall.length > 0 && fall.every((v) => v > 0)) return true;
    return !fall.some((v, k) => counts(touching, k, v)) && fall.some((v) => -v > (rule.exact ? 0 : rule.speed ?? SPEED));
}

/**
 * The bodies after the impact. Undefined where there is none or the law has no answer: the engine goes on. A point that
 * comes alone is asked of the law; several at once get Newton's law with friction at every point.
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
    // Several come at once; or one did, and drove in another that rested.
    if (!P || fastest(touching, falls(m, after(m, P))).speed > 1e-6 * speed) P = face(carom, touching, m, rule);
    const ended = after(m, P);
    const dE = P.reduce((sum, p, i) => sum + (p * ((m.v[i] as number) + (ended[i] as number) + 2 * (m.slide[i] as number))) / 2, 0);
    return { a: moved(touching.a, P, m.rows, 0, 1), b: moved(touching.b, P, m.rows, 2, -1), P, dE };
}

const after = (m: Met, P: readonly number[]) => m.v.map((v, i) => v + dot(m.W[i] as readonly number[], P));

/** One impact at one point: any law, as if nothing else touched. */
function single(carom: Carom, rule: StrikeRule, m: Met, k: number): number[] | undefined {
    const own = Array.from({ length: m.dim }, (_, i) => k * m.dim + i);
    const W = own.map((i) => own.map((j) => m.W[i]?.[j] as number));
    const v = own.map((i) => (m.v[i] as number) + (m.slide[i] as number));
    const hit = carom.collide(rule.law, carom.spread(carom.law(rule.law), { ...rule.params, W, v }));
    return hit.ok ? m.v.map((_, i) => (own.includes(i) ? (hit.P[i - k * m.dim] as number) : 0)) : undefined;
}

/** The rule's restitution or friction, by any name that its law has for it; 0 if its law has none. */
function coefficient(carom: Carom, { law, params }: StrikeRule, family: "e" | "mu"): number {
    const names = carom.law(law).coefficients.filter((param) => param.family === family).map((param) => param.name);
    const value = [family, ...names].map((name) => params[name]).find((given) => typeof given === "number");
    if (value === undefined && names.length > 0) throw new CaromError("coefficient-missing", `law "${law}" needs ${names[0]}`);
    return value ?? 0;
}

/**
 * Newton's law with Coulomb's friction at every point of a face, swept until it stands. It can gain energy where slip
 * turns; all impulses are then drawn back alike, to where none is gained.
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
    // dE = s work + s^2 (gain - work), nought again at
    return gain > 0 ? P.map((p) => (p * work) / (work - gain)) : P;
}

/** One point of a sweep: the normal impulse to v_n' = -e v_n, never pulling; friction towards rest within mu P_n. */
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
