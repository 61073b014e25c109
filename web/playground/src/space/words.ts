/** Reads the settings of the 3D tab from the address, and reports invalid ones. */
import type { Wrong } from "../state.js";
import { FIELDS } from "./box.js";

/** The direction of view, degrees. */
export const VIEW = ["view", "above"] as const;

export function spaceRefused(own: Readonly<Record<string, string>>): Wrong[] {
    const why = (word: string, text: string): string => {
        const field = FIELDS.find((f) => f.name === word);
        if (!field && !VIEW.some((name) => name === word)) return "means nothing here";
        if (text === "" || !Number.isFinite(Number(text))) return "is no number";
        return field?.positive && !(Number(text) > 0) ? "must be above 0" : "";
    };
    return Object.entries(own).map(([word, text]) => ({ word, why: why(word, text) })).filter((row) => row.why !== "");
}
