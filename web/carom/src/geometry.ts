import { refusal } from "./error.js";
import { Enum } from "./exports.js";
import type { Memory } from "./memory.js";
import { dimOf, muOf, putContact, type FrictionContact } from "./problem.js";

export interface Line {
    readonly point: readonly number[];
    readonly direction: readonly number[];
}

/** The geometry of impulse space, which is the same for every law. */
export interface Region {
    readonly dim: 2 | 3;
    readonly mu: number;
    /** True if W is regular, so that the energy ellipse is bounded. */
    readonly bounded: boolean;
    /** The energy lost if the relative motion stops, J. */
    readonly energy: number;
    /** The centre of the ellipse, where the relative motion stops, and its semi-axes as vectors from there. */
    readonly centre: readonly number[];
    readonly axes: readonly (readonly number[])[];
    /** The impulses without friction for e = 0 and e = 1. */
    readonly frictionless: readonly [readonly number[], readonly number[]];
    /** The line v_t' = 0, if an impulse can stop the slip. */
    readonly sticking?: Line;
    /** The line v_n' = 0, in 2D. */
    readonly compression?: Line;
    /** The normal of the line or plane v_n' = 0, which has the equation normal.P = -v_n. */
    readonly compressionNormal: readonly number[];
    /** In 2D: the corners of the set of admissible impulses, and its boundary as a polygon. */
    readonly corners: readonly (readonly number[])[];
    readonly outline: readonly (readonly number[])[];
}

export interface Verdict {
    readonly violations: readonly string[];
    readonly v: readonly number[];
    readonly dE: number;
}

export interface Invariant {
    readonly e: readonly [number, number];
    readonly f: number;
    readonly turn: number;
    readonly D: number;
    readonly kind: string;
}

/** Describes how friction turns and stops the slip of a 3D contact. */
export interface Hodograph {
    readonly everywhere: boolean;
    readonly directions: readonly Invariant[];
    readonly muCritical: number;
    readonly holds: boolean;
    readonly hold: readonly [number, number];
    readonly escape: readonly [number, number];
}

const ARC = 48;

function must(memory: Memory, status: number): void {
    if (status !== 0) throw refusal(memory, status);
}

function readLine(memory: Memory, at: number, dim: number): Line {
    return {
        point: memory.numbers(at + memory.of("carom_line.point"), dim),
        direction: memory.numbers(at + memory.of("carom_line.direction"), dim),
    };
}

function readCorners(memory: Memory, contact: number, mu: number): number[][] {
    const size = memory.of("carom_corner");
    const corners = memory.room(memory.of("CAROM_MAX_CORNERS") * size);
    const count = memory.room(8);
    if (memory.library.carom_region_corners(contact, mu, corners, count) !== 0) return [];
    return Array.from({ length: memory.i32(count) }, (_, i) =>
        memory.numbers(corners + i * size + memory.of("carom_corner.P"), 2),
    );
}

function readOutline(memory: Memory, contact: number, mu: number): number[][] {
    const capacity = 2 * ARC + 3;
    const points = memory.room(24 * capacity);
    const count = memory.room(8);
    if (memory.library.carom_region_outline(contact, mu, ARC, points, capacity, count) !== 0) return [];
    return Array.from({ length: memory.i32(count) }, (_, i) => memory.numbers(points + 24 * i, 2));
}

export function regionOf(memory: Memory, problem: FrictionContact): Region {
    return memory.within(() => {
        const dim = dimOf(problem);
        const mu = muOf(problem);
        const contact = putContact(memory, problem);
        const at = memory.struct("carom_region");
        must(memory, memory.library.carom_region_compute(contact, mu, at));
        const of = (field: string) => at + memory.of(`carom_region.${field}`);
        const three = (field: string, row = 0) => memory.numbers(of(field) + 24 * row, dim);
        const sticks = memory.flag(of("sticks"));
        return {
            dim,
            mu,
            bounded: memory.flag(of("bounded")),
            energy: memory.f64(of("energy")),
            centre: three("centre"),
            axes: Array.from({ length: dim }, (_, k) => three("axes", k)),
            frictionless: [three("frictionless", 0), three("frictionless", 1)],
            ...(sticks ? { sticking: readLine(memory, of("sticking"), dim) } : {}),
            ...(dim === 2 ? { compression: readLine(memory, of("compression"), dim) } : {}),
            compressionNormal: three("compression_normal"),
            corners: dim === 2 ? readCorners(memory, contact, mu) : [],
            outline: dim === 2 ? readOutline(memory, contact, mu) : [],
        };
    });
}

export function hodographOf(memory: Memory, problem: FrictionContact): Hodograph {
    return memory.within(() => {
        const at = memory.struct("carom_hodograph");
        const contact = putContact(memory, problem);
        const mu = muOf(problem);
        must(memory, memory.library.carom_hodograph_compute(contact, mu, muOf(problem, mu, "mu_static"), at));
        const of = (field: string) => at + memory.of(`carom_hodograph.${field}`);
        const two = (where: number) => memory.numbers(where, 2) as [number, number];
        const direction = (i: number): Invariant => {
            const here = of("direction") + i * memory.of("carom_invariant");
            const part = (field: string) => here + memory.of(`carom_invariant.${field}`);
            return {
                e: two(part("e")),
                f: memory.f64(part("f")),
                turn: memory.f64(part("turn")),
                D: memory.f64(part("D")),
                kind: memory.text(memory.library.carom_enum_name(Enum.invariant, memory.i32(part("kind")))),
            };
        };
        return {
            everywhere: memory.flag(of("everywhere")),
            directions: Array.from({ length: memory.i32(of("count")) }, (_, i) => direction(i)),
            muCritical: memory.f64(of("mu_critical")),
            holds: memory.flag(of("holds")),
            hold: two(of("hold")),
            escape: two(of("escape")),
        };
    });
}
