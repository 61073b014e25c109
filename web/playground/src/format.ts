/** Formats numbers for reading: six digits like the command's tables, without an exponent if possible. */
export function digits(x: number, count = 6): string {
    if (x === 0) return "0";
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "-" : x > 0 ? "inf" : "-inf";
    const size = Math.abs(x);
    if (size >= 1e6 || size < 1e-4) return x.toExponential(Math.min(count - 1, 3)).replace("e+", "e");
    return String(Number(x.toPrecision(count)));
}

/** Returns a round number not below x: 1, 2 or 5 times a power of ten. */
export function roundUp(x: number): number {
    const power = 10 ** Math.floor(Math.log10(x));
    return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= x * (1 - 1e-12)) ?? x;
}

/** Formats components like the command's tables; rounding errors relative to `scale` are 0. */
export function vector(x: readonly number[], scale: number, count = 6): string {
    return `(${x.map((c) => digits(Math.abs(c) < 1e-12 * scale ? 0 : c, count)).join(", ")})`;
}
