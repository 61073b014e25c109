import type { Carom } from "carom";
import { answers, type Answers, apart, type Axis, axis, contacts, type Input, put, valueOf } from "../map/field.js";
import { byApart, byEnergy, byMode } from "../map/paint.js";
import { axesOf, BY, planarLaws, secondLaw } from "../map/words.js";
import type { State } from "../state.js";
import type { Store } from "../store.js";
import { html, say, set } from "../svg.js";
import { onTheme } from "../theme.js";
import { menu, number, rounded } from "./controls.js";
import { modeOf } from "./mode.js";

/** Shows a map over two inputs, coloured by the mode of a law, by its energy, or by the difference of two laws. */

/** Cells per side: in the first, coarse map, and in the fine map that follows when nothing has changed for a moment. */
const COARSE = 40;
const FINE = 160;
const REST = 120;

interface Chosen {
    readonly by: string;
    readonly other: string;
    readonly x: Input;
    readonly y: Input;
    readonly inputs: readonly Input[];
}

/** Returns the settings in state.map, or their defaults. */
function chosen(carom: Carom, state: State): Chosen {
    const { by = "mode" } = state.map;
    const axes = axesOf(carom, state);
    const named = (which: "x" | "y"): Input => {
        const found = axes[which];
        const limit = (side: string, standard: number) => {
            const text = state.map[which + side];
            return text && Number.isFinite(Number(text)) ? Number(text) : standard;
        };
        return { ...found, from: limit("0", found.from), to: limit("1", found.to) };
    };
    return {
        by: BY.some((row) => row.value === by) ? by : "mode",
        other: secondLaw(carom, state),
        x: named("x"),
        y: named("y"),
        inputs: axes.inputs,
    };
}

class MapView {
    private readonly store: Store;
    private readonly carom: Carom;
    private readonly controls = html("div", { class: "controls" });
    private readonly canvas = html("canvas", { tabindex: 0, role: "application" });
    private readonly here = html("span", { class: "map-here", "aria-hidden": "true" });
    private readonly cursor = html("span", { class: "map-cursor", "aria-hidden": "true", hidden: true });
    private readonly legend = html("ul", { class: "map-legend", "aria-label": "Colours" });
    private readonly read = html("output", { class: "map-read" });
    private readonly ticks = html("div", { class: "map-ticks-x", "aria-hidden": "true" });
    private readonly side = html("div", { class: "map-ticks-y", "aria-hidden": "true" });
    private cells: { x: Axis; y: Axis; one: Answers; apart?: Float64Array } | undefined;
    private at: readonly [number, number] = [0.5, 0.5];
    private shown = "";
    private waiting = 0;
    private readonly leave: (() => void)[];

    constructor(host: HTMLElement, store: Store, carom: Carom) {
        this.store = store;
        this.carom = carom;
        const frame = html("div", { class: "map-frame" }, this.canvas, this.here, this.cursor);
        host.append(
            this.controls,
            html(
                "div",
                { class: "map-page" },
                html("div", { class: "map" }, this.side, frame, this.ticks),
                html(
                    "div",
                    {},
                    html("p", { class: "hint" }, "Point or use the arrow keys to read a cell; click it or press Enter to open that impact."),
                    this.read,
                    this.legend,
                ),
            ),
        );
        this.listen();
        this.leave = [store.subscribe(() => this.draw()), onTheme(() => this.paint(FINE))];
        this.draw();
    }

    gone(): void {
        window.clearTimeout(this.waiting);
        for (const leave of this.leave) leave();
    }

    private listen(): void {
        const where = (event: PointerEvent | MouseEvent): readonly [number, number] => {
            const box = this.canvas.getBoundingClientRect();
            return [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
        };
        this.canvas.addEventListener("pointermove", (event) => this.tell(where(event)));
        this.canvas.addEventListener("click", (event) => this.open(where(event)));
        this.canvas.addEventListener("keydown", (event) => {
            const step = event.shiftKey ? 0.1 : 0.01;
            const moves: Record<string, readonly [number, number]> = {
                ArrowLeft: [-step, 0],
                ArrowRight: [step, 0],
                ArrowDown: [0, -step],
                ArrowUp: [0, step],
            };
            const move = moves[event.key];
            if (event.key === "Enter") this.open(this.at);
            else if (move) this.tell([this.at[0] + move[0], this.at[1] + move[1]]);
            else return;
            event.preventDefault();
        });
    }

    private tell([a, b]: readonly [number, number]): void {
        const within = (t: number) => Math.min(1 - 1e-9, Math.max(0, t));
        this.at = [within(a), within(b)];
        this.cursor.hidden = false;
        this.cursor.style.left = `${100 * this.at[0]}%`;
        this.cursor.style.bottom = `${100 * this.at[1]}%`;
        const cells = this.cells;
        if (!cells) return;
        const [i, j] = [Math.floor(this.at[0] * cells.x.at.length), Math.floor(this.at[1] * cells.y.at.length)];
        const k = j * cells.x.at.length + i;
        const place = `${cells.x.label} = ${rounded(cells.x.at[i] as number)}, ${cells.y.label} = ${rounded(cells.y.at[j] as number)}`;
        say(this.read, `${place}: ${this.told(k)}`);
    }

    private told(k: number): string {
        const { one, apart: far } = this.cells as NonNullable<typeof this.cells>;
        if (one.status[k]) return "no answer";
        const mode = this.carom.modes()[one.mode[k] as number]?.name ?? "";
        const after = one.v.map((v) => rounded(v[k] as number)).join(", ");
        const gain = one.gains[k] ? ", creates energy" : "";
        const other = far && !Number.isNaN(far[k]) ? `, the laws ${rounded(far[k] as number)} apart` : "";
        return `${mode}, v' = ${after} m/s, dE = ${rounded(one.dE[k] as number)} J${gain}${other}`;
    }

    private open([a, b]: readonly [number, number]): void {
        const { x, y } = chosen(this.carom, this.store.state);
        const digits = (t: number) => Number(t.toPrecision(6));
        const at = put(put(this.store.state, x.key, digits(x.from + a * (x.to - x.from))), y.key, digits(y.from + b * (y.to - y.from)));
        this.store.set({ at: at.at, params: at.params, tab: "impact" }, "push");
    }

    private draw(): void {
        this.fillControls();
        this.paint(COARSE);
        window.clearTimeout(this.waiting);
        this.waiting = window.setTimeout(() => this.paint(FINE), REST);
    }

    private change(map: Readonly<Record<string, string>>): void {
        this.store.set({ map: { ...this.store.state.map, ...map } });
    }

    /** Updates the menus only if their entries have changed. */
    private fillControls(): void {
        const { state } = this.store;
        const now = chosen(this.carom, state);
        const key = JSON.stringify([state.scene, state.law, state.map]);
        if (key === this.shown) return;
        this.shown = key;
        const laws = planarLaws(this.carom).map((name) => ({ value: name, text: name }));
        const axes = now.inputs.map((input) => ({ value: input.key, text: input.label }));
        const held = this.controls.contains(document.activeElement) ? (document.activeElement as HTMLElement).closest("label")?.textContent : undefined;
        const side = (which: "x" | "y", input: Input, name: string) => [
            menu(name, axes, input.key, (value) => this.change({ [which]: value, [`${which}0`]: "", [`${which}1`]: "" })),
            number(`${name}: from`, input.from, (value) => this.change({ [`${which}0`]: String(value) })),
            number(`${name}: to`, input.to, (value) => this.change({ [`${which}1`]: String(value) })),
        ];
        this.controls.replaceChildren(
            menu("Colour by", BY, now.by, (by) => this.change({ by })),
            menu("Law", laws, state.law, (law) => this.store.set({ law })),
            ...(now.by === "apart" ? [menu("Second law", laws, now.other, (other) => this.change({ other }))] : []),
            ...side("x", now.x, "Across"),
            ...side("y", now.y, "Up"),
        );
        const again = [...this.controls.querySelectorAll("label")].find((label) => label.textContent === held);
        again?.querySelector<HTMLElement>("select, input")?.focus();
    }

    private paint(side: number): void {
        const { state } = this.store;
        const now = chosen(this.carom, state);
        const [x, y] = [axis(now.x, now.x.from, now.x.to, side), axis(now.y, now.y.from, now.y.to, side)];
        const at = contacts(this.carom, state, x, y);
        const one = answers(this.carom, this.carom.law(state.law), state, x, y, at);
        const far = now.by === "apart" ? apart(one, answers(this.carom, this.carom.law(now.other), state, x, y, at), at) : undefined;
        this.cells = { x, y, one, ...(far ? { apart: far } : {}) };
        const painting = far ? byApart(far) : now.by === "energy" ? byEnergy(one) : byMode(this.carom, one);
        set(this.canvas, { width: side, height: side });
        const pen = this.canvas.getContext("2d");
        if (!pen) return;
        const picture = pen.createImageData(side, side);
        painting.colours.forEach((colour, k) => {
            // The rows of an image are ordered from top to bottom.
            const to = 4 * ((side - 1 - Math.floor(k / side)) * side + (k % side));
            picture.data.set([...colour, 255], to);
        });
        pen.putImageData(picture, 0, 0);
        this.legend.replaceChildren(
            ...painting.legend.map((entry) => {
                const swatch = html("span", { class: "swatch" });
                swatch.style.background = entry.colour; // a style attribute would violate the page's security policy
                return html("li", {}, swatch, entry.text, ...(entry.meaning ? [html("small", {}, `: ${entry.meaning}`)] : []));
            }),
        );
        this.label(now, state);
    }

    private label(now: Chosen, state: State): void {
        const what = BY.find((row) => row.value === now.by)?.text ?? "";
        set(this.canvas, { "aria-label": `Map of ${state.law}: ${what}, over ${now.x.label} and ${now.y.label}. Arrow keys read, Enter opens.` });
        const ends = (axis: Input) => [html("span", {}, rounded(axis.from)), html("b", {}, axis.label), html("span", {}, rounded(axis.to))];
        this.ticks.replaceChildren(...ends(now.x));
        this.side.replaceChildren(...ends(now.y).reverse());
        const part = (axis: Input) => (Number(valueOf(state, axis.key)) - axis.from) / (axis.to - axis.from);
        const [a, b] = [part(now.x), part(now.y)];
        this.here.hidden = !(a >= 0 && a <= 1 && b >= 0 && b <= 1);
        this.here.style.left = `${100 * a}%`;
        this.here.style.bottom = `${100 * b}%`;
    }
}

export const map = modeOf("map", "Map", MapView);
