import { bad, CaromError, isList, numberOf, numbersOf, objectOf, refusal, refused } from "./error.js";
import type { Memory } from "./memory.js";
import { violationNames } from "./result.js";
import { allowOf, type Matrix, paramsOf, putParams } from "./problem.js";
import type { Dim, Registry } from "./registry.js";

/** Several simultaneous contacts. Components are ordered contact by contact, normal first: (n1, t1, n2, t2, ...). */
export interface System {
    readonly dim?: Dim;
    /** Delassus matrix, 1/kg. */
    readonly W: Matrix;
    readonly v: readonly number[];
    /** The coefficients: one object for all contacts, or one for each. */
    readonly params?: Record<string, unknown> | readonly Record<string, unknown>[];
    /** Index of the striking contact, for laws that need one. */
    readonly striking?: number;
    /** The law of each single impact, for laws that need one. */
    readonly single?: string;
}

export interface SystemResult {
    readonly law: string;
    readonly status: string;
    readonly ok: boolean;
    readonly P: readonly number[];
    readonly v: readonly number[];
    readonly modes: readonly string[];
    readonly work: readonly number[];
    readonly dE: number;
    readonly violations: readonly string[];
    readonly solutionCount: number;
    /** The solutions that the library kept. Their probability is NaN unless the law is `sequence`. */
    readonly solutions: readonly { readonly v: readonly number[]; readonly dE: number; readonly probability: number }[];
}

export function solveSystem(memory: Memory, registry: Registry, law: string, system: System): SystemResult {
    return memory.within(() => {
        const { library } = memory;
        const at = registry.systemLaw(law);
        const dim = objectOf(system, "the system").dim ?? 2;
        if (dim !== 2 && dim !== 3) bad("dim must be 2 or 3");
        const size = numbersOf(system.v, "v").length;
        const nc = size / dim;
        if (!Number.isInteger(nc) || nc < 1) bad(`v has ${size} components, which is not a multiple of dim = ${dim}`);
        if (!Array.isArray(system.W) || system.W.length !== size) bad(`W must be ${size} rows of ${size} numbers`);
        const sets = isList(system.params) ? system.params.length : nc;
        if (sets !== nc) bad(`params has ${sets} sets for ${nc} contacts`);
        const striking = numberOf(system.striking ?? 0, "striking");
        if (!Number.isInteger(striking)) bad(`striking = ${striking} is not the number of a contact`);
        const row = registry.systemLaws.find((one) => one.name === law);
        const singleAt = system.single === undefined ? 0 : registry.law(system.single);
        const single = registry.laws.find((one) => one.name === system.single);
        const reads = [...(row?.coefficients ?? []), ...(single?.coefficients ?? [])].flatMap((p) => [p.name, p.family]);
        const reader = carrier(registry, reads);
        const given = (i: number) => objectOf((isList(system.params) ? system.params[i] : system.params) ?? {}, "params");
        const bytes = memory.of("carom_params");
        const contacts = memory.room(nc * bytes);
        for (let i = 0; i < nc; i++) {
            memory.within(() => {
                const params = paramsOf({ params: given(i) });
                const one = putParams(memory, registry, reader([...params.keys()]), params, allowOf(given(i)));
                memory.bytes(contacts + i * bytes, bytes).set(memory.bytes(one, bytes));
            });
        }
        const set = memory.struct("carom_system_params");
        library.js_default_system_params(contacts, set);
        memory.setI32(set + memory.of("carom_system_params.striking"), striking);
        memory.setI32(set + memory.of("carom_system_params.single"), singleAt);

        const s = memory.struct("carom_system");
        const W = memory.room(8 * size * size);
        const v = memory.room(8 * size);
        system.W.forEach((line, i) => memory.setNumbers(W + 8 * size * i, numbersOf(line, `W[${i}]`, size)));
        memory.setNumbers(v, system.v);
        memory.setI32(s + memory.of("carom_system.nc"), nc);
        memory.setI32(s + memory.of("carom_system.dim"), dim);
        memory.setI32(s + memory.of("carom_system.W"), W);
        memory.setI32(s + memory.of("carom_system.v"), v);

        const out = memory.struct("carom_system_result");
        const work = library.carom_system_memory_size(at, s, set);
        const room = memory.room(Math.max(work, 16));
        const status = library.carom_system_solve(at, s, set, room, work, out);
        if (refused(memory, status)) {
            const write = (text: number, length: number) =>
                library.js_describe_system(status, at, s, set, out, text, length);
            throw refusal(memory, status, memory.written(write));
        }
        return read(memory, registry, law, out, status, nc, dim);
    });
}

/**
 * Returns a function that finds a law for one contact which reads given coefficients. The law is used to write them to
 * memory.
 */
function carrier(registry: Registry, reads: readonly string[]): (names: string[]) => string {
    return (names) => {
        const strange = names.find((name) => !reads.includes(name));
        if (strange !== undefined) throw new CaromError("coefficient-unknown", `the law does not read ${strange}; it reads ${[...new Set(reads)].join(", ") || "none"}`);
        const law = registry.laws.find((l) => names.every((name) => l.coefficients.some((p) => p.name === name || p.family === name)));
        if (!law) throw new CaromError("coefficient-unused", `no contact takes ${names.join(", ")} together`);
        return law.name;
    };
}

function read(
    memory: Memory,
    registry: Registry,
    law: string,
    at: number,
    status: number,
    nc: number,
    dim: number,
): SystemResult {
    const of = (field: string) => at + memory.of(`carom_system_result.${field}`);
    const list = (field: string, count: number) => memory.numbers(memory.u32(of(field)), count);
    const modes = memory.u32(of("mode"));
    const first = memory.u32(of("solutions"));
    const each = memory.of("carom_solution");
    const solution = (i: number) => {
        const part = (field: string) => first + i * each + memory.of(`carom_solution.${field}`);
        return {
            v: memory.numbers(memory.u32(part("v")), dim * nc),
            dE: memory.f64(part("dE")),
            probability: memory.f64(part("probability")),
        };
    };
    return {
        law,
        status: memory.text(memory.library.carom_status_name(status)),
        ok: memory.library.carom_status_classify(status) === 0,
        P: list("P", dim * nc),
        v: list("v", dim * nc),
        modes: Array.from({ length: nc }, (_, i) => registry.modes[memory.i32(modes + 4 * i)]?.name ?? ""),
        work: list("work", nc),
        dE: memory.f64(of("dE")),
        violations: violationNames(memory, memory.u32(of("violations"))),
        solutionCount: memory.i32(of("solution_count")),
        solutions: Array.from({ length: memory.i32(of("kept")) }, (_, i) => solution(i)),
    };
}
