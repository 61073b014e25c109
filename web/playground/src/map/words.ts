/** What the map keeps in the address, and what of it means nothing. */
import type { Carom } from "carom";
import type { State, Wrong } from "../state.js";
import { SCENES } from "../scenes/index.js";
import { type Input, inputs } from "./field.js";

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

/** The law that the chosen one is set against. */
export function secondLaw(carom: Carom, state: State): string {
    const planar = planarLaws(carom);
    const { other = "" } = state.map;
    return planar.includes(other) ? other : ([...state.beside, ...planar].find((name) => name !== state.law) ?? state.law);
}

/** What may stand on the axes: the numbers of the scene and the coefficients of the laws on the map. */
export function inputsOf(carom: Carom, state: State) {
    return inputs(carom, state, state.map["by"] === "apart" ? [state.law, secondLaw(carom, state)] : [state.law]);
}

/** The input a link names; a coefficient also without "p.", as early links have it. */
export function inputNamed(all: readonly Input[], word: string | undefined): Input | undefined {
    return all.find((input) => input.key === word || input.key === `p.${word}`);
}

/** Of any scene and any law: a link keeps its axes when another law is chosen that lacks one. */
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
