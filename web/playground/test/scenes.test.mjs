// Tests that scenes give the contact that the command computes for the same bodies, and that copied programs give the same numbers.
// CAROM is the command. With CAROM_CC and CAROM_PYTHON, C and Python programs are run too.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { load } from "carom";
import { snippet } from "../build/impact/copy.js";
import { along, problemOf } from "../build/impact/answer.js";
import { contactOf, SCENES, sceneOf, standards } from "../build/scenes/index.js";
import { beginning, decode } from "../build/state.js";

const carom = await load();
const { CAROM, CAROM_CC, CAROM_PYTHON } = process.env;
const root = process.env.CAROM_ROOT ?? new URL("../../..", import.meta.url).pathname;
const room = mkdtempSync(join(tmpdir(), "playground-"));
after(() => rmSync(room, { recursive: true }));
const near = (got, wanted, tolerance) => got.forEach((x, i) => assert.ok(Math.abs(x - wanted[i]) <= tolerance, `${got} is not ${wanted}`));
const presets = JSON.parse(readFileSync(new URL("../public/presets.json", import.meta.url), "utf8"));
const states = presets.map((preset) => [preset.title, decode(carom, preset.link).state]);
const solve = (file, ...more) => JSON.parse(execFileSync(CAROM, ["solve", file, "--json", ...more], { encoding: "utf8" }));
const hitOf = (state) => {
    const law = carom.law(state.law);
    return carom.collide(law.name, problemOf(carom, law, contactOf(carom, state.scene, state.at), state));
};

test("the rod of Wang & Mason is W = 2.5, -1.5, 2.5", () => {
    const { W, v } = contactOf(carom, "rod", standards(sceneOf("rod")));
    near(W.flat(), [2.5, -1.5, -1.5, 2.5], 1e-14); // due to cosines of 45 degrees; the largest error seen was 5e-16
    near(v, [-1, 0.6], 0);
});

test("the scrubber at its end is at the end of the path, whatever the angle, and in between at the event last met", () => {
    const law = carom.law("routh");
    let paths = 0;
    for (let tenths = 0; tenths <= 1800; tenths++) {
        const { state } = decode(carom, `v=1&scene=rod&s.angle=${tenths / 10}&s.vx=0.6&s.vy=-1&law=routh&p.mu=0.7&p.e=0.5`);
        const { points, result: outcome } = carom.trace("routh", problemOf(carom, law, contactOf(carom, state.scene, state.at), state));
        if (!outcome.ok) continue;
        paths++;
        assert.deepEqual(along(points, 1), { P: points.at(-1).P, event: "end" }, `${tenths / 10} degrees`);
        assert.deepEqual(along(points, 0).P, points[0].P);
        const order = points.map((point) => point.event);
        for (let share = 0, met = 0; share <= 1; share += 1 / 16) {
            const { P, event } = along(points, share);
            assert.ok(P.every(Number.isFinite) && order.indexOf(event, met) >= met, `${event} at ${share}`);
            met = order.indexOf(event, met);
        }
    }
    assert.ok(paths > 1700, `${paths} paths`);
});

test("a box stands on its lowest corner, an ellipse on its lowest point, whatever the turn", () => {
    for (let degrees = -180; degrees <= 180; degrees += 7) {
        const turned = (degrees * Math.PI) / 180;
        for (const [kind, lowest] of [["box", (c, s) => 0.5 * Math.abs(s) + 0.25 * Math.abs(c)], ["ellipse", (c, s) => Math.hypot(0.5 * s, 0.25 * c)]]) {
            const at = { ...standards(sceneOf(kind)), angle: degrees };
            const { centre } = sceneOf(kind).pair(at).a;
            // The height of the centre equals the extent of the body downwards, which is its support function. The
            // largest error seen was 1e-16.
            near([centre[1]], [lowest(Math.cos(turned), Math.sin(turned))], 1e-14);
        }
    }
});

test("every scene has a contact and something to draw", () => {
    for (const scene of SCENES) {
        const at = standards(scene);
        const { W, v, pair } = contactOf(carom, scene.kind, at);
        assert.ok(W.flat().every(Number.isFinite) && v[0] < 0, `${scene.kind} approaches`);
        assert.equal(scene.drawn(at).length, pair ? (pair.b ? 2 : 1) : 0);
        for (const handles of scene.handles) {
            for (const field of [handles.turn, handles.spin, ...(handles.velocity ?? [])]) assert.ok(!field || field in at, `${scene.kind}.${field}`);
        }
    }
});

test("scenes of the examples are the command's", { skip: !CAROM }, () => {
    const examples = presets.filter((preset) => preset.group === "Examples");
    assert.ok(examples.length >= 6, `${examples.length} examples`);
    for (const preset of examples) {
        const state = decode(carom, preset.link).state;
        const native = solve(join(root, "examples", `${preset.title.replaceAll(" ", "_")}.json`));
        const hit = hitOf(state);
        assert.equal(hit.mode, native.mode, preset.title);
        const scale = Math.hypot(...native.P);
        near(hit.P, native.P, 1e-12 * scale); // angles are converted to degrees and back; the largest error seen was 2e-15 of P
    }
});

test("copied as JSON and as shell, every preset gives the same bits by the command", { skip: !CAROM }, () => {
    for (const [title, state] of states) {
        const hit = hitOf(state);
        const file = join(room, "copied.json");
        writeFileSync(file, snippet(carom, state, "JSON"));
        const words = snippet(carom, state, "shell").trim().replace(/^carom /, "");
        const shell = JSON.parse(execFileSync("sh", ["-c", `"$CAROM" ${words} --json`], { encoding: "utf8" }));
        for (const native of [solve(file), shell]) {
            assert.equal(native.status, hit.status, title);
            if (hit.ok) assert.deepEqual([native.P, native.v_after, native.dE, native.mode ?? "unnamed"], [hit.P, hit.v, hit.dE, hit.mode].map((x) => (Array.isArray(x) ? x.map((c) => c + 0) : x)), title);
        }
    }
});

const few = states.filter(([, state]) => ["rod", "cars"].includes(state.scene)).slice(0, 3);

test("copied as C it compiles, and gives the same bits", { skip: !CAROM_CC }, () => {
    for (const [title, state] of few) {
        writeFileSync(join(room, "copied.c"), snippet(carom, state, "C"));
        execFileSync("sh", ["-c", CAROM_CC.replace("SOURCE", join(room, "copied.c")).replace("PROGRAM", join(room, "copied"))]);
        const [, ...numbers] = /P = \((.*), (.*)\), dE = (.*),/.exec(execFileSync(join(room, "copied"), { encoding: "utf8" }));
        const hit = hitOf(state);
        assert.deepEqual(numbers.map(Number), [...hit.P, hit.dE], title);
    }
});

test("copied as Python it runs, and gives the same bits", { skip: !CAROM_PYTHON }, () => {
    for (const [title, state] of few) {
        const program = `${snippet(carom, state, "Python")}import json\nprint(json.dumps([*map(float, hit.P), float(hit.dE)]))\n`;
        writeFileSync(join(room, "copied.py"), program);
        const said = execFileSync("sh", ["-c", `${CAROM_PYTHON} ${join(room, "copied.py")}`], { encoding: "utf8" }).trim().split("\n");
        const hit = hitOf(state);
        assert.deepEqual(JSON.parse(said.at(-1)), [...hit.P, hit.dE], title);
    }
});

test("presets are many, from papers, and read whole", () => {
    assert.ok(states.length >= 30);
    for (const preset of presets) assert.deepEqual(decode(carom, preset.link).refused, [], preset.title);
    assert.ok(presets.some((p) => /Wang & Mason 1992/.test(p.group)) && presets.some((p) => /ImpactBench/.test(p.group)));
    const worst = decode(carom, presets.find((p) => /ImpactBench/.test(p.group)).link).state;
    assert.ok(hitOf(worst).violations.includes("dE>0"), "the worst case makes energy");
    assert.ok(beginning(carom).beside.length > 0);
});
