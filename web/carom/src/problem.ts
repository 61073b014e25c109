import { bad, CaromError, isList, numberOf, numbersOf, objectOf, refusal } from "./error.js";
import type { Memory } from "./memory.js";
import type { Dim, Coefficient, Registry } from "./registry.js";

/** A matrix as rows. */
export type Matrix = readonly (readonly number[])[];

/** The values of a coefficient: a number, the name of a choice, or several numbers. */
export type CoefficientValue = number | string | readonly number[];

/** One contact. Components are ordered normal first: (n, t) in 2D, (n, t1, t2) in 3D. SI units. */
export interface Contact {
    /** Inverse local mass, 1/kg, symmetric: v' = v + W P. */
    readonly W: Matrix;
    /** Relative velocity at the contact, m/s; if the first component is negative, the bodies approach. */
    readonly v: readonly number[];
}

type Params = Readonly<Record<string, CoefficientValue | readonly string[] | undefined>>;

/**
 * A contact with the coefficients of the law, by their names: `{ W, v, e: 0.5, mu: 0.7 }`. They may also be in `params`, as in
 * problem files: `{ W, v, params: { e: 0.5, mu: 0.7 } }`.
 */
export interface Problem extends Contact {
    /** Names of coefficients that may be outside their range. */
    readonly allow?: readonly string[];
    readonly params?: Params;
    readonly [param: string]: CoefficientValue | Matrix | readonly string[] | Params | undefined;
}

/** A contact for functions that use no law and read only mu. */
export interface FrictionContact extends Contact {
    readonly mu?: number;
    readonly mu_static?: number;
    readonly params?: { readonly mu?: number; readonly mu_static?: number };
}

export function dimOf(contact: Contact): Dim {
    const { W, v } = objectOf(contact, "the problem");
    if (!isList(v)) bad("v must be an array of 2 or 3 numbers");
    const dim = v.length;
    if (dim !== 2 && dim !== 3) bad(`v has ${dim} components; it must have 2 or 3`);
    const square = Array.isArray(W) && W.length === dim && W.every((row) => row?.length === dim);
    if (!square) bad(`W must be ${dim} rows of ${dim} numbers, as v has ${dim} components`);
    return dim;
}

/** Writes the contact to the library's memory. */
export function putContact(memory: Memory, contact: Contact): number {
    const dim = dimOf(contact);
    const at = memory.struct("carom_contact");
    memory.setI32(at + memory.of("carom_contact.dim"), dim);
    contact.W.forEach((row, i) => memory.setNumbers(at + memory.of("carom_contact.W") + 24 * i, numbersOf(row, `W[${i}]`)));
    memory.setNumbers(at + memory.of("carom_contact.v"), numbersOf(contact.v, "v"));
    return at;
}

/** Returns the friction of the problem or of its `params`, for functions that use no law. */
export function muOf(problem: FrictionContact, otherwise?: number, name: "mu" | "mu_static" = "mu"): number {
    const value = problem[name] ?? problem.params?.[name] ?? otherwise;
    if (value === undefined) throw new CaromError("coefficient-missing", `the problem needs ${name}`);
    return numberOf(value, name);
}

/**
 * Rejects a problem that lacks a coefficient of the law. The library does this check itself when it solves the problem.
 */
export function need(registry: Registry, law: string, problem: object, only?: string): void {
    const given = paramsOf(problem);
    const reads = registry.laws.find(({ name }) => name === law)?.coefficients ?? [];
    const lacks = reads.filter(({ name, family, required }) => required && !given.has(name) && !given.has(family) && family === (only ?? family));
    if (lacks.length > 0) throw new CaromError("coefficient-missing", `law "${law}" needs ${lacks.map(({ name }) => name).join(" and ")}`);
}

const OWN = ["W", "v", "n", "allow"];
const NOTES = ["params", "law", "id", "about", "note"];

/** Returns the coefficients by name: a problem's own keys except W, v, n and allow, or those of `params`, as in problem files. */
export function paramsOf(problem: object): Map<string, unknown> {
    const { params } = problem as { params?: unknown };
    const own = Object.entries(problem).filter(([key, value]) => !OWN.includes(key) && value !== undefined);
    if (params === undefined) return new Map(own);
    const strange = own.find(([key]) => !NOTES.includes(key) && !key.startsWith("_"));
    if (strange) throw new CaromError("coefficient-unknown", `"${strange[0]}" is not a key of a problem with "params"; put it into "params"`);
    return new Map(Object.entries(objectOf(params, "params")).filter(([key, value]) => key !== "allow" && value !== undefined));
}

/** Returns the names in `allow`, which may be a key of the problem or of its `params`. */
export function allowOf(problem: object): readonly string[] {
    const { allow, params } = problem as { allow?: unknown; params?: { allow?: unknown } };
    const names = allow ?? params?.allow ?? [];
    if (!Array.isArray(names)) bad("allow must list names of coefficients");
    return names.map(String);
}

/** Writes the coefficients of the law to the library's memory; those not given have their defaults. */
export function putParams(
    memory: Memory,
    registry: Registry,
    law: string,
    given: Iterable<readonly [string, unknown]>,
    allowed: readonly string[],
): number {
    const at = memory.struct("carom_params");
    memory.library.js_default_params(at);
    for (const [name, value] of given) setParam(memory, registry, law, at, name, value);
    allow(memory, registry, law, at, allowed);
    return at;
}

/** Writes a problem's coefficients to the library's memory. */
export function putProblemParams(memory: Memory, registry: Registry, law: string, problem: Problem): number {
    const { law: meant, params } = problem;
    if (params !== undefined && meant !== undefined && meant !== law) bad(`the problem names law "${String(meant)}", not "${law}"`);
    return putParams(memory, registry, law, paramsOf(problem), allowOf(problem));
}

function valuesOf(row: Coefficient, name: string, value: unknown): ArrayLike<number> {
    if (typeof value === "number") return [value];
    if (typeof value !== "string") return numbersOf(value, name);
    if (value === "inf") return [Infinity];
    const choice = row.choices.indexOf(value);
    return choice < 0 ? bad(`${name} = "${value}" is not ${row.choices.join(" or ") || "a number"}`) : [choice];
}

function setParam(memory: Memory, registry: Registry, law: string, params: number, name: string, value: unknown): void {
    const at = registry.law(law);
    const reads = registry.laws.find((l) => l.name === law)?.coefficients ?? [];
    const row = reads.find((p) => p.name === name || p.family === name);
    // If the law does not read this name, the library reports the error.
    const numbers = row ? valuesOf(row, name, value) : [0];
    memory.within(() => {
        const values = memory.room(8 * numbers.length);
        memory.setNumbers(values, numbers);
        const called = memory.setText(name);
        const status = memory.library.carom_params_set_by_name(at, params, called, values, numbers.length);
        if (status === 0) return;
        const { status: why, message } = refusal(memory, status);
        const names = reads.map((p) => p.name).join(", ") || "none";
        throw new CaromError(why, row ? `${name}: ${message}` : `law "${law}" does not take ${name}; it reads ${names}`);
    });
}

function allow(memory: Memory, registry: Registry, law: string, params: number, names: readonly string[]): void {
    let bits = 0n;
    for (const name of names) {
        const number = registry.coefficientNumber(law, name);
        if (number < 0) throw new CaromError("coefficient-unknown", `allow: law "${law}" has no coefficient "${name}"`);
        bits |= 1n << BigInt(number);
    }
    memory.setU64(params + memory.of("carom_params.allow"), bits);
}
