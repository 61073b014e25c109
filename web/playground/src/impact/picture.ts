/** Writes the scene and the impulse plane as one self-contained SVG, with the styles included. */
import { svg } from "../svg.js";

const KEPT = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "font-size", "font-family", "text-anchor", "opacity", "stroke-linecap"] as const;

function alone(picture: SVGSVGElement): SVGSVGElement {
    const copy = picture.cloneNode(true) as SVGSVGElement;
    const [was, is] = [[...picture.querySelectorAll("*")], [...copy.querySelectorAll("*")]];
    was.forEach((element, i) => {
        const style = getComputedStyle(element);
        const here = is[i] as Element;
        if (style.display === "none" || element.classList.contains("handle")) {
            here.setAttribute("data-gone", "");
            return;
        }
        for (const name of KEPT) {
            const value = style.getPropertyValue(name);
            if (value) here.setAttribute(name, value);
        }
        if (style.getPropertyValue("vector-effect") === "non-scaling-stroke") inOwnUnits(element as SVGGraphicsElement, here, style);
        for (const name of ["class", "tabindex", "role", "data-handle"]) here.removeAttribute(name);
    });
    for (const gone of copy.querySelectorAll("[data-gone]")) gone.remove();
    return copy;
}

/** Sets the width of a line as it appeared, because not all programs support lines whose width does not scale. */
function inOwnUnits(element: SVGGraphicsElement, here: Element, style: CSSStyleDeclaration): void {
    const matrix = element.transform.baseVal.consolidate()?.matrix;
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
    const divided = (text: string) => text.replace(/[\d.]+(px)?/g, (number) => String(Number.parseFloat(number) / scale));
    here.removeAttribute("vector-effect");
    for (const name of ["stroke-width", "stroke-dasharray"]) here.setAttribute(name, divided(style.getPropertyValue(name)));
}

/** Puts the pictures side by side, on the background of the page. */
export function pictureOf(pictures: readonly SVGSVGElement[], title: string): string {
    let x = 0;
    let height = 0;
    const parts = pictures.map((picture) => {
        const copy = alone(picture);
        const [, , w, h] = (picture.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number) as [number, number, number, number];
        for (const [name, value] of [["x", x], ["y", 0], ["width", w], ["height", h]] as const) copy.setAttribute(name, String(value));
        x += w + 20;
        height = Math.max(height, h);
        return copy;
    });
    const paper = svg("rect", { width: x - 20, height, fill: getComputedStyle(document.body).backgroundColor });
    const whole = svg("svg", { viewBox: `0 0 ${x - 20} ${height}`, width: x - 20, height }, svg("title", {}, title), paper, ...parts);
    return new XMLSerializer().serializeToString(whole);
}

export function save(name: string, text: string): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
}
