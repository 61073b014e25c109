/**
 * Computes impacts of rigid bodies with friction, by 19 laws.
 *
 *     import { load } from "carom";
 *     const carom = await load();
 *     const hit = carom.collide("routh", { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6], e: 0.5, mu: 0.7 });
 *     hit.P, hit.v, hit.mode, hit.dE, hit.broken
 *
 * Normal first, SI units, the impulse acts on A, v[0] < 0 approaches.
 */
import { type Batch, type BatchOutcome, batchOf } from "./batch.js";
import { applied, contactOf, frameOf, type Pair } from "./bodies.js";
import { CaromError, numbersOf, refusal, refused } from "./error.js";
import { Enum, type Library } from "./exports.js";
import { type Hodograph, hodographOf, type Line, type Region, regionOf, type Verdict } from "./geometry.js";
import { Memory } from "./memory.js";
import { broken, type Outcome, readOutcome } from "./outcome.js";
import { allowOf, type Contact, dimOf, muOf, need, type Problem, paramsOf, putContact, putProblemParams, type Rubbing } from "./problem.js";
import { type Ink, type Law, type Method, type Mode, Registry } from "./registry.js";
import type { impactOf, SeveralOutcome, System } from "./several.js";
import { numberWriter } from "./words.js";

export type { Batch, BatchOutcome, Column } from "./batch.js";
export { type Body, type Pair, PLANAR_WALL, type PlanarBody, type PlanarPair, type SpatialPair, WALL } from "./bodies.js";
export { CaromError } from "./error.js";
export type { Hodograph, Invariant, Line, Region, Verdict } from "./geometry.js";
export type { Outcome } from "./outcome.js";
export type { Contact, Matrix, ParamValue, Problem, Rubbing } from "./problem.js";
export type { Dim, Ink, Law, Look, Method, Mode, Param } from "./registry.js";
export type { SeveralOutcome, System } from "./several.js";

/** A point on the path of an impact in impulse space. */
export interface PathPoint {
    readonly event: string;
    readonly P: readonly number[];
    readonly v: readonly number[];
    readonly dE: number;
}

export interface Path {
    readonly points: readonly PathPoint[];
    readonly outcome: Outcome;
}

export interface Alternative {
    readonly outcome: Outcome;
    /** The one that collide() answers. */
    readonly given: boolean;
    /** The one that small changes select. */
    readonly kept: boolean;
    /** +1 or -1; 0 where it has none. */
    readonly index: number;
}

const MOST_POINTS = 4096;

export class Carom {
    readonly version: string;
    private readonly memory: Memory;
    private readonly registry: Registry;
    private impactOf: typeof impactOf | undefined;

    constructor(library: Library) {
        this.memory = new Memory(library);
        this.registry = new Registry(this.memory);
        this.version = this.memory.text(library.carom_version());
    }

    /** Every law, in the table's order: names, ranges, promises, sources, colours. */
    laws(): readonly Law[] {
        return this.registry.laws;
    }

    law(name: string): Law {
        this.registry.law(name);
        return this.registry.laws.find((law) => law.name === name) as Law;
    }

    /** The methods for several contacts. */
    methods(): readonly Method[] {
        return this.registry.methods;
    }

    /** Every mode by its number. */
    modes(): readonly Mode[] {
        return this.registry.modes;
    }

    /** The colours of pictures, by name. */
    inks(): readonly Ink[] {
        return this.registry.inks;
    }

    /** What the bits of a batch's `broken` mean. */
    brokenNames(bits: number): readonly string[] {
        return broken(this.memory, bits);
    }

    /** One impact by one law. Input that makes no sense is refused by a CaromError that says what and why. */
    collide(law: string, problem: Problem): Outcome {
        return this.asked(law, problem, (contact, params, out) =>
            this.memory.library.carom_collide(this.registry.law(law), contact, params, out),
        );
    }

    /**
     * Every law of this dimension on one problem. A parameter of one family (e, e_n, r_n) sets the whole family, and laws
     * take of the others what they read. e and mu must be given; for what else a law needs its example is taken, and told. A law
     * that refuses is left out; a problem that every law refuses is an error.
     */
    compare(problem: Problem): Outcome[] {
        const dim = dimOf(problem);
        const outcomes: Outcome[] = [];
        let first: unknown;
        for (const law of this.registry.laws) {
            if (!law.dims.includes(dim)) continue;
            const own = this.spread(law, problem);
            const examples = this.examples(law, own);
            try {
                const outcome = this.collide(law.name, { ...own, ...examples });
                outcomes.push(Object.keys(examples).length > 0 ? { ...outcome, examples } : outcome);
            } catch (error) {
                if (!(error instanceof CaromError) || error.status === "coefficient-missing") throw error;
                first ??= error;
            }
        }
        if (first && outcomes.length === 0) throw first;
        return outcomes;
    }

    /** What of a problem's parameters this law reads, by its own names. */
    spread(law: Law, problem: Problem): Problem {
        const { W, v } = problem;
        const given = paramsOf(problem);
        const strange = [...given.keys()].find((name) => !this.registry.named.has(name));
        if (strange !== undefined) throw new CaromError("coefficient-unknown", `no law has a parameter "${strange}"`);
        for (const [name, value] of given) if (!["number", "string"].includes(typeof value)) numbersOf(value, name);
        const own: Record<string, unknown> = {};
        for (const { name, family } of law.params) {
            const value = given.get(name) ?? given.get(family);
            if (value !== undefined) own[name] = value;
        }
        const allow = allowOf(problem).filter((name) => law.params.some((param) => param.name === name));
        return { ...own, W, v, ...(allow.length > 0 ? { allow } : {}) } as Problem;
    }

    /** Examples of what the law needs, besides e and mu, and the problem does not give. */
    examples(law: Law, problem: Problem): Record<string, number> {
        const given = paramsOf(problem);
        const lacks = law.params.filter((p) => p.required && !["e", "mu"].includes(p.family) && !given.has(p.name));
        return Object.fromEntries(lacks.map((p) => [p.name, p.example]));
    }

    /** The impact with its path in impulse space. */
    trace(law: string, problem: Problem): Path {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            const size = this.memory.of("carom_path_point");
            const points = this.memory.room(MOST_POINTS * size);
            const path = this.memory.struct("carom_path");
            this.memory.setI32(path + this.memory.of("carom_path.points"), points);
            this.memory.setI32(path + this.memory.of("carom_path.capacity"), MOST_POINTS);
            const outcome = this.asked(law, problem, (contact, params, out) =>
                this.memory.library.carom_trace(this.registry.law(law), contact, params, path, out),
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
            return { points: Array.from({ length: count }, (_, i) => point(i)), outcome };
        });
    }

    /** Every outcome that satisfies the law. */
    solutions(law: string, problem: Problem): Alternative[] {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            const size = this.memory.of("carom_alternative");
            const list = this.memory.room(this.memory.of("CAROM_MAX_ALTERNATIVES") * size);
            const count = this.memory.room(8);
            this.asked(law, problem, (contact, params, out) => {
                const { library } = this.memory;
                const status = library.carom_collide_all(this.registry.law(law), contact, params, list, count);
                // What was refused is told by an outcome.
                if (status !== 0) library.carom_collide(this.registry.law(law), contact, params, out);
                return status;
            });
            return Array.from({ length: this.memory.i32(count) }, (_, i) => {
                const of = (field: string) => list + i * size + this.memory.of(`carom_alternative.${field}`);
                return {
                    outcome: readOutcome(this.memory, this.registry, law, dim, of("result")),
                    given: this.memory.flag(of("returned")),
                    kept: this.memory.flag(of("stable")),
                    index: this.memory.i32(of("index")),
                };
            });
        });
    }

    /** Judges an impulse, whoever made it. */
    check(problem: Rubbing & { readonly P: readonly number[] }): Verdict {
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
                broken: broken(this.memory, this.memory.u32(of("violations"))),
                v: this.memory.numbers(of("v"), dim),
                dE: this.memory.f64(of("dE")),
            };
        });
    }

    /** The geometry of impulse space: energy ellipse, lines, corners. */
    region(problem: Rubbing): Region {
        return regionOf(this.memory, problem);
    }

    /** The boundary of what the law reaches over all its coefficients, in the plane; empty where no formula is known. */
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

    /** The line on which every path of the law ends, in the plane; undefined where its paths end on none. */
    termination(law: string, problem: Problem): Line | undefined {
        return this.memory.within(() => {
            if (dimOf(problem) !== 2 || !this.law(law).params.some((param) => param.name === "restitution")) return undefined;
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

    /** How friction turns and stops the slip of a contact in space. */
    hodograph(problem: Rubbing): Hodograph {
        return hodographOf(this.memory, problem);
    }

    /** W and v of two bodies that touch. */
    contact(pair: Pair): Contact {
        return contactOf(this.memory, pair);
    }

    /** The directions the components are along, in world axes. */
    frame(pair: Pair): number[][] {
        return frameOf(this.memory, pair);
    }

    /** The bodies after the impulse P on a and -P on b. */
    apply<T extends Pair>(pair: T, P: readonly number[]): T {
        return applied(this.memory, pair, P);
    }

    /**
     * Loads what only several contacts need, a fifth of the library, once: `await carom.several()` before impact(). A
     * program that keeps carom_several.wasm elsewhere gives it as to load().
     */
    async several(source?: Source): Promise<this> {
        if (this.impactOf) return this;
        await this.join("carom_several.wasm", source);
        this.impactOf = (await import("./several.js")).impactOf;
        return this;
    }

    /** Puts another part of the library into its place; ./motion.js calls it too. */
    private async join(file: string, source?: Source): Promise<void> {
        const module = await compiled(source ?? (await read(new URL(file, import.meta.url))));
        await WebAssembly.instantiate(module, { primary: this.memory.library as unknown as WebAssembly.ModuleImports });
    }

    /** Several contacts at once by one method; several() comes first. */
    impact(method: string, system: System): SeveralOutcome {
        if (!this.impactOf) throw new CaromError("module-missing", "several contacts are loaded on their own: await carom.several() comes first");
        return this.impactOf(this.memory, this.registry, method, system);
    }

    /** Many impacts at once, on typed arrays: the same bits as collide(). */
    batch(law: string, batch: Batch): BatchOutcome {
        return batchOf(this.memory, this.registry, law, batch);
    }

    private asked(
        law: string,
        problem: Problem,
        ask: (contact: number, params: number, out: number) => number,
    ): Outcome {
        return this.memory.within(() => {
            const dim = dimOf(problem);
            this.registry.law(law);
            const contact = putContact(this.memory, problem);
            const params = putProblemParams(this.memory, this.registry, law, problem);
            const out = this.memory.struct("carom_result");
            const status = ask(contact, params, out);
            if (refused(this.memory, status)) {
                const at = this.registry.law(law);
                const tell = (text: number, size: number) =>
                    this.memory.library.door_describe(status, at, contact, params, out, text, size);
                throw refusal(this.memory, status, this.memory.told(tell));
            }
            return readOutcome(this.memory, this.registry, law, dim, out);
        });
    }
}

/** WebAssembly as its bytes, as a compiled module, or as the answer of fetch(). */
export type Source = BufferSource | WebAssembly.Module | Response;

/**
 * Loads the library. Without an argument its WebAssembly is found beside this module, in node and in browsers; a program
 * that keeps it elsewhere gives it.
 */
export async function load(source?: Source): Promise<Carom> {
    const module = await compiled(source ?? (await read(new URL("carom.wasm", import.meta.url))));
    const { write, into } = numberWriter();
    const later = () => {
        throw new CaromError("module-missing", "several contacts are loaded on their own: await carom.several() comes first");
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

/** load() and several() in one: all that the adapters of physics engines ask for. */
export async function loadAll(): Promise<Carom> {
    return (await load()).several();
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
