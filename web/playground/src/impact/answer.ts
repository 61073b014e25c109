/** Computes everything that the impact tab shows, once per frame. */
import { type Carom, CaromError, type Law, type Line, type PathPoint, type Problem, type Region, type Result } from "carom";
import { problemFor } from "../ask.js";
import { contactOf, type Struck } from "../scenes/index.js";
import type { State, Value } from "../state.js";

export interface Answer {
    readonly struck: Struck;
    /** The friction coefficient that the law reads or that is set on the page. */
    readonly mu: number;
    readonly region?: Region;
    /** The chosen law: its result and its path, or why there is none. */
    readonly outcome?: Result;
    readonly path: readonly PathPoint[];
    readonly refusal: string;
    /** The parameter that must be allowed outside its range to get a result; "" if that is not the reason. */
    readonly beyond: string;
    /** The points where the law's paths end for any friction: a line, or a curve if the end depends on the path. */
    readonly termination: Line | readonly (readonly number[])[];
    /** The boundary of the set that the law reaches or, if no formula is known, its results over one coefficient. */
    readonly reach: readonly (readonly number[])[];
    readonly area: boolean;
    /** The results of all laws. */
    readonly ends: readonly Result[];
}

/** Returns the problem with the parameters of one law, under its own names. */
export function problemOf(carom: Carom, law: Law, struck: Struck, state: State): Problem {
    return problemFor(carom, law, question(struck, state));
}

function question(struck: Struck, { params, allow }: State): Problem {
    return { W: struck.W, v: struck.v, ...(params as Record<string, Value>), allow };
}

function quietly<T>(ask: () => T): T | CaromError {
    try {
        return ask();
    } catch (error) {
        if (error instanceof CaromError) return error;
        throw error;
    }
}

const failed = (answer: unknown): answer is CaromError => answer instanceof Error;

const SAMPLES = 33;

/** Matches the hint in an error message. The page shows a button in its place. */
const ALLOW = /; allow: \["([^"]+)"\] allows it/;

export function beyondOf(message: string): string {
    return ALLOW.exec(message)?.[1] ?? "";
}

export function withoutWay(message: string): string {
    return message.replace(ALLOW, "");
}

/** Returns a parameter and its equivalents in other laws, which are set and allowed together. */
export function alike(carom: Carom, law: string, name: string): string[] {
    const family = carom.law(law).coefficients.find((param) => param.name === name)?.family;
    const all = carom.laws().flatMap((row) => row.coefficients).filter((param) => param.name === name || (family && param.family === family));
    return [...new Set(all.map((param) => param.name))];
}

/** Explains why a law has no result for a valid problem. */
export function unanswered(law: Law, status: string): string {
    return status === "not-applicable" ? `no answer: this law is not defined for this impact; it is for: ${law.summary}` : `no answer: ${status}`;
}

/**
 * Returns the impulses of the law over one of its coefficients. `value` maps fractions from 0 to 1 to values of the
 * coefficient.
 */
function endsOver(carom: Carom, law: Law, problem: Problem, name: string, value: (way: number) => number): number[][] {
    const { W, v, ...params } = problem;
    const values = Float64Array.from({ length: SAMPLES }, (_, i) => value(i / (SAMPLES - 1)));
    const { P, status } = carom.batch(law.name, { ...params, n: SAMPLES, W, v, [name]: values });
    return Array.from(status, (_, i) => [P[0]?.[i] ?? Number.NaN, P[1]?.[i] ?? Number.NaN]).filter((_, i) => status[i] === 0);
}

/** Returns the impulses of the law over its first coefficient that has a lower and an upper bound. */
function ends(carom: Carom, law: Law, problem: Problem): number[][] {
    const swept = law.coefficients.find((param) => param.kind === "real" && param.highest - param.lowest < 1e3);
    return swept ? endsOver(carom, law, problem, swept.name, (way) => swept.lowest + (swept.highest - swept.lowest) * way) : [];
}

/**
 * Returns the line on which every path ends, or the impulses over all friction coefficients, from 0 to the tangent of
 * 89 degrees.
 */
function termination(carom: Carom, law: Law, problem: Problem): Answer["termination"] {
    const line = carom.endLine(law.name, problem);
    if (line) return line;
    const friction = law.coefficients.find((param) => param.family === "mu" && param.name === "mu");
    return friction ? endsOver(carom, law, problem, friction.name, (way) => Math.tan((way * 89 * Math.PI) / 180)) : [];
}

/** Returns the empty answer for bodies without a valid contact, such as a body so small that it has no inertia. */
function nothing(why: string): Answer {
    const none = [Number.NaN, Number.NaN];
    return { struck: { W: [none, none], v: none }, mu: 0, refusal: why, beyond: "", path: [], termination: [], reach: [], area: false, ends: [] };
}

export function answerOf(carom: Carom, state: State): Answer {
    const struck = quietly(() => contactOf(carom, state.scene, state.at));
    if (failed(struck)) return nothing(struck.message);
    const law = carom.law(state.law);
    const problem = problemOf(carom, law, struck, state);
    const given = state.params["mu"];
    const mu = typeof given === "number" ? given : 0;
    const region = quietly(() => carom.region({ W: struck.W, v: struck.v, mu }));
    const outcome = quietly(() => carom.collide(state.law, problem));
    const path = quietly(() => carom.trace(state.law, problem));
    const area = quietly(() => carom.reach(state.law, problem));
    const known = !failed(area) && area.length > 0;
    const reach = known ? area : quietly(() => ends(carom, law, problem));
    const all = quietly(() => carom.compare(question(struck, state)));
    const followed = !failed(path) && path.result.ok && path.points.length > 0;
    const stops = followed ? quietly(() => termination(carom, law, problem)) : [];
    const beyond = failed(outcome) ? beyondOf(outcome.message) : "";
    const refusal = failed(outcome) ? withoutWay(outcome.message) : outcome.ok ? "" : unanswered(law, outcome.status);
    return {
        struck,
        mu,
        refusal,
        beyond,
        path: followed ? path.points : [],
        termination: failed(stops) ? [] : stops,
        reach: failed(reach) ? [] : reach,
        area: known,
        ends: failed(all) ? [] : all.filter((end) => end.ok),
        ...(failed(region) ? {} : { region }),
        ...(failed(outcome) || !outcome.ok ? {} : { outcome }),
    };
}

/** Returns the impulse at a fraction of the path's length, and the last event. */
export function along(path: readonly PathPoint[], share: number): { readonly P: readonly number[]; readonly event: string } | undefined {
    if (path.length === 0) return undefined;
    // Compute the length of the path up to each point. The given fraction is compared with these sums, so that 1 is
    // exactly the last point.
    const far = [0];
    for (let i = 1; i < path.length; i++) {
        const a = (path[i - 1] as PathPoint).P;
        far.push((far[i - 1] as number) + Math.hypot(...(path[i] as PathPoint).P.map((x, k) => x - (a[k] ?? 0))));
    }
    const at = share * (far[far.length - 1] as number);
    let i = 0;
    while (i + 1 < path.length && (far[i + 1] as number) <= at) i++;
    const [here, next] = [path[i] as PathPoint, path[i + 1]];
    if (!next) return { P: here.P, event: here.event };
    const [start, end] = [far[i] as number, far[i + 1] as number];
    return { P: here.P.map((x, k) => x + ((at - start) / (end - start)) * ((next.P[k] ?? 0) - x)), event: here.event };
}
