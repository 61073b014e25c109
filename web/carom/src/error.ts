import type { Memory } from "./memory.js";

/** Invalid input: `status` is the library's name for the reason, such as "coefficient-range". */
export class CaromError extends Error {
    readonly status: string;

    constructor(status: string, message: string) {
        super(message);
        this.name = "CaromError";
        this.status = status;
    }
}

/** Returns the error for a status of the library, with the library's sentence unless another one is given. */
export function refusal(memory: Memory, status: number, message?: string): CaromError {
    const { library } = memory;
    const name = memory.text(library.carom_status_name(status));
    return new CaromError(name, message ?? memory.text(library.carom_status_message(status)));
}

/** Returns true if the input was rejected, so that there is no result. */
export function refused(memory: Memory, status: number): boolean {
    return memory.library.carom_status_classify(status) === 2;
}

export function bad(message: string): never {
    throw new CaromError("bad-value", message);
}

const kindOf = (value: unknown) => (value === undefined ? "missing" : value === null ? "null" : `of type ${typeof value}`);

export function isList(value: unknown): value is ArrayLike<unknown> {
    return Array.isArray(value) || (ArrayBuffer.isView(value) && "length" in value);
}

export function numberOf(value: unknown, name: string): number {
    return typeof value === "number" ? value : bad(`${name} must be a number; it is ${kindOf(value)}`);
}

/** Checks a list of numbers, of length `count` if that is given. */
export function numbersOf(value: unknown, name: string, count?: number): ArrayLike<number> {
    if (!isList(value)) bad(`${name} must be a list of ${count ? `${count} ` : ""}numbers; it is ${kindOf(value)}`);
    if (count !== undefined && value.length !== count) bad(`${name} has ${value.length} numbers; it must have ${count}`);
    // The elements of a typed array are all of one type.
    const checked = Array.isArray(value) ? value.length : Math.min(value.length, 1);
    for (let i = 0; i < checked; i++) numberOf(value[i], `${name}[${i}]`);
    return value as ArrayLike<number>;
}

export function objectOf(value: unknown, name: string): Record<string, unknown> {
    if (typeof value !== "object" || value === null || isList(value)) bad(`${name} must be an object of named values`);
    return value as Record<string, unknown>;
}
