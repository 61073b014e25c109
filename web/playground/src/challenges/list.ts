import { type Carom, CaromError, type Contact, type Problem, type Result } from "carom";
import { problemFor } from "../ask.js";
import { contactOf, sceneOf } from "../scenes/index.js";
import type { State } from "../state.js";

/** A task to achieve on the page. The library computes whether it is achieved, independently of the settings. */
export interface Challenge {
    readonly name: string;
    readonly title: string;
    readonly hint: string;
    /** The explanation shown when the task is done. */
    readonly learned: string;
    done(asked: Asked): boolean;
}

/** The impact on the page, and its results from the library. */
export class Asked {
    readonly carom: Carom;
    readonly state: State;
    readonly contact: Contact;

    constructor(carom: Carom, state: State) {
        this.carom = carom;
        this.state = state;
        const { W, v } = contactOf(carom, state.scene, state.at);
        this.contact = { W, v };
    }

    get mu(): number {
        return Number(this.state.params["mu"] ?? 0);
    }

    get e(): number {
        return Number(this.state.params["e"] ?? 1);
    }

    /** Returns the result of the law, with other parameters if given. */
    hit(law = this.state.law, other: Readonly<Record<string, number | string>> = {}): Result {
        return this.carom.collide(law, this.problem(law, other));
    }

    problem(law = this.state.law, other: Readonly<Record<string, number | string>> = {}): Problem {
        return problemFor(this.carom, this.carom.law(law), { ...this.state.params, ...other, ...this.contact, allow: this.state.allow });
    }

    /** Returns the results of the compared laws that have one. */
    beside(): Result[] {
        return this.state.beside.map((law) => this.hit(law)).filter((hit) => hit.ok);
    }

    /** Returns the velocity of the first body before and after the impact. */
    velocities(): readonly [readonly number[], readonly number[]] | undefined {
        const pair = sceneOf(this.state.scene).pair(this.state.at);
        const hit = this.hit();
        return pair && hit.ok ? [pair.a.velocity, this.carom.apply(pair, hit.P).a.velocity] : undefined;
    }
}

const speed = (v: readonly number[]): number => Math.hypot(...v);
const gap = (a: readonly number[], b: readonly number[]): number => speed(a.map((x, i) => x - (b[i] ?? 0)));

export const CHALLENGES: readonly Challenge[] = [
    {
        name: "newton",
        title: "Make Newton's coefficient gain energy",
        hint: "Choose routh with restitution newton, a leaning rod and e near 1. Watch for the red badge.",
        learned: "Newton's e is a ratio of speeds. With friction, an impact with this ratio can create energy.",
        done: (asked) => {
            const hit = asked.hit();
            const rows = asked.carom.law(hit.law).coefficients;
            // If the law has several definitions of e, Newton's must be chosen. Otherwise its e is Newton's, the ratio
            // of speeds.
            const named = rows.find((row) => row.choices.includes("newton"));
            const newton = named ? asked.state.params[named.name] === "newton" : rows.some((row) => row.family === "e");
            return hit.ok && newton && hit.violations.includes("dE>0");
        },
    },
    {
        name: "painleve",
        title: "Find Painlev\u00e9's paradox",
        hint: "Let a leaning rod slide so that its tip digs in. Raise the friction until sliding presses the tip onto the floor.",
        learned: "While the rod slides, a push of the floor drives its tip down: friction turns the rod faster than the push lifts it.",
        done: ({ carom, contact, mu }) => {
            const [vn, vt] = contact.v as [number, number];
            if (!(vn <= 0) || vt === 0) return false;
            // Test whether a small impulse of the floor, with the friction of the slip, moves the tip downwards.
            const pushed = carom.check({ ...contact, mu, P: [1, -mu * Math.sign(vt)] });
            return (pushed.v[0] as number) < vn;
        },
    },
    {
        name: "superball",
        title: "Bring the superball back",
        hint: "Choose the spinning sphere, walton with e and e_t near 1, and much friction. Find the spin with which it returns the way it came.",
        learned: "A rough elastic ball reverses its slip. With a backspin of 2.5 times its speed it retraces its path.",
        done: (asked) => {
            const both = asked.state.scene === "sphere" ? asked.velocities() : undefined;
            if (!both) return false;
            const [before, after] = both;
            return Math.abs(before[0] as number) > 0.1 * speed(before) && gap(before, after.map((x) => -x)) < 0.1 * speed(before);
        },
    },
    {
        name: "restitution",
        title: "Make the rod stick in restitution",
        hint: "The map shows a thin strip between sliding and sticking. Click in it.",
        learned: "The slip can outlast compression and still end before the rod leaves the floor.",
        done: (asked) => asked.state.scene === "rod" && asked.hit().mode === "r-sticking",
    },
    {
        name: "box2d",
        title: "Fool Box2D",
        hint: "Box2D stops bodies that approach at less than 1 m/s. Drop a bouncy body (e of 0.8 or more) so that Box2D stops it.",
        learned: "The speed threshold keeps stacks of boxes at rest, but it also ends the last bounces of a bouncy ball.",
        done: (asked) => {
            // Box2D 2.4 gives the results of whittaker with a rest speed of 1 m/s.
            const [engine, law] = [asked.hit("whittaker", { rest_speed: 1 }), asked.hit("whittaker", { rest_speed: 0 })];
            const lively = asked.e >= 0.8 && (law.v[0] as number) > 0.5 * Math.abs(asked.contact.v[0] as number);
            return engine.ok && law.ok && lively && Math.abs(engine.v[0] as number) < 1e-9;
        },
    },
    {
        name: "reversal",
        title: "Turn the slip round",
        hint: "Drop a leaning rod on a smooth floor. With little friction, the slip of its end can reverse.",
        learned: "If friction cannot hold the contact point after the slip has stopped, the normal impulse starts the slip the other way.",
        done: (asked) => {
            const hit = asked.hit();
            const [before, after] = [asked.contact.v[1] as number, hit.v[1] as number];
            return hit.ok && /reversed/.test(hit.mode) && before * after < 0;
        },
    },
    {
        name: "opposite",
        title: "Send two laws opposite ways",
        hint: "Choose several laws, and an impact after which one slips to the left and another to the right.",
        learned: "Laws with the same e and the same friction can even disagree about the direction.",
        done: (asked) => {
            const slips = asked.beside().map((hit) => hit.v[1] as number);
            const enough = 0.05 * speed(asked.contact.v);
            return Math.max(...slips) > enough && Math.min(...slips) < -enough;
        },
    },
    {
        name: "agree",
        title: "Make four laws agree",
        hint: "Choose four laws, with friction and slip, and find an impact in which they agree. Try a disc.",
        learned: "Without coupling of normal and tangent (W_nt = 0), and if the body slides to the end, most laws agree.",
        done: (asked) => {
            const hits = asked.beside();
            const first = hits[0];
            if (!first || hits.length < 4 || !(asked.mu >= 0.05)) return false;
            const slides = Math.abs(asked.contact.v[1] as number) > 0.1 * speed(asked.contact.v);
            return slides && hits.every((hit) => gap(hit.v, first.v) < 1e-9 * speed(asked.contact.v));
        },
    },
    {
        name: "dead",
        title: "Bounce with e = 0",
        hint: "Set e to 0, and find a law that lifts a slipping body nevertheless.",
        learned: "A convex contact problem is easy to solve, but its slipping bodies rise although e = 0.",
        done: (asked) => {
            const hit = asked.hit();
            return asked.e === 0 && hit.ok && (hit.v[0] as number) > 0.02 * speed(asked.contact.v);
        },
    },
    {
        name: "all",
        title: "Lose everything",
        hint: "The body slides in at an angle. Find the e and the friction that take all energy at the contact.",
        learned: "The impulse in the middle of the energy ellipse stops the contact point. Friction must be large enough to reach it.",
        done: (asked) => {
            const { contact, carom, mu } = asked;
            const [hit, region] = [asked.hit(), carom.region({ ...contact, mu })];
            const slides = Math.abs(contact.v[1] as number) > 0.1 * speed(contact.v);
            return hit.ok && slides && (contact.v[0] as number) < 0 && hit.dE <= -0.999 * region.energy;
        },
    },
];

/** Returns the names of the challenges that this state meets. A state that the library rejects meets none. */
export function met(carom: Carom, state: State): string[] {
    const safely = (challenge: Challenge, asked: Asked) => {
        try {
            return challenge.done(asked);
        } catch (error) {
            if (error instanceof CaromError) return false;
            throw error;
        }
    };
    try {
        const asked = new Asked(carom, state);
        return CHALLENGES.filter((challenge) => safely(challenge, asked)).map((challenge) => challenge.name);
    } catch (error) {
        if (error instanceof CaromError) return [];
        throw error;
    }
}
