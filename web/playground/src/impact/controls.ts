/** Draws the controls: the law, its parameters, the numbers of the scene. All rows come from the registry's tables. */
import type { Carom, Coefficient, Law } from "carom";
import { digits } from "../format.js";
import { type Field, get, sceneOf } from "../scenes/index.js";
import type { State, Value } from "../state.js";
import { html, say, set } from "../svg.js";

/** The end of a slider if the table has no highest value; the number field next to it accepts any value. */
const OPEN_END = 2;

type Change = (change: Partial<State>) => void;

/** Returns the name under which the state stores a parameter: its own name if present, otherwise that of its family, if any. */
export function keyOf(law: Law, param: Coefficient, params: State["params"]): string {
    if (param.name in params || !param.family) return param.name;
    return law.coefficients.filter((p) => p.family === param.family).length === 1 ? param.family : param.name;
}

/** A slider and a number field with the same value. */
class Knob {
    readonly element: HTMLElement;
    private readonly slider: HTMLInputElement;
    private readonly number: HTMLInputElement;
    private readonly log: boolean;

    constructor(id: string, label: string, unit: string, meaning: string, lowest: number, highest: number, log: boolean, put: (value: number) => void) {
        this.log = log;
        const [min, max] = log ? [Math.log10(lowest), Math.log10(highest)] : [lowest, highest];
        const step = log ? 0.01 : 10 ** Math.floor(Math.log10((highest - lowest) / 100));
        this.slider = html("input", { type: "range", min, max, step, id, title: meaning });
        this.number = html("input", { type: "number", step: "any", "aria-label": `${label}${unit ? `, ${unit}` : ""}, as a number`, id: `${id}-number` });
        this.slider.addEventListener("input", () => {
            const x = Number(this.slider.value);
            put(log ? Number((10 ** x).toPrecision(3)) : Number(x.toPrecision(6)));
        });
        this.number.addEventListener("change", () => {
            const x = this.number.valueAsNumber;
            if (Number.isFinite(x) && (!log || x > 0)) put(x);
            else this.number.value = this.number.defaultValue;
        });
        this.element = html("div", { class: "knob" }, html("label", { for: id, title: meaning }, label), this.slider, this.number, html("span", { class: "unit" }, unit));
    }

    show(value: number): void {
        const text = digits(value);
        if (document.activeElement !== this.number && this.number.value !== text) {
            this.number.value = text;
            this.number.defaultValue = text;
        }
        const place = String(this.log ? Math.log10(value) : value);
        if (this.slider.value !== place) this.slider.value = place;
    }
}

export class Parameters {
    readonly element = html("fieldset", { class: "params" });
    private readonly carom: Carom;
    private made = "";
    private rows: { readonly law: Law; readonly param: Coefficient; show(value: Value | undefined): void }[] = [];

    constructor(carom: Carom, private readonly change: Change, private readonly state: () => State) {
        this.carom = carom;
    }

    update(state: State): void {
        if (state.law !== this.made) this.make(this.carom.law(state.law));
        for (const row of this.rows) row.show(state.params[keyOf(row.law, row.param, state.params)]);
    }

    private make(law: Law): void {
        this.made = law.name;
        this.rows = [];
        const main: HTMLElement[] = [];
        const more: HTMLElement[] = [];
        for (const param of law.coefficients) {
            const put = (value: Value) => {
                const { params } = this.state();
                this.change({ params: { ...params, [keyOf(law, param, params)]: value } });
            };
            const used = keyOf(law, param, this.state().params) in this.state().params;
            const narrow = Number.isFinite(param.highest) && param.highest < 1e6;
            (used || narrow ? main : more).push(this.row(law, param, put));
        }
        const rest = more.length ? [html("details", {}, html("summary", {}, "more parameters"), ...more)] : [];
        this.element.replaceChildren(html("legend", {}, `Parameters of ${law.name}`), ...main, ...rest);
    }

    private row(law: Law, param: Coefficient, put: (value: Value) => void): HTMLElement {
        const id = `param-${param.name}`;
        const start = param.required ? param.example : param.default;
        const unset = !(start >= param.lowest && start <= param.highest);
        if (param.kind === "choice") {
            const menu = html("select", { id, title: param.meaning }, ...param.choices.map((choice) => html("option", {}, choice)));
            menu.addEventListener("change", () => put(menu.value));
            this.rows.push({ law, param, show: (value) => (menu.value = typeof value === "string" ? value : (param.choices[Number(value ?? start)] ?? "")) });
            return html("div", { class: "knob" }, html("label", { for: id, title: param.meaning }, param.name), menu);
        }
        if (param.kind !== "real" || unset) {
            const text = html("input", { type: "text", id, title: param.meaning, placeholder: param.kind === "real" ? "as it is" : "n, t" });
            text.addEventListener("change", () => {
                const values = text.value.split(/[ ,;]+/).filter(Boolean).map(Number);
                if (values.length && values.every(Number.isFinite)) put(values.length === 1 ? (values[0] as number) : values);
            });
            this.rows.push({ law, param, show: (value) => { if (document.activeElement !== text) text.value = String(value ?? (param.required ? start : "")); } });
            return html("div", { class: "knob" }, html("label", { for: id, title: param.meaning }, param.name), text);
        }
        const lowest = param.lowest > -1e6 ? param.lowest : -OPEN_END;
        const knob = new Knob(id, param.name, param.unit === "1" ? "" : param.unit, param.meaning, lowest, param.highest < 1e6 ? param.highest : OPEN_END, false, put);
        this.rows.push({ law, param, show: (value) => knob.show(typeof value === "number" ? value : start) });
        return knob.element;
    }
}

export class SceneNumbers {
    readonly element = html("details", { class: "numbers-of-scene", open: matchMedia("(min-width: 900px)").matches });
    private made = "";
    private knobs: (readonly [Field, Knob])[] = [];

    constructor(private readonly change: Change, private readonly state: () => State) {}

    update(state: State): void {
        if (state.scene !== this.made) this.make(state);
        for (const [field, knob] of this.knobs) knob.show(get(state.at, field.name));
    }

    private make(state: State): void {
        this.made = state.scene;
        const scene = sceneOf(state.scene);
        this.knobs = scene.fields.map((field) => {
            const put = (value: number) => this.change({ at: { ...this.state().at, [field.name]: value } });
            const words = `${field.label}, ${field.unit}`;
            return [field, new Knob(`scene-${field.name}`, field.label, field.unit, words, field.lowest, field.highest, field.positive ?? false, put)] as const;
        });
        this.element.replaceChildren(html("summary", {}, `Numbers of the scene: ${scene.title}`), ...this.knobs.map(([, knob]) => knob.element));
    }
}

/** Shows the chosen law, its description, and the laws to compare. */
export class LawMenu {
    readonly element: HTMLElement;
    readonly about = html("p", { class: "about" });
    private readonly menu = html("select", { id: "law" });
    private readonly carom: Carom;

    constructor(carom: Carom, change: Change) {
        this.carom = carom;
        for (const law of carom.laws()) if (law.dims.includes(2)) this.menu.append(html("option", { title: law.summary }, law.name));
        this.menu.addEventListener("change", () => change({ law: this.menu.value }));
        this.element = html("div", { class: "pick" }, html("label", { for: "law" }, "Law"), this.menu);
    }

    update(state: State): void {
        if (this.menu.value !== state.law) this.menu.value = state.law;
        const law = this.carom.law(state.law);
        say(this.about, `${law.summary}. ${law.citation}.`);
        set(this.about, { title: law.guarantees.length ? `Guarantees: ${law.guarantees.join(", ")}` : undefined });
    }
}
