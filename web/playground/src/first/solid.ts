/**
 * Shows a body in 3D that the reader can turn and drop, and a picture of how friction turns the slip in the first
 * impact.
 */
import { type Contact, CaromError } from "carom";
import type { DropProblem, MotionEvent, Solid } from "carom/motion";
import { SlipPicture } from "../space/slip.js";
import type { Vec } from "../space/solid.js";
import { html, say, set } from "../svg.js";
import { dark, onTheme } from "../theme.js";
import { BODIES, fallOf, PLAYERS, type Quaternion, START, UPRIGHT } from "./fall.js";
import { dropped, type Run, shapeOf } from "./show.js";
import { Stage } from "./stage.js";
import type { Given } from "./steps.js";
import { ROUTH, unit } from "./stories.js";
import { term } from "./term.js";

/** The part of the floor that the view shows, m. */
const SEEN = [[-0.8, -0.5, 0.2], [0.9, -0.5, 0.2], [0.9, 0.7, 0.2], [-0.8, 0.7, 0.2], [-0.7, -0.2, 1.1]];
/** The wait after the last change before the motion is computed, ms. */
const REST = 120;

function product([a = 1, b = 0, c = 0, d = 0]: Quaternion, [w = 1, x = 0, y = 0, z = 0]: Quaternion): Quaternion {
    return [a * w - b * x - c * y - d * z, a * x + b * w + c * z - d * y, a * y - b * z + c * w + d * x, a * z + b * y - c * x + d * w];
}

const about = (axis: readonly number[], angle: number): Quaternion => [Math.cos(angle / 2), ...axis.map((x) => x * Math.sin(angle / 2))];

/** Returns the rotation matrix of a quaternion; its columns are the axes of the body. */
function matrix([w = 1, x = 0, y = 0, z = 0]: Quaternion): number[][] {
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ];
}

/** Returns W and v of an impact of the body on the floor. */
function contactOf({ kit }: Given, solid: Solid, event: MotionEvent): Contact | undefined {
    const { centre, orientation, velocity, spin } = event.before;
    const [hit] = event.hits;
    if (!hit) return undefined;
    const inertia = (solid.inertia as readonly number[]).map((x, i) => [0, 1, 2].map((j) => (i === j ? x : 0)));
    const a = { mass: solid.mass, inertia, axes: matrix(orientation), centre, velocity, spin: spin as readonly number[] };
    return kit.carom.contact({ a, point: hit.point, normal: [0, 0, 1], tangent: [[1, 0, 0], [0, 1, 0]] });
}

export function solid(host: HTMLElement, given: Given): () => void {
    const { carom, motion } = given.kit;
    const css = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    const canvas = html("canvas", { id: "solid", tabindex: 0, role: "img" });
    const stage = new Stage(canvas, () => ({ ink: css("--ink"), grey: css("--grey"), line: css("--line"), paper: css("--panel") }));
    const slip = new SlipPicture();
    const words = html("p", { class: "note" });
    const told = html("p", { role: "status", id: "solid-told" });
    const go = html("button", { type: "button", class: "go" }, "Drop");
    const list = html("ul", { class: "solid-laws" });
    const name = html("span");
    const title = html("h2", {}, name, html("small", { class: "note" }, " The same three bodies for every story"));
    // If the story is about a rod, the step starts with the rod, otherwise with the box.
    const shape = given.story.shapes[0];
    const like = shape?.kind === "hull" && shape.corners.length === 2 ? "rod" : "box";
    let body = BODIES.find((one) => one.name === like) as (typeof BODIES)[number];
    let orientation: Quaternion = UPRIGHT;
    let at = { friction: Math.min(1, given.friction), bounciness: given.bounciness };
    let runs: readonly Run[] = [];
    let [frame, waiting] = [0, 0];

    const problem = (): DropProblem => fallOf(body.solid, orientation);
    const inks = () => PLAYERS.map(({ law }) => carom.law(law).style[dark() ? "dark" : "light"]);
    const stop = () => {
        cancelAnimationFrame(frame);
        frame = 0;
    };
    const show = () => {
        say(name, `${body.article} in 3D.`);
        set(canvas, { "aria-label": `${body.title} above a floor. Arrow keys turn the body; with Shift they turn the view.` });
        stage.show("solid", [shapeOf(body.solid)].map((shape) => (shape.kind === "mesh" ? { ...shape, pips: false } : shape)), runs, inks());
        stage.draw(0);
        list.replaceChildren(...runs.map((run, i) => {
            const swatch = html("span", { class: "swatch" });
            swatch.style.background = inks()[i] ?? "";
            const share = run.refusal || (run.bounces.length ? `${Math.round(100 * (run.bounces[0]?.energy ?? 0))} % of the energy after the first impact${run.bounces[0]?.gains ? ": it created energy" : ""}` : "");
            return html("li", { "data-gains": run.bounces[0]?.gains ? "true" : undefined }, swatch, `${run.player.name} ${share}`);
        }));
    };
    const compute = () => {
        waiting = 0;
        runs = PLAYERS.map((player) => dropped(given.kit, player, problem(), 9.81 * body.low, at.friction, at.bounciness));
        show();
        hodograph();
    };
    const hodograph = () => {
        try {
            const made = motion.drop(ROUTH.law, { ...problem(), persist: "stop", e: at.bounciness, mu: at.friction });
            const [event] = made.events;
            const contact = event && contactOf(given, body.solid, event);
            if (!contact) return;
            const traced = (v: readonly number[], e: number): readonly Vec[] => carom.trace(ROUTH.law, { W: contact.W, v, e, mu: at.friction }).points.map((point) => point.v.slice(1));
            slip.update(carom, contact, at.friction, ROUTH.law, traced(contact.v, at.bounciness), (v) => traced(v, 0));
            say(words, slip.words);
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
            say(words, error.message);
        }
    };
    /** Shows the body at its start at once, and computes the motion when nothing has changed for REST ms. */
    const changed = () => {
        stop();
        say(told, "");
        runs = PLAYERS.slice(0, 1).map((player) => ({ player, frames: [[{ centre: START.centre, angle: 0, orientation }]], energy: [], bounces: [], gains: false, numbers: {}, refusal: "" }));
        show();
        clearTimeout(waiting);
        waiting = window.setTimeout(compute, REST);
    };
    stage.seen = SEEN;
    stage.onTurn = (x, y) => {
        orientation = unit(product(about([0, 0, 1], x), product(about(stage.right, y), orientation)));
        changed();
    };
    go.addEventListener("click", () => {
        if (waiting) {
            clearTimeout(waiting);
            compute();
        }
        stop();
        let began = 0;
        const next = (now: number) => {
            began ||= now;
            const time = Math.min((now - began) / 2000, stage.duration);
            stage.draw(time);
            if (time < stage.duration) frame = requestAnimationFrame(next);
            else say(told, `After ${stage.duration.toFixed(1)} s the laws have placed the body ${apart(runs)} cm apart.`);
        };
        frame = requestAnimationFrame(next);
    });
    const shapes = BODIES.map((one) => {
        const button = html("button", { type: "button", "aria-pressed": one === body ? "true" : "false", "data-body": one.name }, one.title);
        button.addEventListener("click", () => {
            body = one;
            for (const other of shapes) set(other, { "aria-pressed": other === button ? "true" : "false" });
            changed();
        });
        return button;
    });
    const dial = (name: "friction" | "bounciness", symbol: string) => {
        const output = html("output", {}, String(at[name]));
        const input = html("input", { type: "range", min: 0, max: 1, step: 0.01, value: at[name], id: `solid-${name}` });
        input.addEventListener("input", () => {
            at = { ...at, [name]: Number(input.value) };
            say(output, input.value);
            changed();
        });
        return html("div", { class: "dial" }, html("label", { for: `solid-${name}` }, name, html("i", {}, ` ${symbol}`)), output, input);
    };
    host.append(title,
        html("p", {}, "Drag the body to turn it, then drop it. With Shift, dragging turns the view. The second picture is a ",
            term("hodograph", "the curve that the tip of a velocity vector draws"), ". It shows from above how friction turns the ",
            term("slip", "the velocity of the contact point along the floor"), " in the first impact."),
        html("div", { class: "choices" }, html("div", { role: "group", "aria-label": "Body" }, ...shapes), go, dial("friction", "\u00b5"), dial("bounciness", "e")),
        html("div", { class: "pair solid" }, html("div", { class: "theatre" }, canvas), html("figure", {}, slip.element, words)),
        list, told);
    compute();
    const left = onTheme(show);
    return () => {
        stop();
        clearTimeout(waiting);
        left();
    };
}

/** Returns how far apart the laws leave the body, cm. */
function apart(runs: readonly Run[]): string {
    const [a, b] = runs.map((run) => run.frames.at(-1)?.[0]?.centre ?? []);
    return (100 * Math.hypot(...(a ?? []).map((x, i) => x - (b?.[i] ?? 0)))).toFixed(0);
}
