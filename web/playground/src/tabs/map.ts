import type { Mode } from "./mode.js";

/** Two inputs on axes, coloured by what a law answers. */
export const map: Mode = {
    name: "map",
    title: "Map",
    mount(host) {
        host.textContent = "The map of two inputs is not built yet.";
    },
    unmount() {},
};
