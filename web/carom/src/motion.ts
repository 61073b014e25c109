/**
 * Computes the motion of one free rigid body under gravity among fixed planes: flights, contacts and impacts with any law.
 *
 *     import { load } from "carom";
 *     import { loadMotion, rod } from "carom/motion";
 *     const motion = await loadMotion(await load());
 *     const fall = motion.drop("routh", { body: rod(1, 1), centre: [0, 1.2], angle: 0.4, spin: 2, until: 3, e: 0.5, mu: 0.3 });
 *     fall.stop, fall.events[0].t, fall.at([0, 0.1, 0.2])
 *
 * SI units. It loads carom_motion.wasm and carom_systems.wasm.
 */
import { bad, CaromError, isList, numberOf, numbersOf, objectOf, refusal } from "./error.js";
import type { Carom, Source } from "./index.js";
import type { Memory } from "./memory.js";
import { violationNames } from "./result.js";
import { allowOf, type CoefficientValue, putParams } from "./problem.js";
import type { Dim, Registry } from "./registry.js";

/** A convex body in its own axes, relative to its centre of mass: corners with a radius, or an ellipse or ellipsoid. */
export interface Solid {
    readonly mass: number;
    /** About the centre of mass, kg m^2: one number in 2D, three principal moments in 3D. */
    readonly inertia: number | readonly number[];
    /** The corners, m. The body is the convex hull of balls around them. */
    readonly corners?: readonly (readonly number[])[];
    /** Radius of the balls; default 0. */
    readonly radius?: number;
    /** Semi-axes, instead of corners. */
    readonly semiAxes?: readonly number[];
    /** Centre of the ellipse or ellipsoid; default: the centre of mass. */
    readonly middle?: readonly number[];
}

/** A fixed plane: the body stays where normal . x >= offset. */
export interface Plane {
    /** A unit vector towards the free side. */
    readonly normal: readonly number[];
    readonly offset?: number;
    /** Coefficients of the law at this plane, instead of those of the drop. */
    readonly params?: Readonly<Record<string, CoefficientValue>>;
}

/** A body, its start, and the coefficients of the law by their names. */
export interface DropProblem {
    readonly body: Solid;
    readonly centre: readonly number[];
    /** 2D: counterclockwise, rad. */
    readonly angle?: number;
    /** 3D: quaternion (w, x, y, z), from body to world axes. */
    readonly orientation?: readonly number[];
    readonly velocity?: readonly number[];
    /** rad/s: one number in 2D, a vector in world axes in 3D. */
    readonly spin?: number | readonly number[];
    /** Default: a floor through the origin. */
    readonly planes?: readonly Plane[];
    /** Default: 9.81 m/s^2 downwards, along the last axis. */
    readonly gravity?: readonly number[];
    /** Time limit, s; default: none. */
    readonly until?: number;
    /**
     * How to resolve simultaneous contacts: "fastest", "mean", "stop" or a law for systems. The default is "glocker" in
     * 2D and "mean" in 3D.
     */
    readonly several?: string;
    /**
     * The action if a contact lasts, as in sliding and rest: stop the motion (default), or continue it by time
     * stepping.
     */
    readonly persist?: "stop" | "step";
    /** The approach speed below which there is no restitution, m/s. */
    readonly restSpeed?: number;
    readonly step?: number;
    readonly touch?: number;
    /** Default: 100. */
    readonly maxEvents?: number;
    readonly allow?: readonly string[];
    readonly [coefficient: string]: unknown;
}

export interface MotionState {
    readonly t: number;
    readonly centre: readonly number[];
    /** 2D only. */
    readonly angle: number;
    /** 3D only. */
    readonly orientation: readonly number[];
    readonly velocity: readonly number[];
    /** One number in 2D. */
    readonly spin: number | readonly number[];
    /** False after time stepping. */
    readonly exact: boolean;
    /** Kinetic and potential, J; the potential energy is 0 at the origin. */
    readonly energy: number;
}

/** One impact at one contact. */
export interface MotionHit {
    readonly plane: number;
    /** Index of the corner. */
    readonly feature: number;
    readonly point: readonly number[];
    readonly vBefore: readonly number[];
    /** Impulse, normal first, N s. */
    readonly P: readonly number[];
    readonly v: readonly number[];
    /** The impulse in world axes. */
    readonly impulse: readonly number[];
    readonly dE: number;
    readonly mode: string;
    readonly violations: readonly string[];
}

export interface MotionEvent {
    /** "impact", "graze", "contact-begins", "contact-ends" or "rest". */
    readonly kind: string;
    readonly t: number;
    readonly before: MotionState;
    readonly after: MotionState;
    readonly hits: readonly MotionHit[];
    /** Number of contacts that touched. */
    readonly touching: number;
    readonly tie: boolean;
    /** Estimated duration of the bounces that restSpeed suppresses, s. */
    readonly leftOut: number;
}

export interface Drop {
    readonly law: string;
    readonly status: string;
    /** False if the law has no result. */
    readonly ok: boolean;
    /**
     * The reason why the motion ended: "time", "rest", "contact-persists", "chatter", "leaves", "events", "multiple-contacts"
     * or "no-answer".
     */
    readonly stop: string;
    readonly start: MotionState;
    readonly end: MotionState;
    readonly events: readonly MotionEvent[];
    /** The estimated time at which the bounces accumulate, s, if `stop` is "chatter". */
    readonly accumulationTime: number;
    readonly energyError: number;
    /** Returns the states at these times, in any order. Each call computes the motion again, so request many times at once. */
    at(times: readonly number[]): MotionState[];
}

export interface Motion {
    /** Computes the whole motion of a body with a law for one contact. */
    drop(law: string, problem: DropProblem): Drop;
}

// The functions below return uniform bodies.

export const disc = (radius: number, mass: number): Solid => ({ mass, inertia: (mass * radius ** 2) / 2, corners: [[0, 0]], radius });
export const rod = (length: number, mass: number): Solid => ({
    mass,
    inertia: (mass * length ** 2) / 12,
    corners: [[-length / 2, 0], [length / 2, 0]],
});
export const rectangle = (width: number, height: number, mass: number): Solid => ({
    mass,
    inertia: (mass * (width ** 2 + height ** 2)) / 12,
    corners: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [(x as number) * width / 2, (y as number) * height / 2]),
});
export const ellipse = (a: number, b: number, mass: number): Solid => ({ mass, inertia: (mass * (a ** 2 + b ** 2)) / 4, semiAxes: [a, b] });
export const ball = (radius: number, mass: number): Solid => ({
    mass,
    inertia: [1, 1, 1].map(() => 0.4 * mass * radius ** 2),
    corners: [[0, 0, 0]],
    radius,
});
export const box = (sides: readonly [number, number, number], mass: number): Solid => {
    const [a, b, c] = sides;
    const signs = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
    return {
        mass,
        inertia: [b * b + c * c, a * a + c * c, a * a + b * b].map((x) => (mass * x) / 12),
        corners: signs.map((s) => s.map((x, i) => (x * (sides[i] as number)) / 2)),
    };
};

const OWN = ["body", "centre", "angle", "orientation", "velocity", "spin", "planes", "gravity", "until", "several", "persist", "restSpeed"];
OWN.push("step", "touch", "maxEvents", "allow");
const RULES = ["fastest", "mean", "stop"]; // RULES[i] has the number i + 1 in carom_motion_rule; 0 is "method"
const PERSIST = ["stop", "step"];
// Names of carom_motion_part, for messages.
const PARTS = ["", "the scene", "mass or inertia", "the shape", "a plane", "gravity", "an option", "the start", "the law"];
const STATE = 17, HEAD = 5, EVENT = 2 * STATE + 5, HIT = 20;

const three = (numbers: ArrayLike<number>) => [0, 1, 2].map((i) => numbers[i] ?? 0);

/** Loads the part for motions, once for each Carom. If your program keeps carom_motion.wasm elsewhere, pass it as to load(). */
export async function loadMotion(carom: Carom, source?: Source): Promise<Motion> {
    await carom.loadSystems();
    await carom["join"]("carom_motion.wasm", source);
    const memory = carom["memory"], registry = carom["registry"];
    return { drop: (law, problem) => new Fall(memory, registry, law, problem) };
}

/** A motion, which the constructor computes completely. */
class Fall implements Drop {
    readonly status: string;
    readonly ok: boolean;
    readonly stop: string;
    readonly start: MotionState;
    readonly end: MotionState;
    readonly events: readonly MotionEvent[];
    readonly accumulationTime: number;
    readonly energyError: number;
    readonly #ask: <T>(times: readonly number[], read: (status: number, out: number) => T) => T;
    readonly #dim: Dim;
    readonly #memory: Memory;

    constructor(memory: Memory, registry: Registry, readonly law: string, problem: DropProblem) {
        const dim = dimOf(problem);
        const given = numbersIn(registry, dim, problem);
        const params = Object.entries(problem).filter(([key, value]) => !OWN.includes(key) && value !== undefined);
        const planes = problem.planes ?? [undefined];
        const sets = planes.map((p) => (p?.params ? { ...Object.fromEntries(params), ...p.params } : undefined));
        const allowed = allowOf(problem);
        this.#dim = dim;
        this.#memory = memory;
        this.#ask = (times, read) =>
            memory.within(() => {
                const at = registry.law(law);
                const put = (set: Iterable<readonly [string, unknown]>) => putParams(memory, registry, law, set, allowed);
                const pointers = [put(params), ...sets.map((set) => (set ? put(Object.entries(set)) : 0))];
                const all = memory.room(4 * pointers.length);
                pointers.forEach((pointer, i) => memory.setI32(all + 4 * i, pointer));
                const numbers = [...given, times.length, ...times];
                const input = memory.room(8 * numbers.length);
                memory.setNumbers(input, numbers);
                const first = memory.room(8 * 4);
                const status = memory.library.js_motion(at, all, input, 0, first);
                const [part, index, value, bytes] = memory.numbers(first, 4) as [number, number, number, number];
                if (status !== 0) throw this.#refusal(registry, pointers, status, part, index, value);
                const events = problem.maxEvents ?? 100;
                const out = memory.room(8 * (HEAD + STATE * (2 + times.length) + (times.length ? 0 : EVENT * events + HIT * (4 * events + 1000))));
                return read(memory.library.js_motion(at, all, input, memory.room(bytes), out), out);
            });
        const head = this.#ask([], (status, out) => {
            const [stop, accumulationTime, error, events, hits] = memory.numbers(out, HEAD) as [number, number, number, number, number];
            const name = (kind: number, value: number) => memory.constant(memory.library.carom_enum_name(kind, value));
            const begin = out + 8 * HEAD;
            const firstEvent = begin + 8 * 2 * STATE;
            const firstHit = firstEvent + 8 * EVENT * events;
            let next = 0;
            const event = (i: number): MotionEvent => {
                const place = firstEvent + 8 * EVENT * i;
                const [touching, tie, leftOut, count] = memory.numbers(place + 8 * (1 + 2 * STATE), 4) as [number, number, number, number];
                const own = Array.from({ length: count }, () => hit(memory, registry, dim, firstHit + 8 * HIT * next++));
                const before = state(memory, dim, place + 8), after = state(memory, dim, place + 8 * (1 + STATE));
                return { kind: name(memory.of("CAROM_ENUM_MOTION_KIND"), memory.f64(place)), t: after.t, before, after, hits: own, touching, tie: tie !== 0, leftOut };
            };
            const list = Array.from({ length: hits < 0 ? 0 : events }, (_, i) => event(i));
            const ends = [state(memory, dim, begin), state(memory, dim, begin + 8 * STATE)] as const;
            const ok = memory.library.carom_status_classify(status) === 0;
            return { ok, stop: name(memory.of("CAROM_ENUM_MOTION_STOP"), stop), accumulationTime, error, list, ends, status: memory.text(memory.library.carom_status_name(status)) };
        });
        this.status = head.status;
        this.ok = head.ok;
        this.stop = head.stop;
        [this.start, this.end] = head.ends;
        this.events = head.list;
        this.accumulationTime = head.accumulationTime;
        this.energyError = head.error;
    }

    at(times: readonly number[]): MotionState[] {
        const last = this.stop === "leaves" ? Infinity : this.end.t;
        const wanted = Array.from(numbersOf(times, "times"));
        const outside = wanted.find((t) => !(t >= this.start.t && t <= last));
        if (outside !== undefined) bad(`t = ${outside} s is outside the motion, which lasts from ${this.start.t} to ${last} s`);
        if (wanted.length === 0) return [];
        return this.#ask(wanted, (_, out) =>
            wanted.map((_t, i) => state(this.#memory, this.#dim, out + 8 * (HEAD + STATE * (2 + i)))),
        );
    }

    #refusal(registry: Registry, params: readonly number[], status: number, part: number, index: number, value: number): CaromError {
        const memory = this.#memory;
        if (PARTS[part] === "the law") {
            const contact = memory.struct("carom_contact");
            memory.setI32(contact + memory.of("carom_contact.dim"), this.#dim);
            for (let i = 0; i < this.#dim; i++) memory.setF64(contact + memory.of("carom_contact.W") + 32 * i, 1);
            const out = memory.struct("carom_result"), law = registry.law(this.law), set = params[index + 1] as number;
            const found = memory.library.carom_collide(law, contact, set, out);
            const write = (text: number, size: number) => memory.library.js_describe(found, law, contact, set, out, text, size);
            return refusal(memory, status, found === status ? memory.written(write) : undefined);
        }
        const { status: name, message } = refusal(memory, status);
        if (name === "starts-inside") return new CaromError(name, `the body starts inside plane ${index}, by ${value} m; move its centre`);
        const which = index >= 0 ? ` (number ${index})` : "", shown = Number.isNaN(value) || name === "bad-frame" ? "" : `, ${value}`;
        return new CaromError(name, `${PARTS[part] ?? "the input"}${which}${shown}: ${message}`);
    }
}

function dimOf(problem: DropProblem): Dim {
    const body = objectOf(objectOf(problem, "the problem").body, "body") as unknown as Solid;
    const dim = (body.semiAxes ?? (isList(body.corners) ? body.corners[0] : undefined))?.length;
    if (dim !== 2 && dim !== 3) bad("body needs corners or semiAxes, with 2 or 3 components");
    return dim;
}

/** Returns the numbers that wasm/motion.c reads, in its order. */
function numbersIn(registry: Registry, dim: Dim, problem: DropProblem): number[] {
    const { body } = problem;
    const flat = dim === 2;
    const vector = (value: unknown, name: string, otherwise: readonly number[] = [0, 0, 0]) =>
        three(value === undefined ? otherwise : numbersOf(value, name, dim));
    const number = (value: unknown, name: string, otherwise: number) => (value === undefined ? otherwise : numberOf(value, name));
    const turning = flat ? [0, 0, number(problem.spin, "spin", 0)] : vector(problem.spin, "spin");
    const inertia = flat ? [0, 0, numberOf(body.inertia, "inertia")] : Array.from(numbersOf(body.inertia, "inertia", 3));
    if (flat ? problem.orientation : problem.angle) bad(flat ? "a 2D body has an angle, not an orientation" : "a 3D body has an orientation, not an angle");
    const chosen = problem.several ?? (flat ? "glocker" : "mean");
    const rule = RULES.indexOf(chosen) + 1;
    const method = rule === 0 ? registry.systemLaws.findIndex((law) => law.name === chosen && law.dims.includes(dim)) : -1;
    if (rule === 0 && method < 0) throw new CaromError("unknown-law", `several is ${RULES.join(", ")} or a law for systems in ${dim}D, not "${chosen}"`);
    const persist = PERSIST.indexOf(problem.persist ?? "stop");
    if (persist < 0) bad(`persist is stop or step, not "${String(problem.persist)}"`);
    const up = flat ? [0, 1, 0] : [0, 0, 1];
    const planes = problem.planes ?? [{ normal: up.slice(0, dim) }];
    return [
        dim, numberOf(body.mass, "mass"), ...inertia, number(body.radius, "radius", 0),
        ...(body.corners ? [0, 0, 0] : vector(body.semiAxes, "semiAxes")), ...vector(body.middle, "middle"),
        ...vector(problem.gravity, "gravity", up.map((x) => -9.81 * x)), number(problem.touch, "touch", NaN), rule, method, persist,
        number(problem.until, "until", Infinity), number(problem.restSpeed, "restSpeed", NaN), number(problem.maxEvents, "maxEvents", 100),
        number(problem.step, "step", NaN),
        0, ...vector(problem.centre, "centre"), number(problem.angle, "angle", 0),
        ...Array.from(numbersOf(problem.orientation ?? [1, 0, 0, 0], "orientation", 4)), ...vector(problem.velocity, "velocity"), ...turning,
        body.corners?.length ?? 0, ...(body.corners ?? []).flatMap((corner, i) => vector(corner, `corners[${i}]`)),
        planes.length, ...planes.flatMap((p, i) => [...vector(p.normal, `planes[${i}].normal`), number(p.offset, "offset", 0)]),
    ];
}

function state(memory: Memory, dim: Dim, at: number): MotionState {
    const x = memory.numbers(at, STATE);
    const [t, angle, spin, exact, energy] = [0, 4, 14, 15, 16].map((i) => x[i] as number) as [number, number, number, number, number];
    const vector = (i: number) => x.slice(i, i + dim);
    return {
        t, centre: vector(1), angle, orientation: x.slice(5, 9), velocity: vector(9), spin: dim === 2 ? spin : x.slice(12, 15),
        exact: exact !== 0, energy,
    };
}

function hit(memory: Memory, registry: Registry, dim: Dim, at: number): MotionHit {
    const x = memory.numbers(at, HIT);
    const [plane, feature, dE, mode, bits] = [0, 1, 17, 18, 19].map((i) => x[i] as number) as [number, number, number, number, number];
    const vector = (i: number) => x.slice(i, i + dim);
    return {
        plane, feature, point: vector(2), vBefore: vector(5), P: vector(8), v: vector(11), impulse: vector(14), dE,
        mode: registry.modes[mode]?.name ?? "", violations: violationNames(memory, bits),
    };
}
