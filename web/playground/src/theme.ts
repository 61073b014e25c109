import { html, say } from "./svg.js";

/** Selects light or dark: the reader's choice on this page, otherwise that of the system. The choice is not part of the link. */

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

/** Registers a function that is called when the page switches between light and dark. */
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
            // without storage, the choice lasts until the page is closed
        }
        apply();
    });
    system.addEventListener("change", apply);
    onTheme(label);
    apply();
    return button;
}
