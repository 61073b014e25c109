import { html } from "../svg.js";

/** Creates labelled controls: each has a name for screen readers and works with the keyboard. */

export interface Choice {
    readonly value: string;
    readonly text: string;
}

export function menu(label: string, choices: readonly Choice[], value: string, chosen: (value: string) => void): HTMLElement {
    const select = html("select", {}, ...choices.map((c) => html("option", { value: c.value }, c.text)));
    select.value = value;
    select.addEventListener("change", () => chosen(select.value));
    return html("label", { class: "control" }, html("span", {}, label), select);
}

/** Creates a number field; invalid input is reverted. */
export function number(label: string, value: number, changed: (value: number) => void): HTMLElement {
    const input = html("input", { type: "number", step: "any", value: rounded(value) });
    input.addEventListener("change", () => {
        const typed = input.valueAsNumber;
        if (Number.isFinite(typed)) changed(typed);
        else input.value = rounded(value);
    });
    return html("label", { class: "control" }, html("span", {}, label), input);
}

export interface Slider {
    readonly element: HTMLElement;
    /** Shows another value. */
    to(value: number): void;
}

export function slider(label: string, from: number, upTo: number, value: number, moved: (value: number) => void): Slider {
    const shown = html("output", {}, rounded(value));
    const input = html("input", { type: "range", min: from, max: upTo, step: "any", "aria-label": label });
    input.value = String(value);
    const step = (upTo - from) / 100;
    input.addEventListener("keydown", (event) => {
        const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        input.value = String(Math.min(upTo, Math.max(from, input.valueAsNumber + by)));
        input.dispatchEvent(new Event("input"));
    });
    input.addEventListener("input", () => {
        shown.textContent = rounded(input.valueAsNumber);
        moved(input.valueAsNumber);
    });
    return {
        element: html("label", { class: "control slider" }, html("span", {}, label), input, shown),
        to(next) {
            if (input.valueAsNumber !== next) input.value = String(next);
            shown.textContent = rounded(next);
        },
    };
}

/** Formats a number with four digits for reading. */
export function rounded(x: number): string {
    return Number.isFinite(x) ? String(Number(x.toPrecision(4))) : String(x);
}
