// Tests every challenge with a link that meets it and a similar one that does not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "carom";
import { CHALLENGES, met } from "../build/challenges/list.js";
import { decode } from "../build/state.js";
import { LINKS } from "./challenges.mjs";

const carom = await load();
const read = (link) => {
    const { state, refused } = decode(carom, link);
    assert.deepEqual(refused, [], link);
    return met(carom, state);
};

for (const { name } of CHALLENGES) {
    test(name, () => {
        const { yes, no } = LINKS[name];
        assert.ok(read(yes).includes(name), `met by ${yes}`);
        assert.ok(!read(no).includes(name), `not met by ${no}`);
    });
}

test("ten, and no link is left over", () => {
    assert.deepEqual(Object.keys(LINKS).sort(), CHALLENGES.map((one) => one.name).sort());
    assert.equal(CHALLENGES.length, 10);
});
