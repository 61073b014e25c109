/**
 * What adapters of physics engines share: two bodies of an engine touch at some points. Is it an impact, and how do they
 * part? Engines keep inverse masses, 0 for what does not yield, so that is what is asked here.
 */
import type { Carom } from "./index.js";
import type { Matrix, ParamValue } from "./problem.js";

/** A body of an engine. In the plane spin and inverse inertia are numbers; in space a vector and a matrix in world axes. */
export interface Mover {
    readonly inverseMass: number;
    readonly inverseInertia: number | Matrix;
    readonly centre: readonly number[];
    readonly velocity: readonly number[];
    readonly spin: number | readonly number[];
}

export interface Touching {
    readonly a: Mover;
    readonly b: Mover;
    /** Where they touch, m. */
    readonly points: readonly (readonly number[])[];
    /** From b to a, of length 1. */
    readonly normal: readonly number[];
    /** Added to the velocity of a less that of b: half of what gravity does in a step, surfaces that move along. */
    readonly drift?: readonly number[];
}

export interface StrikeRule {
    /** The law of one point. */
    readonly law: string;
    /** The method of several points at once, in the plane; "pfeiffer-glocker" unless given. */
    readonly method?: string;
    /** m/s: what approaches no faster is no impact. */
    readonly speed: number;
    /** e, mu and whatever else the law reads. */
    readonly params: Readonly<Record<string, ParamValue>>;
}

export interface Motion {
    readonly velocity: number[];
    readonly spin: number | number[];
}

export interface Struck {
    readonly a: Motion;
    readonly b: Motion;
    /** Impulse on a, point by point, normal first, N s. */
    readonly P: readonly number[];
    /** The least normal velocity after, m/s: a contact of 0 stays closed. */
    readonly parting: number;
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

function rowOf(touching: Touching, point: readonly number[], d: readonly number[]): Row {
    const { a, b } = touching;
    const arm = (body: Mover) => point.map((value, i) => value - (body.centre[i] as number));
    const onA = cross(arm(a), d);
    const onB = cross(arm(b), d);
    const push = (body: Mover) => d.map((value) => value * body.inverseMass);
    return { d, turn: [onA, onB], pushed: [push(a), turned(a.inverseInertia, onA), push(b), turned(b.inverseInertia, onB)] };
}

function speedOf(touching: Touching, row: Row): number {
    const { a, b, drift } = touching;
    const slide = dot(row.d, a.velocity) - dot(row.d, b.velocity) + (drift ? dot(row.d, drift) : 0);
    return slide + dot(row.turn[0], list(a.spin)) - dot(row.turn[1], list(b.spin));
}

/** v of row i per impulse of row j. */
const coupling = (i: Row, j: Row) =>
    dot(i.d, j.pushed[0]) + dot(i.turn[0], j.pushed[1]) + dot(i.d, j.pushed[2]) + dot(i.turn[1], j.pushed[3]);

function moved(body: Mover, P: readonly number[], rows: readonly Row[], which: 0 | 2, sign: 1 | -1): Motion {
    const add = (start: readonly number[], part: 0 | 1 | 2 | 3) =>
        start.map((value, k) => rows.reduce((sum, row, i) => sum + sign * (P[i] as number) * (row.pushed[part][k] as number), value));
    const spin = add(list(body.spin), which === 0 ? 1 : 3);
    return { velocity: add(body.velocity, which), spin: typeof body.spin === "number" ? (spin[0] as number) : spin };
}

/**
 * The bodies after the impact. Undefined where there is none (nothing approaches faster than rule.speed) or no answer: the
 * engine goes on. One point is asked of the law; several in the plane of the method; several that approach in space are
 * left to the engine, since no method in here takes them.
 */
export function strike(carom: Carom, touching: Touching, rule: StrikeRule): Struck | undefined {
    const directions = frame(touching.normal);
    const dim = directions.length;
    const at = touching.points.map((point) => directions.map((d) => rowOf(touching, point, d)));
    const fall = at.map((rows) => speedOf(touching, rows[0] as Row));
    if (!fall.some((v) => v < -rule.speed)) return undefined;
    const chosen = dim === 2 ? at : at.filter((_, i) => (fall[i] as number) < 0);
    if (dim === 3 && chosen.length > 1) return undefined;
    const rows = chosen.flat();
    const W = rows.map((i) => rows.map((j) => coupling(i, j)));
    const v = rows.map((row) => speedOf(touching, row));
    const hit = chosen.length === 1 ? single(carom, rule, W, v) : several(carom, rule, W, v);
    if (!hit?.ok) return undefined;
    const parting = Math.min(...hit.v.filter((_, i) => i % dim === 0));
    const P = hit.P;
    return { a: moved(touching.a, P, rows, 0, 1), b: moved(touching.b, P, rows, 2, -1), P, parting };
}

function single(carom: Carom, rule: StrikeRule, W: Matrix, v: readonly number[]) {
    return carom.collide(rule.law, carom.spread(carom.law(rule.law), { ...rule.params, W, v }));
}

function several(carom: Carom, rule: StrikeRule, W: Matrix, v: readonly number[]) {
    const name = rule.method ?? "pfeiffer-glocker";
    const reads = carom.methods().find((method) => method.name === name)?.params ?? [];
    const params: Record<string, unknown> = {};
    for (const { name: own, family } of reads) {
        const value = rule.params[own] ?? (family ? rule.params[family] : undefined);
        if (value !== undefined) params[own] = value;
    }
    return carom.impact(name, { dim: 2, W, v, params });
}
