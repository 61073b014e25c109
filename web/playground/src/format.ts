/** Numbers as people read them: six digits like the command's tables, no exponent where none is needed. */
export function digits(x: number, count = 6): string {
    if (x === 0) return "0";
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "-" : x > 0 ? "inf" : "-inf";
    const size = Math.abs(x);
    if (size >= 1e6 || size < 1e-4) return x.toExponential(Math.min(count - 1, 3)).replace("e+", "e");
    return String(Number(x.toPrecision(count)));
}

/** A round number not below x: 1, 2 or 5 times a power of ten. */
export function roundUp(x: number): number {
    const power = 10 ** Math.floor(Math.log10(x));
    return [1, 2, 5, 10].map((k) => k * power).find((k) => k >= x * (1 - 1e-12)) ?? x;
}

/** Components as the command's tables have them: what is nothing beside `scale` is 0. */
export function vector(x: readonly number[], scale: number, count = 6): string {
    return `(${x.map((c) => digits(Math.abs(c) < 1e-12 * scale ? 0 : c, count)).join(", ")})`;
}
