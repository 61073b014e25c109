/**
 * Defines the state of the page and its form in the address: "#v=1&tab=impact&scene=rod&s.L=1&law=routh&p.mu=0.7...".
 *
 * A link contains all values, also those that equal the default, so that its meaning does not change with a default. It
 * states its version. Invalid parts of a link are ignored and listed in `refused`.
 */
import type { Carom } from "carom";
import { mapRefused } from "./map/words.js";
import { spaceRefused } from "./space/words.js";
import { type Numbers, SCENES, type Scene, standards } from "./scenes/index.js";

export type Value = number | string | readonly number[];

export interface State {
    readonly tab: string;
    readonly scene: string;
    /** The numbers of the scene, by the names of its fields. */
    readonly at: Numbers;
    /** The law whose path is drawn. */
    readonly law: string;
    /**
     * Parameters by name or by family. A family sets the parameters of all laws that share it: e also sets e_n and r_n.
     */
    readonly params: Readonly<Record<string, Value>>;
    /** Parameters that may be outside their range, by their own names. */
    readonly allow: readonly string[];
    /** The laws to compare, up to MOST_BESIDE. */
    readonly beside: readonly string[];
    /** Layers of the impulse plane that are switched off. */
    readonly off: readonly string[];
    /** The position of the slider, as a fraction of the path from 0 to 1. */
    readonly scrub: number;
    /** Settings of the map and of the 3D tab. */
    readonly map: Readonly<Record<string, string>>;
    readonly space: Readonly<Record<string, string>>;
}

export const VERSION = 1;
export const MOST_BESIDE = 4;
export const TABS = ["impact", "map", "space"] as const;
const MOST_LETTERS = 8000;
const OWN = ["map", "space"] as const;
const WORDS = ["v", "tab", "scene", "law", "allow", "with", "off", "scrub"];

/** A part of a link that is not used, and the reason. */
export interface Wrong {
    readonly word: string;
    readonly why: string;
}

export type Query = Map<string, string>;

export interface Read {
    readonly state: State;
    /** Parts of the address that were not understood, as sentences. */
    readonly refused: readonly string[];
}

/**
 * Returns the initial state: a rod that falls on its end, with the first law that guarantees a loss of energy along its
 * path.
 */
export function beginning(carom: Carom): State {
    const scene = SCENES[0] as Scene;
    const has = (name: string) => carom.laws().some((law) => law.name === name);
    const beside = ["routh", "whittaker", "smith", "chatterjee2"].filter(has);
    return {
        tab: TABS[0],
        scene: scene.kind,
        at: standards(scene),
        law: beside[0] ?? carom.laws()[0]?.name ?? "",
        params: { e: 0.5, mu: 0.7 },
        allow: [],
        beside,
        off: [],
        scrub: 1,
        map: {},
        space: {},
    };
}

function written(value: Value): string {
    return typeof value === "object" ? value.join(",") : String(value);
}

export function encode(state: State): string {
    const query: [string, string][] = [
        ["v", String(VERSION)],
        ["tab", state.tab],
        ["scene", state.scene],
        ...Object.entries(state.at).map(([name, value]): [string, string] => [`s.${name}`, written(value)]),
        ["law", state.law],
        ...Object.entries(state.params).map(([name, value]): [string, string] => [`p.${name}`, written(value)]),
        ["allow", state.allow.join(",")],
        ["with", state.beside.join(",")],
        ["off", state.off.join(",")],
        ["scrub", written(state.scrub)],
        ...OWN.flatMap((mode) =>
            Object.entries(state[mode]).map(([name, value]): [string, string] => [`${mode}.${name}`, value]),
        ),
    ];
    const escaped = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",");
    return query
        .filter(([, value]) => value !== "")
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .join("&");
}

function split(address: string, refused: string[]): Query {
    const query: Query = new Map();
    for (const part of address.replace(/^[#?]/, "").split("&")) {
        if (part === "") continue;
        const cut = part.indexOf("=");
        try {
            const [name, value] = [cut < 0 ? part : part.slice(0, cut), cut < 0 ? "" : part.slice(cut + 1)];
            query.set(decodeURIComponent(name), decodeURIComponent(value));
        } catch {
            refused.push(`"${shown(part)}" is no text of an address`);
        }
    }
    return query;
}

const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

/** Reads a decimal number, or inf if allowed; NaN for anything else. */
function numberOf(text: string): number {
    if (/^[+-]?inf(inity)?$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
    return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
}

function checkVersion(query: Query, refused: string[]): void {
    const said = query.get("v");
    if (said === undefined) return;
    const version = Number(said);
    if (!Number.isInteger(version) || version < 1) {
        refused.push(`v = ${shown(said)} is no version of a link; it is read as version ${VERSION}`);
    } else if (version > VERSION) {
        refused.push(`the link is of version ${version}, this page reads up to ${VERSION}: reload it when online`);
    }
}

function readScene(query: Query, start: State, refused: string[]): Pick<State, "scene" | "at"> {
    const kind = query.get("scene") ?? start.scene;
    const scene = SCENES.find((s) => s.kind === kind);
    if (!scene) {
        refused.push(`there is no scene "${shown(kind)}"; there are ${SCENES.map((s) => s.kind).join(", ")}`);
        return { scene: start.scene, at: start.at };
    }
    const at = standards(scene);
    for (const field of scene.fields) {
        const text = query.get(`s.${field.name}`);
        if (text === undefined) continue;
        const value = numberOf(text);
        if (!Number.isFinite(value)) refused.push(`${field.label} = ${shown(text)} is no number; ${field.standard} is used`);
        else if (field.positive && !(value > 0)) refused.push(`${field.label} = ${value} must be above 0; ${field.standard} is used`);
        else at[field.name] = value;
    }
    for (const key of query.keys()) {
        if (key.startsWith("s.") && !scene.fields.some((field) => key === `s.${field.name}`))
            refused.push(`the scene ${scene.kind} has no number "${shown(key.slice(2))}"`);
    }
    return { scene: scene.kind, at };
}

function readAllowed(carom: Carom, text: string, refused: string[]): string[] {
    const known = new Set(carom.laws().flatMap((law) => law.coefficients.map((row) => row.name)));
    const asked = [...new Set(text.split(",").filter((name) => name !== ""))];
    for (const name of asked) if (!known.has(name)) refused.push(`allow: no law has a parameter "${shown(name)}"`);
    return asked.filter((name) => known.has(name));
}

/** Reads a parameter by any of its names: its own, or its family's. */
function readParam(carom: Carom, name: string, text: string, refused: string[]): Value | undefined {
    const rows = carom.laws().flatMap((law) => law.coefficients).filter((row) => row.name === name || row.family === name);
    if (!rows.length) {
        refused.push(`no law has a parameter "${shown(name)}"`);
        return undefined;
    }
    if (rows.some((row) => row.choices.includes(text))) return text;
    const values = text.split(",").map(numberOf);
    if (values.some(Number.isNaN)) {
        const choices = rows.find((row) => row.choices.length)?.choices;
        refused.push(`${name} = ${shown(text)} is ${choices ? `not one of ${choices.join(", ")}` : "no number"}`);
        return undefined;
    }
    return values.length === 1 ? values[0] : values;
}

function readLaws(carom: Carom, text: string, most: number, refused: string[]): string[] {
    const names = new Set(carom.laws().map((law) => law.name));
    const asked = [...new Set(text.split(",").filter((name) => name !== ""))];
    for (const name of asked) if (!names.has(name)) refused.push(`no law is called "${shown(name)}"`);
    const found = asked.filter((name) => names.has(name));
    if (found.length > most) refused.push(`${found.length} laws side by side are more than ${most}; the first ${most} are shown`);
    return found.slice(0, most);
}

export function decode(carom: Carom, address: string): Read {
    const refused: string[] = [];
    const start = beginning(carom);
    if (address.length > MOST_LETTERS) {
        return { state: start, refused: [`the address has ${address.length} letters, more than any link of this page; the page begins anew`] };
    }
    const query = split(address, refused);
    checkVersion(query, refused);
    const params: Record<string, Value> = query.size ? {} : { ...start.params };
    const own: Record<(typeof OWN)[number], Record<string, string>> = { map: {}, space: {} };
    for (const [key, text] of query) {
        const dot = key.indexOf(".");
        const [head, name] = [key.slice(0, Math.max(dot, 0)), key.slice(dot + 1)];
        if (head === "p") {
            const value = readParam(carom, name, text, refused);
            if (value !== undefined) params[name] = value;
        }
        for (const mode of OWN) if (head === mode) own[mode][name] = text;
        if (!WORDS.includes(key) && !["s", "p", ...OWN].includes(head)) refused.push(`"${shown(key)}" means nothing here`);
    }
    const tab = query.get("tab") ?? start.tab;
    if (!TABS.some((name) => name === tab)) refused.push(`there is no tab "${shown(tab)}"; there are ${TABS.join(", ")}`);
    const scrub = numberOf(query.get("scrub") ?? "1");
    if (!(scrub >= 0 && scrub <= 1)) refused.push(`scrub = ${shown(query.get("scrub") ?? "")} is not between 0 and 1`);
    const law = readLaws(carom, query.get("law") ?? start.law, 1, refused)[0] ?? start.law;
    const state: State = {
        tab: TABS.find((name) => name === tab) ?? start.tab,
        ...readScene(query, start, refused),
        law,
        params: { ...params, ...missing(params, start) },
        allow: readAllowed(carom, query.get("allow") ?? "", refused),
        beside: query.has("with") ? readLaws(carom, query.get("with") as string, MOST_BESIDE, refused) : start.beside,
        off: (query.get("off") ?? "").split(",").filter((name) => /^[a-z]{1,20}$/.test(name)),
        scrub: scrub >= 0 && scrub <= 1 ? scrub : 1,
        map: own.map,
        space: own.space,
    };
    return { refused, state: { ...state, ...sound("map", own.map, mapRefused(carom, state), refused), ...sound("space", own.space, spaceRefused(own.space), refused) } };
}

/** Returns the settings of a tab, except invalid ones. */
function sound(mode: (typeof OWN)[number], own: Readonly<Record<string, string>>, wrong: readonly Wrong[], refused: string[]): Partial<State> {
    for (const { word, why } of wrong) refused.push(`${mode}.${shown(word)} = ${shown(own[word] ?? "")} ${why}`);
    return { [mode]: Object.fromEntries(Object.entries(own).filter(([word]) => !wrong.some((row) => row.word === word))) };
}

/** The parameters that the chosen law rejects because they are outside their range, each with the reason. */
export function outside(carom: Carom, { law, params, allow }: State): string[] {
    return carom.law(law).coefficients.flatMap((row) => {
        const value = params[row.name] ?? params[row.family];
        if (row.kind !== "real" || typeof value !== "number" || allow.includes(row.name)) return [];
        if (value >= row.lowest && value <= row.highest) return [];
        const end = (x: number) => (Math.abs(x) < 1e300 ? String(x) : x > 0 ? "infinity" : "-infinity");
        return [`${row.name} = ${value} is outside its range, ${end(row.lowest)} to ${end(row.highest)}, so ${law} has no answer`];
    });
}

/** Returns the friction and restitution that every picture needs and that a link does not give. */
function missing(params: Readonly<Record<string, Value>>, start: State): Record<string, Value> {
    return Object.fromEntries(Object.entries(start.params).filter(([name]) => !(name in params)));
}
