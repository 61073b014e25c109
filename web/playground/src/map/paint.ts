import type { Carom } from "carom";
import { dark } from "../theme.js";
import type { Answers } from "./field.js";

type Colour = readonly [number, number, number];

function parse(hex: string): Colour {
    const at = (i: number) => Number.parseInt(hex.slice(i, i + 2), 16);
    return [at(1), at(3), at(5)];
}

function mix(a: Colour, b: Colour, t: number): Colour {
    const at = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * t;
    return [at(0), at(1), at(2)];
}

const css = (c: Colour): string => `rgb(${c.map(Math.round).join(" ")})`;

/** A row of the legend. */
export interface Entry {
    readonly colour: string;
    readonly text: string;
    /** The explanation of the text; "" if it needs none. */
    readonly meaning: string;
}

export interface Painting {
    /** The colours of all cells, row by row. */
    readonly colours: readonly Colour[];
    readonly legend: readonly Entry[];
}

function page(name: string): Colour {
    return parse(getComputedStyle(document.documentElement).getPropertyValue(name).trim());
}

const NOTHING = { text: "no answer", meaning: "the law gives no result here, or the bodies do not touch in this way" };

/** Colours by mode, with the library's colours. */
export function byMode(carom: Carom, cells: Answers): Painting {
    const modes = carom.modes();
    const colours = modes.map((mode) => parse(dark() ? mode.dark : mode.light));
    const none = page("--line");
    const seen = new Map<number, number>();
    const painted = Array.from(cells.mode, (mode, k) => {
        const of = cells.status[k] ? -1 : mode;
        seen.set(of, (seen.get(of) ?? 0) + 1);
        return of < 0 ? none : (colours[of] as Colour);
    });
    const legend = [...seen.entries()]
        .sort((a, b) => b[1] - a[1])
        .map(([mode, count]) => {
            const share = `${Math.max(1, Math.round((100 * count) / cells.mode.length))} %`;
            const what = modes[mode] ?? { name: NOTHING.text, meaning: NOTHING.meaning };
            return { colour: css(colours[mode] ?? none), text: `${what.name}, ${share}`, meaning: what.meaning };
        });
    return { colours: painted, legend };
}

/** Colours by a number >= 0, from the background to the accent colour; violations have the warning colour. */
function byNumber(numbers: ArrayLike<number>, marked: (k: number) => boolean, words: readonly [string, string, string]): Painting {
    const [paper, accent, warn, none] = [page("--panel"), page("--accent"), page("--warn"), page("--line")];
    let most = 0;
    let missing = false;
    let some = false;
    for (let k = 0; k < numbers.length; k++) {
        const x = numbers[k] as number;
        if (Number.isNaN(x)) missing = true;
        else if (marked(k)) some = true;
        else most = Math.max(most, x);
    }
    const colours = Array.from(numbers, (x, k) =>
        Number.isNaN(x) ? none : marked(k) ? warn : mix(paper, accent, most > 0 ? Math.max(0, x) / most : 0),
    );
    const [least, greatest, mark] = words;
    const entry = (t: number, text: string) => ({ colour: css(mix(paper, accent, t)), text, meaning: "" });
    const legend = [entry(0, `0 ${least}`), entry(0.5, (most / 2).toPrecision(3)), entry(1, `${most.toPrecision(3)} ${greatest}`)];
    if (some) legend.push({ colour: css(warn), text: mark, meaning: "" });
    if (missing) legend.push({ colour: css(none), ...NOTHING });
    return { colours, legend };
}

export function byEnergy(cells: Answers): Painting {
    const lost = cells.dE.map((dE, k) => (cells.status[k] ? Number.NaN : -dE));
    return byNumber(lost, (k) => cells.gains[k] === 1, ["J lost", "J lost", "creates energy"]);
}

export function byApart(apart: ArrayLike<number>): Painting {
    return byNumber(apart, () => false, ["the same", "of the speed before", ""]);
}
