import type { Mode } from "./mode.js";

/** Impacts in space: the slip hodograph and a turnable impulse space. */
export const space: Mode = {
    name: "space",
    title: "Space",
    mount(host) {
        host.textContent = "Impulse space is not built yet.";
    },
    unmount() {},
};
