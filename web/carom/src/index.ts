/**
 * Computes impacts of rigid bodies with friction, by 19 laws.
 *
 *     import { load } from "carom";
 *     const carom = await load();
 *     const hit = carom.collide("routh", { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6], e: 0.5, mu: 0.7 });
 *     hit.P, hit.v, hit.mode, hit.dE, hit.violations
 *
 * All numbers are in SI units, and the normal component comes first. The impulse acts on A. The bodies approach if v[0] < 0.
 */
import { type Batch, type BatchResult, batchOf } from "./batch.js";
import { applied, contactOf, frameOf, type Pair } from "./bodies.js";
import { CaromError, numbersOf, refusal, refused } from "./error.js";
import { Enum, type Library } from "./exports.js";
import { type Hodograph, hodographOf, type Line, type Region, regionOf, type Verdict } from "./geometry.js";
import { Memory } from "./memory.js";
import { type Result, readResult, violationNames } from "./result.js";
import { allowOf, type Contact, dimOf, muOf, need, type Problem, paramsOf, putContact, putProblemParams, type FrictionContact } from "./problem.js";
import { type Ink, type Law, type Mode, Registry } from "./registry.js";
import type { System, SystemResult, solveSystem } from "./system.js";
import { numberWriter } from "./words.js";

export type { Batch, BatchResult, Column } from "./batch.js";
export { type Body, type Pair, PLANAR_WALL, type PlanarBody, type PlanarPair, type SpatialPair, WALL } from "./bodies.js";
export { CaromError } from "./error.js";
export type { Hodograph, Invariant, Line, Region, Verdict } from "./geometry.js";
export type { Result } from "./result.js";
export type { Contact, Matrix, CoefficientValue, Problem, FrictionContact } from "./problem.js";
export type { Coefficient, Dim, Ink, Law, Mode, Style } from "./registry.js";
export type { SystemResult, System } from "./system.js";

/** A point on the path of an impact in impulse space. */
export interface PathPoint {
    readonly event: string;
    readonly P: readonly number[];
    readonly v: readonly number[];
    readonly dE: number;
}

export interface Path {
    readonly points: readonly PathPoint[];
    readonly result: Result;
}

export interface Alternative {
    readonly result: Result;
    /** True for the result that collide() returns. */
    readonly returned: boolean;
    /** True for the result that is reached if friction increases slowly from zero. */
    readonly stable: boolean;
    /**
     * The index of the result: +1 or -1, or 0 if it is not defined. A result with -1 merges with another one under
     * small changes.
     */
    readonly index: number;
}

const MOST_POINTS = 4096;

export class Carom {
    readonly version: string;
    private readonly memory: Memory;
    private readonly registry: Registry;
    private solver: typeof solveSystem | undefined;

    constructor(library: Library) {
        this.memory = new Memory(library);
        this.registry = new Registry(this.memory);
        this.version = this.memory.text(library.carom_version());
    }

    /** Returns every law for one contact, or for systems of several: names, ranges, guarantees, sources, colours. */
    laws(options?: { readonly systems?: boolean }): readonly Law[] {
        return options?.systems ? this.registry.systemLaws : this.registry.laws;
    }

    law(name: string): Law {
        this.registry.law(name);
        return this.registry.laws.find((law) => law.name === name) as Law;
    }

    /** Returns every mode by its number. */
    modes(): readonly Mode[] {
        return this.registry.modes;
    }

    /** Returns the colours of pictures, by name. */
    inks(): readonly Ink[] {
        return this.registry.inks;
    }

    /** Returns the names of the bits of a batch's `violations`. */
    violationNames(bits: number): readonly string[] {
        return violationNames(this.memory, bits);
    }

    /** Computes one impact by one law. Throws a CaromError for invalid input. */
    collide(law: string, problem: Problem): Result {
        return this.asked(law, problem, (at, contact, params, out) =>
            this.memory.library.carom_collide(at, contact, params, out),
        );
    }

    /**
     * Computes one problem with every law of this dimension. A parameter of one family (e, e_n, r_n) sets the whole
     * family. Each law gets only the parameters that it reads. You must give e and mu. For other required parameters,
     * the example of the law is used and reported. A law that rejects the problem is left out; if every law rejects it,
     * an error is thrown.
     */
    compare(problem: Problem): Result[] {
        const dim = dimOf(problem);
        const results: Result[] = [];
        let first: unknown;
        for (const law of this.registry.laws) {
            if (!law.dims.includes(dim)) continue;
            const own = this.spread(law, problem);
            const examples = this.examples(law, own);
            try {
                const result = this.collide(law.name, { ...own, ...examples });
                results.push(Object.keys(examples).length > 0 ? { ...result, examples } : result);
            } catch (error) {
                if (!(error instanceof CaromError) || error.status === "coefficient-missing") throw error;
                first ??= error;
            }
        }
        if (first && results.length === 0) throw first;
        return results;
    }

    /** Selects the problem's parameters that this law reads, under its own names. */
    spread(law: Law, problem: Problem): Problem {
        const { W, v } = problem;
        const given = paramsOf(problem);
        const strange = [...given.keys()].find((name) => !this.registry.named.has(name));
        if (strange !== undefined) throw new CaromError("coefficient-unknown", `no law has a coefficient "${strange}"`);
        for (const [name, value] of given) if (!["number", "string"].includes(typeof value)) numbersOf(value, name);
        const own: Record<string, unknown> = {};
        for (const { name, family } of law.coefficients) {
            const value = given.get(name) ?? given.get(family);
            if (value !== undefined) own[name] = value;
        }
        const allow = allowOf(problem).filter((name) => law.coefficients.some((one) => one.name === name));
        return { ...own, W, v, ...(allow.length > 0 ? { allow } : {}) } as Problem;
    }

    /** Returns examples of required parameters, except e and mu, that the problem does not give. */
    examples(law: Law, problem: Problem): Record<string, number> {
        const given = paramsOf(problem);
        const lacks = law.coefficients.filter((p) => p.required && !["e", "mu"].includes(p.family) && !given.has(p.name));
        return Object.fromEntries(lacks.map((p) => [p.name, p.example]));
    }

    /** Computes the impact with its path in impulse space. */
    trace(law: string, problem: Problem): Path {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            const size = this.memory.of("carom_path_point");
            const points = this.memory.room(MOST_POINTS * size);
            const path = this.memory.struct("carom_path");
            this.memory.setI32(path + this.memory.of("carom_path.points"), points);
            this.memory.setI32(path + this.memory.of("carom_path.capacity"), MOST_POINTS);
            const result = this.asked(law, problem, (at, contact, params, out) =>
                this.memory.library.carom_trace(at, contact, params, path, out),
            );
            const count = Math.min(this.memory.u32(path + this.memory.of("carom_path.count")), MOST_POINTS);
            const point = (i: number): PathPoint => {
                const of = (field: string) => points + i * size + this.memory.of(`carom_path_point.${field}`);
                return {
                    event: this.memory.constant(this.memory.library.carom_enum_name(Enum.event, this.memory.i32(of("event")))),
                    P: this.memory.numbers(of("P"), dim),
                    v: this.memory.numbers(of("v"), dim),
                    dE: this.memory.f64(of("dE")),
                };
            };
            return { points: Array.from({ length: count }, (_, i) => point(i)), result };
        });
    }

    /** Computes all results that satisfy the law. */
    collideAll(law: string, problem: Problem): Alternative[] {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            const size = this.memory.of("carom_alternative");
            const list = this.memory.room(this.memory.of("CAROM_MAX_ALTERNATIVES") * size);
            const count = this.memory.room(8);
            this.asked(law, problem, (at, contact, params, out) => {
                const { library } = this.memory;
                const status = library.carom_collide_all(at, contact, params, list, count);
                // The result contains the reason for the rejection.
                if (status !== 0) library.carom_collide(at, contact, params, out);
                return status;
            });
            return Array.from({ length: this.memory.i32(count) }, (_, i) => {
                const of = (field: string) => list + i * size + this.memory.of(`carom_alternative.${field}`);
                return {
                    result: readResult(this.memory, this.registry, law, dim, of("result")),
                    returned: this.memory.flag(of("returned")),
                    stable: this.memory.flag(of("stable")),
                    index: this.memory.i32(of("index")),
                };
            });
        });
    }

    /** Checks any impulse against the conditions that all results must satisfy. */
    check(problem: FrictionContact & { readonly P: readonly number[] }): Verdict {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            const P = this.memory.room(24);
            this.memory.setNumbers(P, numbersOf(problem.P, "P", dim));
            const at = this.memory.struct("carom_verdict");
            const contact = putContact(this.memory, problem);
            const status = this.memory.library.carom_check(contact, muOf(problem, Infinity), P, at);
            if (status !== 0) throw refusal(this.memory, status);
            const of = (field: string) => at + this.memory.of(`carom_verdict.${field}`);
            return {
                violations: violationNames(this.memory, this.memory.u32(of("violations"))),
                v: this.memory.numbers(of("v"), dim),
                dE: this.memory.f64(of("dE")),
            };
        });
    }

    /** Computes the geometry of impulse space: energy ellipse, lines, corners. */
    region(problem: FrictionContact): Region {
        return regionOf(this.memory, problem);
    }

    /**
     * Computes the boundary of the impulses that the law reaches over all its coefficients, in 2D; empty if no formula
     * is known.
     */
    reach(law: string, problem: Problem): number[][] {
        return this.memory.within(() => {
            dimOf(problem);
            const contact = putContact(this.memory, problem);
            const params = putProblemParams(this.memory, this.registry, law, problem);
            need(this.registry, law, problem, "mu");
            const at = this.memory.struct("carom_reach_area");
            const found = this.memory.library.carom_reach_outline(this.registry.law(law), contact, params, at);
            if (found !== 0) return [];
            const of = (field: string) => at + this.memory.of(`carom_reach_area.${field}`);
            const count = this.memory.i32(of("count"));
            return Array.from({ length: count }, (_, i) => this.memory.numbers(of("P") + 24 * i, 2));
        });
    }

    /** Computes the line on which every path of the law ends, in 2D; undefined if there is none. */
    endLine(law: string, problem: Problem): Line | undefined {
        return this.memory.within(() => {
            if (dimOf(problem) !== 2 || !this.law(law).coefficients.some((param) => param.name === "restitution")) return undefined;
            const contact = putContact(this.memory, problem);
            const params = putProblemParams(this.memory, this.registry, law, problem);
            need(this.registry, law, problem);
            const at = this.memory.room(24);
            if (this.memory.library.carom_region_end_line(contact, params, at) !== 0) return undefined;
            const [n, t, reach] = this.memory.numbers(at, 3) as [number, number, number];
            const square = n * n + t * t;
            return { point: [(n * reach) / square, (t * reach) / square], direction: [-t, n] };
        });
    }

    /** Computes how friction turns and stops the slip of a 3D contact. */
    hodograph(problem: FrictionContact): Hodograph {
        return hodographOf(this.memory, problem);
    }

    /** Computes W and v of two bodies that touch. */
    contact(pair: Pair): Contact {
        return contactOf(this.memory, pair);
    }

    /** Returns the directions of the components, in world axes. */
    frame(pair: Pair): number[][] {
        return frameOf(this.memory, pair);
    }

    /** Returns the bodies after the impulse P on a and -P on b. */
    apply<T extends Pair>(pair: T, P: readonly number[]): T {
        return applied(this.memory, pair, P);
    }

    /**
     * Loads the part of the library for systems, once: call `await carom.loadSystems()` before solveSystem(). If your
     * program keeps carom_systems.wasm elsewhere, pass it as to load().
     */
    async loadSystems(source?: Source): Promise<this> {
        if (this.solver) return this;
        await this.join("carom_systems.wasm", source);
        this.solver = (await import("./system.js")).solveSystem;
        return this;
    }

    /** Loads another part of the library; ./motion.js also calls this function. */
    private async join(file: string, source?: Source): Promise<void> {
        const module = await compiled(source ?? (await read(new URL(file, import.meta.url))));
        await WebAssembly.instantiate(module, { primary: this.memory.library as unknown as WebAssembly.ModuleImports });
    }

    /** Computes an impact at several simultaneous contacts with a law for systems. Call loadSystems() first. */
    solveSystem(law: string, system: System): SystemResult {
        if (!this.solver) throw notLoaded();
        return this.solver(this.memory, this.registry, law, system);
    }

    /** Computes many impacts at once, on typed arrays. Results are bit-identical to collide(). */
    batch(law: string, batch: Batch): BatchResult {
        return batchOf(this.memory, this.registry, law, batch);
    }

    private asked(
        law: string,
        problem: Problem,
        ask: (at: number, contact: number, params: number, out: number) => number,
    ): Result {
        return this.memory.within(() => {
            const at = this.registry.law(law);
            const dim = dimOf(problem);
            const contact = putContact(this.memory, problem);
            const params = putProblemParams(this.memory, this.registry, law, problem);
            const out = this.memory.struct("carom_result");
            const status = ask(at, contact, params, out);
            if (refused(this.memory, status)) {
                throw refusal(this.memory, status, this.memory.written((text, size) =>
                    this.memory.library.js_describe(status, at, contact, params, out, text, size)));
            }
            return readResult(this.memory, this.registry, law, dim, out);
        });
    }
}

const notLoaded = () => new CaromError("module-missing", "call await carom.loadSystems() before you solve systems");

/** WebAssembly as bytes, as a compiled module, or as the response of fetch(). */
export type Source = BufferSource | WebAssembly.Module | Response;

/**
 * Loads the library. Without an argument its WebAssembly is loaded from the directory of this module, in node and in
 * browsers. If your program keeps it elsewhere, pass it.
 */
export async function load(source?: Source): Promise<Carom> {
    const module = await compiled(source ?? (await read(new URL("carom.wasm", import.meta.url))));
    const { write, into } = numberWriter();
    const later = () => {
        throw notLoaded();
    };
    const split = WebAssembly.Module.imports(module).filter((wanted) => wanted.module === "placeholder");
    const instance = await WebAssembly.instantiate(module, {
        words: { number: write },
        placeholder: Object.fromEntries(split.map(({ name }) => [name, later])),
    });
    const library = instance.exports as unknown as Library;
    into(library.memory);
    library._initialize();
    return new Carom(library);
}

/** Loads the library and its part for systems, which adapters of physics engines need. */
export async function loadAll(): Promise<Carom> {
    return (await load()).loadSystems();
}

async function compiled(source: Source): Promise<WebAssembly.Module> {
    if (source instanceof WebAssembly.Module) return source;
    if (!(source instanceof Response)) return WebAssembly.compile(source);
    if (!source.ok) throw new Error(`${source.url} could not be loaded: ${source.status} ${source.statusText}`);
    return WebAssembly.compile(await source.arrayBuffer());
}

async function read(url: URL): Promise<BufferSource | Response> {
    if (url.protocol !== "file:") return fetch(url);
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
}
