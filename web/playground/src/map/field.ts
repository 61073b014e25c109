import { type Carom, CaromError, type Law } from "carom";
import { problemFor } from "../ask.js";
import { contactOf, type Numbers, sceneOf } from "../scenes/index.js";
import type { State, Value } from "../state.js";

/** An input for an axis of the map: a number of the scene, or a coefficient of a law on the map. */
export interface Input {
    /** "s.angle", or "p.mu". */
    readonly key: string;
    readonly label: string;
    readonly from: number;
    readonly to: number;
}

export interface Axis extends Input {
    /** The values at the centres of the columns or rows. */
    readonly at: readonly number[];
}

/** Limits for parameters without one in the table. */
const MOST: Readonly<Record<string, number>> = { mu: 2 };

export function inputs(carom: Carom, state: State, laws: readonly string[]): Input[] {
    const { fields, pair } = sceneOf(state.scene);
    // On a floor, half a turn is enough. In the other half, the contact is the same or the body is below the floor.
    const floor = !pair(state.at)?.b;
    const scene = fields.map((f) => {
        const half = floor && f.unit === "deg" ? [0, 180] : [f.lowest, f.highest];
        const [from, to] = (f.positive ? [f.standard / 5, f.standard * 5] : half) as [number, number];
        return { key: `s.${f.name}`, label: f.unit ? `${f.label} (${f.unit})` : f.label, from, to };
    });
    const params = new Map<string, Input>();
    for (const row of laws.flatMap((name) => carom.law(name).coefficients)) {
        const name = row.family || row.name;
        if (row.kind !== "real" || params.has(name)) continue;
        const [from, to] = [row.lowest > -1e300 ? row.lowest : -1, row.highest < 1e300 ? row.highest : (MOST[name] ?? 1)];
        params.set(name, { key: `p.${name}`, label: name, from, to });
    }
    return [...params.values(), ...scene];
}

/** Returns the state with an input set to a value. */
export function put(state: State, key: string, value: number): State {
    const name = key.slice(2);
    if (key.startsWith("s.")) return { ...state, at: { ...state.at, [name]: value } };
    return { ...state, params: { ...state.params, [name]: value } };
}

export function valueOf(state: State, key: string): Value | undefined {
    const name = key.slice(2);
    return key.startsWith("s.") ? state.at[name] : state.params[name];
}

export interface Answers {
    readonly mode: Uint8Array;
    readonly dE: Float64Array;
    /** The relative velocities after the impact. */
    readonly v: readonly Float64Array[];
    /** Zero means that there is a result. */
    readonly status: Uint8Array;
    readonly gains: Uint8Array;
}

/** Returns W and v of every cell, row by row: [W_nn, W_nt, W_tt, v_n, v_t]. A cell without a valid contact has NaN. */
export function contacts(carom: Carom, state: State, x: Axis, y: Axis): Float64Array[] {
    const columns = Array.from({ length: 5 }, () => new Float64Array(x.at.length * y.at.length));
    const along = (axis: Axis) => (axis.key.startsWith("s.") ? axis.at : axis.at.slice(0, 1));
    const [xs, ys] = [along(x), along(y)];
    const made = ys.map((b) => xs.map((a) => struck(carom, state.scene, put(put(state, x.key, a), y.key, b).at)));
    y.at.forEach((_, j) => {
        const row = made[ys.length > 1 ? j : 0] as number[][];
        x.at.forEach((__, i) => {
            const five = row[xs.length > 1 ? i : 0] as number[];
            columns.forEach((column, k) => (column[j * x.at.length + i] = five[k] as number));
        });
    });
    return columns;
}

function struck(carom: Carom, scene: string, at: Numbers): number[] {
    try {
        const { W, v } = contactOf(carom, scene, at);
        return [W[0]?.[0], W[0]?.[1], W[1]?.[1], v[0], v[1]].map(Number);
    } catch (error) {
        if (!(error instanceof CaromError)) throw error;
        return [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN];
    }
}

/** Returns the law's result in every cell. */
export function answers(carom: Carom, law: Law, state: State, x: Axis, y: Axis, at: readonly Float64Array[]): Answers {
    const n = x.at.length * y.at.length;
    const [nn, nt, tt, vn, vt] = at as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
    const { W: _W, v: _v, ...own } = problemFor(carom, law, { ...state.params, allow: state.allow, W: [], v: [] });
    const varied: Record<string, unknown> = own;
    for (const axis of [x, y]) {
        for (const row of law.coefficients) {
            const name = axis.key.slice(2);
            if (!axis.key.startsWith("p.") || (row.name !== name && row.family !== name)) continue;
            varied[row.name] = Float64Array.from({ length: n }, (_, k) => {
                const i = axis === x ? k % x.at.length : Math.floor(k / x.at.length);
                return axis.at[i] as number;
            });
        }
    }
    const out = carom.batch(law.name, { ...varied, n, W: [[nn, nt], [undefined, tt]], v: [vn, vt] });
    const gain = out.violations.map((bits) => (bits && carom.violationNames(bits).includes("dE>0") ? 1 : 0));
    return { mode: out.mode, dE: out.dE, v: out.v, status: out.status, gains: gain };
}

/** Returns how much two results differ in every cell: the difference of the velocities after, relative to the speed before. */
export function apart(one: Answers, other: Answers, at: readonly Float64Array[]): Float64Array {
    const [vn, vt] = [at[3], at[4]] as [Float64Array, Float64Array];
    return one.dE.map((_, k) => {
        if (one.status[k] || other.status[k]) return Number.NaN;
        const d = one.v.map((v, i) => (v[k] as number) - (other.v[i]?.[k] as number));
        return Math.hypot(...d) / Math.hypot(vn[k] as number, vt[k] as number);
    });
}

export function axis(input: Input, from: number, to: number, count: number): Axis {
    const at = Array.from({ length: count }, (_, i) => from + ((to - from) * (i + 0.5)) / count);
    return { ...input, from, to, at };
}
