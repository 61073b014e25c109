// Tests that the address contains the whole state, keeps its meaning, and never breaks the page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { load } from "carom";
import { beginning, decode, encode, MOST_BESIDE, outside, VERSION } from "../build/state.js";
import { axesOf, changes } from "../build/map/words.js";
import { SCENES, sceneOf, standards } from "../build/scenes/index.js";

const carom = await load();
const start = beginning(carom);
const read = (address) => decode(carom, address);

test("there and back, every scene and every law with every parameter", () => {
    let trips = 0;
    for (const scene of SCENES) {
        for (const law of carom.laws()) {
            const params = { e: 0.1 + 0.2, mu: 1 / 3 };
            for (const param of law.coefficients) {
                if (param.kind === "choice") params[param.name] = param.choices.at(-1);
                else params[param.name] = param.kind === "real" ? Math.PI / 7 : [0.6, -0.8];
            }
            const at = Object.fromEntries(scene.fields.map((field, i) => [field.name, field.standard + (field.positive ? 1e-7 : -1 / 3) * i]));
            const state = { ...start, scene: scene.kind, at, law: law.name, params, beside: [law.name], off: ["rings", "cone"], scrub: 0.123, tab: "map", map: { x: "mu", y: "s.vx", x0: "0.5" }, space: { view: "-0.5" } };
            const back = read(`#${encode(state)}`);
            assert.deepEqual(back.refused, []);
            assert.deepEqual(back.state, state);
            trips++;
        }
    }
    assert.ok(trips >= 8 * 15, `${trips} round trips`);
});

test("infinite friction has an address", () => {
    const back = read(encode({ ...start, params: { e: 0.5, mu: Infinity } }));
    assert.deepEqual(back, { state: { ...start, params: { e: 0.5, mu: Infinity } }, refused: [] });
});

test("no address is the beginning, and nothing to complain of", () => {
    for (const address of ["", "#", "?", "#&&"]) assert.deepEqual(read(address), { state: start, refused: [] });
});

test("links that others have kept mean what they meant", () => {
    const kept = JSON.parse(readFileSync(new URL("links.json", import.meta.url), "utf8"));
    assert.ok(kept.some(({ link }) => link.startsWith("v=1&")));
    for (const { link, means } of kept) {
        const { state, refused } = read(link);
        assert.deepEqual(refused, [], link);
        for (const [key, value] of Object.entries(means)) assert.deepEqual(state[key], value, `${key} of ${link}`);
    }
});

test("a link of a later version says so", () => {
    assert.match(read(`v=${VERSION + 1}&law=smith`).refused.join(), /version 2, this page reads up to 1/);
});

test("garbage is refused with a word, the rest of the link counts", () => {
    const words = (address, pattern) => {
        const { state, refused } = read(address);
        assert.ok(refused.length > 0, `${address} was taken`);
        assert.match(refused.join("; "), pattern);
        assert.equal(decode(carom, encode(state)).refused.length, 0, "what is left has a good address");
        return state;
    };
    assert.equal(words("scene=rod&s.L=banana&law=smith", /length = banana is no number; 1 is used/).law, "smith");
    assert.equal(words("s.L=-1", /length = -1 must be above 0/).at.L, 1);
    assert.equal(words("s.vx=NaN", /no number/).at.vx, standards(sceneOf("rod")).vx);
    words("s.vx=1e999", /no number/);
    assert.deepEqual(words("map.x=frog&map.y=p.e", /map.x = frog is no number of a scene and no coefficient of a law/).map, { y: "p.e" });
    words("map.by=frog", /map.by = frog is not one of mode, energy, apart/);
    words("map.other=frog", /map.other = frog is not one of /);
    words("map.x0=frog", /map.x0 = frog is no number/);
    words("map.a%26b=c%3Dd%25", /map.a&b = c=d% means nothing here/);
    words("space.a=-1", /space.a = -1 must be above 0/);
    words("space.frog=1", /space.frog = 1 means nothing here/);
    assert.deepEqual(words("allow=frog,e", /allow: no law has a parameter "frog"/).allow, ["e"]);
    words("s.vx=0x10", /no number/);
    words("scene=__proto__", /no scene "__proto__"; there are rod/);
    words("law=constructor", /no law is called "constructor"/);
    words("p.toString=1", /no law has a parameter "toString"/);
    words("p.restitution=hope", /restitution = hope is not one of newton, poisson, energetic/);
    words("p.mu=%E0%A4%A", /no text of an address/);
    words("tab=<script>alert(1)</script>", /there is no tab/);
    words("scrub=7", /not between 0 and 1/);
    words("v=minus", /no version of a link/);
    words("preset=rod", /"preset" means nothing here/);
    words("px=1", /"px" means nothing here/);
    words("scene=rod&s.radius=1", /the scene rod has no number "radius"/);
    words(`with=${carom.laws().slice(0, 6).map((law) => law.name).join(",")}`, /more than 4/);
    words(`s.L=${"9".repeat(9000)}`, /letters, more than any link/);
    assert.ok(read("with=").state.beside.length <= MOST_BESIDE);
});

test("a thousand addresses of noise never throw and leave a state that computes", () => {
    let seed = 7;
    const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
    const letters = "abcsp.=&%#0123456789-+eE,vn<>\"' \u00e9";
    const heads = ["v=", "s.", "p.mu=", "law=", "scene=", "with=", "map.", "off=", "scrub="];
    let refusals = 0;
    for (let i = 0; i < 1000; i++) {
        const noise = Array.from({ length: random(40) }, () => letters[random(letters.length)]).join("");
        const { state, refused } = read(`${encode(start)}&${heads[random(heads.length)]}${noise}`);
        refusals += refused.length ? 1 : 0;
        assert.ok(carom.laws().some((law) => law.name === state.law));
        assert.ok(sceneOf(state.scene).fields.every((field) => Number.isFinite(state.at[field.name])));
    }
    assert.ok(refusals > 200, `only ${refusals} were refused`);
});

test("a coefficient outside its range is named with the reason, and only there", () => {
    const named = (address) => outside(carom, read(address).state).map((why) => why.split(" ")[0]);
    assert.deepEqual(named("v=1&law=routh&p.e=7"), ["e"]);
    assert.deepEqual(named("v=1&tab=map&law=routh&p.e=-0.1&p.mu=-1"), ["e", "mu"]);
    assert.deepEqual(named("v=1&law=routh&p.e=7&allow=e"), []);
    assert.deepEqual(named("v=1&law=routh&p.e=1&p.mu=inf"), []);
    assert.deepEqual(named("v=1&law=frictionless&p.mu=-1&p.e=1"), [], "it reads no friction");
    // For every law, compare the page's decision with whether the library accepts the parameters.
    for (const law of carom.laws().filter((one) => one.dims.includes(2))) {
        const state = { ...start, law: law.name, params: { e: 7, mu: 0.5 } };
        const { W, v } = { W: [[2.5, -1.5], [-1.5, 2.5]], v: [-1, 0.6] };
        const own = carom.spread(law, { W, v, ...state.params });
        let taken = true;
        try {
            carom.collide(law.name, { ...carom.examples(law, own), ...own });
        } catch (error) {
            taken = error.status !== "coefficient-range";
        }
        assert.equal(outside(carom, state).length === 0, taken, law.name);
    }
});

test("every map opens on two inputs along which it changes", () => {
    const constant = [];
    let tried = 0;
    for (const scene of SCENES) {
        for (const law of carom.laws().filter((one) => one.dims.includes(2))) {
            const state = { ...start, scene: scene.kind, at: standards(scene), law: law.name, map: { by: "mode" } };
            const { x, y } = axesOf(carom, state);
            const seen = ["mode", "energy"].map((by) => changes(carom, state, by, x, y));
            tried++;
            if (x.key === y.key || !seen.some((one) => one.x && one.y)) constant.push(`${scene.kind} by ${law.name}`);
        }
    }
    assert.ok(tried > 100);
    // Some laws have no result if normal and tangential motion are coupled, and friction has no effect on a hinge.
    const known = (name) => / by (walton|bilinear)$/.test(name) || name.startsWith("hinged ");
    assert.deepEqual(constant.filter((name) => !known(name)), []);
    assert.ok(!constant.includes("rod by routh") && !constant.includes("hinged by routh"));
    const disc = { ...start, scene: "disc", at: standards(sceneOf("disc")), map: { x: "p.e" } };
    assert.equal(axesOf(carom, disc).x.key, "p.e", "a link that names an axis keeps it");
});
