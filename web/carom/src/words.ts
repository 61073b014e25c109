/** Formats a number like C's %.*g. */
export function general(value: number, digits: number): string {
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf";
    if (value === 0) return Object.is(value, -0) ? "-0" : "0";
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e") as [string, string];
    const power = Number(exponent);
    const short = (text: string) => (text.includes(".") ? text.replace(/\.?0+$/, "") : text);
    if (power >= -4 && power < digits) return short(value.toFixed(Math.max(digits - 1 - power, 0)));
    return `${short(mantissa)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Returns the function with which the library formats numbers. Its memory is available only after it is loaded. */
export function numberWriter() {
    let memory: WebAssembly.Memory | undefined;
    return {
        into: (own: WebAssembly.Memory) => (memory = own),
        write: (value: number, digits: number, at: number): number =>
            new TextEncoder().encodeInto(general(value, digits), new Uint8Array((memory as WebAssembly.Memory).buffer, at)).written,
    };
}
