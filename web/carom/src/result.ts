import { Enum } from "./exports.js";
import type { Memory } from "./memory.js";
import { bitNames, type Dim, type Registry } from "./registry.js";

/** The result of one impact. */
export interface Result {
    readonly law: string;
    /** "ok", or why there is no result, such as "no-solution". */
    readonly status: string;
    readonly ok: boolean;
    /** The mode of the contact, such as "c-sticking". */
    readonly mode: string;
    /** Impulse on A, N s; NaN if there is no result. */
    readonly P: readonly number[];
    /** Relative velocity after, m/s. */
    readonly v: readonly number[];
    /** Change of kinetic energy, J. */
    readonly dE: number;
    /** The conditions that the result violates, such as "dE>0"; empty if it is admissible. */
    readonly violations: readonly string[];
    /** Parts of dE by the normal impulse and by friction, if the law has a path. */
    readonly work?: { readonly normal: number; readonly friction: number };
    /** Impulse at maximum compression, if the law provides it. */
    readonly Pc?: readonly number[];
    /** Number of results that satisfy the law; 0 if the law does not count them. */
    readonly solutionCount: number;
    /** From compare(): required parameters that were not given, with the examples used for them. */
    readonly examples?: Readonly<Record<string, number>>;
}

export function readResult(memory: Memory, registry: Registry, law: string, dim: Dim, at: number): Result {
    const of = (field: string) => at + memory.of(`carom_result.${field}`);
    const status = memory.i32(of("status"));
    const has = memory.u32(of("has"));
    const ok = memory.library.carom_status_classify(status) === 0;
    const work = { normal: memory.f64(of("work_normal")), friction: memory.f64(of("work_friction")) };
    return {
        law,
        status: memory.constant(memory.library.carom_status_name(status)),
        ok,
        mode: registry.modes[memory.i32(of("mode"))]?.name ?? "",
        P: memory.numbers(of("P"), dim),
        v: memory.numbers(of("v"), dim),
        dE: memory.f64(of("dE")),
        violations: violationNames(memory, memory.u32(of("violations"))),
        ...(has & 2 ? { work } : {}),
        ...(has & 1 ? { Pc: memory.numbers(of("Pc"), dim) } : {}),
        solutionCount: memory.i32(of("solution_count")),
    };
}

export function violationNames(memory: Memory, bits: number): string[] {
    return bits === 0 ? [] : bitNames(bits, (bit) => memory.constant(memory.library.carom_enum_name(Enum.violation, bit)));
}
