/** Explains a technical term when the pointer is on it, or when it is tapped or pressed. */
import { html, set } from "../svg.js";

/** Returns the word, and after it the explanation, which is hidden until the word is tapped. */
export function term(word: string, meaning: string, label?: string): HTMLElement {
    const button = html("button", { type: "button", class: "term", title: meaning, "aria-expanded": "false", "aria-label": label }, word);
    const note = html("span", { class: "note", hidden: true }, ` (${meaning})`);
    button.addEventListener("click", () => {
        note.hidden = !note.hidden;
        set(button, { "aria-expanded": note.hidden ? "false" : "true" });
    });
    return html("span", { class: "explained" }, button, note);
}
