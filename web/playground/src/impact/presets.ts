/** Lists impacts to start with, by paper and figure. scripts/presets.mjs writes the list from files of the repository. */
import type { Carom } from "carom";
import { decode } from "../state.js";
import type { Store } from "../store.js";
import { html } from "../svg.js";

interface Preset {
    readonly group: string;
    readonly title: string;
    readonly about: string;
    readonly link: string;
}

/** The list embedded in a single-file page, which is read before the page is filled. */
const inside = document.getElementById("presets")?.textContent;

/** The list, which is fetched once. Until it is loaded, or if this fails, the menu is empty. */
let list: Promise<readonly Preset[]> | undefined;

export function presetMenu(carom: Carom, store: Store): HTMLElement {
    const menu = html("select", { id: "preset" }, html("option", { value: "" }, "choose..."));
    list ??= inside ? Promise.resolve(JSON.parse(inside) as readonly Preset[]) : fetch("presets.json").then((answer) => answer.json() as Promise<readonly Preset[]>);
    list.then((presets) => {
        const groups = new Map<string, HTMLElement>();
        presets.forEach((preset, i) => {
            const group = groups.get(preset.group) ?? html("optgroup", { label: preset.group });
            groups.set(preset.group, group);
            group.append(html("option", { value: i, title: preset.about }, preset.title));
        });
        menu.append(...groups.values());
        menu.addEventListener("change", () => {
            const preset = presets[Number(menu.value)];
            if (!preset || menu.value === "") return;
            const { scene, at, law, params } = decode(carom, preset.link).state;
            store.set({ scene, at, law, params, scrub: 1 }, "push");
        });
    }).catch(() => menu.setAttribute("disabled", ""));
    return html("div", { class: "pick" }, html("label", { for: "preset" }, "Preset"), menu);
}
