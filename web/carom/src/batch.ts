import { bad, CaromError, isList, numberOf, numbersOf, objectOf, refusal } from "./error.js";
import type { Memory } from "./memory.js";
import { allowOf, need, paramsOf, putParams } from "./problem.js";
import type { Dim, Registry } from "./registry.js";

/** A value for many impacts: one number for all impacts, or one number for each. */
export type Column = number | ArrayLike<number>;

/**
 * The input of many impacts: v, the upper triangle of W, and parameters of the law. Each value is a number for all
 * impacts or an array of n numbers.
 */
export interface Batch {
    readonly n: number;
    readonly W: readonly (readonly (Column | undefined)[])[];
    readonly v: readonly Column[];
    readonly [param: string]: unknown;
}

export interface BatchResult {
    readonly P: readonly Float64Array[];
    readonly v: readonly Float64Array[];
    readonly dE: Float64Array;
    /** The index of each mode in modes(). */
    readonly mode: Uint8Array;
    /** Zero means that the result is admissible; violationNames() returns the names of the bits. */
    readonly violations: Uint8Array;
    /** Zero means that there is a result. */
    readonly status: Uint8Array;
}

const DOUBLE = 8;

/** Writes a carom_column at `at`: the address of its numbers and the step between them. */
function putColumn(memory: Memory, at: number, column: unknown, n: number, name: string): void {
    const shared = !isList(column);
    if (!shared && column.length !== n) bad(`${name} has ${column.length} numbers for n = ${n}`);
    const given = shared ? [numberOf(column, name)] : numbersOf(column, name);
    const numbers = memory.room(DOUBLE * given.length);
    memory.doubles(numbers, given.length).set(given);
    memory.setI32(at, numbers);
    memory.setI32(at + 4, shared ? 0 : DOUBLE);
}

export function batchOf(memory: Memory, registry: Registry, law: string, batch: Batch): BatchResult {
    return memory.within(() => {
        const { library } = memory;
        const { n, W: rows, v: columns } = objectOf(batch, "the batch") as unknown as Batch;
        if (!Array.isArray(rows) || !Array.isArray(columns)) bad("W and v must be arrays of columns");
        const dim = columns.length as Dim;
        if (dim !== 2 && dim !== 3) bad(`v has ${dim as number} columns; 2 in the plane, 3 in space`);
        if (!Number.isInteger(n) || n < 0) throw new CaromError("bad-count", `n must be the number of impacts; it is ${n === undefined ? "missing" : String(n)}`);
        memory.reserve(n * (2 * dim + 1) * DOUBLE); // reject an n that is too large at once
        const column = memory.of("carom_column");
        const given = [...paramsOf(batch)];
        const own = given.filter(([, value]) => isList(value));
        const fixed = given.filter(([, value]) => !isList(value));

        const input = memory.struct("carom_batch_in");
        const inside = (field: string, index = 0) => input + memory.of(`carom_batch_in.${field}`) + index * column;
        memory.setI32(inside("dim"), dim);
        memory.setI32(inside("params"), putParams(memory, registry, law, fixed, allowOf(batch)));
        for (let i = 0; i < dim; i++) {
            for (let j = i; j < dim; j++) {
                putColumn(memory, inside("W", 3 * i + j), rows[i]?.[j] ?? rows[j]?.[i], n, `W[${i}][${j}]`);
            }
            putColumn(memory, inside("v", i), columns[i], n, `v[${i}]`);
        }
        for (const [name, value] of own) {
            const number = registry.coefficientNumber(law, name);
            if (number < 0) throw new CaromError("coefficient-unknown", `law "${law}" has no coefficient "${name}"`);
            putColumn(memory, inside("param", number), value, n, name);
        }
        need(registry, law, batch);

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
        const [mode, violations, status] = ["mode", "violations", "status"].map((field) => place(outside(field), 1));

        const refused = library.js_batch(registry.law(law), n, input, output);
        if (refused !== 0) throw refusal(memory, refused);
        const doubles = (at: number) => memory.doubles(at, n).slice();
        const bytes = (at: number | undefined) => memory.bytes(at as number, n).slice();
        return {
            P: P.map(doubles),
            v: v.map(doubles),
            dE: doubles(dE),
            mode: bytes(mode),
            violations: bytes(violations),
            status: bytes(status),
        };
    });
}
