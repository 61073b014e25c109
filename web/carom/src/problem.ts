import { CaromError } from "./error.js";
import type { Memory } from "./memory.js";
import type { Dim, Registry } from "./registry.js";

/** A matrix as rows. */
export type Matrix = readonly (readonly number[])[];

/** What a parameter may be given as: a number, the name of a choice, or several numbers. */
export type ParamValue = number | string | readonly number[];

/** One contact. Components are ordered normal first: (n, t) in the plane, (n, t1, t2) in space. SI units. */
export interface Contact {
    /** Inverse local mass, 1/kg, symmetric: v' = v + W P. */
    readonly W: Matrix;
    /** Relative velocity at the contact, m/s; a negative first component approaches. */
    readonly v: readonly number[];
}

/** A contact with the parameters of the law, by their names: `{ W, v, e: 0.5, mu: 0.7 }`. */
export interface Problem extends Contact {
    /** Parameters that may leave their range. */
    readonly allow?: readonly string[];
    readonly [param: string]: ParamValue | Matrix | readonly string[] | undefined;
}

const NOT_PARAMS = new Set(["W", "v", "allow"]);

export function dimOf(contact: Contact): Dim {
    const { W, v } = contact;
    if (!Array.isArray(v) && !ArrayBuffer.isView(v)) throw new TypeError("v must be an array of 2 or 3 numbers");
    if (v.length !== 2 && v.length !== 3) throw new TypeError(`v has ${v.length} components; 2 in the plane, 3 in space`);
    const square = Array.isArray(W) && W.length === v.length && W.every((row) => row?.length === v.length);
    if (!square) throw new TypeError(`W must be ${v.length} rows of ${v.length} numbers, as v has ${v.length} components`);
    return v.length;
}

/** The contact in the library's memory. */
export function putContact(memory: Memory, contact: Contact): number {
    const dim = dimOf(contact);
    const at = memory.struct("carom_contact");
    memory.setI32(at + memory.of("carom_contact.dim"), dim);
    contact.W.forEach((row, i) => memory.setNumbers(at + memory.of("carom_contact.W") + 24 * i, row));
    memory.setNumbers(at + memory.of("carom_contact.v"), contact.v);
    return at;
}

/** The parameters of the law in the library's memory; those that are not given have their defaults. */
export function putParams(memory: Memory, registry: Registry, law: string, given: Record<string, unknown>): number {
    const at = memory.struct("carom_params");
    memory.library.door_default_params(at);
    for (const [name, value] of Object.entries(given)) {
        if (NOT_PARAMS.has(name) || value === undefined) continue;
        giveParam(memory, registry, law, at, name, value);
    }
    allow(memory, registry, law, at, (given["allow"] as string[] | undefined) ?? []);
    return at;
}

function giveParam(memory: Memory, registry: Registry, law: string, params: number, name: string, value: unknown): void {
    const row = registry.laws.find((l) => l.name === law)?.params.find((p) => p.name === name);
    let numbers: readonly number[];
    if (typeof value === "string") {
        const choice = row?.choices.indexOf(value) ?? -1;
        if (choice < 0) throw new RangeError(`${name} = "${value}" is not one of ${row?.choices.join(", ") || "its values"}`);
        numbers = [choice];
    } else {
        numbers = typeof value === "number" ? [value] : (value as readonly number[]);
    }
    memory.within(() => {
        const values = memory.room(8 * Math.max(numbers.length, 1));
        memory.setNumbers(values, numbers);
        const called = memory.setText(name);
        const status = memory.library.carom_param_give(registry.law(law), params, called, values, numbers.length);
        if (status === 0) return;
        const reads = registry.laws.find((l) => l.name === law)?.params.map((p) => p.name) ?? [];
        throw new CaromError(memory, status, `law "${law}" does not take ${name}; it reads ${reads.join(", ") || "none"}`);
    });
}

function allow(memory: Memory, registry: Registry, law: string, params: number, names: readonly string[]): void {
    let bits = 0n;
    for (const name of names) {
        const number = registry.paramNumber(law, name);
        if (number < 0) throw new RangeError(`allow: law "${law}" has no parameter "${name}"`);
        bits |= 1n << BigInt(number);
    }
    memory.setU64(params + memory.of("carom_params.allow"), bits);
}
