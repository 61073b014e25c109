import { CaromError } from "./error.js";
import type { Library } from "./exports.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Reads and writes numbers and texts in the library's memory, allocates memory for a call, and returns the offsets of members. */
export class Memory {
    readonly library: Library;
    private readonly offsets = new Map<string, number>();
    private readonly constants = new Map<number, string>();
    private top: number;
    private view: DataView;

    constructor(library: Library) {
        this.library = library;
        this.top = (Number(library.__heap_base.value) + 15) & ~15;
        this.view = new DataView(library.memory.buffer);
        const first = library.js_fields();
        for (let i = 0; i < library.js_field_count(); i++) {
            this.offsets.set(this.text(this.i32(first + 8 * i)), this.i32(first + 8 * i + 4));
        }
    }

    /** Returns the size of a struct, the offset of a member, or a constant of the headers. */
    of(name: string): number {
        const offset = this.offsets.get(name);
        if (offset === undefined) throw new Error(`no field "${name}"`);
        return offset;
    }

    /** Allocates memory for the duration of the call. */
    within<T>(call: () => T): T {
        const top = this.top;
        try {
            return call();
        } finally {
            this.top = top;
        }
    }

    room(bytes: number): number {
        const at = this.top;
        this.reserve(bytes);
        this.top = at + Math.ceil(bytes / 16) * 16;
        new Uint8Array(this.library.memory.buffer, at, this.top - at).fill(0);
        return at;
    }

    /** Makes sure that this many bytes are available, for several allocations. */
    reserve(bytes: number): void {
        const { memory } = this.library;
        const missing = this.top + bytes + 16 - memory.buffer.byteLength;
        if (missing > 0) try {
            memory.grow(Math.ceil(missing / 65536));
        } catch {
            throw new CaromError("no-memory", `there is no memory for ${Math.ceil(bytes / 1e6)} MB; solve the problem in parts`);
        }
        if (this.view.buffer !== memory.buffer) this.view = new DataView(memory.buffer);
    }

    struct(name: string): number {
        return this.room(this.of(name));
    }

    i32(at: number): number {
        return this.view.getInt32(at, true);
    }
    u32(at: number): number {
        return this.view.getUint32(at, true);
    }
    u64(at: number): bigint {
        return this.view.getBigUint64(at, true);
    }
    flag(at: number): boolean {
        return this.view.getUint8(at) !== 0;
    }
    f64(at: number): number {
        return this.view.getFloat64(at, true);
    }
    setI32(at: number, value: number): void {
        this.view.setInt32(at, value, true);
    }
    setU64(at: number, value: bigint): void {
        this.view.setBigUint64(at, value, true);
    }
    setF64(at: number, value: number): void {
        this.view.setFloat64(at, value, true);
    }

    numbers(at: number, count: number): number[] {
        return Array.from({ length: count }, (_, i) => this.f64(at + 8 * i));
    }
    setNumbers(at: number, values: ArrayLike<number>): void {
        for (let i = 0; i < values.length; i++) this.setF64(at + 8 * i, values[i] as number);
    }

    /** Returns the numbers as a view of the library's memory, valid until the next call. */
    doubles(at: number, count: number): Float64Array {
        return new Float64Array(this.library.memory.buffer, at, count);
    }
    bytes(at: number, count: number): Uint8Array {
        return new Uint8Array(this.library.memory.buffer, at, count);
    }

    /** Reads a text that ends with a zero byte; "" for a null pointer. */
    text(at: number): string {
        if (at === 0) return "";
        const all = new Uint8Array(this.library.memory.buffer);
        return decoder.decode(all.subarray(at, all.indexOf(0, at)));
    }
    /** Reads a text of the library's tables, which never changes. */
    constant(at: number): string {
        const known = this.constants.get(at);
        if (known !== undefined) return known;
        const text = this.text(at);
        this.constants.set(at, text);
        return text;
    }
    setText(text: string): number {
        const encoded = encoder.encode(text);
        const at = this.room(encoded.length + 1);
        this.bytes(at, encoded.length).set(encoded);
        return at;
    }

    /** Returns the text that a function of the library writes. The function takes a buffer and its size, and returns the length. */
    written(write: (text: number, size: number) => number): string {
        return this.within(() => {
            const length = write(0, 0);
            const at = this.room(length + 1);
            write(at, length + 1);
            return this.text(at);
        });
    }
}
