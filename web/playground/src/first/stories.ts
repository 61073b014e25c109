/**
 * Defines the first drop, with which the page begins, and the eight stories. Each has two or three sentences and one
 * task.
 */
import type { Result } from "carom";
import { box, type DropProblem, rectangle, rod, type Solid } from "carom/motion";
import { contactOf, sceneOf, standards } from "../scenes/index.js";
import { absent, attempt, type Bounce, coefficients, dropped, type Kit, type Player, type Pose, RATE, type Run, type Shape, shapeOf } from "./show.js";
import * as toss from "./toss.js";

/** The view of the stage: from the side, from above, in 3D, or one row per law. */
export type View = "side" | "above" | "solid" | "rows";

export interface Story {
    readonly name: string;
    readonly title: string;
    /** One sentence above the stage. */
    readonly lead: string;
    readonly text: string;
    readonly task: string;
    /** The text of the button that leads to the step Why; default: "Which one is right?". */
    readonly question?: string;
    /** The answer to the question, in the step Why. */
    readonly answer?: string;
    readonly view: View;
    readonly button: string;
    readonly friction: number;
    readonly bounciness: number;
    /** The largest friction of the slider. */
    readonly most: number;
    readonly players: readonly Player[];
    readonly shapes: readonly Shape[];
    runs(kit: Kit, friction: number, bounciness: number): readonly Run[];
    /** The problem in the form of the library and the command, if the story is one motion of a body. */
    readonly problem?: DropProblem;
    /** Returns the address of the full page with the first impact. */
    everything(kit: Kit, friction: number, bounciness: number): string;
    /** A place that the text mentions, in the flat views, m. */
    readonly place?: { readonly at: readonly [number, number]; readonly name: string };
    /** Describes the result when the motion has ended; without it the page states which laws created energy. */
    ending?(runs: readonly Run[]): string;
    /** Whether the task is solved by these runs. */
    solved(runs: readonly Run[], friction: number, bounciness: number, kit: Kit): boolean;
}

export const ROUTH: Player = { law: "routh", name: "Routh, 1860" };
export const WHITTAKER: Player = { law: "whittaker", name: "Whittaker, 1904" };
const SMITH: Player = { law: "smith", name: "Smith, 1991" };
const RUINA: Player = { law: "chatterjee2", name: "Chatterjee & Ruina, 1998" };
const CLASSIC = [ROUTH, WHITTAKER, SMITH, RUINA] as const;

export const STEP = { persist: "step", step: 1e-3, maxEvents: 300 } as const;
const COMMON = { button: "Drop", most: 1.5, players: CLASSIC } as const;

type Rest = Omit<Story, "runs" | "shapes" | "problem" | "everything"> & {
    readonly problem: DropProblem;
    readonly rest: number;
    readonly outline?: readonly (readonly number[])[];
};

/** Returns a story about one body that falls and bounces. */
function falling(story: Rest): Story {
    const shape = shapeOf(story.problem.body);
    return {
        ...story,
        shapes: [shape.kind === "hull" && story.outline ? { ...shape, outline: story.outline } : shape],
        runs: (kit, friction, bounciness) => story.players.map((player) => dropped(kit, player, story.problem, story.rest, friction, bounciness)),
        everything: (kit, friction, bounciness) => firstImpact(kit, story, friction, bounciness),
    };
}

const deg = (x: number) => (x * 180) / Math.PI;
const digits = (x: number) => Number(x.toPrecision(8));

/** Returns the address of the first impact on the full page. */
function firstImpact({ carom, motion }: Kit, { problem, players }: Rest, friction: number, bounciness: number): string {
    const player = players[0] as Player;
    const made = motion.drop(player.law, { ...problem, persist: "stop", ...coefficients(carom, player, friction, bounciness) });
    const [event] = made.events;
    const hit = event?.hits[0];
    const more = Object.entries(player.more ?? {}).map(([name, value]) => `&p.${name}=${value}`).join("");
    const common = `law=${player.law}&p.e=${bounciness}&p.mu=${friction}${more}&with=${players.map((one) => one.law).join(",")}`;
    if (!event || !hit || event.before.centre.length !== 2) return `v=1&tab=space&${common}`;
    const { centre, velocity, spin } = event.before;
    const mass = problem.body.mass;
    const numbers = {
        m: mass,
        k: Math.sqrt((problem.body.inertia as number) / mass),
        x: (centre[0] as number) - (hit.point[0] as number),
        y: (centre[1] as number) - (hit.point[1] as number),
        vx: velocity[0] as number,
        vy: velocity[1] as number,
        w: spin as number,
    };
    if (problem.body.corners?.length === 2) {
        const angle = deg(Math.atan2(numbers.y, numbers.x));
        const own = { L: 2 * Math.hypot(numbers.x, numbers.y), m: mass, angle, vx: numbers.vx, vy: numbers.vy, w: numbers.w };
        return `v=1&scene=rod&${written(own)}&${common}`;
    }
    const { corners = [], radius = 0, inertia } = problem.body;
    const { vx, vy, w } = numbers;
    // Balls and boxes have their own scenes. For a ball given by a rounded radius of gyration, laws for spheres would
    // have no result.
    if (corners.length === 1 && inertia === 0.4 * mass * radius ** 2) return `v=1&scene=sphere&${written({ r: radius, m: mass, vx, vy, w })}&${common}`;
    if (corners.length === 4 && !radius) {
        const [a, b] = [0, 1].map((axis) => 2 * Math.max(...corners.map((corner) => corner[axis] as number))) as [number, number];
        const turned = event.before.angle;
        return `v=1&scene=box&${written({ a, b, m: mass, angle: deg(Math.atan2(Math.sin(turned), Math.cos(turned))), vx, vy, w })}&${common}`;
    }
    return `v=1&scene=body&${written(numbers)}&${common}`;
}

const written = (numbers: Readonly<Record<string, number>>) => Object.entries(numbers).map(([name, value]) => `s.${name}=${digits(value)}`).join("&");

const energyAt = (run: Run | undefined, bounce: number): number => run?.bounces[bounce]?.energy ?? Number.NaN;
const byLaw = (runs: readonly Run[], law: string) => runs.find((run) => run.player.law === law);
const last = (run: Run | undefined): Pose | undefined => run?.frames.at(-1)?.[0];
const percent = (share: number): string => `${Math.round(100 * share)} %`;
/** Joins words as in "a, b and c". */
const listed = (words: readonly string[]): string => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);

/** The tolerance with which the reader must find a threshold. */
const NEAR = 0.05;
const gainsFirst = (runs: readonly Run[]) => byLaw(runs, "whittaker")?.bounces[0]?.gains ?? false;

const FALL: DropProblem = { body: rod(1, 1), centre: [0, 1.4], angle: 0.7, velocity: [-2, 0], spin: -3, until: 2.6, ...STEP };

const beginning: Story = falling({
    ...COMMON,
    name: "rod",
    title: "The falling rod",
    lead: "Drop the rod. Four laws of physics predict four different bounces.",
    text: "Each colour is one law for the moment of impact, published between 1860 and 1998. All four rods start alike, and the impacts make them differ.",
    task: "Keep the friction at 0.5. Find the largest bounciness at which no law creates energy in the first bounce, within 0.05.",
    view: "side",
    friction: 0.5,
    bounciness: 0.9,
    problem: FALL,
    rest: 0,
    solved: (runs, friction, bounciness, kit) =>
        Math.abs(friction - 0.5) < 0.01 && !gainsFirst(runs) && bounciness < 1 && gainsFirst(beginning.runs(kit, friction, Math.min(1, bounciness + NEAR))),
});

const gain: Story = falling({
    ...COMMON,
    name: "gain",
    title: "A rod that gains energy",
    lead: "One of these rods leaves the floor with more energy than it had.",
    text: "Whittaker's law keeps the ratio of the normal speeds, as most game engines do. With friction this can create energy out of nothing. The other laws compute where the energy goes.",
    task: "Find the least friction at which Whittaker's rod gains energy, within 0.05.",
    view: "side",
    friction: 0.8,
    bounciness: 1,
    problem: { ...FALL, angle: 0.6, velocity: [-3, 0] },
    rest: 0,
    solved: (runs, friction, bounciness, kit) => bounciness > 0.9 && gainsFirst(runs) && !gainsFirst(gain.runs(kit, Math.max(0, friction - NEAR), bounciness)),
});

const RADIUS = 0.03;
const sphere: Solid = { mass: 0.05, inertia: 0.4 * 0.05 * RADIUS ** 2, corners: [[0, 0]], radius: RADIUS };
const returns = (runs: readonly Run[]) => (last(byLaw(runs, "walton"))?.centre[0] ?? 0) < 0;

const superball: Story = falling({
    ...COMMON,
    name: "superball",
    title: "The superball comes back",
    lead: "Throw a superball under a table: it comes back to your hand.",
    text: "A superball stores sideways motion and returns it, so it turns round at every bounce. A rough ball only stops slipping. A smooth ball never notices the floor's grip.",
    task: "Find the least friction at which the superball still comes back past your hand, within 0.05.",
    question: "Why does it come back?",
    answer: "All three are right, each for its own ball. A superball deforms sideways and springs back, so its contact point leaves the floor in the opposite direction. A rough ball only stops slipping, and a smooth ball keeps its sideways speed.",
    button: "Throw",
    view: "side",
    most: 2,
    friction: 2,
    bounciness: 1,
    players: [
        { law: "walton", name: "Superball", note: "returns sideways motion", more: { e_t: 1 } },
        { law: "routh", name: "Rough ball", note: "only grips" },
        { law: "frictionless", name: "Smooth ball", note: "no friction" },
    ],
    problem: {
        body: sphere,
        centre: [0, 0.6],
        velocity: [4, -6],
        planes: [{ normal: [0, 1] }, { normal: [0, -1], offset: -0.75 }],
        until: 0.5,
        maxEvents: 60,
    },
    place: { at: [0, 0.6], name: "your hand" },
    ending: (runs) => (returns(runs) ? "The superball came back to your hand." : "The superball did not come back past your hand."),
    rest: 0.05 * 9.81 * RADIUS,
    solved: (runs, friction, bounciness, kit) => returns(runs) && !returns(superball.runs(kit, Math.max(0, friction - NEAR), bounciness)),
});

const CARS: readonly Player[] = CLASSIC;

/** Seconds shown before and after the cars touch. */
const BEFORE = 0.6;
const AFTER = 1;

function crash(kit: Kit, player: Player, friction: number, bounciness: number): Run {
    const { carom } = kit;
    return attempt(player, () => {
        const scene = sceneOf("cars");
        const at = standards(scene);
        const struck = contactOf(carom, "cars", at);
        const { pair } = struck;
        if (!pair?.b) return absent(player, "there are no cars");
        const hit: Result = carom.collide(player.law, { W: struck.W, v: struck.v, ...coefficients(carom, player, friction, bounciness) });
        const after = carom.apply(pair, hit.P);
        const turns = scene.drawn(at).map((drawn) => drawn.angle);
        const count = Math.floor((BEFORE + AFTER) * RATE);
        const frames = Array.from({ length: count + 1 }, (_, k): Pose[] => {
            const t = k / RATE - BEFORE;
            const bodies = t < 0 ? [pair.a, pair.b] : [after.a, after.b];
            return bodies.map((body, i) => ({
                centre: (body?.centre ?? []).map((x, axis) => x + t * (body?.velocity[axis] ?? 0)),
                angle: (turns[i] ?? 0) + t * (body?.spin ?? 0),
                orientation: [],
            }));
        });
        const kinetic = [pair.a, pair.b].reduce((sum, body) => sum + (body.mass * ((body.velocity[0] ?? 0) ** 2 + (body.velocity[1] ?? 0) ** 2) + body.inertia * body.spin ** 2) / 2, 0);
        const energy = 1 + hit.dE / kinetic;
        const gains = hit.violations.includes("dE>0");
        const bounces: Bounce[] = [{ t: BEFORE, energy, gains }];
        const speed = (body: { readonly velocity: readonly number[] } | undefined) => `${(3.6 * Math.hypot(...(body?.velocity ?? []))).toFixed(1)} km/h`;
        return {
            player,
            frames,
            energy: frames.map((_, k) => (k / RATE < BEFORE ? 1 : energy)),
            bounces,
            gains,
            numbers: { "speed of car 1 after": speed(after.a), "speed of car 2 after": speed(after.b), "mode": hit.mode, "energy change": `${(hit.dE / 1000).toFixed(1)} kJ` },
            refusal: hit.ok ? "" : `no answer: ${hit.status}`,
        };
    });
}

const cars: Story = {
    ...COMMON,
    name: "cars",
    title: "Two cars at a crossing",
    lead: "Two cars meet at a crossing at 50 and 40 km/h. Where do they go?",
    text: "Crash reconstruction needs a law too: from the wrecks it computes the speeds before. The cars stick or slide along each other, and each law decides in its own way. Tyre forces are left out.",
    task: "Find a friction at which all laws agree on the energy that is lost, within 1 %, although the cars slide.",
    button: "Crash",
    view: "above",
    friction: 0.4,
    bounciness: 0.2,
    players: CARS,
    ending: (runs) => {
        const lost = runs.map((run) => 1 - energyAt(run, 0)).sort((a, b) => a - b);
        const [least, most] = [percent(lost[0] ?? 0), percent(lost.at(-1) ?? 0)];
        return least === most ? `By every law the crash used up ${least} of the energy.` : `The crash used up ${least} of the energy by one law and ${most} by another.`;
    },
    shapes: [{ kind: "car", length: 4, width: 1.7 }, { kind: "car", length: 4.2, width: 1.6 }],
    runs: (kit, friction, bounciness) => CARS.map((player) => crash(kit, player, friction, bounciness)),
    everything: (_, friction, bounciness) => `v=1&scene=cars&law=routh&p.e=${bounciness}&p.mu=${friction}&with=${CARS.map((one) => one.law).join(",")}`,
    solved: (runs, friction) => {
        const shares = runs.map((run) => energyAt(run, 0));
        return friction > 0.05 && Math.max(...shares) - Math.min(...shares) < 0.01 && runs.some((run) => run.numbers["mode"] === "sliding");
    },
};

/** Divides a quaternion by its length until nothing changes, so that normalising it again gives the same bits. */
export function unit(q: readonly number[]): readonly number[] {
    const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const next = q.map((x) => x / size);
    return next.every((x, i) => x === q[i]) ? q : unit(next);
}

const DIE = 0.016;
const die = falling({
    ...COMMON,
    name: "die",
    title: "A die",
    lead: "Four laws throw the same die. Do they agree on the number?",
    text: "The die has the same start for all laws, to the last bit. It hits corner after corner, and each impact magnifies the difference. Drag the picture to look from another side.",
    task: "Find friction and bounciness, both above 0.1, for which all four dice end on the same face.",
    question: "Why do they differ?",
    button: "Throw",
    view: "solid",
    friction: 0.3,
    bounciness: 0.5,
    players: CLASSIC,
    ending: (runs) => {
        const shown = runs.map((run) => PIPS[upFace(last(run)?.orientation ?? [])] ?? "no number yet");
        return shown.every((one) => one === shown[0]) ? `All dice show ${shown[0]}.` : `In the order of the list, the dice show ${listed(shown)}.`;
    },
    problem: {
        body: box([DIE, DIE, DIE], 0.005),
        centre: [-0.06, 0, 0.09],
        orientation: unit([0.9, 0.3, 0.2, 0.1]),
        velocity: [0.5, 0.2, 0],
        spin: [-10, 25, 15],
        until: 0.55,
        ...STEP,
        several: "fastest",
    },
    rest: (0.005 * 9.81 * DIE) / 2,
    solved: (runs, friction, bounciness) => {
        const faces = runs.map((run) => upFace(last(run)?.orientation ?? []));
        return friction > 0.1 && bounciness > 0.1 && faces.every((face) => face !== "" && face === faces[0]);
    },
});

/** The numbers on the faces of the die. */
const PIPS: Readonly<Record<string, string>> = { "-x": "1", "+x": "6", "-y": "2", "+y": "5", "-z": "3", "+z": "4" };

/** Returns the body axis that points upwards, "+x", "-x", ...; "" if no axis is nearly vertical. */
export function upFace(q: readonly number[]): string {
    const [w, x, y, z] = q as [number, number, number, number];
    if (q.length !== 4) return "";
    const up = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
    const i = up.findIndex((c) => Math.abs(c) > 0.98);
    return i < 0 ? "" : `${(up[i] as number) > 0 ? "+" : "-"}${"xyz"[i]}`;
}

const BALLS = 5;
const SWING = 1.2;

/** Computes Newton's cradle. One ball strikes the others; all balls swing with the same period and strike again. */
function cradle({ carom }: Kit, player: Player, bounciness: number, single: boolean): Run {
    return attempt(player, () => {
        const contacts = BALLS - 1;
        const W = Array.from({ length: 2 * contacts }, (_, i) =>
            Array.from({ length: 2 * contacts }, (__, j) => (i % 2 || j % 2 ? (i === j ? 1 : 0) : i === j ? 2 : Math.abs(i - j) === 2 ? -1 : 0)),
        );
        const params = { e: bounciness, mu: 0, e_n: bounciness };
        const phases: number[][] = [];
        const bounces: Bounce[] = [];
        let u = [1, ...Array.from({ length: BALLS - 1 }, () => 0)];
        for (let phase = 0; phase < 4; phase++) {
            const v = Array.from({ length: 2 * contacts }, (_, i) => (i % 2 ? 0 : (u[i / 2 + 1] as number) - (u[i / 2] as number)));
            if (v.some((x) => x < -1e-9)) {
                // The single impacts of a sequence have no friction.
                const own = player.law === "sequence" ? { e: bounciness } : Object.fromEntries(carom.laws({ systems: true }).find((law) => law.name === player.law)?.coefficients.filter((row) => row.name in params).map((row) => [row.name, params[row.name as "e"]]) ?? []);
                const result = carom.solveSystem(player.law, { W, v, params: own, ...(single ? { single: "frictionless" } : {}) });
                if (!result.ok) return absent(player, `no answer: ${result.status}`);
                const P = (i: number) => (i < 0 || i >= contacts ? 0 : (result.P[2 * i] ?? 0));
                u = u.map((speed, i) => speed + P(i - 1) - P(i));
            }
            const energy = u.reduce((sum, speed) => sum + speed * speed, 0);
            bounces.push({ t: (phase + 0.5) * SWING, energy, gains: energy > (bounces.at(-1)?.energy ?? 1) + 1e-9 });
            phases.push(u);
            u = u.map((speed) => -speed);
        }
        const count = Math.floor(4 * SWING * RATE);
        const frames = Array.from({ length: count + 1 }, (_, k): Pose[] => {
            const t = k / RATE / SWING - 0.5;
            const phase = Math.floor(t);
            const speeds = phase < 0 ? [1, 0, 0, 0, 0] : (phases[Math.min(phase, 3)] as number[]);
            // Before the first impact the ball swings down. Afterwards each swing begins and ends at the lowest point.
            const swing = phase < 0 ? -Math.cos(Math.PI * (t + 0.5)) : Math.sin(Math.PI * (t - phase));
            return speeds.map((speed) => ({ centre: [0, 0], angle: 0.6 * speed * swing, orientation: [] }));
        });
        const at = (t: number) => bounces.filter((bounce) => bounce.t <= t).at(-1)?.energy ?? 1;
        const after = phases[0] as number[];
        return {
            player,
            frames,
            energy: frames.map((_, k) => at(k / RATE)),
            bounces,
            gains: bounces.some((bounce) => bounce.gains),
            numbers: { "speeds after the first impact": after.map((x) => x.toFixed(2)).join(", "), "energy kept": `${(100 * (bounces[0]?.energy ?? 0)).toFixed(0)} %` },
            refusal: "",
        };
    });
}

const ROW: readonly Player[] = [
    { law: "sequence", name: "One after the other" },
    { law: "glocker", name: "All at once", note: "Glocker" },
];

const lastBall = (run: Run | undefined): number => Number(run?.numbers["speeds after the first impact"]?.split(", ").at(-1));

const newton: Story = {
    ...COMMON,
    name: "cradle",
    title: "Newton's cradle",
    lead: "One ball strikes four. Only one of these laws gives the toy you know.",
    text: "The balls touch each other, so four contacts are struck at once. Energy and momentum do not decide what happens. Solving the pairs one after the other gives the toy; solving them together does not.",
    task: "Find the bounciness at which the last ball of the upper cradle leaves with half the speed of the first, within 0.01.",
    question: "Why do they differ?",
    button: "Release",
    view: "rows",
    friction: 0,
    bounciness: 1,
    most: 0,
    players: ROW,
    shapes: [],
    runs: (kit, _, bounciness) => ROW.map((player) => cradle(kit, player, bounciness, player.law === "sequence")),
    everything: () => "v=1&tab=impact&scene=disc",
    ending: (runs) => {
        const [upper, lower] = runs.map((run) => percent(lastBall(run)));
        return `After the first impact, the last ball has ${upper} of the first ball's speed in the upper cradle and ${lower} in the lower one.`;
    },
    solved: (runs) => Math.abs(lastBall(byLaw(runs, "sequence")) - 0.5) <= 0.01,
};

const HEAVY = toss.OFFSET;
const cube: Solid = {
    mass: 1,
    inertia: [toss.INERTIA, toss.INERTIA, toss.INERTIA],
    corners: (box([2 * toss.HALF, 2 * toss.HALF, 2 * toss.HALF], 1).corners ?? []).map(([x, y, z]) => [x as number, y as number, (z as number) - HEAVY]),
};
/** The least energy of the cube. It then lies on the face that is nearest to the centre of mass. */
const LOW = toss.GRAVITY * (toss.HALF - HEAVY);
const MEASURED: Player = { law: "", name: "Measured", note: `toss ${toss.NUMBER} of 570` };

function measured(): Run {
    const count = Math.floor(((toss.MEASURED.length - 1) / toss.FRAMES) * RATE);
    const frame = (k: number) => toss.MEASURED[Math.round((k / RATE) * toss.FRAMES)] as readonly number[];
    return {
        player: MEASURED,
        frames: Array.from({ length: count + 1 }, (_, k) => [{ centre: frame(k).slice(0, 3), angle: 0, orientation: frame(k).slice(3) }]),
        energy: [],
        bounces: [],
        gains: false,
        numbers: {},
        refusal: "",
    };
}

const LOADED: DropProblem = {
    body: cube,
    ...toss.START,
    orientation: unit(toss.START.orientation),
    gravity: [0, 0, -toss.GRAVITY],
    until: (toss.MEASURED.length - 1) / toss.FRAMES,
    ...STEP,
    step: 5e-4,
};

const loaded: Story = {
    ...falling({
        ...COMMON,
        name: "cube",
        title: "The loaded cube",
        lead: "A measured toss of a cube next to three predictions of it.",
        text: `Grey is a real cube, filmed at ${toss.FRAMES} frames a second. Its centre of mass is off the middle, which was found from its free flights. The laws start from the same flight and must predict the rest.`,
        task: "Find friction and bounciness for which Routh's cube ends within one edge of the real one and on the same face.",
        question: "Why do they differ?",
        button: "Toss",
        view: "solid",
        friction: 0.5,
        bounciness: 0.6,
        players: [MEASURED, ROUTH, SMITH, WHITTAKER],
        problem: LOADED,
        rest: LOW,
        ending: (runs) => {
            const real = last(runs[0])?.centre ?? [];
            const edges = runs.slice(1).map((run) => `${run.player.name.replace(/,.*/, "")}'s ${(Math.hypot(...real.map((x, i) => x - (last(run)?.centre[i] ?? 0))) / 2).toFixed(1)}`);
            return `Distance from the real cube, in edges of the cube: ${listed(edges)}.`;
        },
        solved: (runs) => {
            const [real, routh] = [last(runs[0]), last(byLaw(runs, "routh"))];
            if (!real || !routh) return false;
            const far = Math.hypot(...real.centre.map((x, i) => x - (routh.centre[i] ?? 0)));
            return far < 2 && upFace(real.orientation) !== "" && upFace(real.orientation) === upFace(routh.orientation);
        },
    }),
    runs: (kit, friction, bounciness) => [
        measured(),
        ...[ROUTH, SMITH, WHITTAKER].map((player) => dropped(kit, player, LOADED, LOW, friction, bounciness)),
    ],
    everything: (_, friction, bounciness) => `v=1&tab=space&law=routh&p.e=${bounciness}&p.mu=${friction}`,
};

const agree = (runs: readonly Run[]) => {
    const shares = runs.map((run) => energyAt(run, 0));
    return Math.max(...shares) - Math.min(...shares) < 0.01;
};

const engine: Story = falling({
    ...COMMON,
    name: "engine",
    title: "Your engine's bounce",
    lead: "Set 0.8 in five physics engines, and you get three different bounces.",
    text: "Each colour is the impact law that carom's tests found in these engines. The same two numbers mean something else in each of them. Routh's law, which follows friction through the impact, is shown for comparison.",
    task: "Keep the bounciness at 0.8. Find the largest friction at which all four lose the same energy in the first bounce to 1 %, within 0.05.",
    view: "side",
    friction: 0.6,
    bounciness: 0.8,
    players: [
        { law: "whittaker", name: "Bullet, Jolt, Box2D 2.4", note: "whittaker" },
        { law: "deferred", name: "Box2D v3", note: "deferred" },
        { law: "pfeiffer-glocker", name: "Simbody", note: "pfeiffer-glocker" },
        { law: "routh", name: "Routh, 1860", note: "for comparison" },
    ],
    problem: { body: rectangle(0.8, 0.25, 1), centre: [0, 1.3], angle: 0.9, velocity: [-1.5, 0], spin: -2, until: 2.6, ...STEP },
    rest: 9.81 * 0.125,
    ending: (runs) => `Energy left after the first bounce: ${listed(runs.map((run) => `${percent(energyAt(run, 0))} (${run.player.name.split(",")[0]})`))}.`,
    solved: (runs, friction, bounciness, kit) => Math.abs(bounciness - 0.8) < 0.01 && agree(runs) && !agree(engine.runs(kit, friction + NEAR, bounciness)),
});

const leg = { mass: 12, inertia: 0.5, corners: [[-0.07, -0.5], [0.2, -0.5], [0.04, 0.35]], radius: 0.02 } as const;
/** Returns points of the arc about a corner with the radius of the rounding, at these angles in degrees. */
const arc = ([x, y]: readonly [number, number], ...angles: readonly number[]) => angles.map((angle) => [x + leg.radius * Math.cos((angle * Math.PI) / 180), y + leg.radius * Math.sin((angle * Math.PI) / 180)]);
/** The leg is drawn with a shank and a foot. The arcs about heel, toe and knee are the parts that touch the floor. */
const LEG = [...arc(leg.corners[0], 173, 205, 237, 270), ...arc(leg.corners[1], 270, 303, 337, 371), [0.065, -0.4], ...arc(leg.corners[2], 11, 51, 92, 132, 173), [-0.045, -0.36]];

const sticks = (runs: readonly Run[]) => /stick/.test(byLaw(runs, "routh")?.numbers["mode"] ?? "");

const foot: Story = falling({
    ...COMMON,
    name: "foot",
    title: "A foot lands",
    lead: "A walking robot sets its heel down. Does the foot grip or slip?",
    text: "A foot should not bounce, so the bounciness is 0. The heel strikes first and the toe follows at once. If the floor is too smooth, the heel slips and the leg falls.",
    task: "Find the least friction at which the heel sticks by Routh's law, within 0.05.",
    question: "Why does it grip or slip?",
    answer: "The heel grips if the impulse that stops it lies inside the friction cone. The three laws with friction agree while the bounciness is 0. With more bounciness they differ.",
    button: "Step",
    view: "side",
    friction: 0.8,
    bounciness: 0,
    players: [ROUTH, WHITTAKER, { law: "pfeiffer-glocker", name: "Pfeiffer & Glocker, 1996" }, { law: "frictionless", name: "On ice", note: "no friction" }],
    outline: LEG,
    ending: (runs) => {
        const run = byLaw(runs, "routh");
        const [first, all] = [percent(1 - energyAt(run, 0)), percent(1 - energyAt(run, (run?.bounces.length ?? 1) - 1))];
        return `By Routh's law the heel ${sticks(runs) ? "grips" : "slips"}. Its first impact costs ${first} of the energy, and all impacts together cost ${all}.`;
    },
    problem: { body: leg, centre: [-0.2, 0.62], angle: 0.25, velocity: [1, -0.5], spin: -0.5, until: 1, ...STEP },
    rest: 0,
    solved: (runs, friction, bounciness, kit) => sticks(runs) && !sticks(foot.runs(kit, Math.max(0, friction - NEAR), bounciness)),
});

/** All stories, beginning with the drop. */
export const STORIES: readonly Story[] = [beginning, gain, superball, cars, die, newton, loaded, engine, foot];

export function storyNamed(name: string | undefined): Story {
    return STORIES.find((story) => story.name === name) ?? beginning;
}
