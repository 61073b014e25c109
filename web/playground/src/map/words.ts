/** Reads the settings of the map from the address, and reports invalid ones. */
import type { Carom } from "carom";
import type { State, Wrong } from "../state.js";
import { SCENES } from "../scenes/index.js";
import { answers, apart, axis, contacts, type Input, inputs } from "./field.js";

export const BY = [
    { value: "mode", text: "what happens" },
    { value: "energy", text: "energy lost" },
    { value: "apart", text: "two laws apart" },
] as const;

const AXES = ["x", "y"];
const ENDS = ["x0", "x1", "y0", "y1"];

export function planarLaws(carom: Carom): string[] {
    return carom.laws().filter((law) => law.dims.includes(2)).map((law) => law.name);
}

/** Returns the law to compare with the chosen one. */
export function secondLaw(carom: Carom, state: State): string {
    const planar = planarLaws(carom);
    const { other = "" } = state.map;
    return planar.includes(other) ? other : ([...state.beside, ...planar].find((name) => name !== state.law) ?? state.law);
}

/** Lists the inputs for the axes: the numbers of the scene and the coefficients of the laws on the map. */
export function inputsOf(carom: Carom, state: State) {
    return inputs(carom, state, state.map["by"] === "apart" ? [state.law, secondLaw(carom, state)] : [state.law]);
}

/** Returns the input that a link names. In early links, coefficients lack the prefix "p."; such names are accepted. */
export function inputNamed(all: readonly Input[], word: string | undefined): Input | undefined {
    return all.find((input) => input.key === word || input.key === `p.${word}`);
}

/**
 * The cells per side of the small maps that are tried to choose axes. A change counts if it exceeds CHANGE times the
 * largest value.
 */
const TRIED = 8;
const CHANGE = 1e-9;
/** The number of inputs that are tried on the vertical axis, each with all others on the horizontal axis. */
const PAIRED = 4;

/** Returns the values of a map with few cells, row by row; NaN if there is no result. */
function sketch(carom: Carom, state: State, by: string | undefined, x: Input, y: Input): number[] {
    const [across, up] = [axis(x, x.from, x.to, TRIED), axis(y, y.from, y.to, TRIED)];
    const at = contacts(carom, state, across, up);
    const one = answers(carom, carom.law(state.law), state, across, up, at);
    const second = () => answers(carom, carom.law(secondLaw(carom, state)), state, across, up, at);
    const shown = by === "apart" ? apart(one, second(), at) : by === "energy" ? one.dE : one.mode;
    return Array.from(shown, (value, k) => (one.status[k] ? Number.NaN : value));
}

/** Returns whether a map over x and y changes along x, and along y. */
export function changes(carom: Carom, state: State, by: string | undefined, x: Input, y: Input): { readonly x: boolean; readonly y: boolean } {
    const cells = sketch(carom, state, by, x, y);
    const most = Math.max(...cells.filter(Number.isFinite).map(Math.abs));
    const differ = (k: number, step: number) => Math.abs((cells[k] as number) - (cells[k - step] as number)) > CHANGE * most;
    return {
        x: cells.some((_, k) => k % TRIED > 0 && differ(k, 1)),
        y: cells.some((_, k) => k >= TRIED && differ(k, TRIED)),
    };
}

const WISH = { x: ["s.angle", "s.vt", "s.w", "s.vx", "s.turn1"], y: ["p.mu", "p.e"] } as const;
const found = new Map<string, readonly [Input, Input]>();

/** Returns the candidates for an axis: the input that a link names, or all inputs, the most common ones first. */
function candidates(all: readonly Input[], state: State, which: "x" | "y"): readonly Input[] {
    const named = inputNamed(all, state.map[which]);
    const wish = WISH[which].flatMap((key) => all.filter((input) => input.key === key));
    return named ? [named] : [...wish, ...all.filter((input) => !wish.includes(input))];
}

/** Returns the first two inputs along which the map changes. For a law with one mode, the change of energy is used. */
function firstPair(carom: Carom, state: State, all: readonly Input[]): readonly [Input, Input] {
    const [xs, ys] = [candidates(all, state, "x"), candidates(all, state, "y")];
    const both = (by: string | undefined, x: Input, y: Input) => {
        const seen = x.key === y.key ? undefined : changes(carom, state, by, x, y);
        return seen?.x && seen.y;
    };
    for (const by of [state.map["by"], "energy"]) {
        for (const y of ys.slice(0, PAIRED)) {
            const x = xs.find((one) => both(by, one, y));
            if (x) return [x, y];
        }
    }
    const x = xs[0] as Input;
    return [x, ys.find((one) => one.key !== x.key) ?? x];
}

/**
 * Returns the axes of the map. Those that a link does not name are chosen so that the map changes along them. The choice is kept
 * while scene, law and colouring stay the same, so that axes do not change while something is dragged.
 */
export function axesOf(carom: Carom, state: State): { readonly x: Input; readonly y: Input; readonly inputs: readonly Input[] } {
    const all = inputsOf(carom, state);
    const { x = "", y = "", by = "" } = state.map;
    const key = JSON.stringify([state.scene, state.law, by, secondLaw(carom, state), x, y]);
    const pair = found.get(key) ?? firstPair(carom, state, all);
    found.set(key, pair);
    return { x: pair[0], y: pair[1], inputs: all };
}

/** Returns true for an input of any scene or law, so that a link keeps its axes if the chosen law lacks one. */
function isInput(carom: Carom, word: string): boolean {
    const name = word.replace(/^[sp]\./, "");
    const coefficient = carom.laws().flatMap((law) => law.coefficients).some((row) => row.kind === "real" && (row.name === name || row.family === name));
    return (coefficient && !word.startsWith("s.")) || SCENES.some((scene) => scene.fields.some((field) => word === `s.${field.name}`));
}

export function mapRefused(carom: Carom, state: State): Wrong[] {
    const oneOf = (names: readonly string[], text: string) => (names.includes(text) ? "" : `is not one of ${names.join(", ")}`);
    const why = (word: string, text: string): string => {
        if (text === "") return "";
        if (word === "by") return oneOf(BY.map((row) => row.value), text);
        if (word === "other") return oneOf(planarLaws(carom), text);
        if (AXES.includes(word)) return isInput(carom, text) ? "" : "is no number of a scene and no coefficient of a law";
        if (ENDS.includes(word)) return Number.isFinite(Number(text)) ? "" : "is no number";
        return "means nothing here";
    };
    return Object.entries(state.map).map(([word, text]) => ({ word, why: why(word, text) })).filter((row) => row.why !== "");
}
