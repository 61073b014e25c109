/** Everything the impact tab shows, asked of the library once a frame. */
import { type Carom, CaromError, type Law, type Line, type Outcome, type PathPoint, type Problem, type Region } from "carom";
import { contactOf, type Struck } from "../scenes/index.js";
import type { State, Value } from "../state.js";

export interface Answer {
    readonly struck: Struck;
    /** Friction, as the law reads it or as the page has it. */
    readonly mu: number;
    readonly region?: Region;
    /** The chosen law: its outcome and its path, or why there is none. */
    readonly outcome?: Outcome;
    readonly path: readonly PathPoint[];
    readonly refusal: string;
    readonly termination?: Line;
    /** The boundary of what the law reaches, or, where no formula is known, its ends over one coefficient. */
    readonly reach: readonly (readonly number[])[];
    readonly area: boolean;
    /** Where every law ends. */
    readonly ends: readonly Outcome[];
}

/** The problem of one law: what it reads of the state's parameters, by its own names. */
export function problemOf(carom: Carom, law: Law, struck: Struck, params: State["params"]): Problem {
    return carom.spread(law, { W: struck.W, v: struck.v, ...(params as Record<string, Value>) });
}

function quietly<T>(ask: () => T): T | CaromError {
    try {
        return ask();
    } catch (error) {
        if (error instanceof CaromError || error instanceof RangeError || error instanceof TypeError) return error as CaromError;
        throw error;
    }
}

const failed = (answer: unknown): answer is CaromError => answer instanceof Error;

const SAMPLES = 33;

/** Why a law that took the question has no answer. */
export function unanswered(law: Law, status: string): string {
    return status === "not-applicable" ? `no answer: this law is not defined for this impact; it is for: ${law.summary}` : `no answer: ${status}`;
}

/** The ends of the law over its first coefficient that has two bounds. */
function ends(carom: Carom, law: Law, problem: Problem): number[][] {
    const { W, v, ...params } = problem;
    const swept = law.params.find((param) => param.kind === "real" && param.highest - param.lowest < 1e3);
    if (!swept) return [];
    const values = Float64Array.from({ length: SAMPLES }, (_, i) => swept.lowest + ((swept.highest - swept.lowest) * i) / (SAMPLES - 1));
    const { P, status } = carom.batch(law.name, { ...params, n: SAMPLES, W, v, [swept.name]: values });
    return Array.from(status, (_, i) => [P[0]?.[i] ?? Number.NaN, P[1]?.[i] ?? Number.NaN]).filter((_, i) => status[i] === 0);
}

export function answerOf(carom: Carom, state: State): Answer {
    const struck = contactOf(carom, state.scene, state.at);
    const law = carom.law(state.law);
    const problem = problemOf(carom, law, struck, state.params);
    const given = state.params["mu"];
    const mu = typeof given === "number" ? given : 0;
    const region = quietly(() => carom.region({ W: struck.W, v: struck.v, mu }));
    const outcome = quietly(() => carom.collide(state.law, problem));
    const path = quietly(() => carom.trace(state.law, problem));
    const termination = quietly(() => carom.termination(state.law, problem));
    const area = quietly(() => carom.reach(state.law, problem));
    const known = !failed(area) && area.length > 0;
    const reach = known ? area : quietly(() => ends(carom, law, problem));
    const all = quietly(() => carom.compare({ W: struck.W, v: struck.v, ...(state.params as Record<string, Value>) }));
    const refusal = failed(outcome) ? outcome.message : outcome.ok ? "" : unanswered(law, outcome.status);
    return {
        struck,
        mu,
        refusal,
        path: failed(path) || !path.outcome.ok ? [] : path.points,
        reach: failed(reach) ? [] : reach,
        area: known,
        ends: failed(all) ? [] : all.filter((end) => end.ok),
        ...(failed(region) ? {} : { region }),
        ...(failed(outcome) || !outcome.ok ? {} : { outcome }),
        ...(failed(termination) || !termination ? {} : { termination }),
    };
}

/** The impulse at a share of the path's length, and the event last met. */
export function along(path: readonly PathPoint[], share: number): { readonly P: readonly number[]; readonly event: string } | undefined {
    const first = path[0];
    if (!first) return undefined;
    const far = (i: number) => {
        const [a, b] = [path[i - 1]?.P ?? first.P, path[i]?.P ?? first.P];
        return Math.hypot(...b.map((x, k) => x - (a[k] ?? 0)));
    };
    const whole = path.reduce((sum, _, i) => sum + (i ? far(i) : 0), 0);
    let left = share * whole;
    for (let i = 1; i < path.length; i++) {
        const step = far(i);
        const [a, b] = [path[i - 1] as PathPoint, path[i] as PathPoint];
        if (left < step) return { P: a.P.map((x, k) => x + (left / step) * ((b.P[k] ?? 0) - x)), event: a.event };
        left -= step;
    }
    const last = path[path.length - 1] as PathPoint;
    return { P: last.P, event: last.event };
}
