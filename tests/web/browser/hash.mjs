// Computes the lines of tests/web/hash.c with the npm package, in node and in browsers. Random numbers and arithmetic
// are the same.

function drawer(seed) {
    let state = seed | 0;
    return () => {
        state = (state + 0x9e3779b9) | 0;
        let z = state;
        z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
        z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
        return ((z ^ (z >>> 15)) >>> 0) / 4294967296;
    };
}

class Twofold {
    a = 0x811c9dc5 | 0;
    b = 1;
    word(w) {
        this.a = Math.imul(this.a ^ w, 0x01000193);
        this.b = Math.imul((this.b + w) | 0, 0x9e3779b1);
        this.b ^= this.b >>> 15;
    }
    text() {
        return [this.a, this.b].map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
    }
}

/** Writes one random problem into row i of the columns. */
function problem(draw, dim, columns, i, number) {
    const L = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
    for (let j = 0; j < dim; j++) for (let k = 0; k <= j; k++) L[j][k] = k === j ? 0.5 + draw() : 2 * draw() - 1;
    for (let j = 0; j < dim; j++) {
        for (let k = 0; k <= j; k++) {
            let sum = 0;
            for (let m = 0; m <= k; m++) sum += L[j][m] * L[k][m];
            columns.W[k][j][i] = number % 4 ? sum : j !== k ? 0 : (j ? 3.5 : 1) * (L[0][0] * L[0][0]);
        }
    }
    for (let j = 0; j < dim; j++) columns.v[j][i] = j ? 4 * draw() - 2 : -0.1 - draw();
    for (const { row, values } of columns.params) {
        const low = row.lowest > -1e300 ? row.lowest : -1, high = row.highest < 1e300 ? row.highest : 2;
        values[i] = low + (high - low) * draw();
    }
}

function room(law, dim, n) {
    const column = () => new Float64Array(n);
    const rows = law.coefficients.filter((row) => ["real", "pair"].includes(row.kind) && row.name !== "mu_static" && row.name !== "rest_speed");
    return {
        W: Array.from({ length: dim }, (_, j) => Array.from({ length: dim }, (_, k) => (k >= j ? column() : undefined))),
        v: Array.from({ length: dim }, column),
        params: rows.map((row) => ({ row, values: column() })),
    };
}

function add(hash, dim, out, n) {
    const words = [...out.P, ...out.v, out.dE].map((column) => new Uint32Array(column.buffer, column.byteOffset, 2 * n));
    let answered = 0;
    for (let i = 0; i < n; i++) {
        hash.word(out.status[i]);
        if (out.status[i]) continue;
        answered++;
        hash.word(out.mode[i]);
        hash.word(out.violations[i]);
        for (const column of words) {
            hash.word(column[2 * i]);
            hash.word(column[2 * i + 1]);
        }
    }
    return answered;
}

function lawLine(carom, law, dim, problems) {
    const draw = drawer(dim), hash = new Twofold();
    let answered = 0;
    for (let first = 0; first < problems; first += 5000) {
        const n = Math.min(5000, problems - first), columns = room(law, dim, n);
        for (let i = 0; i < n; i++) problem(draw, dim, columns, i, first + i);
        const params = Object.fromEntries(columns.params.map(({ row, values }) => [row.name, values]));
        answered += add(hash, dim, carom.batch(law.name, { ...params, n, W: columns.W, v: columns.v }), n);
    }
    return `${law.name} ${dim} ${answered} ${hash.text()}`;
}

export function lines(carom, problems) {
    return carom.laws().flatMap((law) => law.closedForm.map((dim) => lawLine(carom, law, dim, problems)));
}
