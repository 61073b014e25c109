import { CaromError } from "./error.js";
import type { Memory } from "./memory.js";
import { putParams } from "./problem.js";
import type { Dim, Registry } from "./registry.js";

/** One number for all impacts, or one for each. */
export type Column = number | ArrayLike<number>;

/** Many impacts: the upper triangle of W, v, and any parameter of the law, each a number or an array of n. */
export interface Batch {
    readonly n: number;
    readonly W: readonly (readonly (Column | undefined)[])[];
    readonly v: readonly Column[];
    readonly [param: string]: unknown;
}

export interface BatchOutcome {
    readonly P: readonly Float64Array[];
    readonly v: readonly Float64Array[];
    readonly dE: Float64Array;
    /** Index into modes(). */
    readonly mode: Uint8Array;
    /** Zero is admissible; brokenNames() tells the bits. */
    readonly broken: Uint8Array;
    /** Zero is an answer. */
    readonly status: Uint8Array;
}

const DOUBLE = 8;

function isColumn(value: unknown): value is ArrayLike<number> {
    return ArrayBuffer.isView(value) || Array.isArray(value);
}

/** Puts a column at `at`, a carom_column: where its numbers are, and how far apart. */
function putColumn(memory: Memory, at: number, column: Column, n: number, name: string): void {
    const shared = typeof column === "number";
    if (!shared && column.length !== n) throw new RangeError(`${name} has ${column.length} numbers for n = ${n}`);
    const numbers = memory.room(DOUBLE * (shared ? 1 : n));
    if (shared) memory.setF64(numbers, column);
    else memory.doubles(numbers, n).set(column as ArrayLike<number>);
    memory.setI32(at, numbers);
    memory.setI32(at + 4, shared ? 0 : DOUBLE);
}

export function batchOf(memory: Memory, registry: Registry, law: string, batch: Batch): BatchOutcome {
    return memory.within(() => {
        const { library } = memory;
        const { n } = batch;
        const dim = batch.v.length as Dim;
        if (dim !== 2 && dim !== 3) throw new TypeError(`v has ${dim as number} columns; 2 in the plane, 3 in space`);
        if (!Number.isInteger(n) || n < 0) throw new RangeError(`n = ${n} is not a number of impacts`);
        const column = memory.of("carom_column");
        const fixed: Record<string, unknown> = {};
        const own: [string, ArrayLike<number>][] = [];
        for (const [name, value] of Object.entries(batch)) {
            if (["n", "W", "v"].includes(name)) continue;
            if (isColumn(value) && name !== "allow") own.push([name, value]);
            else fixed[name] = value;
        }

        const input = memory.struct("carom_batch_in");
        const inside = (field: string, index = 0) => input + memory.of(`carom_batch_in.${field}`) + index * column;
        memory.setI32(inside("dim"), dim);
        memory.setI32(inside("params"), putParams(memory, registry, law, fixed));
        for (let i = 0; i < dim; i++) {
            for (let j = i; j < dim; j++) {
                const given = batch.W[i]?.[j] ?? batch.W[j]?.[i];
                if (given === undefined) throw new TypeError(`W[${i}][${j}] is missing`);
                putColumn(memory, inside("W", 3 * i + j), given, n, `W[${i}][${j}]`);
            }
            putColumn(memory, inside("v", i), batch.v[i] as Column, n, `v[${i}]`);
        }
        for (const [name, value] of own) {
            const number = registry.paramNumber(law, name);
            if (number < 0) throw new RangeError(`law "${law}" has no parameter "${name}"`);
            putColumn(memory, inside("param", number), value, n, name);
        }

        const output = memory.struct("carom_batch_out");
        const outside = (field: string, index = 0) => output + memory.of(`carom_batch_out.${field}`) + index * column;
        const place = (at: number, bytes: number) => {
            const numbers = memory.room(bytes * n);
            memory.setI32(at, numbers);
            memory.setI32(at + 4, bytes);
            return numbers;
        };
        const axes = Array.from({ length: dim }, (_, i) => i);
        const P = axes.map((i) => place(outside("P", i), DOUBLE));
        const v = axes.map((i) => place(outside("v", i), DOUBLE));
        const dE = place(outside("dE"), DOUBLE);
        const [mode, broken, status] = ["mode", "broken", "status"].map((field) => place(outside(field), 1));

        const refused = library.door_batch(registry.law(law), n, input, output);
        if (refused !== 0) throw new CaromError(memory, refused);
        const doubles = (at: number) => memory.doubles(at, n).slice();
        const bytes = (at: number | undefined) => memory.bytes(at as number, n).slice();
        return {
            P: P.map(doubles),
            v: v.map(doubles),
            dE: doubles(dE),
            mode: bytes(mode),
            broken: bytes(broken),
            status: bytes(status),
        };
    });
}
