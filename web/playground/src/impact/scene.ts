/**
 * Draws the bodies to scale, just before the impact. Bodies can be rotated by dragging. Arrows show velocities and spins, and can
 * be changed by dragging their tips.
 */
import type { Carom, PlanarBody, PlanarPair } from "carom";
import { digits, roundUp } from "../format.js";
import { deg, type Drawn, get, type Handles, sceneOf } from "../scenes/index.js";
import type { State } from "../state.js";
import { html, say, set, svg } from "../svg.js";
import { along, type Answer } from "./answer.js";
import { BodyShape, ground, radius } from "./bodies.js";
import { boxOf, Paper } from "./paper.js";

const WIDTH = 460;
const HEIGHT = 400;
/** The length of the longest arrow and the radius of the arcs that show spins, pixels. */
const ARROW = 110;
const ARC = 34;

interface Parts {
    readonly shape: BodyShape;
    readonly arrow: SVGPathElement;
    readonly after: SVGPathElement;
    readonly tip: SVGCircleElement;
    readonly arc: SVGPathElement;
    readonly spinner: SVGCircleElement;
    readonly group: SVGGElement;
}

type Change = (at: Record<string, number>) => void;

function arrowPath(x: number, y: number, dx: number, dy: number): string {
    const size = Math.hypot(dx, dy);
    if (size < 1) return "";
    const [ux, uy] = [dx / size, dy / size];
    const head = Math.min(9, size);
    const side = (k: number) => `${x + dx - head * ux + k * head * 0.5 * uy} ${y + dy - head * uy - k * head * 0.5 * ux}`;
    return `M${x} ${y}L${x + dx} ${y + dy}M${side(1)}L${x + dx} ${y + dy}L${side(-1)}`;
}

/** Returns an arc about (x, y), starting straight up, counterclockwise for positive angles, with an arrow head. */
function arcPath(x: number, y: number, r: number, angle: number): string {
    if (Math.abs(angle) < 0.02) return "";
    const at = (a: number, k = 1) => [x - k * r * Math.sin(a), y - k * r * Math.cos(a)] as const;
    const [ex, ey] = at(angle);
    const back = angle - Math.sign(angle) * Math.min(0.3, Math.abs(angle));
    const [hx, hy] = at(back, 1.22);
    const [ix, iy] = at(back, 0.78);
    const [sx, sy] = at(0);
    return `M${sx} ${sy}A${r} ${r} 0 ${Math.abs(angle) > Math.PI ? 1 : 0} ${angle > 0 ? 0 : 1} ${ex} ${ey}M${hx} ${hy}L${ex} ${ey}L${ix} ${iy}`;
}

const limit = (x: number, lowest: number, highest: number) => Math.min(Math.max(x, lowest), highest);
/** Rounds the result of a drag to three digits of the arrow's range, so that links stay short. */
const rounded = (x: number, step: number) => Number((Math.round(x / step) * step).toPrecision(8));

export class SceneView {
    readonly element: HTMLElement;
    readonly picture: SVGSVGElement;
    private readonly carom: Carom;
    private readonly paper = new Paper(WIDTH, HEIGHT, 62);
    private readonly floor = svg("path", { class: "ground" });
    private readonly pivot = svg("circle", { r: 5, class: "pivot" });
    private readonly impulse = svg("path", { class: "impulse" });
    private readonly point = svg("circle", { r: 3.5, class: "contact" });
    private readonly words = svg("text", { x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle" });
    private readonly caption = html("p", { class: "caption" });
    private readonly parts: Parts[] = [];
    private state: State;
    private pair: PlanarPair | undefined;
    private unit = 1;
    private kind = "";

    constructor(carom: Carom, state: State, private readonly change: Change) {
        this.carom = carom;
        this.state = state;
        this.picture = svg("svg", {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`, id: "scene", role: "group", "aria-label": "The bodies to scale, just before the impact",
        }, this.floor);
        for (const i of [0, 1]) this.parts.push(this.body(i));
        this.picture.append(this.pivot, this.impulse, this.point, this.words);
        this.element = html("section", { class: "scene", "aria-label": "Bodies" }, this.picture, this.caption);
    }

    private body(i: number): Parts {
        const shape = new BodyShape();
        const handle = (name: string) => svg("circle", { r: 9, class: "handle", tabindex: 0, role: "slider", "data-handle": `${name}-${i}` });
        const parts: Parts = {
            shape,
            arrow: svg("path", { class: "velocity" }),
            after: svg("path", { class: "velocity after" }),
            tip: handle("velocity"),
            arc: svg("path", { class: "velocity" }),
            spinner: handle("spin"),
            group: svg("g"),
        };
        set(shape.element, { tabindex: 0, role: "slider", "data-handle": `turn-${i}` });
        parts.group.append(shape.element, parts.after, parts.arrow, parts.arc, parts.tip, parts.spinner);
        this.picture.append(parts.group);
        this.drag(shape.element, (x, y, last) => this.turnTo(i, x, y, last));
        this.drag(parts.tip, (x, y) => this.aim(i, x, y));
        this.drag(parts.spinner, (x, y) => this.spinTo(i, x, y));
        this.keys(shape.element, (dx, dy) => this.nudge(this.handles(i)?.turn, dx + dy, 1));
        this.keys(parts.tip, (dx, dy) => {
            const [x, y] = this.handles(i)?.velocity ?? [];
            this.nudge(dx ? x : y, dx || dy, this.unit / 20);
        });
        this.keys(parts.spinner, (dx, dy) => this.nudge(this.handles(i)?.spin, dx + dy, this.spinRange(i) / 50));
        return parts;
    }

    private handles(i: number): Handles | undefined {
        return sceneOf(this.state.scene).handles[i];
    }

    private where(event: PointerEvent): [number, number] {
        const box = this.picture.getBoundingClientRect();
        return [((event.clientX - box.left) / box.width) * WIDTH, ((event.clientY - box.top) / box.height) * HEIGHT];
    }

    private drag(element: SVGElement, move: (x: number, y: number, last: readonly [number, number]) => void): void {
        let last: readonly [number, number] | undefined;
        element.addEventListener("pointerdown", (event) => {
            last = this.where(event);
            element.setPointerCapture(event.pointerId);
            element.focus({ preventScroll: true });
            event.preventDefault();
        });
        element.addEventListener("pointermove", (event) => {
            if (!last) return;
            const here = this.where(event);
            move(here[0], here[1], last);
            last = here;
        });
        for (const end of ["pointerup", "pointercancel"] as const) element.addEventListener(end, () => (last = undefined));
    }

    private keys(element: SVGElement, step: (dx: number, dy: number) => void): void {
        element.addEventListener("keydown", (event) => {
            const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [0, 0];
            if (!dx && !dy) return;
            event.preventDefault();
            const times = event.shiftKey ? 10 : 1;
            step(times * (dx as number), times * (dy as number));
        });
    }

    private put(values: Record<string, number>): void {
        const fields = sceneOf(this.state.scene).fields;
        const held = Object.entries(values).map(([name, value]): [string, number] => {
            const field = fields.find((f) => f.name === name);
            return [name, field ? limit(value, field.lowest, field.highest) : value];
        });
        this.change({ ...this.state.at, ...Object.fromEntries(held) });
    }

    private nudge(field: string | undefined, steps: number, size: number): void {
        if (!field) return;
        const step = roundUp(size * 0.999) / (size < 1 ? 2 : 1);
        this.put({ [field]: rounded(get(this.state.at, field) + steps * step, step / 10) });
    }

    private bodyAt(i: number): PlanarBody | undefined {
        return i === 0 ? this.pair?.a : this.pair?.b;
    }

    private centre(i: number): [number, number] {
        const [x, y] = this.bodyAt(i)?.centre ?? [0, 0];
        return [this.paper.x(x ?? 0), this.paper.y(y ?? 0)];
    }

    /** Rotates a body by the angle that the pointer has moved around the contact point, or around the centre of a car. */
    private turnTo(i: number, x: number, y: number, last: readonly [number, number]): void {
        const field = this.handles(i)?.turn;
        if (!field) return;
        const [cx, cy] = this.pair?.b ? this.centre(i) : [this.paper.x(0), this.paper.y(0)];
        const went = Math.atan2(cy - y, x - cx) - Math.atan2(cy - last[1], last[0] - cx);
        const turned = get(this.state.at, field) + deg(Math.atan2(Math.sin(went), Math.cos(went)));
        this.put({ [field]: rounded(turned > 180 ? turned - 360 : turned < -180 ? turned + 360 : turned, 0.1) });
    }

    private aim(i: number, x: number, y: number): void {
        const fields = this.handles(i)?.velocity;
        if (!fields) return;
        const [cx, cy] = this.centre(i);
        const step = this.unit / 200;
        const speed = (pixels: number) => rounded((pixels / ARROW) * this.unit, roundUp(step));
        this.put({ [fields[0]]: speed(x - cx), [fields[1]]: speed(cy - y) });
    }

    private spinRange(i: number): number {
        const name = this.handles(i)?.spin;
        const field = sceneOf(this.state.scene).fields.find((f) => f.name === name);
        return field?.highest ?? 1;
    }

    private spinTo(i: number, x: number, y: number): void {
        const field = this.handles(i)?.spin;
        if (!field) return;
        const [cx, cy] = this.centre(i);
        const angle = Math.atan2(cx - x, cy - y);
        const range = this.spinRange(i);
        this.put({ [field]: rounded((angle / (0.95 * Math.PI)) * range, range / 200) });
    }

    /** `P` is the impulse after which the dashed arrows show the velocity; default: that of the chosen law. */
    update(answer: Answer, state: State, P = answer.outcome?.P): void {
        const anew = this.kind !== state.scene;
        this.kind = state.scene;
        this.state = state;
        this.pair = answer.struck.pair;
        const scene = sceneOf(state.scene);
        const drawn = scene.drawn(state.at);
        say(this.words, this.pair ? "" : "W and v alone: no bodies to draw");
        this.frame(drawn, anew);
        this.speeds(anew);
        const after = this.pair && P ? this.carom.apply(this.pair, P) : undefined;
        this.parts.forEach((_, i) => this.drawBody(i, drawn[i], i === 0 ? after?.a : after?.b));
        const hinge = drawn[0]?.pivot ? this.centre(0) : undefined;
        set(this.pivot, { display: hinge ? undefined : "none", cx: hinge?.[0], cy: hinge?.[1] });
        const [x, y] = [this.paper.x(0), this.paper.y(0)];
        set(this.floor, { d: this.pair && !this.pair.b ? ground(y, WIDTH) : "" });
        set(this.point, { cx: x, cy: y, display: this.pair ? undefined : "none" });
        this.drawImpulse(answer, state, x, y);
        say(this.caption, caption(scene.handles));
    }

    private frame(drawn: readonly Drawn[], anew: boolean): void {
        const points: [number, number][] = [[0, 0]];
        drawn.forEach((body, i) => {
            const [x, y] = this.bodyAt(i)?.centre ?? [0, 0];
            const r = body.pivot ? 0 : radius(body.outline);
            points.push([(x ?? 0) - r, (y ?? 0) - r * 0.5], [(x ?? 0) + r, (y ?? 0) + r]);
        });
        this.paper.fit(boxOf(points), anew);
    }

    /** Sets the speed of the longest arrow to a round number, and keeps it until arrows exceed it or become too short. */
    private speeds(anew: boolean): void {
        const fastest = Math.max(...[0, 1].map((i) => Math.hypot(...(this.bodyAt(i)?.velocity ?? [0]))), 1e-3);
        if (anew || fastest > 1.6 * this.unit || fastest < 0.12 * this.unit) this.unit = roundUp(fastest);
    }

    private drawBody(i: number, drawn: Drawn | undefined, after: PlanarBody | undefined): void {
        const parts = this.parts[i] as Parts;
        const body = this.bodyAt(i);
        set(parts.group, { display: drawn && body ? undefined : "none" });
        if (!drawn || !body) return;
        const handles = this.handles(i);
        const name = this.pair?.b ? ` of car ${i + 1}` : "";
        const [x, y] = this.centre(i);
        parts.shape.shape(drawn);
        parts.shape.place(x, y, this.paper.scale, drawn.angle);
        const turn = handles?.turn ? get(this.state.at, handles.turn) : 0;
        set(parts.shape.element, handles?.turn
            ? { "aria-label": `turn${name}`, "aria-valuenow": turn, "aria-valuemin": -180, "aria-valuemax": 180, "aria-valuetext": `${digits(turn)} degrees`, tabindex: 0, role: "slider" }
            : { tabindex: undefined, role: undefined });
        const arrow = (v: readonly number[]) => [((v[0] ?? 0) / this.unit) * ARROW, (-(v[1] ?? 0) / this.unit) * ARROW] as const;
        const [dx, dy] = arrow(body.velocity);
        const moves = handles?.velocity !== undefined;
        set(parts.arrow, { d: moves ? arrowPath(x, y, dx, dy) : "" });
        set(parts.after, { d: moves && after ? arrowPath(x, y, ...arrow(after.velocity)) : "" });
        const [vx, vy] = [body.velocity[0] ?? 0, body.velocity[1] ?? 0];
        set(parts.tip, { display: moves ? undefined : "none", cx: x + dx, cy: y + dy, "aria-label": `velocity${name}`, "aria-valuenow": digits(Math.hypot(vx, vy)), "aria-valuetext": `${digits(vx)} m/s right, ${digits(vy)} m/s up` });
        const angle = limit(body.spin / this.spinRange(i), -1, 1) * 0.95 * Math.PI;
        set(parts.arc, { d: arcPath(x, y, ARC, angle) });
        set(parts.spinner, { cx: x - ARC * Math.sin(angle), cy: y - ARC * Math.cos(angle), "aria-label": `spin${name}`, "aria-valuenow": digits(body.spin), "aria-valuetext": `${digits(body.spin)} rad/s counterclockwise` });
    }

    /** Draws the impulse on A up to the slider's position. The longest arrow is 1/3 of the picture. */
    private drawImpulse(answer: Answer, state: State, x: number, y: number): void {
        const P = along(answer.path, state.scrub)?.P ?? answer.outcome?.P;
        const whole = answer.outcome ? Math.hypot(...answer.outcome.P) : 0;
        if (!P || !this.pair || !(whole > 0)) {
            set(this.impulse, { d: "" });
            return;
        }
        const [n, t] = this.carom.frame(this.pair) as [number[], number[]];
        const part = (k: number) => (((P[0] ?? 0) * (n[k] ?? 0) + (P[1] ?? 0) * (t[k] ?? 0)) / whole) * ARROW;
        set(this.impulse, { d: arrowPath(x, y, part(0), -part(1)) });
    }
}

function caption(handles: readonly Handles[]): string {
    if (!handles.length) return "Change W and v below.";
    const turn = handles.some((h) => h.turn) ? "Drag a body to turn it; " : "";
    const arrows = handles.some((h) => h.velocity) ? "drag arrow tips for velocity and spin" : "drag the ring for spin";
    const words = `${turn}${arrows}. Dashed: after, by the chosen law. Red: the impulse.`;
    return words.charAt(0).toUpperCase() + words.slice(1);
}
