import type { Carom } from "carom";
import { contactOf } from "../scenes/index.js";
import type { State } from "../state.js";
import { html, say } from "../svg.js";
import type { Mode } from "./mode.js";

let leave = () => {};

/** One impact: the bodies, the plane of impulses, and what follows. */
export const impact: Mode = {
    name: "impact",
    title: "Impact",
    mount(host, store, carom) {
        const answer = html("pre", { id: "answer" });
        host.append(answer);
        const draw = (state: State) => say(answer, told(carom, state));
        leave = store.subscribe(draw);
        draw(store.state);
    },
    unmount() {
        leave();
    },
};

function told(carom: Carom, state: State): string {
    const { W, v } = contactOf(carom, state.scene, state.at);
    const law = carom.law(state.law);
    const hit = carom.collide(state.law, carom.spread(law, { W, v, ...state.params }));
    return `${law.name}: ${hit.mode}\nP = ${hit.P.join(", ")}\nv = ${hit.v.join(", ")}`;
}
