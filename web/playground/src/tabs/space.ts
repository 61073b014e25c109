import { type Carom, CaromError, type Contact, type Result } from "carom";
import { problemFor } from "../ask.js";
import { rad } from "../scenes/scene.js";
import { contactOf, FIELDS, numbersOf } from "../space/box.js";
import { VIEW } from "../space/words.js";
import { SlipPicture } from "../space/slip.js";
import { cone, ellipsoid, type Eye, outline, seen, type Vec } from "../space/solid.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";
import { html, markPath, say, set, svg, through } from "../svg.js";
import { dark, onTheme } from "../theme.js";
import { menu, rounded, slider, type Slider } from "./controls.js";
import { modeOf } from "./mode.js";

/** Shows a 3D impact: how friction turns the slip, and impulse space with the cone, the energy and the laws. */

const SIDE = 400;
const MOST_MU = 2;

interface Shown {
    readonly contact: Contact;
    readonly mu: number;
    readonly hits: readonly Result[];
    readonly path: readonly Vec[];
    readonly slips: readonly Vec[];
}

function numberParam(state: State, name: string, standard: number): number {
    const value = state.params[name];
    return typeof value === "number" && Number.isFinite(value) ? value : standard;
}

/** Computes the path with the chosen law, or with the first law that has one in 3D. */
function traced(carom: Carom, state: State, contact: Contact): { law: string; points: readonly Vec[]; slips: readonly Vec[] } {
    const laws = [state.law, ...carom.laws().map((law) => law.name)].filter((name) => carom.law(name).dims.includes(3));
    for (const name of laws) {
        try {
            const path = carom.trace(name, problemFor(carom, carom.law(name), { ...state.params, allow: state.allow, ...contact }));
            if (path.points.length) return { law: name, points: path.points.map((p) => p.P), slips: path.points.map((p) => p.v.slice(1)) };
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
        }
    }
    return { law: laws[0] ?? "", points: [], slips: [] };
}

class SpaceView {
    private readonly store: Store;
    private readonly carom: Carom;
    private readonly slip = new SlipPicture();
    private readonly solid = svg("g", { fill: "none" });
    private readonly impulses = svg("path", { fill: "none", stroke: "var(--accent)", "stroke-width": 3 });
    private readonly marks = svg("g");
    private readonly told = html("output", { class: "map-read" });
    private readonly slipWords = html("figcaption");
    private readonly pictureWords = html("figcaption");
    private readonly picture: SVGSVGElement;
    private readonly law = html("div");
    private readonly legend = html("ul", { class: "map-legend", "aria-label": "Laws" });
    private readonly sliders: { slider: Slider; value: (state: State) => number }[] = [];
    private readonly leave: (() => void)[];
    private now: Shown | undefined;
    private waiting = 0;

    constructor(host: HTMLElement, store: Store, carom: Carom) {
        this.store = store;
        this.carom = carom;
        const box = { viewBox: `0 0 ${SIDE} ${SIDE}` };
        this.picture = svg("svg", { ...box, role: "application", tabindex: 0, class: "space-turn" }, this.solid, this.impulses, this.marks);
        const pictures = [html("figure", {}, this.slip.element, this.slipWords), html("figure", {}, this.picture, this.pictureWords)];
        host.append(
            html(
                "div",
                { class: "space-page" },
                html("div", { class: "controls" }, this.law, ...this.controls()),
                html("div", { class: "space" }, ...pictures),
                this.told,
                this.legend,
            ),
        );
        this.listen();
        this.leave = [store.subscribe(() => this.later()), onTheme(() => this.later())];
        this.draw();
    }

    gone(): void {
        cancelAnimationFrame(this.waiting);
        for (const leave of this.leave) leave();
    }

    private later(): void {
        if (this.waiting) return;
        this.waiting = requestAnimationFrame(() => {
            this.waiting = 0;
            this.draw();
        });
    }

    private own(change: Readonly<Record<string, number>>): void {
        const text = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, String(Number(value.toPrecision(6)))]));
        this.store.set({ space: { ...this.store.state.space, ...text } });
    }

    private eye(state: State): Eye {
        const own = (name: string, standard: number) => {
            const value = Number(state.space[name] ?? Number.NaN);
            return rad(Number.isFinite(value) ? value : standard);
        };
        return { turn: own(VIEW[0], 30), tilt: own(VIEW[1], 25) };
    }

    private controls(): HTMLElement[] {
        const state = this.store.state;
        const add = (label: string, from: number, to: number, value: (s: State) => number, moved: (x: number) => void) => {
            const made = slider(label, from, to, value(state), moved);
            this.sliders.push({ slider: made, value });
            return made.element;
        };
        const param = (name: string, label: string, most: number, standard: number) =>
            add(label, 0, most, (s) => Math.min(most, numberParam(s, name, standard)), (x) =>
                this.store.set({ params: { ...this.store.state.params, [name]: Number(x.toPrecision(6)) } }),
            );
        return [
            param("mu", "mu", MOST_MU, 0.7),
            param("e", "e", 1, 0.5),
            ...FIELDS.map((f) => {
                const [from, to] = f.positive ? [f.standard / 5, f.standard * 5] : f.unit === "m/s" ? [-3, f.name === "vn" ? 0 : 3] : [f.lowest, f.highest];
                return add(`${f.label} (${f.unit})`, from, to, (s) => numbersOf(s.space)[f.name] as number, (x) => this.own({ [f.name]: x }));
            }),
            add("view: turn (deg)", -180, 180, (s) => (this.eye(s).turn * 180) / Math.PI, (view) => this.own({ view })),
            add("view: above (deg)", -90, 90, (s) => (this.eye(s).tilt * 180) / Math.PI, (above) => this.own({ above })),
        ];
    }

    private listen(): void {
        const turn = (dx: number, dy: number) => {
            const { turn: t, tilt } = this.eye(this.store.state);
            const deg = 180 / Math.PI;
            const wrapped = ((((t * deg - dx + 180) % 360) + 360) % 360) - 180;
            this.own({ view: wrapped, above: Math.min(90, Math.max(-90, tilt * deg + dy)) });
        };
        // For a finger, some browsers do not report movementX and movementY.
        let last: readonly [number, number] | undefined;
        this.picture.addEventListener("pointerdown", (event) => {
            last = [event.clientX, event.clientY];
            this.picture.setPointerCapture(event.pointerId);
        });
        this.picture.addEventListener("pointermove", (event) => {
            if (!last || !this.picture.hasPointerCapture(event.pointerId)) return;
            turn((event.clientX - last[0]) / 2, (event.clientY - last[1]) / 2);
            last = [event.clientX, event.clientY];
        });
        this.picture.addEventListener("keydown", (event) => {
            const moves: Record<string, readonly [number, number]> = { ArrowLeft: [-5, 0], ArrowRight: [5, 0], ArrowUp: [0, -5], ArrowDown: [0, 5] };
            const move = moves[event.key];
            if (!move) return;
            event.preventDefault();
            turn(...move);
        });
    }

    private draw(): void {
        const { state } = this.store;
        for (const { slider: one, value } of this.sliders) one.to(value(state));
        const spatial = this.carom.laws().filter((law) => law.dims.includes(3)).map((law) => ({ value: law.name, text: law.name }));
        if (this.law.dataset["law"] !== state.law) {
            this.law.dataset["law"] = state.law;
            const held = this.law.contains(document.activeElement);
            this.law.replaceChildren(menu("Law", spatial, state.law, (law) => this.store.set({ law })));
            if (held) this.law.querySelector("select")?.focus();
        }
        try {
            const contact = contactOf(this.carom, numbersOf(state.space));
            const mu = numberParam(state, "mu", 0.7);
            const path = traced(this.carom, state, contact);
            this.now = { contact, mu, hits: this.carom.compare({ ...state.params, allow: state.allow, ...contact }), path: path.points, slips: path.slips };
            this.drawSlip(state, path.law);
            this.drawSolid(state, path.law);
        } catch (error) {
            if (!(error instanceof CaromError)) throw error;
            say(this.told, error.message);
        }
    }

    private drawSlip(state: State, law: string): void {
        const { contact, mu, slips } = this.now as Shown;
        // Without restitution, the flow lines end where compression ends.
        const compressed = { ...state, law, params: { ...state.params, e: 0 } };
        this.slip.update(this.carom, contact, mu, law, slips, (v) => traced(this.carom, compressed, { ...contact, v }).slips);
        say(this.slipWords, this.slip.words);
    }

    private drawSolid(state: State, law: string): void {
        const { contact, mu, hits, path } = this.now as Shown;
        const eye = this.eye(state);
        const region = this.carom.region({ ...contact, mu });
        const good = hits.filter((hit) => hit.ok);
        const rings = region.bounded ? ellipsoid(region) : [];
        const rim = region.bounded ? outline(region, eye) : [];
        const top = 1.1 * Math.max(1e-12, ...good.map((hit) => hit.P[0] as number), ...rings.flat().map((P) => P[0] as number));
        const lines = cone(mu, top);
        const all = [...rim, ...[...good.map((hit) => hit.P), ...(lines[0] ?? []), [0, 0, 0]].map((P) => seen(P, eye))];
        const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
        const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        const scale = (0.9 * SIDE) / Math.max(x1 - x0, y1 - y0);
        const paper = ([x, y]: readonly number[]): [number, number] => [
            SIDE / 2 + ((x as number) - (x0 + x1) / 2) * scale,
            SIDE / 2 - ((y as number) - (y0 + y1) / 2) * scale,
        ];
        const at = (P: Vec) => paper(seen(P, eye));
        this.solid.replaceChildren(
            ...lines.map((line) => svg("path", { d: through(line, at), stroke: "var(--line)" })),
            ...rings.map((line) => svg("path", { d: through(line, at), stroke: "var(--grey)", "stroke-dasharray": "3 3", opacity: 0.7 })),
            svg("path", { d: through(rim, paper), stroke: "var(--grey)", "stroke-width": 1.5 }),
            svg("path", { d: through([[0, 0, 0], [top, 0, 0]], at), stroke: "var(--ink)" }),
        );
        const tip = at([top, 0, 0]);
        this.solid.append(svg("text", { x: tip[0] + 5, y: tip[1] + 12, fill: "var(--ink)", "font-size": 14 }, "P_n"));
        set(this.impulses, { d: through(path, at) });
        this.drawMarks(good, at, law);
        this.words(state, hits);
    }

    private drawMarks(good: readonly Result[], at: (P: Vec) => [number, number], law: string): void {
        const rows = good.map((hit) => {
            const { style: look } = this.carom.law(hit.law);
            const colour = dark() ? look.dark : look.light;
            const [x, y] = at(hit.P);
            const mark = { d: markPath(look.mark, 6), stroke: colour, "stroke-width": 1.5 };
            const fill = /cross|plus|star/.test(look.mark) ? "none" : colour;
            return {
                point: svg("path", { ...mark, fill, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, svg("title", {}, `${hit.law}: ${hit.mode}`)),
                line: html(
                    "li",
                    { title: this.carom.law(hit.law).summary },
                    svg("svg", { width: 16, height: 16, viewBox: "-8 -8 16 16", "aria-hidden": "true", class: "law-mark" }, svg("path", { ...mark, fill })),
                    ` ${hit.law}${hit.violations.length ? ` (${hit.violations.join(", ")})` : ""}`,
                ),
            };
        });
        this.marks.replaceChildren(...rows.map((row) => row.point));
        this.legend.replaceChildren(...rows.map((row) => row.line));
        say(this.pictureWords, `Impulse space: friction cone, ellipsoid of all energy, the path of ${law} and the end by every law. Drag or use the arrow keys to turn it.`);
        set(this.picture, { "aria-label": this.pictureWords.textContent ?? "" });
    }

    private words(state: State, hits: readonly Result[]): void {
        const hit = hits.find((one) => one.law === state.law);
        if (!hit?.ok) say(this.told, `${state.law} has no answer here.`);
        else say(this.told, `${hit.law}: ${hit.mode}, P = ${hit.P.map(rounded).join(", ")} N s, v' = ${hit.v.map(rounded).join(", ")} m/s, dE = ${rounded(hit.dE)} J`);
    }
}

export const space = modeOf("space", "Space", SpaceView);
