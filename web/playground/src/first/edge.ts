/** Marks the edges of an element beyond which it can be scrolled sideways, so that they are drawn faded. */
import { set } from "../svg.js";

export function edged(element: HTMLElement): HTMLElement {
    const update = () => {
        const [left, right] = [element.scrollLeft, element.scrollWidth - element.clientWidth - element.scrollLeft];
        set(element, { "data-more": [left > 1 ? "left" : "", right > 1 ? "right" : ""].join(" ").trim() || undefined });
    };
    element.addEventListener("scroll", update, { passive: true });
    new ResizeObserver(update).observe(element);
    return element;
}
