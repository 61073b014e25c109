// Tests that the package gives the results of the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { CaromError, load, loadAll } from "../dist/index.js";
import { equivalentCoefficients } from "../dist/strike.js";
import * as motions from "../dist/motion.js";
import { general } from "../dist/words.js";

const carom = await load();
const rod = { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6], e: 0.5, mu: 0.7 };
const close = (got, wanted, tolerance = 1e-15) =>
    got.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) <= tolerance, `${got} is not ${wanted}`));

test("one impact", () => {
    const hit = carom.collide("routh", rod);
    close(hit.P, [0.6, 0.12]);
    close(hit.v, [0.32, 0]);
    assert.equal(hit.mode, "c-sticking");
    assert.deepEqual(hit.violations, []);
    assert.ok(Math.abs(hit.work.normal + hit.work.friction - hit.dE) < 1e-15);
});

test("choices by name, several numbers, Infinity", () => {
    const newton = carom.collide("routh", { ...rod, restitution: "newton" });
    assert.ok(Math.abs(newton.v[0] - 0.5) < 1e-15);
    close(carom.collide("ivanov", { W: rod.W, v: rod.v, eta: 1, direction: [1, 0] }).P, [0.8, 0]);
    assert.equal(carom.collide("routh", { ...rod, mu: Infinity }).ok, true);
});

test("two numbers for an engine", () => {
    const two = equivalentCoefficients(carom, "routh", rod);
    close([two.e, two.mu, two.eMax], [0.32, 0.2, 0.936], 1e-14);
    assert.equal(two.reached, true);
    close(carom.collide("whittaker", { W: rod.W, v: rod.v, e: two.e, mu: two.mu }).v, two.wanted.v, 1e-14);
    // Friction acts along the final slip, which whittaker cannot reproduce with any e and mu.
    const late = equivalentCoefficients(carom, "routh", { W: [[2.5, -1.5], [-1.5, 1.5]], v: [-1, 1.1], e: 0.9, mu: 0.3 });
    assert.ok(!late.reached && late.wanted.P[1] * late.wanted.v[1] > 0);
    assert.equal(equivalentCoefficients(carom, "routh", { ...rod, v: [1, 0] }), undefined);
    // In 3D a search finds the largest e that gains no energy; a slightly larger e gains energy.
    const space = { W: [[2.5, -1.5, 0], [-1.5, 2.5, 0], [0, 0, 1]], v: [-1, 0.6, 0], e: 1, mu: 0.7 };
    const { mu, eMax } = equivalentCoefficients(carom, "whittaker", space);
    const gains = (e) => carom.collide("whittaker", { ...space, mu, e }).dE > 1e-9;
    assert.ok(eMax > 0.5 && eMax < 1 && !gains(eMax) && gains(eMax + 1e-6));
});

test("a gain of energy is told", () => {
    const gain = carom.collide("whittaker", { ...rod, e: 1 });
    assert.ok(gain.dE > 0.1);
    assert.deepEqual(gain.violations, ["dE>0"]);
});

// Tests that a call throws this status. Its message must contain the names and values as whole words.
const status = (wanted, ask, ...names) =>
    assert.throws(ask, (error) => {
        assert.ok(error instanceof CaromError, `${error.name}: ${error.message}`);
        assert.equal(error.status, wanted, error.message);
        const words = error.message.match(/\w+(?:\.\w+)?/g);
        for (const name of names) assert.ok(words.includes(name), `${name} is not in: ${error.message}`);
        return true;
    });

test("refusals have a status and name what is wrong", () => {
    status("coefficient-range", () => carom.collide("routh", { ...rod, e: 1.5 }), "e", "1.5", "allow");
    status("coefficient-unused", () => carom.collide("routh", { ...rod, f: 1 }), "f", "restitution", "mu");
    status("not-symmetric", () => carom.collide("routh", { ...rod, W: [[1, 2], [0, 1]] }), "W");
    status("unknown-law", () => carom.collide("ruoth", rod), "ruoth", "routh");
    status("bad-value", () => carom.collide("routh", { ...rod, v: [1] }), "v", "1");
    status("bad-value", () => carom.collide("routh", { ...rod, W: [[1]] }), "W", "2");
    status("bad-value", () => carom.collide("routh", { ...rod, restitution: "hope" }), "restitution", "newton", "poisson", "energetic");
    assert.equal(carom.collide("routh", { ...rod, e: 1.5, allow: ["e"] }).ok, true);
});

test("what has no default must be given: every law and method names what is left out", async () => {
    const asked = await loadAll();
    const values = (row) => Object.fromEntries(row.coefficients.filter((p) => p.required).map((p) => [p.name, p.family === "mu" ? 0.3 : p.example]));
    const without = (row, name) => Object.fromEntries(Object.entries(values(row)).filter(([key]) => key !== name));
    let left = 0;
    for (const law of asked.laws()) {
        for (const dim of law.dims) {
            const contact = { W: [[1, 0, 0], [0, 3.5, 0], [0, 0, 3.5]].slice(0, dim).map((row) => row.slice(0, dim)), v: [-1, 0.3, 0.1].slice(0, dim) };
            for (const { name, required, default: standard, example } of law.coefficients) {
                assert.equal(required, Number.isNaN(standard), `${law.name}.${name}`);
                assert.ok(Number.isFinite(example), `${law.name}.${name}`);
                if (!required) continue;
                const problem = { ...contact, ...without(law, name) };
                for (const way of ["collide", "batch"]) status("coefficient-missing", () => asked[way](law.name, { n: 2, ...problem }), name);
                status("coefficient-missing", () => asked.collide(law.name, { ...problem, [name]: NaN }), name);
                left++;
            }
            assert.doesNotThrow(() => asked.collide(law.name, { ...contact, ...values(law) }));
        }
    }
    assert.ok(left > 60, `${left}`);
    const system = { W: [[2, 0, -1, 0], [0, 2, 0, -1], [-1, 0, 2, 0], [0, -1, 0, 2]], v: [-1, 0, 0, 0] };
    for (const method of asked.laws({ systems: true }).filter((row) => row.dims.includes(2))) {
        for (const { name, required } of method.coefficients) {
            if (required) status("coefficient-missing", () => asked.solveSystem(method.name, { ...system, params: without(method, name) }), name);
        }
    }
    const { W, v } = rod;
    status("coefficient-missing", () => asked.solveSystem("sequence", { ...system, params: { e: 1 }, single: "routh" }), "mu");
    status("coefficient-missing", () => asked.collide("routh", { W, v }), "e", "mu");
    for (const way of ["trace", "collideAll", "reach"]) status("coefficient-missing", () => asked[way]("routh", { W, v, e: 0.5 }), "mu");
    status("coefficient-missing", () => asked.endLine("routh", { W, v, mu: 0.5 }), "e");
    for (const way of ["region", "hodograph"]) status("coefficient-missing", () => asked[way]({ W, v }), "mu");
    status("coefficient-missing", () => asked.compare({ W, v, e: 0.5 }), "mu");
    assert.ok(asked.collide("impulse-ratio", { W, v, e: 0.5, ratio: 0.1 }).ok);
    const found = asked.compare(rod);
    assert.deepEqual(found.find((one) => one.law === "chatterjee").examples, { s1: 0, s2: 0 });
    assert.equal(found.find((one) => one.law === "routh").examples, undefined);
    assert.equal(asked.compare({ ...rod, s1: 0.2, s2: 0.1 }).find((one) => one.law === "chatterjee").examples, undefined);
});

// Returns a call of every function that takes a problem, all with the same problem.
const ways = (asked, problem) => [
    () => asked.collide("routh", problem),
    () => asked.trace("routh", problem),
    () => asked.collideAll("whittaker", problem),
    () => asked.reach("routh", problem),
    () => asked.endLine("routh", problem),
    () => asked.compare(problem),
    () => asked.batch("routh", { n: 1, ...problem }),
    () => asked.spread(asked.law("routh"), problem),
];

test("a problem may keep its parameters apart, as problem files do", () => {
    const { W, v, ...params } = rod;
    const file = { law: "routh", about: "a rod", id: 1, W, v, params, _mine: true };
    assert.deepEqual(carom.collide("routh", file), carom.collide("routh", rod));
    assert.deepEqual(carom.trace("routh", file), carom.trace("routh", rod));
    assert.deepEqual(carom.collideAll("whittaker", { W, v, params }), carom.collideAll("whittaker", rod));
    assert.deepEqual(carom.compare(file), carom.compare(rod));
    assert.deepEqual(carom.region(file), carom.region(rod));
    assert.deepEqual(carom.check({ ...file, P: [0.6, 0.6] }), carom.check({ ...rod, P: [0.6, 0.6] }));
    assert.deepEqual(carom.batch("routh", { n: 1, W, v, params }), carom.batch("routh", { n: 1, ...rod }));
    assert.deepEqual(carom.collide("routh", { W, v, params: { ...params, mu: "inf" } }), carom.collide("routh", { ...rod, mu: Infinity }));
    assert.equal(carom.collide("routh", { W, v, params: { ...params, e: 1.5 }, allow: ["e"] }).ok, true);
    const three = { W: [[3, 0.5, 0.2], [0.5, 2, 0.1], [0.2, 0.1, 1]], v: [-1, 0.5, 0.5] };
    assert.deepEqual(carom.hodograph({ ...three, params: { mu: 0.5 } }), carom.hodograph({ ...three, mu: 0.5 }));
    status("bad-value", () => carom.collide("whittaker", file));
    status("coefficient-unknown", () => carom.collide("routh", { W, v, params, mu: 0.7 }));
    for (const ask of ways(carom, { W, v, parms: params })) status("coefficient-unknown", ask, "parms");
    for (const ask of ways(carom, { W, v, params: 3 })) status("bad-value", ask);
});

test("values of a wrong type are refused by name, whatever is called", async () => {
    const asked = await loadAll();
    for (const ask of ways(asked, { ...rod, e: 1n })) status("bad-value", ask);
    for (const e of [null, true, {}, () => 1, Symbol("e"), "half", [0.5, 1n], ["0.5"], new BigInt64Array(2), new DataView(new ArrayBuffer(8))]) {
        status("bad-value", () => asked.collide("routh", { ...rod, e }));
    }
    for (const key of ["__proto__", "constructor", ""]) {
        const strange = Object.defineProperty({ ...rod }, key, { value: 1, enumerable: true });
        for (const ask of ways(asked, strange)) status("coefficient-unknown", ask);
        for (const ask of ways(asked, JSON.parse(`{"W":[[1,0],[0,1]],"v":[-1,0],"params":{"${key}":{"e":1}}}`))) status("coefficient-unknown", ask);
    }
    for (const bad of [undefined, null, 3, "rod", [], {}, { v: rod.v }, { ...rod, v: [1] }, { ...rod, W: [[1]] }, { ...rod, W: null }]) {
        for (const ask of ways(asked, bad).slice(0, 7)) status("bad-value", ask);
        for (const name of ["region", "hodograph", "check"]) status("bad-value", () => asked[name](bad));
    }
    for (const bad of [{ ...rod, v: ["-1", 0] }, { ...rod, W: [[1n, 0], [0, 1]] }, { ...rod, W: [[1, [0]], [0, 1]] }]) {
        for (const ask of ways(asked, bad).slice(0, 6)) status("bad-value", ask);
    }
    status("bad-value", () => asked.check({ ...rod, P: Array(1000).fill(1) }));
    status("bad-value", () => asked.region({ ...rod, mu: "0.5" }));
    status("bad-value", () => asked.collide("routh", { ...rod, allow: "e" }));
    status("coefficient-unknown", () => asked.collide("routh", { ...rod, allow: ["f"] }));
    for (const name of ["ruoth", undefined, Symbol("law"), "x".repeat(1e6)]) status("unknown-law", () => asked.collide(name, rod));

    const body = { mass: 1, inertia: 1, centre: [0, 1], velocity: [0, -1], spin: 0 };
    const pair = { a: body, point: [0, 0], normal: [0, 1] };
    const round = { ...body, inertia: rod.W, centre: [0, 1, 0], velocity: [0, -1, 0], spin: [0, 0, 0] };
    for (const bad of [null, {}, { ...pair, a: null }, { ...pair, a: { ...body, mass: 1n } }, { ...pair, a: { ...body, spin: [0] } },
        { ...pair, a: { ...body, centre: Array(1000).fill(0) } }, { ...pair, normal: undefined }, { a: round, point: [0, 0, 0], normal: [0, 1, 0] }]) {
        for (const name of ["contact", "frame", "apply"]) status("bad-value", () => asked[name](bad, [1, 0]));
    }
    status("bad-value", () => asked.apply(pair, Array(1000).fill(1)));

    const system = { W: [[2, 0, -1, 0], [0, 2, 0, -1], [-1, 0, 2, 0], [0, -1, 0, 2]], v: [-1, 0, 0, 0], params: { e_n: 1, mu: 0 } };
    status("unknown-law", () => asked.solveSystem("glokcer", system));
    for (const part of [{ v: [1, 2, 3] }, { v: undefined }, { W: [[1]] }, { W: [1, 2, 3, 4] }, { dim: 4 }, { params: [{ e_n: 1, mu: 0 }] }, { params: { e_n: 1n, mu: 0 } }, { params: 3 }, { striking: 0.5 }]) {
        status("bad-value", () => asked.solveSystem("glocker", { ...system, ...part }));
    }
    status("coefficient-unknown", () => asked.solveSystem("glocker", { ...system, params: JSON.parse('{"__proto__":1}') }));
    status("unknown-law", () => asked.solveSystem("sequence", { ...system, params: { e: 1, mu: 0 }, single: "ruoth" }));
    // After these errors the library gives the same results as before.
    assert.deepEqual(asked.collide("routh", rod), carom.collide("routh", rod));
});

test("a batch that does not fit into memory is refused at once, and the next one is answered", async () => {
    const asked = await load();
    for (const n of [2 ** 26, 2 ** 28, 2 ** 29, 2 ** 31, 2 ** 32, 2 ** 53]) status("no-memory", () => asked.batch("routh", { n, ...rod }));
    for (const n of [-1, 0.5, NaN, Infinity, "3", 3n, undefined, null]) status("bad-count", () => asked.batch("routh", { n, ...rod }));
    close(asked.batch("routh", { n: 3, ...rod }).P[0], [0.6, 0.6, 0.6]);
});

test("a law without an answer says so", () => {
    const none = carom.collide("bilinear", { W: rod.W, v: rod.v, e_n: 0.5, e_t: 0, mu: 0.7 });
    assert.equal(none.ok, false);
    assert.ok(Number.isNaN(none.P[0]) && none.status !== "ok");
});

test("the tables come from the library", () => {
    for (const law of carom.laws()) {
        assert.ok(law.summary && law.citation && law.style.light.startsWith("#"), law.name);
        for (const param of law.coefficients) assert.ok(param.meaning, `${law.name}.${param.name}`);
    }
    const routh = carom.law("routh");
    assert.deepEqual(routh.coefficients.find((p) => p.name === "restitution").choices, ["newton", "poisson", "energetic"]);
    assert.ok(carom.modes().some((mode) => mode.name === "c-sticking" && mode.meaning));
    assert.ok(carom.laws({ systems: true }).some((method) => method.name === "glocker"));
});

test("every law of the dimension on one problem", () => {
    const names = carom.compare(rod).map((result) => result.law);
    assert.deepEqual(names, carom.laws().filter((law) => law.dims.includes(2)).map((law) => law.name));
});

test("the path ends where the impact does", () => {
    const { points, result } = carom.trace("routh", rod);
    assert.deepEqual(points.map((p) => p.event), ["start", "slip-sticks", "compression-ends", "end"]);
    close(points.at(-1).P, result.P, 1e-14);
});

test("where every path ends: a line by Newton's restitution, none by Poisson's", () => {
    const newton = { ...rod, restitution: "newton" };
    const { point, direction } = carom.endLine("routh", newton);
    const { P } = carom.collide("routh", newton);
    assert.ok(Math.abs((P[0] - point[0]) * direction[1] - (P[1] - point[1]) * direction[0]) < 1e-15);
    assert.equal(carom.endLine("routh", rod), undefined);
    assert.equal(carom.endLine("smith", rod), undefined);
});

test("impulse space", () => {
    const region = carom.region(rod);
    close(region.centre, [0.4, 0]);
    assert.equal(region.corners.length, 4);
    for (const P of region.outline) {
        const inside = region.outline.reduce((sum, Q) => [sum[0] + Q[0], sum[1] + Q[1]], [0, 0]).map((x) => x / region.outline.length);
        const slightlyIn = P.map((x, i) => x + 1e-6 * (inside[i] - x));
        assert.deepEqual(carom.check({ ...rod, P: slightlyIn }).violations, []);
    }
    assert.ok(carom.reach("chatterjee1", { W: rod.W, v: rod.v, mu: 0.7 }).length > 3);
});

test("every result of a law", () => {
    const three = { W: [[9, 3, -2], [3, 5, 0], [-2, 0, 6]], v: [-0.1, 1, 1], mu: 5 };
    const all = carom.collideAll("whittaker", { ...three, e: 0 });
    assert.equal(all.length, 3);
    assert.equal(all.reduce((sum, one) => sum + one.index, 0), 1);
    assert.equal(all.filter((one) => one.returned).length, 1);
});

test("bodies in the plane and in space", () => {
    const pair = { a: { mass: 1, inertia: 1 / 12, centre: [0, 0.5], velocity: [0.6, -1], spin: 0 }, point: [-0.3, 0], normal: [0, 1] };
    const contact = carom.contact(pair);
    const hit = carom.collide("routh", { ...contact, e: 0.5, mu: 0.7 });
    close(carom.contact(carom.apply(pair, hit.P)).v, hit.v, 1e-14);
    const ball = { mass: 2, inertia: [[0.4, 0, 0], [0, 0.4, 0], [0, 0, 0.4]], centre: [0, 1, 0], velocity: [1, -2, 0.5], spin: [0, 0, 3] };
    const space = { a: ball, b: { ...ball, centre: [0, -1, 0], velocity: [0, 0, 0], spin: [0, 0, 0] }, point: [0, 0, 0], normal: [0, 1, 0] };
    const met = carom.collide("routh", { ...carom.contact(space), e: 0.5, mu: 0.3 });
    close(carom.contact(carom.apply(space, met.P)).v, met.v, 1e-14);
    status("bad-mass", () => carom.contact({ ...pair, a: { ...pair.a, mass: -1 } }));
});

test("several contacts are loaded when they are asked for", async () => {
    status("module-missing", () => carom.solveSystem("glocker", { W: [], v: [] }), "carom.loadSystems");
    assert.equal(await carom.loadSystems(), carom);
    const system = { W: [[2, 0, -1, 0], [0, 2, 0, -1], [-1, 0, 2, 0], [0, -1, 0, 2]], v: [-1, 0, 0, 0], params: { e_n: 1, mu: 0 } };
    const cradle = carom.solveSystem("glocker", system);
    assert.ok(cradle.ok && cradle.modes.length === 2 && Math.abs(cradle.v[0] - 1) < 1e-12);
    const orders = carom.solveSystem("sequence", { ...system, params: { e: 1, mu: 0 }, single: "routh" });
    // The striking contact is given by its index. Impacts at the two ends of the chain are mirror images of each other.
    const struck = (striking) => carom.solveSystem("hm-brach", { ...system, v: striking ? [0, 0, -1, 0] : [-1, 0, 0, 0], params: { e: 0.5, mu: 0.2 }, striking });
    assert.deepEqual(struck(1).v, [...struck(0).v.slice(2), ...struck(0).v.slice(0, 2)]);
    assert.ok(orders.solutions.length >= 1 && Math.abs(orders.solutions.reduce((s, o) => s + o.probability, 0) - 1) < 1e-12);
    status("coefficient-unknown", () => carom.solveSystem("glocker", { ...system, params: { nonsense: 1 } }), "nonsense", "e_n");
    assert.deepEqual((await loadAll()).solveSystem("glocker", system), cradle);
    // The part for systems writes the error message; JavaScript formats its numbers.
    status("coefficient-range", () => carom.solveSystem("glocker", { ...system, params: { e_n: 1.25, mu: 0 } }), "e_n", "1.25");
});

test("the slip hodograph", () => {
    const found = carom.hodograph({ W: [[3, 0.5, 0.2], [0.5, 2, 0.1], [0.2, 0.1, 1]], v: [-1, 0.5, 0.5], mu: 0.5 });
    assert.ok([2, 3, 4].includes(found.directions.length) && found.holds);
});

test("batches give the bits of single impacts", () => {
    const n = 1000;
    const column = (f) => Float64Array.from({ length: n }, (_, i) => f(i));
    const mu = column((i) => (i % 17) / 10), vt = column((i) => Math.sin(i)), nt = column((i) => Math.cos(i));
    const many = carom.batch("routh", { n, W: [[2.5, nt], [undefined, 2]], v: [-1, vt], e: 0.5, mu, restitution: "energetic" });
    for (let i = 0; i < n; i++) {
        const one = carom.collide("routh", { W: [[2.5, nt[i]], [nt[i], 2]], v: [-1, vt[i]], e: 0.5, mu: mu[i], restitution: "energetic" });
        assert.deepEqual([many.P[0][i], many.P[1][i], many.dE[i], carom.modes()[many.mode[i]].name], [...one.P, one.dE, one.mode]);
    }
    status("bad-value", () => carom.batch("routh", { n: 3, W: [[1, 0], [0, 1]], v: [[1], 0] }), "1", "3");
    status("bad-value", () => carom.batch("routh", { n: 3, W: [[1, 0], [0, 1]], v: [[1, 1, 1, 1], 0] }));
});

test("memory is given back: a million bytes a call do not add up", () => {
    for (let i = 0; i < 200; i++) carom.trace("routh", rod);
    assert.ok(carom.memory.library.memory.buffer.byteLength < 32e6);
});

test("every parameter is of a kind the library names; a ratio of impulses is a pair", () => {
    const ratio = carom.law("impulse-ratio").coefficients.find((param) => param.name === "ratio");
    assert.equal(ratio?.kind, "pair");
});

test("numbers in sentences are written as C's %g writes them", () => {
    const wanted = [[1, "1"], [0.1, "0.1"], [-0, "-0"], [123456.4, "123456"], [1234567, "1.23457e+06"], [1e-4, "0.0001"], [0.99999996e-4, "0.0001"],
        [1.5e-5, "1.5e-05"], [1e300, "1e+300"], [999999.6, "1e+06"], [Infinity, "inf"], [-Infinity, "-inf"], [-1e-320, "-9.99989e-321"]];
    for (const [value, text] of wanted) assert.equal(general(value, 6), text);
    assert.equal(general(1 / 3, 14), "0.33333333333333");
});

test("angles are brought to a quarter turn, however many turns they are", () => {
    const box = { W: [[2, 0.3, -0.2], [0.3, 1.5, 0.1], [-0.2, 0.1, 1]], v: [-1, 0.5, 0.2], e: 0.5, mu: 0.4, f: 0.6 };
    for (const phi of [0.8, -2, 7, 355, 1e6, 1.5707963267948966 * 2 ** 40, -1e22, 1e300]) {
        const near = carom.collide("accessible", { ...box, phi: Math.atan2(Math.sin(phi), Math.cos(phi)) });
        close(carom.collide("accessible", { ...box, phi }).P, near.P, 1e-14); // the largest error seen was 1e-16
    }
});

test("a body falls, bounces and comes to rest", async () => {
    const motion = await motions.loadMotion(carom);
    const start = { body: motions.rod(1, 1), centre: [0, 1.2], angle: 0.4, spin: 2, until: 5, e: 0.5, mu: 0.3 };
    const fall = motion.drop("routh", { ...start, persist: "step" });
    assert.ok(fall.ok && fall.stop === "rest" && fall.events.at(-1).kind === "rest" && fall.events[0].hits[0].mode === "c-sticking");
    for (const { kind, before, after, hits } of fall.events) {
        if (kind !== "impact") continue;
        const sum = [0, 1].map((i) => hits.reduce((s, h) => s + h.impulse[i], 0));
        close(sum, [after.velocity[0] - before.velocity[0], after.velocity[1] - before.velocity[1]], 1e-12);
        close([after.energy - before.energy], [hits.reduce((s, h) => s + h.dE, 0)], 1e-12);
    }
    const [first, later] = fall.at([0, 0.2]);
    assert.deepEqual([first.centre, first.angle, later.exact], [[0, 1.2], 0.4, true]);
    close(later.centre, [0, 1.2 - 0.5 * 9.81 * 0.04], 1e-14);
    // Test a disc against the formula, and a plane with its own coefficient.
    const floor = { normal: [0, 1] }, wall = { normal: [-1, 0], offset: -1, params: { e: 1 } };
    const drop = { body: motions.disc(0.1, 2), centre: [0, 1.1], velocity: [2, 0], planes: [floor, wall], until: 0.6, e: 0.5 };
    const bounces = motion.drop("frictionless", drop).events;
    close(bounces.map((e) => e.t), [0.45, Math.sqrt(2 / 9.81)], 1e-13);
    close(bounces[0].after.velocity, [-2, -0.45 * 9.81], 1e-13);
    const flat = motion.drop("frictionless", { body: motions.rectangle(0.4, 0.1, 1), centre: [0, 1], maxEvents: 1, e: 0.5 });
    assert.ok(flat.stop === "events" && flat.events[0].hits.length === 2 && flat.events[0].after.spin === 0);
    const die = motion.drop("routh", { body: motions.box([0.02, 0.02, 0.02], 0.005), centre: [0, 0, 0.3], spin: [9, 7, 5], until: 0.6, e: 0.4, mu: 0.3 });
    assert.ok(die.events.length > 1 && die.end.orientation.length === 4 && die.events[0].hits[0].P.length === 3);
});

test("what is wrong with a drop is told", async () => {
    const { drop } = await motions.loadMotion(carom);
    const right = { body: motions.rod(1, 1), centre: [0, 1.2], e: 0.5, mu: 0.3 };
    const tell = (code, change, ...names) => status(code, () => drop("routh", { ...right, ...change }), ...names);
    tell("coefficient-missing", { mu: undefined }, "mu");
    tell("coefficient-unknown", { nonsense: 1 }, "nonsense");
    tell("coefficient-range", { planes: [{ normal: [0, 1], params: { e: 3 } }] }, "e", "3");
    tell("starts-inside", { centre: [0, -0.25] }, "0", "0.25");
    tell("bad-mass", { body: motions.rod(1, -1) }, "1");
    tell("bad-frame", { planes: [{ normal: [0, 2] }] });
    tell("bad-shape", { body: { mass: 1, inertia: 1, corners: [[0, 0]] } });
    tell("bad-value", { centre: [0, 1, 2] }, "centre", "3", "2");
    tell("bad-value", { orientation: [1, 0, 0, 0] });
    tell("bad-value", { persist: "slide" }, "slide");
    tell("unknown-law", { several: "none" }, "none");
    status("unknown-law", () => drop("ruth", right), "ruth");
    status("bad-value", () => drop("routh", { ...right, until: 1 }).at([2]), "2", "1");
    assert.deepEqual(drop("routh", { ...right, until: 1 }).at([]), []);
});
