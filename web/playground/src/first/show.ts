/**
 * Computes the motions of a story for each law, as states of the library at equal times. Nothing is interpolated, so every
 * picture shows a state that the library computed.
 */
import { type Carom, CaromError } from "carom";
import type { DropProblem, Motion, MotionState, Solid } from "carom/motion";

/** The library with its part for motions. */
export interface Kit {
    readonly carom: Carom;
    readonly motion: Motion;
}

/** States per second. */
export const RATE = 240;

/** The shape of a drawn body, in its own axes, m. */
export type Shape =
    /** A convex hull with rounded corners. If an outline within it is given, the outline is drawn instead. */
    | { readonly kind: "hull"; readonly corners: readonly (readonly number[])[]; readonly radius: number; readonly outline?: readonly (readonly number[])[] }
    | { readonly kind: "ellipse"; readonly a: number; readonly b: number }
    | { readonly kind: "car"; readonly length: number; readonly width: number }
    | { readonly kind: "mesh"; readonly corners: readonly (readonly number[])[]; readonly faces: readonly (readonly number[])[]; readonly pips?: boolean };

/** The place and orientation of a body: an angle in 2D, a quaternion in 3D. */
export interface Pose {
    readonly centre: readonly number[];
    readonly angle: number;
    readonly orientation: readonly number[];
}

export interface Bounce {
    readonly t: number;
    /** The energy after the impact, relative to the initial energy. It is the same until the next impact. */
    readonly energy: number;
    readonly gains: boolean;
}

/** A law in a story: its name in the library, its name here, and coefficients that no slider sets. */
export interface Player {
    readonly law: string;
    readonly name: string;
    readonly note?: string;
    readonly more?: Readonly<Record<string, number | string>>;
}

/** The motion with one law. */
export interface Run {
    readonly player: Player;
    /** The poses of every body at k / RATE seconds. */
    readonly frames: readonly (readonly Pose[])[];
    /** The bodies rest at the end. */
    readonly rests?: boolean;
    /** The energy relative to the initial energy, at the same times. */
    readonly energy: readonly number[];
    readonly bounces: readonly Bounce[];
    readonly gains: boolean;
    /** The numbers of the first impact, by their names. */
    readonly numbers: Readonly<Record<string, string>>;
    /** The reason why there is no motion; "" if there is one. */
    readonly refusal: string;
}

const pose = (state: MotionState): Pose => ({ centre: state.centre, angle: state.angle, orientation: state.orientation });

/** Returns friction and bounciness as the law's coefficients, under its own names. */
export function coefficients(carom: Carom, player: Player, friction: number, bounciness: number): Record<string, number | string> {
    const given: Record<string, number | string> = {};
    for (const row of carom.law(player.law).coefficients) {
        if (row.family === "e") given[row.name] = bounciness;
        else if (row.name === "mu") given[row.name] = friction;
        else if (row.required) given[row.name] = row.example;
    }
    return { ...given, ...player.more };
}

/** The energy that a bounce created, relative to the initial energy. */
export const gainOf = (run: Run, k: number): number => (run.bounces[k]?.energy ?? 1) - (run.bounces[k - 1]?.energy ?? 1);

/** Returns whether a body of the run still moves at its last time. */
export function moves(run: Run): boolean {
    if (run.rests) return false;
    const [before, now] = [run.frames.at(-2), run.frames.at(-1)];
    const differ = (a: readonly number[], b: readonly number[] = []) => a.some((x, i) => Math.abs(x - (b[i] ?? 0)) > 1e-5 * Math.max(1, Math.abs(x)));
    return now?.some((pose, i) => differ([...pose.centre, pose.angle, ...pose.orientation], before?.[i] && [...before[i].centre, before[i].angle, ...before[i].orientation])) ?? false;
}

export const absent = (player: Player, refusal: string): Run => ({ player, frames: [], energy: [], bounces: [], gains: false, numbers: {}, refusal });

/** Runs `make`. If the library rejects the problem, returns a run without motion that states the reason. */
export function attempt(player: Player, make: () => Run): Run {
    try {
        return make();
    } catch (error) {
        if (error instanceof CaromError) return absent(player, error.message);
        throw error;
    }
}

const short = (x: number): string => (Math.abs(x) < 5e-4 ? "0" : String(Number(x.toPrecision(3))));
const vector = (numbers: readonly number[]): string => `(${numbers.map(short).join(", ")})`;

/** Computes the motion of one body among planes with one law. `rest` is its energy when it lies on the floor, J. */
export function dropped({ carom, motion }: Kit, player: Player, problem: DropProblem, rest: number, friction: number, bounciness: number): Run {
    return attempt(player, () => {
        const made = motion.drop(player.law, { ...problem, ...coefficients(carom, player, friction, bounciness) });
        const until = problem.until ?? made.end.t;
        const count = Math.floor(Math.min(until, made.end.t) * RATE);
        const states = made.at(Array.from({ length: count + 1 }, (_, k) => k / RATE));
        const share = (energy: number) => (energy - rest) / (made.start.energy - rest);
        const impacts = made.events.filter((event) => event.kind === "impact");
        const bounces = impacts.map((event) => ({
            t: event.t,
            energy: share(event.after.energy),
            gains: event.hits.some((hit) => hit.violations.includes("dE>0")),
        }));
        const hit = impacts[0]?.hits[0];
        const none: Record<string, string> = {};
        return {
            player,
            frames: states.map((state) => [pose(state)]),
            rests: made.stop === "rest",
            energy: states.map((state) => share(state.energy)),
            bounces,
            gains: bounces.some((bounce) => bounce.gains),
            numbers: hit
                ? {
                      "first impact": `${short(impacts[0]?.t ?? 0)} s`,
                      "contact velocity before (n, t)": `${vector(hit.vBefore)} m/s`,
                      "after": `${vector(hit.v)} m/s`,
                      "impulse (n, t)": `${vector(hit.P)} N s`,
                      "mode": hit.mode,
                      "energy change": `${short(hit.dE)} J`,
                      "impacts": String(impacts.length),
                  }
                : none,
            refusal: made.ok ? "" : `no answer: ${made.status}`,
        };
    });
}

/** Returns the shape with which the body of a motion is drawn. */
export function shapeOf(body: Solid): Shape {
    if (body.semiAxes) return body.semiAxes.length === 2 ? { kind: "ellipse", a: body.semiAxes[0] as number, b: body.semiAxes[1] as number } : ellipsoid(body.semiAxes);
    const corners = body.corners ?? [];
    if (corners[0]?.length !== 3) return { kind: "hull", corners, radius: body.radius ?? 0 };
    return { kind: "mesh", corners, faces: BOX, pips: true };
}

/** The faces of box() of carom/motion, seen from outside. */
const BOX = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];

const AROUND = 18;
const DOWN = 10;

function ellipsoid(axes: readonly number[]): Shape {
    const corners = Array.from({ length: (DOWN + 1) * AROUND }, (_, k) => {
        const [down, around] = [(Math.PI * Math.floor(k / AROUND)) / DOWN, (2 * Math.PI * (k % AROUND)) / AROUND];
        const unit = [Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down)];
        return unit.map((x, i) => x * (axes[i] ?? 0));
    });
    const faces = Array.from({ length: DOWN * AROUND }, (_, k) => {
        const next = AROUND * Math.floor(k / AROUND) + ((k + 1) % AROUND);
        return [k, k + AROUND, next + AROUND, next];
    });
    return { kind: "mesh", corners, faces };
}
