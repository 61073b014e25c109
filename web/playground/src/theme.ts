import { html, say } from "./svg.js";

/** Light or dark: what the reader chose here, else what the system says. It is hers, not the link's. */

const KEY = "carom-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function chosen(): string | null {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null; // a page in a frame may have no storage
    }
}

let theme = chosen();

export function dark(): boolean {
    return theme ? theme === "dark" : system.matches;
}

/** Called when the page turns light or dark. */
export function onTheme(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
}

function apply(): void {
    document.documentElement.dataset["theme"] = dark() ? "dark" : "light";
    for (const listener of listeners) listener();
}

export function themeButton(): HTMLButtonElement {
    const button = html("button", { type: "button", id: "theme" });
    const label = () => say(button, dark() ? "Light" : "Dark");
    button.addEventListener("click", () => {
        theme = dark() ? "light" : "dark";
        try {
            localStorage.setItem(KEY, theme);
        } catch {
            // kept until the page is closed
        }
        apply();
    });
    system.addEventListener("change", apply);
    onTheme(label);
    apply();
    return button;
}
