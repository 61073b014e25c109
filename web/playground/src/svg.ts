/** Creates elements of HTML and SVG once and changes them in place, so that nothing is created while something is dragged. */

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function fill<T extends Element>(element: T, attributes: Attributes, children: readonly (Node | string)[]): T {
    set(element, attributes);
    element.append(...children);
    return element;
}

export function html<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
    return fill(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
    tag: K,
    attributes: Attributes = {},
    ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Sets changed attributes; undefined and false remove an attribute. */
export function set(element: Element, attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === false) element.removeAttribute(name);
        else {
            const text = value === true ? "" : String(value);
            if (element.getAttribute(name) !== text) element.setAttribute(name, text);
        }
    }
}

/** Replaces the text of an element. */
export function say(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
}

const px = (x: number): string => (Number.isFinite(x) ? String(Math.round(x * 100) / 100) : "0");

/** Returns the attribute d of a path through points, which `at` maps to the page. */
export function through(points: readonly (readonly number[])[], at: (P: readonly number[]) => readonly [number, number], closed = false): string {
    let d = "";
    for (const P of points) {
        const [x, y] = at(P);
        d += `${d ? "L" : "M"}${px(x)} ${px(y)}`;
    }
    return closed && d ? `${d}Z` : d;
}

/** Returns the path of a mark, such as "ring", with radius r about the origin. "ring", "cross" and "plus" are not filled. */
export function markPath(mark: string, r: number): string {
    const regular = (n: number, turn: number, every = 1): string => {
        const corner = (i: number) => {
            const angle = (2 * Math.PI * i * every) / n + turn;
            return `${px(r * Math.sin(angle))} ${px(-r * Math.cos(angle))}`;
        };
        return `M${Array.from({ length: n }, (_, i) => corner(i)).join("L")}Z`;
    };
    const s = px(0.8 * r);
    switch (mark) {
        case "square":
            return `M-${s} -${s}H${s}V${s}H-${s}Z`;
        case "diamond":
            return regular(4, 0);
        case "triangle":
            return regular(3, 0);
        case "down":
            return regular(3, Math.PI);
        case "cross":
            return `M-${s} -${s}L${s} ${s}M-${s} ${s}L${s} -${s}`;
        case "plus":
            return `M-${px(r)} 0H${px(r)}M0 -${px(r)}V${px(r)}`;
        case "star":
            return regular(5, 0, 2);
        default:
            return `M-${px(r)} 0A${px(r)} ${px(r)} 0 1 1 ${px(r)} 0A${px(r)} ${px(r)} 0 1 1 -${px(r)} 0Z`;
    }
}
