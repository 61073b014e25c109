/** Draws the impulse plane to scale: P_t to the right, P_n up, as in Routh's diagram. */
import type { Carom, Line, Result } from "carom";
import { digits, roundUp, vector } from "../format.js";
import type { State } from "../state.js";
import { html, markPath, say, set, svg, through } from "../svg.js";
import { dark } from "../theme.js";
import { along, type Answer } from "./answer.js";
import { type Box, boxOf, Paper } from "./paper.js";

/** A layer: its name in the address, its title, its meaning, and its colour. */
interface Layer {
    readonly name: string;
    readonly title: string;
    readonly meaning: string;
    readonly ink: string;
}

export const LAYERS: readonly Layer[] = [
    { name: "region", title: "possible", meaning: "The accessible region, where a law may end: inside the friction cone and the energy ellipse, beyond maximum compression.", ink: "sky" },
    { name: "reach", title: "reach", meaning: "The results of the chosen law for all values of its coefficients; a line if only one coefficient matters.", ink: "orange" },
    { name: "ellipse", title: "energy ellipse", meaning: "On the ellipse the impact loses no energy; a result outside creates energy.", ink: "text" },
    { name: "rings", title: "equal loss", meaning: "Rings of equal loss: 25, 50 and 75 % of the largest possible loss, which is in the middle.", ink: "soft" },
    { name: "cone", title: "friction cone", meaning: "Coulomb's bound: the tangential impulse is at most mu times the normal one.", ink: "soft" },
    { name: "sticking", title: "sticking", meaning: "On this line the contact no longer slips: v_t = 0.", ink: "blue" },
    { name: "compression", title: "maximum compression", meaning: "On this line the approach has ended: v_n = 0.", ink: "green" },
    { name: "termination", title: "termination", meaning: "Where paths of the chosen law end, for any friction: a line for Newton's restitution, a curve for the others.", ink: "purple" },
    { name: "path", title: "path", meaning: "How the impulse grows by the chosen law; the slider follows it.", ink: "vermilion" },
    { name: "ends", title: "ends of all laws", meaning: "The result of each law has its own mark; the chosen law has a ring.", ink: "text" },
];

const WIDTH = 560;
const HEIGHT = 470;
const SIDES = 96;
const DASH: Readonly<Record<string, string>> = { sticking: "6 4", compression: "8 3 2 3", termination: "12 4", cone: "2 3" };

/** Returns the closed curve of equal loss: the ellipse about its centre, scaled by the root of the remaining energy. */
function ring(answer: Answer, factor: number): number[][] {
    const { centre, axes } = answer.region as NonNullable<Answer["region"]>;
    return Array.from({ length: SIDES }, (_, i) => {
        const [c, s] = [Math.cos((2 * Math.PI * i) / SIDES), Math.sin((2 * Math.PI * i) / SIDES)];
        return [0, 1].map((k) => (centre[k] ?? 0) + factor * (c * (axes[0]?.[k] ?? 0) + s * (axes[1]?.[k] ?? 0)));
    });
}

export class Plane {
    readonly element: HTMLElement;
    readonly picture: SVGSVGElement;
    private readonly carom: Carom;
    private readonly paper = new Paper(WIDTH, HEIGHT, 34);
    private readonly shapes = new Map<string, SVGPathElement>();
    private readonly groups = new Map<string, SVGGElement>();
    private readonly marks = new Map<string, SVGPathElement>();
    private readonly chosen = svg("circle", { r: 9, fill: "none", "stroke-width": 1.5 });
    private readonly bead = svg("circle", { r: 5, class: "bead" });
    private readonly axes = svg("g", { class: "axes" });
    private readonly reading = html("output", { class: "reading", id: "scrub-reading", for: "scrub" });
    private readonly meaning = html("p", { class: "meaning", id: "layer-meaning" });
    private readonly switches = new Map<string, HTMLInputElement>();
    private readonly scrubber = html("input", {
        type: "range", min: 0, max: 1, step: 0.001, id: "scrub", "aria-label": "Along the path of the chosen law",
    });
    private ticked = "";

    constructor(carom: Carom, change: (change: Partial<State>) => void, state: () => State) {
        this.carom = carom;
        this.picture = svg("svg", {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "The plane of impulses, to scale", id: "plane",
        }, this.axes);
        for (const layer of LAYERS) this.picture.append(this.layer(layer));
        this.scrubber.addEventListener("input", () => change({ scrub: Number(this.scrubber.value) }));
        this.scrubber.addEventListener("dblclick", () => change({ scrub: 1 }));
        const list = html("fieldset", { class: "layers" }, html("legend", {}, "Layers"));
        for (const layer of LAYERS) list.append(this.switch(layer, change, state));
        this.element = html("section", { class: "plane", "aria-label": "Plane of impulses" },
            this.picture,
            html("div", { class: "scrubbing" }, html("label", { for: "scrub" }, "along the path"), this.scrubber),
            this.reading, list, this.meaning);
        say(this.meaning, "Point at a layer to read what it means.");
    }

    private layer(layer: Layer): SVGGElement {
        const group = svg("g", { "data-layer": layer.name }, svg("title", {}, layer.meaning));
        this.groups.set(layer.name, group);
        const shape = svg("path", {
            fill: "none", "stroke-width": layer.name === "path" ? 2.4 : layer.name === "rings" ? 0.7 : 1.2,
            "stroke-dasharray": DASH[layer.name], "stroke-linejoin": "round",
        });
        this.shapes.set(layer.name, shape);
        group.append(shape);
        if (layer.name === "path") group.append(this.bead);
        if (layer.name === "ends") group.append(this.chosen);
        group.addEventListener("pointerenter", () => say(this.meaning, `${layer.title}: ${layer.meaning}`));
        return group;
    }

    private switch(layer: Layer, change: (change: Partial<State>) => void, state: () => State): HTMLElement {
        const box = html("input", { type: "checkbox", "aria-describedby": "layer-meaning", "data-switch": layer.name });
        this.switches.set(layer.name, box);
        const tell = () => say(this.meaning, `${layer.title}: ${layer.meaning}`);
        box.addEventListener("change", () => {
            const off = state().off.filter((name) => name !== layer.name);
            change({ off: box.checked ? off : [...off, layer.name] });
        });
        box.addEventListener("focus", tell);
        const swatch = svg("svg", { viewBox: "0 0 20 8", class: "line-of-layer", "aria-hidden": "true" },
            svg("path", { d: "M0 4H20", "data-ink": layer.ink, "stroke-width": 2.5, "stroke-dasharray": DASH[layer.name] }));
        const label = html("label", { title: layer.meaning }, box, swatch, layer.title);
        label.addEventListener("pointerenter", tell);
        return label;
    }

    private ink(name: string): string {
        const ink = this.carom.inks().find((i) => i.name === name) ?? this.carom.inks()[0];
        return (dark() ? ink?.dark : ink?.light) ?? "currentColor";
    }

    /** Updates the colours after a switch between light and dark. */
    colours(): void {
        for (const layer of LAYERS) {
            const colour = this.ink(layer.ink);
            const shape = this.shapes.get(layer.name) as Element;
            set(shape, { stroke: layer.name === "ends" ? "none" : colour });
            if (layer.name === "region" || layer.name === "reach") set(shape, { fill: colour });
            if (layer.name === "region") set(shape, { "fill-opacity": 0.18, "stroke-opacity": 0.4 });
        }
        for (const path of this.element.querySelectorAll("[data-ink]")) set(path, { stroke: this.ink(path.getAttribute("data-ink") ?? "") });
        set(this.chosen, { stroke: this.ink("vermilion") });
        set(this.bead, { fill: this.ink("vermilion") });
        for (const [name, mark] of this.marks) this.dye(mark, name);
    }

    private dye(mark: SVGPathElement, law: string): void {
        const look = this.carom.law(law).style;
        const colour = dark() ? look.dark : look.light;
        const open = ["ring", "cross", "plus"].includes(look.mark);
        set(mark, { stroke: colour, fill: open ? "none" : colour, "stroke-width": open ? 2 : 0.8 });
    }

    update(answer: Answer, state: State): void {
        const { region } = answer;
        for (const layer of LAYERS) {
            const on = !state.off.includes(layer.name);
            const box = this.switches.get(layer.name);
            if (box && box.checked !== on) box.checked = on;
            set(this.groups.get(layer.name) as Element, { display: on ? undefined : "none" });
        }
        this.paper.fit(this.everything(answer));
        this.drawAxes();
        this.draw("region", region ? [region.outline] : [], true);
        this.draw("reach", [answer.reach], answer.area);
        set(this.shapes.get("reach") as Element, { "fill-opacity": answer.area ? 0.18 : 0, "stroke-opacity": answer.area ? 0.4 : 0.9, "stroke-width": answer.area ? 1.2 : 4 });
        this.drawEnergy(answer);
        const seen = this.paper.seen();
        const far = 2 * (seen.x1 - seen.x0 + seen.y1 - seen.y0);
        const cone = Number.isFinite(answer.mu) ? [[[far, -answer.mu * far], [0, 0], [far, answer.mu * far]]] : [[[0, -far], [0, far]]];
        this.draw("cone", cone);
        this.draw("sticking", this.line(region?.sticking, far));
        this.draw("compression", this.line(region?.compression, far));
        const stops = answer.termination;
        this.draw("termination", "point" in stops ? this.line(stops, far) : [stops]);
        this.draw("path", [answer.path.map((point) => point.P)]);
        this.drawEnds(answer, state);
        this.scrub(answer, state);
    }

    private everything(answer: Answer): Box {
        const flip = (P: readonly number[]): [number, number] => [P[1] ?? 0, P[0] ?? 0];
        const inner = boxOf([[0, 0], ...answer.path.map((p) => flip(p.P)), ...answer.ends.map((e) => flip(e.P)),
            ...(answer.region?.outline ?? []).map(flip)]);
        if (!answer.region?.bounded) return inner;
        // Show the whole ellipse, unless everything inside would become too small.
        const whole = boxOf([[inner.x0, inner.y0], [inner.x1, inner.y1], ...ring(answer, 1).map(flip)]);
        const size = (box: Box) => Math.max(box.x1 - box.x0, box.y1 - box.y0);
        return size(whole) < 3 * size(inner) || size(inner) === 0 ? whole : inner;
    }

    private draw(layer: string, lines: readonly (readonly (readonly number[])[])[], closed = false): void {
        const at = (P: readonly number[]) => [this.paper.x(P[1] ?? 0), this.paper.y(P[0] ?? 0)] as const;
        set(this.shapes.get(layer) as Element, { d: lines.map((line) => through(line, at, closed)).join("") });
    }

    private line(line: Line | undefined, far: number): number[][][] {
        if (!line) return [];
        const size = Math.hypot(...line.direction) || 1;
        return [[-far, far].map((s) => line.point.map((x, k) => x + (s / size) * (line.direction[k] ?? 0)))];
    }

    /** Draws the energy ellipse. If W is singular, it is a strip between two lines, and the middle one is maximum compression. */
    private drawEnergy(answer: Answer): void {
        const { region } = answer;
        const losses = [0.25, 0.5, 0.75].map((lost) => Math.sqrt(1 - lost));
        if (region?.bounded) {
            this.draw("ellipse", [ring(answer, 1)], true);
            this.draw("rings", losses.map((factor) => ring(answer, factor)), true);
            return;
        }
        const middle = region?.compression;
        const strip = (factor: number) => middle ? [1 - factor, 1 + factor].flatMap((s) =>
            this.line({ point: middle.point.map((x) => s * x), direction: middle.direction }, 1e3)) : [];
        this.draw("ellipse", strip(1));
        this.draw("rings", losses.flatMap(strip));
    }

    private drawEnds(answer: Answer, state: State): void {
        const group = this.groups.get("ends") as SVGGElement;
        const left = new Set(this.marks.keys());
        for (const end of answer.ends) {
            left.delete(end.law);
            const mark = this.marks.get(end.law) ?? this.newMark(group, end.law);
            set(mark, { transform: this.place(end.P), display: undefined });
            say(mark.firstElementChild as Element, title(end));
        }
        for (const law of left) set(this.marks.get(law) as Element, { display: "none" });
        const end = answer.ends.find((e) => e.law === state.law);
        set(this.chosen, { transform: end ? this.place(end.P) : undefined, display: end ? undefined : "none" });
    }

    private place(P: readonly number[]): string {
        return `translate(${this.paper.x(P[1] ?? 0).toFixed(2)} ${this.paper.y(P[0] ?? 0).toFixed(2)})`;
    }

    private newMark(group: SVGGElement, law: string): SVGPathElement {
        const mark = svg("path", { d: markPath(this.carom.law(law).style.mark, 5), "data-law": law }, svg("title"));
        this.dye(mark, law);
        this.marks.set(law, mark);
        group.append(mark);
        return mark;
    }

    private scrub(answer: Answer, state: State): void {
        if (Number(this.scrubber.value) !== state.scrub) this.scrubber.value = String(state.scrub);
        const here = along(answer.path, state.scrub);
        this.scrubber.disabled = !here;
        set(this.bead, { display: here ? undefined : "none", transform: here ? this.place(here.P) : undefined });
        if (!here) {
            say(this.reading, answer.refusal || "This law has no path: it names the end alone.");
            return;
        }
        const { v, dE } = this.carom.check({ W: answer.struck.W, v: answer.struck.v, P: here.P });
        const words = here.event.replaceAll("-", " ");
        say(this.reading, `${words}: P = ${vector(here.P, Math.hypot(...here.P))} N s, v = ${vector(v, Math.hypot(...answer.struck.v))} m/s, dE = ${digits(dE)} J`);
        set(this.scrubber, { "aria-valuetext": words });
    }

    private drawAxes(): void {
        const seen = this.paper.seen();
        const step = roundUp((seen.x1 - seen.x0) / 6);
        const key = `${step} ${seen.x0} ${seen.y0}`;
        if (key === this.ticked) return;
        this.ticked = key;
        const [x, y] = [this.paper.x(0), this.paper.y(0)];
        const parts: Element[] = [svg("path", { d: `M0 ${y}H${WIDTH}M${x} 0V${HEIGHT}`, class: "axis" })];
        for (let k = Math.ceil(seen.x0 / step); k * step < seen.x1; k++) {
            if (k) parts.push(svg("text", { x: this.paper.x(k * step), y: Math.min(Math.max(y + 14, 14), HEIGHT - 4), "text-anchor": "middle" }, digits(k * step)));
        }
        for (let k = Math.ceil(seen.y0 / step); k * step < seen.y1; k++) {
            if (k) parts.push(svg("text", { x: Math.min(Math.max(x - 5, 30), WIDTH - 4), y: this.paper.y(k * step) + 4, "text-anchor": "end" }, digits(k * step)));
        }
        parts.push(svg("text", { x: WIDTH - 6, y: Math.min(Math.max(y - 6, 14), HEIGHT - 20), "text-anchor": "end", class: "name" }, "P_t, N s"));
        parts.push(svg("text", { x: x + 6, y: 13, class: "name" }, "P_n, N s"));
        this.axes.replaceChildren(...parts);
    }
}

function title(end: Result): string {
    return `${end.law}: ${end.mode}, P = ${vector(end.P, Math.hypot(...end.P))} N s, dE = ${digits(end.dE)} J`;
}
