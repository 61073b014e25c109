import { CaromError } from "./error.js";
import { Enum } from "./exports.js";
import type { Memory } from "./memory.js";

export type Dim = 2 | 3;

/** One coefficient of a law. */
export interface Coefficient {
    readonly name: string;
    readonly kind: (typeof KINDS)[number];
    readonly symbol: string;
    readonly unit: string;
    /** The default; NaN if there is none. */
    readonly default: number;
    /** True if it has no default and must be given. */
    readonly required: boolean;
    /** A typical value; compare() uses it if none is given, except for e and mu. */
    readonly example: number;
    readonly lowest: number;
    readonly highest: number;
    /** The name that laws share for it: e for e_n and r_n; its own name if it has no other. The law accepts both. */
    readonly family: string;
    readonly meaning: string;
    /** The names of a choice, in the order of their numbers from 0. */
    readonly choices: readonly string[];
}

/** Colours and mark of a law or a mode in pictures: on light and on dark paper as "#rrggbb". */
export interface Style {
    readonly colour: string;
    readonly mark: string;
    readonly light: string;
    readonly dark: string;
}

export interface Law {
    readonly name: string;
    readonly dims: readonly Dim[];
    /** The dimensions in which the law has a closed form. Its results then have identical bits on all machines. */
    readonly closedForm: readonly Dim[];
    readonly summary: string;
    readonly citation: string;
    readonly guarantees: readonly string[];
    /** Further guarantees and the conditions under which they apply, as text. */
    readonly conditions: string;
    readonly coefficients: readonly Coefficient[];
    readonly style: Style;
}

export interface Mode {
    readonly name: string;
    readonly meaning: string;
    readonly light: string;
    readonly dark: string;
}

/** A colour of pictures with its name, such as "blue", on light and on dark paper. */
export interface Ink {
    readonly name: string;
    readonly light: string;
    readonly dark: string;
}

/** The kinds by their numbers in the library. */
const KINDS = ["real", "choice", "vector", "tangent", "each", "list", "pair"] as const;

function kindOf(number: number): Coefficient["kind"] {
    const kind = KINDS[number];
    if (!kind) throw new Error(`the library has a kind of coefficient, ${number}, that this package does not know`);
    return kind;
}

/** The kinds of problems that a law solves, as bits: one contact, or several at once. */
const ONE_CONTACT = 3;
const SYSTEMS = 12;

/** The tables of the library, read once. */
export class Registry {
    readonly laws: readonly Law[];
    readonly systemLaws: readonly Law[];
    readonly modes: readonly Mode[];
    readonly inks: readonly Ink[];
    /** The names of all coefficients and of their families. */
    readonly named: ReadonlySet<string>;
    private readonly memory: Memory;
    private readonly lawAt = new Map<string, number>();
    private readonly systemLawAt = new Map<string, number>();

    constructor(memory: Memory) {
        this.memory = memory;
        const { library } = memory;
        this.laws = this.list(ONE_CONTACT, this.lawAt, (at) => this.readLaw(at));
        this.systemLaws = this.list(SYSTEMS, this.systemLawAt, (at) => this.readSystemLaw(at));
        const all = [...this.laws, ...this.systemLaws].flatMap((row) => row.coefficients);
        this.named = new Set(all.flatMap(({ name, family }) => [name, family]).filter(Boolean));
        const modes: Mode[] = [];
        for (let i = 0; library.carom_enum_name(Enum.mode, i) !== 0; i++) {
            const { light, dark } = this.style((at) => library.js_mode_look(i, at));
            const name = memory.text(library.carom_enum_name(Enum.mode, i));
            modes.push({ name, meaning: memory.text(library.carom_enum_meaning(Enum.mode, i)), light, dark });
        }
        this.modes = modes;
        this.inks = this.readInks();
    }

    /** Returns the laws that solve these problems; `places` receives their addresses. */
    private list(problems: number, places: Map<string, number>, read: (at: number) => Law): Law[] {
        const found: Law[] = [];
        for (let at; (at = this.memory.library.carom_law_at(0, found.length, problems)) !== 0; ) {
            const law = read(at);
            found.push(law);
            places.set(law.name, at);
        }
        return found;
    }

    /** Returns the address of the law. */
    law(name: string): number {
        const at = this.lawAt.get(name);
        if (at === undefined) throw unknown("law", name, [...this.lawAt.keys()]);
        return at;
    }

    /** Returns the number of a coefficient of the law, or -1. */
    coefficientNumber(law: string, name: string): number {
        return this.numberOf(this.law(law), name);
    }

    private numberOf(law: number, name: string): number {
        const field = (row: number, of: string) => this.memory.u32(row + this.memory.of(`carom_coefficient.${of}`));
        const called = (row: number) => ["name", "alias"].some((of) => this.memory.text(field(row, of)) === name);
        const row = this.rows(law).find(called);
        return row === undefined ? -1 : field(row, "number");
    }

    systemLaw(name: string): number {
        const at = this.systemLawAt.get(name);
        if (at === undefined) throw unknown("law for systems", name, [...this.systemLawAt.keys()]);
        return at;
    }

    private readLaw(at: number): Law {
        const { memory } = this;
        const law = (field: string) => at + memory.of(`carom_law.${field}`);
        const text = (place: number) => memory.text(memory.u32(place));
        const name = text(law("name"));
        return {
            name,
            dims: dims(memory.u32(law("solves"))),
            closedForm: dims(memory.u32(law("closed_form"))),
            summary: text(law("summary")),
            citation: text(law("citation")),
            guarantees: this.guarantees(memory.u32(law("guarantees"))),
            conditions: text(law("conditions")),
            coefficients: this.rows(at).map((row) => this.readCoefficient(row)),
            style: this.memory.within(() => {
                const called = memory.setText(name);
                return this.style((room) => memory.library.js_law_look(called, room));
            }),
        };
    }

    /** Reads a law for systems. A law may read fewer coefficients for systems than for one contact, and have other guarantees. */
    private readSystemLaw(at: number): Law {
        const { memory } = this;
        const law = this.readLaw(at);
        const system = (field: string) => memory.u32(at + memory.of("carom_law.system")) + memory.of(`carom_system_vtable.${field}`);
        const ignores = memory.u64(system("ignores"));
        return {
            ...law,
            dims: dims(memory.u32(at + memory.of("carom_law.solves")) >> 2),
            closedForm: [],
            guarantees: this.guarantees(memory.u32(system("always"))),
            conditions: memory.text(memory.u32(system("conditions"))),
            coefficients: law.coefficients.filter(({ name }) => !((ignores >> BigInt(this.numberOf(at, name))) & 1n)),
        };
    }

    private guarantees(bits: number): string[] {
        return bitNames(bits, (bit) => this.memory.text(this.memory.library.carom_enum_name(Enum.guarantee, bit)));
    }

    /** Returns the addresses of the coefficients of a law. */
    private rows(law: number): number[] {
        const first = this.memory.u32(law + this.memory.of("carom_law.coefficients"));
        const length = this.memory.u32(law + this.memory.of("carom_law.coefficient_count"));
        return Array.from({ length }, (_, k) => first + k * this.memory.of("carom_coefficient"));
    }

    private readCoefficient(at: number): Coefficient {
        const of = (field: string) => at + this.memory.of(`carom_coefficient.${field}`);
        const text = (field: string) => this.memory.text(this.memory.u32(of(field)));
        const number = (field: string) => this.memory.f64(of(field));
        const choices: string[] = [];
        for (let i = 0; ; i++) {
            const name = this.memory.text(this.memory.library.carom_choice_at(at, i));
            if (!name) break;
            choices.push(name);
        }
        return {
            name: text("name"),
            kind: kindOf(this.memory.i32(of("kind"))),
            symbol: text("symbol"),
            unit: text("unit"),
            default: number("default_value"),
            required: Number.isNaN(number("default_value")),
            example: number("example"),
            lowest: number("lowest"),
            highest: number("highest"),
            family: text("alias") || text("name"),
            meaning: text("meaning"),
            choices,
        };
    }

    private readInks(): Ink[] {
        const inks: Ink[] = [];
        for (let more = 1; more; ) {
            const { colour, light, dark } = this.style((at) => {
                more = this.memory.library.js_ink_look(inks.length, at);
            });
            if (more) inks.push({ name: colour, light, dark });
        }
        return inks;
    }

    private style(fill: (at: number) => void): Style {
        return this.memory.within(() => {
            const at = this.memory.struct("carom_look");
            fill(at);
            const of = (field: string) => this.memory.u32(at + this.memory.of(`carom_look.${field}`));
            const colour = (value: number) => `#${value.toString(16).padStart(6, "0")}`;
            return {
                colour: this.memory.text(of("colour")),
                mark: this.memory.text(of("sign")),
                light: colour(of("light")),
                dark: colour(of("dark")),
            };
        });
    }
}

export function bitNames(bits: number, name: (bit: number) => string): string[] {
    return Array.from({ length: 31 }, (_, i) => 1 << i)
        .filter((bit) => bits & bit)
        .map(name);
}

function dims(bits: number): Dim[] {
    const all: [number, Dim][] = [
        [1, 2],
        [2, 3],
    ];
    return all.filter(([bit]) => bits & bit).map(([, dim]) => dim);
}

const unknown = (what: string, name: unknown, names: string[]) =>
    new CaromError("unknown-law", `no ${what} is called "${String(name)}"; ${near(String(name).slice(0, 99), names)}`);

/** Returns "did you mean ..." for a name with one or two wrong letters, otherwise a list of all names. */
function near(name: string, names: string[]): string {
    const distance = (a: string, b: string): number => {
        let row = Array.from({ length: b.length + 1 }, (_, j) => j);
        for (let i = 1; i <= a.length; i++) {
            const next = [i];
            for (let j = 1; j <= b.length; j++) {
                const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
                next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
            }
            row = next;
        }
        return row[b.length] as number;
    };
    const best = names.map((n) => [distance(name, n), n] as const).sort((a, b) => a[0] - b[0])[0];
    return best && best[0] <= 2 ? `did you mean "${best[1]}"?` : `there are ${names.join(", ")}`;
}
