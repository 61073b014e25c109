// Compiled, not run: checks the types of the code in the README.
import RAPIER from "@dimforge/rapier2d-compat";
import { loadAll } from "carom";
import { attach } from "carom-rapier";

const world = new RAPIER.World({ x: 0, y: -10 });
const bounce = attach(RAPIER, world, await loadAll(), { law: "routh", choose: (a) => (a.friction() > 1 ? false : { e: 0.8 }) });
bounce.step();
console.log(bounce.stats.impacts);
