// Writes public/presets.json (group, title, about, link) from files of the repository: examples/*.json, the golden cases of the
// papers, the cases of ImpactBench. Usage, after tsc: node presets.mjs [ROOT].
import { readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { load } from "carom";
import { contactOf, SCENES, sceneOf, standards } from "../build/scenes/index.js";
import { beginning, decode, encode } from "../build/state.js";

const root = process.argv[2] ?? process.env.CAROM_ROOT ?? new URL("../../..", import.meta.url).pathname;
const json = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));
const carom = await load();
const presets = [];

/** Adds a preset if the page can read its link completely. */
function add(group, title, about, state) {
    const whole = { ...beginning(carom), ...state };
    const { refused } = decode(carom, encode(whole));
    if (refused.length) throw new Error(`${title}: ${refused.join("; ")}`);
    presets.push({ group, title, about, link: encode(whole) });
}

const rad = (angle) => (typeof angle === "object" ? (angle.deg * Math.PI) / 180 : (angle ?? 0));
const degrees = (angle) => (typeof angle === "object" ? angle.deg : ((angle ?? 0) * 180) / Math.PI);
const vector = (v) => (Array.isArray(v) ? v : v ? [v.size * Math.cos(rad(v.angle)), v.size * Math.sin(rad(v.angle))] : [0, 0]);
/** Removes the rounding error of sines and cosines of given angles. */
const tidy = (x) => (Math.abs(x) < 1e-15 ? 0 : Number(x.toPrecision(15)));

/**
 * Converts a scenario of one body on a floor, two cars or a hinged rod to a scene. Returns undefined for other
 * scenarios.
 */
function sceneOfScenario({ bodies, chain, contact }) {
    if (chain?.base?.pinned && chain.links.length === 1) {
        const { length, mass, angle, rate } = chain.links[0];
        // The angle of the scene is the direction from the tip to the axle. The chain's angle is measured clockwise
        // from the upward vertical.
        return { scene: "hinged", at: { L: length, m: mass, angle: tidy(-90 - degrees(angle) + (degrees(angle) >= 90 ? 360 : 0)), w: -rate } };
    }
    if (!bodies || vector(contact.normal).length !== 2 || bodies.some((b) => b.centre?.length === 3)) return undefined;
    const [a, b] = bodies;
    const [vx, vy] = vector(a.velocity).map(tidy);
    const common = { m: a.mass, vx, vy, w: a.spin ?? 0 };
    const [shape, size] = Object.entries(a.shape ?? {})[0] ?? [];
    if (shape === "rod") return { scene: "rod", at: { L: size, angle: degrees(a.centre.angle), ...common } };
    if (shape === "disc" || shape === "sphere") return { scene: shape, at: { r: size, ...common } };
    if (a.outline?.rectangle && b.outline?.rectangle) {
        const car = (body, i) => {
            const [x, y] = vector(body.centre);
            const [ux, uy] = vector(body.velocity).map(tidy);
            const [l, w] = body.outline.rectangle;
            const told = { m: body.mass, k: body.gyration, l, b: w, x, y, turn: degrees(body.angle), vx: ux, vy: uy, w: body.spin ?? 0 };
            return Object.entries(told).map(([name, value]) => [`${name}${i}`, value]);
        };
        const [nx, ny] = vector(contact.normal);
        return { scene: "cars", at: Object.fromEntries([...car(a, 1), ...car(b, 2), ["normal", tidy((Math.atan2(ny, nx) * 180) / Math.PI)]]) };
    }
    return undefined;
}

/**
 * Converts W and v of a paper to a scene. This is the rod of Wang & Mason if they match, otherwise a scene with the
 * numbers.
 */
function sceneOfContact(W, v) {
    const rod = { ...standards(sceneOf("rod")), vx: v[1], vy: v[0] };
    const made = contactOf(carom, "rod", rod);
    if (made.W.every((row, i) => row.every((x, j) => Math.abs(x - W[i][j]) < 1e-12))) return { scene: "rod", at: rod };
    return { scene: "contact", at: { Wnn: W[0][0], Wnt: W[0][1], Wtt: W[1][1], vn: v[0], vt: v[1] } };
}

function examples() {
    for (const file of readdirSync(join(root, "examples")).filter((name) => name.endsWith(".json")).sort()) {
        const scenario = json(`examples/${file}`);
        const scene = sceneOfScenario(scenario);
        if (!scene) continue;
        add("Examples", file.replace(".json", "").replaceAll("_", " "), scenario.about, { ...scene, law: scenario.law, params: infinite(scenario.params) });
    }
}

const infinite = (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === "inf" ? Infinity : value]));

/**
 * Returns the difference between the largest and the smallest energy change by all laws, to find interesting cases. If
 * the paper states no restitution, 1 is used.
 */
function disagreement(W, v, params) {
    const costs = carom.compare({ W, v, e: 1, mu: 0, ...params }).filter((o) => o.ok).map((o) => o.dE);
    return Math.max(...costs) - Math.min(...costs);
}

/** Matches a case that names its source, such as "Wang & Mason 1992, section 6 case 2", in two parts. */
const SOURCE = /^([A-Z][^,0-9]* \d{4}),? (.+)$/;

/** Selects for each figure or table the case about which the laws disagree most. */
function papers() {
    const names = new Set(carom.laws().filter((law) => law.dims.includes(2)).map((law) => law.name));
    for (const paper of ["wang_mason", "shen_townsend", "chatterjee", "payr_glocker"]) {
        const best = new Map();
        for (const item of json(`tests/golden/${paper}.json`).cases) {
            if (item.v.length !== 2 || !names.has(item.law) || !SOURCE.test(item.cite) || !item.expect?.P) continue;
            item.params = infinite(item.params);
            const cost = disagreement(item.W, item.v, item.params);
            if (!(cost <= (best.get(item.cite)?.cost ?? -1))) best.set(item.cite, { cost, item });
        }
        for (const [cite, { item }] of [...best].sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))) {
            const [, work, place] = SOURCE.exec(cite);
            add(work, place, item.id, { ...sceneOfContact(item.W, item.v), law: item.law, params: item.params });
        }
    }
}

/**
 * Selects 2D cases of ImpactBench with one contact: those in which Newton's restitution gains the most energy, and
 * those in which the laws differ most.
 */
function impactbench() {
    const cases = ["A", "B"].flatMap((family) => readFileSync(join(root, `impactbench/cases/${family}.jsonl`), "utf8").trim().split("\n").map((line) => JSON.parse(line)))
        .filter((c) => c.dim === 2 && c.bodies.length === 1 && c.contacts.length === 1)
        .map((c) => {
            const [body] = c.bodies;
            const [x, y] = body.centre.map((value, i) => value - c.contacts[0].point[i]);
            const at = { m: body.mass, k: Math.sqrt(body.inertia / body.mass), x, y, vx: body.velocity[0], vy: body.velocity[1], w: body.spin };
            const struck = contactOf(carom, "body", at);
            const problem = { W: struck.W, v: struck.v };
            const { energy } = carom.region({ ...problem, mu: c.mu });
            const params = { e: c.e, mu: c.mu };
            return { c, at, params, gain: carom.collide("whittaker", { ...problem, ...params }).dE / energy, spread: disagreement(struck.W, struck.v, params) / energy };
        });
    const worst = (key) => [...cases].sort((a, b) => b[key] - a[key]).slice(0, 4);
    const percent = (x) => `${Math.round(100 * x)} %`;
    for (const { c, at, params, gain } of worst("gain")) {
        add("ImpactBench, worst cases", `${c.id}: Newton's e makes ${percent(gain)}`, `${c.source}; of the energy that can be lost; many engines gain here`, { scene: "body", at, law: "whittaker", params });
    }
    for (const { c, at, params, spread } of worst("spread")) {
        if (presets.some((p) => p.title.startsWith(`${c.id}:`))) continue;
        add("ImpactBench, worst cases", `${c.id}: laws differ by ${percent(spread)}`, `${c.source}; of the energy that can be lost`, { scene: "body", at, law: "routh", params });
    }
}

examples();
papers();
impactbench();
const groups = [...new Set(presets.map((p) => p.group))];
if (presets.length < 20 || SCENES.length < 8) throw new Error(`only ${presets.length} presets`);
mkdirSync("public", { recursive: true });
writeFileSync("public/presets.json", `${JSON.stringify(presets)}\n`);
console.log(`presets.json: ${presets.length} presets (${groups.join("; ")})`);
