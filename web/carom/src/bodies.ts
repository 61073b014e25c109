import { bad, numberOf, numbersOf, objectOf, refusal } from "./error.js";
import type { Memory } from "./memory.js";
import type { Contact, Matrix } from "./problem.js";

/** A body in 2D. A body of infinite mass keeps its velocity; one of infinite inertia keeps its spin. */
export interface PlanarBody {
    readonly mass: number;
    readonly inertia: number;
    readonly centre: readonly number[];
    readonly velocity: readonly number[];
    readonly spin: number;
}

/** A body in 3D; without `axes` its inertia is given in world axes. */
export interface Body {
    readonly mass: number;
    readonly inertia: Matrix;
    readonly axes?: Matrix;
    readonly centre: readonly number[];
    readonly velocity: readonly number[];
    readonly spin: readonly number[];
}

/** Two bodies that touch at a point; the normal points from b to a. Without b, the other body is a wall at rest. */
export interface PlanarPair {
    readonly a: PlanarBody;
    readonly b?: PlanarBody;
    readonly point: readonly number[];
    readonly normal: readonly number[];
    readonly tangent?: readonly number[];
}

export interface SpatialPair {
    readonly a: Body;
    readonly b?: Body;
    readonly point: readonly number[];
    readonly normal: readonly number[];
    readonly tangent?: Matrix;
}

export const PLANAR_WALL: PlanarBody = {
    mass: Infinity,
    inertia: Infinity,
    centre: [0, 0],
    velocity: [0, 0],
    spin: 0,
};

export const WALL: Body = {
    mass: Infinity,
    inertia: [
        [Infinity, 0, 0],
        [0, Infinity, 0],
        [0, 0, Infinity],
    ],
    centre: [0, 0, 0],
    velocity: [0, 0, 0],
    spin: [0, 0, 0],
};

function putPlanarBody(memory: Memory, at: number, body: PlanarBody): void {
    const of = (field: string) => at + memory.of(`carom_planar_body.${field}`);
    memory.setF64(of("mass"), numberOf(body.mass, "mass"));
    memory.setF64(of("inertia"), numberOf(body.inertia, "inertia"));
    memory.setNumbers(of("centre"), numbersOf(body.centre, "centre", 2));
    memory.setNumbers(of("velocity"), numbersOf(body.velocity, "velocity", 2));
    memory.setF64(of("spin"), numberOf(body.spin, "spin"));
}

function putRows(memory: Memory, at: number, rows: Matrix, name: string, count = 3): void {
    if (!Array.isArray(rows) || rows.length !== count) bad(`${name} must be ${count} rows of 3 numbers`);
    rows.forEach((row, i) => memory.setNumbers(at + 24 * i, numbersOf(row, `${name}[${i}]`, 3)));
}

function putBody(memory: Memory, at: number, body: Body): void {
    const of = (field: string) => at + memory.of(`carom_body.${field}`);
    memory.setF64(of("mass"), numberOf(body.mass, "mass"));
    putRows(memory, of("inertia"), body.inertia, "inertia");
    if (body.axes) putRows(memory, of("axes"), body.axes, "axes");
    for (const name of ["centre", "velocity", "spin"] as const) memory.setNumbers(of(name), numbersOf(body[name], name, 3));
}

function putPlanarPair(memory: Memory, pair: PlanarPair): number {
    const at = memory.struct("carom_planar_pair");
    const of = (field: string) => at + memory.of(`carom_planar_pair.${field}`);
    putPlanarBody(memory, of("a"), objectOf(pair.a, "a") as unknown as PlanarBody);
    putPlanarBody(memory, of("b"), pair.b ?? PLANAR_WALL);
    for (const name of ["point", "normal"] as const) memory.setNumbers(of(name), numbersOf(pair[name], name, 2));
    if (pair.tangent) memory.setNumbers(of("tangent"), numbersOf(pair.tangent, "tangent", 2));
    return at;
}

function putSpatialPair(memory: Memory, pair: SpatialPair): number {
    const at = memory.struct("carom_pair");
    const of = (field: string) => at + memory.of(`carom_pair.${field}`);
    putBody(memory, of("a"), objectOf(pair.a, "a") as unknown as Body);
    putBody(memory, of("b"), pair.b ?? WALL);
    for (const name of ["point", "normal"] as const) memory.setNumbers(of(name), numbersOf(pair[name], name, 3));
    if (pair.tangent) putRows(memory, of("tangent"), pair.tangent, "tangent", 2);
    return at;
}

export type Pair = PlanarPair | SpatialPair;

function planar(pair: Pair): pair is PlanarPair {
    return numbersOf(objectOf(pair, "the pair").point, "point").length === 2;
}

/** Writes the pair to memory, and returns the functions of the library for its kind. */
function put(memory: Memory, pair: Pair) {
    const { library } = memory;
    const at = planar(pair) ? putPlanarPair(memory, pair) : putSpatialPair(memory, pair);
    const flat = planar(pair);
    const kind = flat
        ? { contact: library.carom_planar_pair_contact, frame: library.carom_planar_pair_frame, apply: library.carom_planar_pair_apply }
        : { contact: library.carom_pair_contact, frame: library.carom_pair_frame, apply: library.carom_pair_apply };
    const describe = flat ? library.js_describe_planar : library.js_describe_pair;
    const must = (status: number) => {
        if (status === 0) return;
        throw refusal(memory, status, memory.written((text, size) => describe(status, at, text, size)));
    };
    return { at, dim: flat ? 2 : 3, kind, must };
}

/** Returns W and v of the pair at its contact. */
export function contactOf(memory: Memory, pair: Pair): Contact {
    return memory.within(() => {
        const { at, dim, kind, must } = put(memory, pair);
        const out = memory.struct("carom_contact");
        must(kind.contact(at, out));
        const W = Array.from({ length: dim }, (_, i) => memory.numbers(out + memory.of("carom_contact.W") + 24 * i, dim));
        return { W, v: memory.numbers(out + memory.of("carom_contact.v"), dim) };
    });
}

/** Returns the directions of the components as rows: n, t in 2D and n, t1, t2 in 3D. */
export function frameOf(memory: Memory, pair: Pair): number[][] {
    return memory.within(() => {
        const { at, dim, kind, must } = put(memory, pair);
        const frame = memory.room(72);
        must(kind.frame(at, frame));
        return Array.from({ length: dim }, (_, i) => memory.numbers(frame + 8 * dim * i, dim));
    });
}

/** Returns the pair after the impulse P on a and -P on b. */
export function applied<T extends Pair>(memory: Memory, pair: T, P: readonly number[]): T {
    return memory.within(() => {
        const { at, dim, kind, must } = put(memory, pair);
        const impulse = memory.room(24);
        memory.setNumbers(impulse, numbersOf(P, "P", dim));
        must(kind.apply(at, impulse, at));
        const struct = dim === 2 ? "carom_planar_pair" : "carom_pair";
        const field = dim === 2 ? "carom_planar_body" : "carom_body";
        const body = (which: "a" | "b") => {
            const here = at + memory.of(`${struct}.${which}`);
            const velocity = memory.numbers(here + memory.of(`${field}.velocity`), dim);
            const turns = memory.numbers(here + memory.of(`${field}.spin`), dim === 2 ? 1 : 3);
            return { velocity, spin: dim === 2 ? (turns[0] as number) : turns };
        };
        const b = pair.b ? { b: { ...pair.b, ...body("b") } } : {};
        return { ...pair, a: { ...pair.a, ...body("a") }, ...b } as T;
    });
}
